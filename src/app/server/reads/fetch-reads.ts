// Reads of requests for pages.
import { type FetchList, type FetchQuestion, fetchList } from '../../watch/fetch-list.ts';
import { type ReadPlace, storeOf } from './read-place.ts';

export const fetchReads = {
  /** Requests for pages, the latest first; none where nothing was crawled yet. */
  fetches: (place: ReadPlace, question: FetchQuestion): Promise<FetchList> => fetchList(storeOf(place), question),
};
