// Judged queries: added by whoever knows the right page, and measured with the search as it is now.

import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { urlKey } from '../../core/url/key.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Store } from '../../store/port.ts';
import {
  type JudgedQueries,
  type JudgedQuery,
  type JudgedScore,
  type MeasuredRank,
  mostJudged,
} from '../../watch/port-judged.ts';
import type { Search } from './search.ts';

export type { JudgedQuery, JudgedScore } from '../../watch/port-judged.ts';

export interface JudgedList {
  /** In the order they were added. */
  readonly queries: readonly JudgedQuery[];
  /** The latest first. */
  readonly scores: readonly JudgedScore[];
}

/** The places of all of them at one time, and what they come to. */
export interface Measurement {
  readonly ranks: readonly MeasuredRank[];
  readonly score: JudgedScore;
}

/** Pages that are looked at for the judged one. */
const AMONG = 10;
const LONGEST_QUERY = 1_000;
const SCORES_LISTED = 50;

/** What is judged, and the last scores; nothing where nothing was crawled yet. Throws DOC_STORE for data that cannot be read. */
export async function judgedList(store: Store): Promise<JudgedList> {
  return withJudged(store, async (book) => ({ queries: await book.list(), scores: await book.scores(SCORES_LISTED) }));
}

/**
 * Notes that a query should find this page first. Throws DOC_USAGE for one without words, DOC_URL for a page that is no
 * URL, DOC_STORE where nothing was crawled yet.
 */
export async function addJudged(store: Store, query: string, page: string, now: number): Promise<number> {
  const text = query.trim();
  if (text === '' || text.length > LONGEST_QUERY)
    throw new DocentError('DOC_USAGE', `query: it must have 1 to ${counted(LONGEST_QUERY, 'character')}`);
  if (URL.parse(page) === null)
    throw new DocentError('DOC_URL', `url is "${page.slice(0, 200)}": it must be an address`);
  const url = shownUrl(page.split('#', 1)[0] as string);
  const id = await withJudged(store, (book) => book.add(text, url, now));
  if (id === undefined)
    throw new DocentError(
      'DOC_USAGE',
      `${counted(mostJudged, 'query', 'queries')} are judged already; remove one first`,
    );
  return id;
}

/** Removes a judged query; false where none has this number. */
export async function removeJudged(store: Store, id: number): Promise<boolean> {
  return (await store.identity()) !== undefined && withJudged(store, (book) => book.remove(id));
}

/** The place of each judged page among the first ten now. Rejects as `Search.search`. */
async function ranksNow(
  search: Pick<Search, 'search'>,
  queries: readonly JudgedQuery[],
): Promise<readonly MeasuredRank[]> {
  const ranks: MeasuredRank[] = [];
  for (const { id, query, url } of queries) {
    // As if it were typed, so that it is noted as no question; a space ends the last word.
    const { results } = await search.search(`${query} `, { typing: true, limit: AMONG });
    const at = results.findIndex((result) => urlKey(result.url) === urlKey(url));
    ranks.push({ id, rank: at < 0 ? undefined : at + 1 });
  }
  return ranks;
}

/** The score of these ranks. */
function judgedScore(ranks: readonly MeasuredRank[], at: number): JudgedScore {
  const found = ranks.filter(({ rank }) => rank !== undefined);
  const sum = found.reduce((all, { rank = 0 }) => all + 1 / rank, 0);
  return { at, queries: ranks.length, found: found.length, mrr: ranks.length === 0 ? 0 : sum / ranks.length };
}

/** Searches for all of them now; `keep` is called with the result, unless there is none. Rejects as `Search.search`. */
export async function measureJudged(
  queries: readonly JudgedQuery[],
  search: Pick<Search, 'search'>,
  keep: (measured: Measurement) => Promise<void>,
): Promise<JudgedScore> {
  if (queries.length === 0) return judgedScore([], Date.now());
  const ranks = await ranksNow(search, queries);
  const score = judgedScore(ranks, Date.now());
  await keep({ ranks, score });
  return score;
}

/** Keeps a measurement. */
export async function keepScore(store: Store, { ranks, score }: Measurement): Promise<void> {
  await withJudged(store, (book) => book.measured(ranks, score));
}

async function withJudged<T>(store: Store, task: (book: JudgedQueries) => Promise<T>): Promise<T> {
  const book = await store.openJudged();
  try {
    return await task(book);
  } finally {
    await book.close();
  }
}
