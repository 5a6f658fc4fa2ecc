// The data of a folder replaced by one rename: before it the old data is in its place, after it the new (C4).
import { existsSync, statSync } from 'node:fs';
import { constants, copyFile, cp, link, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { flushed } from '../../../core/flushed.ts';
import { PRIVATE_FOLDER } from '../../../core/make-folder.ts';
import { COPY_LISTS } from '../beside.ts';
import { FILE } from '../folder.ts';

/** Where the new data is made ready, inside the folder: beside it may be another disk. */
export const ASIDE = '.restoring';
/** Inside that: a second name for the old data, which keeps it when the new data takes the first name. */
const KEPT = 'before';
/** Files that may hold a part of damaged data that could not be brought into the main file. */
const LOGS = [`${FILE}-wal`, `${FILE}-journal`] as const;

/**
 * Puts the prepared `ASIDE/docent.sqlite` in the place of the folder's data; a process that is killed on the way leaves one
 * or the other, whole. The old data then waits in ASIDE for `settleSwap`. Lists beside it belong to both. Throws what the file system
 * throws; the folder then holds what it held.
 */
export async function swapData(folder: string, giveName: typeof link = link): Promise<void> {
  const kept = join(folder, ASIDE, KEPT);
  await mkdir(kept, { mode: PRIVATE_FOLDER });
  for (const name of [FILE, ...LOGS, ...COPY_LISTS]) {
    const from = join(folder, name);
    if (!existsSync(from)) continue;
    // Not every file system supports two names for a file.
    await giveName(from, join(kept, name)).catch(() => copyFile(from, join(kept, name), constants.COPYFILE_FICLONE));
  }
  await flushed(kept).catch(() => {}); // not every system can do that with a folder
  try {
    // A log that belongs to the old data would be taken for one of the new.
    for (const name of [...LOGS, `${FILE}-shm`]) await rm(join(folder, name), { force: true });
    await rename(join(folder, ASIDE, FILE), join(folder, FILE));
  } catch (error) {
    await returnLogs(folder);
    throw error;
  }
  await flushed(folder).catch(() => {});
}

/**
 * Ends what a swap began, also one whose process was killed: old data that was replaced is moved to a place beside the folder,
 * which is returned; nothing half made stays. Throws what the file system throws; the old data is then where it was.
 */
export async function settleSwap(folder: string, time: string): Promise<string | undefined> {
  let place: string | undefined;
  if (wasReplaced(folder)) {
    place = newPlaceBeside(folder, `.before-restore-${time}`);
    await moveOut(join(folder, ASIDE, KEPT), place);
  } else await returnLogs(folder);
  await rm(join(folder, ASIDE), { recursive: true, force: true });
  return place;
}

/** The path of replaced data, if a restore was killed before it could move it beside the folder. */
export function unsettledData(folder: string): string | undefined {
  return wasReplaced(folder) ? join(folder, ASIDE, KEPT) : undefined;
}

/** Whether what was kept is another file than the folder's own. */
function wasReplaced(folder: string): boolean {
  const kept = statSync(join(folder, ASIDE, KEPT, FILE), { bigint: true, throwIfNoEntry: false });
  if (kept === undefined) return false;
  const data = statSync(join(folder, FILE), { bigint: true, throwIfNoEntry: false });
  return data === undefined || data.dev !== kept.dev || data.ino !== kept.ino;
}

async function returnLogs(folder: string): Promise<void> {
  for (const name of LOGS) {
    const kept = join(folder, ASIDE, KEPT, name);
    if (existsSync(kept) && !existsSync(join(folder, name))) await rename(kept, join(folder, name));
  }
}

/** A folder that is mounted has another disk beside it. */
async function moveOut(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // The copy has another name until it is complete.
    const draft = `${to}.partial`;
    await rm(draft, { recursive: true, force: true });
    await cp(from, draft, { recursive: true });
    await rename(draft, to);
  }
}

/** An unused path beside a folder, named after it. */
function newPlaceBeside(folder: string, ending: string): string {
  const place = join(dirname(folder), `${basename(folder)}${ending}`);
  let next = place;
  for (let n = 2; existsSync(next); n++) next = `${place}-${n}`;
  return next;
}
