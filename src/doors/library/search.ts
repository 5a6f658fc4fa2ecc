// Searching a data folder, from a program.
import type { ReaderOptions } from '../../app/read/reading.ts';
import {
  type Answer,
  type AnswerOptions,
  type Search,
  type SearchAnswer,
  type SearchMeans,
  type SearchOptions,
  searchIn,
} from '../../app/search/search.ts';
import { libraryPlace } from './place.ts';

export interface OpenSearchOptions extends ReaderOptions, SearchMeans {}

/**
 * Opens a data folder for searching. Its acts reject with DOC_STORE where nothing was crawled into it yet.
 *
 * @example
 * ```js
 * import { openSearch } from 'docent/search';
 *
 * const docs = openSearch({ data: '.docent' });
 * const { results } = await docs.search('how large is a pool', { limit: 1 });
 * for (const { title, url, quotation } of results) console.log(title, url, quotation.text);
 * // → Connection pools https://docs.example.com/guide/pool#size A pool holds at most ten connections.
 * await docs.close();
 * ```
 */
export function openSearch(options: OpenSearchOptions = {}): Search {
  return searchIn(libraryPlace(options), options);
}

/** One search in a data folder, which is opened and closed for it: `openSearch` is for more. Rejects as `openSearch` and its `search` do. */
export async function search(query: string, options: SearchOptions & OpenSearchOptions = {}): Promise<SearchAnswer> {
  const opened = openSearch(options);
  try {
    return await opened.search(query, options);
  } finally {
    await opened.close();
  }
}

/**
 * One answer from a data folder, which is opened and closed for it: `openSearch` is for more. Rejects as `openSearch` and its `answer` do.
 *
 * @example
 * ```js
 * import { answer } from 'docent/search';
 *
 * const { passages } = await answer('how large is a pool?', { data: '.docent', maxTokens: 500 });
 * for (const { url, text } of passages) console.log(url, text);
 * // → https://docs.example.com/guide/pool#size A pool holds at most ten connections.
 * // → https://docs.example.com/guide/ Begin with the connection pool.
 * ```
 */
export async function answer(question: string, options: AnswerOptions & OpenSearchOptions = {}): Promise<Answer> {
  const opened = openSearch(options);
  try {
    return await opened.answer(question, options);
  } finally {
    await opened.close();
  }
}
