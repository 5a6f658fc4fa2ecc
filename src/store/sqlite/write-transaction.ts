// One short write of a process that does not crawl; the crawl's own acts, which change its memory too, are in transaction.ts.
import type { DatabaseSync } from 'node:sqlite';

/** Runs a task as one transaction that holds the lock from the start; a task that throws leaves everything as it was. */
export function writeTransaction<T>(db: DatabaseSync, task: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = task();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
