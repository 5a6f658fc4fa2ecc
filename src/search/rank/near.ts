// How near to each other a query's terms are in a text.
import type { ForwardView } from '../index/forward-view.ts';
import type { RankTerm } from './query.ts';

const NEAR = 8;

// The place of each hit, in the order of the text; used again for every chunk.
let hitPlaces = new Int32Array(256);
let hitTerms = new Int32Array(256);
let count = 0;

/** The most weight of different terms in a row of eight places. */
export function nearest(view: ForwardView, field: number, terms: readonly RankTerm[]): number {
  if (view.isHit[field] === 0) return 0;
  collect(view, field, terms.length);
  inside.fill(0);
  let most = 0;
  let sum = 0;
  let from = 0;
  for (let at = 0; at < count; at++) {
    const term = hitTerms[at] as number;
    inside[term] = (inside[term] as number) + 1;
    if (inside[term] === 1) sum += (terms[term] as RankTerm).weight;
    while ((hitPlaces[at] as number) - (hitPlaces[from] as number) >= NEAR) {
      const left = hitTerms[from++] as number;
      inside[left] = (inside[left] as number) - 1;
      if (inside[left] === 0) sum -= (terms[left] as RankTerm).weight;
    }
    most = Math.max(most, sum);
  }
  return most;
}

/** By term: how often it is among the eight places; how many of its places were read. */
const MOST_TERMS = 64;
const inside = new Int32Array(MOST_TERMS);
const next = new Int32Array(MOST_TERMS);

/** All hits in order; at one place those of earlier terms first. */
function collect(view: ForwardView, field: number, terms: number): void {
  const { places, from, to } = view;
  const base = field * view.termCount;
  count = 0;
  for (let nth = 0; nth < terms; nth++) next[nth] = from[base + nth] as number;
  for (;;) {
    let first = -1;
    let place = 0;
    for (let nth = 0; nth < terms; nth++) {
      const at = next[nth] as number;
      if (at >= (to[base + nth] as number)) continue;
      if (first < 0 || (places[at] as number) < place) {
        first = nth;
        place = places[at] as number;
      }
    }
    if (first < 0) return;
    next[first] = (next[first] as number) + 1;
    if (count === hitPlaces.length) grow();
    hitPlaces[count] = place;
    hitTerms[count++] = first;
  }
}

function grow(): void {
  const [places, terms] = [hitPlaces, hitTerms];
  hitPlaces = new Int32Array(2 * count);
  hitPlaces.set(places);
  hitTerms = new Int32Array(2 * count);
  hitTerms.set(terms);
}
