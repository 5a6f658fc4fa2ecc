// One folder in the place of another, which stands beside it afterwards; nothing is empty on the way (C4).
import { existsSync } from 'node:fs';
import { cp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FILE } from '../../store/sqlite/open.ts';

/** What file systems answer for a folder that cannot be moved: one that is mounted, or lies in a layer below. */
const IMMOVABLE: ReadonlySet<string | undefined> = new Set(['EXDEV', 'EBUSY', 'EPERM']);

/**
 * Puts `fresh`, which lies in `folder`, in its place; what was there stands at `before`. A folder that cannot be moved stays,
 * and is copied first. Throws what the file system throws; the folder then holds what it held.
 */
export async function swapIn(
  folder: string,
  fresh: string,
  before: string,
  move: typeof rename = rename,
): Promise<void> {
  try {
    await move(folder, before);
  } catch (error) {
    if (!IMMOVABLE.has((error as NodeJS.ErrnoException).code)) throw error;
    return copyThenSwap(folder, fresh, before);
  }
  try {
    await move(join(before, basename(fresh)), folder);
  } catch (error) {
    await move(before, folder);
    throw error;
  }
}

async function copyThenSwap(folder: string, fresh: string, before: string): Promise<void> {
  const isPart = (path: string): boolean => path !== fresh && path !== join(folder, `${FILE}-shm`);
  try {
    await cp(folder, before, { recursive: true, errorOnExist: true, force: false, filter: isPart });
  } catch (error) {
    await rm(before, { recursive: true, force: true });
    throw error;
  }
  // The log belongs to the file that goes, and stands with its copy.
  for (const log of [`${FILE}-wal`, `${FILE}-shm`]) await rm(join(folder, log), { force: true });
  await rename(join(fresh, FILE), join(folder, FILE));
  const names = await readdir(fresh);
  for (const name of names) await rename(join(fresh, name), join(folder, name));
  for (const name of await readdir(folder))
    if (name !== FILE && name !== basename(fresh) && !names.includes(name))
      await rm(join(folder, name), { recursive: true, force: true });
  await rm(fresh, { recursive: true, force: true });
}

/** A place beside a folder, named after it, where nothing stands yet. */
export function newPlaceBeside(folder: string, ending: string): string {
  const place = join(dirname(folder), `${basename(folder)}${ending}`);
  let next = place;
  for (let n = 2; existsSync(next); n++) next = `${place}-${n}`;
  return next;
}
