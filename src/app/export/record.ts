// Which exports were made of a data folder, so that whoever removes a page knows where else its text lies (C5).
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocentError } from '../../core/errors.ts';

export const exportFormats = ['markdown', 'jsonl', 'llms', 'llms-full'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportRecord {
  /** The folder or file, as a whole path. */
  readonly out: string;
  readonly format: ExportFormat;
  /** When it was last made. */
  readonly at: number;
  /** Whose pages are in it. */
  readonly providers: readonly string[];
  /** So many pages. */
  readonly pages: number;
}

/** The file in a data folder that holds them. */
export const EXPORTS_FILE = 'exports.json';

/** The exports made of a data folder, the oldest first; each place once. Throws DOC_STORE when the list cannot be read. */
export function exportsOf(folder: string): readonly ExportRecord[] {
  const path = join(folder, EXPORTS_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DocentError('DOC_STORE', `cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
  const records = parsed(text);
  if (records === undefined)
    throw new DocentError('DOC_STORE', `${path} is damaged: it should list the exports of this folder`);
  return records;
}

/** Notes an export in place of an earlier one at the same place. Throws DOC_STORE when that is not possible. */
export function noteExport(folder: string, record: ExportRecord): void {
  const others = exportsOf(folder).filter(({ out }) => out !== record.out);
  const path = join(folder, EXPORTS_FILE);
  try {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify([...others, record], null, 2)}\n`, { flush: true });
    renameSync(draft, path);
  } catch (error) {
    throw new DocentError('DOC_STORE', `cannot write ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function parsed(text: string): readonly ExportRecord[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isRecord) ? list : undefined;
  } catch {
    return undefined;
  }
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
