// The ledger in memory: the promises of the port in their simplest form; for tests and for crawls that keep nothing.
import { randomUUID } from 'node:crypto';
import { urlStates } from '../../core/end-states.ts';
import { type PageLink, unpackLinks } from '../../core/page-links.ts';
import { Signal } from '../../core/signal.ts';
import { type KeyPolicy, urlKey } from '../../core/url/key.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import { decideCut, decideTwins } from '../../frontier/decide/cut.ts';
import type { QueuePlace } from '../../frontier/decide/effects.ts';
import { goneSince } from '../../frontier/decide/facts.ts';
import { heldUntil } from '../../frontier/decide/host-memory.ts';
import { type FactSource, loadLinks, loadRows, loadSettle } from '../../frontier/decide/load.ts';
import { decideMoves, idsOf } from '../../frontier/decide/move.ts';
import { offer } from '../../frontier/decide/offer.ts';
import { Overlay } from '../../frontier/decide/overlay.ts';
import { placeOfLease } from '../../frontier/decide/place.ts';
import { retryUnanswered } from '../../frontier/decide/retry-unanswered.ts';
import { isStored } from '../../frontier/decide/rows.ts';
import { decideSettle, stampAfter } from '../../frontier/decide/settle.ts';
import { wasRespelled } from '../../frontier/decide/spell.ts';
import { decideSpend } from '../../frontier/decide/spend.ts';
import { isTaken, TURN_MS, yieldsUntil } from '../../frontier/decide/turn.ts';
import type {
  Accounting,
  BeginAnswer,
  BeginOptions,
  Blocklist,
  CrawlLimits,
  FoundUrl,
  HostNews,
  HostState,
  IndexEntry,
  LastCrawl,
  Lease,
  Ledger,
  OfferAnswer,
  PageToIndex,
  SeedCounts,
  SettleAnswer,
  Settlement,
  Turn,
  TurnAnswer,
  TurnWish,
  UrlKind,
  UrlState,
} from '../../frontier/port.ts';
import type { CutPage, EdgePage, PageToCut } from '../../frontier/port-chrome.ts';
import type { Inbox } from '../../frontier/port-inbox.ts';
import type { CountedRequests, SpendBounds, Wait } from '../../frontier/port-requests.ts';
import { LEASE_MS, type LeaseOptions, RUN_IDLE_MS, type RunWish, YIELD_MS } from '../../frontier/port-runs.ts';
import type { ListedUrl, SameOptions } from '../../frontier/port-supplied.ts';
import { factSource, keep } from './act.ts';
import { createMemoryBlocklist } from './blocklist.ts';
import { createMemoryInbox } from './inbox.ts';
import {
  askAgain,
  behindIndex,
  edgePages,
  ledIn,
  pageToCut,
  putIndex,
  statusesOf,
  storedFacts,
  toIndex,
  twinsIn,
} from './pages.ts';
import {
  answersOf,
  beginAnew,
  endUrl,
  type HostEntry,
  hostStates,
  type Lane,
  type MemoryData,
  newInGeneration,
  newMemoryData,
  newPagesOf,
  type ProviderEntry,
  seedsIn,
  type UrlEntry,
  urlEntryOf,
} from './records.ts';
import { countRequest, requestsSince } from './requests.ts';
import { keepSame, keepStamp } from './supplied.ts';
import { clampTimes, shiftBack } from './times.ts';
import { dropLost, endTurn, forgetIn, hostIn, noteNews, takeTurn, underWayAt } from './turns.ts';

/** At most this many visits of a URL are remembered. */
const VISITS_KEPT = 20;
const DAY_MS = 24 * 3_600_000;

/** A ledger that keeps everything in memory. With the data of another ledger it goes on where that stopped. */
export function openMemoryLedger(clock: () => number = Date.now, data: MemoryData = newMemoryData()): MemoryLedger {
  return new MemoryLedger(clock, data);
}

export class MemoryLedger implements Ledger {
  readonly blocklist: Blocklist;
  readonly inbox: Inbox;
  readonly #data: MemoryData;
  readonly #signal = new Signal();
  readonly #worker: { readonly incarnation: string };
  readonly #clock: () => number;
  /** The lanes of the providers begun through this object, in the order of beginning. */
  readonly #lanes: Lane[] = [];
  readonly #limits = new Map<string, CrawlLimits>();
  readonly #served = new Map<string, number>();
  /** When a lease of a run was last requested, by its number. */
  readonly #leasedAt = new Map<number, number>();
  readonly #othersBefore = new Map<string, number>();
  #turns = 0;

