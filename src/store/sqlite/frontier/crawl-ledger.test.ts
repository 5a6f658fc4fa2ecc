// The robots memory of a data folder keeps the contract.
import { describeRobotsMemory } from '../../../robots/port.contract.ts';
import { testFolders } from '../folders.contract.ts';
import { openCrawlLedger } from './crawl-ledger.ts';

const folders = testFolders();

describeRobotsMemory('in a data folder', async () => {
  const folder = folders.newFolder();
  const { ledger, robots } = openCrawlLedger(folder);
  return {
    memory: robots,
    async reopen() {
      await ledger.close();
      return openCrawlLedger(folder).robots;
    },
  };
});
