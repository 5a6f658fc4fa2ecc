// Requests for pages: hour by hour, counted by what they brought, and one by one.
import type { FetchResult, StatusClass } from '../core/page-fetch.ts';

/** Requests for pages in one hour. */
export interface HourCounts {
  /** When the hour began. */
  readonly at: number;
  /** All of them. */
  readonly fetched: number;
  readonly unchanged: number;
  readonly changed: number;
  readonly failed: number;
}

export const HOUR_MS = 3_600_000;

/** Which requests are meant; all that is set must fit. */
export interface FetchFilter {
  readonly since?: number | undefined;
  /** Before this time. */
  readonly until?: number | undefined;
  readonly provider?: string | undefined;
  readonly run?: number | undefined;
  readonly host?: string | undefined;
  readonly result?: FetchResult | undefined;
  /** A class, or one status. */
  readonly status?: StatusClass | number | undefined;
}

/** A request for a page. */
export interface MadeFetch {
  readonly at: number;
  readonly provider: string;
  readonly run: number;
  readonly url: string;
  readonly host: string;
  /** Undefined where no response came. */
  readonly status: number | undefined;
  readonly ms: number;
  readonly bytes: number;
  readonly result: FetchResult;
  /** What became of the URL with it. */
  readonly state: string;
  readonly by: string;
  readonly detail: string;
  /** Where a list goes on behind it. */
  readonly cursor: string;
}

export interface FetchCounts {
  readonly fetched: number;
  readonly results: Readonly<Record<FetchResult, number>>;
  readonly statuses: Readonly<Record<StatusClass, number>>;
}

/** Of the last twenty visits of each URL; those that were made by an earlier version are not known. */
export interface FetchesReader {
  /** Hours with a request that began since then, the earliest first. */
  hours(filter: { readonly since: number }): Promise<readonly HourCounts[]>;
  /** How many there are, by what they brought and by the status of their responses. */
  fetchCounts(filter: FetchFilter): Promise<FetchCounts>;
  /** How many are known of each run that made any since then. */
  fetchesByRun(since: number): Promise<ReadonlyMap<number, number>>;
  /** The latest first. `after`: the cursor of the last one of the page before; one that is none begins at the latest. */
  fetches(
    filter: FetchFilter & { readonly limit: number; readonly after?: string | undefined },
  ): Promise<readonly MadeFetch[]>;
}
