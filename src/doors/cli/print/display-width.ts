// How wide text is on a terminal, and where its lines end: Chinese, Japanese and Korean characters take two columns.
import { createRequire } from 'node:module';

type Measure = typeof import('string-width')['default'];

/** Characters of two columns, whatever is beside them: Chinese, Japanese and Korean as it is usually written. */
const WIDE = '\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u3131-\u3163\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60';
/** Characters of one column: Latin letters and usual punctuation. */
const NARROW = ' -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027';

const wide = new RegExp(`[${WIDE}]`);
const narrowOnly = new RegExp(`^[${NARROW}]*$`);
/** What is measured here, code unit by code unit: loading string-width takes 45 ms, and it takes 12 µs for a title in Japanese. */
const plain = new RegExp(`^[${NARROW}${WIDE}]*$`);

/** Korean has spaces between its words. */
const spaced = /^[\uac00-\ud7a3]/;

/** The vowel am of Thai and Lao, which string-width takes for a part of the letter before; terminals use a column for it. */
const ownColumn = /[\u0e33\u0eb3]/g;

let measure: Measure | undefined;

/** Columns of a text with marks, joined emoji, Korean written letter by letter, or rare characters. */
function measured(text: string): number {
  measure ??= (createRequire(import.meta.url)('string-width') as { readonly default: Measure }).default;
  return measure(text.replace(ownColumn, 'x'), { countAnsiEscapeCodes: true });
}

/** What is seen as one character, each with its columns. */
function charsOf(text: string): readonly (readonly [char: string, width: number])[] {
  if (plain.test(text)) return [...text].map((char) => [char, wide.test(char) ? 2 : 1]);
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => [segment, displayWidth(segment)]);
}

/** Columns that a text takes in one line. */
export function displayWidth(text: string): number {
  if (narrowOnly.test(text)) return text.length;
  if (!plain.test(text)) return measured(text);
  let width = text.length;
  for (const char of text) if (wide.test(char)) width++;
  return width;
}

/** The text, padded with spaces to this many columns. */
export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** The beginning of a text that fits into this many columns, with a mark where it was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns / 2 || displayWidth(text) <= columns) return text;
  let used = 0;
  let end = 0;
  for (const [char, width] of charsOf(text)) {
    used += width;
    if (used > columns - 1) break;
    end += char.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** The end of a text that fits into this many columns. */
export function endWithin(text: string, columns: number): string {
  let used = 0;
  let from = text.length;
  for (const [char, width] of charsOf(text).toReversed()) {
    used += width;
    if (used > columns) break;
    from -= char.length;
  }
  return text.slice(from);
}

/** Start and end of each line of a text when none is wider than this many columns; the space at a break is in neither line. */
export function linesWithin(text: string, columns: number): readonly (readonly [start: number, end: number])[] {
  const lines: [number, number][] = [];
  let start = 0;
  let used = 0;
  /** The last place where the line may end, and where the next would begin. */
  let fit: readonly [end: number, next: number, used: number] | undefined;
  let at = 0;
  for (const [char, width] of charsOf(text)) {
    if (char === ' ') fit = [at, at + 1, used + 1];
    else if (width >= 2 && at > start && !spaced.test(char) && text[at - 1] !== ' ') fit = [at, at, used];
    if (used + width > columns && at > start) {
      const [end, next, until] = fit ?? [at, at, used];
      lines.push([start, end]);
      start = next;
      used -= until;
      fit = undefined;
    }
    used += width;
    at += char.length;
  }
  if (start < text.length) lines.push([start, text.length]);
  return lines;
}
