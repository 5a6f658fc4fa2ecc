// What the ranker sees of every judged query: the features its weights are fitted on.
import { parseQuery } from '../../src/search/query.ts';
import { candidateQuery, rankQueryOf } from '../../src/search/rank-ask.ts';
import { type ChunkFacts, chunkFacts } from '../../src/search/rank-features.ts';
import { pageFacts } from '../../src/search/rank-page.ts';
import type { SearchReader } from '../../src/store/sqlite/search-reader.ts';
import type { FitPage, FitQuery } from './fit-model.ts';
import type { JudgedQuery } from './queries.ts';

/** So many candidates are ranked. */
export const CANDIDATES = 200;

/** The features of each query's candidates. `pathOf` gives a page's path as the judgements name it. */
export function collect(
  reader: SearchReader,
  queries: readonly JudgedQuery[],
  pathOf: ReadonlyMap<number, string>,
  anchors: boolean,
): FitQuery[] {
  return queries.map(({ kind, query, relevantPages, sourcePages }) => {
    const parsed = parseQuery(query);
    const asked = candidateQuery(parsed);
    if (asked === undefined) return { kind, relevant: relevantPages.length, pages: [] };
    const set = reader.candidates(asked, { limit: CANDIDATES, anchors });
    const ranked = rankQueryOf(parsed, set);
    const byPage = new Map<number, ChunkFacts[]>();
    for (const { page, forward, seq } of set.candidates) {
      if (sourcePages.includes(pathOf.get(page) ?? '')) continue;
      const facts = chunkFacts(forward, ranked, seq);
      const others = byPage.get(page);
      if (others === undefined) byPage.set(page, [facts]);
      else others.push(facts);
    }
    const pages: FitPage[] = [];
    for (const [page, chunks] of byPage) {
      const signals = set.pages.get(page);
      if (signals === undefined) continue;
      pages.push({
        relevant: relevantPages.includes(pathOf.get(page) ?? ''),
        chunks: chunks.map(({ values }) => values),
        page: pageFacts(signals, ranked, chunks),
      });
    }
    return { kind, relevant: relevantPages.length, pages };
  });
}
