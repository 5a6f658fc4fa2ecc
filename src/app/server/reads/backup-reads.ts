// Reads of backups that were made.
import { statSync } from 'node:fs';
import type { BackupRecord } from '../../../forget/port-copies.ts';
import { knownBackups } from '../../forget/elsewhere.ts';
import { backupFolder } from '../own-files.ts';
import type { ReadPlace } from './read-place.ts';

/** A backup, and its size where it can be reached now. */
export interface KnownBackup extends BackupRecord {
  readonly bytes?: number | undefined;
}

export const backupReads = {
  /** Where the server writes backups, and those of the folder that may still be there, the latest first. */
  async backups(place: ReadPlace): Promise<{ readonly folder: string; readonly backups: readonly KnownBackup[] }> {
    const known = await knownBackups(await place.store.openCopies());
    const backups = known
      .map((one) => ({ ...one, bytes: statSync(one.file, { throwIfNoEntry: false })?.size }))
      .toSorted((one, other) => other.at - one.at);
    return { folder: backupFolder(place.settings), backups };
  },
};
