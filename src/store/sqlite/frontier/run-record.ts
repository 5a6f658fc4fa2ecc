// M1: the record of a run: one row per provider and generation, counted in the same act as what it counts.
import type { ReasonName } from '../../../core/reasons.ts';
import type { Lease, NewRun, Settlement } from '../../../frontier/port.ts';
import { decodeLane } from '../../../frontier/port-decode.ts';
import type { Context } from './context.ts';
import { type RunTally, runStateOf } from './run-state.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';

const RUNS_KEPT = 500;
/** At most this many runs of a provider keep which pages changed. */
const CHANGES_KEPT = 50;

/** Opens the record of the provider's generation: a new one, or its existing one. */
export function beginRun(ctx: Context, provider: ProviderState, options: NewRun | undefined, now: number): void {
  const { sql, tx } = ctx;
  const { id, slug, generation } = provider;
  const known = sql.runOf.get(id, generation);
  if (known === undefined) {
    const { kind = 'crawl', selector } = options ?? {};
    sql.addRun.run(id, generation, kind, now, ctx.owner, selector ?? null, slug);
    sql.takeEstimate.run(slug);
    for (const forget of [sql.forgetChanges, sql.forgetRunHosts]) forget.run(id, CHANGES_KEPT);
    sql.forgetRuns.run(id, RUNS_KEPT);
  } else sql.resumeRun.run(ctx.owner, now, Number(known.id));
  const newBefore = newBeforeOf(known);
  const run = runStateOf(sql.runOf.get(id, generation) as Row, newBefore);
  sql.setRunLane.run(JSON.stringify({ ...provider.limits, ...(newBefore > 0 && { newBefore }) }), run.id);
  tx.set(provider, 'run', run);
  tx.set(provider, 'sitemapsFirst', run.kind === 'refresh');
  tx.set(provider, 'underWay', false);
}

/** F3: where a run's count of new pages begins: a finished run counts anew, a killed one goes on. */
function newBeforeOf(known: Row | undefined): number {
  if (known === undefined) return 0;
  if (known.ended_at !== null) return Number(known.new);
  return known.lane === null ? 0 : decodeLane(known.lane).newBefore;
}

/** Ends the record of the provider's generation, if it is open: `at` is when it stopped, or unknown where it was killed. */
export function endRun(
  { sql }: Context,
  provider: ProviderState,
  { complete, at, by }: { readonly complete: boolean; readonly at?: number; readonly by?: ReasonName | undefined },
): void {
  const row = sql.runOf.get(provider.id, provider.generation);
  if (row === undefined) return;
  sql.endRun.run(at ?? Number(row.at), complete ? 1 : 0, complete ? null : (by ?? null), Number(row.id));
}

/** Counts a visit. Only pages count as requests; bytes are of everything. */
export function countVisit(
  ctx: Context,
  provider: ProviderState,
  lease: Lease,
  settlement: Settlement,
  at: number,
): void {
  const { facts, outcome } = settlement;
  noteTime(ctx, provider, at);
  if (facts === undefined) return;
  const { status, ms, bytes, isPage, read } = facts;
  add(ctx, provider, 'bytes', bytes);
  if (!isPage) return;
  add(ctx, provider, 'requests', 1);
  if (status !== undefined) {
    const answer = answerOf(status);
    if (answer !== undefined) add(ctx, provider, answer, 1);
    ctx.sql.countHost.run(provider.run.id, lease.host, Math.max(0, Math.round(ms)));
  }
  if (outcome.kind === 'again' && outcome.retry) add(ctx, provider, 'retried', 1);
  if (read === undefined) return;
  add(ctx, provider, 'read', 1);
  if (read.empty) add(ctx, provider, 'empty', 1);
  if (read.cut) add(ctx, provider, 'pagesCut', 1);
  if (read.selectorHit === undefined) return;
  add(ctx, provider, 'selectorPages', 1);
  if (read.selectorHit) add(ctx, provider, 'selectorHits', 1);
}

/** M1: a provider's time begins with its first leased URL: other providers of the run may come first. */
export function beginTime({ tx }: Context, provider: ProviderState, now: number): void {
  if (provider.underWay) return;
  tx.set(provider, 'underWay', true);
  if (now > provider.run.at) tx.set(provider.run, 'at', now);
}

/** Notes that the run was under way until this time. */
function noteTime({ tx, sql }: Context, { run }: ProviderState, at: number): void {
  if (at <= run.at) return;
  tx.set(run, 'activeMs', run.activeMs + at - run.at);
  tx.set(run, 'at', at);
  tx.saveOnce(run, () => save(sql, run));
}

/** Adds to one of a run's counts; the table is written at the end of the act. */
export function add(
  { tx, sql }: Context,
  { run }: ProviderState,
  name: Exclude<keyof RunTally, 'id' | 'kind' | 'wish' | 'newBefore'>,
  n: number,
): void {
  tx.set(run, name, run[name] + n);
  tx.saveOnce(run, () => save(sql, run));
}

function answerOf(status: number): 'ok' | 'notModified' | 'clientErrors' | 'serverErrors' | undefined {
  if (status === 304) return 'notModified';
  if (status >= 200 && status < 300) return 'ok';
  if (status >= 400 && status < 500) return 'clientErrors';
  return status >= 500 ? 'serverErrors' : undefined;
}

function save(sql: Context['sql'], run: RunTally): void {
  sql.saveRun.run(
    ...[run.activeMs, run.at, run.requests, run.ok, run.notModified, run.clientErrors, run.serverErrors, run.retried],
    ...[run.read, run.empty, run.bytes, run.selectorPages, run.selectorHits, run.new, run.updated, run.deleted],
    ...[run.unreachable, run.excluded, run.unchanged, run.pagesCut, run.id],
  );
}
