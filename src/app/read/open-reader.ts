// The library's reader, opened by its first act.
import { resolve } from 'node:path';
import type { LedgerReader } from '../../frontier/port.ts';
import { loadSettings, withData } from '../../settings.ts';
import { checkCrawled, openPlace } from '../place.ts';
import { type ReaderOptions, type Reading, readingOf } from './reading.ts';

/**
 * Opens a data folder for reading, also while a crawl writes into it. Its acts reject with DOC_STORE where nothing was crawled into it yet.
 *
 * @example
 * ```js
 * import { openReader } from 'docent';
 *
 * const reader = openReader({ data: '.docent' });
 * for (const { url, by } of await reader.list({ state: 'indexed', limit: 100 })) console.log(url, by);
 * // → https://docs.example.com/guide/ http:200
 * // → https://docs.example.com/guide/pool http:200
 * const [record] = await reader.why('https://docs.example.com/guide/pool');
 * console.log(record.state, record.page.title); // → indexed Connection pools
 * await reader.close();
 * ```
 */
export function openReader(options: ReaderOptions = {}): Reading {
  const settings = options.settings ?? loadSettings(options);
  const folder = resolve(options.cwd ?? process.cwd(), options.data ?? settings.options.data);
  const place = openPlace(withData(settings, folder));
  const open = async (): Promise<LedgerReader> => {
    await checkCrawled(place.store);
    return place.store.openReader({ checked: true });
  };
  return readingOf(open, place);
}
