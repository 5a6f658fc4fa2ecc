// Words met before and what the index keeps of each: most words of a page were on the page before it.
import { termHash } from './forward.ts';
import { termsOfWord } from './identifiers.ts';
import { isFrequent } from './rank-words.ts';
import { surfacesOfWord } from './suggestions-words.ts';

const longestRemembered = 64;
/** Words whose hashes are alike are looked for at so many places and no more, whatever a page does. */
const mostProbes = 8;
/** A usual word has no more letters, and no more terms. */
const usualLength = 12;
const usualTerms = 6;
const usualLine = 24;
/** An identifier of 256 letters has no more. */
const mostTerms = 1_024;
const longestLine = 65_536;

/** A word that can be suggested, and the last page it was met on. */
interface Surface {
  readonly word: string;
  page: number;
}

/**
 * Finds words by their letters, without a string for each. When it is full it forgets all of them, which changes no
 * answer: what is not known is made anew. With 32,768 words it takes at most about 8 MB.
 */
export class WordTable {
  /** A word's terms are from `first[word]` to `first[word + 1]`: their hashes, and twice their place in the word, plus one for a frequent one. */
  readonly first: Int32Array;
  readonly hashes: Uint32Array;
  readonly marks: Uint16Array;
  /** How many places a word takes. */
  readonly places: Uint16Array;
  /** Its terms, each with a space behind it, are from `lineFrom[word]` to `lineFrom[word + 1]` in `lines`; terms that are not ASCII are in `wide`. */
  readonly lineFrom: Int32Array;
  readonly lines: Uint8Array;
  readonly wide: (readonly string[] | undefined)[] = [];
  readonly #surfaces: (readonly Surface[] | undefined)[] = [];
  readonly #surfaceOf = new Map<string, Surface>();
  readonly #metOn: Int32Array;
  readonly #slots: Uint16Array;
  readonly #letters: Uint16Array;
  readonly #lettersFrom: Int32Array;
  readonly #most: number;
  #count = 0;

  /** For at most 65,535 words. */
  constructor(most: number) {
    this.#most = most;
    this.first = new Int32Array(most + 1);
    this.hashes = new Uint32Array(usualTerms * most + mostTerms);
    this.marks = new Uint16Array(this.hashes.length);
    this.places = new Uint16Array(most);
    this.lineFrom = new Int32Array(most + 1);
    this.lines = new Uint8Array(usualLine * most + longestLine);
    this.#metOn = new Int32Array(most);
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(2 * most)));
    this.#letters = new Uint16Array(usualLength * most + longestRemembered);
    this.#lettersFrom = new Int32Array(most + 1);
  }

  /** The number of a word that stands in a text. It is good until the next word is asked for. */
  find(text: string, start: number, end: number): number {
    if (end - start > longestRemembered) return this.#add(text.slice(start, end));
    let hash = end - start;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < mostProbes; probe++) {
      const word = this.#slots[(hash + probe) & mask] as number;
      if (word === 0) return this.#remember(text.slice(start, end), (hash + probe) & mask);
      if (this.#isSpelled(word - 1, text, start, end)) return word - 1;
    }
    return this.#remember(text.slice(start, end), hash & mask);
  }

  /** Adds to a set which words can be suggested for one that was just found; `page` is a number for the set. */
  addSurfaces(word: number, text: string, start: number, end: number, to: Set<string>, page: number): void {
    if (this.#metOn[word] === page) return;
    this.#metOn[word] = page;
    if (end - start > longestRemembered) {
      for (const surface of surfacesOfWord(text.slice(start, end))) to.add(surface);
      return;
    }
    let surfaces = this.#surfaces[word];
    if (surfaces === undefined) {
      surfaces = surfacesOfWord(own(text.slice(start, end))).map((surface) => this.#surface(surface));
      this.#surfaces[word] = surfaces;
    }
    for (const surface of surfaces)
      if (surface.page !== page) {
        surface.page = page;
        to.add(surface.word);
      }
  }

  #surface(word: string): Surface {
    const known = this.#surfaceOf.get(word);
    if (known !== undefined) return known;
    const surface = { word, page: 0 };
    this.#surfaceOf.set(word, surface);
    return surface;
  }

  #isSpelled(word: number, text: string, start: number, end: number): boolean {
    const from = this.#lettersFrom[word] as number;
    if ((this.#lettersFrom[word + 1] as number) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#letters[from + at - start] !== text.charCodeAt(at)) return false;
    return true;
  }

  #remember(raw: string, slot: number): number {
    const word = this.#add(raw);
    const from = this.#lettersFrom[word] as number;
    for (let at = 0; at < raw.length; at++) this.#letters[from + at] = raw.charCodeAt(at);
    this.#lettersFrom[word + 1] = from + raw.length;
    this.#slots[slot] = word + 1;
    return word;
  }

  #add(raw: string): number {
    const { terms, places } = termsOfWord(own(raw));
    if (this.#isFull()) this.#forget();
    const word = this.#count++;
    let at = this.first[word] as number;
    let to = this.lineFrom[word] as number;
    let isWide = false;
    for (const { term, place } of terms) {
      this.hashes[at] = termHash(term);
      this.marks[at++] = 2 * place + (isFrequent(term) ? 1 : 0);
      for (let nth = 0; nth < term.length; nth++) {
        const unit = term.charCodeAt(nth);
        if (unit >= 0x80) isWide = true;
        this.lines[to++] = unit;
      }
      this.lines[to++] = 0x20;
    }
    this.wide[word] = isWide ? terms.map(({ term }) => term) : undefined;
    this.first[word + 1] = at;
    this.places[word] = places;
    this.lineFrom[word + 1] = to;
    this.#surfaces[word] = undefined;
    this.#metOn[word] = 0;
    this.#lettersFrom[word + 1] = this.#lettersFrom[word] as number;
    return word;
  }

  #isFull(): boolean {
    const count = this.#count;
    return (
      count === this.#most ||
      this.#surfaceOf.size > 2 * this.#most ||
      (this.first[count] as number) + mostTerms > this.hashes.length ||
      (this.lineFrom[count] as number) + longestLine > this.lines.length ||
      (this.#lettersFrom[count] as number) + longestRemembered > this.#letters.length
    );
  }

  #forget(): void {
    this.#count = 0;
    this.#slots.fill(0);
    this.wide.length = 0;
    this.#surfaces.length = 0;
    this.#surfaceOf.clear();
  }
}

/** A slice would keep the whole page alive. */
function own(word: string): string {
  return word.length < 13 ? word : ` ${word}`.slice(1);
}

/** One for all pages of a thread. */
export const words: WordTable = new WordTable(32_768);

let pages = 0;

/** A number for `addSurfaces`. */
export function nextPage(): number {
  pages = (pages + 1) & 0x3fffffff || 1;
  return pages;
}
