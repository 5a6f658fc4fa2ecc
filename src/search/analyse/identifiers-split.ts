// Where identifiers come apart: into the levels of a name, the words of a level, the pieces of a word.

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** 0: at slashes; 1: also at what separates the parts of a dotted name; 2: at dashes and underscores too. */
export type Level = 0 | 1 | 2;

/** Splits identifiers; there are two implementations with the same results, both linear. */
export interface Splitter {
  /** The parts between the separators of a level, from a place on; `+` and `#` at the end are left out. */
  readonly spans: (raw: string, level: Level, start: number) => readonly Span[];
  /** Runs of digits and of letters between changes of case: `get`, `HTTP`, `Response`; what is neither is left out. */
  readonly pieces: (raw: string, word: Span) => readonly Span[];
  /** Whether a piece has at least this many letters, rather than a number. */
  readonly isLetters: (raw: string, piece: Span, least: 1 | 2) => boolean;
  /** Whether it is nothing but letters and digits. */
  readonly isOneWord: (raw: string, span: Span) => boolean;
}

/** Beyond these a word is data, which has no pieces. */
const longestInPieces = 64;
const mostPieces = 8;
const radix = /^0[xob][\da-f]+$/i;

/** Pieces of `getHTTPResponseCode`, `utf8`, `POP3`; the word itself where pieces would mean nothing (`i18n`, `0x1F`). */
export function piecesOf(split: Splitter, raw: string, word: Span): readonly Span[] {
  if (word.to - word.from > longestInPieces) return [word];
  const all = split.pieces(raw, word);
  if (all.length === 1 || all.length > mostPieces || !all.some((one) => split.isLetters(raw, one, 2))) return [word];
  if (radix.test(raw.slice(word.from, word.to))) return [word];
  return all.filter((one) => one.to - one.from > 1 || !split.isLetters(raw, one, 1));
}

// A dot between digits separates nothing.
const levels: readonly RegExp[] = [
  /\//g,
  /\/|::?|->|#|(?<!\p{N})\.|\.(?!\p{N})/gu,
  /\/|::?|->|#|(?<!\p{N})\.|\.(?!\p{N})|[-_\\\u2010\u2011]+/gu,
];
const piece =
  /\p{N}+(?:\.\p{N}+)*|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}/gu;

const oneLetter = /^[\p{L}\p{M}]/u;
const twoLetters = /^[\p{L}\p{M}]{2}/u;
const oneWord = /^[\p{L}\p{N}\p{M}]*$/u;

/** The splitter of any identifier, and the definition of the spans. */
export const anySplitter: Splitter = Object.freeze({
  spans(raw: string, level: Level, start: number): readonly Span[] {
    const spans: Span[] = [];
    let from = start;
    const separator = levels[level] as RegExp;
    separator.lastIndex = start;
    for (const { 0: found, index } of raw.matchAll(separator)) {
      if (index > from) spans.push({ from, to: index });
      from = index + found.length;
    }
    const to = raw.length - (/[+#]*$/.exec(raw)?.[0].length ?? 0);
    if (to > from) spans.push({ from, to });
    return spans;
  },
  pieces(raw: string, { from, to }: Span): readonly Span[] {
    const found = [...raw.slice(from, to).matchAll(piece)];
    return found.map(({ 0: text, index }) => ({ from: from + index, to: from + index + text.length }));
  },
  isLetters(raw: string, { from, to }: Span, least: 1 | 2): boolean {
    return (least === 1 ? oneLetter : twoLetters).test(raw.slice(from, to));
  },
  isOneWord(raw: string, { from, to }: Span): boolean {
    return oneWord.test(raw.slice(from, to).replaceAll('\\', ''));
  },
});
