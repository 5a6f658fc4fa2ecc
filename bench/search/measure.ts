// Runs query sets against an index and reports how good and how fast the answers are.
import { parseQuery } from '../../src/search/analyse/query.ts';
import { candidateQuery, rankAnswer } from '../../src/search/rank/ask.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { CANDIDATES } from './collect.ts';
import { type JudgedQuery, ndcg, reciprocalRank } from './queries.ts';

export interface KindQuality {
  n: number;
  mrr: number;
  ndcg: number;
  /** By the anchor inside the page: whether the page's best chunk holds it. */
  anchor: number;
}

export interface Measured {
  readonly kinds: ReadonlyMap<string, KindQuality>;
  readonly p50: number;
  readonly p95: number;
}

/** A page by its path, and the ids inside its best chunk. */
export interface AnsweredPage {
  readonly path: string;
  ids(): Promise<readonly string[]>;
}

/** Returns the pages for a query, the best first. */
export type Answer = (query: string) => Promise<readonly AnsweredPage[]>;

/** The store of a folder that was crawled into. */
export function storeAt(folder: string): Store {
  return openStore({ kind: 'sqlite', folder });
}

/** The product's own way from a typed query to an order, until it is closed. */
export async function docentAnswer(
  store: Store,
  anchors: boolean,
): Promise<{ readonly answer: Answer; close(): Promise<void> }> {
  const reader = await store.openSearch();
  const pathOf = await pathsIn(store);
  const answer: Answer = async (text) => {
    const query = parseQuery(text);
    const candidate = candidateQuery(query);
    if (candidate === undefined) return [];
    const set = await reader.candidates(candidate, { limit: CANDIDATES, anchors });
    return rankAnswer(query, set).map(({ page, chunks }) => ({
      path: pathOf.get(page) ?? '',
      async ids() {
        const [best] = await reader.details([chunks[0]?.row ?? 0]);
        return best === undefined ? [] : [...best.ids, ...(best.anchor === undefined ? [] : [best.anchor])];
      },
    }));
  };
  return { answer, close: () => reader.close() };
}

/** Every stored page's path below the root, by the number of its URL. */
export async function pathsIn(store: Store): Promise<ReadonlyMap<number, string>> {
  const paths = new Map<number, string>();
  const stored = await store.openPages();
  for (const { provider } of await stored.providers())
    for await (const { id, page } of stored.pages(provider)) paths.set(id, pathIn(page.finalUrl));
  await stored.close();
  return paths;
}

/** A URL's path below the root, without its fragment. */
export function pathIn(url: string): string {
  return url.replace(/^https?:\/\/[^/]*\//, '').replace(/#.*/, '');
}

/** How many chunks the index of a store holds. */
export async function chunksIndexed(store: Store): Promise<number> {
  const reader = await store.openSearch();
  const { chunks } = await reader.candidates({ any: ['the'], phrases: [], not: [] }, { limit: 1 });
  await reader.close();
  return chunks;
}

/** Runs every query once, after a few to warm up. */
export async function measure(queries: readonly JudgedQuery[], answer: Answer): Promise<Measured> {
  for (const { query } of queries.slice(0, 50)) await answer(query);
  const kinds = new Map<string, KindQuality>();
  const times: number[] = [];
  for (const { kind, query, relevantPages, relevantAnchors, sourcePages } of queries) {
    const start = performance.now();
    const found = await answer(query);
    times.push(performance.now() - start);
    const pages = found.filter(({ path }) => !sourcePages.includes(path)).slice(0, 10);
    const isRelevant = pages.map(({ path }) => relevantPages.includes(path));
    const isAnchored: boolean[] = [];
    for (const page of pages) {
      const start = `${page.path}#`;
      const anchors = relevantAnchors
        .filter((anchor) => anchor.startsWith(start))
        .map((one) => one.slice(start.length));
      isAnchored.push(anchors.length > 0 && (await page.ids()).some((id) => anchors.includes(id)));
    }
    const sum = kinds.get(kind) ?? { n: 0, mrr: 0, ndcg: 0, anchor: 0 };
    kinds.set(kind, sum);
    sum.n++;
    sum.mrr += reciprocalRank(isRelevant);
    sum.ndcg += ndcg(isRelevant, relevantPages.length);
    sum.anchor += reciprocalRank(isAnchored);
  }
  for (const sum of kinds.values()) for (const name of ['mrr', 'ndcg', 'anchor'] as const) sum[name] /= sum.n;
  times.sort((one, other) => one - other);
  return { kinds, p50: at(times, 0.5), p95: at(times, 0.95) };
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

/** The mean over kinds. */
export function macro({ kinds }: Measured, of: 'mrr' | 'ndcg' | 'anchor', only?: readonly string[]): number {
  const counted = [...kinds].filter(([kind]) => only === undefined || only.includes(kind)).map(([, one]) => one[of]);
  return counted.reduce((sum, value) => sum + value, 0) / counted.length;
}
