// The watching port: records of runs, and data of reports, alerts and schedules; any process may use it beside a crawl.

import type { PageChangeKind } from '../core/page-change.ts';
import type { SeedCounts } from '../core/seed-counts.ts';
import type { Alert, AlertNews } from './alerts/alerts.ts';
import type { RunCounters } from './metrics/metrics.ts';
import type { PageChunks } from './metrics/quality.ts';
import type { FetchesReader } from './port-fetches.ts';
import type { NewDelivery, Outbox } from './port-outbox.ts';
import type { ReadingsReader } from './port-readings.ts';
import type { PageChange } from './report/change-report.ts';
import type { Amounts } from './report/estimate.ts';
import type { PlannedRun } from './schedule/schedule.ts';

export type { PageChangeKind } from '../core/page-change.ts';
export type { ChunkFact, SectionChange } from '../core/sections.ts';
export type { Alert, AlertNews } from './alerts/alerts.ts';
export type { PageChange } from './report/change-report.ts';
export type { Amounts } from './report/estimate.ts';
export type { PlannedRun } from './schedule/schedule.ts';

/** A crawl of one provider from its first URL to its last; one that was killed and went on is one run. */
export interface RunRecord {
  /** Rises with every run, over all providers. */
  readonly id: number;
  readonly provider: string;
  readonly generation: number;
  readonly kind: 'crawl' | 'refresh';
  readonly startedAt: number;
  /** When the run last stopped; undefined while it is under way or since it was killed. */
  readonly endedAt?: number | undefined;
  /** Whether nothing was left waiting. */
  readonly complete: boolean;
  /** F5: how many seeds it had when it last ended, and how many of them were not read; unknown of runs of earlier versions. */
  readonly seeds?: SeedCounts | undefined;
  /**
   * `stored` is as of now while it is under way, or since it was killed; `storedBefore` is as of its begin, and undefined for a
   * first run. From `startedAt` to `endedAt` here is the time this provider was
   * under way, from its first request to its last answer, without pauses.
   */
  readonly counters: RunCounters;
  /** Pages by what became of them; these counts are whole, also where the list of changes was cut. */
  readonly changes: Readonly<Record<PageChangeKind | 'unchanged', number>>;
  /** Pages that were read with the provider's own content selector set, and how many of them it matched. */
  readonly selector?: { readonly selector: string; readonly pages: number; readonly hits: number } | undefined;
  /** Pages that were too large to be read whole. */
  readonly pagesCut: number;
  readonly estimate?: Amounts | undefined;
  /** How many pages of this run ended for which reason (`by`), those that were left waiting among them; for advice. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The reason for which it ended with work waiting, where one is known. */
  readonly endedBy?: string | undefined;
  /** After how many stored pages it ends. */
  readonly maxPages?: number | undefined;
  /** What the operator requested for it; kept when its process dies. */
  readonly wish: 'go' | 'pause' | 'stop';
  /** Its policy as text (app/crawl/run-policy.ts), so that any process can go on with it; undefined for runs of earlier versions. */
  readonly policy?: string | undefined;
  /** The options of the crawl of a plain URL when it last began (app/crawl/remembered-options.ts). */
  readonly remembered?: string | undefined;
}

/** A change, and the run that noticed it. */
export interface RunChange extends PageChange {
  readonly provider: string;
  readonly run: number;
  /** When the run ended, or began where it has not ended. */
  readonly at: number;
  /** The number of the page's URL. */
  readonly page: number;
}

/** Which changes are listed. */
export interface ChangesFilter {
  readonly provider?: string | undefined;
  readonly kind?: PageChangeKind | undefined;
  /** Of runs that ended since then; one that has not ended counts by its begin. */
  readonly since?: number | undefined;
  readonly limit: number;
  /** The last change of the list before. */
  readonly after?: Pick<RunChange, 'run' | 'page'> | undefined;
}

/** A first run: every page of it is new, and not listed among the changes. */
export interface FirstRun {
  readonly provider: string;
  readonly run: number;
  readonly at: number;
  /** Pages that it stored. */
  readonly pages: number;
}

/** One response to a request for a URL, or a decision about the URL without a request. */
export interface HistoryEntry {
  readonly at: number;
  readonly run: number;
  readonly state: string;
  readonly status?: number | undefined;
  readonly by: string;
  readonly detail: string;
  readonly ms?: number | undefined;
  readonly bytes?: number | undefined;
  /** The hash of the text, when there was one. */
  readonly hash?: string | undefined;
}

/** An alert of which the begin, the end or both are still to be sent. */
export interface UnsentAlert {
  readonly id: number;
  readonly alert: Alert;
  /** Whether its begin is still to be sent. */
  readonly isNew: boolean;
  /** The text of its end, when it is over. */
  readonly end?: string | undefined;
}

