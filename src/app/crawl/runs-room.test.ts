// Runs of a process that stays: room for a task that needs the folder to itself, and runs that other processes request (A2, C4, F6).
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import {
  crawlElsewhere,
  heldAfter,
  heldOpening,
  newWorld,
  ownerOf,
  PAGES,
  sites,
  start,
  twice,
  type World,
} from '../../../test/support/runs-world.ts';
import { untilPasses } from '../../../test/support/until.ts';
import { DocentError } from '../../core/errors.ts';
import type { SideWriter } from '../../frontier/port-beside.ts';
import { openStore } from '../../store/open-store.ts';
import { requestText } from './run-request.ts';
import { crawlRequest } from './word-request.ts';

/** A server for each of these listeners. */
async function startServers(
  listeners: readonly RequestListener[],
): Promise<AsyncDisposable & { readonly all: readonly LocalServer[] }> {
  const all = await Promise.all(listeners.map((listener) => startServer(listener)));
  return {
    all,
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

describe('room for a task', () => {
  it('C4: is made after what is in flight has landed; the run goes on afterwards, and nothing is requested twice', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await gate.isHeld();
    const held = gate.waiting();
    const made = runs.makeRoom(async () => {
      const [owner, { stored, state }] = [await ownerOf(world), await runs.find(1)];
      const count = server.requestLines.length;
      await using other = await startServer(sites);
      await crawlElsewhere(other);
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
    // Each on a host of its own: one that is held keeps no other from being requested.
    const gates = ['a', 'b', 'c'].map((site) => ({ site, ...heldAfter(2, site) }));
    await using servers = await startServers(gates.map(({ listener }) => listener));
    const urls = gates.map(({ site }, nth) => `${servers.all[nth]?.origin}/${site}/`) as [string, string, string];
    const runs = world.open();
    const both = start(runs, world, ...urls.slice(0, 2));
    const paused = start(runs, world, urls[2]);
    await Promise.all(gates.map((gate) => gate.isHeld()));
    const [a, b, c] = urls
      .map((url) => new URL(url))
      .map(({ port, pathname }) => `127.0.0.1-${port}_${pathname.slice(1, -1)}`) as [string, string, string];
    await runs.pause(b);
    await runs.pause(c);
    const made = runs.makeRoom(async () => {});
    for (const gate of gates) gate.letGo();
    await made;
    expect(await both.result).toMatchObject({ providers: [{ provider: a, complete: true }] });
    expect(await paused.result).toEqual({ exitCode: 130, providers: [] });
    for (const provider of [b, c]) expect(await runs.find(provider)).toMatchObject({ state: 'paused', pid: undefined });
    await runs.resume(b);
    await untilPasses(async () => expect(await runs.find(b)).toMatchObject({ state: 'complete' }));
    for (const { requestLines } of servers.all) expect(twice(requestLines)).toEqual([]);
  });

  it("C4: keeps what is started meanwhile waiting, and its errors are the task's own", async () => {
    await using world = newWorld();
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
    await using other = await startServer(sites);
    await crawlElsewhere(other);
    expect(server.requestLines).toEqual([]);
    task.resolve();
    await expect(first).rejects.toThrow('no space');
    await second;
    expect(order).toEqual(['first', 'second']);
    expect(await run.result).toMatchObject({ exitCode: 0 });
  });

  it('C4: is kept from a run that was about to begin: it begins afterwards', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await runs.makeRoom(async () => {
      await using other = await startServer(sites);
      await crawlElsewhere(other);
      expect(server.requestLines).toEqual([]);
    });
    expect(await run.result).toMatchObject({ exitCode: 0, providers: [{ complete: true }] });
  });

  it('C4: is made by a run whose store is being opened, too: it goes on afterwards', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const opening = heldOpening(openStore({ kind: 'sqlite', folder: world.folder }));
    const runs = world.open(undefined, opening.store);
    const run = start(runs, world, `${server.origin}/a/`);
    await opening.isHeld();
    const made = runs.makeRoom(async () => [await ownerOf(world), server.requestLines]);
    opening.letGo();
    expect(await made).toEqual([undefined, []]);
    expect(await run.result).toMatchObject({ exitCode: 0, providers: [{ complete: true }] });
  });

  it('F6: does not keep a process from closing; what waited goes on with the next one', async () => {
    await using world = newWorld();
    const gate = heldAfter(2);
    await using server = await startServer(gate.listener);
    const runs = world.open();
    const run = start(runs, world, `${server.origin}/a/`);
    await gate.isHeld();
    const task = Promise.withResolvers<void>();
    const made = runs.makeRoom(() => task.promise);
    gate.letGo();
    await untilPasses(async () => expect(await ownerOf(world)).toBeUndefined());
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
      const side = await openStore({ kind: 'sqlite', folder }).openSideWriter();
      return act(side).finally(() => side.close());
    };
    const id = await beside((side) =>
      side.requestRun(requestText(crawlRequest(settings, [url], 'operator'), Date.now())),
    );
    return async () => (await beside((side) => side.answerTo(id))).state;
  }

  it('C4, A2: are started while nothing runs here, are listed, and have their events in the hub', async () => {
    await using world = newWorld();
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
    await untilPasses(async () => expect(await ownerOf(world)).toBeUndefined());
    expect(await runs.list()).toMatchObject([{ provider, state: 'complete' }]);
    expect(await runs.takeRequests()).toBe(false);
  });

  it('C4, A2: are started by the runs here as well, with their events in the hub, and make room with them', async () => {
    await using world = newWorld();
    const gates = ['a', 'b'].map((site) => heldAfter(2, site));
    await using servers = await startServers(gates.map(({ listener }) => listener));
    const [hostA, hostB] = servers.all;
    const runs = world.open();
    start(runs, world, `${hostA?.origin}/a/`);
    await gates[0]?.isHeld();
    await request(world, `${hostB?.origin}/b/`);
    // The runs look for it themselves.
    expect(await runs.takeRequests()).toBe(true);
    const b = `127.0.0.1-${hostB?.port}_b`;
    for await (const { event } of runs.hub.subscribe())
      if (event.type === 'visited' && event.provider === b && event.state === 'indexed') break;
    await gates[1]?.isHeld();
    const made = runs.makeRoom(async () => expect(await ownerOf(world)).toBeUndefined());
    for (const gate of gates) gate.letGo();
    await made;
    await untilPasses(async () =>
      expect((await runs.list()).map(({ state }) => state)).toEqual(['complete', 'complete']),
    );
    for (const { requestLines } of servers.all) expect(twice(requestLines)).toEqual([]);
  });

  it('C4: wait while the folder is left to a task', async () => {
    await using world = newWorld();
    await using server = await startServer(sites);
    const runs = world.open();
    const stateOf = await request(world, `${server.origin}/a/`);
    await runs.makeRoom(async () => expect(await runs.takeRequests()).toBe(true));
    expect(await stateOf()).toBe('waiting');
    await runs.takeRequests();
    expect(await stateOf()).toBe('begun');
  });
});
