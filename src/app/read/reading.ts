// Reading a data folder beside a crawl, and the small writes that are allowed there.

import { DocentError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { fetchUrl, resolveLink } from '../../core/url/fetch-url.ts';
import { hostKey, parseHttpUrl } from '../../core/url/host.ts';
import { blockPatternOf, type KeyPolicy, urlKey } from '../../core/url/key.ts';
import { type ParsedUrl, parsedUrl } from '../../core/url/parsed-url.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import { shownData, shownUrl } from '../../core/url/shown-url.ts';
import type { Verdict } from '../../core/verdict.ts';
import { toFound } from '../../crawl/visit/discover.ts';
import { nearDuplicates } from '../../extract/near-duplicates.ts';
import type {
  Accounting,
  BlockEntry,
  ChunkRecord,
  LedgerReader,
  PageVersion,
  PathQuestion,
  PathStep,
  StoredContent,
  UrlFilter,
  UrlRecord,
  UrlSummary,
} from '../../frontier/port.ts';
import { presets } from '../../seed/presets.ts';
import type { Settings, SettingsInput } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { policyFor } from '../crawl/policies.ts';
import { resolveTargets, type Target } from '../crawl/targets.ts';
import type { Place } from '../place.ts';
import { type LinkOut, type LinkRange, linksOut } from './page-links.ts';

export type {
  Accounting,
  PathQuestion,
  PathStep,
  UrlFilter,
  UrlRecord,
  UrlState,
  UrlSummary,
} from '../../frontier/port.ts';
export type { LinkOut, LinkRange } from './page-links.ts';

/** What a crawl would decide about a URL, robots.txt aside. */
export interface Foreseen {
  /** What is crawled: the id of a provider, or a seed. */
  readonly target: string;
  readonly verdict: Verdict;
  /** What would be requested: by the provider's rule of which query parameters belong to a page. */
  readonly url: string;
}

/** A data folder to read from, also while a crawl writes into it. Every method throws DOC_STORE when the folder is damaged. */
export interface Reading {
  /** How messages call where it reads. */
  readonly folder: string;
  /** Everything known about a URL, a page or a sitemap: one record per provider that found it. */
  why(url: string): Promise<readonly UrlRecord[]>;
  /** What crawls of this folder, and providers with a seed on its host, would decide about it now; requests nothing. */
  foresee(url: string): Promise<readonly Foreseen[]>;
  /** URLs of the latest crawl of each provider in the order they were found, sitemaps (`kind`) among them; `after` pages on. Rejects with DOC_PATTERN for a path that is no pattern. */
  list(filter: UrlFilter): Promise<readonly UrlSummary[]>;
  /** The URLs of `list`, each with its page, its steps and the way there; for many URLs `list` is many times as fast. */
  urls(filter: UrlFilter): Promise<readonly UrlRecord[]>;
  providers(): ReturnType<LedgerReader['providers']>;
  /** F5: how many pages ended how; `discovered` is the sum. */
  counts(provider: string): Promise<Accounting>;
  /** How many pages ended for which reason. */
  reasons(provider: string): ReturnType<LedgerReader['reasons']>;
  /** F5: how many pages ended how, by the next step of their addresses below a prefix; those with the most pages first. */
  paths(provider: string, question: PathQuestion): Promise<readonly PathStep[]>;
  /** How much of a provider is stored. */
  content(provider: string): Promise<StoredContent>;
  /** E6: stored pages that are nearly the same as an earlier one, with that one. */
  similar(provider: string): Promise<readonly { readonly url: string; readonly like: string }[]>;
  /** C3: the hashes and counts of earlier versions of a page, by the id of its record. */
  versions(id: number): Promise<readonly PageVersion[]>;
  /** The chunks of a stored page, by the id of its record. */
  chunks(id: number): Promise<readonly ChunkRecord[]>;
  /** The links of a stored page, in order, each with what became of the URL it leads to. */
  links(record: Pick<UrlSummary, 'id' | 'provider'>, range: LinkRange): Promise<readonly LinkOut[]>;
  blocklist(): Promise<readonly BlockEntry[]>;
  close(): Promise<void>;
}

export interface ReaderOptions extends SettingsInput {
  /** The data folder; default `.docent`, or the configured one. */
  readonly data?: string | undefined;
  readonly settings?: Settings | undefined;
}

/**
 * Opens a place for reading. Unless `checked` is false, a small folder is looked through for damage first, which takes up to a tenth
 * of a second.
 */
export async function openReading(place: Place, { checked = true } = {}): Promise<Reading> {
  const reader = await place.store.openReader({ checked });
  return readingOf(async () => reader, place);
}

/** A place's reader in the types of the app, opened by its first act and closed together with it. */
export function readingOf(open: () => Promise<LedgerReader>, { settings, store }: Place): Reading {
  let opened: Promise<LedgerReader> | undefined;
  const reader = (): Promise<LedgerReader> => {
    opened ??= open().catch((error: unknown) => {
      // Something may be there at the next act.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    folder: store.name,
    async why(url) {
      const from = await reader();
      const found = await Promise.all(keysOf(url, settings).map((key) => from.find(key)));
      const unique = [...new Map(found.flat().map((record) => [record.id, record])).values()];
      // Other query rules may have known it by other names; the URL itself comes first.
      const records = unique.toSorted((a, b) => Number(b.url === url) - Number(a.url === url));
      const isHidden = records.length === 0 && url.includes(HIDDEN);
      return (isHidden ? await findShown(from, url) : records).map(shownRecord);
    },
    foresee: async (url) => shownData(await foresee(url, settings, await reader())),
    list: async (filter) => shownData(await (await reader()).list(filter)),
    urls: async (filter) => (await (await reader()).records(filter)).map(shownRecord),
    providers: async () => (await reader()).providers(),
    counts: async (provider) => (await reader()).counts(provider),
    reasons: async (provider) => (await reader()).reasons(provider),
    paths: async (provider, question) => shownData(await (await reader()).paths(provider, question)),
    content: async (provider) => (await reader()).content(provider),
    similar: async (provider) => shownData(nearDuplicates(await (await reader()).fingerprints(provider))),
    versions: async (id) => (await reader()).versions(id),
    chunks: async (id) => (await reader()).chunks(id),
    links: async (record, range) => linksOut(await reader(), record, range, (url) => keysOf(url, settings)),
    blocklist: async () => (await reader()).blocklist.list(),
    close: async () => (await opened)?.close(),
  };
}

/** E2: what was learnt of the provider that knows a URL, or of this one; undefined where nothing was. */
export async function keptChrome(
  { settings, store }: Place,
  url: string,
  provider?: string,
): Promise<{ readonly provider: string; readonly chrome: string } | undefined> {
  const reader = await store.openReader({ checked: true });
  try {
    const found = await Promise.all(keysOf(url, settings).map((key) => reader.find(key)));
    for (const one of [
      ...found.flat().map((record) => record.provider),
      ...(provider === undefined ? [] : [provider]),
    ]) {
      const chrome = await reader.chrome(one);
      if (chrome !== '') return { provider: one, chrome };
    }
    return undefined;
  } finally {
    await reader.close();
  }
}

/** What is stored of the page itself is its own text, and stays as it is. */
function shownRecord({ page, ...record }: UrlRecord): UrlRecord {
  return { ...shownData(record), ...(page !== undefined && { page }) };
}

/** Replaces a secret in a URL that is shown. */
const HIDDEN = '***';
const LISTED_AT_ONCE = 1_000;

/** The records of a URL that was copied from a list, where its secrets are not written: every one that looks like it. */
async function findShown(reader: LedgerReader, shown: string): Promise<readonly UrlRecord[]> {
  const found: UrlRecord[] = [];
  for (let after = 0; ; ) {
    const urls = await reader.list({ limit: LISTED_AT_ONCE, after });
    const alike = urls.filter(({ url }) => url.includes('?') && shownUrl(url) === shown);
    for (const { id } of alike) found.push(...(await reader.records({ limit: 1, after: id - 1 })));
    if (urls.length < LISTED_AT_ONCE) return found;
    after = urls.at(-1)?.id ?? 0;
  }
}

/** A page that a crawl began with: no other URL led to it. */
export function isSeed({ kind, depth, parent }: UrlSummary): boolean {
  return kind === 'page' && depth === 0 && parent === undefined;
}

/** Every key a URL may be stored under: it depends on the provider's query policy, and on whether it is a sitemap. */
function keysOf(url: string, settings: Settings): readonly string[] {
  const policies: readonly KeyPolicy[] = [
    ...(['drop', 'tracking', 'keep'] as const).map((query) => ({ query })),
    ...[...settings.providers, ...presets].map(({ query, keep_query_params: keepQueryParams }) => ({
      query: settings.options.query ?? query,
      keepQueryParams,
    })),
  ];
  const pages = policies.map((policy) => urlKey(url, { ...policy, stripWww: settings.options.strip_www }));
  const parsed = parseHttpUrl(url);
  return [...new Set([...pages, `sitemap ${url}`, ...(parsed === undefined ? [] : [`sitemap ${fetchUrl(parsed)}`])])];
}

const FIRST_URLS = 50;

async function foresee(url: string, settings: Settings, reader: LedgerReader): Promise<readonly Foreseen[]> {
  const configured = [...settings.providers, ...presets];
  const near = configured.filter(({ seed_urls }) => seed_urls.some((seed) => hostKey(seed) === hostKey(url)));
  const targets = new Map<string, Target>();
  for (const { provider } of await reader.providers()) {
    if (configured.some(({ provider_id }) => provider_id === provider)) continue;
    // A crawl of plain URLs: its seeds were found first, on no page.
    const first = await reader.list({ provider, limit: FIRST_URLS });
    const seeds = first.filter(isSeed);
    for (const { url: seed } of seeds)
      if (parseHttpUrl(seed) !== undefined && hostKey(seed) === hostKey(url))
        targets.set(seed, resolveTargets([seed], settings)[0] as Target);
  }
  for (const { provider_id: id } of near) targets.set(id, resolveTargets([id], settings)[0] as Target);
  const entries = await reader.blocklist.list();
  return [...targets].flatMap(([target, resolved]) => {
    const judged = judge(url, resolved, settings, entries);
    return judged === undefined ? [] : [{ target, ...judged }];
  });
}

const nobody = (): Promise<never> => Promise.reject(new DocentError('DOC_INTERNAL', 'this is not for asking'));

function judge(
  url: string,
  target: Target,
  settings: Settings,
  entries: readonly BlockEntry[],
): Omit<Foreseen, 'target'> | undefined {
  try {
    const http = { get: nobody, close: async () => {} };
    const policy = policyFor(target, settings, { log: silentLog, now: Date.now, http, robotsGet: () => nobody });
    // A crawl would meet it as a link.
    const link = resolveLink(url, { pageUrl: url });
    if (!link.ok) return { verdict: link, url };
    const found = toFound({ url: link.url, depth: 1 }, policy, (at, key) => blockReason(entries, at, key));
    return { verdict: found.refused ?? policy.scope.judge(link.url), url: requestedUrl(link.url, policy.key) };
  } catch (error) {
    // A provider that cannot be crawled as it is configured decides nothing.
    if (error instanceof DocentError) return undefined;
    throw error;
  }
}

export interface SideDoor {
  block(pattern: string, reason: string): Promise<boolean>;
  unblock(pattern: string): Promise<boolean>;
  addSeed(provider: string, url: string): Promise<void>;
  close(): Promise<void>;
}

/** Small writes beside a running crawl; it sees them within seconds. */
export async function openSideDoor(store: Store): Promise<SideDoor> {
  const writer = await store.openSideWriter();
  return {
    block: (pattern, reason) => writer.blocklist.add({ pattern, reason, by: 'operator', at: Date.now() }),
    unblock: (pattern) => writer.blocklist.remove(pattern),
    addSeed: (provider, url) => writer.addSeed(provider, url),
    close: () => writer.close(),
  };
}

/** The blocklist; empty where there is no data yet. Throws DOC_STORE for data that cannot be read. */
export async function readBlocklist(store: Store): Promise<readonly BlockEntry[]> {
  const reader = await store.openReader({ checked: true });
  try {
    return await reader.blocklist.list();
  } finally {
    await reader.close();
  }
}

/** How a URL or a host is written in the blocklist: its key without the scheme; without a policy, without its query. */
export function blockPattern(url: string | ParsedUrl, key: KeyPolicy = {}): string {
  return blockPatternOf(parsedUrl(url).key(key));
}

/**
 * U10, U13: why a URL is on the blocklist, if it is. What the crawler enters is one URL, by the provider's own rule of what makes
 * two URLs one; what the operator enters covers all that lies below it, whatever its query.
 */
export function blockReason(
  entries: readonly BlockEntry[],
  url: string | ParsedUrl,
  key: KeyPolicy = {},
): string | undefined {
  if (entries.length === 0) return undefined;
  const parsed = parsedUrl(url);
  const own = blockPattern(parsed, key);
  const path = blockPattern(parsed);
  const found = entries.find(({ pattern, by }) =>
    by === 'crawler'
      ? own === pattern
      : path === pattern || path.startsWith(pattern.endsWith('/') ? pattern : `${pattern}/`),
  );
  return found && `${found.pattern}: ${found.reason}`;
}

/** Every provider that was ever crawled into a store, by its id. */
export async function providersIn(store: Store, { checked = true } = {}): Promise<readonly string[]> {
  const reader = await store.openReader({ checked });
  try {
    return (await reader.providers()).map(({ provider }) => provider);
  } finally {
    await reader.close();
  }
}