/** The chunks of a stored page. */
export interface StoredChunks extends PageChunks {
  /** The number of its URL. */
  readonly page: number;
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

/** A part of the changes of a run. */
export interface ChangesPart {
  readonly kind?: PageChangeKind | undefined;
  readonly offset?: number | undefined;
}

/** Each method reads one snapshot. All reject with DOC_STORE for data that cannot be used. */
export interface WatchReader extends ReadingsReader, FetchesReader {
  /** Every provider that has a run, by name. */
  providers(): Promise<readonly string[]>;
  /** Those of which a page is stored, and those whose run has not ended, by name. */
  present(): Promise<readonly string[]>;
  /** Records of runs, the latest first. */
  runs(filter: {
    readonly provider?: string | undefined;
    readonly limit: number;
    readonly before?: number | undefined;
  }): Promise<readonly RunRecord[]>;
  run(id: number): Promise<RunRecord | undefined>;
  /** The changes of a run, in the order of their URLs' numbers; at most `limit`, of one kind or all, after the first `offset`. */
  changes(run: number, limit: number, part?: ChangesPart): Promise<readonly PageChange[]>;
  /** How many there are, of one kind or all. */
  changeCount(run: number, kind?: PageChangeKind): Promise<number>;
  /**
   * Of the pages that a run did not request because they were not due: for each interval between two requests the time at which the
   * first of them was looked at. None for a run that a later one of its provider has followed.
   */
  notDue(run: number): Promise<readonly { readonly checkedAt: number; readonly intervalMs?: number | undefined }[]>;
  /** The changes of all runs but first ones, the latest run first, of each in the order of the URLs' numbers. */
  changesOver(filter: ChangesFilter): Promise<readonly RunChange[]>;
  /** M3: the changes of one page, by the number of its URL, the latest first; with its first run. */
  changesOf(page: number, limit: number): Promise<readonly RunChange[]>;
  /** First runs, the latest first. */
  firstRuns(filter: Pick<ChangesFilter, 'provider' | 'since'>): Promise<readonly FirstRun[]>;
  /** The history of a URL with all providers, the latest first. At most 20 entries are kept for each provider. */
  history(url: string, limit: number): Promise<readonly HistoryEntry[]>;
  /** The chunks of a provider, page by page. */
  pageChunks(provider: string): AsyncIterable<StoredChunks>;
  /** Open alerts, and with `closed` the latest that are over. */
  alerts(filter?: { readonly closed?: number | undefined }): Promise<readonly KeptAlert[]>;
  /** Alerts, open or over, with a begin or end not yet sent to the webhook, the oldest first. */
  unsent(): Promise<readonly UnsentAlert[]>;
  planned(): Promise<ReadonlyMap<string, PlannedRun>>;
  /** By provider: when a slot was taken whose run is not over. */
  claims(): Promise<ReadonlyMap<string, number>>;
  /** The process that crawls the folder now. */
  owner(): Promise<CrawlOwner | undefined>;
}

/** Small writes, each in one short transaction. */
export interface WatchWriter {
  /** Keeps what begins, goes on and ends, and queues its deliveries in the same act. */
  keepAlerts(news: AlertNews, at: number, deliveries?: readonly NewDelivery[]): Promise<void>;
  /** Marks alerts as sent, as `unsent` listed them; later changes are still to be sent. */
  markSent(alerts: readonly UnsentAlert[], at: number): Promise<void>;
  /**
   * Keeps the plan before a run, to be compared with the result. Where nothing was crawled it waits for the first crawl, and the store
   * stays one into which nothing was crawled.
   */
  keepEstimate(provider: string, estimate: Amounts): Promise<void>;
  plan(provider: string, planned: PlannedRun): Promise<void>;
  /** Takes a slot, if it is still stored; false: another process has taken it. It is remembered until `endClaim`. */
  claim(provider: string, slot: number, next: PlannedRun, at: number): Promise<boolean>;
  /** Notes that the run of a slot taken at this time is over. */
  endClaim(provider: string, claimedAt: number): Promise<void>;
  /** Makes a slot taken at this time the next one again; false: another process has put it back, or ended it. */
  putBack(provider: string, claimedAt: number): Promise<boolean>;
}

/** Reader, writer and outbox; nothing is opened before it is used. */
export interface Watch {
  /** Rejects with DOC_STORE, when first used, where there is no crawl to read. */
  readonly reader: WatchReader;
  /** Makes the folder, when first used, where there is none. Never DOC_STORE_BUSY. */
  readonly writer: WatchWriter;
  readonly outbox: Outbox;
  close(): Promise<void>;
}
