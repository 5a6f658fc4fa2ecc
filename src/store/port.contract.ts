// The contract of a store: the suites of all ports, for an engine and for what stands in front of one.
import { afterAll } from 'vitest';
import { describeChannelMemory } from '../channel/port.contract.ts';
import { describeForgetting } from '../forget/port.contract.ts';
import { describeLedger } from '../frontier/port.contract.ts';
import { describeStoredPages } from '../frontier/port-pages.contract.ts';
import { describeReader } from '../frontier/port-reader.contract.ts';
import { lane, T, type TestClock, type TimedLedger, timed } from '../frontier/port-words.contract.ts';
import { describeFiledRequests } from '../requests/port.contract.ts';
import { describeRobotsMemory } from '../robots/port.contract.ts';
import { describeSearch } from '../search/port.contract.ts';
import { describeWatch } from '../watch/port.contract.ts';
import { describeJudged } from '../watch/port-judged.contract.ts';
import { describeOutbox } from '../watch/port-outbox.contract.ts';
import { describeQuestions } from '../watch/port-questions.contract.ts';
import type { Store } from './port.ts';
import { describeBackup } from './port-backup.contract.ts';
import { describeNeighbours } from './port-neighbours.contract.ts';

/** Where a store under test is. */
export interface StorePlace {
  readonly store: Store;
  /** What a crash at this moment leaves of it, its owner dead. */
  crashed(): StorePlace;
}

export interface StorePlaces {
  /** A place where nothing was made yet. */
  empty(): StorePlace;
  /** A place where a ledger was open before: to make one takes longer than most tests. */
  opened(): Promise<StorePlace>;
  /** The store of a folder. */
  at(folder: string): Store;
}

/** Runs the contracts of all ports. */
export function describeStore(name: string, { empty, opened, at }: StorePlaces): void {
  const parts: { close(): Promise<void> }[] = [];
  const closedAtLast = <P extends { close(): Promise<void> }>(part: P): P => {
    parts.push(part);
    return part;
  };
  afterAll(async () => {
    for (const part of parts.reverse()) await part.close().catch(() => undefined);
  });
  const ledgerOf = async (store: Store, clock: TestClock = { now: T }): Promise<TimedLedger> =>
    timed(closedAtLast((await store.openLedger(() => clock.now)).ledger), clock);
  const crawled = async (): Promise<Store> => (await opened()).store;
  const watched = async () => {
    let place = empty();
    return {
      openLedger: (now: number) => ledgerOf(place.store, { now }),
      openWatch: () => place.store.openWatch(),
      identity: () => place.store.identity(),
      async crash() {
        place = place.crashed();
      },
    };
  };

  describeLedger(name, async (now) => {
    let place = await opened();
    const clock = { now };
    const ledger = await ledgerOf(place.store, clock);
    let last = ledger;
    return {
      ledger,
      async reopen(later) {
        place = place.crashed();
        // Needed no longer; thousands of open files would be too many.
        await last.close();
        clock.now = later;
        last = await ledgerOf(place.store, clock);
        return last;
      },
      beside: async () => closedAtLast(await place.store.openSideWriter({ clock: () => clock.now })),
      clock,
    };
  });
  describeReader(name, async () => {
    const store = await crawled();
    const ledger = await ledgerOf(store);
    await ledger.begin(lane(), { fresh: false, now: T });
    return { ledger, reader: closedAtLast(await store.openReader()) };
  });
  describeStoredPages(name, async () => {
    const store = await crawled();
    return { ledger: await ledgerOf(store), openPages: (filter) => store.openPages(filter) };
  });
  describeRobotsMemory(name, async () => {
    const store = await crawled();
    const { ledger, robots } = await store.openLedger();
    const reopen = async () => {
      await ledger.close();
      const later = await store.openLedger();
      closedAtLast(later.ledger);
      return later.robots;
    };
    return { memory: robots, reopen };
  });
  describeWatch(name, watched);
  describeOutbox(name, watched);
  describeQuestions(name, async () => (await crawled()).openQuestions());
  describeJudged(name, async () => (await crawled()).openJudged());
  describeSearch(name, async () => {
    const store = await crawled();
    return { ledger: await ledgerOf(store), openSearch: () => store.openSearch() };
  });
  describeForgetting(name, async () => {
    const { store } = empty();
    return {
      forgetting: await store.openForgetting(),
      openLedger: (now) => ledgerOf(store, { now }),
      openReader: () => store.openReader(),
    };
  });
  describeFiledRequests(name, async () => {
    const { store } = empty();
    return { requests: await store.openRequests(), openReader: () => store.openReader() };
  });
  for (const make of [false, true])
    describeChannelMemory(`${name}, ${make ? 'which it makes' : 'which is there'}`, async () => {
      const { store } = make ? empty() : await opened();
      return { memory: await store.openChannel({ make }), reopen: () => store.openChannel({ make }) };
    });
  describeBackup(name, at);
  describeNeighbours(name, () => empty().store);
}
