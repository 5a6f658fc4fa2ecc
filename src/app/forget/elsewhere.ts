// C5: where else a text that is forgotten may still lie: exports, and copies of the data folder.
import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unsettledData } from '../../store/sqlite/backup-swap.ts';
import { backupsOf, mayBeThere } from '../backup/record.ts';
import { type ExportRecord, exportsOf } from '../export/record.ts';

export interface Elsewhere {
  /** Exports with pages of these providers that were not deleted since; of all, where it is not known whose they were. */
  readonly exports: readonly ExportRecord[];
  /** Copies that docent itself has put beside the data, before an update or a restore, and its backups. */
  readonly copiesOfData: readonly string[];
}

/** Looks for them; nothing is removed. Throws DOC_STORE when the list of exports or of backups cannot be read. */
export function elsewhere(folder: string, providers: readonly string[]): Elsewhere {
  const isOf = ({ providers: others }: ExportRecord): boolean =>
    providers.length === 0 || others.some((other) => providers.includes(other));
  // A restore puts the old data beside the folder itself, not beside a link to it.
  const real = realpathSync(folder);
  return {
    exports: exportsOf(folder).filter((one) => isOf(one) && mayBeThere(one.out)),
    copiesOfData: [
      ...namesIn(folder)
        .filter((name) => /^before-version-\d+\.sqlite$/.test(name))
        .map((name) => join(folder, name)),
      ...namesIn(dirname(real))
        .filter((name) => name.startsWith(`${basename(real)}.before-restore-`))
        .map((name) => join(dirname(real), name)),
      ...[unsettledData(real)].filter((place) => place !== undefined),
      ...backupsOf(folder).map(({ file }) => file),
    ],
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    // Whoever may not list the folder above learns of no copies there.
    return [];
  }
}
