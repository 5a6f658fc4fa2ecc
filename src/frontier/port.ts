// The ledger: every URL a crawl knows, what became of it, and which is next; the promises every engine keeps.
import type { EndState, UrlState } from '../core/end-states.ts';
import type { PageLink } from '../core/page-links.ts';
import type { ReasonName } from '../core/reasons.ts';
import type { SeedCounts } from '../core/seed-counts.ts';
import type { KeyPolicy } from '../core/url/key.ts';
import type { ChunkRecord, PageFacts, PageRecord } from './page-record.ts';
import type { Blocklist } from './port-blocklist.ts';
import type { ChromeKeeper } from './port-chrome.ts';
import type { Inbox } from './port-inbox.ts';
import type { IndexUpkeep } from './port-index.ts';
import type { Requests } from './port-requests.ts';
import type { LeaseOptions, RunKeeper } from './port-runs.ts';
import type { SuppliedUrls } from './port-supplied.ts';
import type { HostMemory, Turns } from './port-turns.ts';
import type {
  Accounting,
  BeginAnswer,
  BeginOptions,
  CrawlLimits,
  FoundUrl,
  HostNews,
  HostState,
  LastCrawl,
  Lease,
  OfferAnswer,
  SettleAnswer,
  Settlement,
} from './port-urls.ts';

export type { BlockEntry, Blocklist } from './port-blocklist.ts';
export type { IndexEntry, IndexUpkeep, PageToIndex } from './port-index.ts';
export type {
  LedgerReader,
  PageVersion,
  PathQuestion,
  PathStep,
  StoredContent,
  UrlFilter,
  UrlRecord,
  UrlSummary,
} from './port-reader.ts';
export type { Requests } from './port-requests.ts';
export type { Turn, TurnAnswer, Turns, TurnWish } from './port-turns.ts';
export type {
  Accounting,
  BeginAnswer,
  BeginOptions,
  CrawlLimits,
  FoundUrl,
  GoneAnswer,
  HostAnswers,
  HostClosing,
  HostNews,
  HostState,
  HostTimes,
  HostTurn,
  LastCrawl,
  Lease,
  NewRun,
  OfferAnswer,
  Outcome,
  PageIdentity,
  Rhythm,
  RunKind,
  SettleAnswer,
  Settlement,
  Step,
  StoredFacts,
  UrlKind,
  VisitFacts,
  VisitMode,
} from './port-urls.ts';
export { identityReason, stepsToEnd } from './port-urls.ts';
export type { ChunkRecord, EndState, PageFacts, PageRecord, SeedCounts, UrlState };

/**
 * Which URL is next, and what became of each. Every act is atomic and survives `kill -9` once it has resolved. The engine's clock decides
 * what is due: it is set when the engine is opened, its times are milliseconds, and it does not jump within a process.
 *
 * Truth, which nothing else can bring back: URLs with their state, spellings, visits and versions; stored pages, chunks, links and
 * drafts; runs with their counts and changes; the blocklist, the inbox and the requests of the last day; hosts' clocks. Rebuilt
 * from it: the queues (every URL that waits, by host and rank), counts by state, counts of templates, what an engine remembers
 * of links, and the search index. Leases are neither: what is lost of them is requested again.
 */
