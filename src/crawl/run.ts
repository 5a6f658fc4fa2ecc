// The loop of a crawl: leases what is due, visits it, settles it, and knows when it is over.

import { counted } from '../core/counted.ts';
import { type ReasonName, reasonHas } from '../core/reasons.ts';
import { urlKey } from '../core/url/key.ts';
import { requestedUrl } from '../core/url/requested.ts';
import { shownData } from '../core/url/shown-url.ts';
import { unpackLearnt } from '../extract/edges/learnt-text.ts';
import type { Found, Lease, Ledger, Outcome } from '../frontier/port.ts';
import type { Wait } from '../frontier/port-requests.ts';
import { surfaceKeys } from '../search/suggestions.ts';
import { type Bounds, HOST_RUN } from './bounds.ts';
import { Channel } from './channel.ts';
import { ChromeWatch } from './chrome-watch.ts';
import { toFound } from './discover.ts';
import type { CrawlEvent, RunResult } from './events.ts';
import { HeldRuns } from './held-runs.ts';
import { HostWatch } from './host-watch.ts';
import { type Incidents, logIncident } from './incidents.ts';
import { learnChrome, learntNote } from './learn-chrome.ts';
import { PageCaps } from './page-caps.ts';
import { type Patience, StoppedWaiting } from './patient-ledger.ts';
import type { CrawlPolicy } from './policy.ts';
import { catchUpIndex, finishIndex } from './rebuild-index.ts';
import type { Rooms } from './rooms.ts';
import { SeenLinks } from './seen-links.ts';
import type { Visit } from './trail.ts';
import { visit } from './visit.ts';

export interface RunOptions {
  readonly policies: readonly CrawlPolicy[];
  /** Requests under way at once, over everything. */
  readonly concurrency: number;
  readonly bounds: Bounds;
  /** F3: newly stored pages after which the run stops; what was stored before may be looked at again without end. */
  readonly maxRunPages: number;
  /** false: rather stop than wait long. */
  readonly wait: boolean;
  readonly fresh: boolean;
  /** Whether this is a refresh of what is stored; how far it goes, each policy says. Default: a crawl. */
  readonly refresh?: boolean | undefined;
  /** Done before anything is asked for; what it throws ends the run. */
  readonly prepare: () => Promise<void>;
  /** Told as warnings before anything else. */
  readonly remarks: readonly { readonly provider: string; readonly by: ReasonName; readonly detail: string }[];
  /** Ends requests under way when a stop cannot wait for them. */
  readonly abort: AbortController;
  /** FAULTS 57: of the ledger, where that waits for space. */
  readonly patience?: Patience | undefined;
  readonly incidents: Incidents;
}

/** A crawl under way: events to iterate, a way to stop it, and how it ended. */
export interface Run extends AsyncIterable<CrawlEvent> {
  /** Finishes what is in flight and stops; the second call stops at once. Both are safe. */
  stop(): void;
  readonly result: Promise<RunResult>;
}

/** With `wait: false`, a pause longer than this ends the run, unless it is the gap that a host is asked at anyway. */
const NO_WAIT_MS = 10_000;
/** A pause longer than this is told. */
const TOLD_MS = 2_000;
/** How long requests in flight may take after a stop. */
const GRACE_MS = 8_000;
/** How often other processes' wishes are looked at. */
const INBOX_MS = 1_000;
const PARKED_MS = 3_600_000;
/** A disk that is full again after this is reported again. */
const FULL_AGAIN_MS = 60_000;
const HOSTS_TOLD = 20;
/** robots.txt out of reach for longer than its quick retries is not waited for when nothing else is left to do. */
const PATIENCE_MS = 240_000;
/** U10: so many cycles per host are entered in the blocklist. */
const MOST_CYCLES = 10;
/** C2: told once per provider. */
const PREVIEW_NOTE =
  'every word can be searched, but kept are only headings, names, links and 500 characters of each chunk: answers quote those, and exports hold no more; "retain: full" keeps the text of sites you own or whose terms allow it';
