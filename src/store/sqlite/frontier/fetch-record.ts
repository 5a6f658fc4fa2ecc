// What became of page requests, hour by hour: one row of a small table, counted in the same act as the visit.
import type { Effects } from '../../../frontier/decide/effects.ts';
import type { Settlement } from '../../../frontier/port.ts';
import { HOUR_MS } from '../../../watch/port-hours.ts';
import type { Context } from './context.ts';
import type { ProviderState } from './state.ts';

/** Counts a visit that requested a page; nothing for one that did not. */
export function countHour(
  { sql }: Context,
  provider: ProviderState,
  { facts, outcome }: Settlement,
  { counts, state, at }: { readonly counts: Effects['counts']; readonly state: string; readonly at: number },
): void {
  if (facts === undefined || !facts.isPage) return;
  const grew = (kind: 'new' | 'updated' | 'deleted' | 'unchanged'): boolean => (counts.get(kind) ?? 0) > 0;
  const isChanged = grew('new') || grew('updated') || grew('deleted');
  const isUnchanged = !isChanged && grew('unchanged');
  const isFailed = state === 'failed' || (outcome.kind === 'again' && outcome.retry);
  sql.countHour.run(
    ...[Math.floor(at / HOUR_MS), provider.id, isUnchanged ? 1 : 0, isChanged ? 1 : 0],
    !isChanged && !isUnchanged && isFailed ? 1 : 0,
  );
}