export interface Frontier extends RunKeeper, Turns, HostMemory, SuppliedUrls {
  /** How far the last crawl of this provider got; undefined when there was none. */
  lastCrawl(provider: string): Promise<LastCrawl | undefined>;
  /**
   * Opens a provider's crawl: goes on with one that had not ended, else begins anew. `fresh` always begins anew, and voids what
   * is leased. A new generation is a new run; its record counts with every settlement, in the same act.
   */
  begin(lane: CrawlLimits, options: BeginOptions): Promise<BeginAnswer>;
  /**
   * U3: brings URLs that an earlier version has stored to how they are requested now (core/url/requested.ts), where that is another
   * spelling of the same key. A URL that another query rule has stored has another key, and stays as it is. Looks at some of the URLs
   * behind the number `after`; returns the number to go on behind, undefined when none is left.
   */
  respell(provider: string, policy: KeyPolicy, after: number): Promise<number | undefined>;
  /**
   * Adds what this generation does not know yet; returns an answer per item. A URL that waits and is found nearer to a seed moves up. U13:
   * another spelling of a key that waits is kept in case the first fails; of a key that ended for a reason of its
   * spelling, and of which nothing is stored, it begins anew (`added`). At most three spellings of a key are kept or tried. F10:
   * a stored copy is looked for by another spelling only after a 404 or 410.
   */
  offer(found: readonly FoundUrl[]): Promise<readonly OfferAnswer[]>;
  /**
   * The next due URLs, shallow before deep and first found first within a depth, fair between hosts, within every limit. Nothing of
   * a run that is to pause or to stop. Runs that name themselves take turns at a host that keeps a gap.
   */
  lease(count: number, options?: LeaseOptions): Promise<readonly Lease[]>;
  /** Writes page, index, links, state, host clock and counters in one act. */
  settle(lease: Lease, settlement: Settlement): Promise<SettleAnswer>;
  /** Returns a URL to the queue as it was; nothing is used up. */
  release(lease: Lease, host?: HostNews): Promise<void>;
  /** Leases nothing from this host before `until`. */
  holdHost(host: string, until: number, by: ReasonName | ''): Promise<void>;
  /**
   * F5: URLs of the provider at these hosts for which nobody answered: those that wait are due now, those that failed in this generation
   * wait again, and their retries are new. Returns how many. What a host answered stays, and so do the clocks of the hosts.
   */
  retryUnanswered(provider: string, hosts: readonly string[]): Promise<number>;
  /**
   * The first time from now on at which something could be leased if nothing else happened; in a moment, where another process has
   * the host's turn, or a run that is not among `runs` has a request under way there. Undefined when nothing waits, or when what waits is held by a limit (per host, per provider, max pages) that
   * only a settlement can lift, or by the operator's wish for its run.
   */
  nextDue(options?: Pick<LeaseOptions, 'runs'>): Promise<number | undefined>;
  counts(provider: string): Promise<Accounting>;
  /** Every host of the provider, or the `top` ones by how much waits for them. */
  hosts(provider: string, options?: { readonly top?: number | undefined }): Promise<readonly HostState[]>;
  /** Ends every URL of the provider that waits for this host, as the run ends; returns how many. */
  endWaiting(
    provider: string,
    host: string,
    end: { readonly state: EndState; readonly by: ReasonName; readonly detail: string },
  ): Promise<number>;
  /**
   * How many seeds the provider has, and how many brought neither a page nor links: failed, blocked, or skipped for another reason
   * than noindex and files that are read in its place (`shell:…`). Where no page at all is stored or waits, these files brought nothing
   * either.
   */
  seeds(provider: string): Promise<SeedCounts>;
  /**
   * F10: removes the copies of pages that lead to another page for good (`redirect:elsewhere`, `canonical:elsewhere`) where that page is
   * theirs: it has their text, or it is new in this run and no other page leads there. While a URL waits, which may lead there, too,
   * nothing is done. Returns how many were removed; done twice it changes nothing more.
   */
  settleMoves(provider: string): Promise<number>;
  /**
   * Ends the provider's run as it is, and its crawl when nothing of it waits; returns whether that is so. Its record has what `seeds`
   * returns and, where something waits, why it ended all the same (`by`). Done twice, or by several workers, it changes nothing more.
   */
  finish(provider: string, by?: ReasonName): Promise<boolean>;
}

/** All that one crawl writes, through one connection. */
export interface Ledger extends Frontier, PageKeeper, IndexUpkeep, ChromeKeeper, Requests {
  readonly blocklist: Blocklist;
  readonly inbox: Inbox;
  close(): Promise<void>;
}

/** Stored data that a crawl reads back. */
export interface PageKeeper {
  /** The links of a stored page, by the number of its URL. */
  linksOf(id: number): Promise<readonly PageLink[]>;
}
