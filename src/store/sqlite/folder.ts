// The file of a data folder, for callers that only check whether there is one; nothing of SQLite is loaded for that.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const FILE = 'docent.sqlite';

/** Whether a folder holds the data of docent. */
export function holdsData(folder: string): boolean {
  return existsSync(join(folder, FILE));
}

/** Which file a folder's data is in now, distinguished from an earlier file; undefined where there is none. */
export function fileIn(folder: string): string | undefined {
  const found = statSync(join(folder, FILE), { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
