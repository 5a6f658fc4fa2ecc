// The words of the frontier: URLs, what is found and leased, how visits end, and what hosts are known for.

import type { UrlState } from '../core/end-states.ts';
import type { ReasonName } from '../core/reasons.ts';
import type { PageIndex } from '../core/search-entry.ts';
import type { Refused } from '../core/verdict.ts';
import type { ChunkRecord, PageRecord } from './page-record.ts';

/** F5: the sum of all states is the number of URLs discovered, always. */
export type Accounting = Readonly<Record<UrlState, number>> & { readonly discovered: number };

/** A provider and the limits of its crawl. */
export interface CrawlLimits {
  readonly provider: string;
  /** Requests under way at once, over all of the provider's hosts. */
  readonly perProvider: number;
  /** Requests under way at once to one host; always one where a gap is kept. */
  readonly perHost: number;
  /** The gap assumed after a request whose process died before the end. */
  readonly gapMs: number;
  /** Stored pages after which nothing more of the provider is leased. */
  readonly maxPages: number;
  /** U8: URLs of one path template after which more are refused. */
  readonly maxPerTemplate: number;
  /** The options of a crawl without a configured provider, for a refresh of it; kept as they are. */
  readonly remembered?: string | undefined;
  /** The run's policy as text, for the process that resumes it; kept as it is. */
  readonly policy?: string | undefined;
}

export interface BeginOptions {
  /** Begins anew, knowing nothing and requesting without conditions. */
  readonly fresh: boolean;
  /**
   * Begins anew although the last crawl had not ended: what is stored is requested again, and what waited goes on waiting.
   * `when-full`: only where as many pages are stored as the lane allows, so that there would be nothing to go on with.
   */
  readonly renew?: boolean | 'when-full' | undefined;
  /** The record of a new run; a resumed run keeps its own. Default: a crawl. */
  readonly run?: NewRun | undefined;
}

export type RunKind = 'crawl' | 'refresh';

/** M1: what a run's record holds from the start. */
export interface NewRun {
  /**
   * In a refresh seeds come first, then sitemaps, since they may save requests for pages, then what is stored, then the rest. Until the
   * first page after the sitemaps there is one request at a time.
   */
  readonly kind: RunKind;
  /** The provider's own content selector. */
  readonly selector?: string | undefined;
}

export interface BeginAnswer {
  /** The run's number, in its record and in `LeaseOptions.runs`. */
  readonly run: number;
  /** `resumed`: the last crawl of this provider had not ended, and goes on. */
  readonly how: 'first' | 'resumed' | 'again';
  /** Counts crawls of this provider from their first URL to their last; a resumed one keeps its number. */
  readonly generation: number;
  readonly waiting: number;
  /** F3: pages the run has newly stored. One that was killed goes on counting; one that had been finished counts from 0 again. */
  readonly newPages: number;
}

export type UrlKind = 'page' | 'sitemap';

/** How a URL is visited: `plain` is one request, `render` one navigation of a browser. Either takes the host's turn. */
export type VisitMode = 'plain' | 'render';

/** A URL that was found: a seed, a link or an entry of a sitemap. */
export interface FoundUrl {
  readonly provider: string;
  /** The key's identity; two URLs with one key are one URL. */
  readonly key: string;
  /** The URL that is requested. */
  readonly url: string;
  /** The host's clock: `hostKey(url)`. */
  readonly host: string;
  readonly depth: number;
  readonly kind: UrlKind;
  /** The page it was found on. */
  readonly from?: number | undefined;
  /**
   * U8: the template of its path, where something in it varies; too many of one template are refused as `trap:template`, the
   * first of them entered in the blocklist (U10).
   */
  readonly template?: string | undefined;
  /**
   * The operator requests it: it is fetched, without conditions, although this generation has settled it or it is not due. A URL
   * that is known keeps its depth and the page it was found on.
   */
  readonly wanted?: true | undefined;
  /** F9: the sitemap's lastmod; kept for this generation with a page that is stored. */
  readonly lastmod?: number | undefined;
  /** Refused before it was ever requested: it ends at once, with this reason. */
  readonly refused?: (Refused & { readonly state?: 'skipped' | 'blocked' }) | undefined;
}

