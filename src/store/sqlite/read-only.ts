// A connection that cannot write, also to a folder that cannot be written.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DocentError } from '../../core/errors.ts';
import { FILE } from './folder.ts';

/** Errors of file systems where nothing may be written. */
const REFUSED: ReadonlySet<string | undefined> = new Set(['EROFS', 'EACCES', 'EPERM']);
const BUSY_MS = 5_000;
/** SQLite's codes for a file that would have to be written, or made. */
const UNWRITABLE: ReadonlySet<number> = new Set([8, 14]);

/**
 * Opens the file of a folder for reading. Reading beside a crawl takes two small files; where they cannot be made and there is
 * no log, no process writes there, and the file is read as it is. Throws what SQLite throws.
 */
export function openReadOnly(folder: string): DatabaseSync {
  const path = join(folder, FILE);
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    db.close();
    const { errcode = 0 } = error as { errcode?: number };
    const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    if (!UNWRITABLE.has(errcode & 0xff) || hasLog) throw error;
    const immutable = pathToFileURL(path);
    immutable.searchParams.set('immutable', '1');
    return new DatabaseSync(immutable, { readOnly: true, timeout: BUSY_MS });
  }
}

/** Whether the error of a write means that the folder may only be read. */
export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof DocentError) || error.code !== 'DOC_STORE') return false;
  const { code, errcode = 0 } = (error.cause ?? {}) as { code?: string; errcode?: number };
  return REFUSED.has(code) || UNWRITABLE.has(errcode & 0xff);
}
