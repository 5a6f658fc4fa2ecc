// How often one page is requested again: once in each period of the provider's schedule or, where it is adaptive, later where the page does not change.

import { roughDuration } from '../../core/figures.ts';
import { accept, refuse, type Verdict } from '../../core/verdict.ts';

export interface IntervalBounds {
  /** The time between two runs of the provider; a page cannot be requested more often. */
  readonly leastMs: number;
  /** The longest interval, whatever a page's history and its sitemap suggest. */
  readonly mostMs: number;
  /** Whether a page that does not change waits longer each time. */
  readonly adaptive: boolean;
}

/** The facts of a stored page's visits. */
export interface PageRhythm {
  /** When it was last requested and answered; undefined when it never was. */
  readonly checkedAt?: number | undefined;
  /** The interval to its next request; 0: its last response was an error, and it is due in any case. */
  readonly intervalMs?: number | undefined;
  /** The sitemap's lastmod. */
  readonly lastmod?: number | undefined;
  /** Whether the page was once found changed although its lastmod had not; lastmod is ignored then. */
  readonly lastmodWrong?: boolean | undefined;
}

const DAY_MS = 86_400_000;
const MOST_PERIODS = 8;
const MOST_MS = 90 * DAY_MS;
const GROWTH = 1.5;

/** From one period of the schedule to eight, and at most 90 days unless the schedule itself is slower. */
export function intervalBounds(periodMs: number, adaptive: boolean): IntervalBounds {
  return { leastMs: periodMs, mostMs: Math.max(periodMs, Math.min(periodMs * MOST_PERIODS, MOST_MS)), adaptive };
}

/** The interval that a page waits now. What is stored counts only where it is adaptive: older versions stored up to eight periods for any page. */
export function lastInterval(storedMs: number | undefined, { adaptive, leastMs }: IntervalBounds): number {
  return adaptive ? (storedMs ?? leastMs) : leastMs;
}

/** The interval after a visit: one period or, where it is adaptive, half of the last one when the page had changed and half as much again when it had not. */
export function nextInterval(lastMs: number | undefined, changed: boolean, bounds: IntervalBounds): number {
  if (!bounds.adaptive) return bounds.leastMs;
  const last = lastMs === undefined || !Number.isFinite(lastMs) ? bounds.leastMs : lastMs;
  return Math.round(Math.min(bounds.mostMs, Math.max(bounds.leastMs, changed ? last / 2 : last * GROWTH)));
}

/** Runs do not begin on the minute, and a page is not requested at the same point of each. */
const SLACK = 0.25;

/**
 * Whether this run requests the page, and why. A page that was never requested is due, and so is one from a clock that was wrong.
 * `isSlot`: the run is one of the schedule, which requests every page unless it is adaptive: however late the run before was.
 */
export function isDue(page: PageRhythm, now: number, bounds: IntervalBounds, isSlot = false): Verdict {
  const { checkedAt, lastmod } = page;
  if (checkedAt === undefined) return accept('refresh:first');
  const since = now - checkedAt;
  if (page.intervalMs === 0) return accept('refresh:failed', 'its last answer was an error');
  if (since < -DAY_MS) return accept('refresh:clock', 'last requested in the future');
  if (since >= bounds.mostMs - slackOf(bounds))
    return accept('refresh:longest', `requested ${roughDuration(since)} ago`);
  // FAULTS 34: a date in the future is ignored.
  if (lastmod !== undefined && !page.lastmodWrong && lastmod <= now + DAY_MS) {
    return latest(lastmod) > checkedAt
      ? accept('refresh:lastmod', new Date(lastmod).toISOString())
      : refuse('refresh:lastmod', `not modified since ${new Date(lastmod).toISOString()}`);
  }
  if (isSlot && !bounds.adaptive)
    return accept('refresh:interval', `requested ${roughDuration(since)} ago, in each run`);
  const interval = intervalOf(page.intervalMs, bounds);
  const detail = `requested ${roughDuration(since)} ago, every ${roughDuration(interval)}`;
  return since >= interval - slackOf(bounds) ? accept('refresh:interval', detail) : refuse('refresh:interval', detail);
}

/** When a page that is not due will be, by its interval. */
export function dueAgainAt(
  { checkedAt, intervalMs }: { readonly checkedAt: number; readonly intervalMs?: number | undefined },
  bounds: IntervalBounds,
): number {
  return checkedAt + intervalOf(intervalMs, bounds) - slackOf(bounds);
}

function intervalOf(intervalMs: number | undefined, bounds: IntervalBounds): number {
  return Math.min(bounds.mostMs, Math.max(bounds.leastMs, lastInterval(intervalMs, bounds)));
}

function slackOf({ leastMs }: IntervalBounds): number {
  return leastMs * SLACK;
}

/** A lastmod without a time is a whole day. */
function latest(lastmod: number): number {
  return lastmod % DAY_MS === 0 ? lastmod + DAY_MS : lastmod;
}
