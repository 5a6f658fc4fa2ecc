// The port of reading beside a crawl: URLs and what became of them, stored pages, and what is known of hosts.

import type { UrlState } from '../core/end-states.ts';
import type { PageLink } from '../core/page-links.ts';
import type { SpellingRecord } from '../core/spelling.ts';
import type { UrlChoice } from '../core/url/url-choice.ts';
import type { ChunkRecord, PageRecord } from './page-record.ts';
import type { Blocklist } from './port-blocklist.ts';
import type { Requests } from './port-requests.ts';
import type { Accounting, HostState, HostTurn, Step, UrlKind } from './port-urls.ts';

/** A URL as lists show it: what became of it, and no more than its own row holds. */
export interface UrlSummary {
  readonly id: number;
  readonly provider: string;
  readonly url: string;
  readonly kind: UrlKind;
  readonly state: UrlState;
  readonly by: string;
  readonly detail: string;
  readonly depth: number;
  readonly foundAt: number;
  readonly changedAt: number;
  readonly notBefore: number;
  readonly attempt: number;
  /** The URL that led here; undefined for a seed. */
  readonly parent: number | undefined;
}

/** A URL as `why` shows it: all that is known of it. */
export interface UrlRecord extends UrlSummary {
  /** U13: other spellings of the same key: how they ended, or that they wait for their turn. */
  readonly spellings: readonly SpellingRecord[];
  /** From the seed to the page that held the link. */
  readonly foundOn: readonly string[];
  readonly steps: readonly Step[];
  readonly page?: PageRecord | undefined;
}

export interface UrlFilter extends UrlChoice {
  readonly provider?: string | undefined;
  readonly kind?: UrlKind | undefined;
  /** `ended`: any but waiting. */
  readonly state?: UrlState | 'ended' | undefined;
  /** A reason, or its first parts: `robots` for `robots:rfc9309:line-2`. */
  readonly by?: string | undefined;
  /** Only URLs of this host; of those that wait, the ones that wait for it. */
  readonly host?: string | undefined;
  /** Links from a seed. */
  readonly depth?: number | undefined;
  readonly limit: number;
  readonly after?: number | undefined;
}

/** Which part of a provider's addresses is counted. */
export interface PathQuestion {
  /** How the addresses begin, without their scheme: `docs.example.com/guide/`; empty: the hosts are counted. */
  readonly prefix: string;
  readonly limit: number;
  readonly offset?: number | undefined;
}

/** The pages whose addresses go on in the same way below a prefix. */
export interface PathStep {
  /** What follows the prefix, up to the next slash and with it: `guide/`, `pool.html`; empty for the prefix itself. A query is no part of it. */
  readonly step: string;
  readonly counts: Accounting;
}

/** An earlier version of a page: no text of it, only what shows whether and where it changed. */
export interface PageVersion {
  readonly fetchedAt: number;
  readonly hash: string;
  readonly words: number;
  readonly chunks: readonly Pick<ChunkRecord, 'headings' | 'anchor' | 'hash'>[];
}

export interface StoredContent {
  readonly pages: number;
  readonly chunks: number;
  readonly tokens: number;
  /** E3: the mean over all pages, 0 to 1; 1 when there are none. */
  readonly fidelity: number;
}

/** A host that requests were made to or wait for. */
export interface KnownHost extends HostState {
  /** Providers with URLs at it, by name. */
  readonly providers: readonly string[];
  /** Requests to it that are under way. */
  readonly underWay: number;
  /** H3: how often it answered 429 and 503, in the history of its URLs as far as that is kept. */
  readonly tooMany: number;
  readonly unavailable: number;
}

