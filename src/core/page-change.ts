// M3, F10: what a visit means for a page that was or was not stored before; only 404 and 410 delete.
import type { UrlState } from './end-states.ts';
import { reasonHas } from './reasons.ts';

/**
 * F10: `deleted` pages (404, 410) are removed, `unreachable` ones are kept. `excluded` are those that a rule refuses now, that a redirect
 * leads away from, or that are another's duplicate. Removed of them are those with noindex, those that moved and those whose text is
 * stored as another page; the others are kept, also where another page answers in their place (`redirect:elsewhere` and its like).
 */
export const pageChangeKinds = ['new', 'updated', 'deleted', 'unreachable', 'excluded'] as const;
export type PageChangeKind = (typeof pageChangeKinds)[number];

/** How the URL ended in this run, as the ledger has it. */
export interface VisitEnd {
  readonly state: UrlState;
  /** The reason of the state. */
  readonly by: string;
  /** The hash of the text that is stored now. */
  readonly hash?: string | undefined;
  /** Whether its copy is removed. */
  readonly isGone?: boolean | undefined;
}

/**
 * What to report of a page. Undefined: nothing, since it was not stored and is not, or was not visited. FAULTS 33: whether a page
 * changed is decided by its text, not by the server's headers.
 */
export function pageChangeKind(
  hashBefore: string | undefined,
  end: VisitEnd,
): PageChangeKind | 'unchanged' | undefined {
  const { state, by, hash, isGone } = end;
  const wasRemoved = state === 'blocked' && isGone === true;
  if (hashBefore === undefined) return state === 'indexed' || state === 'unchanged' ? 'new' : undefined;
  switch (state) {
    case 'indexed':
    case 'unchanged':
      return hash === undefined || hash === hashBefore ? 'unchanged' : 'updated';
    case 'deleted':
      return 'deleted';
    case 'failed':
      return 'unreachable';
    case 'waiting':
      return undefined;
    case 'duplicate':
      return 'excluded';
    case 'skipped':
    case 'blocked':
      // Skipped, but not by a rule: nothing usable came, and what is stored stays.
      return reasonHas(by, 'unusable') && !wasRemoved ? 'unreachable' : 'excluded';
  }
}
