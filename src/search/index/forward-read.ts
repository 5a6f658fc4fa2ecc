// Reads the texts of a field once: the terms go into the forward index, and into a line for the full text.
import { termsOfRun } from '../analyse/analyser.ts';
import { isHiragana } from '../analyse/cjk.ts';
import type { TermKind } from '../analyse/identifiers.ts';
import { type StretchKind, scan } from '../analyse/scan.ts';
import type { ByteRow } from './byte-row.ts';
import { termHash } from './forward.ts';
import type { ForwardPacker } from './forward-pack.ts';
import { words } from './word-table.ts';

/** Places left free between the parts of a field, so that no phrase reaches from one into the next. */
const gap = 16;
const space = 0x20;

/** A further term of a whole part, as its hash. */
export type PartHash = (text: string) => number;

const none: readonly PartHash[] = Object.freeze([]);

/** Where a page's part of the index is written. */
export interface FieldRows {
  readonly forward: ForwardPacker;
  /** Terms in UTF-8, separated by spaces. */
  readonly lines: ByteRow;
  /** Lines of word, tab, term: what can be suggested, each once a page. */
  readonly surfaces: ByteRow;
}

/** Writes the terms that `analyse` returns for the same texts. Linear; not reentrant. */
export class FieldReader {
  readonly #packer: ForwardPacker;
  readonly #lines: ByteRow;
  readonly #surfaces: ByteRow;
  #text = '';
  #base = 0;
  #position = 0;
  /** The last place that has a term; below the base while there is none. */
  #last = -1;
  /** Undefined in a field without parts: the text of a chunk, whose words can be suggested. */
  #also: readonly PartHash[] | undefined;
  /** 1 where frequent terms are left out of the forward index. */
  #leftOut = 0;
  /** A hiragana is kept once a text. */
  readonly #seen = new Set<string>();

  constructor({ forward, lines, surfaces }: FieldRows) {
    this.#packer = forward;
    this.#lines = lines;
    this.#surfaces = surfaces;
  }

  /** Packs a field of several parts, each with further terms at its first place, and appends its line. */
  parts(texts: readonly string[], as: 'text' | 'symbols', also = none): void {
    this.#also = also;
    this.#leftOut = 0;
    const from = this.#lines.size;
    let base = 0;
    for (const text of texts) {
      this.#read(text, as === 'text', base);
      if (this.#last >= base) base = this.#last + 1 + gap;
    }
    this.#packer.endField(Math.max(0, base - gap));
    this.#endLine(from);
  }

  /** Packs a text without its frequent terms, and appends its line, which has them, and the words that can be suggested. */
  body(text: string): void {
    this.#also = undefined;
    this.#leftOut = 1;
    const from = this.#lines.size;
    this.#read(text, true, 0);
    this.#packer.endField();
    this.#endLine(from);
  }

  #read(text: string, markdown: boolean, base: number): void {
    this.#text = text;
    this.#base = base;
    this.#position = base;
    this.#last = base - 1;
    if (this.#seen.size > 0) this.#seen.clear();
    scan(text, markdown, this.#stretch);
    this.#text = '';
  }

  /** Ends a line without its last space. */
  #endLine(from: number): void {
    if (this.#lines.size > from) this.#lines.cut(this.#lines.size - 1);
  }

  readonly #stretch = (kind: StretchKind, start: number, end: number, units: Uint16Array): void => {
    if (kind === 'word') this.#word(start, end, units);
    else this.#position += termsOfRun(kind, this.#text.slice(start, end), this.#gram);
  };

  #word(start: number, end: number, units: Uint16Array): void {
    const word = words.find(this.#text, units, start, end);
    const position = this.#position;
    const { numbers } = words;
    const to = words.termsTo(word);
    let at = words.termsFrom(word);
    if (at < to) {
      if (this.#last < this.#base) this.#begin();
      this.#last = position + ((numbers[to - 1] as number) >>> 1);
      for (; at < to; at += 2) {
        const mark = numbers[at + 1] as number;
        if ((mark & this.#leftOut) === 0) this.#packer.term(numbers[at] as number, position + (mark >>> 1));
      }
      words.putLine(word, this.#lines);
    }
    if (this.#also === undefined) words.meet(word, this.#text, units, start, end, this.#surfaces);
    this.#position = position + words.places(word);
  }

  readonly #gram = (term: string, kind: TermKind, place: number): void => {
    if (kind === 'other' && isHiragana(term)) {
      if (this.#seen.has(term)) return;
      this.#seen.add(term);
    }
    if (this.#last < this.#base) this.#begin();
    this.#last = this.#position + place;
    this.#packer.term(termHash(term), this.#last);
    this.#lines.putText(term);
    this.#lines.putByte(space);
  };

  #begin(): void {
    if (this.#also === undefined) return;
    this.#packer.start(this.#base);
    for (const hashOf of this.#also) this.#packer.term(hashOf(this.#text), this.#base);
  }
}
