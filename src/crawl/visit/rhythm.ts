// Whether this refresh requests a stored page, and what its next interval will be.
import { type Refused, refuse } from '../../core/verdict.ts';
import { extractorVersion } from '../../extract/version.ts';
import type { GoneAnswer, Lease, Outcome, Rhythm } from '../../frontier/port.ts';
import { analyserVersion } from '../../search/analyse/analyser.ts';
import { type IntervalBounds, isDue, lastInterval, nextInterval } from '../../watch/schedule/adaptive-interval.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { linkRulesOf } from './spell-links.ts';

/** Whether a 304 is enough: the stored copy was read by today's rules, and as much of it kept. */
export function isUpToDate({ hops, stored, respelled, wanted }: Lease, policy: CrawlPolicy): boolean {
  const { want, retain, index } = policy.reading;
  if (stored === undefined || hops.length > 1 || respelled || wanted) return false;
  // U3: links that other rules have stripped can only be read from the page itself.
  if (stored.linkRules !== undefined && stored.linkRules !== linkRulesOf(policy.key, policy.reading.excludedQueries))
    return false;
  if (want === 'links') return true;
  // E2: chrome learnt since is cut only when the page is read again.
  if (stored.asksAgain) return false;
  const isFound = index !== true || stored.analyser === analyserVersion;
  // R28: of a page with noarchive nothing more would be kept.
  const isKept = stored.isWhole === (retain === 'full') || (stored.noarchive && policy.respectRobots);
  return isFound && stored.extractor === extractorVersion && isKept;
}

/** Why a refresh does not request a page; undefined where it does. Seeds are always requested: new pages are found there first. */
export function skipReason(lease: Lease, policy: CrawlPolicy, now: number): Refused | undefined {
  const { refresh, interval } = policy;
  if (!isByRhythm(refresh) || interval === undefined || lease.stored === undefined) return undefined;
  // A page that was requested in this run is finished.
  if (lease.kind !== 'page' || lease.depth === 0 || lease.attempt > 0 || !isUpToDate(lease, policy)) return undefined;
  const { by, detail, ok } = isDue(lease.stored, now, interval, refresh === 'slot');
  if (ok) return undefined;
  return refuse(by === 'refresh:lastmod' ? 'sitemap:lastmod' : 'refresh:not-due', detail);
}

/** M5: how a URL ends whose last answer was 404 or 410 and that is not due again; its interval grows with each. */
export function stillGone(lease: Lease, { refresh, interval }: CrawlPolicy, now: number): Outcome | undefined {
  const { gone = [], depth, attempt, hops, wanted } = lease;
  const last = gone.at(-1);
  if (!isByRhythm(refresh) || interval === undefined || last === undefined) return undefined;
  if (depth === 0 || attempt > 0 || hops.length > 1 || wanted) return undefined;
  const intervalMs = goneInterval(gone, interval);
  const { ok, detail } = isDue({ checkedAt: last.at, intervalMs }, now, { ...interval, adaptive: true });
  if (ok) return undefined;
  return {
    kind: 'ended',
    state: 'gone',
    by: `http:${last.status}`,
    detail: `not there: ${detail}`,
    notRequested: true,
  };
}

function isByRhythm(refresh: CrawlPolicy['refresh']): boolean {
  return refresh === 'due' || refresh === 'slot';
}

/** Nothing is stored of it that could be out of date: it waits longer each time, however pages are looked at. */
function goneInterval(gone: readonly GoneAnswer[], { leastMs, mostMs }: IntervalBounds): number {
  const bounds = { leastMs, mostMs, adaptive: true };
  return gone.reduce((interval, { at }, nth) => {
    const before = gone[nth - 1];
    const isEarly = before === undefined || at - before.at < interval * LEAST_SHARE;
    return isEarly ? interval : nextInterval(interval, false, bounds);
  }, bounds.leastMs);
}

/** A page that is the same long before its time is weak evidence; its interval does not grow by that. */
const LEAST_SHARE = 0.75;

/** The intervals that a visit may lead to; undefined for a page that is not stored. */
export function rhythmFor({ kind, stored }: Lease, { interval }: CrawlPolicy, now: number): Rhythm | undefined {
  if (kind !== 'page' || stored === undefined || interval === undefined) return undefined;
  const last = lastInterval(stored.intervalMs, interval);
  const isEarly = now - stored.checkedAt < last * LEAST_SHARE;
  // However long ago its last visit was: only the sitemap's lastmod is judged.
  const { by, ok } = isDue(stored, now, { ...interval, mostMs: Number.POSITIVE_INFINITY });
  return {
    sameMs: isEarly ? last : nextInterval(last, false, interval),
    changedMs: nextInterval(last, true, interval),
    lastmodSaysSame: !ok && by === 'refresh:lastmod',
  };
}
