// Exporting from a program.
import { resolve } from 'node:path';
import { type ExportCall, type ExportRecord, type ExportResult, exportStored } from '../../app/export/export.ts';
import { checkCrawled } from '../../app/place.ts';
import type { ReaderOptions } from '../../app/read/reading.ts';
import { libraryPlace } from './place.ts';

export interface ExportOptions extends ReaderOptions, ExportCall {}

/**
 * Exports stored pages as far as their retention, then and today, allows. Rejects with DOC_STORE where nothing was crawled yet and for
 * data that cannot be read, DOC_USAGE for an unknown provider and for a place that is taken, DOC_FILE for one that cannot be written.
 */
export async function exportPages(options: ExportOptions): Promise<ExportResult> {
  const place = libraryPlace(options);
  await checkCrawled(place.store);
  return exportStored(place, { ...options, out: resolve(options.cwd ?? process.cwd(), options.out) });
}

/** The exports that were made of a data folder, the oldest first; each place once. Rejects with DOC_STORE for data that cannot be read. */
export async function exportsOf(options: ReaderOptions = {}): Promise<readonly ExportRecord[]> {
  return (await libraryPlace(options).store.openCopies()).exports();
}
