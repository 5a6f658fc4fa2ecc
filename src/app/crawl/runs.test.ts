// Runs as things, in a real folder and against real servers: listed, paused, resumed, stopped, recovered, listened to (C4, F5, F6).

import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import {
  heldAfter,
  newWorld,
  ownerOf,
  PAGES,
  sites,
  start,
  twice,
  untilEvent,
} from '../../../test/support/runs-world.ts';
import { until, untilPasses } from '../../../test/support/until.ts';
import { Visits } from '../../../test/support/visits.ts';
import type { CrawlEvent } from '../../crawl/run/events.ts';
import type { Published } from '../../crawl/run/hub.ts';
import { loadSettings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import type { AnywhereRun } from './run-anywhere.ts';
import type { Runs } from './runs.ts';
import { crawlRequest } from './word-request.ts';

/** How many requests for this site have come. */
function ofSite({ requestLines }: LocalServer, site: string): number {
  return requestLines.filter((line) => line.startsWith(`GET /${site}/`)).length;
}

/** Leaves the run of /a/ when a part of it is stored. */
async function leftHalf(runs: Runs, run: AnywhereRun, server: LocalServer): Promise<void> {
  const gate = heldAfter(2);
  server.answer(gate.listener);
  await gate.isHeld();
  const closing = runs.close();
  gate.letGo();
  await Promise.all([closing, run.result]);
}

describe('runs', () => {
  it('C4: none yet: nothing is listed, nothing found, and no folder is made', async () => {
    await using world = newWorld();
    rmSync(world.folder, { recursive: true });
    const runs = world.open();
    expect(await runs.recover()).toEqual([]);
    await expect(runs.find('a')).rejects.toThrow(expect.objectContaining({ code: 'DOC_STORE' }));
  });

  it('C4: are listed with their state, the latest first, and found by number and by provider', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const runs = world.open();
    for (const site of ['a', 'b', 'a'])
      expect(await start(runs, world, `${server.origin}/${site}/`).result).toMatchObject({ exitCode: 0 });
    const list = await runs.list();
    const [a, b] = ['a', 'b'].map((site) => `127.0.0.1-${server.port}_${site}`);
    expect(list.map(({ provider, state }) => [provider, state])).toEqual([
      [a, 'complete'],
      [b, 'complete'],
      [a, 'complete'],
    ]);
    expect(list[0]).toMatchObject({ kind: 'crawl', pid: undefined, stored: PAGES });
    expect(list[0]?.endedAt).toBeGreaterThanOrEqual(list[0]?.startedAt ?? Number.NaN);
    expect(await runs.list({ limit: 1 })).toEqual(list.slice(0, 1));
    expect(await runs.list({ provider: b })).toEqual(list.slice(1, 2));
    expect(await runs.find(a as string)).toEqual(list[0]);
    expect(await runs.find(list[2]?.id as number)).toEqual(list[2]);
    await expect(runs.find('stripe')).rejects.toThrow(`stripe has no run; those that have one: ${a}, ${b}`);
    await expect(runs.find(99)).rejects.toThrow(expect.objectContaining({ code: 'DOC_USAGE' }));
  });

  it('C4: that are complete cannot be paused or resumed, and are stopped already', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const runs = world.open();
    await start(runs, world, `${server.origin}/a/`).result;
    for (const act of [runs.pause, runs.resume])
      await expect(act(1)).rejects.toThrow(expect.objectContaining({ code: 'DOC_USAGE' }));
    expect(await runs.stop(1)).toMatchObject({ state: 'complete' });
  });

  it('C4: that ended cannot be paused, stay as they are when stopped, and only the latest is resumed, as a new run', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await gate.isHeld();
    await runs.stop(1);
    gate.letGo();
    await run.result;
    await expect(runs.pause(1)).rejects.toThrow('has ended: there is nothing to pause');
    expect(await runs.stop(1)).toMatchObject({ id: 1, state: 'stopped' });
    const { id } = await runs.resume(1);
    if (id !== 1) await expect(runs.resume(1)).rejects.toThrow(`resume run ${id}`);
  });

  it('C4: an idle folder has no owner, also where the process stays', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await run.begun;
    expect(await ownerOf(world)).toBe(process.pid);
    gate.letGo();
    await run.result;
    expect(await ownerOf(world)).toBeUndefined();
  });

  it('C4, F4: two in one process work on one folder, and request from one host at one pace', async () => {
    const DELAY_MS = 40;
    await using world = newWorld(DELAY_MS);
    const visits = new Visits();
    await using server = await startServer((request, response) => {
      response.on('finish', visits.begin(request.url));
      sites(request, response);
    });
    const runs = world.open();
    const both = ['a', 'b'].map((site) => start(runs, world, `${server.origin}/${site}/`));
    const results = await Promise.all(both.map((run) => run.result));
    expect(results.map(({ providers }) => providers[0]?.counts.indexed)).toEqual([PAGES, PAGES]);
    expect(both.map(({ where }) => where.kind)).toEqual(['here', 'here']);
    visits.expectGaps(DELAY_MS);
    expect(twice(server.requestLines)).toEqual([]);
  });

  it('C4: a second of a provider that is being crawled follows the first', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const first = start(runs, world, `${server.origin}/a/`);
    await gate.isHeld();
    const second = start(runs, world, `${server.origin}/a/`);
    await second.begun;
    expect(second.where.kind).toBe('elsewhere');
    expect(await untilEvent(second, ({ type }) => type === 'handed')).toMatchObject({ pid: process.pid });
    gate.letGo();
    const [one, two] = await Promise.all([first.result, second.result]);
    expect(two).toEqual(one);
    expect(await runs.list()).toHaveLength(1);
    expect(twice(server.requestLines)).toEqual([]);
  });
});

