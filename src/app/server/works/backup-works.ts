// C4: a backup of the folder that a server serves, at a place that no caller names.
import { readdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DocentError } from '../../../core/errors.ts';
import type { StoreHealth } from '../../../store/port.ts';
import { type BackupResult, backupStore } from '../../backup/backup.ts';
import { backupFolder } from '../own-files.ts';
import type { ReadPlace } from '../reads/read-place.ts';

export const backupWorks = {
  /** Copies the data into a new file of the folder for backups. Rejects as `backupStore`, with DOC_STORE_FULL also where too little space would be left. */
  async backup(place: ReadPlace): Promise<BackupEnd> {
    if ((await place.store.identity()) === undefined) return { kind: 'nothing' };
    const folder = backupFolder(place.settings);
    const there = namesIn(folder).filter((name) => NAME.test(name)).length;
    if (there >= MOST_BACKUPS) return { kind: 'many', folder, there };
    refuseLarge(folder, await place.store.health());
    const made = await backupStore(place, { file: join(folder, newName(new Date())) });
    return { kind: 'made', made };
  },
};

/** What became of a backup: there is nothing to copy, or the folder holds as many as are kept. */
export type BackupEnd =
  | { readonly kind: 'made'; readonly made: BackupResult }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'many'; readonly folder: string; readonly there: number };

/** Callers make them, the operator removes them: nothing here does, or a caller could replace all good ones. */
const MOST_BACKUPS = 30;
const NAME = /^docent-\d{8}T\d{9}Z\.sqlite$/;

function newName(now: Date): string {
  return `docent-${now.toISOString().replace(/[-:.]/g, '')}.sqlite`;
}

/** A crawl that goes on needs as much again, at most. */
function refuseLarge(into: string, { bytes }: StoreHealth): void {
  const free = freeIn(into);
  if (free !== undefined && free < 2 * bytes)
    throw new DocentError(
      'DOC_STORE_FULL',
      `no space is left for a backup in ${into}: it needs ${megabytes(bytes)} and as much again has to stay free; ${megabytes(free)} are`,
    );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Of the folder, or of the one that it would be made in. */
function freeIn(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    const above = dirname(folder);
    return above === folder ? undefined : freeIn(above);
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
