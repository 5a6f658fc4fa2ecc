// The query sets, and how an order of pages is judged by them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface JudgedQuery {
  readonly qid?: string;
  readonly kind: string;
  readonly query: string;
  readonly relevantPages: readonly string[];
  readonly relevantAnchors: readonly string[];
  /** Left out of the ranking: the query is what they call the page. */
  readonly sourcePages: readonly string[];
}

const repo = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the query sets; undefined where there is none. */
export function sharedSearchData(): string | undefined {
  const folder = join(process.env.DOCENT_SHARED ?? join(repo, '../shared/data'), 'search');
  return existsSync(folder) ? folder : undefined;
}

/** A query set; queries for pages that `isKnown` refuses are left out. */
export function readQueries(file: string, kind: string | undefined, isKnown: (page: string) => boolean): JudgedQuery[] {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as (Partial<JudgedQuery> &
    Pick<JudgedQuery, 'query' | 'relevantPages'>)[];
  return raw
    .filter(({ relevantPages }) => relevantPages.some(isKnown))
    .map(({ qid, query, relevantPages, relevantAnchors = [], sourcePages = [], kind: own }) => ({
      ...(qid !== undefined && { qid }),
      kind: own ?? kind ?? '',
      ...{ query, relevantPages, relevantAnchors, sourcePages },
    }));
}

/** 1 / rank of the first relevant one among the first ten; 0 when there is none. */
export function reciprocalRank(isRelevant: readonly boolean[]): number {
  const first = isRelevant.slice(0, 10).indexOf(true);
  return first < 0 ? 0 : 1 / (first + 1);
}

/** How near the order of the first ten is to the best one. */
export function ndcg(isRelevant: readonly boolean[], relevant: number): number {
  let gain = 0;
  let best = 0;
  for (let at = 0; at < 10; at++) {
    const worth = 1 / Math.log2(at + 2);
    if (isRelevant[at]) gain += worth;
    if (at < relevant) best += worth;
  }
  return best === 0 ? 0 : gain / best;
}

/** The kinds that count; sa-sym and cmake-sym are of sites that are not crawled. */
export const countedKinds = Object.freeze([
  ...['py-sym', 'py-sym-spaced', 'dj-sym', 'pg-index', 'pg-index2', 'heading', 'linktext', 'conala'],
]);
