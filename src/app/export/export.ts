// Writes what is stored out of a store: Markdown files, chunks as JSON lines, llms.txt, llms-full.txt (C6).

import { resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { type ExportFormat, exportFormats } from '../../core/export-formats.ts';
import { suggest } from '../../core/suggest.ts';
import { providerIdOf } from '../crawl/targets.ts';
import { type Place, placeFolders } from '../place.ts';
import { filePlace, liesIn, statsAt } from './file.ts';
import { checkFolder } from './folder.ts';
import { createWriter, type HoldReason } from './writer.ts';

/** What is exported, and where to. */
export interface ExportCall {
  readonly format: ExportFormat;
  /** A folder for `markdown`, a file for the others. */
  readonly out: string;
  /** Only these providers: ids, or URLs they were crawled by. */
  readonly provider?: readonly string[] | undefined;
  /** Only pages with one of these in their address. */
  readonly path?: readonly string[] | undefined;
  /** Replace an earlier export. Files that docent did not write, or that were changed since, stay. */
  readonly force?: boolean | undefined;
}

export type { ExportFormat } from '../../core/export-formats.ts';
export type { ExportRecord } from '../../forget/port-copies.ts';
export type { HoldReason } from './writer.ts';

export interface ExportResult {
  readonly format: ExportFormat;
  readonly out: string;
  readonly providers: readonly string[];
  /** Pages in it. */
  readonly pages: number;
  /** Files, chunks or links, as the format has them. */
  readonly items: number;
  readonly bytes: number;
  /** Pages of which only the beginnings of chunks are in it. */
  readonly previews: number;
  /** Pages held back; from `llms` only their descriptions are, from `jsonl` for `terms` and `retain` all but the beginnings of chunks. */
  readonly heldBack: Readonly<Record<HoldReason, number>>;
  /** Removed files of the last export: their pages are not stored any more. */
  readonly removed: number;
  /** Files in the way that are not as docent wrote them, left as they are. */
  readonly kept: number;
  /** False where the data folder cannot be written, so that `forget` will not know of this export. */
  readonly noted: boolean;
}

const NOTHING = { items: 0, bytes: 0, removed: 0, kept: 0, noted: true } as const;

/**
 * Exports stored pages as far as their retention, then and today, allows. Throws DOC_STORE for data that cannot be read, DOC_USAGE for an
 * unknown provider and for a place that is taken, DOC_FILE for one that cannot be written.
 */
export async function exportStored(place: Place, call: ExportCall): Promise<ExportResult> {
  const { settings, store } = place;
  const { format, force = false } = call;
  const out = resolve(call.out);
  checkPlace(out, placeFolders(place), format, force);
  const chosen = call.provider?.map((word) => providerIdOf(word, settings, 'operator')) ?? [];
  const stored = await store.openPages({ providers: chosen, paths: call.path });
  const writer = createWriter(out, format, settings);
  try {
    checkProviders(chosen, await stored.known(), store.name);
    const isNew = statsAt(out) === undefined;
    const providers = await stored.providers();
    const names = providers.map(({ provider }) => provider);
    await writer.begin();
    for (const provider of providers) await writer.add(provider, stored);
    const { pages } = writer.counts;
    if (isNew && pages === 0) return { format, out, providers: names, ...writer.counts, ...NOTHING };
    // Noted first: `forget` knows of every export.
    const record = { out, format, at: Date.now(), providers: names, pages };
    const noted = await (await store.openCopies()).noteExport(record);
    return { format, out, providers: names, ...writer.counts, ...(await writer.finish()), noted };
  } finally {
    await stored.close();
    await writer.discard();
  }
}

function checkPlace(out: string, own: readonly string[], format: ExportFormat, force: boolean): void {
  if (!exportFormats.includes(format))
    throw new DocentError('DOC_USAGE', `"${format}" is no format; there are ${exportFormats.join(', ')}`);
  if (own.some((folder) => liesIn(out, folder)))
    throw new DocentError('DOC_USAGE', `${out} lies in the data folder; export to another place`);
  if (format === 'markdown') return checkFolder(out, force);
  if (statsAt(out)?.isDirectory())
    throw new DocentError('DOC_USAGE', `${out} is a folder, and --format ${format} writes a file`);
  if (statsAt(filePlace(out)) !== undefined && !force)
    throw new DocentError('DOC_USAGE', `${out} is there already; --force writes over it`);
}

function checkProviders(chosen: readonly string[], known: readonly string[], name: string): void {
  const unknown = chosen.find((one) => !known.includes(one));
  if (unknown === undefined) return;
  const nearest = suggest(unknown, known);
  const hint = nearest === undefined ? `known are ${known.join(', ') || 'none'}` : `did you mean "${nearest}"?`;
  throw new DocentError('DOC_USAGE', `there is no crawl of "${unknown}" in ${name}; ${hint}`);
}
