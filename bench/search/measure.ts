// Runs query sets against an index and tells how good and how fast the answers are.
import type { DatabaseSync } from 'node:sqlite';
import { parseQuery } from '../../src/search/query.ts';
import { candidateQuery, rankAnswer } from '../../src/search/rank-ask.ts';
import { SearchReader } from '../../src/store/sqlite/search-reader.ts';
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

/** What answers a query: pages by their path, the best first, each with the ids inside its best chunk. */
export type Answer = (query: string) => readonly { readonly path: string; readonly ids: () => readonly string[] }[];

/** The product's own way from a typed query to an order. */
export function docentAnswer(db: DatabaseSync, anchors: boolean): Answer {
  const reader = new SearchReader(db);
  const pathOf = pathsIn(db);
  const idsOf = db.prepare('SELECT ids, anchor FROM chunks WHERE row = ?');
  return (text) => {
    const query = parseQuery(text);
    const asked = candidateQuery(query);
    if (asked === undefined) return [];
    return rankAnswer(query, reader.candidates(asked, { limit: CANDIDATES, anchors })).map(({ page, chunks }) => ({
      path: pathOf.get(page) ?? '',
      ids: () => {
        const row = idsOf.get(chunks[0]?.row ?? 0);
        return row === undefined ? [] : [...(JSON.parse(String(row.ids)) as string[]), String(row.anchor)];
      },
    }));
  };
}

/** Every stored page's path below the root, by the number of its URL. */
export function pathsIn(db: DatabaseSync): ReadonlyMap<number, string> {
  const rows = db.prepare('SELECT url, final_url FROM pages').all();
  return new Map(rows.map((row) => [Number(row.url), String(row.final_url).replace(/^https?:\/\/[^/]*\//, '')]));
}

/** Asks every query once, after a few to warm up. */
export function measure(queries: readonly JudgedQuery[], answer: Answer): Measured {
  for (const { query } of queries.slice(0, 50)) answer(query);
  const kinds = new Map<string, KindQuality>();
  const times: number[] = [];
  for (const { kind, query, relevantPages, relevantAnchors, sourcePages } of queries) {
    const start = performance.now();
    const found = answer(query);
    times.push(performance.now() - start);
    const pages = found.filter(({ path }) => !sourcePages.includes(path)).slice(0, 10);
    const isRelevant = pages.map(({ path }) => relevantPages.includes(path));
    const isAnchored = pages.map(({ path, ids }) => {
      const wanted = relevantAnchors
        .filter((anchor) => anchor.startsWith(`${path}#`))
        .map((anchor) => anchor.slice(path.length + 1));
      return wanted.length > 0 && ids().some((id) => wanted.includes(id));
    });
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
