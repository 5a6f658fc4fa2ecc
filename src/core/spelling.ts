// U13: a refusal or a failure belongs to the spelling that was requested, not to the key; which reasons those are, and how many are tried.
import { reasonHas } from './reasons.ts';

/** Spellings of one key that are tried or kept in a generation, the first of them included. */
export const mostSpellings = 3;

/** The state of a spelling: waiting for its turn, or as it ended. */
export interface SpellingRecord {
  readonly url: string;
  readonly state: string;
  readonly by: string;
  readonly detail: string;
}

/** Whether a URL was refused before it was ever requested, for a reason that another link to it may not have. */
export function isRefusedBeforeRequest(by: string): boolean {
  return reasonHas(by, 'beforeRequest');
}

/** Whether a reason leaves the key open for another spelling. */
export function isOfSpelling(by: string): boolean {
  return reasonHas(by, 'beforeRequest') || reasonHas(by, 'ofSpelling');
}

/** Whether the reason is that the server reports no such page. */
export function isGone(by: string): boolean {
  return reasonHas(by, 'gone');
}

/** How one spelling ended, as the detail of the next one that has its turn. */
export function afterSpelling(by: string, url: string): string {
  return `${by} as ${url}`;
}

/** The reason by which the spelling before ended, out of such a detail; a URL has no blanks. */
export function endOfSpelling(detail: string): string {
  return detail.slice(0, Math.max(0, detail.lastIndexOf(' as ')));
}

/** Whether an offered URL is another spelling than the key's, or the same that is judged otherwise now. */
export function isOtherSpelling(row: { readonly url: string; readonly by: string }, url: string): boolean {
  return row.url !== url || isRefusedBeforeRequest(row.by);
}
