// Forgetting in a data folder keeps the contract; what a kill and other processes do to it is tested beside app/forget.
import { describeForgetting } from '../../../forget/port.contract.ts';
import { testFolders } from '../folders.contract.ts';
import { openLedgerReader } from '../pages/reader.ts';
import { openForgetting } from './forgetting.ts';

const folders = testFolders();

describeForgetting('in a data folder', async () => {
  const folder = folders.newFolder();
  return {
    forgetting: openForgetting(folder),
    openLedger: async (now) => folders.open(folder, now),
    openReader: async () => openLedgerReader(folder),
  };
});
