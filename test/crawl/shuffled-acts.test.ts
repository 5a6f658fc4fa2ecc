// Several workers at once on a store whose acts take a while and come in any order: leases, settles, turns, wishes and budgets keep their
// promises, whatever comes between a call and its answer.
import { afterAll, expect, it } from 'vitest';
import type { HostNews, Lease, Ledger } from '../../src/frontier/port.ts';
import type { SideWriter } from '../../src/frontier/port-beside.ts';
import { again, found, HOUR, lane, page, settlement, T } from '../../src/frontier/port-words.contract.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { createDice, type Dice } from '../fuzz/dice.ts';
import { EmptyFolders } from '../support/empty-folders.ts';
import { scaled } from '../support/how-long.ts';
import { Shuffle, shuffled, underSeeds } from '../support/shuffled-store.ts';

const WORKERS = 3;
const HOSTS = ['a', 'b'] as const;
const NAMES = HOSTS.flatMap((host) => Array.from({ length: 8 }, (_, n) => `${host}/${n}`));

const folders = new EmptyFolders();
afterAll(() => folders.remove());

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise(setImmediate);
}

/** A store with a clock that only its workers move, and what they see of its answers. */
class World {
  readonly clock = { now: T };
  readonly dice: Dice;
  readonly store: Store;
  readonly gapMs: number;
  readonly perHost: number;
  readonly perProvider: number;
  /** Leases and turns by their host, from their answer until the call that ends them. */
  readonly #open = new Map<string, Set<object>>();
  readonly #tokens = new Set<number>();
  /** How each page was settled last. */
  readonly ends = new Map<string, string>();
  /** Even: the run may go on. It rises when that is certain to have changed, and when it begins to. */
  wishes = 0;

  constructor(seed: number, folder: string) {
    this.dice = createDice(seed, 1);
    this.store = shuffled(openStore({ kind: 'sqlite', folder }), new Shuffle(seed));
    this.gapMs = this.dice.pick([0, 100]);
    this.perHost = 1 + this.dice.below(3);
    this.perProvider = 1 + this.dice.below(4);
  }

  get held(): number {
    return this.#open.values().reduce((sum, open) => sum + open.size, 0);
  }

  /** The news of a request that ends now. */
  get news(): HostNews {
    return { nextAt: this.clock.now + this.gapMs, gapMs: this.gapMs };
  }

  begin(host: string, one: object): void {
    const open = this.#open.get(host) ?? new Set();
    this.#open.set(host, open.add(one));
    if (this.gapMs > 0) expect(open.size, `requests under way at ${host}`).toBe(1);
  }

