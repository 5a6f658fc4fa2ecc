// C5: where else a text that is forgotten may still lie: exports, and copies of the data folder.
import type { Forgetting } from '../../forget/port.ts';
import { backupsOf, mayBeThere } from '../backup/record.ts';
import { type ExportRecord, exportsOf } from '../export/record.ts';

export interface Elsewhere {
  /** Exports with pages of these providers that were not deleted since; of all, where their providers are not known. */
  readonly exports: readonly ExportRecord[];
  /** Copies that docent itself has put beside the data, before an update or a restore, and its backups. */
  readonly copiesOfData: readonly string[];
}

/** Looks for them; nothing is removed. Throws DOC_STORE when the list of exports or of backups cannot be read. */
export async function elsewhere(
  folder: string,
  providers: readonly string[],
  forgetting: Pick<Forgetting, 'copiesBeside'>,
): Promise<Elsewhere> {
  const isOf = ({ providers: others }: ExportRecord): boolean =>
    providers.length === 0 || others.some((other) => providers.includes(other));
  return {
    exports: exportsOf(folder).filter((one) => isOf(one) && mayBeThere(one.out)),
    copiesOfData: [...(await forgetting.copiesBeside()), ...backupsOf(folder).map(({ file }) => file)],
  };
}
