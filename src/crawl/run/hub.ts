// Where a run publishes its events for any number of listeners: a ring of the last ones, each with an id to come back with.
import { randomBytes } from 'node:crypto';

/** Replaces events that a listener can no longer get. */
export interface Gap {
  readonly type: 'gap';
  /** How many events are missing; absent where it is unknown, because this hub did not issue the listener's id. */
  readonly missed?: number | undefined;
}

/** An event, or a gap, and the id after which a listener that comes back goes on. */
export interface Published<E> {
  /** `<incarnation>-<n>`: n rises by one with each event; that of a gap is the id of the last event missed. */
  readonly id: string;
  readonly event: E | Gap;
}

export interface SubscribeOptions {
  /** The last id the listener has seen; default: it has seen none, and begins with the first event. `lastId` begins with the next one. */
  readonly after?: string | undefined;
  /** Ends the iteration without an error, also while it waits. */
  readonly signal?: AbortSignal | undefined;
}

/** The side of a hub that listeners use. */
export interface Broadcast<E> {
  /** The id of the newest event; before the first event an id that begins with it. */
  readonly lastId: string;
  /**
   * Every event after that of the passed id, in order and once, as long as the ring holds it; a gap in place of what it does not hold any
   * more. A listener has only its place in the ring: one that is slow costs no memory, and gets a gap where it was overrun. Ends with
   * the hub, by throwing if the hub failed.
   */
  subscribe(options?: SubscribeOptions): AsyncIterable<Published<E>>;
}

export interface HubOptions {
  /** How many events the ring holds; at least 1. */
  readonly size?: number | undefined;
  /** Distinguishes the ids of this hub from those of any other; default: random. */
  readonly incarnation?: string | undefined;
}

interface Link<E> {
  next: Item<E> | undefined;
}

/** An event that leads to the next: holding one holds all that come after it. */
interface Item<E> extends Link<E> {
  readonly event: E;
}

const RING_SIZE = 4_096;

/** Events published by one side, for any number of listeners; ends or fails once. */
export class Hub<E> implements Broadcast<E> {
  readonly #incarnation: string;
  readonly #size: number;
  /** Event n is at (n - 1) modulo the size. */
  readonly #ring: Item<E>[] = [];
  readonly #waiting = new Set<() => void>();
  #last: Link<E> = { next: undefined };
  #count = 0;
  #isEnded = false;
  #error: unknown;

  constructor({ size = RING_SIZE, incarnation = randomBytes(6).toString('hex') }: HubOptions = {}) {
    this.#size = size;
    this.#incarnation = incarnation;
  }

  get lastId(): string {
    return this.#idOf(this.#count);
  }

  /** Does nothing once the hub has ended: no listener is left. */
  publish(event: E): void {
    if (this.#isEnded) return;
    const item: Item<E> = { event, next: undefined };
    this.#last.next = item;
    this.#last = item;
    this.#ring[this.#count % this.#size] = item;
    this.#count++;
    this.#wake();
  }

  end(error?: unknown): void {
    this.#isEnded = true;
    this.#error = error;
    this.#wake();
  }

  async *subscribe({ after, signal }: SubscribeOptions = {}): AsyncGenerator<Published<E>, void> {
    const wake = (): void => this.#wake();
    signal?.addEventListener('abort', wake, { once: true });
    try {
      const known = after === undefined ? 0 : this.#numberOf(after);
      let seen = known ?? this.#lost;
      if (known === undefined && !signal?.aborted) yield { id: this.#idOf(seen), event: { type: 'gap' } };
      while (!signal?.aborted) {
        if (seen < this.#lost) {
          const missed = this.#lost - seen;
          seen += missed;
          yield { id: this.#idOf(seen), event: { type: 'gap', missed } };
        } else if (seen < this.#count) {
          const { event } = this.#ring[seen % this.#size] as Item<E>;
          seen++;
          yield { id: this.#idOf(seen), event };
        } else if (!(await this.#more())) return;
      }
    } finally {
      signal?.removeEventListener('abort', wake);
    }
  }

  /**
   * For a reader that must miss nothing: what the ring holds at the first `next()`, after a gap if there was more, and from then on
   * every event, however slowly it reads; what it has not read yet is kept for it. Ends as `subscribe` does.
   */
  async *all(): AsyncGenerator<E | Gap, void> {
    const missed = this.#lost;
    let place: Link<E> = this.#count === 0 ? this.#last : { next: this.#ring[missed % this.#size] };
    if (missed > 0) yield { type: 'gap', missed };
    for (;;) {
      if (place.next !== undefined) {
        place = place.next;
        yield (place as Item<E>).event;
      } else if (!(await this.#more())) return;
    }
  }

  /** How many events the ring no longer holds. */
  get #lost(): number {
    return Math.max(0, this.#count - this.#size);
  }

  #idOf(n: number): string {
    return `${this.#incarnation}-${n}`;
  }

  /** The number in an id; undefined if this hub did not issue it. */
  #numberOf(id: string): number | undefined {
    const n = Number(id.slice(this.#incarnation.length + 1));
    const isIssued = Number.isInteger(n) && n >= 0 && n <= this.#count && id === this.#idOf(n);
    return isIssued ? n : undefined;
  }

  /** Waits until there may be something new; false when the hub has ended. Throws what it failed with. */
  async #more(): Promise<boolean> {
    if (this.#isEnded) {
      if (this.#error !== undefined) throw this.#error;
      return false;
    }
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
    return true;
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
