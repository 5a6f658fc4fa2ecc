// Words and identifiers as terms: whole, by the levels of a dotted or dashed name, and by the words inside it.
import { cutWord, fold } from './fold.ts';
import { asciiSplitter } from './identifiers-ascii.ts';
import { anySplitter, piecesOf, type Span, type Splitter } from './identifiers-split.ts';
import { stem } from './stem.ts';

/**
 * What a term is to the text: `word` alone at its place, `whole` an identifier, `part` of one, `gram` two characters of
 * unspaced writing, `other` a further spelling that only the index keeps.
 */
export type TermKind = 'word' | 'whole' | 'part' | 'gram' | 'other';

/** A term of a word: which of its places it has, and from where to where in the word. */
export interface WordTerm {
  readonly term: string;
  readonly kind: TermKind;
  readonly place: number;
  readonly from: number;
  readonly to: number;
}

/** The terms of a word, and how many places it takes. */
export interface WordTerms {
  readonly terms: readonly WordTerm[];
  readonly places: number;
}

/** No term is longer, in UTF-16 units. */
export const longestTerm = 64;

/** Beyond these an identifier is data: only its first words are terms. */
const longestIdentifier = 256;
const mostSuffixes = 8;

const sigils = '-@$%.#';
const sigil = /^(?:[-@$%.#]|--)(?=[^-@$%.#])/;
const capitalised = /^[A-Z][a-z]+$/;
const lettersOnly = /^[\p{L}\p{M}]+$/u;
const contraction = /['’](?:s|t|re|ve|ll|d|m)$/i;
const version = /^v?((\d+\.\d+)(?:\.\d+)*)$/;

/** What occurs in a word, a bit each: it shows which checks can be skipped. */
const shapes = Object.freeze({ lower: 1, upper: 2, digit: 4, dots: 8, dashes: 16, odd: 32, wide: 64 } as const);

/** The terms of one word as it was written, sigils (`--`, `@`) included. Never throws; linear. */
export function termsOfWord(raw: string): WordTerms {
  const shape = shapeOf(raw);
  if (isSimple(raw, shape)) return single(raw, cutWord(raw, longestTerm));
  const short = (shape & (shapes.odd | shapes.wide)) === 0 ? null : contraction.exec(raw);
  if (short !== null) {
    const bare = raw.slice(0, short.index);
    return single(raw, /^['’]s$/i.test(short[0]) ? bare : bare + short[0].slice(1));
  }
  return new Identifier(cutWord(raw, longestIdentifier), shape).read();
}

function shapeOf(raw: string): number {
  let shape = 0;
  for (let at = 0; at < raw.length; at++) {
    const unit = raw.charCodeAt(at);
    if (unit >= 0x61 && unit <= 0x7a) shape |= shapes.lower;
    else if (unit >= 0x41 && unit <= 0x5a) shape |= shapes.upper;
    else if (unit >= 0x30 && unit <= 0x39) shape |= shapes.digit;
    else if (unit === 0x2e || unit === 0x2f || unit === 0x3a || unit === 0x23) shape |= shapes.dots;
    else if (unit === 0x2d || unit === 0x5f) shape |= shapes.dashes;
    else shape |= unit >= 0x20 && unit < 0x7f ? shapes.odd : shapes.wide;
  }
  return shape;
}

/** `word`, `Word`, `WORD`, `42`. */
function isSimple(raw: string, shape: number): boolean {
  if (shape === (shapes.lower | shapes.upper)) return capitalised.test(raw);
  return shape === shapes.lower || shape === shapes.upper || shape === shapes.digit;
}

function single(raw: string, word: string): WordTerms {
  const term = stem(cutWord(fold(word), longestTerm));
  return { terms: term === '' ? [] : [{ term, kind: 'word', place: 0, from: 0, to: raw.length }], places: 1 };
}

class Identifier {
  readonly #raw: string;
  readonly #shape: number;
  readonly #split: Splitter;
  /** The word folded, letter by letter at the same places; undefined where that is impossible. */
  readonly #folded: string | undefined;
  readonly #terms: WordTerm[] = [];
  /** Where each place begins. */
  readonly #starts: number[] = [];

  constructor(raw: string, shape: number) {
    this.#raw = raw;
    this.#shape = shape;
    const ascii = (shape & shapes.wide) === 0;
    this.#split = ascii ? asciiSplitter : anySplitter;
    this.#folded = ascii && !raw.includes('\\') ? raw.toLowerCase() : undefined;
  }

  read(): WordTerms {
    const raw = this.#raw;
    const split = this.#split;
    const body = sigils.includes(raw.charAt(0)) ? (sigil.exec(raw)?.[0].length ?? 0) : 0;
    const words = split.spans(raw, 2, body);
    const hasPieces = !this.#lacks(shapes.upper | shapes.digit | shapes.odd | shapes.wide);
    const leaves = words.map((word) => (hasPieces ? piecesOf(split, raw, word) : [word]));
    for (const row of leaves) for (const leaf of row) this.#starts.push(leaf.from);
    const plus = raw.endsWith('+') || raw.endsWith('#');
    const only = words.length === 1 && body === 0 && !plus ? (words[0] as Span) : undefined;
    const isAlone = only !== undefined && only.from === 0 && only.to === raw.length;
    const segments =
      isAlone || this.#lacks(shapes.dashes | shapes.odd | shapes.wide) ? words : split.spans(raw, 1, body);
    if (!isAlone) {
      this.#whole({ from: 0, to: raw.length });
      if (body > 0 && words.length > 1) this.#whole({ from: body, to: raw.length });
      for (const span of split.spans(raw, 0, body)) this.#segment(span);
      for (const span of segments) this.#segment(span);
    }
    for (let at = 0; at < words.length; at++)
      this.#word(words[at] as Span, leaves[at] as readonly Span[], only !== undefined);
    this.#joined(words);
    this.#suffixes(segments);
    return { terms: byPlace(this.#terms), places: Math.max(1, this.#starts.length) };
  }

  #lacks(shape: number): boolean {
    return (this.#shape & shape) === 0;
  }

  #add(term: string, kind: TermKind, { from, to }: Span): void {
    if (term === '' || term.length > longestTerm) return;
    const place = this.#placeOf(from);
    for (const known of this.#terms) if (known.place === place && known.term === term) return;
    this.#terms.push({ term, kind, place, from, to });
  }

  #placeOf(from: number): number {
    const starts = this.#starts;
    for (let at = 0; at < starts.length; at++) if ((starts[at] as number) >= from) return at;
    return Math.max(0, starts.length - 1);
  }

  #whole(span: Span): void {
    this.#add(this.#fold(span), 'whole', span);
  }

  #segment(span: Span): void {
    if (!this.#split.isOneWord(this.#raw, span)) this.#add(this.#fold(span), 'part', span);
  }

  /** A word of the name: as it is, and in pieces where letters and digits or capitals change. */
  #word(span: Span, leaves: readonly Span[], alone: boolean): void {
    const cut = cutWord(this.#fold(span), longestTerm);
    const root = stem(cut);
    if (leaves.length === 1 && leaves[0]?.from === span.from && leaves[0].to === span.to) {
      this.#add(root, alone ? 'word' : 'part', span);
      this.#version(cut, span);
      return;
    }
    this.#add(cut, alone ? 'whole' : 'part', span);
    // A query in small letters searches for the stem.
    if (root !== cut) this.#add(root, 'other', span);
    for (const leaf of leaves) {
      const text = this.#fold(leaf);
      this.#add(stem(text), 'part', leaf);
      this.#version(text, leaf);
    }
  }

  /** `v4.2.1` is also 4.2.1, and one of the versions 4.2. */
  #version(text: string, span: Span): void {
    const found = text.includes('.') ? version.exec(text) : null;
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
  #suffixes(segments: readonly Span[]): void {
    const last = segments.length - 1;
    for (let at = Math.max(1, last - mostSuffixes); at < last; at++) {
      const span = { from: (segments[at] as Span).from, to: this.#raw.length };
      this.#add(this.#fold(span), 'other', span);
    }
  }

  #fold(span: Span): string {
    return this.#folded === undefined ? fold(this.#text(span)) : this.#folded.slice(span.from, span.to);
  }

  #text({ from, to }: Span): string {
    const text = this.#raw.slice(from, to);
    return this.#folded === undefined ? text.replaceAll('\\', '') : text;
  }
}

/** A word has few terms, and nearly all of them are in order. */
function byPlace(terms: WordTerm[]): readonly WordTerm[] {
  for (let next = 1; next < terms.length; next++) {
    const term = terms[next] as WordTerm;
    let at = next;
    for (; at > 0 && (terms[at - 1] as WordTerm).place > term.place; at--) terms[at] = terms[at - 1] as WordTerm;
    if (at < next) terms[at] = term;
  }
  return terms;
}
