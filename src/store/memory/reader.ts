// Reading what an in-memory ledger holds: counts, lists and histories, as the other engines return them.

import { endStates } from '../../core/end-states.ts';
import { type PageLink, unpackLinks } from '../../core/page-links.ts';
import { urlChoice } from '../../core/url/url-choice.ts';
import { isStored } from '../../frontier/decide/rows.ts';
import type {
  Accounting,
  ChunkRecord,
  HostTurn,
  LedgerReader,
  PageVersion,
  PathQuestion,
  PathStep,
  StoredContent,
  UrlFilter,
  UrlRecord,
  UrlState,
  UrlSummary,
} from '../../frontier/port.ts';
import type { HeldAnswer, HeldFilter, HostFilter, HostRequestFilter, KnownHost } from '../../frontier/port-reader.ts';
import { createMemoryBlocklist } from './blocklist.ts';
import { shownPage } from './pages.ts';
import { hostNow, hostStates, type MemoryData, type UrlEntry, urlEntryOf } from './records.ts';
import { requestsSince } from './requests.ts';
import { turnOf, underWayAt } from './turns.ts';

/** Bounded, because redirects and canonical links can make two URLs each other's origin. */
const LONGEST_WAY = 20;

/** Reads what a ledger in this process keeps, or has kept. */
export function createMemoryReader(data: MemoryData): LedgerReader {
  return new MemoryReader(data);
}

