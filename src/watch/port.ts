// The watching port: what runs leave behind, and what reports, alerts, schedules and deletions keep; any process may use it beside a crawl.

import type { PageChangeKind } from '../core/page-change.ts';
import type { Alert, AlertNews } from './alerts.ts';
import type { PageChange } from './change-report.ts';
import type { Amounts } from './estimate.ts';
import type { RunCounters } from './metrics.ts';
import type { PageChunks } from './quality.ts';
import type { PlannedRun } from './schedule.ts';

export type { PageChangeKind } from '../core/page-change.ts';
export type { ChunkFact, SectionChange } from '../core/sections.ts';
export type { Alert, AlertNews } from './alerts.ts';
export type { PageChange } from './change-report.ts';
export type { Amounts } from './estimate.ts';
export type { PlannedRun } from './schedule.ts';

/** A crawl of one provider from its first URL to its last; one that was killed and went on is one run. */
export interface RunRecord {
  /** Rises with every run, over all providers. */
  readonly id: number;
  readonly provider: string;
  readonly generation: number;
  readonly kind: 'crawl' | 'refresh';
  readonly startedAt: number;
  /** When it last stopped; undefined while it is under way or since it was killed. */
  readonly endedAt?: number | undefined;
  /** Whether nothing was left waiting. */
  readonly complete: boolean;
  /**
   * `stored` is as of now while it is under way, or since it was killed; `storedBefore` is as of its begin, and undefined for a
   * first run. From `startedAt` to `endedAt` here is the time this provider was
   * under way, from its first request to its last answer, without the time it stood still.
   */
  readonly counters: RunCounters;
  /** Pages by what became of them; these counts are whole, also where the list of changes was cut. */
  readonly changes: Readonly<Record<PageChangeKind | 'unchanged', number>>;
  /** Pages that were read with the provider's own content selector set, and how many of them it matched. */
  readonly selector?: { readonly selector: string; readonly pages: number; readonly hits: number } | undefined;
  /** Pages that were too large to be read whole. */
  readonly pagesCut: number;
  readonly estimate?: Amounts | undefined;
  /** How many pages of this run stand for which reason (`by`), those that were left waiting among them; for advice. */
  readonly reasons: Readonly<Record<string, number>>;
  /** What the operator wants of it; kept when its process dies. */
  readonly wish: 'go' | 'pause' | 'stop';
  /** By what it works (app/crawl/run-policy.ts), so that any process can go on with it; undefined for runs of earlier versions. */
  readonly policy?: string | undefined;
  /** What the crawl of a plain URL was told when it last began (app/crawl/given.ts). */
  readonly given?: string | undefined;
}

/** One answer to a request for a URL, or what was decided about it without one. */
export interface HistoryEntry {
  readonly at: number;
  readonly run: number;
  readonly state: string;
  readonly status?: number | undefined;
  readonly by: string;
  readonly detail: string;
  readonly ms?: number | undefined;
  readonly bytes?: number | undefined;
  /** Of the text, when there was one. */
  readonly hash?: string | undefined;
}

/** Someone asked that something be deleted (C5). */
export interface DeletionRequest {
  readonly id: number;
  /** A URL, a path (`example.com/docs`), or a provider. */
  readonly what: string;
  readonly contact: string;
  readonly note: string;
  readonly askedAt: number;
  /** 48 hours after it was asked. */
  readonly deadline: number;
  readonly state: 'open' | 'done' | 'refused';
  readonly closedAt?: number | undefined;
  readonly closedNote?: string | undefined;
  readonly receipt?: number | undefined;
}

/** What `forget` did, kept for good: counts and a name, never text. */
export interface Receipt {
  readonly id: number;
  readonly at: number;
  readonly what: string;
  readonly kind: 'url' | 'path' | 'provider';
  readonly removed: Readonly<Record<'urls' | 'pages' | 'chunks' | 'versions' | 'links' | 'robots', number>>;
  readonly blocked: boolean;
  /** Hex digest of the receipt before it and of this one's fields: a chain that shows what was taken out. */
  readonly digest: string;
}

/** An alert of which the begin, the end or both are still to be told. */
export interface UntoldAlert {
  readonly id: number;
  readonly alert: Alert;
  /** Its begin was not told. */
  readonly isNew: boolean;
  /** The text of its end, when it is over. */
  readonly end?: string | undefined;
}

/** An alert as it is kept; with its end once it is over. */
export interface KeptAlert extends Alert {
  readonly endedAt?: number | undefined;
}

/** A process that crawls, and the providers it crawls. */
export interface CrawlOwner {
  readonly pid: number;
  readonly heartbeatAt: number;
  readonly providers: readonly string[];
}

