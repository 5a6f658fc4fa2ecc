import { shownData } from '../../core/url/shown-url.ts';
import type { Store } from '../../store/port.ts';
import type { FetchCounts, FetchFilter, MadeFetch } from '../../watch/port-fetches.ts';
import { noCrawlOf } from '../read/no-crawl.ts';
import { withWatch } from '../with-watch.ts';

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

/** Requests for pages; none where nothing was crawled yet. Throws DOC_STORE for a folder that cannot be read. */
export async function fetchList(store: Store, { limit, after, ...filter }: FetchQuestion): Promise<FetchList> {
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

/** The same. Throws DOC_USAGE for a provider without a crawl. */
export async function readFetches(store: Store, question: FetchQuestion): Promise<FetchList> {
  const { provider } = question;
  const known = await withWatch(store, ({ reader }) => reader.providers());
  if (provider !== undefined && !known.includes(provider)) throw noCrawlOf(provider, known, store.name);
  return fetchList(store, question);
}
