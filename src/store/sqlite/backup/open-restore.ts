// Puts a backup into a data folder, step by step, all of it in one place for the store (C4).
import { existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { chmod, constants, copyFile, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DocentError } from '../../../core/errors.ts';
import { flushed } from '../../../core/flushed.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../../core/make-folder.ts';
import { unwritable } from '../../../core/unwritable.ts';
import type { Restore } from '../../port-backup.ts';
import { LISTS_BESIDE } from '../beside.ts';
import { writeOnce } from '../connection.ts';
import { FILE, holdsData } from '../folder.ts';
import { putCopies } from '../forget/copy-rows.ts';
import { DOORBELL } from '../neighbours/door.ts';
import { examineCopy } from './backup.ts';
import { carryRemovals } from './carry.ts';
import { occupyFolder, reviveCopy } from './restore.ts';
import { ASIDE, settleSwap, swapData, unsettledData } from './swap.ts';

/** The restore of a folder's store; opens nothing yet. */
export function openRestore(named: string): Restore {
  // A link to the folder stays a link.
  const folder = statOf(named)?.isDirectory() ? realpathSync(named) : named;
  const aside = join(folder, ASIDE);
  let isMade = false;
  return {
    state: async (others) => stateOf(named, others),
    // A log beside the file holds data that the file does not yet.
    isInUse: async (file) => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0,
    occupy: async () => occupyFolder(folder),
    async stage(file) {
      isMade = !existsSync(folder);
      makeFolder(aside, PRIVATE_FOLDER);
      await copyFile(file, join(aside, FILE), constants.COPYFILE_FICLONE);
      // Whoever may read what it replaces may read it, not whoever could read the backup.
      const before = statSync(join(folder, FILE), { throwIfNoEntry: false });
      await chmod(join(aside, FILE), before === undefined ? PRIVATE_FILE : before.mode & 0o777);
    },
    async prepare(name, now) {
      const facts = examineCopy(join(aside, FILE), name);
      await reviveCopy(aside, now);
      writeOnce(aside, (db) => putCopies(db, { exports: [], backups: [{ file: name, at: now }] }));
      return facts;
    },
    carry: async (removals) => carryRemovals(aside, removals),
    async swap(occupied) {
      for (const name of await readdir(aside)) if (name !== FILE) await rm(join(aside, name), { recursive: true });
      await flushed(join(aside, FILE));
      // Windows cannot replace a file that is open.
      if (process.platform === 'win32') await occupied?.leave();
      await swapData(folder);
    },
    async settle(time) {
      const place = await settleSwap(folder, time);
      if (isMade) await rmdir(folder).catch(() => {}); // it stays when there is something in it
      return place;
    },
    unsettled: async () => unsettledData(folder),
  };
}

/** Names in a folder that are none of its data: where a restore works, how processes find each other, lists that wait for the first crawl. */
const NO_DATA: readonly string[] = [ASIDE, DOORBELL, ...LISTS_BESIDE];

function stateOf(folder: string, others: readonly string[]): 'data' | 'nothing' {
  const stat = statOf(folder);
  if (stat === undefined) return 'nothing';
  if (!stat.isDirectory()) throw new DocentError('DOC_USAGE', `${folder} is not a folder`);
  if (readdirSync(folder).every((name) => NO_DATA.includes(name) || others.includes(name))) return 'nothing';
  if (holdsData(folder)) return 'data';
  throw new DocentError('DOC_USAGE', `${folder} is not empty and holds no data of docent; name another with --data`);
}

/** Undefined where there is nothing. Throws DOC_FILE for a path that cannot be looked at. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unwritable(path, error);
  }
}
