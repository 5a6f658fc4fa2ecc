// Runs of the crawl's loop on a store whose acts take a while and come in any order: nothing is lost, nothing is requested twice, and what
// was told to stop or to pause requests nothing more. Time passes only while runs sleep, and no request leaves the process.
import { afterAll, describe, expect, it } from 'vitest';
import type { CrawlEvent, RunResult } from '../../src/crawl/run/events.ts';
import type { Run } from '../../src/crawl/run/run.ts';
import type { Http, HttpReply, HttpRequest } from '../../src/fetch/port.ts';
import type { Lease, Ledger } from '../../src/frontier/port.ts';
import type { RunWish } from '../../src/frontier/port-runs.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { createDice, type Dice } from '../fuzz/dice.ts';
import { EmptyFolders } from '../support/empty-folders.ts';
import { scaled } from '../support/how-long.ts';
import { type PlainRun, startPlainRun } from '../support/plain-run.ts';
import { Shuffle, shuffled, underSeeds } from '../support/shuffled-store.ts';

const T = 1_700_000_000_000;
const HOUR = 3_600_000;
const SITES = ['http://127.0.0.1:1', 'http://127.0.0.1:2'] as const;

const folders = new EmptyFolders();
afterAll(() => folders.remove());

interface Requested {
  readonly url: string;
  readonly at: number;
}

/** Some turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise(setImmediate);
}

/** Two sites of pages that link to each other, at random; every answer takes some turns. */
class Sites implements Http {
  readonly requests: Requested[] = [];
  readonly paths: readonly string[];
  readonly #dice: Dice;
  readonly #now: () => number;
  readonly #underWay = new Map<string, number>();
  /** The most requests that were under way at one host. */
  mostAtOnce = 0;

  constructor(dice: Dice, now: () => number) {
    this.#dice = dice;
    this.#now = now;
    this.paths = ['/', ...Array.from({ length: 3 + dice.below(5) }, (_, n) => `/${'abcdefgh'[n]}`)];
  }

  get isIdle(): boolean {
    return this.#underWay.values().every((count) => count === 0);
  }

  /** How often each page was requested. */
  times(site: string): Readonly<Record<string, number>> {
    const found = this.requests.filter(({ url }) => url.startsWith(site) && !url.endsWith('/robots.txt'));
    return Object.fromEntries(this.paths.map((path) => [path, found.filter(({ url }) => url === site + path).length]));
  }

