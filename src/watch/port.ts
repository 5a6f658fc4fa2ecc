// The watching port: what runs leave behind, and what reports, alerts, schedules and deletions keep; any process may use it beside a crawl.
import type { Alert, AlertNews } from './alerts.ts';
import type { PageChange, PageChangeKind } from './change-report.ts';
import type { Amounts } from './estimate.ts';
import type { RunCounters } from './metrics.ts';
import type { PageChunks } from './quality.ts';
import type { PlannedRun } from './schedule.ts';

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
  /** `stored` is as of now while it is under way; `storedBefore` is as of its begin. */
  readonly counters: RunCounters;
  /** Pages by what became of them; these counts are whole, also where the list of changes was cut. */
  readonly changes: Readonly<Record<PageChangeKind | 'unchanged', number>>;
  /** Pages that were read with the provider's own content selector set, and how many of them it matched. */
  readonly selector?: { readonly selector: string; readonly pages: number; readonly hits: number } | undefined;
  readonly estimate?: Amounts | undefined;
  /** Counts of reasons (`by`) of URLs that ended in this run, for advice. */
  readonly reasons: Readonly<Record<string, number>>;
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

export interface WatchReader {
  /** The latest first. */
  runs(filter: {
    readonly provider?: string | undefined;
    readonly limit: number;
    readonly before?: number | undefined;
  }): readonly RunRecord[];
  run(id: number): RunRecord | undefined;
  /** In the order of their URLs' numbers; at most `limit`. */
  changes(run: number, limit: number): readonly PageChange[];
  /** The latest first. */
  history(url: string, limit: number): readonly HistoryEntry[];
  /** What is kept of a provider's chunks, page by page. */
  pageChunks(provider: string): Iterable<PageChunks>;
  /** Open alerts, and with `closed` the latest that are over. */
  alerts(filter?: {
    readonly closed?: number | undefined;
  }): readonly (Alert & { readonly endedAt?: number | undefined })[];
  planned(): ReadonlyMap<string, PlannedRun>;
  requests(filter?: { readonly all?: boolean | undefined }): readonly DeletionRequest[];
  receipts(): readonly Receipt[];
  /** The process that crawls the folder now. */
  owner(): { readonly pid: number; readonly heartbeatAt: number; readonly providers: readonly string[] } | undefined;
}

/** Small writes, each one short transaction. */
export interface WatchWriter {
  keepAlerts(news: AlertNews, at: number): void;
  /** The plan before a run, to be held against what it comes to. */
  keepEstimate(provider: string, estimate: Amounts): void;
  plan(provider: string, planned: PlannedRun): void;
  /** Takes a slot, if it is still the one that is stored; false: someone else has it. */
  claim(provider: string, slot: number, next: PlannedRun): boolean;
  addRequest(request: Pick<DeletionRequest, 'what' | 'contact' | 'note' | 'askedAt' | 'deadline'>): number;
  closeRequest(
    id: number,
    end: {
      readonly state: 'done' | 'refused';
      readonly at: number;
      readonly note: string;
      readonly receipt?: number | undefined;
    },
  ): boolean;
}
