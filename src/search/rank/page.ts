// What the ranker sees of a page: what its chunks hold together, and what the crawl learnt about it.
import type { AnchorText, PageSignals } from '../port.ts';
import type { ChunkFacts } from './features.ts';
import type { RankQuery } from './query.ts';

/** The features a page adds to the score of its best chunk: `…Long` for queries of many words only, `gram…` for languages without spaces. */
export const pageFeatures = [
  'inbound',
  'inboundLong',
  'found',
  'foundLong',
  'pageCoverage',
  'pageCoverageLong',
  'pageBody',
  'gramFound',
  'gramCoverage',
  'gramBody',
  'links',
  'depth',
  'anchorText',
  'anchorSame',
] as const;
export type PageFeature = (typeof pageFeatures)[number];

const GRAMS_LENGTH = 300;

/**
 * The page's features in the order of `pageFeatures`, written into `values`; its chunks are the candidates among them, the
 * best first.
 */
export function pageFacts(
  signals: PageSignals,
  query: RankQuery,
  chunks: readonly Omit<ChunkFacts, 'values'>[],
  values: Float64Array = new Float64Array(pageFeatures.length),
): Float64Array {
  const { terms, total, long, grams } = query;
  let held = 0;
  // The two best texts.
  let best = 0;
  let second = 0;
  for (const chunk of chunks) {
    held |= chunk.held;
    second = Math.max(second, Math.min(best, chunk.body));
    best = Math.max(best, chunk.body);
  }
  let covered = 0;
  for (let nth = 0; nth < terms.length; nth++)
    if ((held & (1 << nth)) !== 0) covered += (terms[nth] as { weight: number }).weight;
  const inbound = Math.min(1.5, Math.log1p(signals.inbound) / 5);
  const found = Math.min(1.5, Math.log1p(signals.found) / 3);
  const coverage = covered / total;
  const anchor = anchorMatch(signals.anchors, query);
  let at = 0;
  values[at++] = inbound;
  values[at++] = inbound * long;
  values[at++] = found;
  values[at++] = found * long;
  values[at++] = coverage;
  values[at++] = coverage * long;
  values[at++] = (best + second) / 2;
  values[at++] = grams * found;
  values[at++] = grams * coverage;
  values[at++] = grams === 0 ? 0 : grams * gramBody(query, chunks);
  values[at++] = Math.min(1, signals.outbound / (signals.words / 4 + 1));
  values[at++] = Math.min(1, signals.depth / 10);
  values[at++] = anchor.best;
  values[at++] = anchor.same;
  return values;
}

/** BM25 over all of the page's chunks that were found: cut in two, a page is as good as whole. */
function gramBody({ terms, total }: RankQuery, chunks: readonly Omit<ChunkFacts, 'values'>[]): number {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const norm = 0.8 * (0.5 + (0.5 * length) / GRAMS_LENGTH);
  let sum = 0;
  for (let nth = 0; nth < terms.length; nth++) {
    let count = 0;
    for (const { counts } of chunks) count += counts?.[nth] ?? 0;
    sum += (terms[nth] as { weight: number }).weight * (count / (count + norm));
  }
  return sum / total;
}

/** How well the texts of links to the page match the query; frequent texts count more. */
function anchorMatch(anchors: readonly AnchorText[], { terms, total }: RankQuery): { best: number; same: number } {
  let best = 0;
  let same = 0;
  for (const { terms: text, pages } of anchors) {
    let found = 0;
    let held = 0;
    for (const { term, weight } of terms)
      if (holdsWord(text, term)) {
        found += weight;
        held++;
      }
    if (held === 0) continue;
    const recall = found / total;
    const precision = Math.min(1, held / wordsIn(text));
    const alike = (2 * recall * precision) / (recall + precision);
    const trust = Math.min(1, 0.5 + Math.log1p(pages) / 6);
    best = Math.max(best, alike * trust);
    if (alike > 0.985) same = Math.max(same, trust);
  }
  return { best, same };
}

/** Whether a word is one of the words between spaces. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (isSpace(text, at - 1) && isSpace(text, at + word.length)) return true;
  return false;
}

function wordsIn(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) if (isSpace(text, at)) count++;
  return count;
}

/** Whether there is a space, or an end of the text, at a place. */
function isSpace(text: string, at: number): boolean {
  return at < 0 || at >= text.length || text.charCodeAt(at) === 0x20;
}
