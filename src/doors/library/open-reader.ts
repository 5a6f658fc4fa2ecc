// The library's reader, opened by its first act.
import { checkCrawled } from '../../app/place.ts';
import { type ReaderOptions, type Reading, readingOf } from '../../app/read/reading.ts';
import { libraryPlace } from './place.ts';

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
  const place = libraryPlace(options);
  return readingOf(async () => {
    await checkCrawled(place.store);
    return place.store.openReader({ checked: true });
  }, place);
}
