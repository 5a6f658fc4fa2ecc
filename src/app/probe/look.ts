// Looking at sites without crawling them: a handful of requests by the crawl's own rules, and nothing is kept.
import { DocentError } from '../../core/errors.ts';
import { roughDuration } from '../../core/figures.ts';
import type { Log } from '../../core/log.ts';
import { isOfFamily } from '../../core/reasons.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import type { Blocked } from '../../crawl/visit/discover.ts';
import { createHttp, type Http } from '../../fetch/http.ts';
import type { PageFetch } from '../../fetch/page.ts';
import { gapAfter } from '../../frontier/politeness.ts';
import type { BlockEntry } from '../../frontier/port.ts';
import type { Wait } from '../../frontier/port-requests.ts';
import type { RobotsChecker } from '../../robots/gate.ts';
import type { RobotsGet } from '../../robots/get.ts';
import type { RobotsMemory } from '../../robots/port.ts';
import type { Settings } from '../../settings.ts';
import { hostsNamed } from '../crawl/ask-anew.ts';
import { lookBounds } from '../crawl/budget.ts';
import { isFree, paceOf, policyFor } from '../crawl/policies.ts';
import type { Target } from '../crawl/targets.ts';
import { checkForbidden, type ForbiddenReason } from '../forbidden.ts';
import { httpOptions } from '../guard.ts';
import { checkOwnHeaders } from '../own-headers.ts';
import type { Place } from '../place.ts';
import { blockReason } from '../read/reading.ts';
import { gapOf, HostClock, type RequestLimits, waitOf } from './host-clock.ts';
import { CallerPatience, NotYet } from './host-clock-line.ts';
import { type FolderView, LookFolder } from './look-folder.ts';

/** What requests pages of one target. */
export interface Probe {
  readonly policy: CrawlPolicy;
  /** In the hosts' own time. */
  readonly fetch: PageFetch;
  /** Why the data folder's blocklist, or the terms of a provider, forbid a URL, if they do. */
  readonly blocked: Blocked;
}

/** What the probes of several targets share. */
export interface ProbeContext {
  readonly http: Http;
  readonly clock: HostClock;
  readonly forbidden: ForbiddenReason;
  readonly entries: readonly BlockEntry[];
  readonly robotsMemory?: RobotsMemory | undefined;
  /** The limits of requests that the bounds count, or do not count. */
  readonly limits: (bounded: boolean) => RequestLimits;
}

/** A probe of a target. Throws as `policyFor` and `checkOwnHeaders`. */
export function probeOf(target: Target, settings: Settings, log: Log, context: ProbeContext): Probe {
  const { http, clock, forbidden, entries, robotsMemory, limits } = context;
  checkOwnHeaders([target]);
  const policy: CrawlPolicy = policyFor(target, settings, {
    ...{ log, now: Date.now, http, robotsMemory },
    robotsGet: (own, bounded) => clock.robotsGet(own, (url) => gapOf(policy, url), limits(bounded)),
  });
  const own = limits(policy.bounded);
  const explain: RobotsChecker['explain'] = async (url) => {
    const decision = await policy.robots.explain(url);
    // The Crawl-delay is known only now; it runs from the answer on.
    if (decision.source?.fromCache === false) await clock.learnt(url, gapOf(policy, url), decision.holdUntil ?? 0, own);
    return decision;
  };
  const robots: RobotsChecker = {
    explain,
    isAllowed: async (url) => (await explain(url)).allowed,
    crawlDelay: (url) => policy.robots.crawlDelay(url),
    sitemaps: (url) => policy.robots.sitemaps(url),
    clearCache: () => policy.robots.clearCache(),
  };
  const blocked: Blocked = (url, key) => forbidden(url) ?? blockReason(entries, url, key);
  return { policy: { ...policy, robots }, fetch: clock.paced(policy, own), blocked };
}

