// Merges drafts of chunks that are too short with a neighbour.
import { type ChunkDraft, joinDrafts } from './draft.ts';
import { sharedDepth } from './places.ts';

/** How long chunks are, in tokens. */
export interface ChunkSize {
  readonly most: number;
  readonly least: number;
}

/**
 * The drafts, none of them shorter than `least` when it fits with the next or the previous draft: with the draft it shares more
 * headings with, else with the next. Headings without text are merged with what follows, however long they are.
 */
export function mergeSmall(drafts: readonly ChunkDraft[], { most, least }: ChunkSize): readonly ChunkDraft[] {
  const kept: ChunkDraft[] = [];
  let current = drafts[0];
  for (let at = 1; current !== undefined; at++) {
    const next: ChunkDraft | undefined = drafts[at];
    const isShort = current.tokens < least;
    const before = isShort ? kept.at(-1) : undefined;
    const ahead = next !== undefined && (isShort || current.isBare) ? joinDrafts(current, next, most) : undefined;
    const goesBack =
      ahead === undefined || sharedDepth(before?.place, current.place) > sharedDepth(current.place, next?.place);
    const back = before !== undefined && goesBack ? joinDrafts(before, current, most) : undefined;
    if (back !== undefined) kept[kept.length - 1] = back;
    else if (ahead === undefined) kept.push(current);
    current = back === undefined ? (ahead ?? next) : next;
  }
  return kept;
}
