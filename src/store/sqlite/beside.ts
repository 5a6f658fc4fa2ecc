// Files that lie beside the database until it takes what is in them: estimates of plans made before the first crawl (F12).
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { decodeOrNothing, type Is, isMap } from '../../core/decode.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import type { Amounts } from '../../watch/port.ts';
import { isAmounts } from '../../watch/port-decode.ts';
import { writeTransaction } from './write-transaction.ts';

const ESTIMATES = 'estimates.json';
/** All of them. */
export const LISTS_BESIDE = [ESTIMATES] as const;

/** Of a larger file nothing is taken: docent never wrote one. */
const MOST_BYTES = 16_000_000;

/** Keeps the estimate of a plan for the first crawl, and makes no store for it. Throws what the file system throws. */
export function keepForFirstCrawl(folder: string, provider: string, { pages, bytes, seconds }: Amounts): void {
  makeFolder(folder, PRIVATE_FOLDER);
  const estimates = { ...Object.fromEntries(estimatesBeside(folder)), [provider]: { pages, bytes, seconds } };
  writeFileSync(join(folder, ESTIMATES), `${JSON.stringify(estimates)}\n`, { mode: PRIVATE_FILE });
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

/** Undefined where there is no file. */
function sizeOf(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : undefined;
}
