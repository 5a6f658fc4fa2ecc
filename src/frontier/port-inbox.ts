// What other processes put in for the process that crawls, or that waits for such requests: seeds, and runs to start.

/** A URL for a provider's crawl: a seed, or one that the operator requests again. */
export interface SeedItem {
  readonly id: number;
  readonly provider: string;
  readonly url: string;
  /** It is to be fetched, whatever is known of it (`FoundUrl.wanted`). */
  readonly wanted?: true | undefined;
}

/** A run that another process requests; the request is kept as it was written. */
export interface RequestedRun {
  readonly id: number;
  readonly request: string;
}

/** The side of the process that takes requests up. Each item is returned until it is taken up, also after a kill. */
export interface Inbox {
  /** F1: seeds of these providers and what is wanted of them, the oldest first. Those of other providers wait for a crawl of theirs. */
  seeds(providers: readonly string[]): Promise<readonly SeedItem[]>;
  /** Runs that are to be started, the oldest first. */
  requestedRuns(): Promise<readonly RequestedRun[]>;
  takenUp(ids: readonly number[]): Promise<void>;
  /** The run is not started, for this reason; the process that requested it reads that. */
  refuseRun(id: number, why: string): Promise<void>;
}

/** What became of a requested run. */
export type RunAnswer =
  | { readonly state: 'waiting' }
  /** The run has begun: its record exists. */
  | { readonly state: 'begun' }
  | { readonly state: 'refused'; readonly why: string };

/** The side of all other processes. */
export interface InboxWriter {
  /** F1: a seed for the crawl under way, or for the next one. */
  addSeed(provider: string, url: string): Promise<void>;
  /** A URL that the crawl under way, or the next one, is to fetch once more. */
  addWanted(provider: string, url: string): Promise<void>;
  /** Requests a run from the process that crawls; returns the number by which it is found again. */
  requestRun(request: string): Promise<number>;
  answerTo(id: number): Promise<RunAnswer>;
  /** Withdraws a request, or its refusal; false: the run has begun. */
  takeBack(id: number): Promise<boolean>;
}
