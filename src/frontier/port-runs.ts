// Runs as records: opened by one worker, paused and stopped by any process; workers may die.
import type { Lease } from './port-urls.ts';

/** What the operator requested for a run that is under way. */
export type RunWish = 'go' | 'pause' | 'stop';

/** How URLs are leased. */
export interface LeaseOptions {
  /** Only URLs of these runs; default: of every run this worker has opened. */
  readonly runs?: readonly number[] | undefined;
  /** After this, unless it is renewed, a lease goes to the next caller; the host keeps its gap from then on. Default: 5 minutes. */
  readonly lifetimeMs?: number | undefined;
}

/** A run leaves the next request to a host that keeps a gap to another run, which was served longer ago, for this long at most. */
export const YIELD_MS = 200;
/** A run from which nothing was leased for longer is not waited for. */
export const RUN_IDLE_MS = 1_500;

/** The default of `LeaseOptions.lifetimeMs`. */
export const LEASE_MS = 300_000;

export interface RunKeeper {
  /** Lengthens leases by their lifetime; returns those that are still in force. */
  renew(leases: readonly Lease[], lifetimeMs?: number): Promise<readonly Lease[]>;
  /**
   * The operator's wish for a run, which this worker follows from now on; `stop` for a run that does not exist. A new run, and one that
   * goes on, begins with `go`. A wish outlives the worker that was to follow it.
   */
  wishOf(run: number): Promise<RunWish>;
  setWish(run: number, wish: RunWish): Promise<void>;
  /** Resolves when there may be something to lease that was not there before, and after `ms` at the latest, or on the signal. */
  waitForWork(ms: number, signal?: AbortSignal): Promise<void>;
}
