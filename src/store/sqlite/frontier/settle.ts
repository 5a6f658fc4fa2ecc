// A visit's end: the rules decide what it means (frontier/decide/settle.ts), and this engine loads, writes and counts.
import { withoutKnown } from '../../../frontier/decide/facts.ts';
import { loadSettle } from '../../../frontier/decide/load.ts';
import { Overlay } from '../../../frontier/decide/overlay.ts';
import { decideSettle, stampAfter } from '../../../frontier/decide/settle.ts';
import type { Lease, SettleAnswer, Settlement } from '../../../frontier/port.ts';
import { digestOf } from '../digest.ts';
import { type Context, hostFor, providerOf } from './context.ts';
import { fetchResult } from './fetch-record.ts';
import { isKnown, rememberLinks } from './known-links.ts';
import { endLease } from './lease.ts';
import { crawlFacts, factSource } from './load-facts.ts';
import { countVisit } from './run-record.ts';
import { newPagesOf } from './run-state.ts';
import { answersOf, pagesInGeneration } from './state.ts';
import { write } from './write-effects.ts';

/** At most this many visits of a URL are remembered. */
const VISITS_KEPT = 20;

/** Settles a lease that is still in force. `now` is for settlements that name no time. */
export function settle(ctx: Context, lease: Lease, settlement: Settlement, now: number): SettleAnswer {
  if (!endLease(ctx, lease, settlement.host)) return 'stale';
  const { sql } = ctx;
  const provider = providerOf(ctx, lease.provider);
  const open = withoutKnown(settlement, (found) => isKnown(provider, found));
  const overlay = new Overlay(crawlFacts(provider));
  loadSettle(overlay, factSource(ctx, provider), lease.id, open);
  const { answer, visit } = decideSettle(overlay, lease, open, now, rememberLinks(ctx, provider));
  const effects = overlay.effects();
  write(ctx, provider, effects);
  const at = settlement.steps.at(-1)?.at ?? now;
  countVisit(ctx, provider, lease, settlement, at);
  if (visit !== undefined) {
    const { steps, state, status = null, ms = null, bytes = null, hash = null } = visit;
    const result = fetchResult(settlement, effects, answer.state);
    const made = result === null ? [null, null] : [at, hostFor(ctx, lease.host).id];
    sql.addVisit.run(
      ...[lease.id, lease.token, JSON.stringify(steps), provider.run.id, state, status, ms, bytes, hash],
      ...[...made, result],
    );
    sql.forgetVisits.run(lease.id, VISITS_KEPT);
  }
  if (settlement.stamp !== undefined) {
    const key = digestOf(settlement.stamp.key);
    const stamp = stampAfter(settlement, answer);
    if (stamp === undefined) sql.dropStamp.run(provider.id, key);
    else sql.putStamp.run(stamp, provider.id, key);
  }
  const host = answersOf(hostFor(ctx, lease.host));
  return { ...answer, stored: pagesInGeneration(provider), newPages: newPagesOf(provider.run), host };
}