/**
 * Runs a task with one client and one clock for all targets, and closes the client. That nobody answered at their hosts is forgotten
 * first (F5). Throws DOC_TERMS for a forbidden host, DOC_BUDGET
 * where the operator's bound on requests is reached, DOC_BLOCKED where the host is to be left alone for more than a minute, DOC_STORE
 * for a folder that cannot be read, what the task throws, and an AbortError when the signal ends its waits and requests.
 */
export async function look<T>(
  place: Place,
  log: Log,
  targets: readonly Target[],
  task: (at: (target: Target) => Probe) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { settings } = place;
  const forbidden = checkForbidden(targets, settings);
  checkOwnHeaders(targets);
  const withProbes = (context: Omit<ProbeContext, 'forbidden'>): Promise<T> =>
    task((target) => probeOf(target, settings, log, { ...context, forbidden }));
  return withContext(place, log, targets, withProbes, signal);
}

/** What robots.txt files are requested with, and how their rules are passed on. */
export interface RobotsLook {
  readonly get: RobotsGet;
  learnt(crawlDelaySec: number | null, holdUntil: number | undefined): Promise<void>;
}

/** As `look`, for the robots.txt of a target's host; terms are not checked: robots.txt is addressed to every client. */
export async function lookAtRobots<T>(
  place: Place,
  log: Log,
  target: Target,
  task: (look: RobotsLook) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { settings } = place;
  const free = isFree(target.provider, settings);
  const pace = paceOf(target.provider, free, settings);
  const withLook = ({ http, clock, limits }: Omit<ProbeContext, 'forbidden'>): Promise<T> => {
    const own = limits(!free);
    const gap = (crawlDelaySec: number | null = null): number => gapAfter(pace, crawlDelaySec, 1, Math.random);
    const [site] = target.provider.seed_urls as [string];
    return task({
      get: clock.robotsGet(http, () => gap(), own),
      learnt: (crawlDelaySec, holdUntil = 0) => clock.learnt(site, gap(crawlDelaySec), holdUntil, own),
    });
  };
  return withContext(place, log, [target], withLook, signal);
}

async function withContext<T>(
  { settings, store }: Place,
  log: Log,
  targets: readonly Target[],
  task: (context: Omit<ProbeContext, 'forbidden'>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const folder = await new LookFolder(store, log).open();
  try {
    await folder.forgetUnanswered(hostsNamed(targets.map(({ provider }) => provider)));
    const http = createHttp(httpOptions(settings, targets, log));
    try {
      return await task({
        http,
        clock: new HostClock(),
        entries: folder.entries,
        limits: limitsIn(folder, settings, signal),
      });
    } catch (error) {
      const wait = waitOf(error);
      if (wait === undefined) throw error;
      throw new DocentError(isOfFamily(wait.by, 'budget') ? 'DOC_BUDGET' : 'DOC_BLOCKED', wait.detail);
    } finally {
      await http.close();
    }
  } finally {
    await folder.close();
  }
}

/** No command waits longer than this for a pause that a crawl ran into. */
const LONGEST_WAIT_MS = 60_000;

/** The gaps of this look take as long as they take; other waits of the folder are waited for if they are short, and reported otherwise. */
export function limitsIn(
  { turns }: FolderView,
  settings: Settings,
  signal?: AbortSignal,
): (bounded: boolean) => RequestLimits {
  const bounds = lookBounds(settings);
  const refuse = (host: string, { until, by, detail }: Wait): void => {
    const ms = until - Date.now();
    if (ms <= LONGEST_WAIT_MS) return;
    const time = `${new Date(until).toISOString()}, in ${roughDuration(ms)}`;
    throw new NotYet({ until, by, detail: `${host} may be requested again at ${time}: ${detail} (${by})` });
  };
  const patience = new CallerPatience(undefined, signal);
  return (bounded) => ({ patience, turns, bounds: bounded ? bounds : undefined, refuse });
}