/** Each method reads one snapshot. All reject with DOC_STORE where there is no crawl, and for data that cannot be used. */
export interface WatchReader {
  /** Every provider that has a run, by name. */
  providers(): Promise<readonly string[]>;
  /** The latest first. */
  runs(filter: {
    readonly provider?: string | undefined;
    readonly limit: number;
    readonly before?: number | undefined;
  }): Promise<readonly RunRecord[]>;
  run(id: number): Promise<RunRecord | undefined>;
  /** In the order of their URLs' numbers; at most `limit`. */
  changes(run: number, limit: number): Promise<readonly PageChange[]>;
  /** What became of a URL, whoever's it is; the latest first. At most 20 are kept for each provider that knows it. */
  history(url: string, limit: number): Promise<readonly HistoryEntry[]>;
  /** What is kept of a provider's chunks, page by page. */
  pageChunks(provider: string): AsyncIterable<PageChunks>;
  /** Open alerts, and with `closed` the latest that are over. */
  alerts(filter?: { readonly closed?: number | undefined }): Promise<readonly KeptAlert[]>;
  /** What the webhook has not heard yet, the oldest first: of open alerts and of those that are over. */
  untold(): Promise<readonly UntoldAlert[]>;
  planned(): Promise<ReadonlyMap<string, PlannedRun>>;
  /** When slots were taken whose runs are not over, by provider. */
  claims(): Promise<ReadonlyMap<string, number>>;
  requests(filter?: { readonly all?: boolean | undefined }): Promise<readonly DeletionRequest[]>;
  receipts(): Promise<readonly Receipt[]>;
  /** The process that crawls the folder now. */
  owner(): Promise<CrawlOwner | undefined>;
}

/** Small writes, each one short transaction. */
export interface WatchWriter {
  keepAlerts(news: AlertNews, at: number): Promise<void>;
  /** They were told, so far as `untold` had it; what came since is still to be told. */
  markTold(alerts: readonly UntoldAlert[], at: number): Promise<void>;
  /** The plan before a run, to be held against what it comes to. */
  keepEstimate(provider: string, estimate: Amounts): Promise<void>;
  plan(provider: string, planned: PlannedRun): Promise<void>;
  /** Takes a slot, if it is still the one that is stored; false: someone else has it. It is remembered until `endClaim`. */
  claim(provider: string, slot: number, next: PlannedRun, at: number): Promise<boolean>;
  /** The run of a slot that was taken then is over. */
  endClaim(provider: string, claimedAt: number): Promise<void>;
  /** A slot that was taken then is the next one again; false: someone else has put it back, or ended it. */
  putBack(provider: string, claimedAt: number): Promise<boolean>;
  addRequest(request: Pick<DeletionRequest, 'what' | 'contact' | 'note' | 'askedAt' | 'deadline'>): Promise<number>;
  closeRequest(
    id: number,
    end: {
      readonly state: 'done' | 'refused';
      readonly at: number;
      readonly note: string;
      readonly receipt?: number | undefined;
    },
  ): Promise<boolean>;
}

/** Both sides of it; nothing is opened before it is used. */
export interface Watch {
  /** Rejects with DOC_STORE, when first used, where there is no crawl to read. */
  readonly reader: WatchReader;
  /** Makes the folder, when first used, where there is none. Never DOC_STORE_BUSY. */
  readonly writer: WatchWriter;
  close(): Promise<void>;
}

/** What is to be forgotten (C5): one page, a path with all that lies below it, or all that a provider has brought. */
export type Forgettable =
  | {
      readonly kind: 'url' | 'path';
      /** As it stands in the receipt. */
      readonly what: string;
      /** A URL of it has this in it. */
      readonly host: string;
      isMeant(url: string): boolean;
      /** Whether pages of it are counted under this template of a path (U8). */
      isMeantTemplate(template: string): boolean;
    }
  | { readonly kind: 'provider'; readonly what: string; readonly provider: string };

/** How much of each is removed; `links` are those of other pages that lead there, `robots` kept robots.txt files. */
export type RemovedCounts = Receipt['removed'];

/** What stands in a receipt besides its number and its digest. */
export type ReceiptFields = Omit<Receipt, 'id' | 'digest'>;

export interface ForgetOptions {
  readonly now: number;
  /** U10: what is never fetched again. */
  readonly block: readonly { readonly pattern: string; readonly reason: string }[];
  /** A receipt is written also where nothing was stored. */
  readonly always?: boolean | undefined;
  /** The keys a word is found by when it is mistyped (search/index/suggestions.ts). */
  keysOf(word: string): readonly string[];
  /** The digest of a receipt, over that of the one before it. */
  seal(before: string, fields: ReceiptFields): string;
  /** Told now and then what is being done, and how many URLs are gone so far. */
  onStep?(step: 'rows' | 'mentions' | 'index' | 'file', urls: number): void;
}

export interface Forgotten {
  /**
   * `nothing`: there was nothing to remove; `unwiped`: all rows are gone, but someone still reads an older state, so that
   * its bytes are in the log, and there is no receipt yet: to be done again.
   */
  readonly end: 'forgotten' | 'nothing' | 'unwiped';
  /** All that this took, interrupted attempts included. */
  readonly removed: RemovedCounts;
  /** Written now or, where nothing was left, by an earlier attempt. */
  readonly receipt?: Receipt | undefined;
}
