// A copy of a folder's database in one file, made while a crawl writes into it (C4).
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { DocentError } from '../../../core/errors.ts';
import type { Backup, CopyFacts } from '../../port-backup.ts';
import { damaged, isDamage } from '../check.ts';
import { FILE, storeError } from '../open.ts';
import { openReadOnly } from '../read-only.ts';
import { schemaSteps } from '../schema.ts';

const BUSY_MS = 5_000;
/** Pages of the file that are copied in one go: some milliseconds of another thread. */
const COPIED_AT_ONCE = 2_000;
const TABLES = ['owner', 'providers', 'urls', 'pages', 'leases', 'queue'] as const;

/** The backup of a folder's store; opens nothing yet. */
export function openBackup(folder: string): Backup {
  return {
    async copyTo(file) {
      try {
        await copyDatabase(folder, file);
        return examineCopy(file, 'the copy', (problem) => damaged(folder, problem));
      } finally {
        for (const ending of ['-journal', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
      }
    },
  };
}

/** Copies the file. Throws DOC_STORE when there is nothing to copy or it cannot be read, DOC_STORE_FULL when there is no space. */
async function copyDatabase(folder: string, to: string): Promise<void> {
  if (!existsSync(join(folder, FILE)))
    throw new DocentError('DOC_STORE', `there is no crawl in ${folder}, so nothing to back up`);
  try {
    const db = openReadOnly(folder);
    try {
      // One snapshot from the first page to the last: without it every write of the crawl would start the copy over.
      db.exec('BEGIN');
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
      await backup(db, to, { rate: COPIED_AT_ONCE });
    } finally {
      db.close();
    }
  } catch (error) {
    throw storeError(folder, error);
  }
}

/**
 * Looks through every page of a copy, makes it one plain file without a log, and returns what it holds. `name` is what the
 * operator calls it. Throws `damage` for what is damaged, DOC_STORE for what is no copy of a data folder, DOC_STORE_VERSION for a newer one.
 */
export function examineCopy(
  file: string,
  name: string,
  damage: (problem: string) => DocentError = (problem) =>
    new DocentError('DOC_STORE', `${name} is damaged: ${problem}`),
): CopyFacts {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: BUSY_MS });
    const found = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
    const tables = new Set(found.map((row) => row.name));
    if (version === 0 || !TABLES.every((table) => tables.has(table)))
      throw new DocentError('DOC_STORE', `${name} is not a backup of docent`);
    if (version > schemaSteps.length)
      throw new DocentError(
        'DOC_STORE_VERSION',
        `${name} is of version ${version}, newer than this docent knows (${schemaSteps.length})`,
      );
    const [problem] = db.prepare('PRAGMA integrity_check(1)').all();
    if (problem?.integrity_check !== 'ok') throw damage(String(problem?.integrity_check));
    db.exec('PRAGMA journal_mode = DELETE');
    const one = (sql: string): number => Number(Object.values(db?.prepare(sql).get() ?? {})[0]);
    return {
      version,
      providers: one('SELECT count(*) FROM providers'),
      pages: one('SELECT count(*) FROM pages'),
      waiting: one('SELECT ifnull(sum(waiting), 0) FROM providers'),
    };
  } catch (error) {
    if (error instanceof DocentError) throw error;
    const { errcode } = error as { errcode?: number };
    if (errcode === undefined) throw error;
    if (isDamage(error)) throw damage((error as Error).message);
    throw new DocentError('DOC_STORE', `${name} is not a backup of docent: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    if (db?.isOpen) db.close();
  }
}
