// The file of a data folder, for callers that only check whether there is one; nothing of SQLite is loaded for that.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DocentError } from '../../core/errors.ts';

export const FILE = 'docent.sqlite';

/** Whether a folder holds the data of docent. */
export function holdsData(folder: string): boolean {
  return existsSync(join(folder, FILE));
}

/** Throws DOC_STORE where nothing was crawled yet. */
export function checkCrawled(folder: string): void {
  if (!holdsData(folder)) throw nothingIn(folder);
}

/** Which file a folder's data is in now, distinguished from an earlier file. Throws DOC_STORE where there is none. */
export function fileIn(folder: string): string {
  const found = statSync(join(folder, FILE), { throwIfNoEntry: false });
  if (found === undefined) throw nothingIn(folder);
  return `${found.dev} ${found.ino}`;
}

export function nothingIn(folder: string): DocentError {
  return new DocentError(
    'DOC_STORE',
    `there is no crawl in ${folder}: run "docent crawl" first, or name its folder with --data`,
  );
}
