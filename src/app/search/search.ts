// Searching a place, also while a crawl writes into it (S1 to S5).
import { DocentError } from '../../core/errors.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { queryBounds } from '../../search/analyse/query.ts';
import type { Settings } from '../../settings.ts';
import type { QueryContext7 } from '../channel/ask-beside.ts';
import { checkCrawled, type Place } from '../place.ts';
import type { HeldTo } from '../read/libraries.ts';
import type { CountQuestion } from '../read/questions.ts';
import { type Answer, type AnswerOptions, type AnswerWriting, type ComposedAnswer, composeAnswer } from './compose.ts';
import { createSearchPool } from './pool.ts';
import { requestedLibraries, type SearchOptions, type SearchRequest, searchRequest } from './request.ts';
import type { SearchAnswer } from './result.ts';

export type { Answer, AnswerOptions, AnswerWriting } from './compose.ts';
export type { Facet, SearchFacets } from './facets.ts';
export { fittedWeights, type SearchOptions } from './request.ts';
export type {
  FoundChunk,
  Passage,
  QueryTokenView,
  Quotation,
  ScorePart,
  SearchAnswer,
  SearchResult,
  UnderstoodQuery,
} from './result.ts';

/** A place to search in. Its acts reject with DOC_STORE where nothing was crawled yet. */
export interface Search {
  /** How messages call where it searches. */
  readonly folder: string;
  /**
   * The pages that answer a query, the best first: words, "phrases", `prefix*`, `-not`, `provider:`, `path:`, `lang:`.
   * Nothing typed is an error. Rejects with DOC_USAGE for options out of bounds and a library that is not there, DOC_STORE for data
   * that cannot be read, DOC_SEARCH for a search that took longer than two seconds.
   */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /**
   * An answer in place of a list: the best passages of several pages, whole chunks where they may be kept, near-duplicates once.
   * As JSON it has at most `maxTokens` tokens. Rejects as `search` does.
   */
  answer(question: string, options?: AnswerOptions): Promise<Answer>;
  /** As `answer`, written in another way: the budget holds for that. */
  answerAs(question: string, options: AnswerOptions, writing?: AnswerWriting): Promise<ComposedAnswer>;
  /**
   * Queries for somebody who types one: its last word completed as pages write it, or the query without its slips; at most `limit`, 1 to
   * 20, by default 8. Rejects as `search` does.
   */
  suggest(query: string, options?: { readonly limit?: number | undefined }): Promise<readonly string[]>;
  /** Ends its threads. */
  close(): Promise<void>;
}

const USUAL_SUGGESTIONS = 8;
const MOST_SUGGESTIONS = 20;

/** How a place is searched. */
export interface SearchMeans {
  /** Threads that search, each started when it is needed and taking some 50 MB. Default: 1. */
  readonly threads?: 1 | 2 | 3 | 4 | undefined;
  /** Logs at DEBUG when a query that found nothing could not be counted (`keep_questions`). */
  readonly log?: Log | undefined;
}

/** Which providers the names of libraries stand for in a place; X1: one that was never crawled among them. */
export type FindHeld = (place: Place, names: readonly string[]) => Promise<readonly HeldTo[]>;

/** What differs in a process that stays. */
export interface SearchParts {
  /** A server finds libraries in its reading threads. Default: here. */
  readonly findHeld?: FindHeld | undefined;
  /** The settings in force at each call, the same object as long as they are the same. Default: those of the start. */
  readonly current?: (() => Settings) | undefined;
  /** Counts questions in another thread; no answer waits for that. Default: here, before the answer. */
  readonly count?: CountQuestion | undefined;
}

/**
 * Opens a place for searching; nothing is read or started before its first act. Which questions are kept, and which may leave this machine,
 * follows the settings in force.
 */
