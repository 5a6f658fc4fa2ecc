// Words that can be suggested, as lines of word, tab, term: each is made once, and added to a page once.
import { detached } from '../../core/search-entry.ts';
import { analyse } from '../analyse/analyser.ts';
import { ByteRow } from './byte-row.ts';
import { longestSurface, shortestSurface, surfacesOfWord } from './suggestions-words.ts';

const tab = 0x09;
const lineEnd = 0x0a;
/** Words whose hashes are alike are looked for at no more than this many places, whatever a page does. */
const mostProbes = 8;

/** Words by number, without bound: the caller decides when numbers are dropped. */
export class SurfaceTable {
  readonly #numbers = new Map<string, number>();
  /** Numbers, plus one, of words of ASCII by their letters; the map knows all. */
  readonly #slots = new Uint32Array(131_072);
  readonly #lines = new ByteRow(65_536);
  /** Where each word's line begins; it ends where the next begins. */
  readonly #from: number[] = [0];
  /** The last page each word was on. */
  readonly #metOn: number[] = [];
  readonly #found: number[] = [];

  get size(): number {
    return this.#metOn.length;
  }

  /** The numbers of the words inside a word or identifier. Valid until the next call. Linear. */
  inside(text: string, units: Uint16Array, start: number, end: number): readonly number[] {
    const found = this.#found;
    found.length = 0;
    for (let at = start; at < end; at++) {
      let hash = 0x811c9dc5;
      let to = at;
      for (; to < end && isLetter(units[to] as number); to++)
        hash = Math.imul(hash ^ ((units[to] as number) | 0x20), 0x01000193);
      if (to < end && (units[to] as number) >= 0x80) {
        found.length = 0;
        for (const word of surfacesOfWord(text.slice(start, end))) found.push(this.#numberOf(word));
        return found;
      }
      if (to - at >= shortestSurface && to - at <= longestSurface)
        found.push(this.#numberIn(text, units, at, to, hash ^ (hash >>> 15)));
      at = to;
    }
    return found;
  }

  /** Appends a word's line, unless the page has it. */
  meet(number: number, page: number, to: ByteRow): void {
    if (this.#metOn[number] === page) return;
    this.#metOn[number] = page;
    to.put(this.#lines.bytes, this.#from[number] as number, this.#from[number + 1] as number);
  }

  forget(): void {
    this.#numbers.clear();
    this.#slots.fill(0);
    this.#lines.clear();
    this.#from.length = 1;
    this.#metOn.length = 0;
  }

  #numberIn(text: string, units: Uint16Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < mostProbes; probe++) {
      const number = (slots[(hash + probe) & mask] as number) - 1;
      if (number < 0) {
        slot = (hash + probe) & mask;
        break;
      }
      if (this.#isSpelled(number, units, start, end)) return number;
    }
    const number = this.#numberOf(text.slice(start, end).toLowerCase());
    slots[slot] = number + 1;
    return number;
  }

  #isSpelled(number: number, units: Uint16Array, start: number, end: number): boolean {
    const { bytes } = this.#lines;
    const from = this.#from[number] as number;
    if (bytes[from + end - start] !== tab) return false;
    for (let at = start; at < end; at++) if (bytes[from + at - start] !== ((units[at] as number) | 0x20)) return false;
    return true;
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#metOn.length;
    // A slice would keep the whole page alive.
    this.#numbers.set(detached(word), number);
    this.#lines.putText(word);
    this.#lines.putByte(tab);
    this.#lines.putText(analyse(word, 'symbols')[0]?.term ?? word);
    this.#lines.putByte(lineEnd);
    this.#from.push(this.#lines.size);
    this.#metOn.push(0);
    return number;
  }
}

/** Whether a unit is an ASCII letter. */
function isLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a;
}
