// What a visit's row has of a request for a page: when it was made, to which host, and what it brought.
import type { FetchResult } from '../../../core/page-fetch.ts';
import type { Effects } from '../../../frontier/decide/effects.ts';
import type { Settlement } from '../../../frontier/port.ts';

/** What a visit brought; null for one that requested no page. */
export function fetchResult(
  { facts, outcome }: Settlement,
  { counts }: Pick<Effects, 'counts'>,
  state: string,
): FetchResult | null {
  if (facts === undefined || !facts.isPage) return null;
  const grew = (kind: 'new' | 'updated' | 'deleted' | 'unchanged'): boolean => (counts.get(kind) ?? 0) > 0;
  if (grew('new') || grew('updated') || grew('deleted')) return 'changed';
  if (grew('unchanged')) return 'unchanged';
  return state === 'failed' || (outcome.kind === 'again' && outcome.retry) ? 'failed' : 'other';
}
