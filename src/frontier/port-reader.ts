// The port of reading beside a crawl: URLs and what became of them, stored pages, and what is known of hosts.

import type { UrlState } from '../core/end-states.ts';
import type { SpellingRecord } from '../core/spelling.ts';
import type { ChunkRecord, PageRecord } from './page-record.ts';
import type { Blocklist } from './port-blocklist.ts';
import type { Requests } from './port-requests.ts';
import type { Accounting, HostTurn, Step, UrlKind } from './port-urls.ts';

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

export interface UrlFilter {
  readonly provider?: string | undefined;
  readonly state?: UrlState | undefined;
  /** A reason, or its first parts: `robots` for `robots:rfc9309:line-2`. */
  readonly by?: string | undefined;
  readonly limit: number;
  readonly after?: number | undefined;
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

/** Reading beside a crawl, by any number of processes. */
export interface LedgerReader {
  providers(): Promise<readonly { readonly provider: string; readonly generation: number; readonly ended: boolean }[]>;
  counts(provider: string): Promise<Accounting>;
  /** Every record of this key, one per provider that knows it. */
  find(key: string): Promise<readonly UrlRecord[]>;
  /** URLs of this generation, by id. */
  list(filter: UrlFilter): Promise<readonly UrlSummary[]>;
  /** The same URLs with all that is known of each: some lookups for every URL, and the text of its page. */
  records(filter: UrlFilter): Promise<readonly UrlRecord[]>;
  /** How many URLs ended for which reason. */
  reasons(
    provider: string,
  ): Promise<readonly { readonly state: UrlState; readonly by: string; readonly count: number }[]>;
  /** How much of the provider is stored, over all its pages. */
  content(provider: string): Promise<StoredContent>;
  /** C3: what is left of earlier versions of a page, the latest first. */
  versions(id: number): Promise<readonly PageVersion[]>;
  /** The chunks of a stored page, in order, by the number of its URL. */
  chunks(id: number): Promise<readonly ChunkRecord[]>;
  /** E2: what was learnt of the provider's pages, as it was kept; empty when nothing was. */
  chrome(provider: string): Promise<string>;
  /** E6: the fingerprints of the provider's stored pages, as far as they have one, in the order of their discovery. */
  fingerprints(provider: string): Promise<readonly { readonly url: string; readonly fingerprint: string }[]>;
  /** F4: when the next request to the host is allowed, as far as crawls into this folder know; undefined for a host without requests. */
  hostTurn(host: string): Promise<HostTurn | undefined>;
  requestsSince: Requests['requestsSince'];
  /** What was saved of an origin's robots.txt. */
  robots(origin: string): Promise<{ readonly saved: string; readonly body: Uint8Array } | undefined>;
  blocklist: Pick<Blocklist, 'list'>;
  close(): Promise<void>;
}
