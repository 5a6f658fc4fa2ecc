// F2, F4: who is next, within every limit, and what each lease holds.
import { goneSince } from '../../../frontier/decide/facts.ts';
import { heldUntil } from '../../../frontier/decide/host-memory.ts';
import { placeOfLease } from '../../../frontier/decide/place.ts';
import { wasRespelled } from '../../../frontier/decide/spell.ts';
import { isTaken, TURN_MS, yieldsUntil } from '../../../frontier/decide/turn.ts';
import type { HostNews, Lease, StoredFacts } from '../../../frontier/port.ts';
import { decodeHops } from '../../../frontier/port-decode.ts';
import { LEASE_MS, type LeaseOptions, RUN_IDLE_MS, YIELD_MS } from '../../../frontier/port-runs.ts';
import { type Context, laneFor, noteNews, providerOf } from './context.ts';
import { crawlFacts, modeIn } from './load-facts.ts';
import { dropLost, lookAtOthers } from './others.ts';
import { beginTime } from './run-record.ts';
import { type LaneState, type LoadedHost, type ProviderState, pagesInGeneration } from './state.ts';
import type { Row } from './statements.ts';
import { enqueue, promote, setQueued } from './waiting.ts';

/** Whether anything could be leased now, or another process may have ended a turn, or opened a closed host; reads memory only. */
export function anyOpen({ lanes, counters, others }: Context, now: number): boolean {
  if (others.taken.size > 0 || counters.firstExpiry <= now) return true;
  const isClosed = ({ host, queued }: LaneState): boolean => queued > 0 && (host.closing?.until ?? 0) > now;
  return lanes.values().some((lane) => dueAt(lane, now) === now || isClosed(lane));
}

/** Releases leases that were not renewed in time, as if their workers had died. */
export function expire(ctx: Context, now: number): void {
  const { sql, tx, lanes, counters } = ctx;
  if (counters.firstExpiry > now) return;
  for (const row of sql.expiredLeases.all(now)) {
    const lane = lanes.get(Number(row.lane));
    if (lane === undefined) continue;
    sql.endLease.run(Number(row.url), Number(row.token));
    for (const holder of [lane, lane.host, lane.provider]) tx.set(holder, 'busy', holder.busy - 1);
    const gapMs = Number(row.gap_ms);
    noteNews(ctx, lane.host, { nextAt: now + gapMs, gapMs });
    enqueue(ctx, lane, Number(row.depth), Number(row.url));
  }
  lookAtLeases(ctx);
}

function lookAtLeases({ sql, tx, counters }: Context): void {
  const at = sql.firstExpiry.get()?.at;
  tx.set(counters, 'firstExpiry', typeof at === 'number' ? at : Infinity);
}

/** Lengthens leases; returns those that are in force. */
export function renewAll(ctx: Context, leases: readonly Lease[], until: number): readonly Lease[] {
  const renewed = leases.filter(({ id, token }) => ctx.sql.renewLease.run(until, id, token).changes > 0);
  lookAtLeases(ctx);
  return renewed;
}

/** The next due URLs: in rounds of one per lane, the hosts served longest ago first. */
export function leaseNext(
  ctx: Context,
  count: number,
  now: number,
  { runs, lifetimeMs = LEASE_MS }: LeaseOptions = {},
): readonly Lease[] {
  const leases: Lease[] = [];
  const isOpen = (lane: LaneState): boolean =>
    (runs === undefined || runs.includes(lane.provider.run.id)) &&
    dueAt(lane, now) === now &&
    yieldsToRun(ctx, lane, now, runs) === undefined;
  lookAtOthers(ctx);
  dropLost(ctx, now);
  expire(ctx, now);
  for (const lane of ctx.lanes.values()) if ((lane.firstDelayed ?? Infinity) <= now) promote(ctx, lane, now);
  for (let progress = true; progress && leases.length < count; ) {
    progress = false;
    const open = [...ctx.lanes.values()].filter(isOpen);
    for (const lane of open.sort((a, b) => a.host.served - b.host.served || a.served - b.served)) {
      if (leases.length >= count) break;
      // An earlier lane of this round may have used up a limit that both share.
      if (!isOpen(lane)) continue;
      leases.push(leaseFrom(ctx, lane, now + lifetimeMs));
      beginTime(ctx, lane.provider, now);
      progress = true;
    }
  }
  if (leases.length > 0) {
    ctx.sql.setCounter.run('token', ctx.counters.token);
    ctx.tx.set(ctx.counters, 'firstExpiry', Math.min(ctx.counters.firstExpiry, now + lifetimeMs));
  }
  return leases;
}

