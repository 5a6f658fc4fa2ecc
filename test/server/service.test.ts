// The part of a server that works: recovery, the schedule, what terminals pass to it, room for tasks, and its end (A2, C4, F6, M5).

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forgetPlanned, planForget } from '../../src/app/forget/forget.ts';
import { openPlace } from '../../src/app/place.ts';
import { openService, type Service } from '../../src/app/server/open-service.ts';
import { silentLog } from '../../src/core/log.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Crawler, startCrawler } from '../kill/crawler.ts';
import { snapshot } from '../kill/snapshot.ts';
import { runCommand } from '../support/commands.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';
import { until, untilPasses } from '../support/until.ts';
import { Moment } from '../support/visits.ts';
import { type Serving, startServing, tokenFor } from './serving.ts';

const PAGES = 12;
const env = { DOCENT_JITTER_MS: '0', DOCENT_LOG_LEVEL: 'error' };

/** Sites at /a/, /b/ and so on, each of them a page that links to all others; those at /long-1/ and so on are not crawled to their end. */
const sites: RequestListener = (request, response) => {
  const path = request.url ?? '';
  const [, site = '', name] = path.split('/');
  if (site === 'robots.txt') return void response.writeHead(404).end();
  const length = site.startsWith('long') ? 100 * PAGES : PAGES - 1;
  const links = name === '' ? Array.from({ length }, (_, i) => `<a href="/${site}/page-${i}">x</a>`) : [];
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<title>${path}</title><p>This is the page ${path} of its site.</p>${links.join('')}`);
};

interface World extends AsyncDisposable {
  readonly folder: string;
  readonly data: string;
  readonly config: string;
  readonly server: LocalServer;
  readonly settings: Settings;
  /** Opens a service, which ends with the world. */
  open(): Service;
  /** The server as a process of its own. */
  serve(): Promise<Serving>;
  /** `docent crawl` of a site, in a process of its own. */
  crawl(site: string): Crawler;
  /** The command, in another process. */
  docent(...args: readonly string[]): Promise<Finished>;
  /** From now on pages of a site wait, after so many more; the function that is returned sends them, and holds no more back. */
  hold(site: string, after?: number): () => void;
  urlOf(site: string): string;
  providerOf(site: string): string;
  /** How often each page of a site was requested. */
  counts(site: string): readonly number[];
}

/** A folder and a site; each of `scheduled` is a provider that is run daily. */
async function newWorld(delayMs: number, scheduled: readonly string[] = []): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-service-'));
  const held = new Map<string, { left: number; readonly waiting: (() => void)[] }>();
  const server = await startServer((request, response) => {
    const one = held.get(request.url?.split('/')[1] ?? '');
    if (one !== undefined && one.left-- <= 0) one.waiting.push(() => sites(request, response));
    else sites(request, response);
  });
  const data = join(folder, 'data');
  const config = join(folder, 'docent.yml');
  const providers = scheduled.map(
    (site) =>
      `{provider_id: ${site}, name: ${site}, seed_urls: ["${server.origin}/${site}/"], allowed_path_patterns: ["/${site}/**"], own_site: true, request_delay_ms: ${delayMs}, schedule: "0 3 * * *"}`,
  );
  writeFileSync(config, `time_zone: UTC\nrequest_delay_ms: ${delayMs}\nproviders: [${providers.join(', ')}]\n`);
  const flags = { data, request_delay_ms: `${delayMs}` };
  const settings = loadSettings({ config, env: { DOCENT_JITTER_MS: '0' }, flags });
  let token: string | undefined;
  const opened: (Service | AsyncDisposable)[] = [];
  const keep = <T extends Service | AsyncDisposable>(one: T): T => {
    opened.push(one);
    return one;
  };
  return {
    ...{ folder, data, config, server, settings },
    open: () =>
      keep(
        openService({ settings: () => settings, store: openStore({ kind: 'sqlite', folder: data }), log: silentLog }),
      ),
    async serve() {
      token ??= await tokenFor(data);
      const serving = keep(startServing(folder, data, token));
      await serving.ready;
      return serving;
    },
    crawl: (site) => keep(startCrawler([`${server.origin}/${site}/`, '--delay', `${delayMs}`], { data, env })),
    docent: (...args) => runCommand([...args, '--data', data, '--config', config], { cwd: folder, env }),
    hold(site, after = 0) {
      const one = { left: after, waiting: [] as (() => void)[] };
      held.set(site, one);
      return () => {
        held.delete(site);
        for (const send of one.waiting.splice(0)) send();
      };
    },
    urlOf: (site) => `${server.origin}/${site}/`,
    providerOf: (site) => (scheduled.includes(site) ? site : `127.0.0.1-${server.port}_${site}`),
    counts(site) {
      const paths = server.requestLines.filter((line) => line.startsWith(`GET /${site}/`));
      return [...Map.groupBy(paths, (path) => path).values()].map((all) => all.length);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((one) => ('close' in one ? one.close() : one[Symbol.asyncDispose]())));
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The output of a server that ended with nothing in flight. */
const landed: unknown = expect.not.stringContaining('server.late');

const once = new Array<number>(PAGES).fill(1);

/** When providers are due, in milliseconds since 1970. */
async function plannedIn(data: string): Promise<ReadonlyMap<string, { readonly dueAt: number }>> {
  const watch = await openStore({ kind: 'sqlite', folder: data }).openWatch();
  return watch.reader.planned().finally(() => watch.close());
}

/** Makes providers due a day ago, as a process that slept would find them. */
async function makeDue(world: World, ...providers: readonly string[]): Promise<void> {
  const { data } = world;
  const planning = world.open();
  await planning.start();
  await untilPasses(async () => expect(new Set((await plannedIn(data)).keys())).toEqual(new Set(providers)));
  await planning.close();
  const watch = await openStore({ kind: 'sqlite', folder: data }).openWatch();
  const planned = await watch.reader.planned();
  for (const provider of providers) {
    const plan = planned.get(provider);
    if (plan === undefined) throw new Error(`${provider} is not planned`);
    const slot = plan.slot - 24 * 3_600_000;
    await watch.writer.plan(provider, { ...plan, slot, dueAt: slot });
  }
  await watch.close();
}

/** Who owns the folder. */
async function ownerOf({ data }: World): Promise<number | undefined> {
  const watch = await openStore({ kind: 'sqlite', folder: data }).openWatch();
  return (await watch.reader.owner().finally(() => watch.close()))?.pid;
}

/** The first event of the hub that fits. */
async function seen({ runs }: Service, fits: (event: CrawlEvent) => boolean): Promise<CrawlEvent> {
  for await (const { event } of runs.hub.subscribe()) if (fits(event)) return event as CrawlEvent;
  throw new Error('the service ended before');
}

const isPageOf =
  (provider: string) =>
  (event: CrawlEvent): boolean =>
    event.type === 'visited' && event.provider === provider && event.state === 'indexed';
const isEndOf =
  (provider: string) =>
  (event: CrawlEvent): boolean =>
    event.type === 'ended' && event.provider === provider;

/** Starts a crawl of a site, and waits for its first page. */
async function crawlIn(service: Service, world: World, site: string): Promise<void> {
  await service.crawl({ words: [world.urlOf(site)] });
  await seen(service, isPageOf(world.providerOf(site)));
}

const statesOf = async ({ runs }: Service): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await runs.list()).map(({ provider, state }) => [provider.replace(/^.*_/, ''), state]));

describe.concurrent('a service that starts', () => {
  it('F6, A2: goes on with what was killed, and with neither what was paused nor what was stopped', async () => {
    await using world = await newWorld(40);
    const first = world.open();
    expect(await first.start()).toEqual([]);
    await crawlIn(first, world, 'long-b');
    await first.runs.pause(world.providerOf('long-b'));
    await crawlIn(first, world, 'long-c');
    await first.runs.stop(world.providerOf('long-c'));
    await until(async () => (await statesOf(first))['long-c'] === 'stopped');
    const release = world.hold('a', 3);
    await crawlIn(first, world, 'a');
    const closed = first.close();
    release();
    expect(await closed).toBe(true);
    expect(await ownerOf(world)).toBeUndefined();
    const next = world.open();
    expect(await next.start()).toEqual([world.providerOf('a')]);
    await seen(next, isEndOf(world.providerOf('a')));
    await untilPasses(async () =>
      expect(await statesOf(next)).toEqual({ a: 'complete', 'long-b': 'paused', 'long-c': 'stopped' }),
    );
    expect(world.counts('a')).toEqual(once);
  });

  it('M5, A2: runs what is due, one after the other, beside a run that was requested; the hub has the events of all', async () => {
    await using world = await newWorld(20, ['x', 'y']);
    await makeDue(world, 'x', 'y');
    const service = world.open();
    const requested = world.providerOf('a');
    const release = [world.hold('x'), world.hold('y')];
    const order: string[] = [];
    const listening = (async () => {
      for await (const { event } of service.runs.hub.subscribe()) {
        if (event.type === 'started' || event.type === 'ended') order.push(`${event.type} ${event.provider}`);
        // What is due waits for it, so that both are under way.
        if (event.type === 'started' && event.provider === requested) for (const send of release) send();
        if (order.filter((one) => one.startsWith('ended')).length === 3) break;
      }
    })();
    await service.start();
    await service.crawl({ words: [world.urlOf('a')] });
    await listening;
    const due = order.filter((one) => !one.includes('127.0.0.1'));
    const [first, second] = due[0] === 'started x' ? ['x', 'y'] : ['y', 'x'];
    expect(due).toEqual([`started ${first}`, `ended ${first}`, `started ${second}`, `ended ${second}`]);
    expect(order.indexOf(`started ${requested}`)).toBeLessThan(order.indexOf(`ended ${first}`));
    for (const site of ['x', 'y', 'a']) expect(world.counts(site)).toEqual(once);
  });

  it(
    'M5, F6: a scheduled run that the end of a service has left goes on with the next one, and is not due again',
    more,
    async () => {
      await using world = await newWorld(40, ['x']);
      await makeDue(world, 'x');
      const begun = new Moment();
      const release = world.hold('x', 3);
      const first = world.open();
      await first.start();
      await seen(first, isPageOf('x'));
      const closed = first.close();
      release();
      expect(await closed).toBe(true);
      const next = world.open();
      expect(await next.start()).toEqual(['x']);
      await seen(next, isEndOf('x'));
      await untilPasses(async () => expect(await ownerOf(world)).toBeUndefined());
      await untilPasses(async () => begun.expectAfter((await plannedIn(world.data)).get('x')?.dueAt));
      // What is requested afterwards comes after whatever was still due.
      await next.crawl({ words: [world.urlOf('a')] });
      await seen(next, isEndOf(world.providerOf('a')));
      expect(await next.runs.list()).toMatchObject([{ id: 2 }, { id: 1, state: 'complete' }]);
      expect(world.counts('x')).toEqual(once);
    },
  );

  it('C4: makes no data before there is something to keep, and leaves none behind', async () => {
    await using world = await newWorld(0);
    const service = world.open();
    await service.start();
    // Once it has heard the bell, it has looked for what there is to do.
    expect(await openStore({ kind: 'sqlite', folder: world.data }).neighbours.ring()).toBe(true);
    await until(() => !existsSync(join(world.data, 'doorbell/ring')));
    expect(readdirSync(world.data)).toEqual(['doorbell']);
    await service.close();
    expect(readdirSync(world.data)).toEqual([]);
  });

  it('C4: is the only one of its folder', async () => {
    await using world = await newWorld(0);
    await world.open().start();
    await expect(world.open().start()).rejects.toThrow(
      expect.objectContaining({ code: 'DOC_STORE_BUSY', message: expect.stringContaining(`by pid ${process.pid}`) }),
    );
  });
});

describe.concurrent('docent crawl in a terminal beside a server', () => {
  it('C4, A2: is passed to the server although that is idle, and followed to its end', more, async () => {
    await using world = await newWorld(10);
    const server = await world.serve();
    const provider = world.providerOf('a');
    const terminal = world.crawl('a');
    expect(await terminal.ended).toMatchObject({ code: 0, stderr: '' });
    expect(terminal.events[0]).toEqual({ type: 'handed', providers: [provider], pid: server.pid });
    expect(terminal.events).toContainEqual(expect.objectContaining({ type: 'report', provider }));
    expect(await server.runs()).toMatchObject([{ provider, state: 'complete' }]);
    await untilPasses(async () => expect(await ownerOf(world)).toBeUndefined());
    expect(world.counts('a')).toEqual(once);
  });

  it(
    'C4: is passed to a server that crawls as well; runs are paused, resumed and stopped from outside',
    more,
    async () => {
      await using world = await newWorld(100);
      const service = world.open();
      await service.start();
      const [own, other] = ['long-1', 'long-2'].map(world.providerOf) as [string, string];
      await crawlIn(service, world, 'long-1');
      const terminal = world.crawl('long-2');
      await seen(service, isPageOf(other));
      expect(await world.docent('runs', 'pause', other)).toMatchObject({ code: 0, stderr: '' });
      expect(await terminal.event('paused')).toBeDefined();
      expect(await world.docent('runs', 'stop', own)).toMatchObject({ code: 0, stderr: '' });
      await untilPasses(async () =>
        expect(await statesOf(service)).toEqual({ 'long-1': 'stopped', 'long-2': 'paused' }),
      );
      expect(await world.docent('runs', 'resume', other)).toMatchObject({ code: 0, stderr: '' });
      expect(await terminal.event('resumed')).toBeDefined();
      // With no process that has it open, it goes on in the server.
      const resumed = world.docent('runs', 'resume', own);
      await seen(service, (event) => event.type === 'started' && event.provider === own && event.how === 'resumed');
      expect(await service.runs.find(own)).toMatchObject({ state: 'running', pid: process.pid });
      for (const provider of [own, other]) await service.runs.stop(provider);
      expect([await terminal.ended, await resumed]).toMatchObject([{ code: 130 }, { code: 130 }]);
      for (const site of ['long-1', 'long-2']) expect(world.counts(site).filter((count) => count > 1)).toEqual([]);
    },
  );

  it('F6, FAULTS 55: goes on in the terminal when the server is killed; nothing stored is requested again', async () => {
    await using world = await newWorld(60);
    const release = world.hold('a', 4);
    const server = await world.serve();
    const terminal = world.crawl('a');
    expect(await terminal.event('handed')).toMatchObject({ pid: server.pid });
    await until(() => world.counts('a').length > 4);
    server.send('SIGKILL');
    await server.ended;
    release();
    expect(await terminal.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await terminal.event('started')).toMatchObject({ how: 'resumed' });
    expect(snapshot(world.data)).toMatchObject({ problems: [], waiting: 0, discovered: PAGES });
    // There is one request at a time: only that can have been lost.
    expect(world.counts('a').filter((count) => count > 1).length).toBeLessThanOrEqual(1);
  });
});

describe.concurrent('beside a server', () => {
  it('C4: that is idle everything works but a restore, which names the server', async () => {
    await using world = await newWorld(0);
    const service = world.open();
    await service.start();
    await service.crawl({ words: [world.urlOf('a')] });
    await seen(service, isEndOf(world.providerOf('a')));
    await untilPasses(async () => expect(await ownerOf(world)).toBeUndefined());
    const backup = join(world.folder, 'backup.sqlite');
    const commands = [
      ['backup', backup],
      ['schedule', 'run', '--once'],
      ['providers'],
      ['blocklist', 'add', `127.0.0.1:${world.server.port}/a/page-1`],
      ['forget', `${world.urlOf('a')}page-2`, '--yes'],
    ];
    for (const args of commands) expect(await world.docent(...args), args[0]).toMatchObject({ code: 0 });
    const refused = await world.docent('restore', backup, '--force');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`${world.data} is served by pid ${process.pid}: stop that server`);
    await service.close();
    expect(await world.docent('restore', backup, '--force')).toMatchObject({ code: 0 });
  });

  it('C4: that was killed a restore works, also into a folder with nothing else in it', more, async () => {
    await using world = await newWorld(0);
    expect(await world.docent('crawl', world.urlOf('a'), '--delay', '0')).toMatchObject({ code: 0 });
    const backup = join(world.folder, 'backup.sqlite');
    await world.docent('backup', backup);
    const left = join(world.folder, 'left');
    mkdirSync(join(left, 'doorbell'), { recursive: true });
    writeFileSync(join(left, 'doorbell/server'), '{}');
    const args = ['restore', backup, '--data', left];
    expect(await runCommand(args, { cwd: world.folder, env })).toMatchObject({ code: 0 });
    const server = await world.serve();
    server.send('SIGKILL');
    await server.ended;
    expect(await world.docent('restore', backup, '--force')).toMatchObject({ code: 0 });
  });

  it('C5: that crawls something is forgotten all the same, from a terminal; the crawl goes on by itself', async () => {
    await using world = await newWorld(40);
    expect(await world.docent('crawl', world.urlOf('a'), '--delay', '0')).toMatchObject({ code: 0 });
    const service = world.open();
    await service.start();
    const release = world.hold('b', 3);
    await crawlIn(service, world, 'b');
    const url = `${world.urlOf('a')}page-2`;
    const forgetting = world.docent('forget', url, '--yes', '--json');
    const door = join(world.data, 'doorbell');
    await until(() => readdirSync(door).some((name) => name.startsWith('room-')));
    release();
    const forgotten = await forgetting;
    expect(forgotten).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(forgotten.stdout)).toMatchObject({ end: 'forgotten', removed: { pages: 1 } });
    await seen(service, isEndOf(world.providerOf('b')));
    await untilPasses(async () => expect(await statesOf(service)).toEqual({ a: 'complete', b: 'complete' }));
    expect(world.counts('b')).toEqual(once);
    expect([...snapshot(world.data).urls.keys()]).not.toContain(url);
    expect(readdirSync(door)).toEqual(['server']);
  });
});

describe.concurrent('a service that forgets', () => {
  it(
    'C5: leaves its runs for that, goes on with those that were not paused, and keeps terminals that follow them',
    more,
    async () => {
      await using world = await newWorld(60);
      const server = await world.serve();
      await server.post('/runs', { targets: [world.urlOf('long-1')] });
      const release = world.hold('b', 3);
      const terminal = world.crawl('b');
      expect(await terminal.event('handed')).toMatchObject({ pid: server.pid });
      await server.post('/runs/1/pause');
      await until(() => world.counts('b').length > 3);
      const forgetting = server.post('/forget', { what: `${world.urlOf('long-1')}page-9` });
      release();
      await forgetting;
      expect(await terminal.ended).toMatchObject({ code: 0, stderr: '' });
      expect(terminal.events.filter(({ type }) => type === 'started')).toEqual([]);
      expect(JSON.parse((await world.docent('runs', '--json')).stdout)).toMatchObject([
        { id: 2, state: 'complete' },
        { id: 1, state: 'paused' },
      ]);
      expect(world.counts('b')).toEqual(once);
      server.send('SIGTERM');
      expect(await server.ended).toMatchObject({ code: 0, output: landed });
    },
  );

  it('C5: within its own process, with the receipt, and twice at once', more, async () => {
    await using world = await newWorld(40);
    const service = world.open();
    await service.start();
    const release = world.hold('a', 3);
    await crawlIn(service, world, 'a');
    const place = openPlace(world.settings);
    const forget = async (name: string): Promise<string> => {
      const plan = await planForget(place, `${world.urlOf('a')}${name}`);
      const removed = service.forgetting(() => forgetPlanned(place.store, plan, { always: true }));
      release();
      return (await removed).end;
    };
    expect(await Promise.all([forget('page-9'), forget('page-10')])).toEqual(['forgotten', 'forgotten']);
    await seen(service, isEndOf(world.providerOf('a')));
    expect(snapshot(world.data).problems).toEqual([]);
  });
});

describe.concurrent('a service that ends', () => {
  /** A site whose pages but the first never come. */
  const silent: RequestListener = (request, response) => {
    if (!request.url?.includes('page')) sites(request, response);
  };

  it(
    'F5, F6: by a signal also where a site does not answer; the run is left, and the next service goes on with it',
    more,
    async () => {
      await using world = await newWorld(0);
      world.server.answer(silent);
      const server = await world.serve();
      await server.post('/runs', { targets: [world.urlOf('a')] });
      await until(() => world.counts('a').length > 1);
      server.send('SIGTERM');
      expect(await server.ended).toMatchObject({ code: 0, signal: null });
      const next = await world.serve();
      await untilPasses(async () =>
        expect(await next.runs()).toMatchObject([{ provider: world.providerOf('a'), state: 'running', pid: next.pid }]),
      );
      next.send('SIGKILL');
      await next.ended;
      world.server.answer(sites);
      const last = world.open();
      expect(await last.start()).toEqual([world.providerOf('a')]);
      await seen(last, isEndOf(world.providerOf('a')));
      expect(snapshot(world.data)).toMatchObject({ problems: [], waiting: 0, discovered: PAGES });
    },
  );

  it('F5, F6: by a second signal at once, also where a site does not answer; the run is left', async () => {
    await using world = await newWorld(0);
    world.server.answer(silent);
    const server = await world.serve();
    await server.post('/runs', { targets: [world.urlOf('a')] });
    await until(() => world.counts('a').length > 1);
    server.send('SIGTERM');
    server.send('SIGINT');
    expect(await server.ended).toMatchObject({ code: 130, signal: null });
    world.server.answer(sites);
    const next = world.open();
    expect(await next.start()).toEqual([world.providerOf('a')]);
    await seen(next, isEndOf(world.providerOf('a')));
    expect(snapshot(world.data)).toMatchObject({ problems: [], waiting: 0, discovered: PAGES });
  });

  it('C4: a terminal that followed it goes on with its own run', more, async () => {
    await using world = await newWorld(60);
    const release = world.hold('a', 3);
    const server = await world.serve();
    const terminal = world.crawl('a');
    await terminal.event('handed');
    await until(() => world.counts('a').length > 3);
    server.send('SIGINT');
    release();
    expect(await server.ended).toMatchObject({ code: 0, output: landed });
    expect(await terminal.ended).toMatchObject({ code: 0, stderr: '' });
    expect(world.counts('a')).toEqual(once);
  });
});