class MemoryReader implements LedgerReader {
  readonly blocklist: LedgerReader['blocklist'];
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
    this.blocklist = createMemoryBlocklist(data.blocked);
  }

  async providers(): ReturnType<LedgerReader['providers']> {
    return [...this.#data.providers.values()]
      .map(({ slug, generation, ended }) => ({ provider: slug, generation, ended }))
      .toSorted((a, b) => (a.provider < b.provider ? -1 : 1));
  }

  async counts(provider: string): Promise<Accounting> {
    return countsOf(this.#current(provider));
  }

  async find(key: string): Promise<readonly UrlRecord[]> {
    return this.#data.urls.filter((url) => url.key === key).map((url) => this.#record(url));
  }

  async lookUp(keys: readonly string[]): ReturnType<LedgerReader['lookUp']> {
    const wanted = new Set(keys);
    const found = Map.groupBy(
      this.#data.urls.filter(({ key }) => wanted.has(key)),
      ({ key }) => key,
    );
    return new Map([...found].map(([key, known]) => [key, known.map(summaryOf)]));
  }

  async list(filter: UrlFilter): Promise<readonly UrlSummary[]> {
    return this.#listed(filter).map(summaryOf);
  }

  async records(filter: UrlFilter): Promise<readonly UrlRecord[]> {
    return this.#listed(filter).map((url) => this.#record(url));
  }

  #listed({ provider, kind, state, by, host, depth, limit, after = 0, ...choice }: UrlFilter): readonly UrlEntry[] {
    const isChosen = urlChoice(choice) ?? (() => true);
    const isListed = ({ row, ...url }: UrlEntry): boolean =>
      (host === undefined || (hostNow({ row, ...url }) ?? row.host) === host) &&
      row.generation === this.#data.providers.get(url.provider)?.generation &&
      row.id > after &&
      (provider === undefined || url.provider === provider) &&
      (kind === undefined || row.kind === kind) &&
      (state === undefined || row.state === state || (state === 'ended' && row.state !== 'waiting')) &&
      (depth === undefined || row.depth === depth) &&
      (by === undefined || row.by === by || row.by.startsWith(`${by}:`)) &&
      isChosen(row.url);
    return this.#data.urls.filter(isListed).slice(0, limit);
  }

  async paths(provider: string, { prefix, limit, offset = 0 }: PathQuestion): Promise<readonly PathStep[]> {
    const address = ({ row: { url } }: UrlEntry): string => url.slice(url.indexOf('://') + 3);
    const below = this.#current(provider).filter((entry) => address(entry).startsWith(prefix));
    const steps = Map.groupBy(below, (entry) => {
      const [path = ''] = address(entry).slice(prefix.length).split('?', 1);
      return path.slice(0, path.indexOf('/') + 1 || path.length);
    });
    return [...steps]
      .map(([step, entries]) => ({ step, counts: countsOf(entries) }))
      .toSorted((a, b) => b.counts.discovered - a.counts.discovered || order(a.step, b.step))
      .slice(offset, offset + limit);
  }

  async reasons(provider: string): ReturnType<LedgerReader['reasons']> {
    const groups = Map.groupBy(this.#current(provider), ({ row }) => `${row.state} ${row.by}`);
    return [...groups.values()]
      .map((urls) => ({ state: (urls[0] as UrlEntry).row.state, by: (urls[0] as UrlEntry).row.by, count: urls.length }))
      .toSorted((a, b) => b.count - a.count || order(a.state, b.state) || order(a.by, b.by));
  }

  async depths(provider: string): ReturnType<LedgerReader['depths']> {
    const groups = Map.groupBy(this.#current(provider), ({ row }) => row.depth);
    return [...groups]
      .map(([depth, urls]) => ({
        ...{ depth, count: urls.length },
        waiting: urls.filter(({ row }) => row.state === 'waiting').length,
      }))
      .toSorted((a, b) => a.depth - b.depth);
  }

  async content(provider: string): Promise<StoredContent> {
    const stored = this.#data.urls.flatMap((url) => (url.provider === provider && url.stored ? [url.stored] : []));
    const sum = (of: (page: (typeof stored)[number]) => number): number => stored.reduce((n, page) => n + of(page), 0);
    return {
      pages: stored.length,
      chunks: sum(({ chunks }) => chunks.length),
      tokens: sum(({ page }) => page.facts.tokens),
      fidelity: stored.length === 0 ? 1 : sum(({ page }) => page.facts.fidelity) / stored.length,
    };
  }

  async storedCounts(provider: string): Promise<Pick<StoredContent, 'pages' | 'chunks'>> {
    const { pages, chunks } = await this.content(provider);
    return { pages, chunks };
  }

  async versions(id: number): Promise<readonly PageVersion[]> {
    return urlEntryOf(this.#data, id)?.versions ?? [];
  }

  async chunks(id: number): Promise<readonly ChunkRecord[]> {
    return urlEntryOf(this.#data, id)?.stored?.chunks ?? [];
  }

  async linksOf(id: number): Promise<readonly PageLink[]> {
    const links = urlEntryOf(this.#data, id)?.stored?.links;
    return links === undefined ? [] : unpackLinks(links);
  }

  async chrome(provider: string): Promise<string> {
    return this.#data.providers.get(provider)?.chrome ?? '';
  }

  async fingerprints(provider: string): ReturnType<LedgerReader['fingerprints']> {
    return this.#current(provider).flatMap(({ row, stored }) =>
      stored !== undefined && stored.page.fingerprint !== '' && isStored(row, row.generation)
        ? [{ url: row.url, fingerprint: stored.page.fingerprint }]
        : [],
    );
  }

  async hostTurn(host: string): Promise<HostTurn | undefined> {
    const known = this.#data.hosts.get(host);
    if (known === undefined) return undefined;
    return turnOf(this.#data, known);
  }

  async hosts({ host, after = '', limit }: HostFilter): Promise<readonly KnownHost[]> {
    const named = [...this.#data.hosts.values()].filter(
      ({ name }) => (host === undefined || name === host) && name > after,
    );
    const chosen = named.toSorted((a, b) => order(a.name, b.name)).slice(0, limit);
    const waiting = this.#data.urls.filter((url) => hostNow(url) !== undefined);
    return hostStates(chosen, waiting, undefined).map((state) => ({ ...state, ...this.#hostFacts(state.host) }));
  }

  #hostFacts(name: string): Pick<KnownHost, 'providers' | 'underWay' | 'tooMany' | 'unavailable'> {
    const lanes = this.#data.lanes.filter(({ host }) => host === name);
    const visits = this.#data.urls.filter(({ row }) => row.host === name).flatMap((url) => url.visits);
    const answered = (status: number): number => visits.filter((visit) => visit.status === status).length;
    return {
      providers: [...new Set(lanes.map(({ provider }) => provider))].toSorted(order),
      underWay: underWayAt(this.#data, name).length,
      ...{ tooMany: answered(429), unavailable: answered(503) },
    };
  }

  async held({ host, status, limit, offset = 0 }: HeldFilter): Promise<readonly HeldAnswer[]> {
    const answers = this.#data.urls
      .filter(({ row }) => row.host === host)
      .flatMap(({ row, provider, visits }) => visits.map((visit) => ({ ...visit, url: row.url, provider })))
      .flatMap(({ url, provider, steps, ...visit }) => {
        const answered = ([429, 503] as const).find((one) => one === visit.status);
        if (answered === undefined || (status ?? answered) !== answered) return [];
        const { at = 0, by = '', detail = '' } = steps.at(-1) ?? {};
        return [{ url, provider, status: answered, at, by, detail }];
      });
    return answers.toSorted((a, b) => b.at - a.at).slice(offset, offset + limit);
  }

  async requestsByHost(since: number): ReturnType<LedgerReader['requestsByHost']> {
    const hosts = Map.groupBy(
      this.#data.requests.filter(({ at }) => at > since),
      ({ host }) => host,
    );
    return new Map([...hosts].map(([host, requests]) => [host, requests.length]));
  }

  async requestsSince(since: number, host?: string): ReturnType<LedgerReader['requestsSince']> {
    return requestsSince(this.#data, since, host);
  }

  async requestTimes({ since, host, limit, offset = 0 }: HostRequestFilter): Promise<readonly number[]> {
    return this.#data.requests
      .flatMap((request) => (request.at > since && request.host === host ? [request.at] : []))
      .toSorted((a, b) => b - a)
      .slice(offset, offset + limit);
  }

  async robots(origin: string): ReturnType<LedgerReader['robots']> {
    return this.#data.robots.get(origin);
  }

  async close(): Promise<void> {}

  /** Pages of this generation. */
  #current(slug: string): readonly UrlEntry[] {
    const generation = this.#data.providers.get(slug)?.generation;
    return this.#data.urls.filter(
      ({ provider, row }) => provider === slug && row.generation === generation && row.kind === 'page',
    );
  }

  #way(from: number | undefined): readonly string[] {
    const way = new Map<number, string>();
    for (let id = from; id !== undefined && way.size < LONGEST_WAY && !way.has(id); ) {
      const row: UrlEntry['row'] | undefined = urlEntryOf(this.#data, id)?.row;
      if (row === undefined) break;
      way.set(id, row.url);
      id = row.from;
    }
    return [...way.values()].reverse();
  }

  #record(entry: UrlEntry): UrlRecord {
    const { row, spellings, visits, stored } = entry;
    return {
      ...summaryOf(entry),
      spellings: spellings.map((one) => ({ url: one.url, state: one.state, by: one.by, detail: one.detail })),
      foundOn: this.#way(row.from),
      steps: visits.toReversed().flatMap(({ steps }) => steps),
      page: stored && shownPage(stored),
    };
  }
}

function summaryOf({ provider, foundAt, row }: UrlEntry): UrlSummary {
  const { id, url, kind, state, by, detail, depth, changedAt, notBefore, attempt, from: parent } = row;
  return { id, provider, url, kind, state, by, detail, depth, foundAt, changedAt, notBefore, attempt, parent };
}

function countsOf(pages: readonly UrlEntry[]): Accounting {
  const counts = Object.fromEntries(['waiting', ...endStates].map((state) => [state, 0])) as Record<UrlState, number>;
  for (const { row } of pages) counts[row.state]++;
  return { ...counts, discovered: pages.length };
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