/** The first time from now on at which something could be leased if nothing else happened. */
export function nextDue(ctx: Context, now: number, { runs }: Pick<LeaseOptions, 'runs'> = {}): number | undefined {
  const lanes = [...ctx.lanes.values()].filter(({ provider }) => runs?.includes(provider.run.id) ?? true);
  // Requests of other runs end on their own: URLs they block are due in a moment.
  const othersAt = ({ host }: LaneState): number =>
    runs === undefined || host.busy === 0
      ? 0
      : lanes.reduce((others, lane) => (lane.host === host ? others - lane.busy : others), host.busy);
  let next: number | undefined;
  for (const lane of lanes) {
    const due = dueAt(lane, now, othersAt(lane));
    const at = due === now ? (yieldsToRun(ctx, lane, now, runs) ?? now) : due;
    if (at !== undefined) next = Math.min(next ?? at, at);
  }
  return next;
}

/** Until when the lane leaves the host to another run that was served longer ago; undefined when it is its turn. */
function yieldsToRun(
  { leasedAt }: Context,
  lane: LaneState,
  now: number,
  runs: LeaseOptions['runs'],
): number | undefined {
  const { host, provider } = lane;
  const until = host.nextAt + YIELD_MS;
  if (runs === undefined || host.lanes.size < 2 || until <= now) return undefined;
  if (Math.max(host.gapMs ?? 0, provider.limits.gapMs) === 0) return undefined;
  const comesFirst = (other: LaneState): boolean =>
    other.served < lane.served &&
    !runs.includes(other.provider.run.id) &&
    now - (leasedAt.get(other.provider.run.id) ?? Number.NEGATIVE_INFINITY) < RUN_IDLE_MS &&
    dueAt(other, now) === now;
  return host.lanes.values().some(comesFirst) ? until : undefined;
}

/** Ends a lease; false when it is no longer in force. */
export function endLease(ctx: Context, lease: Lease, news: HostNews | undefined): boolean {
  const { sql, tx } = ctx;
  if (sql.endLease.run(lease.id, lease.token).changes === 0) return false;
  const lane = laneFor(ctx, providerOf(ctx, lease.provider), lease.host);
  for (const holder of [lane, lane.host, lane.provider]) tx.set(holder, 'busy', holder.busy - 1);
  if (news !== undefined) noteNews(ctx, lane.host, news);
  return true;
}

/** Returns a URL to its old place. */
export function giveBack(ctx: Context, lease: Lease, news: HostNews | undefined): void {
  if (!endLease(ctx, lease, news)) return;
  const provider = providerOf(ctx, lease.provider);
  const { host, rank } = placeOfLease(crawlFacts(provider), lease);
  enqueue(ctx, laneFor(ctx, provider, host), rank, lease.id);
}

/**
 * When the lane's next URL may be requested; undefined when none waits, or a limit must be lifted by a settlement first. `others`: how
 * many of the host's requests under way are not the caller's own.
 */
function dueAt({ host, provider, queued, firstDelayed }: LaneState, now: number, others = 0): number | undefined {
  if (provider.run.wish !== 'go') return undefined;
  const { perHost, perProvider, maxPages, gapMs } = provider.limits;
  // A gap runs from the end of one response to the next request, so where there is one, requests cannot overlap.
  const atOnce = Math.max(host.gapMs ?? 0, gapMs) > 0 ? 1 : perHost;
  if (host.busy - others >= atOnce || provider.busy >= (provider.sitemapsFirst ? 1 : perProvider)) return undefined;
  // Each URL under way may become a stored page.
  if (pagesInGeneration(provider) + provider.busy >= maxPages) return undefined;
  const ready = queued > 0 ? now : firstDelayed;
  if (ready === undefined) return undefined;
  const at = Math.max(ready, heldUntil(host), now);
  if (host.busy >= atOnce || (host.others.length > 0 && isHeld(host, gapMs, atOnce)))
    return Math.max(at, now + TURN_MS);
  return Math.max(at, yieldsUntil(host, now));
}

