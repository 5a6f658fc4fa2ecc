// A connection for one act: opened, used and closed.
import type { DatabaseSync } from 'node:sqlite';
import { guarded, openForReading, openForWriting } from './open.ts';
import { writeTransaction } from './write-transaction.ts';

/** Reads beside any number of others. Throws as `openForReading`, and what SQLite throws as an error for users. */
export function readOnce<T>(folder: string, task: (db: DatabaseSync) => T): T {
  return using(folder, openForReading(folder), task);
}

/** Writes in one transaction; makes the store where there is none. Throws as `openForWriting`, and what SQLite throws as an error for users. */
export function writeOnce<T>(folder: string, task: (db: DatabaseSync) => T): T {
  return using(folder, openForWriting(folder), (db) => writeTransaction(db, () => task(db)));
}

function using<T>(folder: string, db: DatabaseSync, task: (db: DatabaseSync) => T): T {
  try {
    return guarded(folder, () => task(db));
  } finally {
    db.close();
  }
}
