// An answer, not a list (A5): the best passages of several pages within a hard token budget.
import { DocentError } from '../../core/errors.ts';
import { queryBounds } from '../../search/analyse/query.ts';
import type { BesideAnswer, ChannelNote, QueryContext7 } from '../channel/ask-beside.ts';
import type { HeldTo } from '../read/libraries.ts';
import { tokenBudget } from './budget.ts';
import { positionAfter, readCursor, writeCursor } from './cursor.ts';
import { type Fitted, fitPassages } from './fit.ts';
import { mayBeBeside, mergeBeside, placesBeside, positionInIndex } from './merge-beside.ts';
import type { SearchPool } from './pool.ts';
import type { SearchOptions, SearchRequest } from './request.ts';
import type { FoundPassages, Passage, SearchAnswer } from './result.ts';

const LONGEST_HINT = 100;
const ROOMY = 500;
/** This many of the first passages show what a question is about. */
const BEST = 5;

export interface AnswerOptions extends Pick<SearchOptions, 'provider' | 'library' | 'path' | 'lang'> {
  /** A hard bound on the answer as text, 200 to 20,000 tokens of o200k. Default: 6,000. */
  readonly maxTokens?: number | undefined;
  /** At most this many passages, whatever the budget. Default: as many as fit. */
  readonly maxPassages?: number | undefined;
  /** Where an earlier answer to the same question ended. */
  readonly cursor?: string | undefined;
  /** X1: whether the index alone answers, and Context7 is not queried. Default: false. */
  readonly indexOnly?: boolean | undefined;
}

export interface Answer extends Pick<SearchAnswer, 'withoutPhrases' | 'found' | 'didYouMean' | 'index' | 'libraries'> {
  /** The best page first, parts of one page together. */
  readonly passages: readonly Passage[];
  /** A passage was passed over because it does not fit into the budget even alone. */
  readonly tooSmall?: true | undefined;
  /** Words of the question that are nowhere in what was searched. */
  readonly absent?: readonly string[] | undefined;
  /** X1: what Context7 had to do with it, for providers with a channel of it; only with the first part of an answer. */
  readonly channels?: readonly ChannelNote[] | undefined;
  /** Goes on with the passages that are left; none when there are no more. */
  readonly cursor?: string | undefined;
}

/** How an answer is written, so that its budget can be measured. */
export interface AnswerWriting {
  passage(passage: Passage): string;
  answer(answer: Answer): string;
}

/** As JSON: what a program gets when it writes the answer down. */
export const asJson: AnswerWriting = Object.freeze({
  passage: (passage: Passage) => JSON.stringify(passage),
  answer: (answer: Answer) => JSON.stringify(answer),
});

/** The question, and what it is limited to. */
export interface AnswerQuestion {
  readonly text: string;
  readonly request: SearchRequest;
  readonly libraries: readonly HeldTo[];
  /** What else is queried; left out: the index alone. */
  readonly beside?: QueryContext7 | undefined;
}

/** An answer with its size in tokens, and the providers that the question named. */
export interface ComposedAnswer extends Fitted<Answer> {
  readonly provider: readonly string[];
}

/** Composes an answer from what the search threads find. Rejects with DOC_USAGE for options out of bounds, and as the pool does. */
export async function composeAnswer(
  pool: Pick<SearchPool, 'passages'>,
  { text: typed, request, libraries, beside }: AnswerQuestion,
  { maxTokens, maxPassages, cursor }: AnswerOptions,
  writing: AnswerWriting = asJson,
): Promise<ComposedAnswer> {
  const budget = budgetOf(maxTokens);
  const question = JSON.stringify([typed, request.provider, request.path, request.lang]);
  const position = readCursor(question, cursor);
  // Of more only the beginning is looked at.
  const text = typed.slice(0, queryBounds.characters + 1);
  const found = await pool.passages(text, request, { ...positionInIndex(position), tokens: budget });
  const { passages: indexed, end: endInIndex, more, query, didYouMean, absent, ...rest } = found;
  const { passages: others, notes } = mayBeBeside(position)
    ? await queryBeside(text, found, request, beside)
    : nothingBeside;
  const placed = mergeBeside(indexed, others, position);
  const end = endInIndex + placesBeside;
  // In a small budget there is room for passages alone.
  const isRoomy = budget >= ROOMY;
  // What the asker wrote counts in no budget: only a short correction is passed on.
  const about = {
    ...rest,
    ...(libraries.length > 0 && { libraries }),
    ...(isRoomy && absent !== undefined && { absent }),
    ...(isRoomy && notes.length > 0 && cursor === undefined && { channels: notes }),
    ...(isRoomy && didYouMean !== undefined && didYouMean.length <= LONGEST_HINT && { didYouMean }),
  };
  const fitted = fitPassages<Answer>(placed, budget, {
    passage: writing.passage,
    answer(passages, places) {
      const left = new Set(placed.map(({ place }) => place).filter((place) => !places.has(place)));
      // What does not fit even alone is passed over: going on would lead to the same place for ever.
      const [stuck] = places.size === 0 ? left : [];
      if (stuck !== undefined) left.delete(stuck);
      const next = left.size === 0 && !more ? undefined : writeCursor(question, positionAfter(position, left, end));
      return {
        ...about,
        passages,
        ...(stuck !== undefined && { tooSmall: true as const }),
        ...(next !== undefined && { cursor: next }),
      };
    },
    text: writing.answer,
    most: maxPassages,
  });
  return { ...fitted, provider: query.filters.provider };
}

const nothingBeside: BesideAnswer = Object.freeze({ passages: [], notes: [] });

/** Only the index can be limited to a path or a language. */
async function queryBeside(
  text: string,
  { query: { filters }, passages }: FoundPassages,
  { path, lang }: SearchRequest,
  beside: QueryContext7 | undefined,
): Promise<BesideAnswer> {
  const isNarrow = [path, lang, filters.path, filters.lang].some((values) => values.length > 0);
  if (beside === undefined || isNarrow) return nothingBeside;
  const found = passages.slice(0, BEST).map(({ passage: { provider } }) => provider);
  return beside({ text, held: filters.provider, found });
}

function budgetOf(maxTokens: number = tokenBudget.usual): number {
  const { least, most } = tokenBudget;
  if (!Number.isInteger(maxTokens) || maxTokens < least || maxTokens > most)
    throw new DocentError('DOC_USAGE', `maxTokens is ${maxTokens}: it must be a whole number from ${least} to ${most}`);
  return maxTokens;
}