/** Whether turns of other processes leave no room for one more request. */
function isHeld({ others, gapMs = 0, busy }: LoadedHost, laneGapMs: number, atOnce: number): boolean {
  const gaps = others.map((turn) => turn.gapMs);
  return isTaken(gaps, Math.max(gapMs, laneGapMs), atOnce - busy);
}

function leaseFrom(ctx: Context, lane: LaneState, until: number): Lease {
  const { sql, tx, counters } = ctx;
  const { host, provider } = lane;
  const { depth: rank, url: id } = sql.firstQueued.get(lane.id) as { depth: number; url: number };
  sql.dequeue.run(lane.id, rank, id);
  setQueued(ctx, lane, lane.queued - 1);
  tx.set(counters, 'token', counters.token + 1);
  tx.set(counters, 'served', counters.served + 1);
  sql.addLease.run(id, counters.token, lane.id, rank, host.gapMs ?? provider.limits.gapMs, until, ctx.owner);
  for (const holder of [lane, host, provider]) tx.set(holder, 'busy', holder.busy + 1);
  for (const holder of [lane, host]) tx.set(holder, 'served', counters.served);
  tx.set(host, 'othersBefore', host.othersServed);
  const row = sql.leasedUrl.get(id) as Row;
  // Sitemaps rank before pages, so none of them is left.
  if (row.kind === 'page' && Number(row.depth) > 0 && provider.sitemapsFirst) tx.set(provider, 'sitemapsFirst', false);
  const isRespelled = row.spellings !== 0 && wasRespelled(sql.spellingsOf.all(id).map(endOf));
  const hops = row.hops === null ? [String(row.url)] : decodeHops(row.hops);
  return {
    id,
    token: counters.token,
    run: provider.run.id,
    provider: provider.slug,
    kind: row.kind as Lease['kind'],
    mode: modeIn(row),
    host: host.name,
    depth: Number(row.depth),
    url: hops.at(-1) as string,
    firstUrl: String(row.url),
    hops,
    attempt: Number(row.attempt),
    referrer: textOf(row.referrer),
    stored: row.fetched_at === null || provider.fresh ? undefined : storedFacts(row, provider.generation),
    ...(isRespelled && { respelled: true }),
    ...(row.wanted === 1 && { wanted: true }),
    gone: row.fetched_at === null && row.kind === 'page' && !isRespelled ? goneOf(ctx, provider, id) : undefined,
  };
}

/** The 404 and 410 answers of a URL since its last other answer. */
function goneOf({ sql }: Context, { fresh, run }: ProviderState, id: number): Lease['gone'] {
  if (fresh || run.kind !== 'refresh') return undefined;
  return goneSince(sql.goneVisits.all(id).map(({ at, status }) => ({ at: Number(at), status: Number(status) })));
}

function endOf({ state, by }: Row): { readonly state: string; readonly by: string } {
  return { state: String(state), by: String(by) };
}

function storedFacts(row: Row, generation: number): StoredFacts {
  return {
    etag: textOf(row.etag),
    lastModified: textOf(row.last_modified),
    fetchedAt: Number(row.fetched_at),
    hash: String(row.page_hash),
    extractor: Number(row.extractor),
    isWhole: row.is_whole === 1,
    noarchive: row.noarchive === 1,
    analyser: Number(row.analyser),
    checkedAt: Number(row.verified_at),
    intervalMs: row.interval_ms === null ? undefined : Number(row.interval_ms),
    // The lastmod of an earlier sitemap is void: today's may not name the page any more.
    lastmod: row.lastmod_generation === generation ? Number(row.lastmod) : undefined,
    linkRules: textOf(row.link_rules),
    lastmodWrong: row.lastmod_wrong === 1,
    ...(row.soft_error !== null && { isSoftError: true }),
    ...(row.asks_again === 1 && { asksAgain: true }),
  };
}

function textOf(value: Row[string] | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}
