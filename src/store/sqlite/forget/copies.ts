// C5: the exports and backups of a data folder; each act has a connection of its own, and none owns the folder.
import type { Copies } from '../../../forget/port-copies.ts';
import { copiesListedBeside, listBeside } from '../beside.ts';
import { readOnce, writeAsItIs } from '../connection.ts';
import { isUnwritable } from '../read-only.ts';
import { type CopyLists, copiesIn, hasCopies, mergedCopies, putCopies } from './copy-rows.ts';

/** The lists of a folder; opens nothing yet. */
export function openCopies(folder: string): Copies {
  const both = (): CopyLists =>
    readOnce(folder, (db) => {
      // First, for what another process takes out of the files from now on is in the tables by then.
      const beside = copiesListedBeside(folder);
      return mergedCopies(beside, copiesIn(db));
    });
  const note = (more: Partial<CopyLists>): boolean => {
    const all = { exports: [], backups: [], ...more };
    try {
      // A backup is made before an update, too: the folder stays what it is.
      writeAsItIs(folder, (db) => (hasCopies(db) ? putCopies(db, all) : listBeside(folder, all)));
      return true;
    } catch (error) {
      if (isUnwritable(error)) return false;
      throw error;
    }
  };
  return {
    exports: async () => both().exports,
    backups: async () => both().backups,
    noteExport: async (record) => note({ exports: [record] }),
    noteBackup: async (record) => note({ backups: [record] }),
  };
}
