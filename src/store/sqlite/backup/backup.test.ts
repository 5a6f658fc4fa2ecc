// Copies of a data folder keep the contract; kills on the way are tested with the real program (test/restore-kill.test.ts).
import { describeBackup } from '../../port-backup.contract.ts';
import { openSqliteStore } from '../store.ts';

describeBackup('in a data folder', (folder) => openSqliteStore(folder));
