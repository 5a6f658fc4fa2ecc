// The library's reader: opened at once, so that a folder without a crawl is an error of the call itself.
import { resolve } from 'node:path';
import { loadSettings } from '../../settings.ts';
import { openAtOnce } from '../../store/open-at-once.ts';
import { storeSettings } from '../data-store.ts';
import { type ReaderOptions, type Reading, readingOf } from './reading.ts';

/**
 * Opens a data folder for reading, also while a crawl writes into it. Throws DOC_STORE when nothing was crawled into it yet.
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
  const data = options.data ?? settings.options.data;
  const folder = resolve(options.cwd ?? process.cwd(), data);
  const reader = openAtOnce(storeSettings(folder, settings.options.store)).openReader({ checked: true });
  return readingOf(reader, { ...settings, options: { ...settings.options, data } }, folder);
}