/** A long list is offered in pieces, so that nothing else waits for it. */
const OFFERED_AT_ONCE = 2_000;
/** How often what settling leaves behind in the search index is done while a crawl runs, and how much of it. */
const REFRESH_MS = 5_000;
const REFRESHED_AT_ONCE = 200;

/** The rooms that the run does not make itself. */
type GivenRooms = Omit<
  Rooms,
  'policyOf' | 'hostState' | 'spend' | 'postpone' | 'linksOf' | 'signal' | 'seen' | 'chrome'
>;

/** Starts a crawl. */
export function startRun(ledger: Ledger, rooms: GivenRooms, options: RunOptions): Run {
  const channel = new Channel<CrawlEvent>();
  const crawl = new Crawl(ledger, rooms, options, (event) => {
    logIncident(event, options.incidents);
    channel.push(event);
  });
  const result = crawl.drive();
  result.then(
    () => channel.end(),
    (error: unknown) => channel.end(error),
  );
  return { result, stop: () => crawl.stop(), [Symbol.asyncIterator]: () => channel[Symbol.asyncIterator]() };
}

class Crawl {
  readonly #ledger: Ledger;
  readonly #options: RunOptions;
  readonly #rooms: Rooms;
  readonly #tell: (event: CrawlEvent) => void;
  readonly #policies: ReadonlyMap<string, CrawlPolicy>;
  readonly #abort: AbortController;
  readonly #hosts = new HostWatch();
  readonly #askedForSitemaps = new Set<string>();
  readonly #caps: PageCaps;
  /** The provider a warning about the whole run is told under. */
  readonly #first: string;
  /** By provider: pages of which something was left out. */
  readonly #pagesCut = new Map<string, number>();
  readonly #cycles = new Map<string, number>();
  readonly #held: HeldRuns;
  #isPaused = false;
  /** Whether something has landed since the loop last looked. */
  #isWoken = false;
  #stops = 0;
  /** Until when a full disk is not reported again. */
  #fullUntil = 0;
  #inboxAt = 0;
  /** When what settling leaves behind in the index was last done. */
  #refreshedAt = 0;
  #toldUntil = 0;
  #fault: unknown;
  #sleeping: AbortController | undefined;