describe.concurrent('a pause', () => {
  it('C4: requests nothing more, keeps what was in flight, and is over with resume', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await gate.isHeld();
    const paused = await runs.pause(1);
    expect(paused).toMatchObject({ state: 'paused', pid: process.pid, endedAt: undefined });
    const count = ofSite(server, 'a');
    expect(count).toBeLessThan(PAGES);
    gate.letGo();
    await untilEvent(run, ({ type }) => type === 'paused');
    // Another run begins and ends meanwhile.
    expect(await start(runs, world, `${server.origin}/b/`).result).toMatchObject({ exitCode: 0 });
    expect(ofSite(server, 'a')).toBe(count);
    const rest = heldAfter(0);
    server.answer(rest.listener);
    expect(await runs.resume(1)).toMatchObject({ state: 'running', pid: process.pid });
    rest.letGo();
    expect(await run.result).toMatchObject({ exitCode: 0, providers: [{ complete: true }] });
    expect(twice(server.requestLines)).toEqual([]);
  });

  it('C4: of one of two providers of a run leaves the other going', async () => {
    await using world = newWorld();
    const gate = heldAfter(2, 'b');
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`, `${server.origin}/b/`);
    await gate.isHeld();
    const b = `127.0.0.1-${server.port}_b`;
    await runs.pause(b);
    const before = ofSite(server, 'b');
    expect(before).toBeLessThan(PAGES);
    gate.letGo();
    await until(() => ofSite(server, 'a') === PAGES);
    expect(ofSite(server, 'b')).toBe(before);
    await runs.resume(b);
    expect(await run.result).toMatchObject({ exitCode: 0 });
    expect(twice(server.requestLines)).toEqual([]);
  });

  it('C4: of one of two runs of a process leaves the other going, to its end', async () => {
    await using world = newWorld();
    const gate = heldAfter(2, 'b');
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const [a, b] = ['a', 'b'].map((site) => start(runs, world, `${server.origin}/${site}/`));
    await gate.isHeld();
    await runs.pause(`127.0.0.1-${server.port}_b`);
    gate.letGo();
    expect(await a?.result).toMatchObject({ exitCode: 0 });
    expect((await runs.list()).map(({ state }) => state).toSorted()).toEqual(['complete', 'paused']);
    await runs.resume(`127.0.0.1-${server.port}_b`);
    expect(await b?.result).toMatchObject({ exitCode: 0 });
  });

  it('C4: outlives its process; only resume ends it', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const first = world.open();
    start(first, world, `${server.origin}/a/`);
    await gate.isHeld();
    await first.pause(1);
    gate.letGo();
    await first.close();
    const count = ofSite(server, 'a');
    expect(await ownerOf(world)).toBeUndefined();
    const next = world.open();
    expect(await next.recover()).toEqual([]);
    expect(await next.find(1)).toMatchObject({ state: 'paused', pid: undefined });
    // Another run begins and ends meanwhile.
    expect(await start(next, world, `${server.origin}/b/`).result).toMatchObject({ exitCode: 0 });
    expect(ofSite(server, 'a')).toBe(count);
    const rest = heldAfter(0);
    server.answer(rest.listener);
    expect(await next.resume(1)).toMatchObject({ state: 'running', pid: process.pid });
    rest.letGo();
    await untilPasses(async () => expect(await next.find(1)).toMatchObject({ state: 'complete', stored: PAGES }));
    expect(twice(server.requestLines)).toEqual([]);
  });

  it('C4: of a run that no process works on keeps it from being recovered', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const first = world.open();
    await leftHalf(first, start(first, world, `${server.origin}/a/`), server);
    const next = world.open();
    expect(await next.pause(1)).toMatchObject({ state: 'paused', pid: undefined });
    expect(await next.recover()).toEqual([]);
    expect(await ownerOf(world)).toBeUndefined();
  });
});

describe.concurrent('a stop', () => {
  it('F5: ends a run after what is in flight; it is not recovered, and goes on with resume', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await gate.isHeld();
    await runs.stop(1);
    gate.letGo();
    expect(await run.result).toMatchObject({ exitCode: 130, providers: [{ complete: false }] });
    expect(await runs.find(1)).toMatchObject({ state: 'stopped', pid: undefined, endedAt: expect.any(Number) });
    expect(await runs.recover()).toEqual([]);
    await runs.resume(1);
    await untilPasses(async () => expect(await runs.find(1)).toMatchObject({ state: 'complete', stored: PAGES }));
    expect(twice(server.requestLines)).toEqual([]);
  });

  it('F5: ends a run that pauses', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await gate.isHeld();
    await runs.pause(1);
    gate.letGo();
    await untilEvent(run, ({ type }) => type === 'paused');
    await runs.stop(1);
    expect(await run.result).toMatchObject({ exitCode: 130 });
    expect(await runs.find(1)).toMatchObject({ state: 'stopped' });
  });
});

describe.concurrent('a process that stays', () => {
  it('F6: leaves its runs to the next one, which goes on with them where they were', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const first = world.open();
    const run = start(first, world, `${server.origin}/a/`);
    await leftHalf(first, run, server);
    expect(await run.result).toEqual({ exitCode: 130, providers: [] });
    const next = world.open();
    expect(await next.find(1)).toMatchObject({ state: 'killed', pid: undefined });
    expect(await next.recover()).toEqual([`127.0.0.1-${server.port}_a`]);
    await untilPasses(async () => expect(await next.find(1)).toMatchObject({ state: 'complete', stored: PAGES }));
    expect(twice(server.requestLines)).toEqual([]);
    expect(await next.recover()).toEqual([]);
  });

  it('F6: recovers a run by what it was started with, not by its own settings', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const first = world.open();
    const settings = loadSettings({
      ...{ text: '', config: 'docent.yml', env: { DOCENT_JITTER_MS: '0' } },
      flags: { request_delay_ms: '0', max_pages: '5', data: world.folder },
    });
    await leftHalf(first, first.start(crawlRequest(settings, [`${server.origin}/a/`], 'operator')), server);
    const next = world.open();
    await next.recover();
    await untilPasses(async () => expect(await next.find(1)).toMatchObject({ state: 'incomplete', stored: 5 }));
  });

  it('F6: names only those it goes on with: one that kept no policy is left, and keeps the others from nothing', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const { ledger } = await openStore({ kind: 'sqlite', folder: world.folder }).openLedger(Date.now);
    const lane = { perProvider: 1, perHost: 1, gapMs: 0, maxPages: 9, maxPerTemplate: 9 };
    await ledger.begin({ ...lane, provider: 'of-old' }, { fresh: false, run: { kind: 'crawl' } });
    await ledger.close();
    const first = world.open();
    await leftHalf(first, start(first, world, `${server.origin}/a/`), server);
    const next = world.open();
    expect(await next.recover()).toEqual([`127.0.0.1-${server.port}_a`]);
    expect(await next.find('of-old')).toMatchObject({ state: 'killed' });
    await expect(next.resume('of-old')).rejects.toThrow(/of an earlier version/);
  });

  it('F6: lets what is in flight land before it closes', async () => {
    await using world = newWorld();
    const gate = heldAfter(1);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    start(runs, world, `${server.origin}/a/`);
    await gate.isHeld();
    const held = gate.waiting();
    const closing = runs.close();
    gate.letGo();
    await closing;
    expect((await world.open().find(1)).stored).toBe(1 + held);
    expect(await ownerOf(world)).toBeUndefined();
  });
});

describe.concurrent('its hub', () => {
  /** What a listener reads until the run of the site has ended. */
  async function eventsOf(
    runs: Runs,
    after?: string,
    most = Number.POSITIVE_INFINITY,
  ): Promise<Published<CrawlEvent>[]> {
    const read: Published<CrawlEvent>[] = [];
    for await (const one of runs.hub.subscribe({ after })) {
      read.push(one);
      if (one.event.type === 'ended' || read.length === most) break;
    }
    return read;
  }

  it('F5: carries every event of every run once, and replays from an id', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const runs = world.open();
    const early = eventsOf(runs);
    const run = start(runs, world, `${server.origin}/a/`);
    const own: CrawlEvent[] = [];
    for await (const event of run) own.push(event);
    const all = await early;
    expect(all.map(({ event }) => event)).toEqual(own);
    expect(await eventsOf(runs)).toEqual(all);
    const left = await eventsOf(runs, undefined, 4);
    expect([...left, ...(await eventsOf(runs, left.at(-1)?.id))]).toEqual(all);
  });

  it('F5: reports a gap to a listener that comes too late, or with an id of another process', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const runs = world.open(5);
    for await (const _ of start(runs, world, `${server.origin}/a/`));
    const [first, ...rest] = await eventsOf(runs);
    expect(first?.event).toMatchObject({ type: 'gap', missed: expect.any(Number) });
    expect(rest).toHaveLength(5);
    expect((await eventsOf(runs, 'another-3'))[0]?.event).toEqual({ type: 'gap' });
  });
});