export function searchIn(
  { settings, store }: Place,
  { threads, log }: SearchMeans = {},
  { findHeld = requestedHeld, current: inForce = () => settings, count }: SearchParts = {},
): Search {
  // The threads open the store, and report what is wrong with it: a connection here would take 10 MB for nothing.
  const pool = createSearchPool({ store: store.address, threads });
  const note = async (text: string, library: readonly string[], found: number): Promise<void> => {
    if (!inForce().options.keep_questions) return;
    const { noteQuestion } = await import('../read/questions.ts');
    const noted = noteQuestion({ settings: inForce(), store }, { text, library, found }, log, count);
    if (count === undefined) await noted;
  };
  const held = async (text: string, searchOptions: SearchOptions | undefined): ReturnType<typeof heldRequest> => {
    await checkCrawled(store);
    try {
      return await heldRequest(searchOptions, (names) => findHeld({ settings: inForce(), store }, names));
    } catch (error) {
      // A library that is not here is the plainest answer to what should be crawled next.
      if (searchOptions?.library !== undefined) await note(text, [searchOptions.library].flat(), 0);
      throw error;
    }
  };
  let loaded: { readonly by: Settings; readonly query: Promise<QueryContext7> } | undefined;
  const beside: QueryContext7 = async (question) => {
    const now = inForce();
    if (loaded?.by !== now) {
      const query = import('../channel/ask-beside.ts').then(({ createQueryContext7 }) =>
        createQueryContext7({ settings: now, store, log: log ?? silentLog }),
      );
      loaded = { by: now, query };
    }
    return (await loaded.query)(question);
  };
  const answerAs: Search['answerAs'] = async (question, answerOptions, writing) => {
    if (typeof question !== 'string') throw new DocentError('DOC_USAGE', 'the question must be a text');
    const { request, libraries } = await held(question, answerOptions);
    const others = answerOptions.indexOnly === true ? {} : { beside };
    const fitted = await composeAnswer(pool, { text: question, request, libraries, ...others }, answerOptions, writing);
    // Going on with an answer is no new question.
    if (answerOptions.cursor === undefined) await note(question, fitted.provider, fitted.answer.found.pages);
    return fitted;
  };
  return {
    folder: store.name,
    async search(query, searchOptions) {
      if (typeof query !== 'string') throw new DocentError('DOC_USAGE', 'the query must be a text');
      // Of more only the beginning is looked at.
      const text = query.slice(0, queryBounds.characters + 1);
      const { request, libraries } = await held(text, searchOptions);
      const answer = await pool.run(text, request);
      // What is still being typed is no question yet.
      const { query: understood, found } = answer;
      if (searchOptions?.typing !== true) await note(understood.text, understood.filters.provider, found.pages);
      return libraries.length === 0 ? answer : { ...answer, libraries };
    },
    async suggest(query, { limit = USUAL_SUGGESTIONS } = {}) {
      if (typeof query !== 'string') throw new DocentError('DOC_USAGE', 'the query must be a text');
      if (!Number.isInteger(limit) || limit < 1 || limit > MOST_SUGGESTIONS)
        throw new DocentError(
          'DOC_USAGE',
          `limit is ${limit}: it must be a whole number from 1 to ${MOST_SUGGESTIONS}`,
        );
      return pool.suggest(query.slice(0, queryBounds.characters), limit);
    },
    answer: async (question, answerOptions = {}) => (await answerAs(question, answerOptions)).answer,
    answerAs,
    close: () => pool.close(),
  };
}

/** The request behind options, held to the libraries they name. */
async function heldRequest(
  searchOptions: SearchOptions | undefined,
  findHeld: (names: readonly string[]) => Promise<readonly HeldTo[]>,
): Promise<{ readonly request: SearchRequest; readonly libraries: readonly HeldTo[] }> {
  const request = searchRequest(searchOptions);
  const names = requestedLibraries(searchOptions);
  if (names.length === 0) return { request, libraries: [] };
  const libraries = await findHeld(names);
  return { request: { ...request, provider: [...new Set(libraries.map((one) => one.provider))] }, libraries };
}

/** See `FindHeld`. Throws DOC_USAGE for a name that matches none or several. */
export async function requestedHeld(place: Place, names: readonly string[]): Promise<readonly HeldTo[]> {
  const { heldTo } = await import('../read/libraries.ts');
  const libraries: HeldTo[] = [];
  for (const name of names) {
    try {
      libraries.push(...(await heldTo(place, [name])));
    } catch (error) {
      // X1: one that was never crawled, because Context7 answers for it.
      const { libraryElsewhere } = await import('../channel/open-channel.ts');
      const elsewhere = libraryElsewhere(place.settings, name);
      if (elsewhere === undefined) throw error;
      libraries.push(elsewhere);
    }
  }
  return libraries;
}
