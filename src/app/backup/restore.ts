// Puts a backup into a data folder; what was there before stands beside it afterwards (C4).
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { constants, copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { loadSettings } from '../../settings.ts';
import { type CopyFacts, examineCopy } from '../../store/sqlite/backup.ts';
import { removalsIn } from '../../store/sqlite/backup-carry.ts';
import { holdsData, leaveFolder, occupyFolder, reviveCopy } from '../../store/sqlite/backup-restore.ts';
import { FILE } from '../../store/sqlite/open.ts';
import { standingAt, written } from '../export/file.ts';
import { EXPORTS_FILE } from '../export/record.ts';
import { unreadableFile } from '../local-file.ts';
import { type BackupOptions, flushed } from './backup.ts';
import { carryOver, type Returned } from './carry.ts';
import { BACKUPS_FILE, noteBackup } from './record.ts';
import { newPlaceBeside, swapIn } from './swap.ts';

export interface RestoreResult extends CopyFacts {
  readonly file: string;
  readonly folder: string;
  /** Where the data that was in the folder stands now. */
  readonly before?: string | undefined;
  /** What was forgotten in that data after the backup was made, and is back now. */
  readonly returned: readonly Returned[];
  /** False where the data was damaged, so that its receipts, requests and blocklist could not be carried over. */
  readonly isCarried: boolean;
}

/** Where the copy is made ready, inside the folder: it may be another disk. */
const ASIDE = '.restoring';
/** Where exports and backups lie is about this machine, not about the backup. */
const OF_THIS_MACHINE = [EXPORTS_FILE, BACKUPS_FILE] as const;

/**
 * Puts a backup into a data folder, ready for the next crawl to go on. Receipts, requests and the blocklist of the data it
 * replaces stay. Throws DOC_FILE or DOC_STORE for a file that is no whole backup, DOC_STORE_VERSION for a newer one,
 * DOC_STORE_BUSY for a folder that is crawled into, DOC_USAGE for one that holds something; with `force` a data folder is
 * moved aside, any other is refused all the same.
 */
export async function restoreData(options: BackupOptions): Promise<RestoreResult> {
  const settings = options.settings ?? loadSettings(options);
  const cwd = options.cwd ?? process.cwd();
  const named = resolve(cwd, options.data ?? settings.options.data);
  const file = resolve(cwd, options.file);
  checkFile(file);
  const state = stateOf(named, options.force ?? false);
  // A link to the folder stays a link.
  const folder = state === 'missing' ? named : realpathSync(named);
  const occupied = state === 'data' ? occupyFolder(folder) : undefined;
  const aside = join(folder, ASIDE);
  const before = state === 'data' ? newPlaceBeside(folder, `.before-restore-${timeStamp()}`) : undefined;
  try {
    await written(folder, async () => {
      await rm(aside, { recursive: true, force: true });
      await mkdir(aside, { recursive: true });
      await copyFile(file, join(aside, FILE), constants.COPYFILE_FICLONE);
    });
    const facts = examineCopy(join(aside, FILE), file);
    await reviveCopy(aside, Date.now());
    const removals = before === undefined ? undefined : removalsIn(folder);
    const returned = removals === undefined ? [] : carryOver(removals, aside, named);
    await written(folder, async () => {
      for (const name of await readdir(aside)) if (name !== FILE) await rm(join(aside, name), { recursive: true });
      for (const name of OF_THIS_MACHINE) await copyFile(join(folder, name), join(aside, name)).catch(unlessThere);
      await flushed(join(aside, FILE));
      occupied?.letGo();
      if (before === undefined) await rename(join(aside, FILE), join(folder, FILE));
      else await swapIn(folder, aside, before);
      await flushed(folder).catch(() => {}); // not every system can do that with a folder
    });
    // What is forgotten from now on is still in the file.
    await noteBackup(folder, { file, at: Date.now() }).catch(() => {});
    const isCarried = before === undefined || removals !== undefined;
    return { file, folder: named, ...facts, before, returned, isCarried };
  } finally {
    occupied?.letGo();
    await rm(aside, { recursive: true, force: true });
    // Wherever the data is now that was occupied.
    for (const place of [before, folder])
      if (occupied !== undefined && place !== undefined && holdsData(place)) leaveFolder(place);
    if (state === 'missing') await rmdir(folder).catch(() => {}); // it stays when there is something in it
  }
}

function checkFile(file: string): void {
  let isFile = false;
  try {
    isFile = statSync(file).isFile();
  } catch (error) {
    throw unreadableFile(file, error);
  }
  if (!isFile) throw new DocentError('DOC_FILE', `${file} is not a file, so no backup`);
  // A log beside it holds what the file itself does not yet.
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new DocentError('DOC_USAGE', `${file} is a database in use, not a backup; make one with "docent backup"`);
}

function stateOf(folder: string, force: boolean): 'missing' | 'empty' | 'data' {
  const stat = standingAt(folder, true);
  if (stat === undefined) return 'missing';
  if (!stat.isDirectory()) throw new DocentError('DOC_USAGE', `${folder} is not a folder`);
  if (readdirSync(folder).every((name) => name === ASIDE)) return 'empty';
  if (!holdsData(folder))
    throw new DocentError('DOC_USAGE', `${folder} is not empty and holds no data of docent; name another with --data`);
  if (!force)
    throw new DocentError(
      'DOC_USAGE',
      `${folder} holds data; --force puts the backup in its place and keeps it as ${basename(folder)}.before-restore-<time>`,
    );
  return 'data';
}

/** Nothing was exported yet. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

function timeStamp(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '');
}