  async get(url: string, { signal }: HttpRequest): Promise<HttpReply> {
    const { host, pathname } = new URL(url);
    const count = (change: number): void => void this.#underWay.set(host, (this.#underWay.get(host) ?? 0) + change);
    this.requests.push({ url, at: this.#now() });
    count(1);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay.get(host) ?? 0);
    try {
      await turns(this.#dice.below(60));
      signal?.throwIfAborted();
      return this.#answer(host, pathname);
    } finally {
      count(-1);
    }
  }

  #answer(host: string, path: string): HttpReply {
    const isPage = this.paths.includes(path);
    const links = path === '/' ? this.paths : [this.#dice.pick(this.paths), this.#dice.pick(this.paths)];
    const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
    const body = Buffer.from(
      `<title>${path}</title><main><p>This is ${path} of ${host} and no other.</p>${anchors}</main>`,
    );
    const type = isPage ? 'text/html' : 'text/plain';
    return {
      ...{ status: isPage ? 200 : 404, headers: { 'content-type': type }, body, bytes: body.length },
      ...{ cut: false, remoteAddress: '127.0.0.1' },
    };
  }

  async close(): Promise<void> {}
}

/** A store, two sites, and a clock that only sleeping runs move. */
class World {
  readonly clock = { now: T };
  readonly dice: Dice;
  readonly sites: Sites;
  readonly store: Store;
  /** Leases whose visits are under way. */
  #held = 0;
  readonly #hourly: boolean;
  /** All leases that callers have got, in that order. */
  readonly leases: Lease[] = [];
  readonly #env: Readonly<Record<string, string>>;
  readonly #concurrency: number;

  constructor(seed: number, folder: string, { hourly = false } = {}) {
    this.dice = createDice(seed, 0);
    this.sites = new Sites(this.dice, () => this.clock.now);
    this.store = shuffled(openStore({ kind: 'sqlite', folder }), new Shuffle(seed));
    this.#hourly = hourly;
    this.delayMs = this.dice.pick([0, 0, 50]);
    this.perHost = 1 + this.dice.below(4);
    this.#concurrency = 1 + this.dice.below(5);
    this.#env = { DOCENT_REQUEST_DELAY_MS: String(this.delayMs), DOCENT_PER_HOST: String(this.perHost) };
  }

  readonly delayMs: number;
  readonly perHost: number;

  async openLedger(): Promise<Ledger> {
    const { ledger } = await this.store.openLedger(() => this.clock.now);
    const own: Pick<Ledger, 'waitForWork' | 'lease' | 'settle' | 'release'> = {
      waitForWork: async (ms, signal) => {
        for (let n = this.dice.below(40); n > 0 && !signal?.aborted; n--) await turns(1);
        if (!signal?.aborted) this.clock.now += this.#hourly ? (this.#held > 0 ? 0 : 60 * ms) : ms;
      },
      lease: async (count, options) => {
        const leases = await ledger.lease(count, options);
        this.leases.push(...leases);
        this.#held += leases.length;
        return leases;
      },
      settle: async (...args) => ledger.settle(...args).finally(() => this.#held--),
      release: async (...args) => ledger.release(...args).finally(() => this.#held--),
    };
    return new Proxy(ledger, {
      get: (target, name) => Reflect.get(Object.hasOwn(own, name) ? own : target, name),
    });
  }

  start(ledger: Ledger, sites: readonly string[], more: Partial<PlainRun> = {}): Watched {
    const { clock, sites: http } = this;
    const run = startPlainRun({
      ...{ seeds: sites.map((site) => `${site}/`), ledger, http, now: () => clock.now },
      ...{ env: this.#env, concurrency: this.#concurrency, ...more },
    });
    return new Watched(run);
  }

  /** A moment while a run is under way. */
  async moment(): Promise<void> {
    const before = this.dice.below(this.sites.paths.length);
    for (let n = 0; n < 2_000 && this.sites.requests.length < before; n++) await turns(1);
    await turns(this.dice.below(60));
  }

  /** What another process wishes for the last run of a site. */
  async wish(site: string, wish: RunWish): Promise<void> {
    const { reader, close } = await this.store.openWatch();
    const runs = await reader.runs({ limit: 9 });
    await close();
    const side = await this.store.openSideWriter({ clock: () => this.clock.now });
    const own = runs.find(({ provider }) => provider === new URL(site).host.replace(':', '-'));
    await side.setWish(own?.id ?? 0, wish);
    await side.close();
  }

  /** The pages that were requested from this request on, and that nobody had leased by then. */
  notLeased(from: { readonly requests: number; readonly leases: number }): readonly string[] {
    const leased = new Set(this.leases.slice(0, from.leases).map(({ url }) => url));
    const later = this.sites.requests.slice(from.requests).map(({ url }) => url);
    return later.filter((url) => !url.endsWith('/robots.txt') && !leased.has(url));
  }

  get seen(): { readonly requests: number; readonly leases: number } {
    return { requests: this.sites.requests.length, leases: this.leases.length };
  }

  /** Each page of a site was requested once, and is stored. */
  async expectWhole(site: string): Promise<void> {
    const { sites, store } = this;
    expect(sites.times(site)).toEqual(Object.fromEntries(sites.paths.map((path) => [path, 1])));
    const reader = await store.openReader();
    const records = await reader.records({ limit: 100 });
    await reader.close();
    const own = records.filter(({ url }) => url.startsWith(site));
    expect(own.map(({ url, state }) => `${state} ${url.slice(site.length)}`).sort()).toEqual(
      sites.paths.map((path) => `indexed ${path}`).sort(),
    );
  }

  /** What holds for every world, however runs were interrupted. */
  expectPolite(): void {
    expect(new Set(this.leases.map(({ token }) => token)).size).toBe(this.leases.length);
    expect(this.sites.mostAtOnce).toBeLessThanOrEqual(this.delayMs > 0 ? 1 : this.perHost);
    if (this.delayMs === 0) return;
    for (const site of SITES) {
      const times = this.sites.requests.filter(({ url }) => url.startsWith(site)).map(({ at }) => at);
      const gaps = times.slice(1).map((at, nth) => at - (times[nth] ?? 0));
      expect(gaps.filter((gap) => gap < this.delayMs)).toEqual([]);
    }
  }
}

/** A run and what it has reported. */
class Watched {
  readonly run: Run;
  readonly events: CrawlEvent[] = [];
  readonly #over: Promise<void>;

  constructor(run: Run) {
    this.run = run;
    this.#over = (async () => {
      for await (const event of run) this.events.push(event);
    })();
  }

  async result(): Promise<RunResult> {
    const result = await this.run.result;
    await this.#over;
    return result;
  }

  has(type: CrawlEvent['type']): boolean {
    return this.events.some((event) => event.type === type);
  }
}

async function inWorld(
  seed: number,
  options: { hourly?: boolean },
  task: (world: World) => Promise<void>,
): Promise<void> {
  const folder = await folders.newFolder();
  const world = new World(seed, folder, options);
  await task(world);
  world.expectPolite();
  folders.remove(folder);
}

describe('runs on a shuffled store', () => {
  it('F2, F5: two at once on one ledger request every page once and store all', scaled, () =>
    underSeeds((seed) =>
      inWorld(seed, {}, async (world) => {
        const ledger = await world.openLedger();
        const runs = SITES.map((site) => world.start(ledger, [site]));
        for (const run of runs)
          expect(await run.result()).toMatchObject({ exitCode: 0, providers: [{ complete: true }] });
        await ledger.close();
        for (const site of SITES) await world.expectWhole(site);
      }),
    ),
  );

  it('F6: one that is left goes on in the next process as the same run, and nothing is requested twice', scaled, () =>
    underSeeds((seed) =>
      inWorld(seed, {}, async (world) => {
        for (let isLast = false; !isLast; ) {
          isLast = world.dice.chance(0.4);
          const ledger = await world.openLedger();
          const run = world.start(ledger, [SITES[0]]);
          if (!isLast) {
            await world.moment();
            run.run.leave();
          }
          await run.result();
          await ledger.close();
        }
        await world.expectWhole(SITES[0]);
        const { reader, close } = await world.store.openWatch();
        const runs = await reader.runs({ limit: 9 });
        await close();
        // One that was left after its last page was concluded by the next.
        expect(runs.filter(({ complete }) => complete)).toHaveLength(runs.length);
        expect(runs.reduce((sum, { counters }) => sum + counters.requests, 0)).toBe(world.sites.paths.length);
      }),
    ),
  );

  it('F5: one that is stopped requests nothing that it had not leased, and the next goes on where it was', scaled, () =>
    underSeeds((seed) =>
      inWorld(seed, {}, async (world) => {
        const ledger = await world.openLedger();
        const [stopped, other] = SITES.map((site) => world.start(ledger, [site])) as [Watched, Watched];
        await world.moment();
        const before = world.seen;
        stopped.run.stop();
        const { providers } = await stopped.result();
        expect(world.notLeased(before).filter((url) => url.startsWith(SITES[0]))).toEqual([]);
        // The other run is none of its business.
        expect(await other.result()).toMatchObject({ exitCode: 0 });
        // Stopped after its last page it was over.
        if (providers[0]?.counts.waiting !== 0)
          expect(await world.start(ledger, [SITES[0]]).result()).toMatchObject({ exitCode: 0 });
        await ledger.close();
        for (const site of SITES) await world.expectWhole(site);
      }),
    ),
  );

  it('F5: one that is paused requests nothing until it may go on, and holds back no other', scaled, () =>
    underSeeds((seed) =>
      inWorld(seed, {}, async (world) => {
        const ledger = await world.openLedger();
        const [paused, other] = SITES.map((site) => world.start(ledger, [site])) as [Watched, Watched];
        while (!paused.has('visited')) await turns(1);
        await world.wish(SITES[0], 'pause');
        let isOver = false;
        void paused.result().finally(() => {
          isOver = true;
        });
        while (!isOver && !paused.has('paused')) await turns(1);
        const before = world.seen;
        expect(await other.result()).toMatchObject({ exitCode: 0 });
        await turns(world.dice.below(300));
        expect(world.notLeased(before).filter((url) => url.startsWith(SITES[0]))).toEqual([]);
        if (!isOver) expect(paused.has('resumed')).toBe(false);
        await world.wish(SITES[0], 'go');
        expect(await paused.result()).toMatchObject({ exitCode: 0 });
        await ledger.close();
        for (const site of SITES) await world.expectWhole(site);
      }),
    ),
  );

  it('M1: one with two providers, of which one is paused and goes on, ends when both are done', scaled, () =>
    underSeeds((seed) =>
      inWorld(seed, {}, async (world) => {
        const ledger = await world.openLedger();
        const both = world.start(ledger, SITES);
        while (!both.has('visited')) await turns(1);
        await world.wish(SITES[1], 'pause');
        await turns(world.dice.below(900));
        await world.wish(SITES[1], 'go');
        expect(await both.result()).toMatchObject({ exitCode: 0 });
        await ledger.close();
        for (const site of SITES) await world.expectWhole(site);
      }),
    ),
  );

  it('F4: two at once never make more requests in an hour than the budget allows, and end all the same', scaled, () =>
    underSeeds((seed) =>
      inWorld(seed, { hourly: true }, async (world) => {
        const ledger = await world.openLedger();
        const perHour = 4 + world.dice.below(4);
        const bounded = { policy: { bounded: true }, budget: { perHour } };
        const runs = SITES.map((site) => world.start(ledger, [site], bounded));
        for (const run of runs) expect(await run.result()).toMatchObject({ exitCode: 0 });
        await ledger.close();
        // The policy is bounded after its gate for robots.txt was made, which counts nothing.
        const times = world.sites.requests.filter(({ url }) => !url.endsWith('/robots.txt')).map(({ at }) => at);
        const most = Math.max(...times.map((at) => times.filter((other) => other >= at && other < at + HOUR).length));
        expect(most).toBeLessThanOrEqual(perHour);
        for (const site of SITES) await world.expectWhole(site);
      }),
    ),
  );
});
