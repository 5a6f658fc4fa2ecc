// The ledger in memory: what the promises mean, written to be read; for tests and for crawls that keep nothing.
import { type PageLink, unpackLinks } from '../../core/page-links.ts';
import { type ReasonName, reasonHas, reasonOf } from '../../core/reasons.ts';
import { isGone, isOfSpelling, isOtherSpelling, isRefusedAtTheDoor, mostSpellings } from '../../core/spelling.ts';
import { blockPatternOf } from '../../core/url/key.ts';
import type {
  Accounting,
  BeginAnswer,
  BeginOptions,
  Blocklist,
  EndState,
  Found,
  HostNews,
  HostState,
  InboxItem,
  IndexEntry,
  LaneOptions,
  LastCrawl,
  Lease,
  Ledger,
  OfferAnswer,
  PageRecord,
  PageToIndex,
  Requested,
  RunKind,
  SettleAnswer,
  Settlement,
  UrlState,
} from '../../frontier/port.ts';
import { endStates, stepsToEnd } from '../../frontier/port.ts';
import type { CutPage, EdgePage, PageToCut } from '../../frontier/port-chrome.ts';
import { createMemoryBlocklist } from './blocklist.ts';
import { cutEntry, edgePageOf, toCutOf } from './chrome.ts';
import {
  type HostEntry,
  hostNow,
  isStored,
  type Lane,
  type MemoryData,
  newMemoryData,
  type ProviderEntry,
  type UrlEntry,
} from './records.ts';
import { applyOutcome, type Desk, joinTwins, offerAll } from './visit-end.ts';

const DAY_MS = 24 * 3_600_000;
const RECENT = 20;

/** A ledger that keeps everything in memory. Handed the data of another one, it goes on where that one stopped. */
export function openMemoryLedger(now: number, data: MemoryData = newMemoryData()): MemoryLedger {
  return new MemoryLedger(now, data);
}

export class MemoryLedger implements Ledger {
  readonly blocklist: Blocklist;
  readonly #data: MemoryData;
  /** Of the providers begun through this object, in the order of beginning. */
  readonly #lanes: Lane[] = [];
  readonly #limits = new Map<string, LaneOptions>();
  readonly #served = new Map<string, number>();
  #turns = 0;
  #answered = 0;

  constructor(now: number, data: MemoryData) {
    this.#data = data;
    this.blocklist = createMemoryBlocklist(data.blocked);
    for (const url of data.urls) {
      if (url.lease !== undefined) {
        const host = this.#host(hostNow(url));
        host.nextAt = Math.max(host.nextAt, now + url.lease.gapMs);
        url.lease = undefined;
        url.notBefore = 0;
      }
      url.notBefore = Math.min(url.notBefore, now + DAY_MS);
    }
    for (const host of data.hosts.values()) {
      host.turn = false;
      host.nextAt = Math.min(host.nextAt, now + DAY_MS);
      host.parkedUntil = Math.min(host.parkedUntil, now + DAY_MS);
    }
    for (const request of data.requests) request.at = Math.min(request.at, now);
    data.requests = data.requests.filter(({ at }) => at >= now - DAY_MS);
  }

