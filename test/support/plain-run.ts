// A run of the crawl's loop on a ledger, without the app around it: no threads, no reports, nothing of other processes.
import { policyFor } from '../../src/app/crawl/policies.ts';
import { robotsGet } from '../../src/app/crawl/robots-requests.ts';
import { resolveTargets } from '../../src/app/crawl/targets.ts';
import { silentLog } from '../../src/core/log.ts';
import { readPage } from '../../src/crawl/read/read-page.ts';
import { RequestBounds } from '../../src/crawl/run/bounds.ts';
import type { CrawlPolicy } from '../../src/crawl/run/policy.ts';
import { type Run, startRun } from '../../src/crawl/run/run.ts';
import { LinkWatch } from '../../src/crawl/visit/link-watch.ts';
import type { Http } from '../../src/fetch/port.ts';
import type { Ledger } from '../../src/frontier/port.ts';
import type { Budget } from '../../src/frontier/port-requests.ts';
import { loadSettings } from '../../src/settings.ts';

export interface PlainRun {
  /** A provider for each. */
  readonly seeds: readonly string[];
  readonly ledger: Ledger;
  readonly http: Http;
  readonly now: () => number;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly policy?: Partial<CrawlPolicy> | undefined;
  readonly budget?: Partial<Budget> | undefined;
  readonly concurrency?: number | undefined;
}

/** Starts a crawl of these URLs. Without delays, unless `env` sets them. */
export function startPlainRun({ seeds, ledger, http, now, env, policy, budget, concurrency = 1 }: PlainRun): Run {
  const settings = loadSettings({ env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_JITTER_MS: '0', ...env } });
  const abort = new AbortController();
  const bounds = new RequestBounds(ledger, { perHour: 1_000, perDay: 10_000, ...budget }, now);
  const requests = { http, ledger, bounds, now, stop: abort.signal };
  const policies = resolveTargets(seeds, settings).map((target) => ({
    ...policyFor(target, settings, {
      ...{ log: silentLog, now, http },
      robotsGet: (own, bounded, pace) => robotsGet({ ...requests, http: own }, bounded, pace),
    }),
    ...policy,
  }));
  const rooms = {
    ...{ now, random: () => 0.5, read: readPage, watch: new LinkWatch(silentLog) },
    ...{ blocked: () => undefined, block: async () => {}, tick: async () => {} },
  };
  return startRun(ledger, rooms, {
    ...{ policies, concurrency, bounds, maxRunPages: 1_000, wait: true, fresh: false, remarks: [], abort },
    prepare: async () => {},
    incidents: { log: silentLog },
  });
}