export type OfferAnswer = 'added' | 'known' | 'refused';

/** The right to request one URL once. */
export interface Lease {
  /** The URL's number in the ledger. */
  readonly id: number;
  /** Rises with every lease; a settle with an older one is refused. */
  readonly token: number;
  /** The run it belongs to. */
  readonly run: number;
  readonly provider: string;
  readonly kind: UrlKind;
  /** `plain`, until a visit requests another (`again`). */
  readonly mode: VisitMode;
  readonly host: string;
  readonly depth: number;
  /** What is requested now: the URL itself, or where redirects have led so far. */
  readonly url: string;
  readonly firstUrl: string;
  /** Redirects followed so far, the first URL included. */
  readonly hops: readonly string[];
  /** Retries used up. */
  readonly attempt: number;
  /** The page that held the link. */
  readonly referrer?: string | undefined;
  /** The facts of its stored copy, for conditional requests. */
  readonly stored?: StoredFacts | undefined;
  /** U13: what is stored answered to another spelling, so that its conditions do not hold for this one. */
  readonly respelled?: true | undefined;
  /** The operator requested it: what is stored of it, or its last answers, are no reason not to fetch it. */
  readonly wanted?: true | undefined;
  /** M5: only in a refresh, of a page that is not stored: its 404 and 410 answers since its last other answer, oldest first. */
  readonly gone?: readonly GoneAnswer[] | undefined;
}

/** An answer that there is no such page. */
export interface GoneAnswer {
  readonly at: number;
  readonly status: number;
}

export interface StoredFacts {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly fetchedAt: number;
  readonly hash: string;
  /** The version of the extraction that read it. */
  readonly extractor: number;
  /** Whether its whole text is kept. */
  readonly isWhole: boolean;
  /** R28: the page itself requests that its text is not kept. */
  readonly noarchive: boolean;
  /** The version of the analyser that put it into the search index; 0 when it is not there. */
  readonly analyser: number;
  /** When it was last requested, and how long after that it is due again. */
  readonly checkedAt: number;
  readonly intervalMs?: number | undefined;
  /** H9: its words are those of a missing page or of a login. */
  readonly isSoftError?: boolean | undefined;
  /** U3: by which rules its links lost their queries, where they did. */
  readonly linkRules?: string | undefined;
  /** F9: the lastmod in a sitemap of this generation, and whether one was once wrong about this page. */
  readonly lastmod?: number | undefined;
  readonly lastmodWrong: boolean;
  /** E2: it was read before the site's chrome was learnt, and its text is not kept: it must be fetched again. */
  readonly asksAgain?: boolean | undefined;
}

/** One thing that happened to a URL, with the rule that decided it. */
export interface Step {
  readonly at: number;
  readonly step: string;
  readonly by?: string | undefined;
  readonly detail?: string | undefined;
}

/** The steps of a visit, the last of them as the ledger decided it. */
export function stepsToEnd(steps: readonly Step[], { state, by, detail }: EndOfVisit): readonly Step[] {
  const last = steps.at(-1);
  if (last === undefined || last.by !== undefined) return steps;
  return [...steps.slice(0, -1), { at: last.at, step: state, by, ...(detail !== '' && { detail }) }];
}

interface EndOfVisit {
  readonly state: UrlState;
  readonly by: string;
  readonly detail: string;
}

/** What a visit reports about the host it requested from. */
export interface HostNews {
  /** No request to this host before then; later news may lengthen the wait, never shorten it. */
  readonly nextAt: number;
  /** The gap in force, for `CrawlLimits.gapMs`' purpose. */
  readonly gapMs: number;
  /** F8: whether the answer counts as an error of the host; `unanswered`: there was none. Undefined when nothing was requested. */
  readonly error?: boolean | 'unanswered' | undefined;
  /** The host is closed from now on, or (`open`) not any more. Undefined: as before. */
  readonly closing?: HostClosing | 'open' | undefined;
}

