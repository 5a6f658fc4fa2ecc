// M3, F10: what a visit means for a page that was or was not stored before; only 404 and 410 delete.
import { reasonHas } from '../core/reasons.ts';
import type { PageChangeKind } from './change-report.ts';

/** How the URL ended in this run, as the ledger has it. */
export interface VisitEnd {
  readonly state: 'indexed' | 'unchanged' | 'duplicate' | 'skipped' | 'blocked' | 'failed' | 'deleted' | 'waiting';
  /** Who decided it. */
  readonly by: string;
  /** Of the text that is stored now. */
  readonly hash?: string | undefined;
}

/**
 * What to report of a page. Undefined: nothing, since it was not stored and is not, or was not visited. FAULTS 33: whether a page
 * changed is decided by its text, not by what the server says about it.
 */
export function pageChangeKind(
  hashBefore: string | undefined,
  end: VisitEnd,
): PageChangeKind | 'unchanged' | undefined {
  const { state, by, hash } = end;
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
      return reasonHas(by, 'unusable') ? 'unreachable' : 'excluded';
  }
}
