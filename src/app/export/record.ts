// Which exports were made of a data folder, so that removing a page can name where else its text lies (C5).
import { join } from 'node:path';
import { type ExportFormat, exportFormats } from '../../core/export-formats.ts';
import { replaceFile, withFileLock } from '../../core/file-lock.ts';
import { PRIVATE_FILE } from '../../core/make-folder.ts';
import { recordsIn } from '../server/secret-records.ts';

export interface ExportRecord {
  /** The folder or file, as a whole path. */
  readonly out: string;
  readonly format: ExportFormat;
  /** When it was last made. */
  readonly at: number;
  /** The providers of its pages. */
  readonly providers: readonly string[];
  /** The number of pages. */
  readonly pages: number;
}

/** The file in a data folder that holds them. */
export const EXPORTS_FILE = 'exports.json';

/** The exports made of a data folder, the oldest first; each place once. Throws DOC_STORE when the list cannot be read. */
export function exportsOf(folder: string): readonly ExportRecord[] {
  return recordsIn(join(folder, EXPORTS_FILE), isRecord, 'exports');
}

/**
 * Notes an export in place of an earlier one at the same place; of several at once each is noted. Throws DOC_STORE when the
 * list cannot be read, DOC_FILE when it cannot be written.
 */
export function noteExport(folder: string, record: ExportRecord): Promise<void> {
  return changeRecords(join(folder, EXPORTS_FILE), () => [
    ...exportsOf(folder).filter(({ out }) => out !== record.out),
    record,
  ]);
}

/** Writes records while no other process does. Throws what `change` throws, and DOC_FILE. */
export function changeRecords(path: string, change: () => readonly unknown[]): Promise<void> {
  return withFileLock(path, async () => replaceFile(path, `${JSON.stringify(change(), null, 2)}\n`, PRIVATE_FILE));
}

function isRecord(one: unknown): one is ExportRecord {
  if (typeof one !== 'object' || one === null) return false;
  const { out, format, at, providers, pages } = one as Partial<Record<keyof ExportRecord, unknown>>;
  const isText = (value: unknown): boolean => typeof value === 'string';
  return (
    isText(out) &&
    exportFormats.includes(format as ExportFormat) &&
    [at, pages].every(Number.isFinite) &&
    Array.isArray(providers) &&
    providers.every(isText)
  );
}
