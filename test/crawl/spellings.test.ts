// U13: every page is first linked by a spelling that is refused or fails, and is stored all the same; also when killed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/crawl/run/events.ts';
import { openReader } from '../../src/doors/library/open-reader.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { type Crawler, startCrawler } from '../kill/crawler.ts';
import { createRandom } from '../kill/random.ts';
import { inAll, more, scaled } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

const PAGES = inAll(100, 400);
const LISTS = 20;
const KILLS = 20;

/** What the first link to a page adds to its path; robots.txt, the server, the traps or the operator refuse it. */
const spellings: readonly ((path: string, port: number) => string)[] = [
  (path) => `${path}?utm_source=mail`,
  (path) => `${path}/`,
  (path) => `${path}?state=${'x'.repeat(1_500)}`,
  (path) => `${path}.php?id=1`,
  (path, port) => `https://127.0.0.1:${port}${path}`,
  (path) => `${path}?token=SECRET`,
];

/** Without digits, which would make all of them one path template (U8). */
function pathOf(n: number): string {
  const letters = n.toString(20).replace(/\d/g, (digit) => 'klmnopqrst'[Number(digit)] as string);
  return `/docs/page-${letters}`;
}

const isProgram = (n: number): boolean => n % spellings.length === 3;
const cleanPathOf = (n: number): string => (isProgram(n) ? `${pathOf(n)}.php` : pathOf(n));
const listOf = (list: number): string => `/docs/list-${'abcdefghijklmnopqrst'[list]}`;

interface Crawled {
  readonly server: LocalServer;
  readonly settings: Settings;
  readonly code: number | null;
  readonly result: RunResult;
}

