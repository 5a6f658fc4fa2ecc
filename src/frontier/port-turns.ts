// F4: the port of turns: who may make a request to a host now, whichever process, command or door it belongs to.
import type { SpendBounds, Wait } from './port-requests.ts';
import type { HostNews } from './port-urls.ts';

/** The right to make one request to a host. */
export interface Turn {
  readonly host: string;
  /** Unique among all turns there ever were. */
  readonly token: string;
  /** Until then no other request overlaps; a process that has not sent its own by then must not send it. */
  readonly until: number;
}

export interface TurnWish {
  /** The gap that is kept after the request, should the process die before it ends the turn. */
  readonly gapMs: number;
  /** A bit longer than the request may take. Default: one minute. */
  readonly lifetimeMs?: number | undefined;
  /** The request is counted, and held by these bounds; undefined: neither. */
  readonly bounds?: SpendBounds | undefined;
}

/** The turn, or when to come again and why. */
export type TurnAnswer =
  | { readonly turn: Turn; readonly wait?: undefined }
  | { readonly turn?: undefined; readonly wait: Wait };

/** The default of `TurnWish.lifetimeMs`. */
export const TURN_LIFETIME_MS = 60_000;

/**
 * Requests that belong to no leased URL. Turns and leases of one store respect each other, whichever process has them: where
 * either keeps a gap, a host has one request at a time. A process that waits beside a crawl is served after the crawl's next request at the
 * latest, if it comes for its turn in time.
 */
export interface Turns {
  /**
   * Takes the host's turn for one request, and counts it, in one act; a wait while the host's clock, a pause it requested, a request
   * under way or a bound forbids it, and nothing is counted then. A turn whose process died, or whose time is over, is void for
   * the process that looks next, and the host's gap runs from that moment.
   */
  takeTurn(host: string, wish: TurnWish): Promise<TurnAnswer>;
  /** Ends a turn. What it reports of the host counts, also when the turn was over before. */
  endTurn(turn: Turn, news: HostNews): Promise<void>;
}

/** What is remembered of hosts, beside their clocks. */
export interface HostMemory {
  /**
   * F5: forgets that nobody answered at these hosts: that they are closed for it, that it counts among their last answers, and that they
   * are parked for no more than that. What they answered stays, and so does the gap after the last request.
   */
  forgetUnanswered(hosts: readonly string[]): Promise<void>;
}
