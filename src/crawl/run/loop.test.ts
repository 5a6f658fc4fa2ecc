// Proves the loop of a run: what it leases, when it ends, and how it is paused and stopped (F1, F2, F3, F5).
import { describe, expect, it } from 'vitest';
import { type CrawlWorld, openWorld, type WorldOptions } from '../../../test/support/crawl-world.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import type { Lease, Ledger } from '../../frontier/port.ts';
import { page } from '../../frontier/port-words.contract.ts';
import type { Store } from '../../store/port.ts';
import { toFound } from '../visit/discover.ts';
import { beginProvider } from './begin.ts';
import { Loop } from './loop.ts';
import { StoppedWaiting } from './patient-ledger.ts';
import { Upkeep } from './upkeep.ts';

const SEED = 'http://127.0.0.1:9/';
const seedsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${SEED}${i}`);

interface Looped extends AsyncDisposable {
  readonly world: CrawlWorld;
  readonly loop: Loop;
  /** The URLs that were visited, in order. */
  readonly visited: string[];
}

/** A loop over seeds; each visit stores a page after what `during` does. */
async function looped(
  count: number,
  during: (world: CrawlWorld, lease: Lease) => unknown = () => undefined,
  options: WorldOptions = {},
): Promise<Looped> {
  const policy = { seeds: seedsOf(count), perHost: 9, perProvider: 9, ...options.policy };
  const world = await openWorld(SEED, { concurrency: 2, ...options, policy });
  await world.begin();
  const visited: string[] = [];
  const visit = async (lease: Lease): Promise<void> => {
    visited.push(lease.url);
    await during(world, lease);
    const answer = await world.ledger.settle(lease, { outcome: page(lease.url), steps: [] });
    if (answer !== 'stale') world.caps.note(lease.provider, answer);
  };
  const loop = new Loop({ ...world, upkeep: new Upkeep(world), visit });
  return { world, loop, visited, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** A store of which one act is answered as always, but not before `until`. */
function lateAt(act: 'lease' | 'nextDue', until: () => Promise<void>): Store {
  const store = temporaryStore();
  const late = (ledger: Ledger): Ledger =>
    new Proxy(ledger, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        if (name !== act) return member.bind(target);
        return async (...args: unknown[]) => {
          const answer: unknown = await member.apply(target, args);
          await until();
          return answer;
        };
      },
    });
  return {
    ...store,
    async openLedger(clock) {
      const opened = await store.openLedger(clock);
      return { ...opened, ledger: late(opened.ledger) };
    },
  };
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Waits several turns of the event loop, so that all pending work is done. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await nextTick();
}

describe('the loop', () => {
  it('F5: visits everything that waits, and ends when nothing is left', async () => {
    await using run = await looped(5);
    expect(await run.loop.run()).toBe(false);
    expect(run.visited.toSorted()).toEqual(seedsOf(5));
    expect(run.world.held.inFlight).toBe(0);
  });

  it('F2: has no more visits under way than it may', async () => {
    let underWay = 0;
    let most = 0;
    const during = async () => {
      most = Math.max(most, ++underWay);
      await nextTick();
      underWay--;
    };
    await using run = await looped(9, during, { concurrency: 3 });
    await run.loop.run();
    expect(most).toBe(3);
  });

  it('F1: a seed that comes with the last visit is crawled, too', async () => {
    const during = async ({ store, policy }: CrawlWorld, { url }: Lease) => {
      if (url !== `${SEED}late`) await (await store.openSideWriter()).addSeed(policy.provider, `${SEED}late`);
    };
    await using run = await looped(1, during);
    expect(await run.loop.run()).toBe(false);
    expect(run.visited).toEqual([`${SEED}0`, `${SEED}late`]);
  });

  it('F5: does not end where its last visit brings something while it looks for what is due', async () => {
    const looking = Promise.withResolvers<void>();
    const landed = Promise.withResolvers<void>();
    const store = lateAt('nextDue', () => {
      looking.resolve();
      return landed.promise;
    });
    const during = async ({ ledger, policy }: CrawlWorld, { url }: Lease) => {
      if (url !== `${SEED}0`) return;
      await looking.promise;
      await ledger.offer([toFound({ url: `${SEED}late`, depth: 1 }, policy, () => undefined)]);
      void settled().then(landed.resolve);
    };
    await using run = await looped(1, during, { store });
    expect(await run.loop.run()).toBe(false);
    expect(run.visited).toEqual([`${SEED}0`, `${SEED}late`]);
  });

  it('F3: leases nothing more at the run cap', async () => {
    // The loop sleeps meanwhile, and is woken when a visit lands.
    await using run = await looped(9, settled, { maxRunPages: 3, concurrency: 1 });
    expect(await run.loop.run()).toBe(false);
    expect(run.visited).toHaveLength(3);
  });

  it('F4: leases nothing while the budget is spent', async () => {
    await using run = await looped(1, undefined, { wait: false, policy: { bounded: true }, budget: { perHour: 1 } });
    await run.world.ledger.spend('127.0.0.1:9');
    expect(await run.loop.run()).toBe(false);
    expect(run.visited).toEqual([]);
    expect(run.world.events).toContainEqual(expect.objectContaining({ type: 'waiting', by: 'budget:hour' }));
  });

  it('F5: ends with what a visit threw', async () => {
    const fault = new Error('the visit broke');
    await using run = await looped(5, () => {
      throw fault;
    });
    await expect(run.loop.run()).rejects.toBe(fault);
    expect(run.world.held.inFlight).toBe(0);
  });

  it('FAULTS 57: a visit that was stopped while it waited for space is no fault', async () => {
    await using run = await looped(1, ({ stop }) => {
      stop.request();
      throw new StoppedWaiting();
    });
    expect(await run.loop.run()).toBe(true);
  });

  it('M1: leases nothing while the operator has paused it, and goes on afterwards', async () => {
    await using run = await looped(2);
    const { ledger, held, clock } = run.world;
    const [number = 0] = held.runs;
    await ledger.setWish(number, 'pause');
    const ended = run.loop.run();
    await settled();
    expect(run.visited).toEqual([]);
    clock.now += 1_000;
    await ledger.setWish(number, 'go');
    expect(await ended).toBe(false);
    expect(run.visited).toHaveLength(2);
  });

  it('M1: a pause that comes between two looks at the wish does not end the run, a stop does', async () => {
    const pauseAtOnce = ({ ledger, held }: CrawlWorld) => ledger.setWish(held.runs[0] ?? 0, 'pause');
    await using run = await looped(2, pauseAtOnce, { concurrency: 1 });
    let isEnded = false;
    const ended = run.loop.run().finally(() => {
      isEnded = true;
    });
    await settled();
    expect([isEnded, run.visited.length]).toEqual([false, 1]);
    expect(run.world.events.at(-1)).toEqual({ type: 'paused' });
    run.world.clock.now += 1_000;
    await run.world.ledger.setWish(run.world.held.runs[0] ?? 0, 'stop');
    expect(await ended).toBe(true);
    expect(run.visited).toHaveLength(1);
  });
});

describe('a loop over two providers', () => {
  it('M1: goes on with one while the other is to pause, and waits for that one at the end', async () => {
    await using run = await looped(2);
    const { world } = run;
    await beginProvider({ ...world.policy, provider: 'other', seeds: [`${SEED}other`] }, world);
    const [, other = 0] = world.held.runs;
    await world.ledger.setWish(other, 'pause');
    let isEnded = false;
    const ended = run.loop.run().finally(() => {
      isEnded = true;
    });
    await settled();
    expect(run.visited.toSorted()).toEqual(seedsOf(2));
    expect(isEnded).toBe(false);
    await world.ledger.setWish(other, 'go');
    expect(await ended).toBe(false);
    expect(run.visited).toHaveLength(3);
  });

  it('M1: does not end where another process lets the paused one go on between two looks at the wishes', async () => {
    await using run = await looped(2);
    const { world } = run;
    await beginProvider({ ...world.policy, provider: 'other', seeds: [`${SEED}other`] }, world);
    const [, other = 0] = world.held.runs;
    const side = await world.store.openSideWriter();
    await side.setWish(other, 'pause');
    const ended = run.loop.run();
    await settled();
    expect(run.visited.toSorted()).toEqual(seedsOf(2));
    await side.setWish(other, 'go');
    await side.close();
    // As the work of another run of this process does.
    world.sleep.wake();
    expect(await ended).toBe(false);
    expect(run.visited).toHaveLength(3);
  });

  it('M1: does not wait for one that is to stop', async () => {
    await using run = await looped(2);
    const { world } = run;
    await beginProvider({ ...world.policy, provider: 'other', seeds: [`${SEED}other`] }, world);
    await world.ledger.setWish(world.held.runs[1] ?? 0, 'stop');
    expect(await run.loop.run()).toBe(false);
    expect(run.visited.toSorted()).toEqual(seedsOf(2));
  });
});

describe('a loop that is stopped', () => {
  it('F5: waits for what is in flight, and leases nothing more', async () => {
    const landing = Promise.withResolvers<void>();
    await using run = await looped(5, () => landing.promise);
    const ended = run.loop.run();
    await settled();
    expect(run.visited).toHaveLength(2);
    run.world.stop.request();
    let isEnded = false;
    ended.then(
      () => {
        isEnded = true;
      },
      () => {},
    );
    await settled();
    expect([isEnded, run.world.held.inFlight]).toEqual([false, 2]);
    landing.resolve();
    expect(await ended).toBe(true);
    expect(run.visited).toHaveLength(2);
    expect((await run.world.ledger.lastCrawl(run.world.policy.provider))?.stored).toBe(2);
  });

  it('F5: returns what it leases at that moment, and visits none of it', async () => {
    const stopped = Promise.withResolvers<void>();
    await using run = await looped(5, undefined, { store: lateAt('lease', () => stopped.promise) });
    const ended = run.loop.run();
    await settled();
    run.world.stop.request();
    stopped.resolve();
    expect(await ended).toBe(true);
    expect(run.visited).toEqual([]);
    expect(run.world.held.inFlight).toBe(0);
    expect(await run.world.ledger.lease(9)).toHaveLength(5);
  });

  it('F5: twice, does not wait for anything', async () => {
    await using run = await looped(5, () => new Promise(() => {}));
    const ended = run.loop.run();
    await settled();
    run.world.stop.request();
    run.world.stop.request();
    expect(await ended).toBe(true);
    expect(run.world.held.inFlight).toBe(2);
  });

  it('F5: before it begins, leases nothing', async () => {
    await using run = await looped(5);
    run.world.stop.request();
    expect(await run.loop.run()).toBe(true);
    expect(run.visited).toEqual([]);
  });
});
