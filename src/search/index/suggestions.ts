// "Did you mean …?" for queries: words as pages write them that are one or two slips away from what was typed.
import { editDistance } from '../../core/suggest.ts';
import { fold } from '../analyse/fold.ts';
import type { SurfaceCount } from '../port.ts';

/** Words near a folded word (search/decide/near-words.ts). */
export type SurfaceLookup = (word: string) => Promise<Iterable<SurfaceCount>>;

/** Words that begin like this, the most frequent first. */
export type SurfacesFrom = (prefix: string, most: number) => Promise<Iterable<SurfaceCount>>;

const lastWord = /(?<![\p{L}\p{M}\p{N}_:])[\p{L}][\p{L}\p{M}]{1,31}$/u;

/** The query with its last word completed, the most frequent word first; none where it ends otherwise, or inside a filter. */
export async function completeQuery(raw: string, lookup: SurfacesFrom, most: number): Promise<readonly string[]> {
  const text = raw.slice(-1_000);
  const { 0: typed, index = 0 } = lastWord.exec(text) ?? { 0: '' };
  if (typed === '' || filterBefore.test(text.slice(Math.max(0, index - 200), index))) return [];
  const words = [...(await lookup(fold(typed), most + 1))].map(({ word }) => word);
  const begin = raw.slice(0, raw.length - typed.length);
  return words
    .filter((word) => word !== fold(typed))
    .slice(0, most)
    .map((word) => begin + word);
}

/** The intended word: the fewest slips away, then in the most chunks; undefined for a word that pages have. */
export async function suggestFor(word: string, lookup: SurfaceLookup): Promise<string | undefined> {
  const typed = fold(word);
  let best:
    | { readonly word: string; readonly rank: readonly [slips: number, start: number, chunks: number] }
    | undefined;
  for (const { word: candidate, chunks } of await lookup(typed)) {
    if (candidate === typed) return undefined;
    const rank = [editDistance(typed, candidate), candidate[0] === typed[0] ? 0 : 1, -chunks] as const;
    if (best === undefined || isBefore(rank, best.rank) || (!isBefore(best.rank, rank) && candidate < best.word))
      best = { word: candidate, rank };
  }
  return best?.word;
}

function isBefore(a: readonly [number, number, number], b: readonly [number, number, number]): boolean {
  return a[0] !== b[0] ? a[0] < b[0] : a[1] !== b[1] ? a[1] < b[1] : a[2] < b[2];
}

const mostWords = 8;
const typedWord = /(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]{2,31}(?![\p{L}\p{M}])/gu;
const filterBefore = /(?:provider|path|lang):["“]?[^\s"”]*$/iu;

/**
 * The query with its misspelt words set right; undefined when nothing is better. Operators and filters stay as they are, and
 * so do words that are known.
 */
export async function suggestQuery(
  raw: string,
  lookup: SurfaceLookup,
  isKnown: (word: string) => boolean = () => false,
): Promise<string | undefined> {
  let looked = 0;
  const text = raw.slice(0, 1_000);
  let better = '';
  let end = 0;
  for (const { 0: word, index: at } of text.matchAll(typedWord)) {
    if (filterBefore.test(text.slice(Math.max(0, at - 200), at)) || /^(?:provider|path|lang)$/i.test(word)) continue;
    if (isKnown(word) || ++looked > mostWords) continue;
    better += text.slice(end, at) + ((await suggestFor(word, lookup)) ?? word);
    end = at + word.length;
  }
  better += text.slice(end);
  return better === text ? undefined : better;
}