  constructor(ledger: Ledger, rooms: GivenRooms, options: RunOptions, tell: (event: CrawlEvent) => void) {
    this.#ledger = ledger;
    this.#held = new HeldRuns(ledger);
    this.#caps = new PageCaps(options.maxRunPages);
    this.#options = options;
    this.#abort = options.abort;
    // An event is for people and logs: a URL in it is written as one may be shown.
    this.#tell = (event) => tell('url' in event || 'detail' in event ? shownData(event) : event);
    this.#first = options.policies[0]?.provider ?? '';
    if (options.patience !== undefined) {
      options.patience.isStopped = () => this.#stops > 0;
      options.patience.tellFull = ({ code, message }) => {
        const now = this.#rooms.now();
        if (now < this.#fullUntil) return;
        this.#fullUntil = now + FULL_AGAIN_MS;
        tell({ type: 'warning', provider: this.#first, by: code, detail: `${message}; waiting for space` });
      };
    }
    this.#policies = new Map(options.policies.map((policy) => [policy.provider, policy]));
    this.#rooms = {
      ...rooms,
      signal: this.#abort.signal,
      seen: new SeenLinks(),
      chrome: new ChromeWatch(),
      policyOf: (provider) => this.#policies.get(provider) as CrawlPolicy,
      hostState: (host) => this.#hosts.stateOf(host),
      linksOf: (id) => this.#ledger.linksOf(id),
      spend: (policy, host) => options.bounds.spend(host, policy.bounded),
      postpone: (host, wait) => this.#postpone(host, wait),
    };
  }

  stop(): void {
    this.#stops++;
    if (this.#stops === 1) setTimeout(() => this.#abort.abort(), GRACE_MS).unref();
    else this.#abort.abort();
    this.#wake();
  }

  async drive(): Promise<RunResult> {
    await this.#options.prepare();
    const begun = await this.#unlessStopped(async () => {
      await this.#rooms.tick();
      await this.#catchUpIndex();
      for (const remark of this.#options.remarks) this.#tell({ type: 'warning', ...remark });
      for (const policy of this.#options.policies) await this.#begin(policy);
      return true;
    });
    // Stopped before there was room for the first word: nothing has begun that could be concluded.
    if (begun === undefined) return { exitCode: 130, providers: [] };
    const interrupted = await this.#loop();
    return this.#finish(interrupted);
  }

  /** undefined when the run was stopped while the act waited for space; it was not done then, and the next run does it. */
  async #unlessStopped<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof StoppedWaiting) return undefined;
      throw error;
    }
  }

  /** Until there is nothing left to do; answers whether it was stopped before. */
  async #loop(): Promise<boolean> {
    for (;;) {
      if (this.#fault !== undefined) throw this.#fault;
      this.#isWoken = false;
      if (this.#stops > 0) {
        if (this.#held.inFlight === 0 || this.#stops > 1) return true;
        await this.#sleep(GRACE_MS);
        continue;
      }
      try {
        await this.#held.renew(this.#rooms.now());
        await this.#takeInbox();
        if ((await this.#leaseMore()) > 0) continue;
        const pause = await this.#pause();
        // A visit may have failed meanwhile, and be the last: what it threw is how the run ends.
        if (this.#fault !== undefined) continue;
        if (pause === undefined) {
          // F1: a seed may have come since the inbox was last looked at.
          if ((await this.#takeSeeds()) > 0) continue;
          return false;
        }
        await this.#sleep(pause);
      } catch (error) {
        if (!(error instanceof StoppedWaiting)) throw error;
      }
    }
  }

  async #begin(policy: CrawlPolicy): Promise<void> {
    const { provider, perHost, perProvider, maxPerTemplate, pace } = policy;
    const now = this.#rooms.now();
    const trialPages = await this.#trialPages(policy);
    const isRefresh = this.#options.refresh === true;
    const last = isRefresh ? await this.#ledger.lastCrawl(provider) : undefined;
    // A refresh looks at all that is stored, also where a crawl was once allowed more than is said now.
    const maxPages = Math.max(Math.min(policy.maxPages, trialPages ?? policy.maxPages), last?.stored ?? 0);
    this.#caps.open(provider, maxPages, trialPages !== undefined);
    if (trialPages !== undefined) {
      this.#tell({
        type: 'warning',
        provider,
        by: 'trial',
        detail: `the first run is a trial of ${counted(maxPages, 'page')}; look at them, then run again with --yes`,
      });
    }
    const lane = { provider, perHost, perProvider, maxPages, maxPerTemplate, gapMs: pace.delayMs, given: policy.given };
    const run = { kind: isRefresh ? 'refresh' : 'crawl', selector: policy.reading.selector } as const;
    // A refresh goes on with one that was stopped, but not with a crawl. One that had stopped at its cap would have nothing to do;
    // what it stored is looked at again instead.
    const renew = (last?.ended === false && last.kind === 'crawl') || 'when-full';
    const { run: number, how, waiting } = await this.#ledger.begin(lane, { fresh: this.#options.fresh, renew, run });
    this.#held.open(number);
    if (policy.key.query !== 'keep')
      await this.#ledger.respell(provider, (url) => ({
        url: requestedUrl(url, policy.key),
        key: urlKey(url, policy.key),
      }));
    this.#rooms.chrome.open(policy, unpackLearnt(await this.#ledger.chrome(provider)));
    this.#tell({ type: 'started', provider, how, scope: policy.scope.description, waiting });
    const { want, retain } = policy.reading;
    if (how === 'first' && want === 'all' && retain === 'preview')
      this.#tell({ type: 'note', provider, by: 'retain:preview', detail: PREVIEW_NOTE });
    await this.#offerSeeds(policy, policy.seeds);
    if (policy.sitemapUrl !== undefined)
      await this.#ledger.offer([
        toFound({ url: policy.sitemapUrl, depth: 0, kind: 'sitemap' }, policy, this.#rooms.blocked),
      ]);
    for (const host of await this.#ledger.hosts(provider)) {
      // A bound on requests per run is over with the run.
      if (host.parkedBy === HOST_RUN) await this.#ledger.holdHost(host.host, 0, '');
      this.#hosts.load(host, now);
    }
  }

