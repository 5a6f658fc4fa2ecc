// Fits the ranker's weights: softmax over the pages of each query, all kinds of queries counting alike.
import { ndcg, reciprocalRank } from './queries.ts';

/** A page among the candidates of a query: features of its chunks and its own. */
export interface FitPage {
  readonly relevant: boolean;
  readonly chunks: readonly Float64Array[];
  readonly page: Float64Array;
}

export interface FitQuery {
  readonly kind: string;
  readonly pages: readonly FitPage[];
  /** How many pages are relevant, found or not. */
  readonly relevant: number;
}

export interface Weights {
  readonly chunk: Float64Array;
  readonly page: Float64Array;
}

export interface Quality {
  readonly kinds: ReadonlyMap<string, { readonly n: number; readonly mrr: number; readonly ndcg: number }>;
  readonly mrr: number;
  readonly ndcg: number;
}

function dot(weights: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += (weights[at] as number) * (values[at] as number);
  return sum;
}

function bestChunk({ chunks }: FitPage, weights: Float64Array): { readonly score: number; readonly nth: number } {
  let score = Number.NEGATIVE_INFINITY;
  let nth = 0;
  for (let at = 0; at < chunks.length; at++) {
    const own = dot(weights, chunks[at] as Float64Array);
    if (own > score) {
      score = own;
      nth = at;
    }
  }
  return { score, nth };
}

/** MRR@10 and nDCG@10 of these weights, per kind and as the mean over kinds. */
export function judge(queries: readonly FitQuery[], weights: Weights): Quality {
  const sums = new Map<string, { n: number; mrr: number; ndcg: number }>();
  for (const { kind, pages, relevant } of queries) {
    const order = pages
      .map((page) => ({
        relevant: page.relevant,
        score: bestChunk(page, weights.chunk).score + dot(weights.page, page.page),
      }))
      .toSorted((one, other) => other.score - one.score)
      .map((page) => page.relevant);
    const sum = sums.get(kind) ?? { n: 0, mrr: 0, ndcg: 0 };
    sums.set(kind, sum);
    sum.n++;
    sum.mrr += reciprocalRank(order);
    sum.ndcg += ndcg(order, relevant);
  }
  for (const sum of sums.values()) {
    sum.mrr /= sum.n;
    sum.ndcg /= sum.n;
  }
  const mean = (of: 'mrr' | 'ndcg'): number =>
    [...sums.values()].reduce((total, sum) => total + sum[of], 0) / sums.size;
  return { kinds: sums, mrr: mean('mrr'), ndcg: mean('ndcg') };
}

export interface FitOptions {
  readonly rounds: number;
  readonly rate: number;
  /** Pulls weights towards 0. */
  readonly decay: number;
  /** Features whose weight may not be negative, and those that may not be positive. */
  readonly signs?: { readonly chunk: readonly number[]; readonly page: readonly number[] } | undefined;
}

/** Weights from these on, by Adam; the same for the same input. */
export function fit(queries: readonly FitQuery[], from: Weights, options: FitOptions): Weights {
  const weights = { chunk: from.chunk.slice(), page: from.page.slice() };
  const size = weights.chunk.length + weights.page.length;
  const counts = new Map<string, number>();
  for (const { kind } of queries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const mean = new Float64Array(size);
  const spread = new Float64Array(size);
  const gradient = new Float64Array(size);
  for (let round = 1; round <= options.rounds; round++) {
    gradient.fill(0);
    for (const query of queries)
      addGradient(query, weights, gradient, 1 / (counts.size * (counts.get(query.kind) as number)));
    const rate = options.rate * (1 - (round - 1) / options.rounds);
    for (let at = 0; at < size; at++) {
      const isChunk = at < weights.chunk.length;
      const list = isChunk ? weights.chunk : weights.page;
      const nth = isChunk ? at : at - weights.chunk.length;
      const slope = (gradient[at] as number) + options.decay * (list[nth] as number);
      mean[at] = 0.9 * (mean[at] as number) + 0.1 * slope;
      spread[at] = 0.999 * (spread[at] as number) + 0.001 * slope * slope;
      const step =
        (mean[at] as number) / (1 - 0.9 ** round) / (Math.sqrt((spread[at] as number) / (1 - 0.999 ** round)) + 1e-8);
      list[nth] = (list[nth] as number) - rate * step;
      const sign = (isChunk ? options.signs?.chunk : options.signs?.page)?.[nth] ?? 0;
      if (sign * (list[nth] as number) < 0) list[nth] = 0;
    }
  }
  return weights;
}

function addGradient({ pages }: FitQuery, weights: Weights, gradient: Float64Array, share: number): void {
  if (!pages.some(({ relevant }) => relevant)) return;
  const best = pages.map((page) => bestChunk(page, weights.chunk));
  const scores = pages.map((page, at) => (best[at] as { score: number }).score + dot(weights.page, page.page));
  const top = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const all = raised.reduce((sum, value) => sum + value, 0);
  let right = 0;
  for (const [at, { relevant }] of pages.entries()) if (relevant) right += raised[at] as number;
  for (const [at, page] of pages.entries()) {
    const value = raised[at] as number;
    const slope = share * (value / all - (page.relevant ? value / right : 0));
    if (Math.abs(slope) < 1e-9) continue;
    const chunk = page.chunks[(best[at] as { nth: number }).nth] as Float64Array;
    for (let nth = 0; nth < chunk.length; nth++)
      gradient[nth] = (gradient[nth] as number) + slope * (chunk[nth] as number);
    for (let nth = 0; nth < page.page.length; nth++) {
      const place = weights.chunk.length + nth;
      gradient[place] = (gradient[place] as number) + slope * (page.page[nth] as number);
    }
  }
}

/** Coordinate ascent on MRR@10 itself, for features that few queries have; only those named may change. */
export function ascend(
  queries: readonly FitQuery[],
  from: Weights,
  chunk: readonly number[],
  page: readonly number[],
): Weights {
  const weights = { chunk: from.chunk.slice(), page: from.page.slice() };
  let best = judge(queries, weights).mrr;
  const places = [
    ...chunk.map((nth) => [weights.chunk, nth] as const),
    ...page.map((nth) => [weights.page, nth] as const),
  ];
  for (const step of [4, 2, 1, 0.5])
    for (const [list, nth] of places)
      for (const change of [step, -step]) {
        for (;;) {
          const before = list[nth] as number;
          list[nth] = before + change;
          const now = judge(queries, weights).mrr;
          if (now > best + 1e-6) {
            best = now;
            continue;
          }
          list[nth] = before;
          break;
        }
      }
  return weights;
}
