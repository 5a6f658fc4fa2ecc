// A crawl taken apart, for tests of its parts: a policy as the app makes it, a ledger, and the parts joined as a run does.
import type { RequestListener } from 'node:http';
import { policyFor } from '../../src/app/crawl/policies.ts';
import { robotsGet } from '../../src/app/crawl/robots-requests.ts';
import { resolveTargets } from '../../src/app/crawl/targets.ts';
import { blockPattern, blockReason } from '../../src/app/read/reading.ts';
import { silentLog } from '../../src/core/log.ts';
import { ChromeWatch } from '../../src/crawl/index/chrome-watch.ts';
import { readPage } from '../../src/crawl/read/read-page.ts';
import { type BeginNeeds, beginProvider } from '../../src/crawl/run/begin.ts';
import { RequestBounds } from '../../src/crawl/run/bounds.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { HeldRuns } from '../../src/crawl/run/held-runs.ts';
import { HostStates } from '../../src/crawl/run/host-states.ts';
import { PageCaps } from '../../src/crawl/run/page-caps.ts';
import { Pause } from '../../src/crawl/run/pause.ts';
import type { CrawlPolicy } from '../../src/crawl/run/policy.ts';
import { Sleep, Stop } from '../../src/crawl/run/stop.ts';
import { LinkWatch } from '../../src/crawl/visit/link-watch.ts';
import { SeenLinks } from '../../src/crawl/visit/seen-links.ts';
import type { VisitNeeds } from '../../src/crawl/visit/visit-needs.ts';
import { extractorVersion } from '../../src/extract/version.ts';
import { createAddressGuard } from '../../src/fetch/address.ts';
import { createHttp } from '../../src/fetch/http.ts';
import type { BlockEntry, Lease, Ledger, StoredFacts } from '../../src/frontier/port.ts';
import type { Budget } from '../../src/frontier/port-requests.ts';
import { analyserVersion } from '../../src/search/analyse/analyser.ts';
import { loadSettings } from '../../src/settings.ts';
import type { Store } from '../../src/store/port.ts';
import { temporaryStore } from './temporary-store.ts';

/** When the tests begin. */
export const T = 1_700_000_000_000;

export interface WorldOptions {
  readonly policy?: Partial<CrawlPolicy> | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly budget?: Partial<Budget> | undefined;
  readonly maxRunPages?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly wait?: boolean | undefined;
  /** The store of an earlier world. Default: an empty store. */
  readonly store?: Store | undefined;
}

export interface CrawlWorld extends BeginNeeds, AsyncDisposable {
  /** A clock that only the test moves. */
  readonly clock: { now: number };
  readonly now: () => number;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly policy: CrawlPolicy;
  readonly policies: readonly CrawlPolicy[];
  readonly visitNeeds: VisitNeeds;
  readonly bounds: RequestBounds;
  readonly hosts: HostStates;
  readonly held: HeldRuns;
  readonly caps: PageCaps;
  readonly pause: Pause;
  readonly sleep: Sleep;
  readonly stop: Stop;
  readonly concurrency: number;
  readonly abort: AbortController;
  readonly events: CrawlEvent[];
  /** Opens the run of the provider, its seeds offered. */
  begin(): Promise<void>;
  /** The next URL that is due. */
  lease(): Promise<Lease>;
}

