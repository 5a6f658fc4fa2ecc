// Whether the file of a data folder is damaged: what SQLite itself finds when it looks through it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DocentError } from '../../core/errors.ts';
import { FILE } from './folder.ts';
import { openReadOnly } from './read-only.ts';

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Looking through the tables takes about 2 ms a MB; a folder must be open in a tenth of a second. */
const QUICK_BYTES = 64 * 1_048_576;
/** Errors that damage can cause, and that have other causes too. */
const DOUBTFUL: ReadonlySet<number> = new Set([1, 7, 18, 19, 20, 25]);

/**
 * `tables`: the pages and rows of every table; `quick`: the search index and unused pages too, which takes five times as long;
 * `deep`: also that every index agrees with its table.
 */
export type CheckDepth = 'tables' | 'quick' | 'deep';

/** The first problem of a folder's file, in SQLite's words; undefined when there is none. Throws errors other than damage. */
export function problemIn(folder: string, depth: CheckDepth): string | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = openReadOnly(folder);
    return problemOf(db, depth);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as Error).message;
  } finally {
    if (db?.isOpen) db.close();
  }
}

/** The first problem found on an open connection. Throws what SQLite throws. */
function problemOf(db: DatabaseSync, depth: CheckDepth): string | undefined {
  if (depth !== 'tables') return first(db, depth === 'deep' ? 'PRAGMA integrity_check(1)' : 'PRAGMA quick_check(1)');
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`);
  for (const { name } of tables.all()) {
    const problem = checked(db, String(name));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function checked(db: DatabaseSync, table: string): string | undefined {
  return first(db, `PRAGMA quick_check('${table.replaceAll("'", "''")}')`);
}

function first(db: DatabaseSync, sql: string): string | undefined {
  const result = Object.values(db.prepare(sql).get() ?? {})[0];
  return result === 'ok' ? undefined : String(result);
}

function isLarge(folder: string): boolean {
  return (statSync(join(folder, FILE), { throwIfNoEntry: false })?.size ?? 0) > QUICK_BYTES;
}

/**
 * Looks through the search index of a file that is not too large for it: its tables may be in order, and what lies in them not.
 * Takes about 3 ms a MB of the file. Throws DOC_STORE_DAMAGED, and what SQLite throws.
 */
export function refuseDamagedIndex(db: DatabaseSync, folder: string): void {
  if (isLarge(folder)) return;
  const indexes = db.prepare(`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%USING fts5%'`);
  for (const { name } of indexes.all()) {
    const problem = checked(db, String(name));
    if (problem !== undefined) throw damaged(folder, problem);
  }
  // An index whose list of pieces is lost is an empty one to SQLite.
  const lost = db
    .prepare(
      'SELECT 1 WHERE EXISTS (SELECT 1 FROM search_text_docsize) AND EXISTS (SELECT 1 FROM search_words) AND NOT EXISTS (SELECT 1 FROM search_terms)',
    )
    .get();
  if (lost !== undefined) throw damaged(folder, 'its search index has lost its words');
}

/** Looks through the tables of a file that is not too large for it. Throws DOC_STORE_DAMAGED, and what SQLite throws. */
export function refuseDamaged(db: DatabaseSync, folder: string): void {
  if (isLarge(folder)) return;
  const problem = problemOf(db, 'tables');
  if (problem !== undefined) throw damaged(folder, problem);
}

/** Whether SQLite reports that its file is damaged, or none of its own. */
export function isDamage(error: unknown): boolean {
  const primary = codeOf(error);
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB;
}

/** Whether damage caused an error that may have other causes: a stored value cannot be parsed, or the check finds damage. */
export function comesFromDamage(folder: string, error: Error): boolean {
  const primary = codeOf(error);
  if (primary === undefined ? 'code' in error : !DOUBTFUL.has(primary)) return false;
  try {
    return error instanceof SyntaxError || problemIn(folder, 'tables') !== undefined;
  } catch {
    return false;
  }
}

export function damaged(folder: string, problem: string, cause?: unknown): DocentError {
  const reason = problem
    .replace(/^\*{3} in database main \*{3}/, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ');
  return new DocentError('DOC_STORE_DAMAGED', `the data in ${folder} is damaged: ${reason}`, { cause });
}

function codeOf(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
