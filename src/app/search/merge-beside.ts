// Passages from beside the index in one order with its own: places that no answer changes, so that a cursor holds for both.
import { AlikeTexts } from '../../search/analyse/alike.ts';
import type { Position } from './cursor.ts';
import type { Passage, PlacedPassage } from './result.ts';

/** The first places are for passages from beside the index, whether there are any or not. */
export const placesBeside = 40;

/** Where the index goes on, of a position in the common order. */
export function positionInIndex({ from, returned }: Position): Position {
  return {
    from: Math.max(0, from - placesBeside),
    returned: returned.filter((place) => place >= placesBeside).map((place) => place - placesBeside),
  };
}

/** Whether something from beside the index may still be left. */
export function mayBeBeside({ from }: Position): boolean {
  return from < placesBeside;
}

/**
 * Both in turns, the best of each first: none crowds the other out of a small budget. What nearly repeats a whole text of the index is
 * left out, and so is what an earlier answer held.
 */
export function mergeBeside(
  indexed: readonly PlacedPassage[],
  beside: readonly Passage[],
  { from, returned }: Position,
): readonly PlacedPassage[] {
  const alike = new AlikeTexts<number>();
  for (const { place, passage } of indexed) if (passage.whole) alike.find(place, passage.text ?? '');
  const ranks = new Map<string, number>();
  const placed = beside.slice(0, placesBeside).flatMap((passage, place): readonly PlacedPassage[] => {
    const page = passage.url.replace(/#.*$/s, '');
    const rank = ranks.get(page) ?? ranks.size;
    ranks.set(page, rank);
    const isLeft = place >= from && !returned.includes(place);
    return isLeft && alike.find(place, passage.text ?? '') === undefined ? [{ place, rank: 2 * rank, passage }] : [];
  });
  const own = indexed.map((one) => ({ ...one, place: one.place + placesBeside, rank: 2 * one.rank + 1 }));
  return Array.from({ length: Math.max(placed.length, own.length) }).flatMap((_, at) =>
    [placed[at], own[at]].filter((one) => one !== undefined),
  );
}
