// Writes forward indexes: terms are added with their places in any order, and come out sorted and packed.
import { sorted } from './forward-pack-sort.ts';

/** The largest place of a term. */
export const lastPlace = 65_535;
const mostTerms = 65_535;
const mostPlacesOfTerm = 64;
const mostStarts = 4_096;
const longestStep = 0x7fff;
const usual = 8_192;
/** A buffer that a large page made larger than this is not kept for the next. */
const mostKept = 2 ** 20;
/** A term's hash and its place are one number that sorts by both. */
const perHash = lastPlace + 1;

/*
 * Per field: length, number of starts, number of terms, bytes of places (4 × uint16); the terms' hashes, rising (uint32 each);
 * how many bytes each term's places take (uint8 each); starts and places (deltas, 1 or 2 bytes: 0–127, or 128 + high 7 bits, low 8).
 * Little-endian, the hashes of a field not aligned.
 */

/** Packs field after field. Terms of a field may come in any order; of a term the first 64 places are kept. */
export class ForwardPacker {
  #keys = new Float64Array(1_024);
  #spare = new Float64Array(1_024);
  #count = 0;
  #last = 0;
  readonly #starts: number[] = [];
  #bytes = new Uint8Array(usual);
  #size = 0;

  /** Drops fields that were not taken. */
  begin(): void {
    this.#size = 0;
    this.#next();
  }

  /** Adds a term, passed as its hash, to the field at hand. */
  term(hash: number, place: number): void {
    const at = Math.min(place, lastPlace);
    if (at > this.#last) this.#last = at;
    if (this.#count === this.#keys.length) this.#keys = grown(this.#keys, new Float64Array(2 * this.#count));
    this.#keys[this.#count++] = hash * perHash + at;
  }

  /** Begins a part of the field at hand; parts begin in rising order. */
  start(place: number): void {
    if (place <= lastPlace && this.#starts.length < mostStarts) this.#starts.push(place);
  }

  /** Packs the field at hand and begins the next. Its length is one more than its last place, unless passed. */
  endField(length = this.#last + 1): void {
    this.#room(8 + 7 * this.#count + 2 * this.#starts.length);
    if (this.#count > 0) this.#pack(length);
    else for (let end = this.#size + 8; this.#size < end; ) this.#bytes[this.#size++] = 0;
    this.#next();
  }

  /** Adds fields that were packed before. */
  add(packed: Uint8Array): void {
    this.#room(packed.length);
    this.#bytes.set(packed, this.#size);
    this.#size += packed.length;
  }

  /** How many bytes the fields since the last `take` have. */
  get size(): number {
    return this.#size;
  }

  /** Returns all fields since the last call, in a buffer of their own. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#size);
    this.#size = 0;
    if (this.#bytes.length > mostKept) this.#bytes = new Uint8Array(usual);
    return taken;
  }

  #next(): void {
    this.#count = 0;
    this.#last = 0;
    this.#starts.length = 0;
  }

  #pack(length: number): void {
    const count = this.#count;
    if (this.#spare.length < count) this.#spare = new Float64Array(this.#keys.length);
    const keys = sorted(this.#keys, this.#spare, count);
    const terms = Math.min(mostTerms, differentHashes(keys, count));
    const from = this.#size;
    let hashAt = from + 8;
    let sizeAt = hashAt + 4 * terms;
    const startsAt = sizeAt + terms;
    this.#size = startsAt;
    let before = 0;
    for (const start of this.#starts) before = this.#step(before, start);
    const bytes = this.#bytes;
    uint16(bytes, from, Math.min(length, lastPlace));
    uint16(bytes, from + 2, this.#starts.length);
    uint16(bytes, from + 4, terms);
    uint16(bytes, from + 6, this.#size - startsAt);
    for (let at = 0, term = 0; term < terms; term++) {
      const hash = Math.floor((keys[at] as number) / perHash);
      uint16(bytes, hashAt, hash & 0xffff);
      uint16(bytes, hashAt + 2, hash >>> 16);
      hashAt += 4;
      const placesAt = this.#size;
      let places = 0;
      let last = -1;
      for (before = 0; at < count; at++) {
        const place = (keys[at] as number) - hash * perHash;
        if (place >= perHash) break;
        if (place === last || places === mostPlacesOfTerm) continue;
        before = this.#step(before, place);
        last = place;
        places++;
      }
      bytes[sizeAt++] = this.#size - placesAt;
    }
  }

  /** Writes the distance to the next place, and returns that place. */
  #step(before: number, place: number): number {
    const delta = Math.min(place - before, longestStep);
    if (delta >= 128) this.#bytes[this.#size++] = 128 | (delta >>> 8);
    this.#bytes[this.#size++] = delta & 255;
    return before + delta;
  }

  #room(count: number): void {
    const needed = this.#size + count;
    if (needed > this.#bytes.length) this.#bytes = grown(this.#bytes, new Uint8Array(2 * needed));
  }
}

function grown<A extends Uint8Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

function differentHashes(keys: Float64Array, count: number): number {
  let found = 0;
  let end = -1;
  for (let at = 0; at < count; at++) {
    const key = keys[at] as number;
    if (key < end) continue;
    found++;
    end = (Math.floor(key / perHash) + 1) * perHash;
  }
  return found;
}

function uint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value & 255;
  bytes[at + 1] = value >>> 8;
}
