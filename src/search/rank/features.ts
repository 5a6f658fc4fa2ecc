// What the ranker sees of a chunk: how well each of its fields matches the query, as numbers from 0 to about 1.
import { ForwardView } from '../index/forward-view.ts';
import { nearest } from './near.ts';
import { PartMatches } from './parts.ts';
import type { RankQuery, RankTerm } from './query.ts';

/** The features of a chunk's own score; weights.ts has a weight for each. */
export const chunkFeatures = [
  'titleText',
  'headingsText',
  'namesText',
  'symbolsText',
  'metaText',
  'pathText',
  'bodyText',
  'coverageCubed',
  'ownHeading',
  'pageHeading',
  'anyHeading',
  'path',
  'bestName',
  'wholeName',
  'bestSymbol',
  'wholeSymbol',
  'sameName',
  'sameTail',
  'sameSymbol',
  'sameHeading',
  'samePage',
  'headingPhrase',
  'bodyPhrase',
  'near',
  'early',
  'first',
  'short',
  'long',
  'varied',
  'stuffed',
  'listed',
  'gramText',
  'gramTitle',
  'gramShort',
] as const;
export type ChunkFeature = (typeof chunkFeatures)[number];

const [TITLE, HEADINGS, NAMES, SYMBOLS, META, PATH, BODY] = [0, 1, 2, 3, 4, 5, 6];
const BODY_LENGTH = 150;
/** The usual length of a text where each character is a place. */
const GRAMS_LENGTH = 400;

export interface ChunkFacts {
  /** The chunk's features in the order of `chunkFeatures`. */
  readonly values: Float64Array;
  /** How well its text matches, which is one of the features. */
  readonly body: number;
  /** Which terms it holds anywhere, as a bit per term. */
  readonly held: number;
  /** How often each term is in title and text, and how long the text is; only for languages without spaces. */
  readonly counts?: readonly number[] | undefined;
  readonly length: number;
}

const view = new ForwardView();
const parts = new PartMatches();

/** The facts of a chunk. The features are written into `values`, which a caller that needs only their sum uses again. */
export function chunkFacts(
  forward: Uint8Array,
  query: RankQuery,
  seq: number,
  values: Float64Array = new Float64Array(chunkFeatures.length),
): ChunkFacts {
  const { terms, total, hashes, grams } = query;
  view.read(forward, hashes);
  const held = heldTerms(terms.length);
  const length = view.lengths[BODY] as number;
  const kinds = view.terms[BODY] as number;
  const body = bodyScore(query, BODY_LENGTH);
  const titleText = short(TITLE, query);
  const lastHeading = (view.startsFrom[HEADINGS + 1] as number) - 1;
  const hasHeading = lastHeading >= (view.startsFrom[HEADINGS] as number);
  let at = 0;
  values[at++] = titleText;
  values[at++] = short(HEADINGS, query);
  values[at++] = short(NAMES, query);
  values[at++] = short(SYMBOLS, query);
  values[at++] = short(META, query);
  values[at++] = short(PATH, query);
  values[at++] = body;
  values[at++] = coverage(held, query) ** 3;
  parts.read(view, HEADINGS, query);
  values[at++] = parts.last;
  values[at++] = Math.max(parts.first, parts.whole(view, TITLE, query));
  values[at++] = parts.best;
  values[at++] = parts.whole(view, PATH, query);
  values[at++] = parts.read(view, NAMES, query).best;
  values[at++] = wholes(NAMES, terms);
  values[at++] = parts.read(view, SYMBOLS, query).best;
  values[at++] = wholes(SYMBOLS, terms);
  // Behind the terms the query is looked up as a name, and as the last part of one.
  const same = terms.length;
  values[at++] = flag(view.count(NAMES, same) > 0);
  values[at++] = flag(view.count(NAMES, same + 1) > 0);
  values[at++] = flag(view.count(SYMBOLS, same) > 0);
  values[at++] = flag(hasHeading && lastPlace(HEADINGS, same) === view.starts[lastHeading]);
  values[at++] = flag(view.count(TITLE, same) > 0 || firstPlace(HEADINGS, same) === 0);
  values[at++] = Math.max(phrase(HEADINGS, terms), phrase(TITLE, terms));
  values[at++] = phrase(BODY, terms);
  values[at++] = nearest(view, BODY, terms) / total;
  values[at++] = view.isHit[BODY] === 0 ? 0 : 1 / (1 + earliest() / 30);
  values[at++] = flag(seq === 0);
  values[at++] = 1 / (1 + length / 40);
  values[at++] = Math.max(0, length / 400 - 1);
  values[at++] = length === 0 ? 0 : Math.min(1, kinds / length);
  values[at++] = stuffing(terms.length);
  values[at++] = length === 0 ? 0 : Math.min(1, (view.terms[SYMBOLS] as number) / (kinds + 1));
  values[at++] = grams === 0 ? 0 : grams * bodyScore(query, GRAMS_LENGTH);
  values[at++] = grams * titleText;
  values[at++] = grams / (1 + length / 150);
  const counts = grams === 0 ? undefined : terms.map((_, nth) => view.count(BODY, nth) + view.count(TITLE, nth));
  return { values, body, held, counts, length };
}

