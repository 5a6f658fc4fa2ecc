// Which backups were made of a data folder, so that forgetting a page can name where else its text lies (C5).
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changeRecords } from '../export/record.ts';
import { recordsIn } from '../server/secret-records.ts';

export interface BackupRecord {
  /** The file, as a whole path. */
  readonly file: string;
  /** When it was last made, or restored from. */
  readonly at: number;
}

/** The file in a data folder that holds them. */
export const BACKUPS_FILE = 'backups.json';

/**
 * The backups of a data folder, the oldest first; each place once. Left out are those that were deleted. Throws
 * DOC_STORE when the list cannot be read.
 */
export function backupsOf(folder: string): readonly BackupRecord[] {
  const records = recordsIn(join(folder, BACKUPS_FILE), isRecord, 'backups');
  return records.filter(({ file }) => mayBeThere(file));
}

/** Whether what was written to a path may still be there: a disk that is not there now may come back. */
export function mayBeThere(path: string): boolean {
  return existsSync(path) || !existsSync(dirname(path));
}

/** Notes a backup in place of an earlier one at the same place. Throws DOC_STORE or DOC_FILE when that is not possible. */
export function noteBackup(folder: string, record: BackupRecord): Promise<void> {
  return changeRecords(join(folder, BACKUPS_FILE), () => [
    ...backupsOf(folder).filter(({ file }) => file !== record.file),
    record,
  ]);
}

function isRecord(one: unknown): one is BackupRecord {
  if (typeof one !== 'object' || one === null) return false;
  const { file, at } = one as Partial<Record<keyof BackupRecord, unknown>>;
  return typeof file === 'string' && Number.isFinite(at);
}
