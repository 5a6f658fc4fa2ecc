// C4: following a run that another process works on, from what that one writes: its end, its pauses, and how it was left.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { untilPasses } from '../../../test/support/until.ts';
import type { CrawlEvent } from '../../crawl/run/events.ts';
import type { Ledger } from '../../frontier/port.ts';
import { page } from '../../frontier/port-words.contract.ts';
import { loadSettings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import { type FollowEnd, followRun } from './follow-run.ts';
import { resolveTargets } from './targets.ts';

const settings = loadSettings({ text: '', config: 'docent.yml', env: {} });

interface World extends AsyncDisposable {
  readonly store: Store;
  /** The folder has an owner from now on. */
  own(): Promise<Ledger>;
}

function newWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), 'docent-follow-'));
  const store = openStore({ kind: 'sqlite', folder });
  const ledgers: Ledger[] = [];
  return {
    store,
    async own() {
      const { ledger } = await store.openLedger(Date.now);
      ledgers.push(ledger);
      return ledger;
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(ledgers.map((ledger) => ledger.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Following {
  readonly events: CrawlEvent[];
  readonly end: Promise<FollowEnd>;
  stop(): void;
}

/** Follows runs of these providers, and keeps what is reported. */
function follow({ store }: World, ...hosts: readonly string[]): Following {
  const stop = new AbortController();
  const targets = resolveTargets(
    hosts.map((host) => `https://${host}/`),
    settings,
  );
  const events: CrawlEvent[] = [];
  const end = (async () => {
    const following = followRun(store, { targets, settings }, stop.signal);
    for (;;) {
      const { value, done } = await following.next();
      if (done) return value;
      events.push(value);
    }
  })();
  end.catch(() => {}); // each test looks at it in its time
  return { events, end, stop: () => stop.abort() };
}

/** Begins the requested runs, as the process that crawls does; returns their numbers. */
async function beginRequested(ledger: Ledger, ...providers: readonly string[]): Promise<readonly number[]> {
  await untilPasses(async () => expect(await ledger.inbox.requestedRuns()).toHaveLength(1));
  const runs: number[] = [];
  for (const provider of providers) runs.push(await beginOne(ledger, provider));
  await ledger.inbox.takenUp((await ledger.inbox.requestedRuns()).map(({ id }) => id));
  return runs;
}

async function beginOne(ledger: Ledger, provider: string): Promise<number> {
  const lane = { provider, perProvider: 1, perHost: 1, gapMs: 0, maxPages: 200, maxPerTemplate: 100 };
  const { run } = await ledger.begin(lane, { fresh: false, run: { kind: 'crawl' } });
  const [url, key] = [`https://${provider}/`, `${provider}/`];
  await ledger.offer([{ provider, key, url, host: provider, depth: 0, kind: 'page' }]);
  return run;
}

/** Stores the only page of a provider, and concludes its run. */
async function complete(ledger: Ledger, run: number): Promise<void> {
  const [lease] = await ledger.lease(1, { runs: [run] });
  if (lease === undefined) throw new Error(`nothing of run ${run} is due`);
  await ledger.settle(lease, { outcome: page(lease.url), steps: [] });
  await ledger.finish(lease.provider);
}

const handedOver = ({ events }: Following): Promise<void> =>
  untilPasses(() => expect(events).toContainEqual(expect.objectContaining({ type: 'handed' })));

describe.concurrent('following a run', () => {
  it('C4: ends with it, with its accounting and the exit code that its own process has', async () => {
    await using world = newWorld();
    const ledger = await world.own();
    const following = follow(world, 'a.example');
    const [run = 0] = await beginRequested(ledger, 'a.example');
    await handedOver(following);
    await complete(ledger, run);
    expect(await following.end).toMatchObject({
      kind: 'ended',
      result: {
        exitCode: 0,
        providers: [{ provider: 'a.example', state: 'complete', counts: { indexed: 1, waiting: 0 } }],
      },
    });
    expect(following.events).toContainEqual(expect.objectContaining({ type: 'ended', complete: true }));
    expect(following.events[0]).toEqual({ type: 'handed', providers: ['a.example'], pid: process.pid });
  });

  it('F5: that ended with work waiting ends with 3; one that was stopped with 130', async () => {
    await using world = newWorld();
    const ledger = await world.own();
    const one = follow(world, 'a.example');
    await beginRequested(ledger, 'a.example');
    await ledger.finish('a.example');
    expect(await one.end).toMatchObject({ result: { exitCode: 3, providers: [{ state: 'incomplete' }] } });
    const two = follow(world, 'b.example');
    const [run = 0] = await beginRequested(ledger, 'b.example');
    await ledger.setWish(run, 'stop');
    await ledger.finish('b.example');
    expect(await two.end).toMatchObject({ result: { exitCode: 130, providers: [{ state: 'stopped' }] } });
  });

  it('C4: reports when it pauses and when it goes on', async () => {
    await using world = newWorld();
    const ledger = await world.own();
    const following = follow(world, 'a.example');
    const [run = 0] = await beginRequested(ledger, 'a.example');
    for (const [wish, type] of [
      ['pause', 'paused'],
      ['go', 'resumed'],
    ] as const) {
      await ledger.setWish(run, wish);
      await untilPasses(() => expect(following.events).toContainEqual({ type }));
    }
    following.stop();
    expect(await following.end).toEqual({ kind: 'unfollowed' });
  });

  it('C4: that no process has begun is taken back when the other process ends, and when it is not followed any more', async () => {
    await using world = newWorld();
    const first = await world.own();
    const one = follow(world, 'a.example');
    await untilPasses(async () => expect(await first.inbox.requestedRuns()).toHaveLength(1));
    await first.close();
    expect(await one.end).toMatchObject({ kind: 'left', providers: ['a.example'], hasBegun: false, runs: [] });
    const second = await world.own();
    expect(await second.inbox.requestedRuns()).toEqual([]);
    const two = follow(world, 'a.example');
    await untilPasses(async () => expect(await second.inbox.requestedRuns()).toHaveLength(1));
    two.stop();
    expect(await two.end).toEqual({ kind: 'unfollowed' });
    expect(await second.inbox.requestedRuns()).toEqual([]);
  });

  it('F6: whose process has ended is passed back', async () => {
    await using world = newWorld();
    const ledger = await world.own();
    const following = follow(world, 'a.example');
    await beginRequested(ledger, 'a.example');
    await handedOver(following);
    await ledger.close();
    expect(await following.end).toMatchObject({ kind: 'left', providers: ['a.example'], hasBegun: true, runs: [] });
  });

  it('F6: of several providers hands back those that had not ended', async () => {
    await using world = newWorld();
    const ledger = await world.own();
    const following = follow(world, 'a.example', 'b.example', 'c.example');
    const [a = 0, , c = 0] = await beginRequested(ledger, 'a.example', 'b.example', 'c.example');
    await complete(ledger, a);
    await ledger.setWish(c, 'pause');
    await handedOver(following);
    await ledger.close();
    const end = await following.end;
    expect(end).toMatchObject({ kind: 'left', providers: ['b.example'] });
    expect('runs' in end && end.runs.map(({ provider }) => provider)).toEqual(['a.example', 'c.example']);
  });

  it('C4: that pauses, and whose process has ended, is not passed back: it is followed to the process that resumes it', async () => {
    await using world = newWorld();
    const ledger = await world.own();
    const following = follow(world, 'a.example');
    const [run = 0] = await beginRequested(ledger, 'a.example');
    await ledger.setWish(run, 'pause');
    await untilPasses(() => expect(following.events).toContainEqual({ type: 'paused' }));
    await ledger.close();
    const looks = following.events.length;
    await untilPasses(() => expect(following.events.length).toBeGreaterThan(looks + 1));
    const next = await world.own();
    await complete(next, await beginOne(next, 'a.example'));
    expect(await following.end).toMatchObject({ kind: 'ended', result: { exitCode: 0 } });
  });

  it('F5: that was to stop, and whose process has ended, has stopped', async () => {
    await using world = newWorld();
    const ledger = await world.own();
    const following = follow(world, 'a.example');
    const [run = 0] = await beginRequested(ledger, 'a.example');
    await handedOver(following);
    await ledger.setWish(run, 'stop');
    await ledger.close();
    expect(await following.end).toMatchObject({
      kind: 'ended',
      result: { exitCode: 130, providers: [{ provider: 'a.example', complete: false, state: 'stopped' }] },
    });
  });
});
