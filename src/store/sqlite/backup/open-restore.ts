// Puts a backup into a data folder, step by step, all of it in one place for the store (C4).
import { statSync } from 'node:fs';
import { chmod, constants, copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushed } from '../../../core/flushed.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../../core/make-folder.ts';
import type { Restore } from '../../port-backup.ts';
import { LISTS_BESIDE } from '../beside.ts';
import { writeOnce } from '../connection.ts';
import { FILE } from '../folder.ts';
import { putCopies } from '../forget/copy-rows.ts';
import { DOORBELL } from '../neighbours/door.ts';
import { examineCopy } from './backup.ts';
import { carryRemovals } from './carry.ts';
import { occupyFolder, reviveCopy } from './restore.ts';
import { ASIDE, settleSwap, swapData, unsettledData } from './swap.ts';

/** The restore of a folder's store; opens nothing yet. */
export function openRestore(folder: string): Restore {
  const aside = join(folder, ASIDE);
  return {
    besides: [ASIDE, DOORBELL, ...LISTS_BESIDE],
    // A log beside the file holds data that the file does not yet.
    isInUse: async (file) => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0,
    occupy: async () => occupyFolder(folder),
    async stage(file) {
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
    settle: (time) => settleSwap(folder, time),
    unsettled: async () => unsettledData(folder),
  };
}
