// Backup of a store into one file while a crawl runs, and the way back (C4).
import { statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { flushed } from '../../core/flushed.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import type { CopyFacts } from '../../store/port-backup.ts';
import { draftName, releaseDraft, sweepDrafts } from '../export/draft-name.ts';
import { filePlace, liesIn, statsAt, written } from '../export/file.ts';
import { type Place, placeFolders } from '../place.ts';

/** The file of a backup. */
export interface BackupCall {
  readonly file: string;
  /** Write over a file that is there. */
  readonly force?: boolean | undefined;
}

export interface BackupResult extends CopyFacts {
  readonly file: string;
  readonly folder: string;
  readonly bytes: number;
  readonly tookMs: number;
  /** False where the folder could not be written, so that `forget` will not know of this file. */
  readonly noted: boolean;
}

/**
 * Copies a store into one file, also while a crawl writes into it; the file is put in its place only when all of it
 * was looked through and is on the disk. Throws DOC_STORE when there is nothing to back up, DOC_STORE_DAMAGED, DOC_STORE_FULL when there is no
 * space, DOC_USAGE for a place that is taken or inside docent's own folders, DOC_FILE for one that cannot be written.
 */
export async function backupStore(place: Place, call: BackupCall): Promise<BackupResult> {
  const began = performance.now();
  const { store } = place;
  const file = filePlace(resolve(call.file));
  checkPlace(file, placeFolders(place), call.force ?? false);
  const backup = await store.openBackup();
  const draft = draftName(file);
  try {
    await written(file, async () => {
      makeFolder(dirname(file), PRIVATE_FOLDER);
      await sweepDrafts(dirname(file));
      // Made here, so that a place that cannot be written is reported as such.
      await (await open(draft, 'wx', PRIVATE_FILE)).close();
    });
    const facts = await backup.copyTo(draft);
    // Noted first, as exports are; but a full disk is what a backup is for.
    const copies = await store.openCopies();
    const noted = await copies.noteBackup({ file, at: Date.now() }).catch(() => false);
    await written(file, async () => {
      await flushed(draft);
      await rename(draft, file);
      await flushed(dirname(file)).catch(() => {}); // not every system can do that with a folder
    });
    return { file, folder: store.name, ...facts, bytes: statSync(file).size, tookMs: performance.now() - began, noted };
  } finally {
    releaseDraft(draft);
    await rm(draft, { force: true });
  }
}

function checkPlace(file: string, own: readonly string[], force: boolean): void {
  if (own.some((folder) => liesIn(file, folder)))
    throw new DocentError('DOC_USAGE', `${file} lies in the folder that is backed up; name another place`);
  if (statsAt(file) !== undefined && !force)
    throw new DocentError('DOC_USAGE', `${file} is there already; --force writes over it`);
}
