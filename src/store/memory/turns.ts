// F4: the turns of hosts in memory: all callers are in one process, so a turn is lost only when its time is over.
import { randomUUID } from 'node:crypto';
import { closingAfter, withAnswer, withoutUnanswered } from '../../frontier/decide/host-memory.ts';
import { decideTurn, wantedBy } from '../../frontier/decide/turn.ts';
import type { HostNews, HostTurn, Turn, TurnAnswer, TurnWish } from '../../frontier/port.ts';
import { TURN_LIFETIME_MS } from '../../frontier/port-turns.ts';
import type { HostEntry, MemoryData } from './records.ts';
import { countRequest, requestsSince } from './requests.ts';

/** The host's clock, made when there is none. */
export function hostIn({ hosts }: MemoryData, name: string): HostEntry {
  const known = hosts.get(name);
  if (known !== undefined) return known;
  const host: HostEntry = {
    ...{ name, nextAt: 0, gapMs: undefined, parkedUntil: 0, parkedBy: '', closing: undefined },
    ...{ recent: '', turns: [], wantedUntil: 0, othersServed: 0 },
  };
  hosts.set(name, host);
  return host;
}

/** Notes what a request reports of its host; its clock never goes back. */
export function noteNews(host: HostEntry, news: HostNews): void {
  host.nextAt = Math.max(host.nextAt, news.nextAt);
  host.gapMs = news.gapMs;
  host.recent = withAnswer(host.recent, news.error);
  host.closing = closingAfter(host.closing, news);
}

/** F5: forgets of these hosts what nobody answered. */
export function forgetIn(data: MemoryData, hosts: readonly string[]): void {
  for (const name of hosts) {
    const host = data.hosts.get(name);
    if (host !== undefined) Object.assign(host, withoutUnanswered(host));
  }
}

/** Removes lost turns; the host's gap runs from now. */
export function dropLost(
  host: HostEntry,
  now: number,
  isLost = (turn: HostEntry['turns'][number]) => turn.until <= now,
) {
  for (const { gapMs } of host.turns.filter(isLost)) noteNews(host, { nextAt: now + gapMs, gapMs });
  host.turns = host.turns.filter((turn) => !isLost(turn));
}

/** The gaps that requests under way to a host keep. */
export function underWayAt(data: MemoryData, host: string): readonly number[] {
  const leases = data.urls.flatMap(({ lease }) => (lease?.place.host === host ? [lease.gapMs] : []));
  return [...leases, ...(data.hosts.get(host)?.turns ?? []).map(({ gapMs }) => gapMs)];
}

/** A host's clock and its requests under way. */
export function turnOf(data: MemoryData, { name, nextAt, gapMs, parkedUntil, parkedBy, closing }: HostEntry): HostTurn {
  const parked = { parkedUntil: parkedUntil || undefined, parkedBy: parkedBy || undefined };
  return { nextAt, gapMs, ...parked, closing, underWay: underWayAt(data, name) };
}

/** Takes a host's turn, and counts its request. */
export function takeTurn(
  data: MemoryData,
  name: string,
  wish: TurnWish,
  { now, isLedgers }: { readonly now: number; readonly isLedgers: boolean },
): TurnAnswer {
  const host = hostIn(data, name);
  dropLost(host, now);
  const clock = turnOf(data, host);
  const since = (time: number, of?: string) => requestsSince(data, time, of);
  const wait = decideTurn(name, { clock, underWay: clock.underWay, since }, wish, now);
  if (wait !== undefined) {
    if (!isLedgers) host.wantedUntil = Math.max(host.wantedUntil, wantedBy(wait) ?? 0);
    return { wait };
  }
  if (!isLedgers) Object.assign(host, { wantedUntil: 0, othersServed: host.othersServed + 1 });
  const { gapMs, lifetimeMs = TURN_LIFETIME_MS, bounds } = wish;
  if (bounds !== undefined) countRequest(data, name, now);
  const turn = { host: name, token: randomUUID(), until: now + lifetimeMs };
  host.turns = [...host.turns, { token: turn.token, gapMs, until: turn.until, isLedgers }];
  return { turn };
}

/** Ends a turn. */
export function endTurn(data: MemoryData, { host: name, token }: Turn, news: HostNews): void {
  const host = hostIn(data, name);
  host.turns = host.turns.filter((turn) => turn.token !== token);
  noteNews(host, news);
}
