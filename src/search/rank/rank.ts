// The ranking (S3, S4): candidates of any engine scored by one linear sum, grouped by page, each part of a score explained.
import { hammingDistance } from '../../core/fingerprint-distance.ts';
import type { CandidateSet, PageSignals } from '../port.ts';
import { type ChunkFacts, chunkFacts, chunkFeatures } from './features.ts';
import { pageFacts, pageFeatures } from './page.ts';
import type { RankQuery } from './query.ts';
import { chunkWeights, pageWeights } from './weights.ts';

/** Subtracted from a page's score when a better one has nearly the same text. */
const duplicatePenalty = 3;

const MOST_DIFFERENT = 3;

/** A part of a score: the value of a feature, times its weight. */
export interface ScorePart {
  readonly name: string;
  readonly value: number;
  readonly adds: number;
}

export interface RankedChunk {
  readonly row: number;
  readonly seq: number;
  readonly score: number;
}

export interface RankedPage {
  readonly page: number;
  readonly score: number;
  /** The page's chunks, the best first. */
  readonly chunks: readonly RankedChunk[];
  /** An earlier page with nearly the same text. */
  readonly like?: number | undefined;
  /** What the score is the sum of, the greatest first; only on request. */
  readonly parts?: readonly ScorePart[] | undefined;
}

export interface RankOptions {
  /** Whether the parts of each score are returned. */
  readonly explain?: boolean | undefined;
  /** Weights in place of the fitted ones, by the names of weights.ts. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
}

/** A scored candidate; of its features only the sum is kept. */
interface Scored extends RankedChunk, Omit<ChunkFacts, 'values'> {
  readonly forward: Uint8Array;
}

/** The weights of all features, in their order. */
interface Weighing {
  readonly chunk: Float64Array;
  readonly page: Float64Array;
}

const fitted: Weighing = Object.freeze(weighing({ ...chunkWeights, ...pageWeights }));

function weighing(weights: Readonly<Record<string, number>>): Weighing {
  const of = (feature: string): number => weights[feature] ?? 0;
  return { chunk: Float64Array.from(chunkFeatures, of), page: Float64Array.from(pageFeatures, of) };
}

// Used again for each chunk and each page: as many small arrays would be most of a search's garbage.
const chunkValues = new Float64Array(chunkFeatures.length);
const pageValues = new Float64Array(pageFeatures.length);

/** The pages of a set of candidates, the best first; the same set has the same order on every engine. */
export function rankPages(query: RankQuery, set: CandidateSet, options: RankOptions = {}): readonly RankedPage[] {
  const { weights } = options;
  const { chunk: chunkSum, page: pageSum } =
    weights === undefined ? fitted : weighing({ ...chunkWeights, ...pageWeights, ...weights });
  const byPage = new Map<number, Scored[]>();
  for (const { row, page, seq, forward } of set.candidates) {
    const { body, held, counts, length } = chunkFacts(forward, query, seq, chunkValues);
    const scored = { row, seq, forward, body, held, counts, length, score: sum(chunkSum, chunkValues) };
    const others = byPage.get(page);
    if (others === undefined) byPage.set(page, [scored]);
    else others.push(scored);
  }
  const ranked: RankedPage[] = [];
  for (const [page, chunks] of byPage) {
    const signals = set.pages.get(page);
    if (signals === undefined) continue;
    chunks.sort((one, other) => other.score - one.score || one.seq - other.seq);
    pageFacts(signals, query, chunks, pageValues);
    const best = chunks[0] as Scored;
    const score = best.score + sum(pageSum, pageValues);
    const parts = options.explain
      ? [
          ...partsOf(chunkFeatures, chunkSum, chunkFacts(best.forward, query, best.seq).values),
          ...partsOf(pageFeatures, pageSum, pageValues),
        ].toSorted((one, other) => Math.abs(other.adds) - Math.abs(one.adds))
      : undefined;
    ranked.push(parts === undefined ? { page, score, chunks } : { page, score, chunks, parts });
  }
  ranked.sort(byScore);
  return withoutTwins(ranked, set.pages);
}

function byScore(one: RankedPage, other: RankedPage): number {
  return other.score - one.score || one.page - other.page;
}

/** A page with the text of a better one gives way to others. */
function withoutTwins(ranked: readonly RankedPage[], pages: ReadonlyMap<number, PageSignals>): readonly RankedPage[] {
  const kept: { readonly page: number; readonly fingerprint: string }[] = [];
  let isChanged = false;
  const judged = ranked.map((one, nth) => {
    if (nth >= MOST_COMPARED) return one;
    const fingerprint = pages.get(one.page)?.fingerprint ?? '';
    const like = kept.find((other) => isNearlySame(other.fingerprint, fingerprint))?.page;
    kept.push({ page: one.page, fingerprint });
    if (like === undefined) return one;
    isChanged = true;
    const adds = -duplicatePenalty;
    const parts = one.parts && [...one.parts, { name: 'duplicate', value: 1, adds }];
    return { ...one, score: one.score + adds, like, ...(parts && { parts }) };
  });
  return isChanged ? judged.toSorted(byScore) : judged;
}

const MOST_COMPARED = 20;

function sum(weights: Float64Array, values: Float64Array): number {
  let total = 0;
  for (let nth = 0; nth < weights.length; nth++) total += (weights[nth] as number) * (values[nth] as number);
  return total;
}

/** What each feature adds to a score, without those that add nothing. */
function partsOf(names: readonly string[], weights: Float64Array, values: Float64Array): readonly ScorePart[] {
  return names.flatMap((name, nth) => {
    const value = values[nth] as number;
    const adds = value * (weights[nth] as number);
    return adds === 0 ? [] : [{ name, value, adds }];
  });
}

/** Whether two fingerprints, 64 bits in hexadecimal, differ in at most three bits. An empty one is like none. */
function isNearlySame(one: string, other: string): boolean {
  if (one.length !== 16 || other.length !== 16) return false;
  if (one === other) return true;
  return hammingDistance(one, other) <= MOST_DIFFERENT;
}
