// F4: the bounds on requests, counted before each one is made: rolling windows over everything and per host, and per run.
import { budgetWait, windowStarts } from '../../frontier/decide/spend.ts';
import type { Budget, Requests, Wait } from '../../frontier/port-requests.ts';

/** The bound of `politeness: careful` on requests to one host in one run. */
export const HOST_RUN = 'budget:host-run';

export class RequestBounds {
  readonly #requests: Requests;
  readonly #budget: Budget;
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor(requests: Requests, budget: Budget, now: () => number) {
    this.#requests = requests;
    this.#budget = budget;
    this.#now = now;
    this.#startedAt = now();
  }

  /** Counts a request that is about to be made; a wait when a bound has been reached, and nothing is counted then. */
  async spend(host: string, bounded: boolean): Promise<Wait | undefined> {
    const most = this.#budget.hostPerRun;
    if (!bounded && most === undefined) return undefined;
    return this.#requests.spend(host, {
      budget: bounded ? this.#budget : undefined,
      run: most === undefined ? undefined : { most, since: this.#startedAt },
    });
  }

  /** The wait that holds for every host, if there is one. */
  async overall(): Promise<Wait | undefined> {
    const { hour, day } = windowStarts(this.#now());
    const since = (time: number) => this.#requests.requestsSince(time);
    return budgetWait({ all: { hour: await since(hour), day: await since(day) } }, this.#budget);
  }
}