export interface HostFilter {
  /** Only this one. */
  readonly host?: string | undefined;
  /** Those behind this name. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A response that requests a pause. */
export interface HeldAnswer {
  readonly url: string;
  readonly provider: string;
  readonly status: 429 | 503;
  readonly at: number;
  /** What became of the URL with it. */
  readonly by: string;
  readonly detail: string;
}

export interface HeldFilter {
  readonly host: string;
  /** Default: both. */
  readonly status?: HeldAnswer['status'] | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
}

/** Which counted requests are listed. */
export interface HostRequestFilter {
  readonly since: number;
  readonly host: string;
  readonly limit: number;
  readonly offset?: number | undefined;
}

/** Reading beside a crawl, by any number of processes. */
export interface LedgerReader {
  providers(): Promise<readonly { readonly provider: string; readonly generation: number; readonly ended: boolean }[]>;
  counts(provider: string): Promise<Accounting>;
  /** Every record of this key, one per provider that knows it. */
  find(key: string): Promise<readonly UrlRecord[]>;
  /** The rows of these keys, each key with one per provider that knows it; keys that nobody knows are left out. */
  lookUp(keys: readonly string[]): Promise<ReadonlyMap<string, readonly UrlSummary[]>>;
  /** URLs of this generation, by id. Rejects with DOC_PATTERN for a path that is no pattern. */
  list(filter: UrlFilter): Promise<readonly UrlSummary[]>;
  /** The same URLs with all that is known of each: some lookups for every URL, and the text of its page. */
  records(filter: UrlFilter): Promise<readonly UrlRecord[]>;
  /** How many URLs ended for which reason. */
  reasons(
    provider: string,
  ): Promise<readonly { readonly state: UrlState; readonly by: string; readonly count: number }[]>;
  /** Pages of this generation by how many links they are from a seed, the nearest first; `waiting` are those that have not ended. */
  depths(
    provider: string,
  ): Promise<readonly { readonly depth: number; readonly count: number; readonly waiting: number }[]>;
  /** F5: pages of this generation by the next step of their addresses, those with the most pages first. */
  paths(provider: string, question: PathQuestion): Promise<readonly PathStep[]>;
  /** How much of the provider is stored, over all its pages. */
  content(provider: string): Promise<StoredContent>;
  /** How many pages and chunks of it are stored; counted without a look at their rows. */
  storedCounts(provider: string): Promise<Pick<StoredContent, 'pages' | 'chunks'>>;
  /** C3: what is left of earlier versions of a page, the latest first. */
  versions(id: number): Promise<readonly PageVersion[]>;
  /** The chunks of a stored page, in order, by the number of its URL. */
  chunks(id: number): Promise<readonly ChunkRecord[]>;
  /** The links of a stored page, in order, by the number of its URL. */
  linksOf(id: number): Promise<readonly PageLink[]>;
  /** E2: what was learnt of the provider's pages, as it was kept; empty when nothing was. */
  chrome(provider: string): Promise<string>;
  /** E6: the fingerprints of the provider's stored pages, as far as they have one, in the order of their discovery. */
  fingerprints(provider: string): Promise<readonly { readonly url: string; readonly fingerprint: string }[]>;
  /** F4: when the next request to the host is allowed, as far as crawls into this folder know; undefined for a host without requests. */
  hostTurn(host: string): Promise<HostTurn | undefined>;
  /** Hosts by name, with their clocks, what waits for them and what they answered. */
  hosts(filter: HostFilter): Promise<readonly KnownHost[]>;
  /** H3: the responses of a host that `tooMany` and `unavailable` count, the latest first. */
  held(filter: HeldFilter): Promise<readonly HeldAnswer[]>;
  requestsSince: Requests['requestsSince'];
  /** Requests after that time to each host that had any. */
  requestsByHost(since: number): Promise<ReadonlyMap<string, number>>;
  /** F4: when requests to a host were made that a budget counts, whatever they were for; the latest first. */
  requestTimes(filter: HostRequestFilter): Promise<readonly number[]>;
  /** What was saved of an origin's robots.txt. */
  robots(origin: string): Promise<{ readonly saved: string; readonly body: Uint8Array } | undefined>;
  blocklist: Pick<Blocklist, 'list'>;
  close(): Promise<void>;
}
