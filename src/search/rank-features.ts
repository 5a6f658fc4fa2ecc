// What the ranker sees of a chunk: how well each of its fields answers the query, as numbers from 0 to about 1.
import { type FieldView, viewForward } from './forward.ts';
import type { RankQuery, RankTerm } from './rank-query.ts';

/** What a chunk's own score is made of; weights.ts has a weight for each. */
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
/** The same where each character is a place. */
const GRAMS_LENGTH = 400;
const NEAR = 8;

/** The chunk's features in the order of `chunkFeatures`, and which terms it holds anywhere, as a bit per term. */
export interface ChunkFacts {
  readonly values: Float64Array;
  readonly held: number;
  /** How often each term stands in title and text, and how long the text is; only for languages without spaces. */
  readonly counts?: readonly number[] | undefined;
  readonly length: number;
}

const empty: FieldView = { length: 0, terms: 0, starts: [], places: [], isHit: false };

/** Looks at a chunk. */
export function chunkFacts(forward: Uint8Array, { terms, total, hashes, grams }: RankQuery, seq: number): ChunkFacts {
  const fields = viewForward(forward, hashes);
  const field = (nth: number): FieldView => fields[nth] ?? empty;
  const [title, headings, names, symbols] = [field(TITLE), field(HEADINGS), field(NAMES), field(SYMBOLS)];
  const [meta, path, body] = [field(META), field(PATH), field(BODY)];
  let held = 0;
  let covered = 0;
  for (let nth = 0; nth < terms.length; nth++) {
    if (!fields.some(({ places }) => places[nth] !== undefined)) continue;
    held |= 1 << nth;
    covered += (terms[nth] as RankTerm).weight;
  }
  const coverage = covered / total;
  const own = part(headings, terms, total, headings.starts.length - 1);
  const page = Math.max(part(headings, terms, total, 0), whole(title, terms, total));
  const symbol = bestPart(symbols, terms, total);
  const isSame = ({ places }: FieldView): boolean => places[terms.length] !== undefined;
  const name = bestPart(names, terms, total);
  const titleText = short(title, terms, total);
  const bodyPhrase = phrase(body, terms);
  const near = windowCoverage(body, terms, total);
  const varied = body.length === 0 ? 0 : Math.min(1, body.terms / body.length);
  const values = Float64Array.of(
    titleText,
    short(headings, terms, total),
    short(names, terms, total),
    short(symbols, terms, total),
    short(meta, terms, total),
    short(path, terms, total),
    bodyScore(body, terms, total),
    coverage ** 3,
    own,
    page,
    bestPart(headings, terms, total),
    whole(path, terms, total),
    name,
    wholes(names, terms),
    symbol,
    wholes(symbols, terms),
    isSame(names) ? 1 : 0,
    names.places[terms.length + 1] === undefined ? 0 : 1,
    isSame(symbols) ? 1 : 0,
    isSame(headings) && (headings.places[terms.length] as readonly number[]).at(-1) === headings.starts.at(-1) ? 1 : 0,
    isSame(title) || headings.places[terms.length]?.[0] === 0 ? 1 : 0,
    Math.max(phrase(headings, terms), phrase(title, terms)),
    bodyPhrase,
    near,
    body.isHit ? 1 / (1 + firstPlace(body) / 30) : 0,
    seq === 0 ? 1 : 0,
    1 / (1 + body.length / 40),
    Math.max(0, body.length / 400 - 1),
    varied,
    stuffing(body, terms),
    body.length === 0 ? 0 : Math.min(1, symbols.terms / (body.terms + 1)),
    grams === 0 ? 0 : grams * bodyScore(body, terms, total, GRAMS_LENGTH),
    grams * titleText,
    grams / (1 + body.length / 150),
  );
  const counts =
    grams === 0 ? undefined : terms.map((_, nth) => (body.places[nth]?.length ?? 0) + (title.places[nth]?.length ?? 0));
  return { values, held, counts, length: body.length };
}

/** BM25 without lengths: in a short field one match says nearly all. */
function short({ places, isHit }: FieldView, terms: readonly RankTerm[], total: number): number {
  if (!isHit) return 0;
  let sum = 0;
  for (let nth = 0; nth < terms.length; nth++) {
    const found = places[nth];
    if (found !== undefined) sum += (terms[nth] as RankTerm).weight * (found.length / (found.length + 0.3));
  }
  return sum / total;
}

function bodyScore(
  { places, length, isHit }: FieldView,
  terms: readonly RankTerm[],
  total: number,
  usual = BODY_LENGTH,
): number {
  if (!isHit) return 0;
  const norm = 1.2 * (0.4 + (0.6 * length) / usual);
  let sum = 0;
  for (let nth = 0; nth < terms.length; nth++) {
    const found = places[nth];
    if (found !== undefined) sum += (terms[nth] as RankTerm).weight * (found.length / (found.length + norm));
  }
  return sum / total;
}

