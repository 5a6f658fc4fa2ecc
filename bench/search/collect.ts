// What the ranker sees of every judged query: the features its weights are fitted on.

import { parseQuery } from '../../src/search/analyse/query.ts';
import type { IndexReader } from '../../src/search/port.ts';
import { candidateQuery, rankQueryOf } from '../../src/search/rank/ask.ts';
import { type ChunkFacts, chunkFacts } from '../../src/search/rank/features.ts';
import { pageFacts } from '../../src/search/rank/page.ts';
import type { FitPage, FitQuery } from './fit-model.ts';
import type { JudgedQuery } from './queries.ts';

/** At most this many candidates are ranked. */
export const CANDIDATES = 200;

/** The features of each query's candidates. `pathOf` returns a page's path as the judgements name it. */
export async function collect(
  reader: Pick<IndexReader, 'candidates'>,
  queries: readonly JudgedQuery[],
  pathOf: ReadonlyMap<number, string>,
  anchors: boolean,
): Promise<FitQuery[]> {
  const collected: FitQuery[] = [];
  for (const { kind, query, relevantPages, sourcePages } of queries) {
    const parsed = parseQuery(query);
    const candidate = candidateQuery(parsed);
    const pages: FitPage[] = [];
    collected.push({ kind, relevant: relevantPages.length, pages });
    if (candidate === undefined) continue;
    const set = await reader.candidates(candidate, { limit: CANDIDATES, anchors });
    const ranked = rankQueryOf(parsed, set);
    const byPage = new Map<number, ChunkFacts[]>();
    for (const { page, forward, seq } of set.candidates) {
      if (sourcePages.includes(pathOf.get(page) ?? '')) continue;
      const facts = chunkFacts(forward, ranked, seq);
      const others = byPage.get(page);
      if (others === undefined) byPage.set(page, [facts]);
      else others.push(facts);
    }
    for (const [page, chunks] of byPage) {
      const signals = set.pages.get(page);
      if (signals === undefined) continue;
      pages.push({
        relevant: relevantPages.includes(pathOf.get(page) ?? ''),
        chunks: chunks.map(({ values }) => values),
        page: pageFacts(signals, ranked, chunks),
      });
    }
  }
  return collected;
}
