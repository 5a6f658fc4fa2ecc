// A crawl of a folder that another process crawls into, as the real binary: passed on, followed, taken back (C4, F5, F6).
// Processes and their ends: SQLite alone.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { type Answer, type Host, startHost } from '../kill/arrivals.ts';
import { type Crawler, type CrawlerEvent, startCrawler } from '../kill/crawler.ts';
import { snapshot } from '../kill/snapshot.ts';
import { more } from '../support/how-long.ts';
import { type Finished, run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { until } from '../support/until.ts';

const PAGES = 12;
const FAST = ['--delay', '0', '--concurrency', '4', '--per-host', '4'];
/** One page after the other: where one is not answered, none follows. */
const SLOW = ['--delay', '100', '--concurrency', '1'];
const env = { DOCENT_JITTER_MS: '0', DOCENT_LOG_LEVEL: 'error' };
const binary = join(root, 'bin/docent.js');

let folder: string;
let folders = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-hand-over-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = (): string => join(folder, `${folders++}`);

function docent(data: string, ...args: readonly string[]): Promise<Finished> {
  return run(pinnedNode, [binary, ...args, '--data', data], { cwd: folder, env });
}

/** Sites at /a/, /b/ and so on, each of them a page that links to all others. */
function pageAt(path: string, response: ServerResponse): void {
  const [, site, name] = path.split('/');
  if (site === 'robots.txt') return void response.writeHead(404).end();
  const links = name === '' ? Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/${site}/page-${i}">x</a>`) : [];
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<title>${path}</title><p>This is the page ${path} of its site.</p>${links.join('')}`);
}

interface Sites extends AsyncDisposable {
  /** The origin of a site: one host for the site that the owner crawls, another for all others. */
  originOf(site: string): string;
  readonly other: Host;
  /** Resolves when the owner's site waits for its answers. */
  readonly held: Promise<void>;
  /** Holds the pages of a site back after this many, its first page aside. */
  hold(site: string, after: number): void;
  /** The paths that wait for their answer now. */
  heldAt(site: string): readonly string[];
  /** Answers what waits now. */
  answerHeld(site: string): void;
  letGo(site: string): void;
  /** How often each page of a site was requested, by path. */
  counts(site: string): ReadonlyMap<string, number>;
}

/** Holds the pages of /a/ back until they are released: the process that crawls it owns the folder until then. */
async function startSites(): Promise<Sites> {
  const waiting: { readonly site: string; readonly url: string; readonly answer: () => void }[] = [];
  const left = new Map([['a', 0]]);
  const held = Promise.withResolvers<void>();
  const listener: Answer = ({ url = '' }, response) => {
    const [, site = '', name = ''] = url.split('/');
    const answers = name === '' ? undefined : left.get(site);
    if (answers !== undefined) left.set(site, answers - 1);
    if (answers === undefined || answers > 0) return pageAt(url, response);
    waiting.push({ site, url, answer: () => pageAt(url, response) });
    if (site === 'a') held.resolve();
  };
  const answerHeld = (site: string): void => {
    for (const one of waiting.filter((each) => each.site === site)) {
      waiting.splice(waiting.indexOf(one), 1);
      one.answer();
    }
  };
  const own = await startHost('127.0.0.1', listener);
  const other = await startHost('127.0.0.2', listener);
  const originOf = (site: string): string => (site === 'a' ? own : other).origin;
  return {
    ...{ originOf, other, answerHeld },
    held: held.promise,
    heldAt: (site) => waiting.filter((each) => each.site === site).map(({ url }) => url),
    hold: (site, after) => void left.set(site, after),
    letGo(site) {
      left.delete(site);
      answerHeld(site);
    },
    counts(site) {
      const arrivals = [...own.arrivals, ...other.arrivals];
      const paths = arrivals.map(({ path }) => path).filter((path) => path.startsWith(`/${site}/`));
      return new Map(
        Map.groupBy(paths, (path) => path)
          .entries()
          .map(([path, all]) => [path, all.length]),
      );
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([own[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
    },
  };
}

interface Scene extends AsyncDisposable {
  readonly data: string;
  readonly sites: Sites;
  /** Crawls /a/, which does not answer before it is released. */
  readonly owner: Crawler;
  /** Another process that crawls a site of the same folder. */
  crawl(site: string, ...args: readonly string[]): Crawler;
  providerOf(site: string): string;
}

async function busyFolder(ownerEnv: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const data = newFolder();
  const sites = await startSites();
  const owner = startCrawler([`${sites.originOf('a')}/a/`, ...FAST], { data, env: { ...env, ...ownerEnv } });
  const crawlers = [owner];
  await Promise.race([sites.held, owner.ended]);
  return {
    ...{ data, sites, owner },
    crawl(site, ...args) {
      const crawler = startCrawler([`${sites.originOf(site)}/${site}/`, ...args], { data, env });
      crawlers.push(crawler);
      return crawler;
    },
    providerOf: (site) => `${new URL(sites.originOf(site)).host.replace(':', '-')}_${site}`,
    async [Symbol.asyncDispose]() {
      await Promise.all(crawlers.map((crawler) => crawler[Symbol.asyncDispose]()));
      await sites[Symbol.asyncDispose]();
    },
  };
}

function resultOf({ events }: Crawler): Extract<CrawlerEvent, { type: 'result' }> | undefined {
  return events.find((event) => event.type === 'result');
}

/** The state of a run, as `docent runs` lists it. */
async function runsIn(data: string): Promise<readonly { provider: string; state: string; pid?: number; id: number }[]> {
  const { code, stdout, stderr } = await docent(data, 'runs', '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Every page of a site was requested exactly once. */
function expectOnce(sites: Sites, site: string): void {
  expect([...sites.counts(site).values()]).toEqual(new Array(PAGES).fill(1));
}

describe.concurrent('a crawl of a folder that another process crawls into', () => {
  it('C4, F5: is followed to its end, with its exit code, its accounting and its report', async () => {
    await using scene = await busyFolder();
    const second = scene.crawl('b', ...FAST);
    expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
    const provider = scene.providerOf('b');
    expect(second.events[0]).toEqual({ type: 'handed', providers: [provider], pid: scene.owner.pid });
    expect(resultOf(second)).toMatchObject({
      exitCode: 0,
      providers: [{ provider, complete: true, counts: { discovered: PAGES, indexed: PAGES, waiting: 0 } }],
    });
    expect(second.events).toContainEqual(expect.objectContaining({ type: 'report', provider }));
    expectOnce(scene.sites, 'b');
    scene.sites.letGo('a');
    expect(await scene.owner.ended).toMatchObject({ code: 0, stderr: '' });
    expect(scene.owner.events.filter((event) => event.type === 'visited' && event.provider === provider)).toEqual([]);
    expect(snapshot(scene.data)).toMatchObject({ problems: [], waiting: 0, discovered: 2 * PAGES, leased: [] });
  });

  it('C4: works there by the options of the command that requested it', more, async () => {
    await using scene = await busyFolder();
    const second = scene.crawl('b', '--delay', '150', '--max-pages', '4');
    expect(await second.ended).toMatchObject({ code: 3, stderr: '' });
    expect(resultOf(second)?.providers[0]).toMatchObject({
      complete: false,
      ...{ state: 'incomplete', because: 'limit', why: `limit reached: 4 of about ${PAGES}` },
      counts: { indexed: 4, waiting: PAGES - 4 },
    });
    const { visits } = scene.sites.other;
    const isOwn = (path: string): boolean => path.startsWith('/b/');
    expect(visits.names.filter(isOwn)).toHaveLength(4);
    visits.expectGaps(150, isOwn);
  });

  it('F5: whose seed fails there ends with 1', more, async () => {
    await using scene = await busyFolder();
    const second = startCrawler(['http://127.0.0.1:1/', ...FAST], {
      data: scene.data,
      env: { ...env, DOCENT_RETRY_BASE_MS: '10' },
    });
    expect(await second.ended).toMatchObject({ code: 1 });
    expect(second.events[0]).toMatchObject({ type: 'handed', pid: scene.owner.pid });
  });

  it('C4: of the same site follows the crawl that is there', more, async () => {
    await using scene = await busyFolder();
    const second = scene.crawl('a', ...FAST);
    expect(await second.event('handed')).toMatchObject({ pid: scene.owner.pid });
    scene.sites.letGo('a');
    expect((await Promise.all([scene.owner.ended, second.ended])).map(({ code }) => code)).toEqual([0, 0]);
    expect(resultOf(second)).toEqual(resultOf(scene.owner));
    expectOnce(scene.sites, 'a');
    expect(await runsIn(scene.data)).toHaveLength(1);
  });

  it('C4, C8: that the other process refuses is refused here, with its code and its words', more, async () => {
    const config = join(folder, 'forbidding.yml');
    writeFileSync(
      config,
      'providers: [{ provider_id: no, name: No, seed_urls: ["http://127.0.0.9:9/"], allowed_path_patterns: ["/**"], tos: { verdict: forbidden } }]\n',
    );
    await using scene = await busyFolder({ DOCENT_CONFIG: config });
    const second = await docent(scene.data, 'crawl', 'http://127.0.0.9:9/', ...FAST);
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(/^docent: [^\n]*127\.0\.0\.9[^\n]*forbid[^\n]*\n$/);
    scene.sites.letGo('a');
    expect(await scene.owner.ended).toMatchObject({ code: 0 });
  });

  it('F5: is not stopped by a signal where there is no terminal; only the following is', more, async () => {
    await using scene = await busyFolder();
    scene.sites.hold('b', 1);
    const second = scene.crawl('b', ...SLOW);
    await second.event('handed');
    second.send('SIGINT');
    expect((await second.ended).code).toBe(130);
    expect(resultOf(second)).toBeUndefined();
    scene.sites.letGo('b');
    await until(() => scene.sites.counts('b').size === PAGES);
    scene.sites.letGo('a');
    expect(await scene.owner.ended).toMatchObject({ code: 0 });
    expectOnce(scene.sites, 'b');
  });

  it('F6: goes on in its own process when the other one has ended; nothing is requested twice', more, async () => {
    await using scene = await busyFolder();
    scene.sites.hold('b', 1);
    const second = scene.crawl('b', ...SLOW);
    await second.event('handed');
    await until(() => scene.sites.counts('b').size > 2);
    scene.sites.letGo('a');
    await scene.owner.event('ended');
    scene.sites.letGo('b');
    expect(await scene.owner.ended).toMatchObject({ code: 0, stderr: '' });
    expect(scene.sites.counts('b').size).toBeLessThan(PAGES);
    expect(await second.event('started')).toMatchObject({ how: 'resumed' });
    expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
    expect(resultOf(second)?.providers[0]).toMatchObject({ complete: true, counts: { indexed: PAGES } });
    expectOnce(scene.sites, 'b');
    expect(snapshot(scene.data)).toMatchObject({ problems: [], waiting: 0 });
  });

  it('F6, FAULTS 55: goes on in its own process when the other one is killed; what was stored is not requested again', async () => {
    await using scene = await busyFolder();
    scene.sites.hold('b', 1);
    const second = scene.crawl('b', ...SLOW);
    await second.event('handed');
    await until(() => scene.sites.counts('b').size > 2);
    const inFlight = scene.sites.heldAt('b');
    scene.owner.send('SIGKILL');
    await scene.owner.ended;
    const { pages } = snapshot(scene.data);
    scene.sites.letGo('b');
    expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
    expect(resultOf(second)?.providers[0]).toMatchObject({ complete: true, counts: { indexed: PAGES } });
    const again = [...scene.sites.counts('b')].filter(([, count]) => count > 1).map(([path]) => path);
    expect(inFlight).toEqual(expect.arrayContaining(again));
    expect([...pages.keys()].filter((url) => again.includes(new URL(url).pathname))).toEqual([]);
    // The other's own crawl waits for the next command.
    const left = (await runsIn(scene.data)).find(({ provider }) => provider === scene.providerOf('a'));
    expect(left).toMatchObject({ state: 'killed' });
  });
});

describe.concurrent('a crawl whose other process is killed', () => {
  const MOMENTS = 30;
  // Each number of requests at least twice: the moment within them is another one each time.
  for (let moment = 0; moment < MOMENTS; moment++) {
    const requests = 1 + (moment % (PAGES + 1));
    const nth = 1 + Math.floor(moment / (PAGES + 1));
    it(`F6, FAULTS 55: after request ${requests} goes on here, with nothing lost (${nth})`, more, async () => {
      await using scene = await busyFolder();
      const second = scene.crawl('b', ...SLOW);
      await until(() => scene.sites.other.arrivals.length >= requests);
      scene.owner.send('SIGKILL');
      expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
      expect(resultOf(second)?.providers[0]).toMatchObject({ complete: true, counts: { indexed: PAGES, waiting: 0 } });
      expect(snapshot(scene.data).problems).toEqual([]);
      // There is one request at a time: only that can have been lost.
      const counts = [...scene.sites.counts('b').values()];
      expect(counts).toHaveLength(PAGES);
      expect(counts.filter((count) => count > 1).length).toBeLessThanOrEqual(1);
    });
  }
});

describe.concurrent('docent runs, from a third process', () => {
  it('C4: pauses, resumes and stops a run that two others know of', async () => {
    await using scene = await busyFolder();
    const provider = scene.providerOf('b');
    scene.sites.hold('b', 0);
    const second = scene.crawl('b', ...SLOW);
    await second.event('handed');
    await until(() => scene.sites.counts('b').size > 1);
    expect(await docent(scene.data, 'runs', 'pause', provider)).toMatchObject({ code: 0, stderr: '' });
    scene.sites.answerHeld('b');
    await second.event('paused');
    const states = (await runsIn(scene.data)).map(({ provider: id, state, pid }) => [id, state, pid]);
    expect(states).toEqual([
      [provider, 'paused', scene.owner.pid],
      [scene.providerOf('a'), 'running', scene.owner.pid],
    ]);
    // Nothing was requested since, although a process has started and ended meanwhile.
    expect(scene.sites.counts('b').size).toBe(2);
    const resumed = await docent(scene.data, 'runs', 'resume', `${scene.sites.originOf('b')}/b/`);
    expect(resumed).toMatchObject({ code: 0, stderr: '' });
    expect(resumed.stdout).toMatch(/running {2}in process \d+\n$/);
    await until(() => scene.sites.counts('b').size > 2);
    expect(await docent(scene.data, 'runs', 'stop', '2')).toMatchObject({ code: 0, stderr: '' });
    scene.sites.letGo('b');
    expect(await second.ended).toMatchObject({ code: 130 });
    expect(resultOf(second)?.providers[0]).toMatchObject({ complete: false, state: 'stopped' });
    // Only that run stops: the other goes on, and a resume continues the stopped run in its own process.
    scene.sites.letGo('a');
    expect(await scene.owner.ended).toMatchObject({ code: 0 });
    const last = await docent(scene.data, 'runs', 'resume', provider);
    expect(last.code).toBe(0);
    expect(last.stdout).toContain(`${PAGES} discovered = ${PAGES} indexed\n`);
    expectOnce(scene.sites, 'b');
  });

  it('C4: names what it does not know, with exit code 2', more, async () => {
    await using scene = await busyFolder();
    const { code, stderr } = await docent(scene.data, 'runs', 'pause', 'stripe');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`stripe has no run; those that have one: ${scene.providerOf('a')}`),
    });
  });
});

describe.concurrent('docent schedule run', () => {
  it('M5: starts nothing beside a crawl, hands nothing over, and runs what is due afterwards', more, async () => {
    await using scene = await busyFolder();
    const config = join(folder, 'scheduled.yml');
    writeFileSync(
      config,
      `providers: [{ provider_id: mine, name: Mine, seed_urls: ["${scene.sites.originOf('b')}/b/"], allowed_path_patterns: ["/b/**"], own_site: true, request_delay_ms: 0, schedule: "0 3 * * *" }]\n`,
    );
    const schedule = (): Promise<Finished> => docent(scene.data, 'schedule', 'run', '--once', '--config', config);
    expect(await schedule()).toMatchObject({ code: 0 });
    const watch = await openStore({ kind: 'sqlite', folder: scene.data }).openWatch();
    const planned = (await watch.reader.planned()).get('mine');
    if (planned === undefined) throw new Error('nothing was planned');
    const slot = planned.slot - 24 * 3_600_000;
    await watch.writer.plan('mine', { ...planned, slot, dueAt: slot });
    await watch.close();
    expect((await schedule()).stdout).toBe('');
    expect(scene.sites.counts('b').size).toBe(0);
    scene.sites.letGo('a');
    expect(await scene.owner.ended).toMatchObject({ code: 0 });
    expect((await schedule()).stdout).toContain('mine begins');
    expectOnce(scene.sites, 'b');
  });
});