  async #catchUpIndex(): Promise<void> {
    const behind = await catchUpIndex(this.#ledger, this.#options.policies, () => this.#stops > 0);
    if (behind !== undefined) this.#tell({ type: 'note', by: 'index:behind', ...behind });
  }

  /** E2: what most pages of a site have in common is left out of them. */
  async #learnChrome(policy: CrawlPolicy): Promise<void> {
    if (policy.reading.want === 'links' || this.#stops > 0) return;
    const { chrome: watch, read } = this.#rooms;
    const isStopped = (): boolean => this.#stops > 0;
    const learnt = await learnChrome({ ledger: this.#ledger, policy, watch, read, isStopped });
    const detail = learntNote(learnt, watch.mostLeftOut(policy.provider, 3));
    if (detail !== undefined) this.#tell({ type: 'note', provider: policy.provider, by: 'chrome:learnt', detail });
  }

  /** F12: how many pages a trial may still bring; undefined when the trial is over, or was never asked for. A killed one goes on. */
  async #trialPages({ provider, trialPages }: CrawlPolicy): Promise<number | undefined> {
    const last = trialPages === undefined ? undefined : await this.#ledger.lastCrawl(provider);
    const isOver = last !== undefined && (last.ended || last.generation > 1 || last.stored >= (trialPages ?? 0));
    return isOver ? undefined : trialPages;
  }

  async #offerSeeds(policy: CrawlPolicy, seeds: readonly string[]): Promise<number> {
    const found = seeds.map((url) => toFound({ url, depth: 0 }, policy, this.#rooms.blocked));
    const answers = await this.#ledger.offer(found);
    return answers.filter((answer) => answer === 'added').length;
  }

  /** Leases what fits and starts the visits; answers how many. */
  async #leaseMore(): Promise<number> {
    const room = this.#options.concurrency - this.#held.inFlight;
    if (room <= 0 || this.#caps.isReached) return 0;
    if (await this.#budgetPause()) return 0;
    if (this.#isPaused) return 0;
    const leases = await this.#ledger.lease(room, { runs: this.#held.runs });
    for (const lease of leases) {
      this.#held.take(lease);
      this.#visit(lease).then(
        () => this.#landed(lease),
        (error: unknown) => {
          if (!(error instanceof StoppedWaiting)) this.#fault ??= error;
          this.#landed(lease);
        },
      );
    }
    return leases.length;
  }

  #landed(lease: Lease): void {
    this.#held.end(lease);
    this.#wake();
  }

  async #visit(lease: Lease): Promise<void> {
    const seen = await visit(lease, this.#rooms);
    if (seen.untouched) return this.#ledger.release(lease, seen.host);
    const found = [...(seen.found ?? []), ...(await this.#sitemapsOf(lease))];
    if (seen.outcome.kind === 'list') await this.#offerEarly(seen.outcome.links);
    const answer = await this.#ledger.settle(lease, { ...seen, found });
    if (answer === 'stale') return;
    if ('links' in seen.outcome && tookLinks(answer)) this.#rooms.seen.remember(seen.outcome.links);
    this.#askedForSitemaps.add(`${lease.provider} ${new URL(lease.url).origin}`);
    await this.#afterwards(lease, seen);
    // Without conditions nothing is known of what was stored: then only text that changed counts.
    if (lease.kind === 'page' && answer.state === 'indexed' && lease.stored === undefined) this.#caps.countNew();
    this.#tell({
      type: 'visited',
      provider: lease.provider,
      url: lease.url,
      state: answer.state,
      by: answer.by,
      detail: answer.detail,
      depth: lease.depth,
      status: seen.status,
      ms: seen.ms,
      bytes: seen.bytes,
      found: answer.added,
    });
    for (const warning of this.#caps.report(lease.provider, answer.stored))
      this.#tell({ type: 'warning', provider: lease.provider, ...warning });
  }

  /** What a sitemap lists goes in piece by piece; after a kill it is read again, and nothing enters twice. */
  async #offerEarly(links: readonly Found[]): Promise<void> {
    for (let at = 0; at + OFFERED_AT_ONCE < links.length; at += OFFERED_AT_ONCE) {
      await this.#ledger.offer(links.slice(at, at + OFFERED_AT_ONCE));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** U10: endless paths are entered in the blocklist, so that the operator sees where a site loops. */
  async #noteCycles(links: readonly Found[]): Promise<void> {
    for (const { url, host, refused, provider } of links) {
      if (refused?.by !== 'trap:cycle') continue;
      const count = (this.#cycles.get(host) ?? 0) + 1;
      this.#cycles.set(host, count);
      if (count <= MOST_CYCLES)
        await this.#rooms.block(url, this.#rooms.policyOf(provider).key, `${refused.by}, ${refused.detail}`);
    }
  }

  async #afterwards(lease: Lease, seen: Visit): Promise<void> {
    const { outcome, host } = seen;
    if (outcome.kind === 'page') await this.#noteCycles(outcome.links);
    if (host?.error !== undefined) await this.#noteHealth(lease, host.error);
    if (seen.closing !== undefined) this.#hosts.close(lease.host, seen.closing);
    else if (seen.status !== undefined || outcome.kind !== 'ended') this.#hosts.robotsAnswered(lease.host);
    if (seen.warning !== undefined)
      this.#tell({ type: 'warning', provider: lease.provider, ...seen.warning, url: lease.url });
    const { cuts = [] } = seen;
    if (cuts.length > 0) this.#pagesCut.set(lease.provider, (this.#pagesCut.get(lease.provider) ?? 0) + 1);
    for (const cut of cuts) this.#tell({ type: 'warning', provider: lease.provider, ...cut, url: lease.url });
    if (outcome.kind === 'ended' && reasonHas(outcome.by, 'warns')) {
      this.#tell({ type: 'warning', provider: lease.provider, by: outcome.by, detail: outcome.detail, url: lease.url });
    }
  }

  /** What robots.txt names besides rules, the first time its origin is met; it goes into the ledger with the visit itself. */
  async #sitemapsOf(lease: Lease): Promise<readonly Found[]> {
    const policy = this.#rooms.policyOf(lease.provider);
    const origin = new URL(lease.url).origin;
    if (!policy.respectRobots || this.#askedForSitemaps.has(`${lease.provider} ${origin}`)) return [];
    // A host that is blocked is not asked for its robots.txt either.
    if (this.#rooms.blocked(lease.url, policy.key) !== undefined) return [];
    const urls = await policy.robots.sitemaps(lease.url);
    return urls.map((url) => toFound({ url, depth: 0, kind: 'sitemap', from: lease.id }, policy, this.#rooms.blocked));
  }

  async #noteHealth(lease: Lease, error: boolean): Promise<void> {
    if (this.#hosts.note(lease.host, error) !== 'parked' || !error) return;
    const { recentErrors, recentAnswers } = this.#hosts.stateOf(lease.host);
    const by = 'host:parked';
    const detail = `${recentErrors} of the last ${counted(recentAnswers, 'answer')} were errors`;
    await this.#ledger.holdHost(lease.host, this.#rooms.now() + PARKED_MS, by);
    this.#hosts.close(lease.host, { by, detail });
    this.#tell({ type: 'warning', provider: lease.provider, by, detail: `${lease.host} is parked: ${detail}` });
  }

  async #postpone(host: string, wait: Wait): Promise<Outcome> {
    const { until, by, detail } = wait;
    const again = { kind: 'again', retry: false, by, detail } as const;
    if (!reasonHas(by, 'holdsHost')) return { ...again, notBefore: until };
    await this.#ledger.holdHost(host, until, by);
    if (by === HOST_RUN && !this.#hosts.isClosed(host)) {
      this.#hosts.close(host, wait);
      this.#tell({ type: 'warning', provider: this.#first, by, detail });
    } else if (by !== HOST_RUN) this.#tellWaiting({ ...wait, detail: `${host}: ${detail}` });
    return { ...again, notBefore: 0 };
  }

  async #budgetPause(): Promise<boolean> {
    const wait = await this.#overall();
    if (wait !== undefined) this.#tellWaiting(wait);
    return wait !== undefined;
  }

  async #overall(): Promise<Wait | undefined> {
    return this.#options.policies.some(({ bounded }) => bounded) ? this.#options.bounds.overall() : undefined;
  }

  /** How long to sleep; undefined when there is nothing left to do, or nothing worth waiting for. */
  async #pause(): Promise<number | undefined> {
    const now = this.#rooms.now();
    if (this.#caps.isReached && this.#held.inFlight === 0) return undefined;
    const budget = await this.#overall();
    const next = await this.#ledger.nextDue();
    const due = next === undefined ? undefined : Math.max(next, budget?.until ?? 0);
    // Nothing can be started before something lands, and landing wakes us.
    const isFull = this.#held.inFlight >= this.#options.concurrency || this.#caps.isReached;
    if (this.#isPaused) return INBOX_MS;
    if (this.#held.inFlight > 0)
      return due === undefined || isFull ? INBOX_MS : Math.min(Math.max(due - now, 1), INBOX_MS);
    if (due === undefined || (await this.#isHopeless(due, now))) return undefined;
    if (budget !== undefined) this.#tellWaiting(budget);
    const wait = due - now;
    if (!this.#options.wait && wait > NO_WAIT_MS && wait > (await this.#longestGapMs())) return undefined;
    if (wait > TOLD_MS && budget === undefined)
      this.#tellWaiting({ until: due, by: 'host:clock', detail: 'no host may be asked before' });
    return Math.min(Math.max(wait, 1), INBOX_MS);
  }

  /** Between two requests to a host that something waits for: earlier runs may have learnt it. */
  async #longestGapMs(): Promise<number> {
    let longest = 0;
    for (const { provider } of this.#options.policies)
      for (const { waiting, gapMs = 0 } of await this.#ledger.hosts(provider))
        if (waiting > 0) longest = Math.max(longest, gapMs);
    return longest;
  }

  /** Whether everything that still waits does so for hosts that are parked or whose robots.txt stays out of reach. */
  async #isHopeless(due: number, now: number): Promise<boolean> {
    if (due - now < PATIENCE_MS) return false;
    for (const { provider } of this.#options.policies) {
      for (const { host, waiting } of await this.#ledger.hosts(provider)) {
        if (waiting > 0 && !this.#hosts.isClosed(host)) return false;
      }
    }
    return true;
  }

  #tellWaiting(wait: Wait): void {
    if (wait.until <= this.#toldUntil) return;
    this.#toldUntil = wait.until;
    this.#tell({ type: 'waiting', ...wait });
  }

  async #takeInbox(): Promise<void> {
    const now = this.#rooms.now();
    if (now - this.#inboxAt < INBOX_MS) return;
    this.#inboxAt = now;
    await this.#rooms.tick();
    const wish = await this.#held.wish();
    this.#isPaused = wish === 'pause';
    if (wish === 'stop' && this.#stops === 0) this.stop();
    await this.#tellProgress();
    if (now - this.#refreshedAt >= REFRESH_MS) {
      this.#refreshedAt = now;
      await this.#ledger.refreshIndex(REFRESHED_AT_ONCE, surfaceKeys);
    }
    await this.#takeSeeds();
  }

  /** Offers the seeds that other processes have asked for; answers how many are new. */
  async #takeSeeds(): Promise<number> {
    let added = 0;
    const items = await this.#ledger.inbox.seeds([...this.#policies.keys()]);
    for (const { provider, url } of items) added += await this.#offerSeeds(this.#rooms.policyOf(provider), [url]);
    // Only now: after a kill in between they are offered again, which adds nothing.
    await this.#ledger.inbox.takenUp(items.map(({ id }) => id));
    return added;
  }

  async #tellProgress(): Promise<void> {
    let waiting = 0;
    const hosts = [];
    for (const { provider } of this.#options.policies) {
      waiting += (await this.#ledger.counts(provider)).waiting;
      hosts.push(...(await this.#ledger.hosts(provider, { top: HOSTS_TOLD })));
    }
    // Whoever has most to do first; nobody reads ten thousand hosts.
    const shown = hosts.toSorted((a, b) => b.waiting - a.waiting).slice(0, HOSTS_TOLD);
    this.#tell({ type: 'progress', waiting, inFlight: this.#held.inFlight, hosts: shown });
  }

  /** Until something may have changed: a visit has landed, another worker has brought work, or it was stopped. */
  async #sleep(ms: number): Promise<void> {
    if (this.#isWoken) return;
    this.#sleeping = new AbortController();
    await this.#ledger.waitForWork(ms, this.#sleeping.signal);
  }

  #wake(): void {
    this.#isWoken = true;
    // A reason of its own: without one an error is made for each.
    this.#sleeping?.abort('woken');
  }

  async #finish(stopped: boolean): Promise<RunResult> {
    let interrupted = stopped;
    const providers: RunResult['providers'][number][] = [];
    if (!interrupted)
      await this.#unlessStopped(async () => {
        for (const policy of this.#options.policies) await this.#learnChrome(policy);
      });
    await this.#unlessStopped(() => finishIndex(this.#ledger, () => this.#stops > 0));
    let seedFailed = false;
    for (const { provider } of this.#options.policies) {
      const complete = await this.#unlessStopped(async () => {
        if (!interrupted) {
          for (const { host, state, by, detail } of this.#hosts.closedByRobots())
            await this.#ledger.endWaiting(provider, host, { state, by, detail });
        }
        return this.#ledger.finish(provider);
      });
      if (complete === undefined) interrupted = true;
      const counts = await this.#ledger.counts(provider);
      seedFailed ||= (await this.#ledger.failedSeeds(provider)) > 0;
      const why = complete ? 'complete' : this.#whyNot(provider, interrupted);
      const ended = {
        ...{ provider, complete: complete === true, why, counts },
        mergedByQuery: this.#rooms.watch.mergedByQuery(provider),
        pagesCut: this.#pagesCut.get(provider) ?? 0,
      };
      providers.push(ended);
      this.#tell({ type: 'ended', ...ended });
    }
    const complete = providers.every((provider) => provider.complete);
    return { exitCode: interrupted ? 130 : seedFailed ? 1 : complete ? 0 : 3, providers };
  }

  #whyNot(provider: string, interrupted: boolean): string {
    if (interrupted) return 'interrupted';
    return this.#caps.whyNot(provider) ?? this.#hosts.whyWaiting() ?? 'waiting';
  }
}

/** Whether a settlement took the links of its page: one that says no more than another, or less than its copy, offers none. */
function tookLinks({ state, by }: { readonly state: string; readonly by: string }): boolean {
  return state !== 'duplicate' && by !== 'duplicate:collapsed';
}
