// Fits a row of things into a hard token budget (A5), one after the other, measured on the text that is handed out.
import { countTokens } from '../../chunk/tokens.ts';

/** How a row is written. */
export interface RowForm<Item, T> {
  /** One of them, as it stands among others. */
  item(item: Item): string;
  /** With these; `next` is the place to go on from, undefined when these are the last. */
  result(items: readonly Item[], next: number | undefined): T;
  text(result: T): string;
}

/** What joins two of them. */
const JOINT = 3;

/** As many as fit, from a place on; what comes of them never measures more than the budget, unless it does without any of them. */
export function fitRow<Item, T>(items: readonly Item[], from: number, budget: number, form: RowForm<Item, T>): T {
  let used = countTokens(form.text(form.result([], from)));
  let end = from;
  for (; end < items.length; end++) {
    used += countTokens(form.item(items[end] as Item)) + JOINT;
    if (used > budget) break;
  }
  for (;;) {
    const result = form.result(items.slice(from, end), end < items.length ? end : undefined);
    if (end === from || countTokens(form.text(result)) <= budget) return result;
    end--;
  }
}
