// Looking at sites without crawling them: a handful of requests by the crawl's own rules, and nothing is kept.
import { DocentError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Blocked } from '../crawl/discover.ts';
import type { CrawlPolicy } from '../crawl/policy.ts';
import { createHttp, type Http } from '../fetch/http.ts';
import type { PageFetch } from '../fetch/page.ts';
import type { BlockEntry } from '../frontier/port.ts';
import type { Wait } from '../frontier/port-requests.ts';
import type { RobotsMemory } from '../robots/port.ts';
import type { Settings } from '../settings.ts';
import { checkForbidden, type ForbiddenReason } from './forbidden.ts';
import { httpOptions } from './guard.ts';
import { gapOf, HostClock, type Manners } from './host-clock.ts';
import { Patience } from './host-clock-line.ts';
import { type FolderView, LookFolder } from './look-folder.ts';
import { policyFor } from './policies.ts';
import { blockReason } from './reading.ts';
import type { Target } from './targets.ts';

/** What a look at a target is taken with. */
export interface Looking {
  readonly policy: CrawlPolicy;
  /** In the hosts' own time. */
  readonly fetch: PageFetch;
  /** Why the data folder's blocklist, or the terms of a provider, forbid a URL, if they do. */
  readonly blocked: Blocked;
}

/** What looks at several targets, or one after the other, have in common. */
export interface LookingMeans {
  readonly http: Http;
  readonly clock: HostClock;
  readonly forbidden: ForbiddenReason;
  readonly entries: readonly BlockEntry[];
  readonly robotsMemory?: RobotsMemory | undefined;
  /** Of requests that the policy's bounds count, or do not. Default: as long as it takes. */
  readonly manners?: ((bounded: boolean) => Manners) | undefined;
}

/** A look at a target with these means. Throws as `policyFor`. */
export function lookingAt(target: Target, settings: Settings, log: Log, means: LookingMeans): Looking {
  const { http, clock, forbidden, entries, robotsMemory, manners } = means;
  const policy: CrawlPolicy = policyFor(target, settings, {
    ...{ log, now: Date.now, http, robotsMemory },
    robotsGet: (bounded) => clock.robotsGet(http, (url) => gapOf(policy, url), manners?.(bounded)),
  });
  const blocked: Blocked = (url, key) => forbidden(url) ?? blockReason(entries, url, key);
  return { policy, fetch: clock.paced(policy, manners?.(policy.bounded)), blocked };
}

/** Runs a task with one client and one clock for all targets, and closes the client. Throws DOC_TERMS for a forbidden host, DOC_STORE for a folder that cannot be read, and what the task throws. */
export async function look<T>(
  settings: Settings,
  log: Log,
  targets: readonly Target[],
  task: (at: (target: Target) => Looking) => Promise<T>,
): Promise<T> {
  const forbidden = checkForbidden(targets, settings);
  const folder = await new LookFolder(settings, log).open();
  const { entries } = folder;
  try {
    const http = createHttp(httpOptions(settings, targets, log));
    const means: LookingMeans = { http, clock: new HostClock(), forbidden, entries, manners: mannersIn(folder) };
    try {
      return await task((target) => lookingAt(target, settings, log, means));
    } finally {
      await http.close();
    }
  } finally {
    await folder.close();
  }
}

/** For longer than this nobody sits and waits because of what a crawl has met. */
const LONGEST_WAIT_MS = 60_000;

/** The gaps of this look take as long as they take; what the folder says is waited for if it is soon over, and told otherwise. */
function mannersIn(folder: FolderView): (bounded: boolean) => Manners {
  const tell = (host: string, { until, by, detail }: Wait): DocentError => {
    const seconds = Math.ceil((until - Date.now()) / 1_000);
    return new DocentError('DOC_BLOCKED', `${host} may be asked again in ${seconds} s: ${by}, ${detail}`);
  };
  return (bounded) => ({
    patience: new Patience(),
    hold: async (host) => {
      const wait = await folder.hold(host, bounded);
      if (wait !== undefined && wait.until - Date.now() > LONGEST_WAIT_MS) throw tell(host, wait);
      return wait;
    },
    start: async (host, request) => {
      const wait = await folder.spend(host, bounded);
      if (wait !== undefined) throw tell(host, wait);
      return request();
    },
  });
}
