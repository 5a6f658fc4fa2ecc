// What every act on the embedded ledger works with: statements, the transaction, and the hosts and lanes in memory.
import { urlStates } from '../../../core/end-states.ts';
import { closingAfter, withAnswer } from '../../../frontier/decide/host-memory.ts';
import type { CrawlLimits, HostNews, UrlState } from '../../../frontier/port.ts';
import { encodeClosing } from '../../../frontier/port-decode.ts';
import type { SearchIndex } from '../search/index.ts';
import type { Transactions } from '../transaction.ts';
import { noRun } from './run-state.ts';
import {
  type LaneState,
  type LoadedHost,
  type Others,
  otherTurn,
  type ProviderState,
  tallyOf,
  wantedOf,
} from './state.ts';
import type { Row, Statements } from './statements.ts';
import { rememberedOf, type TurnRows } from './turns.ts';

export interface Context {
  readonly sql: Statements;
  readonly tx: Transactions;
  readonly index: SearchIndex;
  readonly providers: Map<string, ProviderState>;
  readonly hosts: Map<string, LoadedHost>;
  readonly lanes: Map<number, LaneState>;
  /** `firstExpiry`: no lease ends by its time before then. */
  readonly counters: { token: number; served: number; firstExpiry: number };
  /** When a lease of a run was last requested, by its number: a run without workers does not make others wait. */
  readonly leasedAt: Map<number, number>;
  readonly others: Others;
  readonly turns: TurnRows;
  /** The name of this process in the records of its runs. */
  readonly owner: string;
}

/** A provider that was begun; anything else is a fault of the caller. */
export function providerOf({ providers }: Context, slug: string): ProviderState {
  const provider = providers.get(slug);
  if (provider === undefined) throw new Error(`provider ${slug} was not begun`);
  return provider;
}

/** Brings a provider's row and its lanes into memory. */
export function loadProvider(ctx: Context, row: Row, limits: CrawlLimits): ProviderState {
  const provider: ProviderState = {
    id: Number(row.id),
    slug: limits.provider,
    generation: Number(row.generation),
    ended: row.ended === 1,
    fresh: row.fresh === 1,
    limits,
    busy: 0,
    tally: tallyOf(row),
    run: noRun,
    sitemapsFirst: false,
    underWay: false,
    lanes: new Map(),
    known: new Map(),
    respelled: new Map(),
  };
  ctx.providers.set(provider.slug, provider);
  ctx.tx.onRollback(() => ctx.providers.delete(provider.slug));
  for (const lane of ctx.sql.lanesOf.all(provider.id)) {
    const host = hostFor(ctx, String(lane.name));
    const { n, first } = ctx.sql.delayedOf.get(Number(lane.id)) as { n: number; first: number | null };
    const counts = { queued: Number(lane.queued), delayed: n, firstDelayed: first ?? undefined };
    addLane(ctx, { id: Number(lane.id), provider, host, ...counts, busy: 0, served: 0 });
  }
  return provider;
}

/** The provider's lane at a host, made when there is none. */
export function laneFor(ctx: Context, provider: ProviderState, hostName: string): LaneState {
  const known = provider.lanes.get(hostName);
  if (known !== undefined) return known;
  const host = hostFor(ctx, hostName);
  const id = Number(ctx.sql.addLane.run(provider.id, host.id).lastInsertRowid);
  const counts = { queued: 0, delayed: 0, firstDelayed: undefined };
  return addLane(ctx, { id, provider, host, ...counts, busy: 0, served: 0 });
}

function addLane(ctx: Context, lane: LaneState): LaneState {
  ctx.lanes.set(lane.id, lane);
  lane.provider.lanes.set(lane.host.name, lane);
  lane.host.lanes.add(lane);
  ctx.tx.onRollback(() => {
    ctx.lanes.delete(lane.id);
    lane.host.lanes.delete(lane);
    lane.provider.lanes.delete(lane.host.name);
  });
  return lane;
}

/** The host's clock, made when there is none. */
export function hostFor(ctx: Context, name: string): LoadedHost {
  const known = ctx.hosts.get(name);
  if (known !== undefined) return known;
  if (ctx.sql.hostOf.get(name) === undefined) ctx.sql.addHost.run(name);
  const row = ctx.sql.hostOf.get(name) as Row;
  const host: LoadedHost = {
    id: Number(row.id),
    name,
    nextAt: Number(row.next_at),
    gapMs: row.gap_ms === null ? undefined : Number(row.gap_ms),
    ...rememberedOf(row),
    busy: 0,
    others: ctx.sql.turnsAt.all(name, ctx.owner).map(otherTurn),
    ...wantedOf(row),
    othersBefore: undefined,
    served: 0,
    lanes: new Set(),
  };
  ctx.hosts.set(name, host);
  if (host.others.length > 0) ctx.others.taken.add(host);
  ctx.tx.onRollback(() => {
    ctx.hosts.delete(name);
    ctx.others.taken.delete(host);
  });
  return host;
}

/** Notes what a visit reports of its host. Each report holds on its own, so the clock never goes back. */
export function noteNews({ sql, tx }: Context, host: LoadedHost, news: HostNews): void {
  const { nextAt, gapMs, error } = news;
  const closing = closingAfter(host.closing, news);
  tx.set(host, 'nextAt', Math.max(host.nextAt, nextAt));
  tx.set(host, 'gapMs', gapMs);
  tx.set(host, 'recent', withAnswer(host.recent, error));
  sql.hostNews.run(host.nextAt, gapMs, host.recent, host.id);
  if (closing === host.closing) return;
  tx.set(host, 'closing', closing);
  sql.closeHost.run(...encodeClosing(closing), host.id);
}

/** Counts pages into a state, or out of it. */
export function tally(ctx: Context, provider: ProviderState, state: UrlState, change: number): void {
  setTally(ctx, provider, state, provider.tally[state] + change);
}

/** Sets how many of a provider's pages are in a state; the table is written at the end of the act. */
export function setTally({ sql, tx }: Context, provider: ProviderState, state: UrlState, n: number): void {
  tx.set(provider.tally, state, n);
  tx.saveOnce(provider.tally, () => {
    sql.saveTally.run(...urlStates.map((one) => provider.tally[one]), provider.id);
  });
}
