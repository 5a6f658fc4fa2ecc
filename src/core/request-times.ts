// F4: the times of the last day's requests, for the rolling budgets.

const DAY_MS = 24 * 3_600_000;

/** Times in order, over all hosts and per host, so that counting a window is a binary search. */
export class RequestTimes {
  readonly #all: number[] = [];
  readonly #byHost = new Map<string, number[]>();

  /** Notes a request and forgets what is older than a day. */
  add(host: string, at: number): void {
    const own = this.#byHost.get(host) ?? [];
    this.#byHost.set(host, own);
    for (const times of [this.#all, own]) {
      times.splice(firstAfter(times, at), 0, at);
      const old = firstAfter(times, at - DAY_MS - 1);
      // In batches: shifting a long array is slow.
      if (old > 1_000 || old > times.length / 2) times.splice(0, old);
    }
  }

  /** Requests after a time, and the first of them. */
  since(time: number, host?: string): { readonly count: number; readonly oldest: number | undefined } {
    const times = host === undefined ? this.#all : (this.#byHost.get(host) ?? []);
    const first = firstAfter(times, time);
    return { count: times.length - first, oldest: times[first] };
  }
}

function firstAfter(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
