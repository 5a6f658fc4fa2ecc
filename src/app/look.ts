// Looking at sites without crawling them: a handful of requests by the crawl's own rules, and nothing is kept.
import type { Log } from '../core/log.ts';
import type { Blocked } from '../crawl/discover.ts';
import type { CrawlPolicy } from '../crawl/policy.ts';
import { createHttp } from '../fetch/http.ts';
import type { PageFetch } from '../fetch/page.ts';
import type { Settings } from '../settings.ts';
import { checkForbidden } from './forbidden.ts';
import { httpOptions } from './guard.ts';
import { gapOf, HostClock } from './host-clock.ts';
import { policyFor } from './policies.ts';
import { blockReason, readBlocklist } from './reading.ts';
import type { Target } from './targets.ts';

/** What a look at a target is taken with. */
export interface Looking {
  readonly policy: CrawlPolicy;
  /** In the hosts' own time. */
  readonly fetch: PageFetch;
  /** Why the data folder's blocklist, or the terms of a provider, forbid a URL, if they do. */
  readonly blocked: Blocked;
}

/** Runs a task with one client and one clock for all targets, and closes the client. Throws DOC_TERMS for a forbidden host, and what the task throws. */
export async function look<T>(
  settings: Settings,
  log: Log,
  targets: readonly Target[],
  task: (at: (target: Target) => Looking) => Promise<T>,
): Promise<T> {
  const forbidden = checkForbidden(targets, settings);
  const entries = await readBlocklist(settings);
  const http = createHttp(httpOptions(settings, targets, log));
  const clock = new HostClock();
  const at = (target: Target): Looking => {
    const policy: CrawlPolicy = policyFor(target, settings, {
      ...{ log, now: Date.now, http },
      robotsGet: () => clock.robotsGet(http, (url) => gapOf(policy, url)),
    });
    const blocked: Blocked = (url, key) => forbidden(url) ?? blockReason(entries, url, key);
    return { policy, fetch: clock.paced(policy), blocked };
  };
  try {
    return await task(at);
  } finally {
    await http.close();
  }
}
