// M2: the quality of a provider's chunks, from what is kept of them.

import { shareOf } from '../../core/figures.ts';
import { type AlertBounds, isWithin } from '../alerts/bounds.ts';
import type { Measure } from './metrics.ts';

/** The chunks of one page. */
export interface PageChunks {
  /** Tokens of each chunk, in order. */
  readonly tokens: readonly number[];
  /** The hash of each chunk, in the same order. */
  readonly hashes: readonly string[];
}

export interface QualityFacts {
  readonly pages: AsyncIterable<PageChunks> | Iterable<PageChunks>;
  /** The provider's own content selector and on how many of the pages read it matched; undefined where it has none. */
  readonly selector?: { readonly selector: string; readonly hits: number; readonly pages: number } | undefined;
}

export interface Quality {
  readonly pages: number;
  readonly chunks: number;
  readonly averageTokens: number | undefined;
  /** The smallest chunk of pages with several; a page of one chunk may be shorter. */
  readonly smallestTokens: number | undefined;
  readonly largestTokens: number | undefined;
  readonly emptyRate: number | undefined;
  /** The share of chunks whose text is already in an earlier one. */
  readonly duplicateRate: number | undefined;
  readonly shortRate: number | undefined;
  /** The share of pages with fewer or more chunks than they should have. */
  readonly pagesOutside: number | undefined;
  readonly selector?: { readonly selector: string; readonly hitRate: number | undefined } | undefined;
}

/** The quality of the chunks, in one pass; pages may come from a cursor. */
export async function chunkQuality({ pages, selector }: QualityFacts, bounds: AlertBounds): Promise<Quality> {
  const seen = new Set<string>();
  const sum = { pages: 0, chunks: 0, tokens: 0, empty: 0, repeated: 0, short: 0, outside: 0 };
  let smallest: number | undefined;
  let largest: number | undefined;
  for await (const { tokens, hashes } of pages) {
    sum.pages++;
    if (tokens.length < bounds.page_chunks_least || tokens.length > bounds.page_chunks_most) sum.outside++;
    for (const count of tokens) {
      sum.chunks++;
      sum.tokens += count;
      if (count === 0) sum.empty++;
      largest = Math.max(largest ?? 0, count);
      if (tokens.length === 1) continue;
      smallest = Math.min(smallest ?? count, count);
      if (count < bounds.chunk_tokens_least) sum.short++;
    }
    for (const one of hashes) {
      if (seen.has(one)) sum.repeated++;
      else seen.add(one);
    }
  }
  return {
    pages: sum.pages,
    chunks: sum.chunks,
    averageTokens: sum.chunks === 0 ? undefined : sum.tokens / sum.chunks,
    smallestTokens: smallest,
    largestTokens: largest,
    emptyRate: shareOf(sum.empty, sum.chunks),
    duplicateRate: shareOf(sum.repeated, sum.chunks),
    shortRate: shareOf(sum.short, sum.chunks),
    pagesOutside: shareOf(sum.outside, sum.pages),
    ...(selector !== undefined && {
      selector: { selector: selector.selector, hitRate: shareOf(selector.hits, selector.pages) },
    }),
  };
}

/**
 * The measures to compare with their bounds, with the provider's own selector where it has one. Without chunks there are none; without
 * a selector its alert is over.
 */
export function qualityMeasures(quality: Quality): readonly Measure[] {
  const { selector } = quality;
  const single = [
    ['average_tokens_least', quality.averageTokens],
    ['average_tokens_most', quality.averageTokens],
    ['empty_chunks', quality.emptyRate],
    ['duplicate_chunks', quality.duplicateRate],
    ['short_chunks', quality.shortRate],
    ['page_chunks', quality.pagesOutside],
  ] as const;
  const measures: Measure[] = [];
  for (const [bound, value] of single) if (value !== undefined) measures.push({ bound, value });
  if (selector === undefined) measures.push({ bound: 'selector_hits', value: undefined });
  else if (selector.hitRate !== undefined)
    measures.push({ bound: 'selector_hits', value: selector.hitRate, of: selector.selector });
  return measures;
}

/** How many of the measures are within their bounds; undefined where there is nothing to measure. */
export function qualityScore(
  quality: Quality,
  bounds: AlertBounds,
): { readonly within: number; readonly measures: number } | undefined {
  const known = qualityMeasures(quality).flatMap(({ bound, value }) =>
    value === undefined ? [] : [isWithin(bound, value, bounds)],
  );
  return known.length === 0 ? undefined : { within: known.filter(Boolean).length, measures: known.length };
}
