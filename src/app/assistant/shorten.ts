// As much of a text as fits, cut at a line end where there is one, else behind a sentence or a word.
import { textEnd } from '../../core/text-end.ts';

/**
 * The longest beginning of a text, from a place on, that fits; `end` is where it ends, -1 at the end of the text. Undefined where
 * nothing fits, or nothing is left.
 */
export function longestFitting(
  text: string,
  from: number,
  fits: (piece: string) => boolean,
): { readonly text: string; readonly end: number } | undefined {
  const rest = text.slice(from);
  if (rest === '') return undefined;
  if (fits(rest)) return { text: rest, end: -1 };
  let least = 0;
  let most = rest.length;
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (fits(wellFormed(rest, middle))) least = middle;
    else most = middle;
  }
  if (least === 0) return undefined;
  const line = rest.lastIndexOf('\n', least - 1) + 1;
  const length = line > least / 2 ? line : textEnd(rest, 0, least);
  return length === 0 ? undefined : { text: rest.slice(0, length), end: from + length };
}

/** Never half of a character. */
function wellFormed(text: string, length: number): string {
  const isHalf = /[\uD800-\uDBFF]/.test(text[length - 1] ?? '');
  return text.slice(0, isHalf ? length - 1 : length);
}
