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

/**
 * Throws DOC_STORE_BUSY when a process crawls into the folder. Otherwise nobody can until `leaveFolder`, or until this
 * process has ended. Damaged data is nobody's.
 */
export function occupyFolder(folder: string): void {
  const insert = 'INSERT INTO owner (one, pid, machine, incarnation, started_at, heartbeat) VALUES (1, ?, ?, ?, ?, ?)';
  onData(folder, (db) => {
    const owner = claim(db, folder);
    // From the claim, which keeps a clock running, to a plain row that outlives this connection.
    db.exec('BEGIN IMMEDIATE');
    owner.release();
    const now = Date.now();
    db.prepare(insert).run(process.pid, hostname(), randomUUID(), now, now);
    db.exec('COMMIT');
  });
}

/** Ends what `occupyFolder` began, wherever the folder is now. */
export function leaveFolder(folder: string): void {
  onData(folder, (db) => {
    db.prepare('DELETE FROM owner WHERE pid = ? AND machine = ?').run(process.pid, hostname());
  });
}

function onData(folder: string, task: (db: DatabaseSync) => void): void {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(join(folder, FILE), { timeout: BUSY_MS });
    task(db);
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode === undefined || !NOBODYS.has(errcode & 0xff)) throw storeError(folder, error);
  } finally {
    if (db?.isOpen) db.close();
  }
}
