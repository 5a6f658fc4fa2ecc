// Makes a restored database ready for its next crawl, and keeps everybody out of the folder it replaces (C4).
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openLedger } from './ledger.ts';
import { FILE, storeError } from './open.ts';
import { claim } from './owner.ts';

const BUSY_MS = 5_000;
/** SQLite's codes for a table that is not there, damage, and what is no database. */
const NOBODYS: ReadonlySet<number | undefined> = new Set([1, 11, 26]);

/**
 * Voids who owned the copy in this folder when it was made, brings its tables up to date, and queues again what was in
 * flight then. Throws as `openLedger` does.
 */
export async function reviveCopy(folder: string, now: number): Promise<void> {
  const db = new DatabaseSync(join(folder, FILE), { timeout: BUSY_MS });
  try {
    db.exec('DELETE FROM owner');
  } finally {
    db.close();
  }
  await openLedger(folder, now).close();
}

/** Whether a folder holds the data of docent. */
export function holdsData(folder: string): boolean {
  return existsSync(join(folder, FILE));
}

/** A folder that nobody else writes into. */
export interface Occupied {
  /**
   * Lets go of the file, so that the folder can be moved; for a minute nobody can crawl into it all the same. Throws
   * DOC_STORE_BUSY when it is someone else's.
   */
  letGo(): void;
}

/**
 * Throws DOC_STORE_BUSY when a process crawls into the folder. Otherwise nobody can write there until `leaveFolder`, or until
 * this process has ended, however long it takes. Damaged data is nobody's.
 */
export function occupyFolder(folder: string): Occupied {
  const insert = 'INSERT INTO owner (one, pid, machine, incarnation, started_at, heartbeat) VALUES (1, ?, ?, ?, ?, ?)';
  let letGo = (): void => {};
  onData(folder, (db) => {
    const owner = claim(db, folder);
    // Looking through a large copy stops every clock of this process; a lock of the file does not lapse.
    db.exec('BEGIN IMMEDIATE');
    letGo = () => {
      letGo = () => {};
      try {
        owner.check();
        // From the claim, which keeps a clock running, to a plain row that outlives this connection.
        owner.release();
        const now = Date.now();
        db.prepare(insert).run(process.pid, hostname(), randomUUID(), now, now);
        db.exec('COMMIT');
      } catch (error) {
        throw storeError(folder, error);
      } finally {
        db.close();
      }
    };
    return 'open';
  });
  return { letGo: () => letGo() };
}

/** Ends what `occupyFolder` began, wherever the folder is now. */
export function leaveFolder(folder: string): void {
  onData(folder, (db) => {
    db.prepare('DELETE FROM owner WHERE pid = ? AND machine = ?').run(process.pid, hostname());
    return undefined;
  });
}

function onData(folder: string, task: (db: DatabaseSync) => 'open' | undefined): void {
  let db: DatabaseSync | undefined;
  let stays: 'open' | undefined;
  try {
    db = new DatabaseSync(join(folder, FILE), { timeout: BUSY_MS });
    stays = task(db);
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode === undefined || !NOBODYS.has(errcode & 0xff)) throw storeError(folder, error);
  } finally {
    if (stays === undefined && db?.isOpen) db.close();
  }
}
