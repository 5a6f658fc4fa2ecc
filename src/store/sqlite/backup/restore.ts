// Makes a restored database ready for its next crawl, and locks the folder whose data it replaces (C4).
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DocentError } from '../../../core/errors.ts';
import type { Occupied, Removals } from '../../port-backup.ts';
import { openLedger } from '../frontier/ledger.ts';
import { FILE, storeError } from '../open.ts';
import { claim, type Owner } from '../owner.ts';
import { removalsIn, removalsLeftIn } from './carry.ts';

const BUSY_MS = 5_000;
const SQLITE_BUSY = 5;
/** SQLite's codes for a table that is not there, damage, and what is no database. */
const UNOWNED_CODES: ReadonlySet<number> = new Set([1, 11, 26]);

/**
 * Removes the owner that the copy in this folder had when it was made, brings its tables up to date, and queues again what was in
 * flight then. Throws as `openLedger` does.
 */
export async function reviveCopy(folder: string, now: number): Promise<void> {
  const db = new DatabaseSync(join(folder, FILE), { timeout: BUSY_MS });
  try {
    db.exec('DELETE FROM owner');
  } finally {
    db.close();
  }
  await openLedger(folder, () => now).close();
}

/**
 * Throws DOC_STORE_BUSY when a process crawls into the folder. Otherwise no other process can write there until `leave`, or until
 * this process has ended, however long it takes. Damaged data has no owner.
 */
export function occupyFolder(folder: string, busyMs = BUSY_MS): Occupied {
  let db: DatabaseSync | undefined;
  let owner: Owner | undefined;
  const close = (): void => {
    owner?.retire();
    owner = undefined;
    if (db?.isOpen) db.close();
    db = undefined;
  };
  /** Undefined where the data is damaged; it is closed then, before its log could be written into that of its successor. */
  const onData = <T>(task: () => T): T | undefined => {
    try {
      return task();
    } catch (error) {
      close();
      const { errcode } = error as { errcode?: number };
      if (errcode === undefined || !UNOWNED_CODES.has(errcode & 0xff)) throw storeError(folder, error);
      return undefined;
    }
  };
  onData(() => {
    db = new DatabaseSync(join(folder, FILE), { timeout: busyMs });
    owner = claim(db, folder);
    // Looking through a large copy stops every clock of this process; a lock of the file does not lapse.
    db.exec('BEGIN IMMEDIATE');
  });
  return {
    shutOut: async () =>
      onData(() => (db === undefined ? undefined : shutOut(db, folder, owner))) ?? removalsLeftIn(folder),
    async leave() {
      onData(() => {
        if (db?.isTransaction) db.exec('ROLLBACK');
        owner?.release();
      });
      close();
    },
  };
}

function shutOut(db: DatabaseSync, folder: string, owner: Owner | undefined): Removals | undefined {
  owner?.check();
  if (db.isTransaction) db.exec('COMMIT');
  // In this mode a lock, once taken, stays until the connection is closed.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) !== SQLITE_BUSY) throw error;
    db.exec('PRAGMA locking_mode = NORMAL');
    owner?.release();
    throw new DocentError('DOC_STORE_BUSY', `${folder} is being read by another process`, { cause: error });
  }
  const removals = removalsIn(db);
  owner?.release();
  // A journal of this connection would be taken for one of the new data.
  db.exec('PRAGMA journal_mode = MEMORY');
  rmSync(join(folder, `${FILE}-journal`), { force: true });
  return removals;
}
