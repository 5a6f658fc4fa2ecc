// What this process keeps in memory, by the name of the folder it would be kept in; nothing is ever written there.
import { DocentError } from '../../core/errors.ts';
import { type MemoryData, newMemoryData } from './records.ts';

interface Kept {
  readonly data: MemoryData;
  /** Distinguishes this data from what was kept under the same name before. */
  readonly identity: string;
}

const kept = new Map<string, Kept>();
let made = 0;

export function holdsData(folder: string): boolean {
  return kept.has(folder);
}

/** The data of this name. Throws DOC_STORE where nothing was crawled yet. */
export function keptIn(folder: string): Kept {
  const found = kept.get(folder);
  if (found !== undefined) return found;
  throw new DocentError(
    'DOC_STORE',
    `there is no crawl in ${folder}: with store: memory it is only there in the process that crawled, until that ends`,
  );
}

/** The data of this name, made where there is none. */
export function dataFor(folder: string): MemoryData {
  if (!kept.has(folder)) kept.set(folder, { data: newMemoryData(), identity: `memory ${++made}` });
  return keptIn(folder).data;
}

/** As `dataFor`. Throws DOC_STORE_BUSY while a ledger of it is open. */
export function freeDataFor(folder: string): MemoryData {
  checkFree(folder);
  return dataFor(folder);
}

/** Drops everything kept under this name. Throws DOC_STORE_BUSY while a ledger of it is open. */
export function dropData(folder: string): void {
  checkFree(folder);
  kept.delete(folder);
}

function checkFree(folder: string): void {
  if (kept.get(folder)?.data.owner !== undefined)
    throw new DocentError('DOC_STORE_BUSY', `${folder} is in use by another crawl of this process (store: memory)`);
}
