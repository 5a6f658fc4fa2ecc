// Opens a data folder: one file, write-ahead log, schema brought up to date after a backup.
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DamagedValue } from '../../core/decode.ts';
import { DocentError } from '../../core/errors.ts';
import { isMachineFault, isOutOfFiles, machineFault } from '../../core/machine-fault.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import { nothingCrawled } from '../../core/store-address.ts';
import { isDiskFull } from '../../core/unwritable.ts';
import { takeListsBeside } from './beside.ts';
import { comesFromDamage, damaged, isDamage } from './check.ts';
import { FILE, freeBytesIn, holdsData } from './folder.ts';
import { openReadOnly } from './read-only.ts';
import { readableSince, schemaSteps } from './schema.ts';

export { FILE } from './folder.ts';

/** How long a connection waits for another's transaction; ours last milliseconds. */
export const BUSY_MS = 5_000;
/** SQLite's default, which we never change. */
const PAGE_BYTES = 4_096;

/** A connection that may write. Throws DOC_STORE for a folder that cannot be used, DOC_STORE_DAMAGED, DOC_STORE_VERSION for a newer one. */
export function openForWriting(folder: string): DatabaseSync {
  return guarded(folder, () => {
    makeFolder(folder, PRIVATE_FOLDER);
    checkSize(folder);
    makePrivate(join(folder, FILE));
    return connect(folder, false, (db) => {
      migrate(db, folder);
      takeListsBeside(db, folder);
    });
  });
}

/**
 * A connection that may write into a folder as it is: it neither makes one nor brings it up to date. Throws as `openForWriting`, and
 * DOC_STORE where nothing was crawled.
 */
export function openAsItIs(folder: string): DatabaseSync {
  if (!holdsData(folder)) throw nothingCrawled(folder);
  return guarded(folder, () => {
    checkSize(folder);
    return connect(folder, false, (db) => {
      const version = versionOf(db);
      checkVersion(version, folder);
      // Another process is just creating it.
      if (version === 0) throw nothingCrawled(folder);
    });
  });
}

/** As `openForWriting`, into a store that is there. Throws DOC_STORE where nothing was crawled yet. */
export function openToChange(folder: string): DatabaseSync {
  if (!holdsData(folder)) throw nothingCrawled(folder);
  return openForWriting(folder);
}

/**
 * A connection that only reads, beside any number of others; of a folder that has taken at least `steps` of the schema, as many as
 * what it reads needs. Where there is nothing yet it reads empty tables, until it is opened again.
 */
export function openForReading(folder: string, steps: number = readableSince): DatabaseSync {
  return guarded(folder, () => (holdsData(folder) ? openHeld(folder, steps) : undefined) ?? emptyTables());
}

/** Undefined while another process is just making the tables. */
function openHeld(folder: string, steps: number): DatabaseSync | undefined {
  let version = 0;
  const db = connect(folder, true, (opened) => {
    version = versionOf(opened);
    checkVersion(version, folder);
    if (version > 0 && version < steps)
      throw new DocentError(
        'DOC_STORE',
        `the data in ${folder} is of an older version: the next "docent crawl" into it brings it up to date, after a backup`,
      );
  });
  if (version > 0) return db;
  db.close();
  return undefined;
}

function emptyTables(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  for (const step of schemaSteps) db.exec(step);
  return db;
}

function connect(folder: string, readOnly: boolean, prepare: (db: DatabaseSync) => void): DatabaseSync {
  const db = readOnly ? openReadOnly(folder) : new DatabaseSync(join(folder, FILE), { timeout: BUSY_MS });
  try {
    // NORMAL with a write-ahead log: a killed process loses nothing; a power cut may lose the last moments, never the file.
    // R28: what is removed is overwritten; FAST would leave what lies in pages of its own, which is where long texts are.
    if (!readOnly) db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    // No memory map: a disk that fails would end the process with SIGBUS instead of an error.
    db.exec('PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -40000');
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A file that is missing, empty, for its owner only; SQLite gives its logs the same mode, and would let everybody read them. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/** SQLite takes a last page that was cut off for one full of zeros; without a log to repair it, it is damage. */
function checkSize(folder: string): void {
  const sizeOf = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(`${FILE}-wal`) === 0 && sizeOf(FILE) % PAGE_BYTES !== 0) throw damaged(folder, 'its file was cut off');
}

function migrate(db: DatabaseSync, folder: string): void {
  const version = versionOf(db);
  checkVersion(version, folder);
  if (version === schemaSteps.length) return;
  if (version > 0) backUp(db, join(folder, `before-version-${schemaSteps.length}.sqlite`));
  db.exec('BEGIN EXCLUSIVE');
  try {
    for (const step of schemaSteps.slice(versionOf(db))) db.exec(step);
    db.exec(`PRAGMA user_version = ${schemaSteps.length}; COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function backUp(db: DatabaseSync, path: string): void {
  // An existing backup is of an attempt that was interrupted.
  rmSync(path, { force: true });
  makePrivate(path);
  db.exec(`VACUUM INTO '${path.replaceAll("'", "''")}'`);
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}

function checkVersion(version: number, folder: string): void {
  if (version > schemaSteps.length) {
    throw new DocentError(
      'DOC_STORE_VERSION',
      `the data in ${folder} is of version ${version}, newer than this docent knows (${schemaSteps.length})`,
    );
  }
}

/** Runs a task; what SQLite or the file system throws becomes an error for users. */
export function guarded<T>(folder: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw storeError(folder, error);
  }
}

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;

/** What the index of a log grows by; SQLite calls it an I/O error where there is no room for that. */
const STEP_BYTES = 32_768;

function hasNoSpace(folder: string): boolean {
  const free = freeBytesIn(folder);
  return free !== undefined && free < STEP_BYTES;
}

/** The error for users in place of one of SQLite or the file system; others are returned as they are. */
export function storeError(folder: string, error: unknown): unknown {
  if (error instanceof DamagedValue) return damaged(folder, error.message, error);
  if (error instanceof DocentError || !(error instanceof Error)) return error;
  const { errcode, code } = error as { errcode?: number; code?: string };
  const primary = errcode === undefined ? undefined : errcode & 0xff;
  if (primary === SQLITE_FULL || isDiskFull(error) || (primary === SQLITE_IOERR && hasNoSpace(folder)))
    return new DocentError('DOC_STORE_FULL', `no space is left for ${folder}`, { cause: error });
  if (isMachineFault(error) || (primary === SQLITE_CANTOPEN && isOutOfFiles()))
    return machineFault(`cannot use the data in ${folder}`, error);
  if (isDamage(error) || comesFromDamage(folder, error)) return damaged(folder, error.message, error);
  if (primary === undefined && code === undefined) return error;
  return new DocentError('DOC_STORE', `cannot use the data in ${folder}: ${error.message}`, { cause: error });
}