/** The parts of a crawl of this URL. Without delays, unless the policy sets them. */
export async function openWorld(seed: string, options: WorldOptions = {}): Promise<CrawlWorld> {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '0', ...options.env };
  const { concurrency = 1, wait = true, store = temporaryStore() } = options;
  const settings = loadSettings({ env });
  const clock = { now: T };
  const now = (): number => clock.now;
  const { ledger } = await store.openLedger(now);
  const { hostname: host, port } = new URL(seed);
  const http = createHttp({ guard: createAddressGuard({ open: [{ host, port: Number(port) }] }) });
  const abort = new AbortController();
  const bounds = new RequestBounds(ledger, { perHour: 1_000, perDay: 10_000, ...options.budget }, now);
  const requests = { http, ledger, bounds, now, stop: abort.signal };
  const [target] = resolveTargets([seed], settings);
  if (target === undefined) throw new Error(`${seed} is no target`);
  const policy: CrawlPolicy = {
    ...policyFor(target, settings, {
      ...{ log: silentLog, now, http },
      robotsGet: (own, bounded, pace) => robotsGet({ ...requests, http: own }, bounded, pace),
    }),
    ...options.policy,
  };
  const policies = [policy];
  const events: CrawlEvent[] = [];
  const report = (event: CrawlEvent): void => void events.push(event);
  const hosts = new HostStates();
  const held = new HeldRuns(ledger);
  const caps = new PageCaps(options.maxRunPages ?? 5_000);
  const sleep = new Sleep(ledger);
  const stop = new Stop(abort, () => sleep.wake());
  const pause = new Pause({ ledger, now, policies, bounds, concurrency, wait, held, caps, hosts, report });
  let blocklist: readonly BlockEntry[] = [];
  const tick = async (): Promise<void> => {
    blocklist = await ledger.blocklist.list();
  };
  const visitNeeds: VisitNeeds = {
    ...{ now, random: () => 0.5, read: readPage, watch: new LinkWatch(silentLog), signal: abort.signal, tick },
    ...{ seen: new SeenLinks(), chrome: new ChromeWatch() },
    blocked: (url, key) => blockReason(blocklist, url, key),
    async block(url, key, reason) {
      await ledger.blocklist.add({ pattern: blockPattern(url, key), reason, by: 'crawler', at: now() });
      await tick();
    },
    policyOf: () => policy,
    hostState: (name) => hosts.stateOf(name),
    linksOf: (id) => ledger.linksOf(id),
    spend: (of, name) => bounds.spend(name, of.bounded),
    postpone: (name, until) => pause.postpone(name, until),
    requesting: (lease, url, mostMs) => held.request(lease, url, now(), mostMs),
  };
  const world = {
    ...{ clock, now, store, ledger, policy, policies, visitNeeds, bounds, hosts, held, caps, pause, sleep, stop },
    ...{ concurrency, abort, events, report, fresh: false, refresh: false, isStopped: stop.isRequested },
  };
  return {
    ...world,
    begin: () => beginProvider(policy, world),
    async lease() {
      const [lease] = await ledger.lease(1, { runs: held.runs });
      if (lease === undefined) throw new Error('nothing is due');
      return lease;
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await ledger.close();
    },
  };
}

/** A leased page; whatever a test does not set is as plain as can be. */
export function leaseOf(url: string, facts: Partial<Lease> = {}): Lease {
  return {
    ...{ id: 1, token: 1, run: 1, provider: '127', kind: 'page', mode: 'plain', host: new URL(url).host },
    ...{ url, firstUrl: url, hops: [url], depth: 1, attempt: 0 },
    ...facts,
  };
}

/** The facts of a stored page that was read by today's rules. */
export function storedFacts(facts: Partial<StoredFacts> = {}): StoredFacts {
  return {
    ...{ fetchedAt: T, hash: 'h', extractor: extractorVersion, isWhole: false, noarchive: false },
    ...{ analyser: analyserVersion, checkedAt: T, lastmodWrong: false },
    ...facts,
  };
}

/** A page with a title, a sentence and links. */
export function html(title: string, ...links: readonly string[]): string {
  const list = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
  return `<title>${title}</title><main><h1>${title}</h1><p>This page is about ${title} and about nothing else.</p>${list}</main>`;
}

/** A site of pages by their path, with statuses for paths that answer otherwise; without robots.txt, unless there is one. */
export function siteOf(
  pages: Readonly<Record<string, string | number>>,
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return ({ url = '' }, response) => {
    const page = pages[url] ?? 404;
    if (typeof page === 'number') return void response.writeHead(page, headers).end();
    const type = url.endsWith('.txt') ? 'text/plain' : url.endsWith('.xml') ? 'application/xml' : 'text/html';
    response.writeHead(200, { 'content-type': type, ...headers }).end(page);
  };
}
