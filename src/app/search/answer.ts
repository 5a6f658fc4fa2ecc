// From a typed query to an answer (S5): what an index finds, ranked, with the words that show why; runs in a search thread.
import { analyseQuery } from '../../search/analyse/analyser.ts';
import { parseQuery, type Query, queryBounds, withoutPhrases } from '../../search/analyse/query.ts';
import { createQuoter, type Quoter } from '../../search/answer/quotation.ts';
import { suggestQuery } from '../../search/index/suggestions.ts';
import type { CandidateQuery, CandidateSet, ChunkDetails, IndexReader } from '../../search/port.ts';
import { candidateQuery, rankAnswer, rankQueryOf } from '../../search/rank/ask.ts';
import type { RankedChunk, RankedPage } from '../../search/rank/rank.ts';
import { facetsOf } from './facets.ts';
import { linkTo, namesInQuery } from './link.ts';
import type { SearchRequest } from './request.ts';
import type { FoundChunk, QueryTokenView, Quotation, SearchAnswer, SearchResult, UnderstoodQuery } from './result.ts';

/** Chunks that are ranked; the engine's own order chooses them. */
const CANDIDATES = 200;
/** With fewer pages than this a misspelling is looked for. */
const FEW = 3;

const headingsAtTop = /^(?:#{1,6} [^\n]*\n+)+/;

const nothing: CandidateQuery = Object.freeze({ any: [], phrases: [], not: [] });

/** Answers from one snapshot of an index; `stale` is passed on. Nothing typed makes it throw. */
export async function answerSearch(
  reader: IndexReader,
  text: string,
  request: SearchRequest,
  stale: boolean,
): Promise<SearchAnswer> {
  const start = performance.now();
  const pages = await findPages(reader, text, request);
  const { query, set, ranked } = pages;
  const shown = ranked.slice(request.offset, request.offset + request.limit);
  const rows = shown.flatMap(({ chunks }) => chunks.slice(0, request.chunksPerPage).map(({ row }) => row));
  const details = new Map((await reader.details(rows)).map((one) => [one.row, one]));
  const show = chunkShower(query, set, details);
  const results = shown.flatMap((page) => resultOf(page, request, details, show) ?? []);
  const about = await aboutAnswer(reader, text, pages);
  const facets = request.facets && facetsOf(await reader.places(ranked.map(({ page }) => page)));
  return {
    ...{ ...about, ...(request.explain && { query: { ...about.query, tokens: tokensOf(pages) } }) },
    ...{ results, ...(facets && { facets }) },
    ...{ index: { chunks: set.chunks, stale }, tookMs: since(start) },
  };
}

/** Milliseconds, to a hundredth. */
export function since(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

/** The facts of an answer as a whole. */
export async function aboutAnswer(
  reader: IndexReader,
  text: string,
  { typed, query, set, ranked, isLoose }: FoundPages,
): Promise<Pick<SearchAnswer, 'query' | 'withoutPhrases' | 'found' | 'didYouMean'>> {
  const didYouMean = await suggestion(reader, query, set, ranked.length);
  return {
    query: understood(typed, text),
    ...(isLoose && { withoutPhrases: true as const }),
    found: { pages: ranked.length, atLeast: isLowerBound(query, set) },
    ...(didYouMean !== undefined && { didYouMean }),
  };
}

/** What a query found, before anything of it is shown. */
export interface FoundPages extends IndexAnswer {
  /** As it was typed; `query` was answered. */
  readonly typed: Query;
  /** Its phrases are found nowhere word for word, and were looked for without their marks. */
  readonly isLoose: boolean;
}

/** The pages that answer a query, the best first; of each a bounded number of chunks is looked at. */
export async function findPages(
  reader: IndexReader,
  text: string,
  request: SearchRequest,
  perPage?: number,
): Promise<FoundPages> {
  const typed = narrowed(parseQuery(text, { typing: request.typing }), request);
  const first = await askIndex(reader, typed, request, perPage);
  // A phrase that is remembered not quite right finds nothing, and its words mostly do.
  const loose =
    first.ranked.length === 0 && typed.phrases.length > 0
      ? await askIndex(reader, withoutPhrases(typed), request, perPage)
      : undefined;
  if (loose !== undefined && loose.ranked.length > 0) return { ...loose, typed, isLoose: true };
  return { ...first, typed, isLoose: false };
}

interface IndexAnswer {
  readonly query: Query;
  readonly set: CandidateSet;
  readonly ranked: readonly RankedPage[];
}

async function askIndex(
  reader: IndexReader,
  query: Query,
  { explain, weights }: SearchRequest,
  perPage?: number,
): Promise<IndexAnswer> {
  const set = await reader.candidates(candidateQuery(query) ?? nothing, { limit: CANDIDATES, perPage });
  return { query, set, ranked: rankAnswer(query, set, { explain, weights }) };
}

/** A filter passed beside the query replaces a typed one. */
function narrowed(query: Query, { provider, path, lang }: SearchRequest): Query {
  const passed = Object.entries({ provider, path, lang }).filter(([, values]) => values.length > 0);
  return { ...query, filters: { ...query.filters, ...Object.fromEntries(passed) } };
}

function understood({ terms, phrases, not, prefix, filters }: Query, text: string): UnderstoodQuery {
  const { provider = [], path = [], lang = [] } = filters;
  return {
    text: text.slice(0, queryBounds.characters).toWellFormed(),
    terms: terms.map(({ term }) => term),
    phrases: phrases.map((phrase) => phrase.map(({ term }) => term)),
    not: not.map((phrase) => phrase.map(({ term }) => term)),
    ...(prefix !== undefined && { prefix: prefix.text }),
    filters: { provider, path, lang },
    ...(text.length > queryBounds.characters && { cut: true as const }),
  };
}

/** The terms as they count: with how many chunks hold each, and what that makes it worth. */
function tokensOf({ query, set }: FoundPages): readonly QueryTokenView[] {
  const weights = new Map(rankQueryOf(query, set).terms.map(({ term, weight }) => [term, weight]));
  const position = query.prefix?.position ?? 0;
  const completions = set.completions.map((term) => ({ term, kind: 'completion' as const, position, must: false }));
  const prefix = (query.prefix?.tokens ?? []).map((token) => ({ ...token, must: false }));
  return [...query.terms, ...prefix, ...completions].map(({ term, kind, position: place, must }) => ({
    ...{ term, kind, position: place, must },
    ...{ chunks: set.holding.get(term) ?? 0, weight: weights.get(term) ?? 0 },
  }));
}

/** Whether pages that hold a word of the query may be missing: many were looked through, not all. */
function isLowerBound(query: Query, { candidates, pages, holding, completions }: CandidateSet): boolean {
  const { phrases, not, filters } = query;
  if (phrases.length + not.length > 0 || Object.keys(filters).length > 0) return candidates.length >= CANDIDATES;
  const seen = [...pages.values()].reduce((sum, { found }) => sum + found, 0);
  return Math.max(0, ...holding.values()) > seen || (query.prefix !== undefined && completions.length > 0);
}

type ShowChunk = (chunk: Pick<RankedChunk, 'row' | 'score'>) => FoundChunk | undefined;

/** Shows chunks as hits of a query: each with its link and the words that show why. */
export function chunkShower(query: Query, set: CandidateSet, details: ReadonlyMap<number, ChunkDetails>): ShowChunk {
  const completed = set.completions.map((term) => ({ term, kind: 'word' }));
  const terms = [...query.terms, ...(query.prefix?.tokens ?? []), ...completed];
  const quote = createQuoter(terms);
  const names = namesInQuery(query);
  return ({ row, score }) => {
    const chunk = details.get(row);
    if (chunk === undefined) return undefined;
    const { id, headings, tokens, nosnippet, noarchive } = chunk;
    const withheld = nosnippet ? 'nosnippet' : noarchive ? 'noarchive' : undefined;
    const quotation = withheld === undefined ? quotationOf(chunk, quote) : undefined;
    return {
      ...{ chunk: id, url: linkTo(chunk, names), headings, tokens, score },
      ...(quotation !== undefined && { quotation }),
      ...(withheld !== undefined && { withheld }),
    };
  };
}

function quotationOf({ text, preview }: ChunkDetails, quote: Quoter): Quotation | undefined {
  const kept = text ?? preview;
  // The headings are shown beside it: what is below them adds more, unless only they were found.
  const below = kept.replace(headingsAtTop, '');
  const first = quote(below === '' ? kept : below);
  const { text: words, marks, outside } = first.outside && below !== kept ? quote(kept) : first;
  if (words === '') return undefined;
  return { text: words, marks, fromPreview: text === undefined, matchOutside: outside === true };
}

function resultOf(
  { chunks, score, parts }: RankedPage,
  { chunksPerPage }: SearchRequest,
  details: ReadonlyMap<number, ChunkDetails>,
  show: ShowChunk,
): SearchResult | undefined {
  const [best, ...more] = chunks.slice(0, chunksPerPage).flatMap((chunk) => show(chunk) ?? []);
  const page = details.get(chunks[0]?.row ?? -1);
  if (best === undefined || page === undefined) return undefined;
  const { title, provider, language, fetchedAt, verifiedAt } = page;
  return {
    title,
    ...best,
    score,
    provider,
    ...(language !== undefined && { language }),
    crawledAt: fetchedAt,
    verifiedAt,
    more,
    ...(parts !== undefined && { parts }),
  };
}

/** The query without its slips: only where little was found, or some word of it is found nowhere. */
async function suggestion(
  reader: IndexReader,
  query: Query,
  set: CandidateSet,
  pages: number,
): Promise<string | undefined> {
  if (set.chunks === 0) return undefined;
  const isAbsent = query.terms.some(({ term, kind }) => kind !== 'whole' && (set.holding.get(term) ?? 0) === 0);
  if (pages >= FEW && !isAbsent) return undefined;
  const isHeld = (word: string): boolean => analyseQuery(word).some(({ term }) => (set.holding.get(term) ?? 0) > 0);
  return suggestQuery(query.raw, (word) => reader.wordsNear(word), isHeld);
}
