// Fits passages into a hard token budget (A5), measured on the text that is returned.
import { countTokens } from '../../chunk/tokens.ts';
import { answerBounds } from '../../search/answer/passage-order.ts';
import type { Passage, PlacedPassage } from './result.ts';

/** How an answer is written; the budget holds for what `answer` returns. */
export interface AnswerForm<T> {
  /** One passage, as written among others. */
  passage(passage: Passage): string;
  /** The answer with these passages, which have these places in the order. */
  answer(passages: readonly Passage[], places: ReadonlySet<number>): T;
  text(answer: T): string;
  /** At most this many passages. Default: as many as fit. */
  readonly most?: number | undefined;
}

export interface Fitted<T> {
  readonly answer: T;
  readonly tokens: number;
}

/** What joins two passages. */
const JOINT = 3;

interface Taken {
  readonly place: number;
  readonly rank: number;
  readonly passage: Passage;
}

/**
 * Takes passages of at most ten pages in their order as long as they fit; one that does not is left out for smaller ones behind
 * it. Where not even the first fits whole, its quotation is taken. The result never measures more than the budget, unless the
 * empty answer does.
 */
export function fitPassages<T>(placed: readonly PlacedPassage[], budget: number, form: AnswerForm<T>): Fitted<T> {
  const taken: Taken[] = [];
  // As if nothing were left: that something is, and how to go on, is counted with the whole.
  let used = countTokens(form.text(form.answer([], new Set(placed.map(({ place }) => place)))));
  const cost = (passage: Passage): number => countTokens(form.passage(passage)) + JOINT;
  const pages = new Set<number>();
  for (const { place, rank, passage, short } of placed) {
    if (taken.length >= (form.most ?? Number.POSITIVE_INFINITY)) break;
    if (pages.size >= answerBounds.pages && !pages.has(rank)) continue;
    const fits = [passage, ...(taken.length === 0 && short !== undefined ? [short] : [])];
    for (const one of fits) {
      const tokens = cost(one);
      if (used + tokens > budget) continue;
      used += tokens;
      taken.push({ place, rank, passage: one });
      pages.add(rank);
      break;
    }
  }
  for (;;) {
    // Parts of one page come together, and the best page first.
    const passages = taken
      .toSorted((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ passage }) => passage);
    const answer = form.answer(passages, new Set(taken.map(({ place }) => place)));
    const tokens = countTokens(form.text(answer));
    // The sum of the parts is nearly the whole; where it is a little less, the last passage is removed.
    if (tokens <= budget || taken.length === 0) return { answer, tokens };
    taken.pop();
  }
}
