// Words and identifiers as terms: whole, by the levels of a dotted or dashed name, and by the words inside it.
import { cutWord, fold } from './analyser-fold.ts';
import { stem } from './stem.ts';

/**
 * What a term is to the text: `word` alone at its place, `whole` an identifier, `part` of one, `gram` two characters of
 * unspaced writing, `other` a further spelling that only the index keeps.
 */
export type TermKind = 'word' | 'whole' | 'part' | 'gram' | 'other';

/** A term of a word: which of its places it stands at, and from where to where in the word. */
export interface WordTerm {
  readonly term: string;
  readonly kind: TermKind;
  readonly place: number;
  readonly from: number;
  readonly to: number;
}

/** What a word becomes, and how many places it takes. */
export interface WordTerms {
  readonly terms: readonly WordTerm[];
  readonly places: number;
}

/** No term is longer, in UTF-16 units. */
export const longestTerm = 64;

/** Beyond these an identifier is data: only its first words are terms. */
const longestIdentifier = 256;
const mostPieces = 8;
const mostSuffixes = 8;

// From the outermost level to the innermost; a dot between digits separates nothing.
const levels: readonly RegExp[] = [
  /\//g,
  /\/|::?|->|#|(?<!\p{N})\.|\.(?!\p{N})/gu,
  /\/|::?|->|#|(?<!\p{N})\.|\.(?!\p{N})|[-_\\\u2010\u2011]+/gu,
];
const sigil = /^(?:[-@$%.#]|--)(?=[^-@$%.#])/;
const piece =
  /\p{N}+(?:\.\p{N}+)*|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}/gu;
const asciiWord = /^(?:[a-z]+|[A-Z]?[a-z]*|[A-Z]+|\d+)$/;
const lettersOnly = /^[\p{L}\p{M}]+$/u;
const radix = /^0[xob][\da-f]+$/i;
const twoLetters = /^[\p{L}\p{M}]{2}/u;
const contraction = /['’](?:s|t|re|ve|ll|d|m)$/i;

/** The terms of one word as it was written, sigils (`--`, `@`) included. Never throws; linear. */
export function termsOfWord(raw: string): WordTerms {
  if (asciiWord.test(raw)) return single(raw, cutWord(raw, longestTerm));
  const short = contraction.exec(raw);
  if (short !== null) {
    const bare = raw.slice(0, short.index);
    return single(raw, /^['’]s$/i.test(short[0]) ? bare : bare + short[0].slice(1));
  }
  return new Identifier(raw).read();
}

function single(raw: string, word: string): WordTerms {
  const term = stem(cutWord(fold(word), longestTerm));
  return { terms: term === '' ? [] : [{ term, kind: 'word', place: 0, from: 0, to: raw.length }], places: 1 };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

class Identifier {
  readonly #raw: string;
  readonly #terms: WordTerm[] = [];
  readonly #known = new Set<string>();
  /** Where each place begins. */
  readonly #starts: number[] = [];

  constructor(raw: string) {
    this.#raw = cutWord(raw, longestIdentifier);
  }

  read(): WordTerms {
    const raw = this.#raw;
    const body = sigil.exec(raw)?.[0].length ?? 0;
    const words = spansBetween(raw, levels[2] as RegExp, body);
    const leaves = words.map((word) => piecesOf(raw, word));
    for (const row of leaves) for (const leaf of row) this.#starts.push(leaf.from);
    const plus = raw.endsWith('+') || raw.endsWith('#');
    const only = words.length === 1 && body === 0 && !plus ? (words[0] as Span) : undefined;
    if (only === undefined || only.from > 0 || only.to < raw.length) {
      this.#whole({ from: 0, to: raw.length });
      if (body > 0 && words.length > 1) this.#whole({ from: body, to: raw.length });
      for (const level of levels.slice(0, 2)) for (const span of spansBetween(raw, level, body)) this.#segment(span);
    }
    for (const [at, word] of words.entries()) this.#word(word, leaves[at] as readonly Span[], only !== undefined);
    this.#joined(words);
    this.#suffixes(body);
    return { terms: this.#terms.sort((a, b) => a.place - b.place), places: Math.max(1, this.#starts.length) };
  }

  #add(term: string, kind: TermKind, span: Span): void {
    const place = this.#placeOf(span.from);
    const key = `${place} ${term}`;
    if (term === '' || term.length > longestTerm || this.#known.has(key)) return;
    this.#known.add(key);
    this.#terms.push({ term, kind, place, ...span });
  }

  #placeOf(from: number): number {
    const at = this.#starts.findIndex((start) => start >= from);
    return at === -1 ? Math.max(0, this.#starts.length - 1) : at;
  }

  #whole(span: Span): void {
    this.#add(fold(this.#text(span)), 'whole', span);
  }

  #segment(span: Span): void {
    if (!isOneWord(this.#text(span))) this.#add(fold(this.#text(span)), 'part', span);
  }

  /** A word of the name: as it is, and in pieces where letters and digits or capitals change. */
  #word(span: Span, leaves: readonly Span[], alone: boolean): void {
    const folded = fold(this.#text(span));
    const cut = cutWord(folded, longestTerm);
    if (leaves.length === 1 && leaves[0]?.from === span.from && leaves[0].to === span.to) {
      this.#add(stem(cut), alone ? 'word' : 'part', span);
      this.#version(cut, span);
      return;
    }
    this.#add(cut, alone ? 'whole' : 'part', span);
    // Whoever types it in small letters asks for its stem.
    if (stem(cut) !== cut) this.#add(stem(cut), 'other', span);
    for (const leaf of leaves) {
      const text = fold(this.#text(leaf));
      this.#add(stem(text), 'part', leaf);
      this.#version(text, leaf);
    }
  }

  /** `v4.2.1` is also 4.2.1, and one of the versions 4.2. */
  #version(text: string, span: Span): void {
    const found = /^v?((\d+\.\d+)(?:\.\d+)*)$/.exec(text);
    if (found === null) return;
    this.#add(found[1] as string, 'part', span);
    this.#add(found[2] as string, 'other', span);
  }

  /** `e-mail` is also `email`. */
  #joined(words: readonly Span[]): void {
    const [first, second] = words;
    if (words.length !== 2 || first === undefined || second === undefined) return;
    if (!/^[-\u2010\u2011]$/.test(this.#raw.slice(first.to, second.from)) || second.to - first.from > 24) return;
    const [head, tail] = [this.#text(first), this.#text(second)];
    if (lettersOnly.test(head) && lettersOnly.test(tail))
      this.#add(stem(fold(head + tail)), 'part', { from: first.from, to: second.to });
  }

  /** `window.attroff` of `curses.window.attroff`: names are often written without their first parts. */
  #suffixes(body: number): void {
    const segments = spansBetween(this.#raw, levels[1] as RegExp, body);
    for (const { from } of segments.slice(1, -1).slice(-mostSuffixes)) {
      const span = { from, to: this.#raw.length };
      this.#add(fold(this.#text(span)), 'other', span);
    }
  }

  #text({ from, to }: Span): string {
    return this.#raw.slice(from, to).replaceAll('\\', '');
  }
}

function isOneWord(text: string): boolean {
  return /^[\p{L}\p{N}\p{M}]*$/u.test(text);
}

/** What stands between the matches of a separator. */
function spansBetween(raw: string, separator: RegExp, start: number): readonly Span[] {
  const spans: Span[] = [];
  let from = start;
  separator.lastIndex = start;
  for (const { 0: found, index } of raw.matchAll(separator)) {
    if (index > from) spans.push({ from, to: index });
    from = index + found.length;
  }
  const to = raw.length - (/[+#]+$/.exec(raw)?.[0].length ?? 0);
  if (to > from) spans.push({ from, to });
  return spans;
}

/** Pieces of `getHTTPResponseCode`, `utf8`, `POP3`; the word itself where pieces would say nothing (`i18n`, `0x1F`). */
function piecesOf(raw: string, word: Span): readonly Span[] {
  const text = raw.slice(word.from, word.to);
  if (text.length > longestTerm || radix.test(text)) return [word];
  const all = [...text.matchAll(piece)];
  if (all.length === 1 || all.length > mostPieces || !all.some(([found]) => twoLetters.test(found))) return [word];
  const kept = all.filter(([found]) => found.length > 1 || /\p{N}/u.test(found));
  return kept.map(({ 0: found, index }) => ({
    from: word.from + index,
    to: word.from + index + found.length,
  }));
}
