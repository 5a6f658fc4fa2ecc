// C4: a backup of the folder that a server serves, at a place that no caller names.
import { basename, dirname, join, resolve } from 'node:path';
import { type BackupResult, backupData } from '../../backup/backup.ts';
import { type ReadPlace, storeOf } from '../reads/read-place.ts';

export const backupWorks = {
  /** Copies the data into a new file of the folder for backups; undefined where there is none yet. Rejects as `backupData`. */
  async backup(place: ReadPlace): Promise<BackupResult | undefined> {
    if (!storeOf(place).exists()) return undefined;
    return backupData({ settings: place.settings, file: join(backupFolder(place), newName(new Date())) });
  },
};

/** Where the backups of a server are. */
export function backupFolder({ settings, folder }: Pick<ReadPlace, 'settings' | 'folder'>): string {
  const { backup_folder: configured } = settings.options;
  return configured === undefined ? join(dirname(folder), `${basename(folder)}-backups`) : resolve(configured);
}

function newName(now: Date): string {
  return `docent-${now.toISOString().replace(/[-:.]/g, '')}.sqlite`;
}
