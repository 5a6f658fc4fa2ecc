// F4: the port of the bounds on requests: rolling windows over everything and per host, and per run.
import type { ReasonName } from '../core/reasons.ts';

export interface Budget {
  readonly perHour: number;
  readonly perDay: number;
  readonly hostPerHour?: number | undefined;
  readonly hostPerDay?: number | undefined;
  /** Requests to a host in one run, however long it takes. */
  readonly hostPerRun?: number | undefined;
}

/** The bounds that can delay a request. */
export interface SpendBounds {
  /** Bounds of the rolling windows; undefined: the request is counted, and not held. */
  readonly budget?: Budget | undefined;
  /** At most this many requests to the host since then. */
  readonly run?: { readonly most: number; readonly since: number } | undefined;
}

/** When the next request may be made, and why not before. */
export interface Wait {
  readonly until: number;
  readonly by: ReasonName;
  readonly detail: string;
}

export interface CountedRequests {
  readonly count: number;
  readonly oldest: number | undefined;
}

export interface Requests {
  /**
   * Counts a request that is about to be made; a wait when a bound has been reached, and nothing is counted then. One act: two
   * workers never spend the same last request.
   */
  spend(host: string, bounds?: SpendBounds): Promise<Wait | undefined>;
  /** Requests after that time, over all hosts or to one. */
  requestsSince(since: number, host?: string): Promise<CountedRequests>;
}
