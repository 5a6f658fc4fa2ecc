// C5: leaves no byte of removed rows in a folder's files: index merged, file written anew, log emptied.
import type { DatabaseSync } from 'node:sqlite';
import type { SearchIndex } from '../search/index.ts';

/** Anchor texts and words that are brought up to date, and pages of the file that are merged, in one transaction. */
const REFRESHED_AT_ONCE = 500;
const MERGED_AT_ONCE = 500;

/** Runs a task as one short transaction of the folder's owner. */
export type Transact = <T>(task: () => T) => T;

/** Takes the terms of removed pages out of the index, in short transactions with a pause after each. */
export async function cleanIndex(index: SearchIndex, transact: Transact): Promise<void> {
  while (transact(() => index.refresh(REFRESHED_AT_ONCE)) > 0) await pause();
  while (!transact(() => index.optimize(MERGED_AT_ONCE))) await pause();
}

/**
 * Writes the file anew, so that nothing of freed pages, or of the free space in others, is in it, and empties the log.
 * Readers go on meanwhile, other writers wait. Returns false when a reader of an older state keeps the log from being
 * emptied. Throws when the disk has no space for a second copy; nothing is changed then.
 */
export function wipeFile(db: DatabaseSync): boolean {
  // Some builds keep samples of indexed values for their planner.
  const samples = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat4'`).get();
  if (samples !== undefined) db.exec('DELETE FROM sqlite_stat4');
  // The copy goes by way of a temporary one, which may be larger than the memory.
  db.exec('PRAGMA temp_store = FILE; VACUUM');
  return emptyLog(db);
}

/** Brings all of the log into the file and cuts it off; false when a connection still reads an older state. */
export function emptyLog(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
}

/** Lets the heartbeat and other processes have the lock. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
