// The line of callers that wait for a request: how long each waits in total, and which is next.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wait } from '../../frontier/port-requests.ts';

/** Thrown where a request would have to wait for longer than its caller does: nothing was requested. */
export class NotYet extends Error {
  readonly wait: Wait;

  constructor(wait: Wait) {
    super(`not yet: ${wait.by}, ${wait.detail}`);
    this.name = 'NotYet';
    this.wait = wait;
  }
}

/** How long a caller waits, over all that it waits for; the signal ends it earlier, with an AbortError. */
export class CallerPatience {
  readonly signal: AbortSignal | undefined;
  #leftMs: number;

  constructor(ms: number = Number.POSITIVE_INFINITY, signal?: AbortSignal) {
    this.#leftMs = ms;
    this.signal = signal;
  }

  get leftMs(): number {
    return this.#leftMs;
  }

  /** Waits until this has passed. Throws NotYet at once where that is too long. */
  async pass(wait: Wait, ms: number): Promise<void> {
    if (ms > this.#leftMs) throw new NotYet(wait);
    await this.timed(sleep(ms, undefined, { signal: this.signal }));
  }

  /** Takes the time that a wait took. */
  async timed<T>(wait: Promise<T>): Promise<T> {
    const from = performance.now();
    try {
      return await wait;
    } finally {
      this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - from));
    }
  }
}

/** At most this many at once; the others wait in line, first come, first served. */
export class Line {
  readonly #room: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(room: number) {
    this.#room = room;
  }

  /** How many are inside or wait. */
  get length(): number {
    return this.#inside + this.#waiting.length;
  }

  /** Runs a task inside. Throws NotYet when the caller's patience ends before its turn; `why` is called then. */
  async run<T>(task: () => Promise<T>, patience: CallerPatience, why: () => Wait): Promise<T> {
    patience.signal?.throwIfAborted();
    if (this.#inside < this.#room) this.#inside++;
    else await patience.timed(this.#enter(patience, why));
    try {
      return await task();
    } finally {
      // The next caller takes this place: it is never free in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#inside--;
      else next();
    }
  }

  #enter({ leftMs, signal }: CallerPatience, why: () => Wait): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        end();
      };
      const go = (): void => settle(resolve);
      const giveUp = (error: unknown): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        settle(() => reject(error));
      };
      const onAbort = (): void => giveUp(signal?.reason);
      const timer = Number.isFinite(leftMs) ? setTimeout(() => giveUp(new NotYet(why())), leftMs) : undefined;
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(go);
    });
  }
}