/** How alike query and field are: the harmonic mean of how much of each is in the other. */
function whole(field: FieldView, terms: readonly RankTerm[], total: number): number {
  return alike(field, terms, total, 0, field.length);
}

/** The same for one part of a field. */
function part(field: FieldView, terms: readonly RankTerm[], total: number, nth: number): number {
  const from = field.starts[nth];
  if (from === undefined) return 0;
  return alike(field, terms, total, from, endOfPart(field, nth));
}

const GAP = 16;

function endOfPart({ starts, length }: FieldView, nth: number): number {
  const next = starts[nth + 1];
  return next === undefined ? length : next - GAP;
}

function alike(field: FieldView, terms: readonly RankTerm[], total: number, from: number, end: number): number {
  if (!field.isHit || end <= from) return 0;
  let found = 0;
  let asked = total;
  const taken = new Set<number>();
  for (let nth = 0; nth < terms.length; nth++) {
    const places = field.places[nth];
    if (places === undefined) continue;
    let isInside = false;
    for (const place of places)
      if (place >= from && place < end) {
        isInside = true;
        taken.add(place);
      }
    const { weight, isFrequent } = terms[nth] as RankTerm;
    if (isInside) found += weight;
    if (isInside && isFrequent) asked += 0;
  }
  if (found === 0) return 0;
  const recall = Math.min(1, found / asked);
  const precision = Math.min(1, taken.size / (end - from));
  return (2 * recall * precision) / (recall + precision);
}

function bestPart(field: FieldView, terms: readonly RankTerm[], total: number): number {
  if (!field.isHit) return 0;
  let best = 0;
  for (let nth = 0; nth < field.starts.length; nth++) best = Math.max(best, part(field, terms, total, nth));
  return best;
}

/** The share of whole identifiers of the query that stand here as such. */
function wholes({ places, isHit }: FieldView, terms: readonly RankTerm[]): number {
  if (!isHit) return 0;
  let asked = 0;
  let found = 0;
  for (let nth = 0; nth < terms.length; nth++) {
    if (!(terms[nth] as RankTerm).isWhole) continue;
    asked++;
    if (places[nth] !== undefined) found++;
  }
  return asked === 0 ? 0 : found / asked;
}

/** The share of neighbours in the query that are neighbours here, in the same order. */
function phrase({ places, isHit }: FieldView, terms: readonly RankTerm[]): number {
  if (!isHit) return 0;
  let asked = 0;
  let found = 0;
  for (let nth = 0; nth + 1 < terms.length; nth++) {
    const one = terms[nth] as RankTerm;
    const next = terms[nth + 1] as RankTerm;
    const step = next.position - one.position;
    if (step <= 0) continue;
    const weight = one.weight + next.weight;
    asked += weight;
    const [first, second] = [places[nth], places[nth + 1]];
    if (first !== undefined && second !== undefined && follows(first, second, step)) found += weight;
  }
  return asked === 0 ? 0 : found / asked;
}

function follows(first: readonly number[], second: readonly number[], step: number): boolean {
  let at = 0;
  for (const place of first) {
    while (at < second.length && (second[at] as number) <= place) at++;
    if (at === second.length) return false;
    if ((second[at] as number) - place <= step) return true;
  }
  return false;
}

/** The most weight of different terms in a row of eight places. */
function windowCoverage(body: FieldView, terms: readonly RankTerm[], total: number): number {
  if (!body.isHit) return 0;
  const hits: { readonly place: number; readonly nth: number }[] = [];
  for (let nth = 0; nth < terms.length; nth++) for (const place of body.places[nth] ?? []) hits.push({ place, nth });
  hits.sort((one, other) => one.place - other.place);
  return best(hits, terms, NEAR) / total;
}

function best(hits: readonly { place: number; nth: number }[], terms: readonly RankTerm[], size: number): number {
  const count = new Array<number>(terms.length).fill(0);
  let most = 0;
  let sum = 0;
  let from = 0;
  for (const { place, nth } of hits) {
    count[nth] = (count[nth] as number) + 1;
    if (count[nth] === 1) sum += (terms[nth] as RankTerm).weight;
    while (place - (hits[from] as { place: number }).place >= size) {
      const left = (hits[from++] as { nth: number }).nth;
      count[left] = (count[left] as number) - 1;
      if (count[left] === 0) sum -= (terms[left] as RankTerm).weight;
    }
    most = Math.max(most, sum);
  }
  return most;
}

function firstPlace({ places }: FieldView): number {
  let first = Number.POSITIVE_INFINITY;
  for (const found of places) if (found !== undefined) first = Math.min(first, found[0] as number);
  return first;
}

/** S4: how far the most frequent of the terms goes beyond what prose needs. */
function stuffing({ places, length }: FieldView, terms: readonly RankTerm[]): number {
  if (length < 30) return 0;
  let most = 0;
  for (let nth = 0; nth < terms.length; nth++) most = Math.max(most, places[nth]?.length ?? 0);
  return Math.max(0, most / length - 0.12);
}
