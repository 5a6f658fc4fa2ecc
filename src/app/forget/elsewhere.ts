// C5: where else a text that is forgotten may still lie: exports, and copies of the data folder.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Forgetting } from '../../forget/port.ts';
import type { BackupRecord, Copies, ExportRecord } from '../../forget/port-copies.ts';

export interface Elsewhere {
  /** Exports with pages of these providers that were not deleted since; of all, where their providers are not known. */
  readonly exports: readonly ExportRecord[];
  /** Copies that docent itself has put beside the data, before an update or a restore, and its backups. */
  readonly copiesOfData: readonly string[];
}

/** Looks for them; nothing is removed. Throws DOC_STORE when the lists of exports and backups cannot be read. */
export async function elsewhere(
  copies: Copies,
  providers: readonly string[],
  forgetting: Pick<Forgetting, 'copiesBeside'>,
): Promise<Elsewhere> {
  const isOf = ({ providers: others }: ExportRecord): boolean =>
    providers.length === 0 || others.some((other) => providers.includes(other));
  const exports = await copies.exports();
  const backups = await knownBackups(copies);
  return {
    exports: exports.filter((one) => isOf(one) && mayBeThere(one.out)),
    copiesOfData: [...(await forgetting.copiesBeside()), ...backups.map(({ file }) => file)],
  };
}

/** The backups that may still be there, the oldest first. Throws DOC_STORE when the list cannot be read. */
export async function knownBackups(copies: Copies): Promise<readonly BackupRecord[]> {
  return (await copies.backups()).filter(({ file }) => mayBeThere(file));
}

/** Whether what was written to a path may still be there: a disk that is not there now may come back. */
function mayBeThere(path: string): boolean {
  return existsSync(path) || !existsSync(dirname(path));
}
