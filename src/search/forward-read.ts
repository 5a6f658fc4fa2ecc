// Reads the texts of a field once: the terms go into the forward index, and come back as a line for the full text.
import { termsOfRun } from './analyser.ts';
import { type StretchKind, scan } from './analyser-scan.ts';
import { isHiragana } from './cjk.ts';
import { termHash } from './forward.ts';
import type { ForwardPacker } from './forward-pack.ts';
import type { TermKind } from './identifiers.ts';
import { words } from './word-table.ts';

/** Between the parts of a field, so that no phrase reaches from one into the next. */
const gap = 16;

/** A further term of a whole part, as its hash. */
export type PartHash = (text: string) => number;

const none: readonly PartHash[] = Object.freeze([]);

/** What it answers is what `analyse` gives of the same texts, term by term. Linear; one at a time reads. */
export class FieldReader {
  readonly #packer: ForwardPacker;
  #text = '';
  #base = 0;
  #position = 0;
  /** The last place that has a term; below the base while there is none. */
  #last = -1;
  /** Undefined in a field without parts. */
  #also: readonly PartHash[] | undefined;
  /** 1 where frequent terms stay out of the forward index. */
  #leftOut = 0;
  #surfaces: Set<string> | undefined;
  #page = 0;
  /** A hiragana is kept once a text. */
  readonly #seen = new Set<string>();

  // The line: strings that are done, and ASCII with spaces behind each term.
  #pieces: string[] = [];
  #bytes = Buffer.alloc(8_192);
  #size = 0;

  constructor(packer: ForwardPacker) {
    this.#packer = packer;
  }

  /** Begins a forward index; what an error left half done is forgotten. */
  begin(): void {
    this.#packer.begin();
    this.#pieces = [];
    this.#size = 0;
    this.#leftOut = 0;
    this.#surfaces = undefined;
  }

  /** Packs a field of several parts, each with further terms at its first place, and answers its line. */
  parts(texts: readonly string[], as: 'text' | 'symbols', also = none): string {
    this.#also = also;
    let base = 0;
    for (const text of texts) {
      this.#read(text, as === 'text', base);
      if (this.#last >= base) base = this.#last + 1 + gap;
    }
    this.#packer.endField(Math.max(0, base - gap));
    return this.#line();
  }

  /** Packs a text without its frequent terms, and answers its line, which has them; `surfaces` takes the words that can be suggested. */
  body(text: string, surfaces: Set<string> | undefined, page: number): string {
    this.#also = undefined;
    this.#leftOut = 1;
    this.#surfaces = surfaces;
    this.#page = page;
    this.#read(text, true, 0);
    this.#leftOut = 0;
    this.#surfaces = undefined;
    this.#packer.endField();
    return this.#line();
  }

  #read(given: string, markdown: boolean, base: number): void {
    const text = ofOneKind(given);
    this.#text = text;
    this.#base = base;
    this.#position = base;
    this.#last = base - 1;
    if (this.#seen.size > 0) this.#seen.clear();
    scan(text, markdown, this.#stretch);
    this.#text = '';
  }

  #line(): string {
    this.#endPiece();
    const pieces = this.#pieces;
    if (pieces.length < 2) return pieces.pop() ?? '';
    this.#pieces = [];
    return pieces.join(' ');
  }

  #endPiece(): void {
    if (this.#size > 0) this.#pieces.push(this.#bytes.toString('latin1', 0, this.#size - 1));
    this.#size = 0;
  }

  readonly #stretch = (kind: StretchKind, start: number, end: number): void => {
    if (kind === 'word') this.#word(start, end);
    else this.#position += termsOfRun(kind, this.#text.slice(start, end), this.#gram);
  };

  #word(start: number, end: number): void {
    const word = words.find(this.#text, start, end);
    const position = this.#position;
    const to = words.first[word + 1] as number;
    let at = words.first[word] as number;
    if (at < to) {
      if (this.#last < this.#base) this.#begin();
      this.#last = position + ((words.marks[to - 1] as number) >>> 1);
      for (; at < to; at++) {
        const mark = words.marks[at] as number;
        if ((mark & this.#leftOut) === 0) this.#packer.term(words.hashes[at] as number, position + (mark >>> 1));
      }
      this.#putTerms(word);
    }
    if (this.#surfaces !== undefined) words.addSurfaces(word, this.#text, start, end, this.#surfaces, this.#page);
    this.#position = position + (words.places[word] as number);
  }

  #putTerms(word: number): void {
    const wide = words.wide[word];
    if (wide !== undefined) {
      this.#endPiece();
      this.#pieces.push(...wide);
      return;
    }
    const from = words.lineFrom[word] as number;
    const size = (words.lineFrom[word + 1] as number) - from;
    if (this.#size + size > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * (this.#size + size));
    for (let at = 0; at < size; at++) this.#bytes[this.#size + at] = words.lines[from + at] as number;
    this.#size += size;
  }

  readonly #gram = (term: string, kind: TermKind, place: number): void => {
    if (kind === 'other' && isHiragana(term)) {
      if (this.#seen.has(term)) return;
      this.#seen.add(term);
    }
    if (this.#last < this.#base) this.#begin();
    this.#last = this.#position + place;
    this.#packer.term(termHash(term), this.#last);
    this.#endPiece();
    this.#pieces.push(term);
  };

  #begin(): void {
    if (this.#also === undefined) return;
    this.#packer.start(this.#base);
    for (const hashOf of this.#also) this.#packer.term(hashOf(this.#text), this.#base);
  }
}

const room = Buffer.alloc(0x1_0000);

/** The same text as a string of one kind: V8 has a dozen, and code that meets them all asks which it is at every letter. */
function ofOneKind(text: string): string {
  return 2 * text.length > room.length ? text : room.toString('utf16le', 0, room.write(text, 0, 'utf16le'));
}
