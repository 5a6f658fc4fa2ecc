// How a URL ends: the states that every count, report and page shows.

/** How a URL ends. Nothing else is an end. The order is the order in which they are shown. */
export const endStates = ['indexed', 'unchanged', 'duplicate', 'skipped', 'blocked', 'failed', 'deleted'] as const;
export type EndState = (typeof endStates)[number];

/** An end with its reason, in words: `skipped by robots:noindex`, `failed with DOC_DNS`. */
export function endedBy(state: string, by: string): string {
  return `${state} ${state === 'failed' ? 'with' : 'by'} ${by}`;
}

/** A state as people read it: a page that was not requested because it is not due is not called unchanged. */
export function stateText(state: string, by: string): string {
  return state === 'unchanged' && by === 'refresh:not-due' ? 'not due' : state;
}

/** `waiting` is every URL that has not ended yet: queued, leased, delayed, held by its host. */
export type UrlState = EndState | 'waiting';

/** Every state a URL can be in. */
export const urlStates: readonly UrlState[] = Object.freeze(['waiting', ...endStates]);
