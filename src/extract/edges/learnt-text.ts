// What was learnt of a site's chrome, as text to be kept.
import { decodeOrNothing, isCounts, isListOf, isNumber, isShape, isString } from '../../core/decode.ts';
import { type LearntChrome, nothingLearnt } from './edge-cut.ts';
import type { LearntBlock } from './edge-tally.ts';

interface Kept {
  /** Key, pages that have it, pages of its language. */
  readonly blocks: readonly (readonly [string, number, number])[];
  readonly lengths: Readonly<Record<string, number>>;
}

const isKept = isShape<Kept>({
  blocks: isListOf(
    (value): value is Kept['blocks'][number] =>
      Array.isArray(value) && isString(value[0]) && isNumber(value[1]) && isNumber(value[2]),
  ),
  lengths: isCounts,
});

/** The learnt chrome as text; it does not depend on the order in which the pages were read. */
export function packLearnt(blocks: readonly LearntBlock[], lengths: ReadonlyMap<string, number>): string {
  if (blocks.length === 0) return '';
  const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const kept: Kept = {
    blocks: blocks.toSorted((a, b) => byName(a.key, b.key)).map(({ key, pages, of }) => [key, pages, of]),
    lengths: Object.fromEntries([...lengths].toSorted(([a], [b]) => byName(a, b))),
  };
  return JSON.stringify(kept);
}

/** What was packed; nothing for a text that is none. */
export function unpackLearnt(text: string): LearntChrome {
  const kept = text === '' ? undefined : decodeOrNothing(text, isKept);
  if (kept === undefined) return nothingLearnt;
  return { keys: new Set(kept.blocks.map(([key]) => key)), lengths: new Map(Object.entries(kept.lengths)) };
}