function flag(is: boolean): 0 | 1 {
  return is ? 1 : 0;
}

function heldTerms(count: number): number {
  let held = 0;
  for (let nth = 0; nth < count; nth++)
    for (let field = TITLE as number; field <= BODY; field++)
      if (view.count(field, nth) > 0) {
        held |= 1 << nth;
        break;
      }
  return held;
}

function coverage(held: number, { terms, total }: RankQuery): number {
  let covered = 0;
  for (let nth = 0; nth < terms.length; nth++)
    if ((held & (1 << nth)) !== 0) covered += (terms[nth] as RankTerm).weight;
  return covered / total;
}

/** BM25 without lengths: in a short field one match is nearly all. */
function short(field: number, query: RankQuery): number {
  return frequency(field, query, 0.3);
}

function bodyScore(query: RankQuery, usual: number): number {
  return frequency(BODY, query, 1.2 * (0.4 + (0.6 * (view.lengths[BODY] as number)) / usual));
}

function frequency(field: number, { terms, total }: RankQuery, norm: number): number {
  if (view.isHit[field] === 0) return 0;
  let sum = 0;
  for (let nth = 0; nth < terms.length; nth++) {
    const count = view.count(field, nth);
    if (count > 0) sum += (terms[nth] as RankTerm).weight * (count / (count + norm));
  }
  return sum / total;
}

/** The share of whole identifiers of the query that occur here as such. */
function wholes(field: number, terms: readonly RankTerm[]): number {
  if (view.isHit[field] === 0) return 0;
  let total = 0;
  let found = 0;
  for (let nth = 0; nth < terms.length; nth++) {
    if (!(terms[nth] as RankTerm).isWhole) continue;
    total++;
    if (view.count(field, nth) > 0) found++;
  }
  return total === 0 ? 0 : found / total;
}

/** The share of neighbours in the query that are neighbours here, in the same order. */
function phrase(field: number, terms: readonly RankTerm[]): number {
  if (view.isHit[field] === 0) return 0;
  let total = 0;
  let found = 0;
  for (let nth = 0; nth + 1 < terms.length; nth++) {
    const one = terms[nth] as RankTerm;
    const next = terms[nth + 1] as RankTerm;
    const step = next.position - one.position;
    if (step <= 0) continue;
    const weight = one.weight + next.weight;
    total += weight;
    if (follows(field * view.termCount + nth, step)) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

/** Whether somewhere the term behind this one is at most this many places behind it. */
function follows(term: number, step: number): boolean {
  const { from, to, places } = view;
  let at = from[term + 1] as number;
  const end = to[term + 1] as number;
  for (let nth = from[term] as number; nth < (to[term] as number); nth++) {
    const place = places[nth] as number;
    while (at < end && (places[at] as number) <= place) at++;
    if (at === end) return false;
    if ((places[at] as number) - place <= step) return true;
  }
  return false;
}

function firstPlace(field: number, term: number): number | undefined {
  return view.count(field, term) === 0 ? undefined : view.places[view.from[field * view.termCount + term] as number];
}

function lastPlace(field: number, term: number): number | undefined {
  return view.count(field, term) === 0
    ? undefined
    : view.places[(view.to[field * view.termCount + term] as number) - 1];
}

/** Where the text first holds a term of the query. */
function earliest(): number {
  let first = Number.POSITIVE_INFINITY;
  for (let nth = 0; nth < view.termCount; nth++) first = Math.min(first, firstPlace(BODY, nth) ?? first);
  return first;
}

/** S4: how far the most frequent of the terms goes beyond what prose needs. */
function stuffing(count: number): number {
  const length = view.lengths[BODY] as number;
  if (length < 30) return 0;
  let most = 0;
  for (let nth = 0; nth < count; nth++) most = Math.max(most, view.count(BODY, nth));
  return Math.max(0, most / length - 0.12);
}
