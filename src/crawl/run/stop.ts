// How a run sleeps until something may have changed, and how it is stopped.
import type { Ledger } from '../../frontier/port.ts';

/** How long requests in flight may take after a stop. */
export const GRACE_MS = 8_000;

/** The pauses of a loop: ended by events in this process, and by work of another worker. */
export class Sleep {
  readonly #ledger: Pick<Ledger, 'waitForWork'>;
  #isWoken = false;
  #sleeping: AbortController | undefined;

  constructor(ledger: Pick<Ledger, 'waitForWork'>) {
    this.#ledger = ledger;
  }

  /** Marks the start of a pass of the loop, which sees all earlier events: only later ones prevent sleep. */
  begin(): void {
    this.#isWoken = false;
  }

  /** Whether something has happened since the pass began. */
  get isWoken(): boolean {
    return this.#isWoken;
  }

  /** Sleeps until something may have changed: a visit has landed, another worker has brought work, or the run was stopped. */
  async sleep(ms: number): Promise<void> {
    if (this.#isWoken) return;
    this.#sleeping = new AbortController();
    await this.#ledger.waitForWork(ms, this.#sleeping.signal);
  }

  wake(): void {
    this.#isWoken = true;
    // A reason of its own: without one an error is made for each.
    this.#sleeping?.abort('woken');
  }
}

/** Whether a run is to end: the first request lets what is in flight land, the second does not wait for it. */
export class Stop {
  readonly #abort: AbortController;
  readonly #wake: () => void;
  #requests = 0;
  #isLeft = false;

  constructor(abort: AbortController, wake: () => void) {
    this.#abort = abort;
    this.#wake = wake;
  }

  request(): void {
    this.#requests++;
    if (this.#requests === 1) setTimeout(() => this.#abort.abort(), GRACE_MS).unref();
    else this.#abort.abort();
    this.#wake();
  }

  /** Lets what is in flight land, and leaves the run as it is, for the process that resumes it; also where it is called again. */
  leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.request();
  }

  readonly isRequested = (): boolean => this.#requests > 0;

  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Whether nothing in flight is waited for. */
  get isAtOnce(): boolean {
    return this.#requests > 1;
  }
}