  async lastCrawl(slug: string): Promise<LastCrawl | undefined> {
    const provider = this.#data.providers.get(slug);
    if (provider === undefined) return undefined;
    const { generation, ended, run: kind } = provider;
    const stored = this.#data.urls.filter(
      (url) => url.provider === slug && url.kind === 'page' && isStored(url, generation),
    ).length;
    return { generation, ended, stored, kind };
  }

  async begin(limits: LaneOptions, { fresh, renew, run }: BeginOptions): Promise<BeginAnswer> {
    const { provider: slug } = limits;
    this.#limits.set(slug, limits);
    const provider = this.#data.providers.get(slug);
    const kind = run?.kind ?? 'crawl';
    if (provider === undefined) {
      this.#data.providers.set(slug, {
        ...{ slug, generation: 1, ended: false, fresh: false, templates: new Map(), chrome: '' },
        ...{ run: kind, sitemapsFirst: kind === 'refresh' },
      });
      return { how: 'first', generation: 1, waiting: 0 };
    }
    for (const { provider, host } of this.#data.lanes) if (provider === slug) this.#openLane(slug, host);
    const isRenewed = renew === 'when-full' ? (await this.stored(slug)) >= limits.maxPages : renew;
    const resumed = !provider.ended && !fresh && !isRenewed;
    if (!resumed) this.#beginAnew(provider, fresh, kind);
    provider.sitemapsFirst = provider.run === 'refresh';
    return {
      how: resumed ? 'resumed' : 'again',
      generation: provider.generation,
      waiting: this.#count(slug, 'waiting'),
    };
  }

  async respell(provider: string, requested: Requested): Promise<void> {
    for (const entry of this.#data.urls) {
      if (entry.provider !== provider || entry.kind !== 'page') continue;
      const { url, key } = requested(entry.url);
      if (key !== entry.key) continue;
      if (entry.page?.finalUrl === entry.url) entry.page = { ...entry.page, finalUrl: url };
      entry.url = url;
    }
  }

  async offer(found: readonly Found[], now: number): Promise<readonly OfferAnswer[]> {
    return found.map((item) => this.#offer(item, now));
  }

  async lease(want: number, now: number): Promise<readonly Lease[]> {
    const leases: Lease[] = [];
    for (let before = -1; leases.length > before && leases.length < want; ) {
      before = leases.length;
      const served = (lane: Lane): number => this.#served.get(lane.host.name) ?? 0;
      for (const lane of this.#lanes.toSorted((a, b) => served(a) - served(b) || a.served - b.served)) {
        if (leases.length < want && this.#dueAt(lane, now) === now) leases.push(this.#leaseFrom(lane, now));
      }
    }
    return leases;
  }

  async settle(lease: Lease, { outcome, found, steps, host, rhythm, facts }: Settlement): Promise<SettleAnswer> {
    const url = this.#endLease(lease, host);
    if (url === undefined) return 'stale';
    const desk = this.#desk(steps.at(-1)?.at ?? 0);
    const answer = applyOutcome(desk, url, this.#provider(lease.provider), lease, outcome, rhythm);
    const isSpared = outcome.kind === 'ended' && outcome.spared === true;
    if (answer !== 'stale' && !isSpared) {
      url.steps.push(...stepsToEnd(steps, answer));
      if (facts?.status !== undefined && answer.state !== 'waiting')
        url.gone = isGone(`http:${facts.status}`)
          ? [...url.gone, { at: steps.at(-1)?.at ?? 0, status: facts.status }]
          : [];
    }
    offerAll(desk, found ?? []);
    return answer;
  }

  async release(lease: Lease, host?: HostNews): Promise<void> {
    this.#endLease(lease, host);
  }

  async holdHost(host: string, until: number, by: string): Promise<void> {
    Object.assign(this.#host(host), { parkedUntil: until, parkedBy: by });
  }

  async takeTurn(name: string, now: number, gapMs: number): Promise<number | undefined> {
    const host = this.#host(name);
    if (host.turn || this.#data.urls.some((url) => url.lease !== undefined && hostNow(url) === name)) return now + 100;
    const due = Math.max(host.nextAt, host.parkedUntil);
    if (due > now) return due;
    Object.assign(host, { turn: true, nextAt: now + gapMs, gapMs });
    return undefined;
  }

  async endTurn(name: string, news: HostNews): Promise<void> {
    const host = this.#host(name);
    host.turn = false;
    this.#noteNews(host, news);
  }

  async linksOf(id: number): Promise<readonly PageLink[]> {
    const links = this.#data.urls.find((url) => url.id === id)?.links;
    return links === undefined ? [] : unpackLinks(links);
  }

  /** Nothing is searched in memory, so nothing is left behind. */
  async refreshIndex(): Promise<number> {
    return 0;
  }

  async cleanIndex(): Promise<boolean> {
    return true;
  }

  #behindIndex(analyser: number): readonly UrlEntry[] {
    return this.#data.urls.filter(({ page, index }) => page !== undefined && index?.analyser !== analyser);
  }

  async behindIndex(analyser: number): Promise<{ readonly withText: number; readonly withoutText: number }> {
    const behind = this.#behindIndex(analyser);
    const withText = behind.filter(({ page }) => page?.markdown !== undefined).length;
    return { withText, withoutText: behind.length - withText };
  }

  async toIndex(analyser: number, after: number, limit: number): Promise<readonly PageToIndex[]> {
    return this.#behindIndex(analyser)
      .filter(({ id, page }) => id > after && page?.markdown !== undefined)
      .slice(0, limit)
      .map(({ id, provider, page, chunks, links }) => {
        const { hash, finalUrl: url, title, facts } = page as PageRecord;
        const { description, keywords } = facts;
        return {
          ...{ id, provider, hash, url, title, description, keywords, links },
          chunks: chunks.map(({ preview, text = preview, ...chunk }) => ({ ...chunk, text })),
        };
      });
  }

  async putIndex(entries: readonly IndexEntry[]): Promise<number> {
    const put = entries.filter(({ id, hash, index }) => {
      const url = this.#data.urls.find((url) => url.id === id);
      if (url?.page?.hash !== hash || url.chunks.length !== index.ends.length) return false;
      url.index = index;
      return true;
    });
    return put.length;
  }

  async chrome(provider: string): Promise<string> {
    return this.#provider(provider).chrome;
  }

  async keepChrome(provider: string, learnt: string): Promise<void> {
    this.#provider(provider).chrome = learnt;
  }

  async pageEdges(slug: string, after: number, limit: number): Promise<readonly EdgePage[]> {
    const { generation } = this.#provider(slug);
    const urls = this.#data.urls.filter(({ id, provider }) => provider === slug && id > after);
    return urls.flatMap((url) => edgePageOf(url, generation)).slice(0, limit);
  }

  async toCut(id: number): Promise<PageToCut | undefined> {
    const url = this.#data.urls.find((url) => url.id === id);
    return url && toCutOf(url);
  }

  async cut(slug: string, id: number, page: CutPage): Promise<boolean> {
    const url = this.#data.urls.find((url) => url.id === id);
    return url !== undefined && cutEntry(url, this.#provider(slug), page);
  }

  async joinTwins(slug: string): Promise<number> {
    const { generation } = this.#provider(slug);
    return joinTwins(this.#current(slug, 'page').filter((url) => isStored(url, generation)));
  }

  async askAgain(ids: readonly number[]): Promise<void> {
    for (const url of this.#data.urls) if (ids.includes(url.id)) url.asksAgain = true;
  }

  async nextDue(now: number): Promise<number | undefined> {
    const times = this.#lanes.map((lane) => this.#dueAt(lane, now)).filter((at) => at !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async noteRequest(host: string, at: number): Promise<void> {
    this.#data.requests.push({ at, host });
  }

  async requestsSince(
    since: number,
    host?: string,
  ): Promise<{ readonly count: number; readonly oldest: number | undefined }> {
    const times = this.#data.requests
      .filter((request) => request.at > since && (host === undefined || request.host === host))
      .map(({ at }) => at);
    return { count: times.length, oldest: times.length === 0 ? undefined : Math.min(...times) };
  }

  async counts(provider: string): Promise<Accounting> {
    const states = ['waiting', ...endStates] as const;
    const counts = Object.fromEntries(states.map((state) => [state, this.#count(provider, state)]));
    return { ...(counts as Record<UrlState, number>), discovered: this.#current(provider, 'page').length };
  }

  async stored(provider: string): Promise<number> {
    const { generation } = this.#provider(provider);
    return this.#current(provider, 'page').filter((url) => isStored(url, generation)).length;
  }

  async hosts(provider: string): Promise<readonly HostState[]> {
    const lanes = this.#lanes.filter(({ limits }) => limits.provider === provider);
    return lanes.map(({ host: { name, nextAt, gapMs, parkedUntil, parkedBy, recent } }) => ({
      host: name,
      nextAt,
      gapMs,
      waiting: this.#waiting(provider).filter((url) => hostNow(url) === name).length,
      parkedUntil: parkedUntil || undefined,
      parkedBy: parkedBy || undefined,
      recentErrors: recent.filter(Boolean).length,
      recentAnswers: recent.length,
    }));
  }

  async endWaiting(
    provider: string,
    host: string,
    { state, by, detail }: { readonly state: EndState; readonly by: string; readonly detail: string },
  ): Promise<number> {
    const ended = this.#waiting(provider).filter((url) => url.lease === undefined && hostNow(url) === host);
    for (const url of ended) Object.assign(url, { state, by, detail, hop: undefined, notBefore: 0 });
    return ended.length;
  }

  async failedSeeds(provider: string): Promise<number> {
    const pages = this.#current(provider, 'page');
    const isBare = !pages.some(({ state }) => state === 'indexed' || state === 'unchanged' || state === 'waiting');
    const seeds = pages.filter(({ depth }) => depth === 0);
    return seeds.filter(
      ({ state, by }) => state === 'failed' || state === 'blocked' || (state === 'skipped' && !isFineSeed(by, isBare)),
    ).length;
  }

  async finish(slug: string): Promise<boolean> {
    const provider = this.#provider(slug);
    provider.ended ||= this.#waiting(slug).length === 0;
    return provider.ended;
  }

  async inbox(): Promise<readonly InboxItem[]> {
    // What was answered before has been taken up, or it would not be asked again.
    this.#data.inbox.splice(0, this.#answered);
    this.#answered = this.#data.inbox.length;
    return [...this.#data.inbox];
  }

  async close(): Promise<void> {}

  #beginAnew(provider: ProviderEntry, fresh: boolean, run: RunKind): void {
    for (const url of this.#waiting(provider.slug)) url.lease = undefined;
    for (const url of this.#data.urls) if (url.provider === provider.slug) url.spellings = [];
    Object.assign(provider, { generation: provider.generation + 1, ended: false, fresh, run, templates: new Map() });
    if (fresh) return;
    const again = this.#data.urls.filter(
      (url) =>
        url.provider === provider.slug &&
        (url.page !== undefined || (url.generation === provider.generation - 1 && wasLeftOver(url))),
    );
    for (const url of again) this.#restart(url, provider.generation, 'frontier:refresh');
  }

  #restart(url: UrlEntry, generation: number, by: ReasonName): void {
    Object.assign(url, { generation, state: 'waiting', by, detail: '', attempt: 0, notBefore: 0, hop: undefined });
  }

  #offer(found: Found, now: number): OfferAnswer {
    const { generation } = this.#provider(found.provider);
    const url = this.#entryOf(found.provider, found.key);
    if (url?.rhythm !== undefined && found.lastmod !== undefined)
      url.rhythm = { ...url.rhythm, lastmod: { at: found.lastmod, generation } };
    const takenBack = url !== undefined && reasonHas(url.by, 'soft') && found.refused === undefined;
    if (url === undefined || url.generation !== generation || takenBack)
      return this.#enter(found, url, now).state === 'waiting' ? 'added' : 'refused';
    if (found.refused === undefined && url.kind === 'page' && isOtherSpelling(url, found.url)) {
      const hasRoom = url.spellings.length + 1 < mostSpellings;
      if (url.state === 'waiting') {
        const isNew = hasRoom && !isNoted(url, found.url);
        const kept = { url: found.url, host: found.host, state: 'waiting', by: '', detail: '' };
        if (isNew) url.spellings = [...url.spellings, kept];
      } else if (isOfSpelling(url.by) && hasRoom && url.page === undefined && !isNoted(url, found.url))
        return this.#respell(found, url, now);
    }
    const waits = url.state === 'waiting' && url.lease === undefined;
    if (waits && found.refused === undefined && found.depth < url.depth)
      Object.assign(url, { depth: found.depth, from: found.from });
    return 'known';
  }

  #respell(found: Found, entry: UrlEntry, now: number): OfferAnswer {
    const { url, state, by, detail, host } = entry;
    entry.spellings = [...entry.spellings, { url, host, state, by, detail }];
    const counted = isRefusedAtTheDoor(by) ? found : { ...found, template: undefined };
    return this.#enter(counted, entry, now).state === 'waiting' ? 'added' : 'refused';
  }

  #enter(found: Found, known: UrlEntry | undefined, now: number): UrlEntry {
    const { provider: slug, key, url, kind, host, depth, from } = found;
    const provider = this.#provider(slug);
    if (found.refused === undefined) this.#addLane(slug, host);
    const refused = found.refused ?? this.#trap(provider, found, now);
    const id = known?.id ?? this.#data.urls.length + 1;
    const { page, chunks = [], links, index, rhythm, gone = [], steps = [], spellings = [] } = known ?? {};
    const { draft, readIn = 0, asksAgain = false, textBefore } = known ?? {};
    const restarted = { attempt: 0, notBefore: 0, hop: undefined, lease: undefined };
    const entry: UrlEntry = {
      ...{ id, provider: slug, key, url, kind, host, depth, from, generation: provider.generation },
      ...{ page, chunks, links, index, rhythm, gone, steps, spellings, ...restarted },
      ...{ draft, readIn, asksAgain, textBefore },
      state: refused === undefined ? 'waiting' : (refused.state ?? 'skipped'),
      by: refused?.by ?? 'frontier:queued',
      detail: refused?.detail ?? '',
    };
    this.#data.urls[id - 1] = entry;
    if (refused === undefined) provider.ended = false;
    return entry;
  }

  #trap({ templates }: ProviderEntry, { provider, host, template, key }: Found, now: number): Found['refused'] {
    if (template === undefined) return undefined;
    const most = (this.#limits.get(provider) as LaneOptions).maxPerTemplate;
    const n = templates.get(`${host} ${template}`) ?? 0;
    templates.set(`${host} ${template}`, n + 1);
    if (n < most) return undefined;
    const detail = `over ${most} URLs like ${template}`;
    const pattern = blockPatternOf(key);
    if (n === most && !this.#data.blocked.some((entry) => entry.pattern === pattern))
      this.#data.blocked.push({ pattern, reason: `trap:template, ${detail}`, by: 'crawler', at: now });
    return { ok: false, by: 'trap:template', detail };
  }

  #dueAt({ limits, host }: Lane, now: number): number | undefined {
    const waiting = this.#waiting(limits.provider);
    const busy = waiting.filter(({ lease }) => lease !== undefined).length;
    const atHost = this.#data.urls.filter((url) => url.lease !== undefined && hostNow(url) === host.name).length;
    const atOnce = Math.max(host.gapMs ?? 0, limits.gapMs) > 0 ? 1 : limits.perHost;
    const { sitemapsFirst } = this.#provider(limits.provider);
    if (atHost + (host.turn ? 1 : 0) >= atOnce || busy >= (sitemapsFirst ? 1 : limits.perProvider)) return undefined;
    if (this.#count(limits.provider, 'indexed') + this.#count(limits.provider, 'unchanged') + busy >= limits.maxPages)
      return undefined;
    const here = waiting.filter((url) => url.lease === undefined && hostNow(url) === host.name);
    if (here.length === 0) return undefined;
    return Math.max(Math.min(...here.map(({ notBefore }) => notBefore)), host.nextAt, host.parkedUntil, now);
  }

  #leaseFrom(lane: Lane, now: number): Lease {
    const { limits, host } = lane;
    const due = this.#waiting(limits.provider).filter(
      (url) => url.lease === undefined && hostNow(url) === host.name && url.notBefore <= now,
    );
    const { generation, fresh, run } = this.#provider(limits.provider);
    // In a refresh sitemaps come first, and what is not stored comes last.
    const rank = ({ kind, depth, page }: UrlEntry): number => {
      if (run !== 'refresh' || depth === 0) return depth;
      return kind === 'sitemap' ? 0 : page === undefined ? depth + 1_000_000 : depth;
    };
    const url = due.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)[0] as UrlEntry;
    const token = ++this.#data.token;
    url.lease = { token, gapMs: host.gapMs ?? limits.gapMs };
    lane.served = ++this.#turns;
    this.#served.set(host.name, this.#turns);
    const { id, provider, kind, depth, attempt, page, rhythm, gone } = url;
    const isRespelled = url.spellings.some(({ state, by }) => state !== 'waiting' && !isRefusedAtTheDoor(by));
    const isToldGone =
      run === 'refresh' && !fresh && kind === 'page' && page === undefined && gone.length > 0 && !isRespelled;
    // Sitemaps rank before it, so none of them is left.
    if (kind === 'page' && depth > 0) this.#provider(provider).sitemapsFirst = false;
    const hops = url.hop?.hops ?? [url.url];
    return {
      ...{ id, token, provider, kind, host: host.name, depth, attempt, hops },
      url: hops.at(-1) as string,
      firstUrl: url.url,
      referrer: this.#data.urls.find(({ id }) => id === url.from)?.url,
      stored:
        page === undefined || rhythm === undefined || fresh
          ? undefined
          : {
              ...{ etag: page.etag, lastModified: page.lastModified, fetchedAt: page.fetchedAt, hash: page.hash },
              ...{ extractor: page.extractor, isWhole: page.markdown !== undefined },
              noarchive: page.facts.noarchive === true,
              analyser: url.index?.analyser ?? 0,
              checkedAt: rhythm.checkedAt,
              intervalMs: rhythm.intervalMs,
              lastmod: rhythm.lastmod?.generation === generation ? rhythm.lastmod.at : undefined,
              lastmodWrong: rhythm.lastmodWrong,
              linkRules: page.facts.linkRules,
              ...(url.asksAgain && { asksAgain: true }),
            },
      ...(isRespelled && { respelled: true }),
      gone: isToldGone ? gone : undefined,
    };
  }

  #endLease(lease: Lease, news: HostNews | undefined): UrlEntry | undefined {
    const url = this.#data.urls.find(({ id }) => id === lease.id);
    if (url?.lease?.token !== lease.token) return undefined;
    url.lease = undefined;
    url.notBefore = 0;
    if (news !== undefined) this.#noteNews(this.#host(lease.host), news);
    return url;
  }

  #noteNews(host: HostEntry, { nextAt, gapMs, error }: HostNews): void {
    host.nextAt = Math.max(host.nextAt, nextAt);
    host.gapMs = gapMs;
    if (error !== undefined) host.recent = [...host.recent, error].slice(-RECENT);
  }

  #provider(slug: string): ProviderEntry {
    const provider = this.#data.providers.get(slug);
    if (provider === undefined || !this.#limits.has(slug)) throw new Error(`provider ${slug} was not begun`);
    return provider;
  }

  #host(name: string): HostEntry {
    const known = this.#data.hosts.get(name);
    if (known !== undefined) return known;
    const host: HostEntry = {
      name,
      nextAt: 0,
      gapMs: undefined,
      parkedUntil: 0,
      parkedBy: '',
      recent: [],
      turn: false,
    };
    this.#data.hosts.set(name, host);
    return host;
  }

  #addLane(provider: string, host: string): void {
    const known = this.#data.lanes.some((lane) => lane.provider === provider && lane.host === host);
    if (!known) this.#data.lanes.push({ provider, host });
    this.#openLane(provider, host);
  }

  #openLane(provider: string, name: string): void {
    const limits = this.#limits.get(provider) as LaneOptions;
    const at = this.#lanes.findIndex((lane) => lane.limits.provider === provider && lane.host.name === name);
    if (at < 0) this.#lanes.push({ limits, host: this.#host(name), served: 0 });
    else this.#lanes[at] = { ...(this.#lanes[at] as Lane), limits };
  }

  #entryOf(provider: string, key: string): UrlEntry | undefined {
    return this.#data.urls.find((url) => url.provider === provider && url.key === key);
  }

  #current(slug: string, kind?: UrlEntry['kind']): readonly UrlEntry[] {
    const { generation } = this.#provider(slug);
    return this.#data.urls.filter(
      (url) => url.provider === slug && url.generation === generation && (kind ?? url.kind) === url.kind,
    );
  }

  #waiting(provider: string): readonly UrlEntry[] {
    return this.#current(provider).filter(({ state }) => state === 'waiting');
  }

  #count(provider: string, state: UrlState): number {
    return this.#current(provider, 'page').filter((url) => url.state === state).length;
  }

  #desk(now: number): Desk {
    return {
      data: this.#data,
      entryOf: (provider, key) => this.#entryOf(provider, key),
      enter: (found, entry) => this.#enter(found, entry, now),
      offer: (found) => this.#offer(found, now),
      addLane: (provider, host) => this.#addLane(provider, host),
    };
  }
}

/** Whether a spelling stands beside the entry already; one that was refused at the door was never tried. */
function isNoted({ spellings }: UrlEntry, url: string): boolean {
  return spellings.some((known) => known.url === url && !isRefusedAtTheDoor(known.by));
}

/** Whether a seed that was skipped has not failed: it asks not to be kept, or leads to other pages. */
function isFineSeed(by: string, isBare: boolean): boolean {
  const fine = reasonOf(by)?.asSeed;
  return fine === 'fine' || (fine === 'fine-with-pages' && !isBare);
}

/** What had failed, was kept out or was still waiting when the last crawl ended; the operator's own no is not among it. */
function wasLeftOver({ kind, state, by }: UrlEntry): boolean {
  if (kind !== 'page') return false;
  return state === 'failed' || state === 'waiting' || (state === 'blocked' && !reasonHas(by, 'staysBlocked'));
}
