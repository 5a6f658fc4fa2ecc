// Small lists that lie as files beside the database until it takes them: estimates of plans made before the first crawl (F12), and
// exports and backups of a folder that has no tables for them yet (C5).
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { decodeOrNothing, type Is, isMap } from '../../core/decode.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import { isBackupRecord, isExportRecord } from '../../forget/port-decode.ts';
import type { Amounts } from '../../watch/port.ts';
import { isAmounts } from '../../watch/port-decode.ts';
import { type CopyLists, mergeCopies, notedCopies } from './forget/copy-rows.ts';
import { writeTransaction } from './write-transaction.ts';

const ESTIMATES = 'estimates.json';
const EXPORTS = 'exports.json';
const BACKUPS = 'backups.json';
/** The lists of copies of the data. */
export const COPY_LISTS = [EXPORTS, BACKUPS] as const;
/** All of them. */
export const LISTS_BESIDE = [ESTIMATES, ...COPY_LISTS] as const;

const isList: Is<readonly unknown[]> = Array.isArray;
/** Of a larger file nothing is taken: docent never wrote one. */
const MOST_BYTES = 16_000_000;

/** Keeps the estimate of a plan for the first crawl, and makes no store for it. Throws what the file system throws. */
export function keepForFirstCrawl(folder: string, provider: string, { pages, bytes, seconds }: Amounts): void {
  makeFolder(folder, PRIVATE_FOLDER);
  const estimates = { ...Object.fromEntries(estimatesBeside(folder)), [provider]: { pages, bytes, seconds } };
  writeFileSync(join(folder, ESTIMATES), `${JSON.stringify(estimates)}\n`, { mode: PRIVATE_FILE });
}

/** The exports and backups in files; what is not a record of one is left out. Throws what the file system throws. */
export function copiesListedBeside(folder: string): CopyLists {
  return {
    exports: (listIn(folder, EXPORTS, isList) ?? []).filter(isExportRecord),
    backups: (listIn(folder, BACKUPS, isList) ?? []).filter(isBackupRecord),
  };
}

/** Lists more of them there, each in place of an earlier one at its place. Throws what the file system throws. */
export function listBeside(folder: string, more: CopyLists): void {
  const { exports, backups } = notedCopies(copiesListedBeside(folder), more);
  if (more.exports.length > 0) replaceList(folder, EXPORTS, exports);
  if (more.backups.length > 0) replaceList(folder, BACKUPS, backups);
}

/**
 * Takes the files into the tables and removes them; a process that is killed in between leaves them for the next, which changes nothing
 * by taking them again. Throws what SQLite and the file system throw.
 */
export function takeListsBeside(db: DatabaseSync, folder: string): void {
  const there = LISTS_BESIDE.filter((name) => sizeOf(join(folder, name)) !== undefined);
  if (there.length === 0) return;
  writeTransaction(db, () => {
    for (const [provider, estimate] of estimatesBeside(folder)) putEstimate(db, provider, estimate);
    mergeCopies(db, copiesListedBeside(folder));
  });
  for (const name of there) rmSync(join(folder, name), { force: true });
}

/** Keeps an estimate for the provider's next run, in place of an earlier one. */
export function putEstimate(db: DatabaseSync, provider: string, estimate: Amounts): void {
  const put =
    'INSERT INTO estimates (provider, estimate) VALUES (?, ?) ON CONFLICT DO UPDATE SET estimate = excluded.estimate';
  db.prepare(put).run(provider, JSON.stringify(estimate));
}

function estimatesBeside(folder: string): readonly (readonly [provider: string, estimate: Amounts])[] {
  const estimates = Object.entries(listIn(folder, ESTIMATES, isMap) ?? {});
  return estimates.flatMap(([provider, one]) => (isFiniteAmounts(one) ? [[provider, one] as const] : []));
}

/** JSON of others may have numbers that are none here. */
function isFiniteAmounts(one: unknown): one is Amounts {
  return isAmounts(one) && [one.pages, one.bytes, one.seconds].every(Number.isFinite);
}

function listIn<T>(folder: string, name: string, is: Is<T>): T | undefined {
  const path = join(folder, name);
  if ((sizeOf(path) ?? MOST_BYTES) >= MOST_BYTES) return undefined;
  try {
    return decodeOrNothing(readFileSync(path, 'utf8'), is);
  } catch (error) {
    // Another process has just taken it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A reader sees the old list or the new one. */
function replaceList(folder: string, name: string, list: readonly unknown[]): void {
  const draft = join(folder, `${name}.tmp`);
  writeFileSync(draft, `${JSON.stringify(list, null, 2)}\n`, { mode: PRIVATE_FILE });
  renameSync(draft, join(folder, name));
}

/** Undefined where there is no file. */
function sizeOf(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}
