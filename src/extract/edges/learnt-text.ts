// What was learnt of a site's chrome, as text to be kept.
import { decodeOrNothing, isListOf, isNumber, isShape, isString } from '../../core/decode.ts';
import { type LearntChrome, nothingLearnt } from './edge-cut.ts';
import type { EdgePlaces } from './edge-places.ts';
import { KEPT_SHARE, type LearntBlock } from './edge-tally.ts';

interface Kept {
  /** Key, pages that have it, pages of its language, the page that keeps it, how the URLs of those begin that lose it. */
  readonly blocks: readonly (readonly [string, number, number, string?, string?])[];
}

const isKept = isShape<Kept>({
  blocks: isListOf(
    (value): value is Kept['blocks'][number] =>
      Array.isArray(value) &&
      isString(value[0]) &&
      isNumber(value[1]) &&
      isNumber(value[2]) &&
      [value[3], value[4]].every((url) => url === undefined || isString(url)),
  ),
});

/** The learnt chrome as text; it does not depend on the order in which the pages were read. `places` has counted all of them. */
export function packLearnt(
  blocks: readonly LearntBlock[],
  places: EdgePlaces,
  known: ReadonlySet<string> = new Set(),
): string {
  const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const kept: Kept['blocks'] = blocks
    .toSorted((a, b) => byName(a.key, b.key))
    .flatMap(({ key, pages, of }): Kept['blocks'] => {
      const place = places.of(key, known.has(key) ? KEPT_SHARE : undefined);
      if (place === undefined) return [];
      return [place === 'everywhere' ? [key, pages, of] : [key, pages, of, place.keeper, place.folder]];
    });
  return kept.length === 0 ? '' : JSON.stringify({ blocks: kept } satisfies Kept);
}

/** What was packed; nothing for a text that is none. */
export function unpackLearnt(text: string): LearntChrome {
  const kept = text === '' ? undefined : decodeOrNothing(text, isKept);
  if (kept === undefined) return nothingLearnt;
  const named = (at: 3 | 4): ReadonlyMap<string, string> =>
    new Map(kept.blocks.flatMap((block) => (block[at] === undefined ? [] : [[block[0], block[at]] as const])));
  return { keys: new Set(kept.blocks.map(([key]) => key)), keptOn: named(3), folders: named(4) };
}
