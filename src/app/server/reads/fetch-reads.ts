// Reads of requests for pages.

import { type FetchList, type FetchQuestion, fetchList } from '../../watch/fetch-list.ts';
import { withWatch } from '../../with-watch.ts';
import type { ReadPlace } from './read-place.ts';

export const fetchReads = {
  /** Requests for pages, the latest first; none where nothing was crawled yet. */
  fetches: (place: ReadPlace, question: FetchQuestion): Promise<FetchList> => fetchList(place.store, question),
  /** How many requests are known one by one of each run that made any since then. */
  fetchesByRun: ({ store }: ReadPlace, { since }: { readonly since: number }): Promise<ReadonlyMap<number, number>> =>
    withWatch(store, ({ reader }) => reader.fetchesByRun(since)),
};
