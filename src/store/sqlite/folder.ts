// The file of a data folder, for callers that only check whether there is one, or how large it is; nothing of SQLite is loaded for that.
import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreHealth } from '../port.ts';

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

/** The size of a folder's data, its log included, and the space that is free beside it. */
export function healthIn(folder: string): StoreHealth {
  return { bytes: sizeOf(join(folder, FILE)) + sizeOf(join(folder, `${FILE}-wal`)), freeBytes: freeBytesIn(folder) };
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** The space that is free where a folder is; undefined where that is not known. */
export function freeBytesIn(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