  take(lease: Lease): void {
    expect(this.#tokens.has(lease.token), `token ${lease.token}`).toBe(false);
    this.#tokens.add(lease.token);
    this.begin(lease.host, lease);
    const leases = [...this.#open.values()].flatMap((open) => [...open]).filter((one): one is Lease => 'url' in one);
    expect(
      leases.filter(({ id }) => id === lease.id),
      `takers of ${lease.url}`,
    ).toEqual([lease]);
    expect(leases.filter(({ host }) => host === lease.host).length).toBeLessThanOrEqual(this.perHost);
    expect(leases.length).toBeLessThanOrEqual(this.perProvider);
  }

  end(host: string, one: object): void {
    this.#open.get(host)?.delete(one);
  }

  /** Time passes until then; no lease lasts as short. */
  async waitUntil(time: number): Promise<void> {
    this.clock.now = Math.max(this.clock.now, time);
    await turns(1 + this.dice.below(4));
  }
}

/** Settles a lease, or returns it, some ways twice at once: one of them counts. */
async function conclude(world: World, ledger: Ledger, lease: Lease): Promise<void> {
  const { dice } = world;
  await turns(dice.below(20));
  world.end(lease.host, lease);
  const links = [dice.pick(NAMES), dice.pick(NAMES)].map((name) => found(name, { depth: lease.depth + 1 }));
  const whole = settlement(page(`text of ${lease.url}`, { links }), world.news);
  const later = settlement(again(world.clock.now + dice.below(2_000), false), world.news);
  const settle = async (one: typeof whole): Promise<boolean> => {
    const answer = await ledger.settle(lease, one);
    if (answer !== 'stale') world.ends.set(lease.url, answer.state);
    return answer !== 'stale';
  };
  const way = dice.below(10);
  if (way === 0) return ledger.release(lease, world.news);
  if (way === 1) return void (await Promise.all([settle(whole), ledger.release(lease, world.news)]));
  if (way === 2)
    return void expect((await Promise.all([settle(whole), settle(later)])).toSorted()).toEqual([false, true]);
  expect(await settle(way < 5 ? later : whole)).toBe(true);
}

/** Leases and settles until nothing waits. */
async function work(world: World, ledger: Ledger, run: number): Promise<void> {
  for (;;) {
    const { wishes } = world;
    const leases = await ledger.lease(1 + world.dice.below(3));
    for (const lease of leases) world.take(lease);
    if (wishes % 2 === 1 && wishes === world.wishes) expect(leases, 'of a run that is paused').toEqual([]);
    await Promise.all(leases.map((lease) => conclude(world, ledger, lease)));
    if (leases.length > 0) continue;
    await ledger.wishOf(run);
    const due = await ledger.nextDue();
    if (due !== undefined) await world.waitUntil(due);
    else if (world.held === 0 && (await ledger.counts('docs')).waiting === 0) return;
  }
}

/** Takes turns at a host, beside the workers. */
async function visitBeside(world: World, side: SideWriter): Promise<void> {
  const lifetimeMs = 60_000;
  for (let left = 4; left > 0; ) {
    const host = `${world.dice.pick(HOSTS)}.test`;
    const { turn, wait } = await side.takeTurn(host, { gapMs: world.gapMs, lifetimeMs });
    if (wait !== undefined) {
      await world.waitUntil(wait.until);
      continue;
    }
    left--;
    world.begin(host, turn);
    await turns(world.dice.below(20));
    world.end(host, turn);
    await side.endTurn(turn, world.news);
  }
}

async function pauseAndGoOn(world: World, side: SideWriter, run: number): Promise<void> {
  for (let left = 2; left > 0; left--) {
    await turns(world.dice.below(200));
    await side.setWish(run, 'pause');
    world.wishes++;
    await turns(world.dice.below(100));
    world.wishes++;
    await side.setWish(run, 'go');
  }
}

it(
  'F2, F4, F6, M1: several workers and others beside them have one request at a time, within every limit, and none of a paused run',
  scaled,
  () =>
    underSeeds(async (seed) => {
      const folder = await folders.newFolder();
      const world = new World(seed, folder);
      const { clock, store, gapMs, perHost, perProvider } = world;
      const { ledger } = await store.openLedger(() => clock.now);
      const { run } = await ledger.begin(lane({ gapMs, perHost, perProvider }), { fresh: false });
      await ledger.offer([found('a/0'), found('b/0')]);
      const sides = await Promise.all([1, 2].map(() => store.openSideWriter({ clock: () => clock.now })));
      await Promise.all([
        ...Array.from({ length: WORKERS }, () => work(world, ledger, run)),
        ...sides.map((side) => visitBeside(world, side)),
        pauseAndGoOn(world, sides[0] as SideWriter, run),
      ]);
      expect(await ledger.finish('docs')).toBe(true);
      for (const side of sides) await side.close();
      await ledger.close();
      const reader = await store.openReader();
      const records = await reader.records({ limit: 100 });
      const { discovered, ...states } = await reader.counts('docs');
      await reader.close();
      expect(records.map(({ url, state }) => [url, state])).toEqual(records.map(({ url }) => [url, 'indexed']));
      expect(new Map(records.map(({ url, state }) => [url, state]))).toEqual(world.ends);
      expect(Object.values(states).reduce((sum, n) => sum + n, 0)).toBe(discovered);
      expect(records).toHaveLength(discovered);
      folders.remove(folder);
    }),
);

it('F4: all together make as many requests as the budget allows, however they are counted', scaled, () =>
  underSeeds(async (seed) => {
    const folder = await folders.newFolder();
    const { clock, dice, store } = new World(seed, folder);
    const { ledger } = await store.openLedger(() => clock.now);
    const side = await store.openSideWriter({ clock: () => clock.now });
    const bounds = { budget: { perHour: 1 + dice.below(6), perDay: 99 } };
    const spend = async (n: number): Promise<boolean> =>
      n % 2 === 0
        ? (await ledger.spend(`${n}.test`, bounds)) === undefined
        : (await side.takeTurn(`${n}.test`, { gapMs: 0, bounds })).turn !== undefined;
    for (const _ of [1, 2]) {
      const granted = await Promise.all(Array.from({ length: 12 }, (_, n) => spend(n)));
      expect(granted.filter(Boolean)).toHaveLength(bounds.budget.perHour);
      expect(await ledger.requestsSince(clock.now - 1)).toMatchObject({ count: bounds.budget.perHour });
      clock.now += HOUR + 1;
    }
    await side.close();
    await ledger.close();
    folders.remove(folder);
  }),
);
