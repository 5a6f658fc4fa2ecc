// Questions that found nothing: counted in the store where the operator chose that, and listed for `docent report`.
import { DocentError } from '../../core/errors.ts';
import { type Log, silentLog } from '../../core/log.ts';
import type { Store } from '../../store/port.ts';
import { type KeptQuestion, type KeptQuestions, mostQuestions } from '../../watch/port-questions.ts';
import type { Place } from '../place.ts';
import { questionText } from './questions-text.ts';

export type { KeptQuestion } from '../../watch/port-questions.ts';

export interface NotedQuestion {
  readonly text: string;
  /** The provider it was held to, or several. */
  readonly library?: string | readonly string[] | undefined;
  /** Pages that were found. */
  readonly found: number;
}

export interface QuestionList {
  /** Whether questions are counted now (`keep_questions`). */
  readonly isOn: boolean;
  /** How many are kept; more than are listed where there is a limit. */
  readonly total: number;
  /** The most frequent first, then the latest. */
  readonly questions: readonly KeptQuestion[];
}

export interface QuestionChoice {
  /** Only those held to this provider. */
  readonly library?: string | undefined;
}

/** Counts a question. Rejects with what goes wrong. */
export type CountQuestion = (question: NotedQuestion) => Promise<void>;

/**
 * Counts a question that found nothing; does nothing unless `keep_questions` is on. For every interface that answers: whatever goes
 * wrong is a line of the log at DEBUG, without the question, and never an error.
 */
export async function noteQuestion(
  { settings, store }: Place,
  question: NotedQuestion,
  log: Log = silentLog,
  count: CountQuestion = (one) => countQuestion(store, one),
): Promise<void> {
  if (!settings.options.keep_questions) return;
  try {
    await count(question);
  } catch (error) {
    const { message } = error as Error;
    log.debug({ code: error instanceof DocentError ? error.code : undefined, reason: message }, 'questions.not_kept');
  }
}

/** Counts a question that found nothing, and for one that is counted already how many pages it finds now. Throws DOC_STORE as `questions`, and where nothing was crawled. */
export async function countQuestion(store: Store, { text, library, found }: NotedQuestion): Promise<void> {
  const kept = questionText(text);
  if (kept === '') return;
  const held = questionText([...new Set([library ?? []].flat())].toSorted().join(', '));
  const question = { text: kept, library: held === '' ? undefined : held, found, at: Date.now() };
  await within(store, (book) => book.note(question));
}

/** What is kept. Throws DOC_STORE for data that cannot be read. */
export function questions(
  { settings, store }: Place,
  { limit = mostQuestions, library }: QuestionChoice & { readonly limit?: number | undefined } = {},
): Promise<QuestionList> {
  return within(store, async (book) => ({
    isOn: settings.options.keep_questions,
    total: await book.count({ library }),
    questions: await book.list({ limit, library }),
  }));
}

/**
 * Removes what is kept, and returns how many questions that were. Throws DOC_STORE as `questions`, where nothing was crawled and where
 * nothing can be written.
 */
export function clearQuestions(store: Store, { library }: QuestionChoice = {}): Promise<number> {
  return within(store, (book) => book.clear({ library }));
}

async function within<T>(store: Store, task: (book: KeptQuestions) => Promise<T>): Promise<T> {
  const book = await store.openQuestions();
  try {
    return await task(book);
  } finally {
    await book.close();
  }
}
