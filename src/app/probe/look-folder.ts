// F4: what a store knows for requests outside a crawl, and where their turns are taken.
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { BlockEntry, HostNews, LedgerReader, Turn, TurnAnswer, Turns, TurnWish } from '../../frontier/port.ts';
import type { SideWriter } from '../../frontier/port-beside.ts';
import type { HostMemory } from '../../frontier/port-turns.ts';
import type { RobotsMemory } from '../../robots/port.ts';
import type { Store } from '../../store/port.ts';
import { PrivateTurns } from './private-turns.ts';

/** The folder as one look sees it; it is opened anew for each, so that one that was made, restored or moved away meanwhile counts as it is. */
export interface FolderView {
  readonly entries: readonly BlockEntry[];
  readonly robots: RobotsMemory['load'];
  /** Turns that hold for every process in the folder. */
  readonly turns: Turns;
  /** F5: forgets that nobody answered at these hosts. */
  readonly forgetUnanswered: HostMemory['forgetUnanswered'];
  close(): Promise<void>;
}

/** A folder that another process writes for longer than this is not used for a while. */
const BUSY_MS = 2_000;
const WITHOUT_MS = 30_000;

/** The store, if something was crawled into it; where nothing was, and where it cannot be written, turns are this process's own. */
export class LookFolder {
  readonly #store: Store;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #private: PrivateTurns;
  #isChecked = false;
  #isWarned = false;
  /** The folder could not be written, and is not tried before. */
  #withoutUntil = 0;

  constructor(store: Store, log: Log, now: () => number = Date.now) {
    this.#store = store;
    this.#log = log;
    this.#now = now;
    this.#private = new PrivateTurns(now);
  }

  /** Throws DOC_STORE for a folder that cannot be read, DOC_STORE_DAMAGED for one that is damaged, DOC_STORE_VERSION for one of a newer docent. */
  async open(): Promise<FolderView> {
    const isThere = await this.#isThere();
    const reader = await this.#store.openReader({ checked: !this.#isChecked });
    this.#isChecked ||= isThere;
    const turns = new FolderTurns(reader, this.#private, (act) => this.#written(act), this.#store, this.#now);
    try {
      return {
        entries: await reader.blocklist.list(),
        robots: (key) => reader.robots(key),
        turns,
        forgetUnanswered: (hosts) => turns.forgetUnanswered(hosts),
        async close() {
          await turns.close();
          await reader.close();
        },
      };
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  async #isThere(): Promise<boolean> {
    return (await this.#store.identity()) !== undefined;
  }

  /** What was done in the folder; undefined where there is none, or it cannot be written, which is reported once. */
  async #written<T>(act: () => Promise<T>): Promise<T | undefined> {
    if (this.#now() < this.#withoutUntil || !(await this.#isThere())) return undefined;
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DocentError) || !error.isOurs) throw error;
      this.#withoutUntil = this.#now() + WITHOUT_MS;
      if (this.#isWarned) return undefined;
      this.#isWarned = true;
      this.#log.warn({ code: error.code }, `pace and requests are kept in memory only: ${error.message}`);
      return undefined;
    }
  }
}

/** Turns of the folder where it can be written, and of this process where it cannot: what it holds is obeyed all the same. */
class FolderTurns implements Turns, HostMemory {
  readonly #reader: LedgerReader;
  readonly #private: PrivateTurns;
  readonly #written: <T>(act: () => Promise<T>) => Promise<T | undefined>;
  readonly #store: Store;
  readonly #now: () => number;
  #writer: Promise<SideWriter> | undefined;

  constructor(
    reader: LedgerReader,
    own: PrivateTurns,
    written: <T>(act: () => Promise<T>) => Promise<T | undefined>,
    store: Store,
    now: () => number,
  ) {
    this.#reader = reader;
    this.#private = own;
    this.#written = written;
    this.#store = store;
    this.#now = now;
  }

  async takeTurn(host: string, wish: TurnWish): Promise<TurnAnswer> {
    const answer = await this.#written(async () => (await this.#open()).takeTurn(host, wish));
    return answer ?? this.#private.takeTurn(host, wish, this.#reader);
  }

  /** A turn of the folder that cannot be ended there ends by its time. */
  async endTurn(turn: Turn, news: HostNews): Promise<void> {
    await this.#private.endTurn(turn, news);
    await this.#written(async () => (await this.#open()).endTurn(turn, news));
  }

  /** Nothing is written where there is nothing to forget. */
  async forgetUnanswered(hosts: readonly string[]): Promise<void> {
    const known = await Promise.all(hosts.map((host) => this.#reader.hosts({ host, limit: 1 })));
    const silent = known.flat().filter((one) => one.recentErrors > 0 || one.closing !== undefined);
    if (silent.length === 0) return;
    await this.#written(async () => (await this.#open()).forgetUnanswered(silent.map(({ host }) => host)));
  }

  async close(): Promise<void> {
    const opened = this.#writer;
    this.#writer = undefined;
    if (opened !== undefined) await this.#written(async () => (await opened).close());
  }

  #open(): Promise<SideWriter> {
    this.#writer ??= this.#store.openSideWriter({ busyMs: BUSY_MS, clock: this.#now });
    this.#writer.catch(() => {
      this.#writer = undefined;
    });
    return this.#writer;
  }
}
