// Looks up a query's terms in packed forward indexes, one after the other, without an object for each field.
import { forwardFields } from './forward.ts';

const FIELDS = forwardFields.length;
const HEAD = 8;

/**
 * The query's terms in the chunk that was read last. Bytes that are no forward index read as empty fields. The
 * arrays are used again by the next `read`, and may be others after it.
 */
export class ForwardView {
  /** By field: how many places it has, and how many different terms. */
  readonly lengths: Int32Array = new Int32Array(FIELDS);
  readonly terms: Int32Array = new Int32Array(FIELDS);
  /** By field: 1 where any of the terms occurs. */
  readonly isHit: Uint8Array = new Uint8Array(FIELDS);
  /** Where the parts of a field begin: from `startsFrom[field]` to `startsFrom[field + 1]`, rising. */
  readonly startsFrom: Int32Array = new Int32Array(FIELDS + 1);
  starts: Int32Array = new Int32Array(256);
  /** How many terms the query has. */
  termCount = 0;
  /** Where a term is in a field: in `places` from `from[field * termCount + term]` to the `to` there, rising. */
  from: Int32Array = new Int32Array(0);
  to: Int32Array = new Int32Array(0);
  places: Int32Array = new Int32Array(1_024);
  #size = 0;

  /** Reads a packed index; terms are passed as hashes. */
  read(bytes: Uint8Array, hashes: readonly number[]): void {
    this.#begin(hashes.length);
    let at = 0;
    let field = 0;
    for (; field < FIELDS && at + HEAD <= bytes.length; field++) {
      const terms = uint16(bytes, at + 4);
      const sizes = at + HEAD + 4 * terms;
      const startBytes = uint16(bytes, at + 6);
      const placesAt = sizes + terms + startBytes;
      if (placesAt > bytes.length) break;
      this.lengths[field] = uint16(bytes, at);
      this.terms[field] = terms;
      this.#readStarts(bytes, field, sizes + terms, uint16(bytes, at + 2) === 0 ? 0 : startBytes);
      for (let nth = 0; nth < hashes.length; nth++) {
        const term = find(bytes, at + HEAD, terms, hashes[nth] as number);
        if (term >= 0)
          this.#readPlaces(bytes, field, nth, placesAt + sum(bytes, sizes, term), bytes[sizes + term] as number);
      }
      // Nothing follows the last field.
      if (field + 1 < FIELDS) at = placesAt + sum(bytes, sizes, terms);
    }
    for (; field < FIELDS; field++) {
      this.lengths[field] = 0;
      this.terms[field] = 0;
      this.startsFrom[field + 1] = this.startsFrom[field] as number;
    }
  }

  /** At how many places of a field a term is. */
  count(field: number, term: number): number {
    const at = field * this.termCount + term;
    return (this.to[at] as number) - (this.from[at] as number);
  }

  #begin(termCount: number): void {
    if (termCount !== this.termCount) {
      this.termCount = termCount;
      this.from = new Int32Array(FIELDS * termCount);
      this.to = new Int32Array(FIELDS * termCount);
    } else {
      this.from.fill(0);
      this.to.fill(0);
    }
    this.isHit.fill(0);
    this.#size = 0;
  }

  #readStarts(bytes: Uint8Array, field: number, at: number, size: number): void {
    const from = this.startsFrom[field] as number;
    if (from + size > this.starts.length) this.starts = larger(this.starts, from + size);
    this.startsFrom[field + 1] = readDeltas(bytes, at, at + size, this.starts, from);
  }

  #readPlaces(bytes: Uint8Array, field: number, nth: number, at: number, size: number): void {
    if (this.#size + size > this.places.length) this.places = larger(this.places, this.#size + size);
    const place = field * this.termCount + nth;
    this.from[place] = this.#size;
    this.#size = readDeltas(bytes, at, Math.min(bytes.length, at + size), this.places, this.#size);
    this.to[place] = this.#size;
    if (this.#size > (this.from[place] as number)) this.isHit[field] = 1;
  }
}

function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
}

function sum(bytes: Uint8Array, from: number, count: number): number {
  let total = 0;
  for (let at = from; at < from + count; at++) total += bytes[at] as number;
  return total;
}

function larger(array: Int32Array, least: number): Int32Array {
  const copy = new Int32Array(2 * least);
  copy.set(array);
  return copy;
}

/** The place of a hash in a rising table, or -1. */
function find(bytes: Uint8Array, table: number, terms: number, hash: number): number {
  let low = 0;
  let high = terms - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const at = table + 4 * middle;
    const found = (uint16(bytes, at) | (uint16(bytes, at + 2) << 16)) >>> 0;
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Writes rising numbers, packed as what each adds, and returns where they end. */
function readDeltas(bytes: Uint8Array, start: number, end: number, into: Int32Array, first: number): number {
  let place = 0;
  let to = first;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < 128) place += byte;
    else if (++at < bytes.length) place += ((byte & 127) << 8) | (bytes[at] as number);
    into[to++] = place;
  }
  return to;
}
