// Requests for pages as lists show them: a part of them with the counts of all that fit.
import { resolve } from 'node:path';
import { shownData } from '../../core/url/shown-url.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import type { FetchCounts, FetchFilter, MadeFetch } from '../../watch/port-fetches.ts';
import { storeIn, withWatch } from '../data-store.ts';
import { checkCrawled } from '../place.ts';
import { noCrawlOf } from '../read/no-crawl.ts';

export type { FetchCounts, FetchFilter, MadeFetch } from '../../watch/port-fetches.ts';

/** Which part of the list is read. */
export interface FetchQuestion extends FetchFilter {
  readonly limit: number;
  /** Where the list goes on: `next` of the part before. */
  readonly after?: string | undefined;
}

export interface FetchList {
  /** The latest first. */
  readonly fetches: readonly MadeFetch[];
  /** How many fit. */
  readonly total: number;
  /** Of all that fit, whatever they brought. */
  readonly counts: FetchCounts;
  /** Undefined on the last part. */
  readonly next?: string | undefined;
}

const NONE: FetchCounts = {
  fetched: 0,
  results: { changed: 0, unchanged: 0, failed: 0, other: 0 },
  statuses: { '2xx': 0, '304': 0, '4xx': 0, '5xx': 0, other: 0 },
};

/** Requests for pages; none where nothing was crawled yet. Throws DOC_STORE for a folder that cannot be read. */
export async function fetchList(store: Store, { limit, after, ...filter }: FetchQuestion): Promise<FetchList> {
  if (!store.exists()) return { fetches: [], total: 0, counts: NONE };
  return withWatch(store, async ({ reader }) => {
    const found = await reader.fetches({ ...filter, limit: limit + 1, after });
    const fetches = found.slice(0, limit);
    const { result, ...others } = filter;
    const counts = await reader.fetchCounts(others);
    return {
      fetches: shownData(fetches),
      total: result === undefined ? counts.fetched : counts.results[result],
      counts,
      next: found.length > limit ? fetches.at(-1)?.cursor : undefined,
    };
  });
}

/** The same of the folder that the settings name. Throws DOC_STORE where nothing was crawled yet, DOC_USAGE for a provider without a crawl. */
export async function readFetches(settings: Settings, question: FetchQuestion): Promise<FetchList> {
  const folder = resolve(settings.options.data);
  const store = storeIn(folder, settings.options.store);
  await checkCrawled(store);
  const { provider } = question;
  const known = await withWatch(store, ({ reader }) => reader.providers());
  if (provider !== undefined && !known.includes(provider)) throw noCrawlOf(provider, known, folder);
  return fetchList(store, question);
}
