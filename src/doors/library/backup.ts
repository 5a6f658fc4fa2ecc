// Backup and restore from a program.
import { resolve } from 'node:path';
import { type BackupCall, type BackupResult, backupStore } from '../../app/backup/backup.ts';
import { type RestoreResult, restoreStore } from '../../app/backup/restore.ts';
import type { ReaderOptions } from '../../app/read/reading.ts';
import { libraryPlace } from './place.ts';

export interface BackupOptions extends ReaderOptions, BackupCall {}

/**
 * Copies a data folder into one file, also while a crawl writes into it; the file is put in its place only when all of it was looked
 * through and is on the disk. Rejects with DOC_STORE when there is nothing to back up, DOC_STORE_DAMAGED, DOC_STORE_FULL when there is no
 * space, DOC_USAGE for a place that is taken or inside the folder, DOC_FILE for one that cannot be written.
 */
export async function backupData(options: BackupOptions): Promise<BackupResult> {
  return backupStore(libraryPlace(options), callOf(options));
}

/**
 * Puts a backup into a data folder, ready for the next crawl to go on. Receipts, requests, the blocklist and the lists of exports and
 * backups of the data it replaces stay. Rejects with DOC_FILE or DOC_STORE for a file that is no whole backup, DOC_STORE_VERSION for a
 * newer one, DOC_STORE_BUSY for a folder that is crawled into or has a server, DOC_USAGE for one that holds something; with `force` a data
 * folder is moved aside, any other is refused all the same.
 */
export async function restoreData(options: BackupOptions): Promise<RestoreResult> {
  return restoreStore(libraryPlace(options).store, callOf(options));
}

function callOf({ cwd = process.cwd(), file, force }: BackupOptions): BackupCall {
  return { file: resolve(cwd, file), force };
}
