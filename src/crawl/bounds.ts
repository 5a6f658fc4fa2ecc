// F4: the bounds on requests, counted before each one is made: rolling windows over everything and per host, and per run.
import { type Budget, budgetWait, type Wait } from '../frontier/budget.ts';
import type { Ledger } from '../frontier/port.ts';

/** The bound of `politeness: careful` on requests to one host in one run. */
export const HOST_RUN = 'budget:host-run';

/** A host that has had its share of a run is left alone for so long; the next run begins to count anew. */
const REST_MS = 3_600_000;

export class Bounds {
  readonly #ledger: Pick<Ledger, 'requestsSince' | 'noteRequest'>;
  readonly #budget: Budget;
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor(ledger: Pick<Ledger, 'requestsSince' | 'noteRequest'>, budget: Budget, now: () => number) {
    this.#ledger = ledger;
    this.#budget = budget;
    this.#now = now;
    this.#startedAt = now();
  }

  /** Counts a request that is about to be made; a wait when a bound has been reached, and nothing is counted then. */
  async spend(host: string, bounded: boolean): Promise<Wait | undefined> {
    if (!bounded && this.#budget.hostPerRun === undefined) return undefined;
    const now = this.#now();
    const rolling = bounded ? await budgetWait(this.#ledger, this.#budget, now, host) : undefined;
    const wait = rolling ?? (await this.#runWait(host, now));
    if (wait === undefined) await this.#ledger.noteRequest(host, now);
    return wait;
  }

  /** The wait that holds for every host, if there is one. */
  overall(): Promise<Wait | undefined> {
    return budgetWait(this.#ledger, this.#budget, this.#now());
  }

  async #runWait(host: string, now: number): Promise<Wait | undefined> {
    const most = this.#budget.hostPerRun;
    if (most === undefined) return undefined;
    const { count } = await this.#ledger.requestsSince(this.#startedAt - 1, host);
    if (count < most) return undefined;
    const detail = `${count} requests to ${host} in this run; the bound is ${most}`;
    return { until: now + REST_MS, by: HOST_RUN, detail };
  }
}
