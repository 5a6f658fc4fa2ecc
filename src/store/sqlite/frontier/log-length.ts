// Keeps the write-ahead log short while others read: SQLite starts it anew only while no connection reads from it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { BUSY_MS, FILE } from '../open.ts';

/** SQLite brings the log into the file from 4 MB on; with many readers it goes on growing all the same. */
const usual: { readonly longBytes: number; readonly lookMs: number } = Object.freeze({
  longBytes: 16_000_000,
  lookMs: 1_000,
});
/** The crawl stops for at most this long; readers take milliseconds and are not held up. */
const WAIT_MS = 100;

/** Checks the log at intervals; returns a function that ends this. */
export function keepLogShort(db: DatabaseSync, folder: string, { longBytes, lookMs } = usual): () => void {
  const file = join(folder, `${FILE}-wal`);
  const timer = setInterval(() => {
    if (!db.isOpen || db.isTransaction) return;
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > longBytes) startAnew(db);
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

function startAnew(db: DatabaseSync): void {
  try {
    db.exec(`PRAGMA busy_timeout = ${WAIT_MS}`);
    // Waits until the readers of the log have finished; it is cut off, so that its size is right.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // A full disk or a damaged file is reported by the act that finds it.
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
}