  constructor(clock: () => number, data: MemoryData) {
    this.#data = data;
    this.#clock = clock;
    const now = clock();
    this.#worker = { incarnation: randomUUID() };
    data.owner = this.#worker.incarnation;
    this.blocklist = createMemoryBlocklist(data.blocked);
    this.inbox = createMemoryInbox(data);
    shiftBack(data, now);
    for (const url of data.urls) {
      if (url.lease === undefined) continue;
      const host = this.#host(url.lease.place.host);
      host.nextAt = Math.max(host.nextAt, now + url.lease.gapMs);
      this.#giveBack(url);
    }
    for (const host of data.hosts.values()) dropLost(host, now, (turn) => turn.isLedgers || turn.until <= now);
    clampTimes(data, now, now + DAY_MS);
    data.requests = data.requests.filter(({ at }) => at >= now - DAY_MS);
  }

  async lastCrawl(slug: string): Promise<LastCrawl | undefined> {
    const provider = this.#data.providers.get(slug);
    if (provider === undefined) return undefined;
    const { generation, ended, run: kind } = provider;
    return { generation, ended, stored: this.#storedPages(slug), kind };
  }

  async begin(limits: CrawlLimits, { fresh, renew, run }: BeginOptions): Promise<BeginAnswer> {
    const { provider: slug } = limits;
    this.#limits.set(slug, limits);
    const provider = this.#data.providers.get(slug);
    const kind = run?.kind ?? 'crawl';
    if (provider === undefined) {
      this.#data.providers.set(slug, {
        ...{
          slug,
          generation: 1,
          ended: false,
          fresh: false,
          templates: new Map(),
          chrome: '',
          remembered: limits.remembered,
        },
        ...{ run: kind, sitemapsFirst: kind === 'refresh', runId: ++this.#data.runs, wish: 'go', finished: false },
        newBefore: 0,
      });
      return { run: this.#data.runs, how: 'first', generation: 1, waiting: 0, newPages: 0 };
    }
    provider.remembered = limits.remembered ?? provider.remembered;
    for (const { provider, host } of this.#data.lanes) if (provider === slug) this.#openLane(slug, host);
    const isRenewed = renew === 'when-full' ? this.#storedPages(slug) >= limits.maxPages : renew;
    const resumed = !provider.ended && !fresh && !isRenewed;
    if (!resumed) beginAnew(this.#data, provider, { fresh, run: kind }, this.#clock());
    // F3: a run that was finished counts its new pages from here; one that was killed goes on counting.
    if (!resumed) provider.newBefore = 0;
    else if (provider.finished) provider.newBefore = newInGeneration(this.#data, provider);
    provider.sitemapsFirst = provider.run === 'refresh';
    Object.assign(provider, { wish: 'go', finished: false });
    return {
      run: provider.runId,
      how: resumed ? 'resumed' : 'again',
      generation: provider.generation,
      waiting: this.#count(slug, 'waiting'),
      newPages: newPagesOf(this.#data, provider),
    };
  }

  async respell(provider: string, policy: KeyPolicy): Promise<undefined> {
    for (const { provider: own, key, row, ...entry } of this.#data.urls) {
      if (own !== provider || row.kind !== 'page') continue;
      const now = { url: requestedUrl(row.url, policy), key: urlKey(row.url, policy) };
      if (now.key !== key) continue;
      if (entry.stored?.page.finalUrl === row.url)
        this.#url(row.id).stored = { ...entry.stored, page: { ...entry.stored.page, finalUrl: now.url } };
      row.url = now.url;
    }
  }

  async offer(found: readonly FoundUrl[]): Promise<readonly OfferAnswer[]> {
    const now = this.#clock();
    const answers = found.map((item) => {
      const provider = this.#provider(item.provider);
      return this.#act(provider, (overlay, source) => {
        loadLinks(overlay, source, [item]);
        return offer(overlay, item, now).answer;
      });
    });
    if (answers.includes('added')) this.#signal.wake();
    return answers;
  }

  async keepSame(slug: string, listed: readonly ListedUrl[], options: SameOptions): Promise<readonly boolean[]> {
    return keepSame(this.#data, this.#provider(slug), listed, options, this.#clock());
  }

  async lease(count: number, { runs, lifetimeMs = LEASE_MS }: LeaseOptions = {}): Promise<readonly Lease[]> {
    const now = this.#clock();
    for (const run of runs ?? []) this.#leasedAt.set(run, now);
    this.#giveBackExpired(now);
    for (const { host } of this.#lanes) dropLost(host, now);
    const leases: Lease[] = [];
    for (let before = -1; leases.length > before && leases.length < count; ) {
      before = leases.length;
      const served = (lane: Lane): number => this.#served.get(lane.host.name) ?? 0;
      for (const lane of this.#lanes.toSorted((a, b) => served(a) - served(b) || a.served - b.served)) {
        const isOfRuns = runs === undefined || runs.includes(this.#runOf(lane));
        if (leases.length >= count || !isOfRuns || this.#dueAt(lane, now) !== now) continue;
        if (this.#yieldsToRun(lane, now, runs) === undefined) leases.push(this.#leaseFrom(lane, now, lifetimeMs));
      }
    }
    return leases;
  }

  async renew(leases: readonly Lease[], lifetimeMs = LEASE_MS): Promise<readonly Lease[]> {
    return leases.filter(({ id, token }) => {
      const url = urlEntryOf(this.#data, id);
      if (url?.lease?.token !== token) return false;
      url.lease = { ...url.lease, until: this.#clock() + lifetimeMs };
      return true;
    });
  }

  async wishOf(run: number): Promise<RunWish> {
    return this.#data.providers.values().find(({ runId }) => runId === run)?.wish ?? 'stop';
  }

  async setWish(run: number, wish: RunWish): Promise<void> {
    const provider = this.#data.providers.values().find(({ runId }) => runId === run);
    if (provider !== undefined) provider.wish = wish;
    this.#signal.wake();
  }

  waitForWork(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#signal.wait(ms, signal);
  }

  async settle(lease: Lease, settlement: Settlement): Promise<SettleAnswer> {
    const url = this.#endLease(lease, settlement.host);
    if (url === undefined) return 'stale';
    const provider = this.#provider(lease.provider);
    const { answer, visit } = this.#act(provider, (overlay, source) => {
      loadSettle(overlay, source, lease.id, settlement);
      return decideSettle(overlay, lease, settlement, this.#clock());
    });
    if (visit !== undefined) url.visits = [visit, ...url.visits].slice(0, VISITS_KEPT);
    keepStamp(this.#data, provider, settlement, stampAfter(settlement, answer));
    this.#data.heardAt = Math.max(this.#data.heardAt, this.#clock());
    this.#signal.wake();
    const stored = this.#storedPages(lease.provider);
    return { ...answer, stored, newPages: newPagesOf(this.#data, provider), host: answersOf(this.#host(lease.host)) };
  }

  async release(lease: Lease, host?: HostNews): Promise<void> {
    const url = this.#endLease(lease, host);
    if (url !== undefined) url.place = placeOfLease(this.#provider(lease.provider), lease);
    this.#signal.wake();
  }

  async holdHost(host: string, until: number, by: string): Promise<void> {
    Object.assign(this.#host(host), { parkedUntil: until, parkedBy: by });
  }

  async takeTurn(host: string, wish: TurnWish): Promise<TurnAnswer> {
    this.#giveBackExpired(this.#clock());
    return takeTurn(this.#data, host, wish, { now: this.#clock(), isLedgers: true });
  }

  async endTurn(turn: Turn, news: HostNews): Promise<void> {
    endTurn(this.#data, turn, news);
  }

  async linksOf(id: number): Promise<readonly PageLink[]> {
    const links = urlEntryOf(this.#data, id)?.stored?.links;
    return links === undefined ? [] : unpackLinks(links);
  }

  /** There is no search index in memory, so nothing is left to do. */
  async refreshIndex(): Promise<number> {
    return 0;
  }

  async cleanIndex(): Promise<boolean> {
    return true;
  }

  async behindIndex(analyser: number): ReturnType<Ledger['behindIndex']> {
    return behindIndex(this.#data, analyser);
  }

  async toIndex(analyser: number, after: number, limit: number): Promise<readonly PageToIndex[]> {
    return toIndex(this.#data, analyser, after, limit);
  }

  async putIndex(entries: readonly IndexEntry[]): Promise<number> {
    return entries.filter((entry) => putIndex(this.#data, entry)).length;
  }

  async chrome(provider: string): Promise<string> {
    return this.#provider(provider).chrome;
  }

  async keepChrome(provider: string, learnt: string): Promise<void> {
    this.#provider(provider).chrome = learnt;
  }

  async pageEdges(slug: string, after: number, limit: number): Promise<readonly EdgePage[]> {
    return edgePages(this.#data, this.#provider(slug), after).slice(0, limit);
  }

  async toCut(id: number): Promise<PageToCut | undefined> {
    return pageToCut(this.#data, id);
  }

  async cut(slug: string, id: number, page: CutPage): Promise<boolean> {
    const last = urlEntryOf(this.#data, id)?.versions[0];
    return this.#decide(slug, [id], (overlay, at) => overlay.has(id) && decideCut(overlay, id, page, last, at));
  }

  async joinTwins(slug: string): Promise<number> {
    const groups = twinsIn(this.#data, this.#provider(slug));
    return this.#decide(slug, groups.flat(), (overlay, at) => decideTwins(overlay, groups, at));
  }

  async settleMoves(slug: string): Promise<number> {
    const led = this.#waiting(slug).length > 0 ? [] : ledIn(this.#data, this.#provider(slug));
    const saidBy = (id: number) => urlEntryOf(this.#data, id)?.stored?.page;
    return this.#decide(slug, idsOf(led), (overlay, at) => decideMoves(overlay, led, saidBy, at));
  }

  async askAgain(ids: readonly number[]): Promise<void> {
    askAgain(this.#data, ids);
  }

  async nextDue({ runs }: Pick<LeaseOptions, 'runs'> = {}): Promise<number | undefined> {
    const now = this.#clock();
    const lanes = this.#lanes.filter(({ limits }) => runs?.includes(this.#provider(limits.provider).runId) ?? true);
    const names = new Set(lanes.map(({ limits }) => limits.provider));
    const isOwn = ({ provider }: UrlEntry): boolean => runs === undefined || names.has(provider);
    const times = lanes.flatMap((lane) => {
      const due = this.#dueAt(lane, now, isOwn);
      const at = due === now ? (this.#yieldsToRun(lane, now, runs) ?? now) : due;
      return at === undefined ? [] : [at];
    });
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async spend(host: string, bounds: SpendBounds = {}): Promise<Wait | undefined> {
    const at = this.#clock();
    const wait = decideSpend((since, of) => requestsSince(this.#data, since, of), bounds, host, at);
    if (wait === undefined) countRequest(this.#data, host, at);
    return wait;
  }

  async requestsSince(since: number, host?: string): Promise<CountedRequests> {
    return requestsSince(this.#data, since, host);
  }

  async counts(provider: string): Promise<Accounting> {
    const counts = Object.fromEntries(urlStates.map((state) => [state, this.#count(provider, state)]));
    return { ...(counts as Record<UrlState, number>), discovered: this.#current(provider, 'page').length };
  }

  async hosts(provider: string, { top }: { readonly top?: number | undefined } = {}): Promise<readonly HostState[]> {
    const hosts = this.#lanes.flatMap(({ limits, host }) => (limits.provider === provider ? [host] : []));
    return hostStates(hosts, this.#waiting(provider), top);
  }

  async endWaiting(provider: string, host: string, end: Parameters<Ledger['endWaiting']>[2]): Promise<number> {
    const ended = this.#waiting(provider).filter(({ place }) => place?.host === host);
    for (const url of ended) endUrl(url, end, this.#clock());
    return ended.length;
  }

  async seeds(provider: string): Promise<SeedCounts> {
    return seedsIn(this.#current(provider, 'page'));
  }

  async forgetUnanswered(hosts: readonly string[]): Promise<void> {
    forgetIn(this.#data, hosts);
    this.#signal.wake();
  }

  async retryUnanswered(slug: string, hosts: readonly string[]): Promise<number> {
    const here = this.#current(slug).filter(({ row }) => row.host !== undefined && hosts.includes(row.host));
    const ids = here.map(({ row }) => row.id);
    return this.#decide(slug, ids, (overlay, at) => retryUnanswered(overlay, ids, at));
  }

  async finish(slug: string): Promise<boolean> {
    const provider = this.#provider(slug);
    provider.finished = true;
    provider.ended ||= this.#waiting(slug).length === 0;
    return provider.ended;
  }

  async close(): Promise<void> {
    if (this.#data.owner === this.#worker.incarnation) this.#data.owner = undefined;
  }

  /** Applies a rule to these rows of a provider. */
  #decide<T>(slug: string, ids: readonly number[], rule: (overlay: Overlay, at: number) => T): T {
    return this.#act(this.#provider(slug), (overlay, source) => {
      loadRows(overlay, source, ids);
      return rule(overlay, this.#clock());
    });
  }

  /** Applies a rule to the provider's rows, and keeps what it changed. */
  #act<T>(provider: ProviderEntry, rule: (overlay: Overlay, source: FactSource) => T): T {
    const { slug, generation, ended, run } = provider;
    const { maxPerTemplate } = this.#limits.get(slug) as CrawlLimits;
    const overlay = new Overlay({ provider: slug, generation, ended, run, maxPerTemplate });
    const answer = rule(overlay, factSource(this.#data, provider));
    keep(this.#data, provider, overlay.effects(), (host) => this.#addLane(provider.slug, host));
    return answer;
  }

  /** Until when a run leaves the host to another run that was served longer ago and has a worker. */
  #yieldsToRun(lane: Lane, now: number, runs: LeaseOptions['runs']): number | undefined {
    const { host, limits } = lane;
    const until = host.nextAt + YIELD_MS;
    if (runs === undefined || until <= now || Math.max(host.gapMs ?? 0, limits.gapMs) === 0) return undefined;
    const comesFirst = (other: Lane): boolean =>
      other.host === host &&
      other.served < lane.served &&
      !runs.includes(this.#runOf(other)) &&
      now - (this.#leasedAt.get(this.#runOf(other)) ?? Number.NEGATIVE_INFINITY) < RUN_IDLE_MS &&
      this.#dueAt(other, now) === now;
    return this.#lanes.some(comesFirst) ? until : undefined;
  }

  #runOf({ limits }: Lane): number {
    return this.#provider(limits.provider).runId;
  }

  /** `isOwn`: whether a request under way is the caller's own; others end on their own. */
  #dueAt({ limits, host }: Lane, now: number, isOwn = (_: UrlEntry) => true): number | undefined {
    const waiting = this.#waiting(limits.provider);
    const busy = waiting.filter(({ lease }) => lease !== undefined).length;
    const gapMs = Math.max(host.gapMs ?? 0, limits.gapMs);
    const atOnce = gapMs > 0 ? 1 : limits.perHost;
    const { sitemapsFirst, wish } = this.#provider(limits.provider);
    if (wish !== 'go') return undefined;
    const others = host.turns.filter(({ isLedgers }) => !isLedgers).map(({ gapMs }) => gapMs);
    const own = underWayAt(this.#data, host.name).length - others.length;
    const foreign = this.#data.urls.filter((url) => url.lease?.place.host === host.name && !isOwn(url)).length;
    if (own - foreign >= atOnce) return undefined;
    if (busy >= (sitemapsFirst ? 1 : limits.perProvider)) return undefined;
    if (this.#storedPages(limits.provider) + busy >= limits.maxPages) return undefined;
    const times = waiting.flatMap(({ place }) => (place?.host === host.name ? [place.notBefore] : []));
    if (times.length === 0) return undefined;
    const at = Math.max(Math.min(...times), heldUntil(host), now);
    if (own >= atOnce || isTaken(others, gapMs, atOnce - own)) return Math.max(at, now + TURN_MS);
    return Math.max(at, yieldsUntil({ ...host, othersBefore: this.#othersBefore.get(host.name) }, now));
  }

  #leaseFrom(lane: Lane, now: number, lifetimeMs: number): Lease {
    const { limits, host } = lane;
    const due = this.#waiting(limits.provider).flatMap((url) =>
      url.place?.host === host.name && url.place.notBefore <= now ? [{ url, place: url.place }] : [],
    );
    const [first] = due.toSorted((a, b) => a.place.rank - b.place.rank || a.url.row.id - b.url.row.id);
    const { url, place } = first as { readonly url: UrlEntry; readonly place: QueuePlace };
    const provider = this.#provider(limits.provider);
    const { generation, fresh, run } = provider;
    const token = ++this.#data.token;
    url.lease = { token, gapMs: host.gapMs ?? limits.gapMs, until: now + lifetimeMs, place };
    url.place = undefined;
    lane.served = ++this.#turns;
    this.#served.set(host.name, this.#turns);
    this.#othersBefore.set(host.name, host.othersServed);
    const { id, kind, mode, depth, attempt, hop, from, wanted, url: firstUrl } = url.row;
    const isRespelled = wasRespelled(url.spellings);
    const looksForGone = run === 'refresh' && !fresh && kind === 'page' && url.stored === undefined && !isRespelled;
    // Sitemaps rank before pages, so none of them is left.
    if (kind === 'page' && depth > 0) provider.sitemapsFirst = false;
    const hops = hop?.hops ?? [firstUrl];
    return {
      ...{ id, token, run: provider.runId, provider: provider.slug, kind, mode, host: host.name },
      ...{ depth, attempt, hops, firstUrl },
      url: hops.at(-1) as string,
      referrer: from === undefined ? undefined : urlEntryOf(this.#data, from)?.row.url,
      stored: url.stored === undefined || fresh ? undefined : storedFacts(url.stored, generation),
      ...(isRespelled && { respelled: true }),
      ...(wanted && { wanted }),
      gone: looksForGone ? goneSince(statusesOf(url)) : undefined,
    };
  }

  #endLease(lease: Lease, news: HostNews | undefined): UrlEntry | undefined {
    const url = urlEntryOf(this.#data, lease.id);
    if (url?.lease?.token !== lease.token) return undefined;
    url.lease = undefined;
    if (news !== undefined) noteNews(this.#host(lease.host), news);
    return url;
  }

  #giveBackExpired(now: number): void {
    for (const url of this.#data.urls)
      if (url.lease !== undefined && url.lease.until <= now) {
        const { gapMs, place } = url.lease;
        noteNews(this.#host(place.host), { nextAt: now + gapMs, gapMs });
        this.#giveBack(url);
      }
  }

  /** Returns a URL whose lease is over to its old place. */
  #giveBack(url: UrlEntry): void {
    if (url.lease !== undefined) url.place = { ...url.lease.place, notBefore: 0 };
    url.lease = undefined;
  }

  #provider(slug: string): ProviderEntry {
    const provider = this.#data.providers.get(slug);
    if (provider === undefined || !this.#limits.has(slug)) throw new Error(`provider ${slug} was not begun`);
    return provider;
  }

  #host(name: string): HostEntry {
    return hostIn(this.#data, name);
  }

  #addLane(provider: string, host: string): void {
    const known = this.#data.lanes.some((lane) => lane.provider === provider && lane.host === host);
    if (!known) this.#data.lanes.push({ provider, host });
    this.#openLane(provider, host);
  }

  #openLane(provider: string, name: string): void {
    const limits = this.#limits.get(provider) as CrawlLimits;
    const at = this.#lanes.findIndex((lane) => lane.limits.provider === provider && lane.host.name === name);
    if (at < 0) this.#lanes.push({ limits, host: this.#host(name), served: 0 });
    else this.#lanes[at] = { ...(this.#lanes[at] as Lane), limits };
  }

  #url(id: number): UrlEntry {
    return urlEntryOf(this.#data, id) as UrlEntry;
  }

  #current(slug: string, kind?: UrlKind): readonly UrlEntry[] {
    const { generation } = this.#provider(slug);
    return this.#data.urls.filter(
      ({ provider, row }) =>
        provider === slug && row.generation === generation && (kind === undefined || kind === row.kind),
    );
  }

  #waiting(provider: string): readonly UrlEntry[] {
    return this.#current(provider).filter(({ row }) => row.state === 'waiting');
  }

  #count(provider: string, state: UrlState): number {
    return this.#current(provider, 'page').filter(({ row }) => row.state === state).length;
  }

  /** Pages of the provider's generation, begun or not. */
  #storedPages(slug: string): number {
    const generation = this.#data.providers.get(slug)?.generation ?? 0;
    return this.#data.urls.filter(
      ({ provider, row }) => provider === slug && row.kind === 'page' && isStored(row, generation),
    ).length;
  }
}
