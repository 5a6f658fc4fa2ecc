// What was learnt of a site's chrome, as text to be kept.
import { decodeOrNothing, isListOf, isNumber, isShape, isString } from '../../core/decode.ts';
import { type LearntChrome, nothingLearnt } from './edge-cut.ts';
import type { EdgeTally, LearntBlock } from './edge-tally.ts';

interface Kept {
  /** Key, pages that have it, pages of its language, the page that keeps it. */
  readonly blocks: readonly (readonly [string, number, number, string?])[];
}

const isKept = isShape<Kept>({
  blocks: isListOf(
    (value): value is Kept['blocks'][number] =>
      Array.isArray(value) &&
      isString(value[0]) &&
      isNumber(value[1]) &&
      isNumber(value[2]) &&
      (value[3] === undefined || isString(value[3])),
  ),
});

/** The learnt chrome as text; it does not depend on the order in which the pages were read. `tally` has counted all of them. */
export function packLearnt(blocks: readonly LearntBlock[], tally: EdgeTally): string {
  if (blocks.length === 0) return '';
  const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const kept: Kept = {
    blocks: blocks
      .toSorted((a, b) => byName(a.key, b.key))
      .map(({ key, pages, of }) => {
        const keeper = tally.keeperOf(key);
        return keeper === undefined ? [key, pages, of] : [key, pages, of, keeper];
      }),
  };
  return JSON.stringify(kept);
}

/** What was packed; nothing for a text that is none. */
export function unpackLearnt(text: string): LearntChrome {
  const kept = text === '' ? undefined : decodeOrNothing(text, isKept);
  if (kept === undefined) return nothingLearnt;
  return {
    keys: new Set(kept.blocks.map(([key]) => key)),
    keptOn: new Map(kept.blocks.flatMap(([key, , , keeper]) => (keeper === undefined ? [] : [[key, keeper]]))),
  };
}
