// F4: what the data folder says about requests that no crawl makes, and where they are counted.
import { resolve } from 'node:path';
import { DocentError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { isReason } from '../core/reasons.ts';
import { RequestTimes } from '../core/request-times.ts';
import { budgetWait, windowStarts } from '../frontier/decide/spend.ts';
import type { BlockEntry, LedgerReader } from '../frontier/port.ts';
import type { Budget, CountedRequests, Wait } from '../frontier/port-requests.ts';
import type { RobotsMemory } from '../robots/port.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/port.ts';
import { storeIn } from './data-store.ts';

/** The folder as one look sees it; it is opened anew for each, so that one that was made, restored or moved away meanwhile counts as it is. */
export interface FolderView {
  readonly entries: readonly BlockEntry[];
  readonly robots: RobotsMemory['load'];
  /** Why the host is not asked now: its clock, a Retry-After, a parked host or, where bounds count, one that has been reached. */
  hold(host: string, bounded: boolean): Promise<Wait | undefined>;
  /** Counts a request that is about to be made; a wait when a bound has been reached, and nothing is counted then. */
  spend(host: string, bounded: boolean): Promise<Wait | undefined>;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** A folder that is written for longer than this is not waited for: a server would answer nobody meanwhile. */
const BUSY_MS = 250;
/** The bound of `politeness: careful` on requests to one host in one run; of something without runs, in one day. */
const CAREFUL_REQUESTS = 500;

/** The settings' data folder, if there is one; what it cannot keep is kept here. */
export class LookFolder {
  readonly #store: Store;
  readonly #budget: Budget;
  readonly #log: Log;
  readonly #now: () => number;
  /** Requests that could not be written down. */
  readonly #uncounted = new RequestTimes();
  /** The request that is being counted: a bound is looked at and counted in one act. */
  #spending: Promise<unknown> = Promise.resolve();
  #isChecked = false;
  #isTold = false;

  constructor(settings: Settings, log: Log, now: () => number = Date.now) {
    this.#store = storeIn(resolve(settings.options.data), settings.options.store);
    this.#budget = budgetOf(settings);
    this.#log = log;
    this.#now = now;
  }

  /** Throws DOC_STORE for a folder that cannot be read, DOC_STORE_DAMAGED for one that is damaged. */
  async open(): Promise<FolderView> {
    const reader = this.#store.exists() ? await this.#store.openReader({ checked: !this.#isChecked }) : undefined;
    this.#isChecked ||= reader !== undefined;
    try {
      return {
        entries: (await reader?.blocklist.list()) ?? [],
        robots: async (key) => reader?.robots(key),
        hold: async (host, bounded) =>
          later(await this.#turn(reader, host), bounded ? await this.#overBudget(reader, host) : undefined),
        spend: async (host, bounded) => (bounded ? this.#spend(reader, host) : undefined),
        close: async () => reader?.close(),
      };
    } catch (error) {
      await reader?.close();
      throw error;
    }
  }

  async #turn(reader: LedgerReader | undefined, host: string): Promise<Wait | undefined> {
    const turn = await reader?.hostTurn(host);
    if (turn === undefined) return undefined;
    const now = this.#now();
    const { nextAt, parkedUntil = 0, parkedBy = '' } = turn;
    // A clock that was once wrong must not close a host for years.
    const until = Math.min(Math.max(nextAt, parkedUntil), now + DAY_MS);
    if (until <= now) return undefined;
    const by = isReason(parkedBy) ? parkedBy : 'host:parked';
    if (parkedUntil > nextAt) return { until, by, detail: `a crawl leaves ${host} alone for now` };
    return { until, by: 'host:clock', detail: `a crawl has asked ${host}, and it is not its turn yet` };
  }

  #spend(reader: LedgerReader | undefined, host: string): Promise<Wait | undefined> {
    const spent = this.#spending.then(async () => {
      const wait = await this.#overBudget(reader, host);
      if (wait === undefined) await this.#note(host);
      return wait;
    });
    this.#spending = spent.catch(() => {});
    return spent;
  }

  async #overBudget(reader: LedgerReader | undefined, host: string): Promise<Wait | undefined> {
    const { hour, day } = windowStarts(this.#now());
    const countsOf = async (of?: string) => ({
      hour: await this.#since(reader, hour, of),
      day: await this.#since(reader, day, of),
    });
    return budgetWait({ all: await countsOf(), host: await countsOf(host) }, this.#budget);
  }

  async #since(reader: LedgerReader | undefined, since: number, of: string | undefined): Promise<CountedRequests> {
    const stored = (await reader?.requestsSince(since, of)) ?? { count: 0, oldest: undefined };
    const own = this.#uncounted.since(since, of);
    const oldest = Math.min(stored.oldest ?? Number.POSITIVE_INFINITY, own.oldest ?? Number.POSITIVE_INFINITY);
    return { count: stored.count + own.count, oldest: Number.isFinite(oldest) ? oldest : undefined };
  }

  /** In the folder, so that crawls count it, too; in memory where there is none, or it cannot be written. */
  async #note(host: string): Promise<void> {
    const at = this.#now();
    if (!this.#store.exists()) return this.#uncounted.add(host, at);
    try {
      const writer = await this.#store.openSideWriter({ busyMs: BUSY_MS });
      try {
        await writer.noteRequest(host, at);
      } finally {
        await writer.close();
      }
    } catch (error) {
      if (!(error instanceof DocentError) || !error.isOurs) throw error;
      this.#uncounted.add(host, at);
      if (this.#isTold) return;
      this.#isTold = true;
      this.#log.warn({ code: error.code }, `requests are counted in memory only: ${error.message}`);
    }
  }
}

function later(one: Wait | undefined, other: Wait | undefined): Wait | undefined {
  return (other?.until ?? 0) > (one?.until ?? 0) ? other : one;
}

function budgetOf({ options }: Settings): Budget {
  const { host_requests_per_day: perDay = Number.POSITIVE_INFINITY } = options;
  return {
    perHour: options.requests_per_hour,
    perDay: options.requests_per_day,
    hostPerHour: options.host_requests_per_hour,
    hostPerDay: options.politeness === 'careful' ? Math.min(perDay, CAREFUL_REQUESTS) : options.host_requests_per_day,
  };
}
