// F4: whether a request to a host may be made now, by its clock, by what is under way and by the bounds.
import { isReason } from '../../core/reasons.ts';
import type { CountedRequests, Wait } from '../port-requests.ts';
import type { TurnWish } from '../port-turns.ts';
import type { HostTimes } from '../port-urls.ts';
import { heldUntil } from './host-memory.ts';
import { decideSpend } from './spend.ts';

/** How soon a caller tries again while another has the turn. */
export const TURN_MS = 100;
/** A process that waits for a turn comes at most this much later than it may. */
const LATE_MS = 300;
/** A clock that was once wrong must not close a host for years. */
const LONGEST_MS = 24 * 3_600_000;

export interface TurnFacts {
  /** Undefined for a host without any request yet. */
  readonly clock: HostTimes | undefined;
  /** The gap that each request under way keeps. */
  readonly underWay: readonly number[];
  readonly since: (time: number, host?: string) => CountedRequests;
}

/** Why a turn is not taken now, if it is not: the longest wait where there are several reasons. */
export function decideTurn(
  host: string,
  { clock, underWay, since }: TurnFacts,
  { gapMs, bounds }: TurnWish,
  now: number,
): Wait | undefined {
  const waits = [
    clockWait(host, clock, now),
    isTaken(underWay, Math.max(gapMs, clock?.gapMs ?? 0)) ? takenWait(host, now) : undefined,
    bounds && decideSpend(since, bounds, host, now),
  ];
  return waits.reduce((longest, wait) => ((wait?.until ?? 0) > (longest?.until ?? 0) ? wait : longest));
}

/** Whether no request may be made beside those under way: where any request keeps a gap, there is one at a time. */
export function isTaken(underWay: readonly number[], gapMs: number, most = Number.POSITIVE_INFINITY): boolean {
  if (underWay.length === 0) return false;
  return underWay.length >= most || gapMs > 0 || underWay.some((gap) => gap > 0);
}

/** Until when a process that got no turn is expected to come back for it; undefined if it waits for something else. */
export function wantedBy({ by, until }: Wait): number | undefined {
  return by === 'host:clock' ? until + LATE_MS : undefined;
}

/** The turns of other processes at a host, by which a crawl decides whether to wait. */
export interface WantedTurns {
  /** Until then another process is expected to come for its turn. */
  readonly wantedUntil: number;
  /** How many turns other processes have had. */
  readonly othersServed: number;
  /** The same count when the crawl was last served; undefined when it never was. */
  readonly othersBefore: number | undefined;
}

/** Until when a crawl waits: after each of its requests, waiting processes go first. */
export function yieldsUntil({ wantedUntil, othersServed, othersBefore }: WantedTurns, now: number): number {
  if (wantedUntil <= now || othersServed !== othersBefore) return now;
  return Math.min(wantedUntil, now + TURN_MS);
}

function takenWait(host: string, now: number): Wait {
  return { until: now + TURN_MS, by: 'host:clock', detail: `another request to ${host} is under way` };
}

function clockWait(host: string, clock: HostTimes | undefined, now: number): Wait | undefined {
  if (clock === undefined) return undefined;
  const { nextAt, gapMs = 0, parkedUntil = 0, parkedBy = '', closing } = clock;
  const until = Math.min(heldUntil(clock), now + LONGEST_MS);
  if (until <= now) return undefined;
  if (closing !== undefined && closing.until > Math.max(nextAt, parkedUntil))
    return { until, by: closing.by, detail: closing.detail };
  if (parkedUntil > nextAt) {
    const by = isReason(parkedBy) ? parkedBy : 'host:parked';
    return { until, by, detail: `a crawl leaves ${host} alone for now` };
  }
  // Longer than the gap after a request: a response requested the pause.
  if (nextAt - now > gapMs) return { until, by: 'host:pause', detail: `${host} has requested a pause` };
  return { until, by: 'host:clock', detail: `${host} had a request a moment ago, and it is not its turn yet` };
}