/** F5: why a host gets no request: nobody answers there, or its robots.txt is out of reach. */
export interface HostClosing {
  readonly by: ReasonName;
  readonly detail: string;
  /** Nothing is requested there before then. */
  readonly until: number;
  /**
   * R11: how the host's URLs end if it is still closed when the run ends; `waiting`: they do not. Undefined: the last request brought no
   * answer, and no other URL waits for that.
   */
  readonly ends?: 'blocked' | 'failed' | 'waiting' | undefined;
}

export interface PageIdentity {
  readonly key: string;
  readonly url: string;
  readonly by: 'redirect' | 'canonical';
  /** The identity if the canonical link is mistaken: where redirects ended. */
  readonly otherwise?: PageIdentity | undefined;
}

/** The reason for a URL whose page belongs to another key: known there, or stored there now. */
export function identityReason(by: PageIdentity['by'], isKnown: boolean): ReasonName {
  if (by === 'redirect') return isKnown ? 'redirect:known' : 'redirect:followed';
  return isKnown ? 'canonical:known' : 'canonical:followed';
}

/**
 * How a visit ended. `links` go into the ledger in the same act. F10: a stored copy is removed when its server answers 404 or 410, when
 * the page requests it, or when a page with the same text is stored where it leads; a page with no more text than another
 * (`duplicate:collapsed`), or that leads elsewhere (`redirect:elsewhere`, `redirect:temporary`), is skipped, and its earlier copy stays.
 */
export type Outcome =
  | {
      readonly kind: 'page';
      /** Why it is stored. Default: `http:` and the status. */
      readonly reason?: ReasonName | undefined;
      readonly page: PageRecord;
      readonly chunks: readonly ChunkRecord[];
      /** S1: what the search index keeps of it, an entry for each chunk. Without it the page is not found, unless it is as it was. */
      readonly index?: PageIndex | undefined;
      /** The key it is stored under, when that is not the key it was found by: where redirects ended, what its canonical link names. */
      readonly identity?: PageIdentity | undefined;
      /** Offered in the same act, to the same provider, as all links of a settlement. */
      readonly links: readonly FoundUrl[];
      /** Every link of the page, packed (core/page-links.ts): what `linksOf` returns once the page is stored. */
      readonly outgoing?: Uint8Array | undefined;
      /** E2: the page as it was read, packed (extract/edges), where the whole text may be kept and it may have to be cut anew. */
      readonly draft?: Uint8Array | undefined;
      /** Not stored; links still count. A copy stored before is removed, unless the reason is no wish of the page's (F10). */
      readonly noindex?: (Refused & { readonly keepStored?: true }) | undefined;
    }
  | {
      readonly kind: 'unchanged';
      /** Why the page counts as unchanged. Default: `http:304`. */
      readonly reason?: ReasonName | undefined;
      readonly at: number;
      /** The stored page's links, offered again: rules may have changed, and this generation may not know them. */
      readonly links: readonly FoundUrl[];
      readonly etag?: string | undefined;
      readonly lastModified?: string | undefined;
      /** No request was made, for this reason; the time of the last request stays as it is. */
      readonly skippedBy?: Refused | undefined;
    }
  | { readonly kind: 'list'; readonly links: readonly FoundUrl[]; readonly detail: string }
  | {
      readonly kind: 'ended';
      readonly state: 'skipped' | 'blocked' | 'failed' | 'gone';
      readonly by: ReasonName;
      readonly detail: string;
      /** H3: a stored copy is removed: the page is forbidden now, and the operator keeps no such copies. */
      readonly removes?: true | undefined;
      /** No request was made: it ends as it had ended before, and the visit is not remembered. */
      readonly notRequested?: true | undefined;
    }
  /** The URL is requested again later; `retry` uses one attempt up. */
  | {
      readonly kind: 'again';
      readonly notBefore: number;
      readonly retry: boolean;
      readonly by: ReasonName;
      readonly detail: string;
      /** U13: unless another spelling of the key waits, which is then requested at once. */
      readonly orSpelling?: true | undefined;
      /**
       * How the URL is visited from now on, until it ends or begins anew with another spelling. Kept with the URL: it outlives
       * redirects, retries, a lease that is released or lost, and the process. Default: as before.
       */
      readonly mode?: VisitMode | undefined;
    }
  /**
   * A redirect: the next request of this URL goes there, after the host's gap. F10: a temporary one, away from a page
   * that is stored, ends the visit: the copy stays, and where it leads is offered as a URL of its own.
   */
  | {
      readonly kind: 'redirect';
      readonly to: string;
      readonly key: string;
      readonly host: string;
      readonly temporary?: boolean | undefined;
    };