let folder: string;
let crawled: Promise<Crawled> | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-spellings-'));
  writeFileSync(join(folder, 'docent.yml'), "exclude_paths: ['re:\\?.*token=.+']\n");
});
afterAll(async () => {
  await (await crawled)?.server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** What a server may answer: it gives so many answers more, and none beyond. */
interface Bound {
  left: number;
}

async function startSite(bound: Bound = { left: Number.POSITIVE_INFINITY }): Promise<LocalServer> {
  const pages = new Map(Array.from({ length: PAGES }, (_, n) => [cleanPathOf(n), `Page ${n} tells about thing ${n}.`]));
  const server = await startServer((request, response) => {
    const path = request.url ?? '';
    if (--bound.left < 0) return undefined;
    if (path === '/robots.txt')
      return response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /*?utm_\n');
    const list = Array.from({ length: LISTS }, (_, n) => listOf(n)).indexOf(path);
    const text = path === '/docs/' ? first(server.port) : list >= 0 ? second(list) : pages.get(path);
    if (text === undefined) return response.writeHead(404).end('no');
    return response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${path}</title><p>${text}</p>`);
  });
  return server;
}

const anchors = (urls: readonly string[]): string => urls.map((url) => `<a href="${url}">x</a>`).join('\n');

/** The seed: every page by the spelling that fails, then the lists. */
function first(port: number): string {
  const bad = Array.from({ length: PAGES }, (_, n) => spellings[n % spellings.length]?.(pathOf(n), port) as string);
  return `All pages ${anchors(bad)} and ${anchors(Array.from({ length: LISTS }, (_, n) => listOf(n)))}`;
}

/** A list: some pages as they are. */
function second(list: number): string {
  const clean = Array.from({ length: PAGES / LISTS }, (_, n) => cleanPathOf(list * (PAGES / LISTS) + n));
  return `List ${list} ${anchors(clean)}`;
}

/** The settings of a reader after a crawl. */
function settingsOf(data: string): Settings {
  return loadSettings({ cwd: folder, env: {}, flags: { data } });
}

function start({ origin }: LocalServer, data: string): Crawler {
  const pace = ['--delay', '0', '--concurrency', '8', '--per-host', '8', '--max-pages', '1000'];
  const config = ['--config', join(folder, 'docent.yml')];
  return startCrawler([`${origin}/docs/`, ...pace, ...config], { data, env: { DOCENT_RETRY_BASE_MS: '20' } });
}

/** A crawl without a break, for all tests of its result. */
function crawlOnce(): Promise<Crawled> {
  crawled ??= crawlWhole();
  return crawled;
}

async function crawlWhole(): Promise<Crawled> {
  const server = await startSite();
  const data = join(folder, 'whole');
  await using crawler = start(server, data);
  const { code } = await crawler.ended;
  return { server, settings: settingsOf(data), code, result: crawler.events.at(-1) as unknown as RunResult };
}

async function stored({ origin }: LocalServer, settings: Settings): Promise<readonly string[]> {
  const reader = openReader({ settings });
  try {
    const urls = await reader.list({ state: 'indexed', limit: 10_000 });
    return urls.map(({ url }) => url.replace(origin, '')).toSorted();
  } finally {
    await reader.close();
  }
}

const all = (): readonly string[] =>
  [
    '/docs/',
    ...Array.from({ length: PAGES }, (_, n) => cleanPathOf(n)),
    ...Array.from({ length: LISTS }, (_, n) => listOf(n)),
  ].toSorted();

function requestsByKey({ requestLines }: LocalServer): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const request of requestLines) {
    const key = request.replace('GET ', '').replace(/\/$/, '');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

describe.concurrent('a site whose pages are first linked by spellings that come to nothing', () => {
  it(
    'U2, U3, U13: every page is stored, none is requested with a dropped parameter, and every URL is accounted for',
    scaled,
    async () => {
      const { server, settings, result, code } = await crawlOnce();
      expect(code).toBe(0);
      const { discovered, ...states } = result.providers[0]?.counts ?? { discovered: 0 };
      expect(states).toMatchObject({ indexed: PAGES + LISTS + 1, waiting: 0, failed: 0, blocked: 0 });
      expect(discovered).toBe(Object.values(states).reduce((sum, n) => sum + n, 0));
      expect(await stored(server, settings)).toEqual(all());
      expect(server.requestLines.filter((request) => request.includes('?'))).toEqual([]);
      expect(Math.max(...requestsByKey(server).values())).toBeLessThanOrEqual(3);
    },
  );

  it('U13: "why" lists every spelling of a page and what became of it', scaled, async () => {
    const { server, settings } = await crawlOnce();
    const reader = openReader({ settings });
    try {
      const records = await Promise.all(
        spellings.map((_, n) =>
          reader.why(
            spellings[n]?.(server.origin + pathOf(n), server.port).replace(
              /^https:.*?\/docs/,
              `${server.origin}/docs`,
            ) as string,
          ),
        ),
      );
      expect(records.map(([record]) => [record?.state, ...(record?.spellings ?? []).map(({ by }) => by)])).toEqual([
        ['indexed'],
        ['indexed', 'http:404'],
        ['indexed', 'trap:length'],
        ['indexed', 'dynamic'],
        ['indexed', expect.stringMatching(/^(robots:rfc9309:closed|DOC_TLS|DOC_CONNECT|DOC_PROTOCOL)$/)],
        ['indexed', 'excludePaths'],
      ]);
      expect(JSON.stringify(records)).not.toMatch(/SECRET|utm_|xxxxx/);
    } finally {
      await reader.close();
    }
  });

  it('U13, F6, FAULTS 55: killed with -9 again and again it stores the same', more, async () => {
    const bound = { left: 0 };
    await using server = await startSite(bound);
    const data = join(folder, 'killed');
    const random = createRandom(20_261);
    for (let kill = 0; kill < KILLS; kill++) {
      bound.left = 1 + Math.floor(random() * 18);
      await using crawler = start(server, data);
      const over = crawler.ended.then(() => true);
      await crawler.event('started');
      for (let isOver = false; !isOver && bound.left > 0; ) isOver = await Promise.race([over, sleep(1, false)]);
      crawler.send('SIGKILL');
      expect((await crawler.ended).signal).toBe('SIGKILL');
    }
    bound.left = Number.POSITIVE_INFINITY;
    await using last = start(server, data);
    expect((await last.ended).code).toBe(0);
    expect(await stored(server, settingsOf(data))).toEqual(all());
    expect(server.requestLines.filter((request) => request.includes('?'))).toEqual([]);
  });
});
