// The order of chunks in an answer: several pages before much of one.
import type { RankedPage } from '../rank/rank.ts';

/** Pages of one answer, chunks of each, and chunks of each where few pages answer. */
export const answerBounds = Object.freeze({ pages: 10, chunksPerPage: 4, chunksOfFew: 40 });

export interface OrderedChunk {
  readonly row: number;
  readonly score: number;
  /** The place of its page in the ranking, from 0. */
  readonly rank: number;
}

/**
 * The best chunk of each of ten pages, then their second ones, and so on; then the next ten pages. The score is the page's for
 * its best chunk, and the chunk's own for the others. The order does not depend on how much of it is used.
 */
export function passageOrder(ranked: readonly RankedPage[]): readonly OrderedChunk[] {
  const { pages: most } = answerBounds;
  const chunksPerPage = ranked.length < most ? answerBounds.chunksOfFew : answerBounds.chunksPerPage;
  const ordered: OrderedChunk[] = [];
  for (let from = 0; from < ranked.length; from += most)
    for (let nth = 0; nth < chunksPerPage; nth++)
      for (const [at, { chunks, score }] of ranked.slice(from, from + most).entries()) {
        const chunk = chunks[nth];
        if (chunk !== undefined)
          ordered.push({ row: chunk.row, score: nth === 0 ? score : chunk.score, rank: from + at });
      }
  return ordered;
}
