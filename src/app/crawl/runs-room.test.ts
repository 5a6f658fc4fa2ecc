// Runs of a process that stays: room for a task that needs the folder to itself, and runs that other processes request (A2, C4, F6).
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { startServer } from '../../../test/support/local-server.ts';
import {
  heldAfter,
  isPage,
  newWorld,
  ownerOf,
  PAGES,
  PATIENCE_MS,
  sites,
  start,
  twice,
  until,
  type World,
} from '../../../test/support/runs-world.ts';
import { DocentError } from '../../core/errors.ts';
import type { SideWriter } from '../../frontier/port-beside.ts';
import { storeIn } from '../data-store.ts';
import { crawlRequest } from '../docent.ts';
import { requestText } from './run-request.ts';

describe('room for a task', () => {
  it('C4: is made after what is in flight has landed; the run goes on afterwards, and nothing is requested twice', async () => {
    await using world = newWorld(0);
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await vi.waitFor(() => expect(gate.waiting()).toBeGreaterThan(0), PATIENCE_MS);
    const held = gate.waiting();
    const made = runs.makeRoom(async () => {
      const [owner, { stored, state }] = [await ownerOf(world), await runs.find(1)];
      const count = server.requestLines.length;
      await sleep(200);
      return { owner, stored, state, requests: server.requestLines.length - count };
    });
    gate.letGo();
    expect(await made).toEqual({ owner: undefined, stored: 2 + held, state: 'killed', requests: 0 });
    expect(await run.result).toMatchObject({ exitCode: 0, providers: [{ complete: true }] });
    expect(await runs.list()).toMatchObject([{ id: 1, state: 'complete', stored: PAGES }]);
    expect(twice(server.requestLines)).toEqual([]);
  });

  it('C4: leaves what was paused or stopped as it is, also in a run of several providers', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const runs = world.open();
    const both = start(runs, world, `${server.origin}/a/`, `${server.origin}/b/`);
    const paused = start(runs, world, `${server.origin}/c/`);
    await Promise.all([both, paused].map((run) => until(run, isPage)));
    const [a, b, c] = ['a', 'b', 'c'].map((site) => `127.0.0.1-${server.port}_${site}`) as [string, string, string];
    await runs.pause(b);
    await runs.pause(c);
    await runs.makeRoom(async () => {});
    expect(await both.result).toMatchObject({ providers: [{ provider: a, complete: true }] });
    expect(await paused.result).toEqual({ exitCode: 130, providers: [] });
    for (const provider of [b, c]) expect(await runs.find(provider)).toMatchObject({ state: 'paused', pid: undefined });
    await runs.resume(b);
    await vi.waitFor(async () => expect(await runs.find(b)).toMatchObject({ state: 'complete' }), PATIENCE_MS);
    expect(twice(server.requestLines)).toEqual([]);
  });

  it("C4: keeps what is started meanwhile waiting, and its errors are the task's own", async () => {
    await using world = newWorld(0);
    await using server = await startServer(sites);
    const runs = world.open();
    const order: string[] = [];
    const task = Promise.withResolvers<void>();
    const first = runs.makeRoom(async () => {
      await task.promise;
      order.push('first');
      throw new Error('no space');
    });
    const second = runs.makeRoom(async () => order.push('second'));
    const run = start(runs, world, `${server.origin}/a/`);
    expect(() => start(runs, world, 'https://not a url/')).toThrow(DocentError);
    await sleep(100);
    expect(server.requestLines).toEqual([]);
    task.resolve();
    await expect(first).rejects.toThrow('no space');
    await second;
    expect(order).toEqual(['first', 'second']);
    expect(await run.result).toMatchObject({ exitCode: 0 });
  });

  it('F6: does not keep a process from closing; what waited goes on with the next one', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await until(run, isPage);
    const task = Promise.withResolvers<void>();
    const made = runs.makeRoom(() => task.promise);
    await vi.waitFor(async () => expect(await ownerOf(world)).toBeUndefined(), PATIENCE_MS);
    await runs.close();
    expect(await run.result).toEqual({ exitCode: 130, providers: [] });
    task.resolve();
    await made;
    const next = world.open();
    expect(await next.recover()).toHaveLength(1);
  });
});

describe('runs that another process requests', () => {
  /** Puts a run into the inbox, as another process does. */
  async function request({ folder, settings }: World, url: string): Promise<() => Promise<string>> {
    const beside = async <T>(act: (side: SideWriter) => Promise<T>): Promise<T> => {
      const side = await storeIn(folder, 'sqlite').openSideWriter();
      return act(side).finally(() => side.close());
    };
    const id = await beside((side) => side.requestRun(requestText(crawlRequest(settings, [url]), Date.now())));
    return async () => (await beside((side) => side.answerTo(id))).state;
  }

  it('C4, A2: are started while nothing runs here, are listed, and have their events in the hub', async () => {
    await using world = newWorld(0);
    await using server = await startServer(sites);
    const runs = world.open();
    const stateOf = await request(world, `${server.origin}/a/`);
    expect(await runs.takeRequests()).toBe(false);
    expect(await stateOf()).toBe('begun');
    const provider = `127.0.0.1-${server.port}_a`;
    const seen: string[] = [];
    for await (const { event } of runs.hub.subscribe()) {
      if (event.type === 'visited' && event.state === 'indexed') seen.push(event.url);
      if (event.type === 'ended') break;
    }
    expect(seen).toHaveLength(PAGES);
    await vi.waitFor(async () => expect(await ownerOf(world)).toBeUndefined(), PATIENCE_MS);
    expect(await runs.list()).toMatchObject([{ provider, state: 'complete' }]);
    expect(await runs.takeRequests()).toBe(false);
  });

  it('C4, A2: are started by the runs here as well, with their events in the hub, and make room with them', async () => {
    // Slow enough that the first run is not over before it has looked.
    await using world = newWorld(150);
    await using server = await startServer(sites);
    const runs = world.open();
    await until(start(runs, world, `${server.origin}/a/`), isPage);
    await request(world, `${server.origin}/b/`);
    // The runs look for it themselves.
    expect(await runs.takeRequests()).toBe(true);
    const b = `127.0.0.1-${server.port}_b`;
    for await (const { event } of runs.hub.subscribe())
      if (event.type === 'visited' && event.provider === b && event.state === 'indexed') break;
    await runs.makeRoom(async () => expect(await ownerOf(world)).toBeUndefined());
    await vi.waitFor(
      async () => expect((await runs.list()).map(({ state }) => state)).toEqual(['complete', 'complete']),
      PATIENCE_MS,
    );
    expect(twice(server.requestLines)).toEqual([]);
  });

  it('C4: wait while the folder is left to a task', async () => {
    await using world = newWorld(0);
    await using server = await startServer(sites);
    const runs = world.open();
    const stateOf = await request(world, `${server.origin}/a/`);
    await runs.makeRoom(async () => expect(await runs.takeRequests()).toBe(true));
    expect(await stateOf()).toBe('waiting');
    await runs.takeRequests();
    expect(await stateOf()).toBe('begun');
  });
});
