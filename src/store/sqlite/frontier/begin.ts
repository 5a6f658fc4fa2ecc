// How a provider's crawl begins: for the first time, where it stopped, or all over.
import { urlStates } from '../../../core/end-states.ts';
import { LATER } from '../../../frontier/decide/rows.ts';
import type { BeginAnswer, BeginOptions, CrawlLimits, RunKind } from '../../../frontier/port.ts';
import { type Context, loadProvider, setTally } from './context.ts';
import { beginRun, endRun } from './run-record.ts';
import { newPagesOf } from './run-state.ts';
import { type ProviderState, pagesInGeneration } from './state.ts';
import type { Row, Statements } from './statements.ts';
import { setQueued } from './waiting.ts';

/** The longest a stored not-before time may lie ahead when a folder is opened: clocks may have jumped meanwhile. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** What was in flight when the last owner died is queued again, at its old place, and no time lies too far ahead. */
export function recover(sql: Statements, now: number): void {
  shiftBack(sql, Number(sql.lastHeard.get()?.at ?? 0) - now);
  sql.gapAfterLost.run(now);
  sql.countLost.run();
  sql.requeueLost.run();
  sql.dropLost.run();
  sql.clampHosts.run(now + LONGEST_WAIT_MS);
  sql.clampUrls.run(now + LONGEST_WAIT_MS);
  sql.clampDelayed.run(now + LONGEST_WAIT_MS);
  sql.clampRequests.run(now);
}

/** FAULTS 35: when the clock was put back since a run was last heard of, waiting times move back by as much. */
function shiftBack(sql: Statements, ms: number): void {
  if (ms <= 0) return;
  for (const shift of [sql.shiftHosts, sql.shiftUrls, sql.shiftDelayed]) shift.run(ms);
}

/** Opens a provider's crawl. */
export function begin(
  ctx: Context,
  limits: CrawlLimits,
  { fresh, renew, run }: BeginOptions,
  now: number,
): BeginAnswer {
  const { sql, tx } = ctx;
  const row = sql.provider.get(limits.provider);
  if (row === undefined) {
    sql.addProvider.run(limits.provider, now);
    if (limits.remembered !== undefined) sql.setRemembered.run(limits.remembered, limits.provider);
    const first = loadProvider(ctx, sql.provider.get(limits.provider) as Row, limits);
    beginRun(ctx, first, run, now);
    return { run: first.run.id, how: 'first', generation: 1, waiting: 0, newPages: 0 };
  }
  const provider = ctx.providers.get(limits.provider) ?? loadProvider(ctx, row, limits);
  tx.set(provider, 'limits', limits);
  if (limits.remembered !== undefined) sql.setRemembered.run(limits.remembered, limits.provider);
  const isRenewed = renew === 'when-full' ? pagesInGeneration(provider) >= limits.maxPages : renew;
  const resumed = !provider.ended && !fresh && !isRenewed;
  if (!resumed) {
    // A killed run that is not resumed ended at its last sign of life.
    endRun(ctx, provider, { complete: false });
    beginAnew(ctx, provider, fresh, run?.kind ?? 'crawl', now);
  }
  beginRun(ctx, provider, run, now);
  return { run: provider.run.id, how: resumed ? 'resumed' : 'again', ...countsOf(provider) };
}

function countsOf({ generation, tally, run }: ProviderState): Pick<BeginAnswer, 'generation' | 'waiting' | 'newPages'> {
  return { generation, waiting: tally.waiting, newPages: newPagesOf(run) };
}

function beginAnew(ctx: Context, provider: ProviderState, fresh: boolean, kind: RunKind, now: number): void {
  const { sql, tx } = ctx;
  const { id } = provider;
  for (const clear of [sql.clearQueue, sql.clearDelayed, sql.clearLeases, sql.clearTemplates]) clear.run(id);
  for (const clear of [sql.clearSpellings, sql.forgetSpellings]) clear.run(id);
  tx.set(provider, 'generation', provider.generation + 1);
  tx.set(provider, 'ended', false);
  tx.set(provider, 'fresh', fresh);
  tx.set(provider, 'busy', 0);
  tx.set(provider, 'known', new Map());
  sql.nextGeneration.run(provider.generation, fresh ? 1 : 0, now, id);
  // What is stored is requested again, also where nothing links to it any more (only 404 and 410 remove it), and so is what
  // had failed or was kept waiting: a page that answers 304 does not name its links again.
  const waiting = fresh ? 0 : Number(sql.requeueStored.run(provider.generation, now, id).changes);
  if (!fresh) sql.fillQueue.run(id, provider.generation, kind === 'refresh' ? LATER : 0);
  for (const lane of provider.lanes.values()) {
    tx.set(lane.host, 'busy', lane.host.busy - lane.busy);
    tx.set(lane, 'busy', 0);
    tx.set(lane, 'delayed', 0);
    tx.set(lane, 'firstDelayed', undefined);
    setQueued(ctx, lane, Number(sql.countQueued.get(lane.id)?.n));
  }
  for (const state of urlStates) setTally(ctx, provider, state, state === 'waiting' ? waiting : 0);
}
