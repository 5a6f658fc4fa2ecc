// How alike a query and the parts of a field are: headings, names, symbols.
import type { ForwardView } from '../index/forward-view.ts';
import type { RankQuery, RankTerm } from './query.ts';

/** Free places between two parts of a field. */
const GAP = 16;
/** The most places of a field. */
const MOST_PLACES = 0x1_0000;

/** The parts of the field that was read last. All arrays are used again. */
export class PartMatches {
  /** The parts that are most alike, the first and the last; 0 where there is none. */
  best = 0;
  first = 0;
  last = 0;
  /** By part: the weight of the terms in it, how many of its places they take, and which term was the last. */
  #found: Float64Array = new Float64Array(64);
  #taken: Int32Array = new Int32Array(64);
  #lastTerm: Int32Array = new Int32Array(64);
  /** By place: when it was last taken. */
  readonly #takenAt: Uint32Array = new Uint32Array(MOST_PLACES);
  #time = 0;

  /** Compares each part of a field with the query. */
  read(view: ForwardView, field: number, query: RankQuery): this {
    this.best = 0;
    this.first = 0;
    this.last = 0;
    const start = view.startsFrom[field] as number;
    const count = (view.startsFrom[field + 1] as number) - start;
    if (view.isHit[field] === 0 || count === 0) return this;
    this.#begin(count);
    const length = view.lengths[field] as number;
    for (let nth = 0; nth < query.terms.length; nth++) this.#take(view, field, nth, start, count, query);
    for (let part = 0; part < count; part++) {
      const from = view.starts[start + part] as number;
      const alike = this.#alike(part, endOf(view, start, part, count, length) - from, query.total);
      if (alike > this.best) this.best = alike;
      if (part === 0) this.first = alike;
      if (part === count - 1) this.last = alike;
    }
    return this;
  }

  /** Compares a whole field, without its parts. */
  whole(view: ForwardView, field: number, { terms, total }: RankQuery): number {
    const length = view.lengths[field] as number;
    if (view.isHit[field] === 0) return 0;
    this.#begin(1);
    const base = field * view.termCount;
    for (let nth = 0; nth < terms.length; nth++)
      for (let at = view.from[base + nth] as number; at < (view.to[base + nth] as number); at++) {
        const place = view.places[at] as number;
        if (place < length) this.#add(0, nth, place, terms);
      }
    return this.#alike(0, length, total);
  }

  #begin(parts: number): void {
    if (parts > this.#found.length) {
      this.#found = new Float64Array(2 * parts);
      this.#taken = new Int32Array(2 * parts);
      this.#lastTerm = new Int32Array(2 * parts);
    }
    this.#found.fill(0, 0, parts);
    this.#taken.fill(0, 0, parts);
    this.#lastTerm.fill(-1, 0, parts);
    this.#time++;
    if (this.#time > 0xffff_ffff) {
      this.#takenAt.fill(0);
      this.#time = 1;
    }
  }

  /** A term's places rise, and so do the parts. */
  #take(view: ForwardView, field: number, nth: number, start: number, count: number, { terms }: RankQuery): void {
    const { starts, places } = view;
    const length = view.lengths[field] as number;
    const at = field * view.termCount + nth;
    let part = 0;
    for (let hit = view.from[at] as number; hit < (view.to[at] as number); hit++) {
      const place = places[hit] as number;
      while (part + 1 < count && (starts[start + part + 1] as number) <= place) part++;
      if (place < (starts[start + part] as number)) continue;
      if (place < endOf(view, start, part, count, length)) this.#add(part, nth, place, terms);
    }
  }

  #add(part: number, nth: number, place: number, terms: readonly RankTerm[]): void {
    if (this.#takenAt[place] !== this.#time) {
      this.#takenAt[place] = this.#time;
      this.#taken[part] = (this.#taken[part] as number) + 1;
    }
    if (this.#lastTerm[part] === nth) return;
    this.#lastTerm[part] = nth;
    this.#found[part] = (this.#found[part] as number) + (terms[nth] as RankTerm).weight;
  }

  /** The harmonic mean of how much of the query is in the part and how much of the part is in the query. */
  #alike(part: number, length: number, total: number): number {
    const found = this.#found[part] as number;
    if (found === 0) return 0;
    const recall = Math.min(1, found / total);
    const precision = Math.min(1, (this.#taken[part] as number) / length);
    return (2 * recall * precision) / (recall + precision);
  }
}

function endOf(view: ForwardView, start: number, part: number, count: number, length: number): number {
  return part + 1 === count ? length : (view.starts[start + part + 1] as number) - GAP;
}