/** M1: what a visit adds to the counters of its run, and to the history of its URL. */
export interface VisitFacts {
  readonly status?: number | undefined;
  /** How long the answer took. */
  readonly ms: number;
  /** Everything received, robots.txt and sitemaps included. */
  readonly bytes: number;
  /** Whether a page was requested and the answer was no redirect. */
  readonly isPage: boolean;
  /** A page's body was read: whether it had no text, was read in part, and whether the provider's own selector, if it has one, found it. */
  readonly read?:
    | { readonly empty: boolean; readonly selectorHit?: boolean | undefined; readonly cut?: boolean | undefined }
    | undefined;
}

/** When a page is requested again, by what the ledger finds when it compares the texts. */
export interface Rhythm {
  readonly sameMs: number;
  readonly changedMs: number;
  /** By the sitemap's lastmod the page did not change; the ledger remembers when that is wrong. */
  readonly lastmodSaysSame: boolean;
}

export interface Settlement {
  readonly outcome: Outcome;
  readonly facts?: VisitFacts | undefined;
  readonly rhythm?: Rhythm | undefined;
  /** Offered in the same act, whatever the outcome: the sitemaps that robots.txt names. */
  readonly found?: readonly FoundUrl[] | undefined;
  readonly steps: readonly Step[];
  readonly host?: HostNews | undefined;
  /**
   * Of a supplied URL, by the key of what was supplied, where redirects have led to that: kept when it ends, unless its copy is not
   * what was supplied; compared by `keepSame`.
   */
  readonly stamp?: { readonly key: string; readonly stamp: string } | undefined;
}

/**
 * `stale`: the lease was no longer valid and nothing was written. The state is what the URL ended in, or `waiting`; for a page
 * stored under another key it is that key's state, and the URL it was found by is a duplicate.
 */
export type SettleAnswer =
  | {
      readonly state: UrlState;
      /** The reason of the state and its detail, as in the URL's own record. */
      readonly by: string;
      readonly detail: string;
      readonly added: number;
      /** Pages of the provider that are stored in this generation, after this act. */
      readonly stored: number;
      /** As in `BeginAnswer`, whichever worker stored them, after this act. */
      readonly newPages: number;
      /** F8: how the leased URL's host has answered lately, after this act, to requests of any process. */
      readonly host: HostAnswers;
      readonly duplicateOf?: string;
    }
  | 'stale';

/** How far a provider's crawl got. */
export interface LastCrawl {
  readonly generation: number;
  readonly ended: boolean;
  readonly stored: number;
  readonly kind: RunKind;
}

/** F8: what a host's health is judged by. */
export interface HostAnswers {
  /** Errors among the last twenty answers. */
  readonly recentErrors: number;
  readonly recentAnswers: number;
}

export interface HostState extends HostAnswers {
  readonly host: string;
  readonly nextAt: number;
  /** The gap between two requests, if it is known yet. */
  readonly gapMs?: number | undefined;
  /** How many URLs are queued, delayed and in flight. */
  readonly waiting: number;
  readonly parkedUntil?: number | undefined;
  readonly parkedBy?: string | undefined;
  /** Why it is closed; also where its time is over, and nothing was requested since. */
  readonly closing?: HostClosing | undefined;
}

/** The times before which a host gets no request: its gap or requested pause, for how long it is parked, and closed, and why. */
export type HostTimes = Pick<HostState, 'nextAt' | 'gapMs' | 'parkedUntil' | 'parkedBy' | 'closing'>;

/** A host's clock, and the requests to it that are under way. */
export interface HostTurn extends HostTimes {
  /** The gap that each of these requests keeps. */
  readonly underWay: readonly number[];
}
