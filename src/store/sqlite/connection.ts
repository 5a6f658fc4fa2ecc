// Connections for one act, and one that is made when it is first used.
import type { DatabaseSync } from 'node:sqlite';
import { holdsData } from './folder.ts';
import { guarded, openAsItIs, openForReading, openForWriting } from './open.ts';
import { writeTransaction } from './write-transaction.ts';

/** Reads beside any number of others. Throws as `openForReading`, and what SQLite throws as an error for users. */
export function readOnce<T>(folder: string, task: (db: DatabaseSync) => T): T {
  return using(folder, openForReading(folder), task);
}

/** Writes in one transaction; makes the store where there is none. Throws as `openForWriting`, and what SQLite throws as an error for users. */
export function writeOnce<T>(folder: string, task: (db: DatabaseSync) => T): T {
  return using(folder, openForWriting(folder), (db) => writeTransaction(db, () => task(db)));
}

/** Writes in one transaction into a folder of any version. Throws as `openAsItIs`, and what SQLite throws as an error for users. */
export function writeAsItIs<T>(folder: string, task: (db: DatabaseSync) => T): T {
  return using(folder, openAsItIs(folder), (db) => writeTransaction(db, () => task(db)));
}

function using<T>(folder: string, db: DatabaseSync, task: (db: DatabaseSync) => T): T {
  try {
    return guarded(folder, () => task(db));
  } finally {
    db.close();
  }
}

/** A connection that reads as `openForReading`, made when it is first used, and made again for a store that was not there then. */
export function laterReading(
  folder: string,
  steps?: number,
): { readonly get: () => DatabaseSync; readonly close: () => void } {
  let db: DatabaseSync | undefined;
  const close = (): void => {
    if (db?.isOpen) db.close();
    db = undefined;
  };
  return {
    get() {
      if (db?.location() === null && holdsData(folder)) close();
      db ??= openForReading(folder, steps);
      return db;
    },
    close,
  };
}
