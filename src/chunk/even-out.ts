// Cuts the neighbour of a draft that is too short again, where the two are too long to be one.
import { ChunkDraft, DraftPart } from './draft.ts';
import type { ChunkSize } from './merge-small.ts';
import { type HeadingPlace, sharedDepth } from './places.ts';
import { cutsIn } from './split-block.ts';

type Two = readonly [ChunkDraft, ChunkDraft];

/**
 * The drafts, none of them shorter than `least` where a neighbour has blocks to spare: whole ones, else a part of one, cut at a sentence
 * or between rows. Code that fits into a chunk and headings are never cut.
 */
export function evenOut(drafts: readonly ChunkDraft[], size: ChunkSize): readonly ChunkDraft[] {
  const all = [...drafts];
  for (const [at, { tokens, place }] of drafts.entries()) {
    if (tokens >= size.least) continue;
    const [before, short, next] = [all[at - 1], all[at] as ChunkDraft, all[at + 1]];
    const back = (): Two | undefined => before && share(before, short, true, size);
    const ahead = (): Two | undefined => next && share(short, next, false, size);
    const isAhead = sharedDepth(before?.place, place) <= sharedDepth(place, next?.place);
    const evened = isAhead ? ahead() : back();
    if (evened !== undefined) all.splice(isAhead ? at : at - 1, 2, ...evened);
    else {
      const other = isAhead ? back() : ahead();
      if (other !== undefined) all.splice(isAhead ? at - 1 : at, 2, ...other);
    }
  }
  return all;
}

/** Two drafts in a row, the first of which (`isFirst`) or else the second passes the other what it lacks; undefined where it cannot. */
function share(one: ChunkDraft, other: ChunkDraft, isFirst: boolean, size: ChunkSize): Two | undefined {
  const [giver, taker] = isFirst ? [one, other] : [other, one];
  const parts = [...giver.parts];
  const moved: DraftPart[] = [];
  const two = (kept: readonly DraftPart[], passed: readonly DraftPart[]): Two | undefined =>
    isFirst
      ? drafts(one.place, kept, passed.concat(taker.parts), size)
      : drafts(one.place, taker.parts.concat(passed), kept, size, other.place);
  for (;;) {
    const part = isFirst ? parts.pop() : parts.shift();
    if (part === undefined) return undefined;
    const whole = two(parts, isFirst ? [part, ...moved] : [...moved, part]);
    if (whole !== undefined) return whole;
    for (const [above, below] of cutsIn(part.block, size.least - taker.tokens, isFirst)) {
      const [first, second] = [pieceOf(part, above, true), pieceOf(part, below, false)];
      const cut = isFirst ? two([...parts, first], [second, ...moved]) : two([second, ...parts], [...moved, first]);
      if (cut !== undefined) return cut;
    }
    if (isFirst) moved.unshift(part);
    else moved.push(part);
  }
}

/** Two drafts of these parts, both long enough and with text. */
function drafts(
  place: HeadingPlace | undefined,
  first: readonly DraftPart[],
  second: readonly DraftPart[],
  { most, least }: ChunkSize,
  secondPlace = second[0]?.place,
): Two | undefined {
  const [one, other] = [new ChunkDraft(place), new ChunkDraft(secondPlace)];
  const fits = (draft: ChunkDraft, parts: readonly DraftPart[]): boolean =>
    parts.every((part) => draft.add(part, most)) && draft.tokens >= least && !draft.isBare;
  // A heading stays with what it is the heading of.
  const last = first.at(-1)?.block.kind;
  if (last === 'heading' || last === 'entry') return undefined;
  return fits(one, first) && fits(other, second) ? [one, other] : undefined;
}

function pieceOf(
  { place, before, inTable, block: whole }: DraftPart,
  block: DraftPart['block'],
  isFirst: boolean,
): DraftPart {
  const [id] = whole.ids;
  if (whole.kind === 'table') return new DraftPart(block, place, before, inTable ?? id);
  return new DraftPart(block, place, isFirst ? before : (id ?? before), inTable);
}
