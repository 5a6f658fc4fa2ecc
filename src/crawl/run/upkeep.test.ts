// Proves what a run does beside its visits: seeds and wishes of others, its progress, the index (F1, F5, C4).
import { describe, expect, it } from 'vitest';
import { type CrawlWorld, openWorld, T, type WorldOptions } from '../../../test/support/crawl-world.ts';
import type { Lease, Ledger } from '../../frontier/port.ts';
import { Upkeep } from './upkeep.ts';

const SEED = 'http://127.0.0.1:9/';

async function begun(options: WorldOptions = {}): Promise<CrawlWorld & { readonly upkeep: Upkeep }> {
  const world = await openWorld(SEED, options);
  await world.begin();
  world.events.length = 0;
  return { ...world, upkeep: new Upkeep(world) };
}

describe('a look', () => {
  it('F5: reports the progress, about once a second', async () => {
    await using world = await begun();
    world.held.take(await world.lease());
    for (const ms of [0, 999, 1_000, 1_001]) {
      world.clock.now = T + ms;
      await world.upkeep.look();
    }
    expect(world.events).toMatchObject([
      { type: 'progress', waiting: 1, inFlight: 1, hosts: [{ host: '127.0.0.1:9', waiting: 1 }] },
      { type: 'progress' },
    ]);
  });

  it('F5: names the twenty hosts that most waits for', async () => {
    await using world = await begun({ policy: { seeds: [] } });
    const { provider } = world.policy;
    const found = Array.from({ length: 25 }, (_, i) =>
      Array.from({ length: i + 1 }, (_, j) => {
        const url = `http://h${i}.test/${j}`;
        return { provider, key: url, url, host: `h${i}.test`, depth: 0, kind: 'page' } as const;
      }),
    );
    await world.ledger.offer(found.flat());
    await world.upkeep.look();
    const [progress] = world.events;
    if (progress?.type !== 'progress') throw new Error('no progress was reported');
    expect(progress.waiting).toBe((25 * 26) / 2);
    expect(progress.hosts).toHaveLength(20);
    expect(progress.hosts[0]).toMatchObject({ host: 'h24.test', waiting: 25 });
  });

  it('C4: sees what other processes have entered in the blocklist', async () => {
    await using world = await begun();
    const beside = await world.store.openSideWriter();
    await beside.blocklist.add({ pattern: '127.0.0.1:9/a', reason: 'no', by: 'operator', at: T });
    expect(world.visitNeeds.blocked(`${SEED}a`, world.policy.key)).toBeUndefined();
    await world.upkeep.look();
    expect(world.visitNeeds.blocked(`${SEED}a`, world.policy.key)).toBe('127.0.0.1:9/a: no');
  });

  it('M1: hears that the run is to pause, to go on, and to stop', async () => {
    await using world = await begun();
    const [run = 0] = world.held.runs;
    const heard = async (wish: 'go' | 'pause' | 'stop') => {
      await world.ledger.setWish(run, wish);
      world.clock.now += 1_000;
      await world.upkeep.look();
      return [world.upkeep.isPaused, world.stop.isRequested()];
    };
    expect(await heard('go')).toEqual([false, false]);
    expect(await heard('pause')).toEqual([true, false]);
    expect(await heard('go')).toEqual([false, false]);
    expect(await heard('stop')).toEqual([false, true]);
    // A repeated wish is no second stop, which would not wait for requests in flight.
    await heard('stop');
    expect(world.stop.isAtOnce).toBe(false);
  });

  it('S1: does what settling leaves behind in the index every five seconds', async () => {
    await using world = await begun();
    const refreshed: number[] = [];
    const ledger = new Proxy(world.ledger, {
      get(target, name) {
        if (name === 'refreshIndex') refreshed.push(world.clock.now - T);
        const member = Reflect.get(target, name) as unknown;
        return typeof member === 'function' ? member.bind(target) : member;
      },
    }) satisfies Ledger;
    const upkeep = new Upkeep({ ...world, ledger });
    for (const ms of [0, 1_000, 4_000, 5_000, 6_000, 10_000]) {
      world.clock.now = T + ms;
      await upkeep.look();
    }
    expect(refreshed).toEqual([0, 5_000, 10_000]);
  });
});

describe('seeds', () => {
  it('F1: of other processes are offered once, and only those of a provider that is crawled', async () => {
    await using world = await begun({ policy: { perHost: 9 } });
    const beside = await world.store.openSideWriter();
    await beside.addSeed(world.policy.provider, `${SEED}new`);
    await beside.addSeed(world.policy.provider, SEED);
    await beside.addSeed('another', 'http://127.0.0.2:9/');
    expect(await world.upkeep.takeSeeds()).toBe(1);
    expect(await world.upkeep.takeSeeds()).toBe(0);
    const leases = await world.ledger.lease(9);
    expect(leases.map(({ url, depth }) => `${url} ${depth}`)).toEqual([`${SEED} 0`, `${SEED}new 0`]);
  });

  it('A2: a URL that another process wants is fetched once more, also where it had ended', async () => {
    await using world = await begun();
    const [lease] = await world.ledger.lease(1);
    const ended = { kind: 'ended', state: 'failed', by: 'http:500', detail: '' } as const;
    await world.ledger.settle(lease as Lease, { outcome: ended, steps: [] });
    const beside = await world.store.openSideWriter();
    await beside.addSeed(world.policy.provider, SEED);
    expect(await world.upkeep.takeSeeds()).toBe(0);
    await beside.addWanted(world.policy.provider, SEED);
    expect(await world.upkeep.takeSeeds()).toBe(1);
    expect(await world.ledger.lease(1)).toMatchObject([{ url: SEED, wanted: true }]);
  });

  it('F1: are taken with each look', async () => {
    await using world = await begun();
    const beside = await world.store.openSideWriter();
    await beside.addSeed(world.policy.provider, `${SEED}new`);
    await world.upkeep.look();
    expect((await world.ledger.counts(world.policy.provider)).waiting).toBe(2);
  });
});
