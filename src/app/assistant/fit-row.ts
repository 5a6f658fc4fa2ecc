// Fits a row of things into a hard token budget (A5), one after the other, measured on the text that is returned.
import { countTokens } from '../../chunk/tokens.ts';

/** How a row is written. */
export interface RowForm<Item, T> {
  /** One item, as written among others. */
  item(item: Item): string;
  /** The result with these items; `next` is where to go on, undefined when these are the last. */
  result(items: readonly Item[], next: RowPlace | undefined): T;
  text(result: T): string;
  /** The result where not even the empty one fits. */
  least(): T;
  /** A part of an item that does not fit even alone: as much as `fits` lets through, and how far that goes; undefined for nothing of it. */
  shorten?(
    item: Item,
    from: number,
    fits: (part: Item) => boolean,
  ): { readonly item: Item; readonly end: number } | undefined;
}

/** A place in a row: which thing, and how much of it was returned. */
export interface RowPlace {
  readonly at: number;
  readonly within: number;
}

/** What joins two items. */
const JOINT = 3;

/**
 * As many as fit, from a place on; what comes of them never measures more than the budget, unless it does without any of them. One
 * that does not fit alone is shortened, or passed over where it cannot be, so that going on always leads further.
 */
export function fitRow<Item, T>(items: readonly Item[], from: RowPlace, budget: number, form: RowForm<Item, T>): T {
  const size = (taken: readonly Item[], next: RowPlace | undefined): number =>
    countTokens(form.text(form.result(taken, next)));
  const after = (end: number): RowPlace | undefined => (end < items.length ? { at: end, within: 0 } : undefined);
  if (size([], after(from.at + 1)) > budget) return form.least();
  const first = items[from.at];
  if (first === undefined) return form.result([], undefined);
  const next = { at: from.at, within: 1_000_000 };
  const fits = (part: Item): boolean => size([part], next) <= budget;
  if (from.within > 0 || !fits(first)) {
    const part = form.shorten?.(first, from.within, fits);
    if (part === undefined) return form.result([], after(from.at + 1));
    return form.result([part.item], part.end < 0 ? after(from.at + 1) : { at: from.at, within: part.end });
  }
  let used = size([], from);
  let end = from.at;
  for (; end < items.length; end++) {
    used += countTokens(form.item(items[end] as Item)) + JOINT;
    if (used > budget) break;
  }
  end = Math.max(end, from.at + 1);
  for (; end > from.at + 1 && size(items.slice(from.at, end), after(end)) > budget; ) end--;
  return form.result(items.slice(from.at, end), after(end));
}
