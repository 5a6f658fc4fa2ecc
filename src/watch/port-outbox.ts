// The port of the outbox: deliveries to webhooks from the moment they are decided until they have arrived, whatever ends the process.

/** At most this many deliveries wait; the oldest are removed. */
export const mostDeliveries = 1_000;

/** A delivery as it is queued. */
export interface NewDelivery {
  /** The receiver gets it with every try. */
  readonly id: string;
  /** A name for the webhook that contains nothing of its address. */
  readonly receiver: string;
  readonly event: string;
  /** Whose pages or alerts it is about. */
  readonly provider: string;
  /** The body as it is sent and signed. */
  readonly body: string;
}

/** A delivery that waits. */
export interface QueuedDelivery extends NewDelivery {
  readonly queuedAt: number;
  /** How often it was tried. */
  readonly tries: number;
}

/** An end of a run: one that went on and ended again is another one. */
export interface RunEnd {
  readonly run: number;
  readonly endedAt: number;
}

/**
 * Any process may use it beside a crawl. Each method is one short transaction, and rejects with DOC_STORE for data that cannot be
 * used. Where there is no crawl, or one of a version without an outbox, reading methods and `take` reject with DOC_STORE, and make nothing.
 */
export interface Outbox {
  /** Ends of runs after `since` that no process has announced, because it was killed before; the oldest first. */
  unannounced(since: number): Promise<readonly RunEnd[]>;
  /** Notes that an end is announced, and queues its deliveries in the same act. False, and nothing is queued: it was announced before, or the run went on. */
  announce(end: RunEnd, deliveries: readonly NewDelivery[], at: number): Promise<boolean>;
  /**
   * The first due delivery to a receiver, which no other process takes until it is settled here, or this process has ended, or a
   * minute is over. Counts as a try.
   */
  take(receiver: string, now: number): Promise<QueuedDelivery | undefined>;
  /** Removes a delivery that has arrived, or is not sent any more. */
  remove(id: string): Promise<void>;
  /** Puts a delivery that was taken back, due at a time. */
  putBack(id: string, dueAt: number): Promise<void>;
  /** No delivery to the receiver is due before this time. */
  postpone(receiver: string, until: number): Promise<void>;
  /** When the next delivery to the receiver can be taken, past times included; undefined when none waits. */
  nextDue(receiver: string): Promise<number | undefined>;
  /** Removes what was queued before this time and that no process is sending, and returns how many for each receiver. */
  removeOlder(before: number, now: number): Promise<ReadonlyMap<string, number>>;
}
