// Words seen before and what the index keeps of each: most words of a page were on the page before it.

import { termsOfWord, type WordTerm } from '../analyse/identifiers.ts';
import { isFrequent } from '../rank/words.ts';
import type { ByteRow } from './byte-row.ts';
import { termHash } from './forward.ts';
import { SurfaceTable } from './word-table-surfaces.ts';

const longestRemembered = 64;
/** Words whose hashes are alike are looked for at no more than this many places, whatever a page does. */
const mostProbes = 8;
/** Bytes of a usual word, and of any: an identifier of 256 letters has no more than 1,024 terms. */
const usualSize = 144;
const mostSize = 1_024 * 8 + 3 * 65_536 + 1_024;

/*
 * A word is a row of numbers (uint32): the hash of its letters; how many letters and places it has; terms; words that can be
 * suggested; bytes of its line; the last page it was on. Behind them its terms, two numbers each; the numbers of the words
 * that can be suggested; its letters (UTF-16); its line: the terms in UTF-8, each with a space behind it. All of it lies
 * together, because memory access takes the most time here.
 */
const lettersAt = 1;
const placesAt = 2;
const termsAt = 3;
const surfacesAt = 4;
const lineAt = 5;
const metOnAt = 6;
const head = 7;

const encoder = new TextEncoder();

/**
 * Finds words by their letters, without a string for each. When it is full it drops all of them, which changes no
 * result: unknown words are analysed again. With 65,536 words it takes about 12 MB.
 */
export class WordTable {
  /** From `termsFrom` to `termsTo`: of each term its hash, then twice its place in the word, plus one for a frequent one. */
  readonly numbers: Uint32Array;
  readonly #units: Uint16Array;
  readonly #bytes: Uint8Array;
  /** Where words begin, by the hashes of their letters; 0 is nowhere. */
  readonly #slots: Uint32Array;
  readonly #surfaces = new SurfaceTable();
  readonly #most: number;
  #count = 0;
  /** Where the next word begins. */
  #end = 1;
  #page = 0;

  constructor(most: number) {
    this.#most = most;
    this.numbers = new Uint32Array((usualSize * most + mostSize) / 4);
    this.#units = new Uint16Array(this.numbers.buffer);
    this.#bytes = new Uint8Array(this.numbers.buffer);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most)));
  }

  /** Begins a page; `meet` adds each word to it once. */
  beginPage(): void {
    this.#page = (this.#page + 1) & 0x3fffffff || 1;
    if (this.#surfaces.size <= this.#most) return;
    this.#surfaces.forget();
    this.#forget();
  }

  /** Where the table has a word of a text, passed as units, too. Valid until the next call. */
  find(text: string, units: Uint16Array, start: number, end: number): number {
    if (end - start > longestRemembered) return this.#add(text, units, start, end, 0);
    let hash = end - start;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (units[at] as number), 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < mostProbes; probe++) {
      const word = slots[(hash + probe) & mask] as number;
      if (word === 0) {
        slot = (hash + probe) & mask;
        break;
      }
      if (this.numbers[word] === hash && this.#isSpelled(word, units, start, end)) return word;
    }
    const word = this.#add(text, units, start, end, hash);
    slots[slot] = word;
    this.#count++;
    this.#end = (this.#lineFrom(word) + (this.numbers[word + lineAt] as number) + 3) >>> 2;
    return word;
  }

  termsFrom(word: number): number {
    return word + head;
  }

  termsTo(word: number): number {
    return word + head + 2 * (this.numbers[word + termsAt] as number);
  }

  /** How many places a word takes. */
  places(word: number): number {
    return this.numbers[word + placesAt] as number;
  }

  /** Appends a word's terms. */
  putLine(word: number, to: ByteRow): void {
    const from = this.#lineFrom(word);
    to.put(this.#bytes, from, from + (this.numbers[word + lineAt] as number));
  }

  /** Appends which words can be suggested for one that was just found, as lines of word, tab, term; what the page has is left out. */
  meet(word: number, text: string, units: Uint16Array, start: number, end: number, to: ByteRow): void {
    if (this.numbers[word + metOnAt] === this.#page) return;
    this.numbers[word + metOnAt] = this.#page;
    if (end - start > longestRemembered) {
      for (const surface of this.#surfaces.inside(text, units, start, end))
        this.#surfaces.meet(surface, this.#page, to);
      return;
    }
    const from = this.termsTo(word);
    const last = from + (this.numbers[word + surfacesAt] as number);
    for (let at = from; at < last; at++) this.#surfaces.meet(this.numbers[at] as number, this.#page, to);
  }

  /** Where a word's letters begin, in UTF-16 units. */
  #lettersFrom(word: number): number {
    return 2 * (this.termsTo(word) + (this.numbers[word + surfacesAt] as number));
  }

  /** Where a word's line begins, in bytes. */
  #lineFrom(word: number): number {
    return 2 * (this.#lettersFrom(word) + (this.numbers[word + lettersAt] as number));
  }

  #isSpelled(word: number, units: Uint16Array, start: number, end: number): boolean {
    if (this.numbers[word + lettersAt] !== end - start) return false;
    const letters = this.#units;
    let from = this.#lettersFrom(word);
    for (let at = start; at < end; at++) if (letters[from++] !== units[at]) return false;
    return true;
  }

  /** Writes a word where the next one begins. */
  #add(text: string, units: Uint16Array, start: number, end: number, hash: number): number {
    const { terms, places } = termsOfWord(own(text.slice(start, end)));
    if (this.#count === this.#most || 4 * this.#end + mostSize > this.#bytes.length) this.#forget();
    const { numbers } = this;
    const word = this.#end;
    numbers[word] = hash;
    numbers[word + placesAt] = places;
    numbers[word + termsAt] = terms.length;
    numbers[word + metOnAt] = 0;
    let at = word + head;
    for (let nth = 0; nth < terms.length; nth++) {
      const { term, place } = terms[nth] as WordTerm;
      numbers[at++] = termHash(term);
      numbers[at++] = 2 * place + (isFrequent(term) ? 1 : 0);
    }
    const isLong = end - start > longestRemembered;
    const surfaces = isLong ? none : this.#surfaces.inside(text, units, start, end);
    for (let nth = 0; nth < surfaces.length; nth++) numbers[at++] = surfaces[nth] as number;
    numbers[word + surfacesAt] = surfaces.length;
    const letters = isLong ? 0 : end - start;
    for (let nth = 0; nth < letters; nth++) this.#units[2 * at + nth] = units[start + nth] as number;
    numbers[word + lettersAt] = letters;
    const from = 4 * at + 2 * letters;
    let to = from;
    for (let nth = 0; nth < terms.length; nth++) to = this.#putTerm((terms[nth] as WordTerm).term, to);
    numbers[word + lineAt] = to - from;
    return word;
  }

  #putTerm(term: string, from: number): number {
    const bytes = this.#bytes;
    let to = from;
    for (let nth = 0; nth < term.length; nth++) {
      const unit = term.charCodeAt(nth);
      if (unit >= 0x80) {
        to = from + encoder.encodeInto(term, bytes.subarray(from)).written;
        break;
      }
      bytes[to++] = unit;
    }
    bytes[to] = 0x20;
    return to + 1;
  }

  #forget(): void {
    this.#count = 0;
    this.#end = 1;
    this.#slots.fill(0);
  }
}

const none: readonly number[] = Object.freeze([]);

/** A slice would keep the whole page alive. */
function own(word: string): string {
  return word.length < 13 ? word : ` ${word}`.slice(1);
}

/** The table of a thread, shared by all its pages. */
export const words: WordTable = new WordTable(65_536);
