// Table data that the embedded engine keeps in memory: small, rebuilt at opening, never ahead of the tables.

import { urlStates } from '../../../core/end-states.ts';
import type { RequestTimes } from '../../../core/request-times.ts';
import { answersIn, type RecentAnswers } from '../../../frontier/decide/host-memory.ts';
import type { CrawlLimits, HostAnswers, HostClosing, UrlState } from '../../../frontier/port.ts';
import type { RunTally } from './run-state.ts';
import type { Row } from './statements.ts';

export type Tally = Record<UrlState, number>;

export interface ProviderState {
  readonly id: number;
  readonly slug: string;
  generation: number;
  ended: boolean;
  /** Fetch without conditions: everything is requested anew. */
  fresh: boolean;
  limits: CrawlLimits;
  busy: number;
  readonly tally: Tally;
  run: RunTally;
  /** Whether anything was leased since the run began, or went on. */
  underWay: boolean;
  /** In a refresh until its sitemaps have had their turn: one request at a time. */
  sitemapsFirst: boolean;
  /** The lanes of the provider, by host. */
  readonly lanes: Map<string, LaneState>;
  /** Keys found lately and the depth they wait at, so that most links cost no look-up; a key not held may still be known. */
  known: Map<string, number>;
  /** Keys that began anew with another spelling, and how often: what was remembered of them before is no longer valid. */
  readonly respelled: Map<string, number>;
}

export interface LoadedHost {
  readonly id: number;
  readonly name: string;
  nextAt: number;
  /** Undefined until a visit has reported it. */
  gapMs: number | undefined;
  parkedUntil: number;
  parkedBy: string;
  closing: HostClosing | undefined;
  recent: RecentAnswers;
  /** The number of leases and turns of this process. */
  busy: number;
  /** Turns of other processes. */
  others: readonly OtherTurn[];
  /** Until then another process waits for its turn; how many turns others have had, and had had when this one was last served. */
  wantedUntil: number;
  othersServed: number;
  othersBefore: number | undefined;
  /** When the lane was last served, for fairness: a count, not a time. */
  served: number;
  readonly lanes: Set<LaneState>;
}

export interface OtherTurn {
  readonly token: string;
  readonly gapMs: number;
  readonly row: Row;
}

/** The state of other processes as the owner last read it. */
export interface Others {
  /** Changes when another process has written. */
  version: number;
  /** The last change to a host. */
  touched: number;
  /** The last request, and all of the last day, the owner's own among them. */
  lastRequest: number;
  requests: RequestTimes;
  /** Hosts at which another process has a turn. */
  readonly taken: Set<LoadedHost>;
}

/** A row of `turns`. */
export function otherTurn(row: Row): OtherTurn {
  return { token: String(row.token), gapMs: Number(row.gap_ms), row };
}

/** What a row of `hosts` holds of processes that wait for its turn. */
export function wantedOf(row: Row): Pick<LoadedHost, 'wantedUntil' | 'othersServed'> {
  return { wantedUntil: Number(row.wanted_until), othersServed: Number(row.others) };
}

/** A provider at a host: where URLs queue. */
export interface LaneState {
  readonly id: number;
  readonly provider: ProviderState;
  readonly host: LoadedHost;
  queued: number;
  delayed: number;
  /** The earliest not-before time among the delayed. */
  firstDelayed: number | undefined;
  busy: number;
  served: number;
}

/** Enough for the links of any documentation site; fifteen providers together take some 40 MB. */
const MOST_KNOWN = 20_000;

/** Remembers a key; forgets all when there are too many, which only costs look-ups. */
export function remember(provider: ProviderState, key: string, depth: number): void {
  if (provider.known.size >= MOST_KNOWN) {
    provider.known.clear();
    provider.respelled.clear();
  }
  provider.known.set(key, depth);
}

/** The counts in a row of `providers`; all zero where there is none. */
export function tallyOf(row: Row | undefined): Tally {
  return Object.fromEntries(urlStates.map((state) => [state, Number(row?.[state] ?? 0)])) as Tally;
}

/** Pages stored in this generation. */
export function pagesInGeneration({ tally }: ProviderState): number {
  return tally.indexed + tally.unchanged;
}

/** F8: how a host has answered lately. */
export function answersOf({ recent }: LoadedHost): HostAnswers {
  return answersIn(recent);
}
