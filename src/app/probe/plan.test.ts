// F12: a plan requests as politely as a crawl, and refuses where a crawl would.
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { Visits } from '../../../test/support/visits.ts';
import { silentLog } from '../../core/log.ts';
import type { Provider } from '../../seed/provider.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { resolveTargets } from '../crawl/targets.ts';
import { openPlace } from '../place.ts';
import { openSideDoor } from '../read/reading.ts';
import { type Plan, planCrawl } from './plan.ts';
import { growthOf } from './plan-growth.ts';

let folder: string;
let server: LocalServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-plan-'));
  server = await startServer((_, response) => void response.writeHead(404).end());
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

type Page = readonly [type: string, body: string] | RequestListener;

function site(pages: Readonly<Record<string, Page>>): void {
  server.answer((request, response) => {
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') page(request, response);
    else if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': page[0] }).end(page[1]);
  });
}

const at = (path: string): string => `${server.origin}${path}`;
const text = (body: string): Page => ['text/plain', body];
const xml = (...paths: string[]): Page => [
  'application/xml',
  `<urlset>${paths.map((path) => `<url><loc>${at(path)}</loc></url>`).join('')}</urlset>`,
];
const index = (...urls: string[]): Page => [
  'application/xml',
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`,
];
const html = (...links: string[]): Page => [
  'text/html',
  `<title>Home</title><p>Hello.</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}`,
];

function settings(env: Record<string, string> = {}, flags: Record<string, string> = {}): Settings {
  return loadSettings({ cwd: folder, env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: folder, ...env }, flags });
}

async function plan(env: Record<string, string> = {}): Promise<Plan> {
  return (await planCrawl(openPlace(settings(env)), silentLog, [at('/')]))[0] as Plan;
}

async function block(pattern: string): Promise<void> {
  const side = await openSideDoor(openPlace(settings()).store);
  await side.block(pattern, 'asked us to stop');
  await side.close();
}

/** A provider of this server, as a configuration file would hold it. */
function withProvider(base: Settings, change: Partial<Provider>): Settings {
  const [target] = resolveTargets([at('/')], base);
  return { ...base, providers: [{ ...(target?.provider as Provider), provider_id: 'mine', ...change }] };
}

describe('the operator’s own no', () => {
  it('U10: nothing is requested from a host on the blocklist, not even robots.txt', async () => {
    site({ '/robots.txt': text(`Sitemap: ${at('/s.xml')}`), '/': html('/a'), '/s.xml': xml('/a') });
    await block(`127.0.0.1:${server.port}`);
    const made = await plan();
    expect(made.seeds).toEqual([
      {
        url: at('/'),
        refused: expect.objectContaining({ by: 'blocklist', detail: expect.stringContaining('asked us to stop') }),
        answer: 'not requested',
        usable: false,
      },
    ]);
    expect(made.sitemaps).toEqual([]);
    expect(made.estimate.pages).toBe(0);
    expect(server.requestLines).toEqual([]);
  });

  it('U10, R26: links and sitemap entries on the blocklist or excluded do not count', async () => {
    site({
      '/robots.txt': text(`Sitemap: ${at('/s.xml')}`),
      '/': html('/a', '/secret/x', '/admin/y'),
      '/s.xml': xml('/a', '/b', '/secret/x', '/admin/y'),
    });
    await block(`127.0.0.1:${server.port}/secret`);
    expect(await plan({ DOCENT_EXCLUDE_PATHS: '/admin' })).toMatchObject({
      links: { inScope: 1, refused: { blocklist: 1, excludePaths: 1 } },
      sitemaps: [{ entries: 4, inScope: 2 }],
      estimate: { pages: 2 },
    });
  });

  it('R26: a seed and a sitemap that are excluded are not requested', async () => {
    site({ '/robots.txt': text(`Sitemap: ${at('/maps/s.xml')}`), '/docs/': html(), '/maps/s.xml': xml('/docs/a') });
    const own = withProvider(settings({ DOCENT_EXCLUDE_PATHS: '/docs,/maps' }), {
      seed_urls: [at('/docs/'), at('/open/')],
    });
    const [made] = await planCrawl(openPlace(own), silentLog, ['mine']);
    expect(made?.seeds).toMatchObject([
      { refused: { by: 'excludePaths', detail: '/docs' }, answer: 'not requested' },
      { robots: { allowed: true }, answer: 'status 404', usable: false },
    ]);
    expect(made?.sitemaps).toMatchObject([{ entries: 0, problem: 'not requested: excludePaths: /maps' }]);
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /open/']);
  });
});

describe('what a crawl would not request', () => {
  it('R24: a sitemap that robots.txt itself forbids', async () => {
    site({ '/robots.txt': text(`User-agent: *\nDisallow: /maps/\nSitemap: ${at('/maps/s.xml')}`), '/': html('/a') });
    expect((await plan()).sitemaps).toMatchObject([{ problem: expect.stringMatching(/^not allowed: line 2/) }]);
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /', 'GET /a']);
  });

  it('F9: sitemaps of other hosts in an index, and those of an index inside an index', async () => {
    site({
      '/robots.txt': text(`Sitemap: ${at('/i.xml')}`),
      '/': html('/a'),
      '/i.xml': index(at('/s.xml'), at('/inner.xml'), 'https://elsewhere.example/s.xml'),
      '/s.xml': xml('/a', '/b', '/c'),
      '/inner.xml': index(at('/deep.xml')),
    });
    const made = await plan();
    expect(made.sitemaps.map(({ url }) => url)).toEqual([at('/i.xml'), at('/s.xml'), at('/inner.xml')]);
    expect(made.estimate).toMatchObject({ pages: 3, basis: '3 pages in the sitemaps' });
  });
});

describe('F12: how many pages there are, where no sitemap lists them', () => {
  /** A tree of pages, each with the top of it as a menu, its children, its neighbours, and whatever links lead across. */
  function tree(widths: readonly number[], across: (nth: number) => readonly string[] = () => []) {
    const children = new Map<string, string[]>();
    let level = ['/docs/'];
    for (const width of widths) {
      for (const parent of level)
        children.set(
          parent,
          Array.from({ length: width }, (_, n) => `${parent}${'abcdefgh'[n % 8]}${n}/`),
        );
      level = level.flatMap((parent) => children.get(parent) ?? []);
    }
    const all = ['/docs/', ...[...children.values()].flat()];
    const top = children.get('/docs/') ?? [];
    const siblings = new Map([...children.values()].flatMap((row) => row.map((path) => [path, row] as const)));
    const pages = all.map((path, nth): [string, Page] => {
      const links = [...top, ...(children.get(path) ?? []), ...(siblings.get(path) ?? []), ...across(nth)];
      // The pages at the ends of the tree are the long ones.
      const text = 'word '.repeat(children.has(path) ? 500 : 5_000);
      return [path, ['text/html', `<main>${links.map((link) => `<a href="${link}">x</a>`).join(' ')}${text}</main>`]];
    });
    site(Object.fromEntries(pages));
    return { all, bytes: pages.reduce((sum, [, page]) => sum + (typeof page === 'function' ? 0 : page[1].length), 0) };
  }

  it.each<[string, readonly number[], number]>([
    ['forty sections of eighteen pages', [40, 18], 0],
    ['eight chapters of twelve sections of seven pages', [8, 12, 7], 0],
    ['the same with links across', [8, 12, 7], 5],
    ['one list of everything', [300], 0],
  ])('%s: within a third, in at most five more requests, with a range that holds it', async (_, widths, across) => {
    let every: readonly string[] = [];
    const link = (nth: number) =>
      Array.from({ length: across }, (_, n) => every[(nth * 31 + n * 97) % every.length] ?? '/');
    every = tree(widths).all;
    const { all, bytes } = tree(widths, link);
    const { estimate } = (
      await planCrawl(openPlace(settings({}, { max_pages: '5000' })), silentLog, [at('/docs/')])
    )[0] as Plan;
    const [from, to] = estimate.range ?? [0, 0];
    expect(Math.abs(estimate.pages / all.length - 1)).toBeLessThan(1 / 3);
    expect({ from: from <= all.length, to: to >= all.length }).toEqual({ from: true, to: true });
    expect(estimate.bytes / bytes).toBeGreaterThan(0.5);
    expect(estimate.bytes / bytes).toBeLessThan(2);
    expect(estimate.basis).toMatch(/^guessed: \d+ links on the seeds; [1-5] sampled pages led to /);
    expect(server.requestLines.length).toBeLessThanOrEqual(2 + 5);
  });

  it('a sitemap is counted and nothing sampled; without links there is nothing to sample', async () => {
    site({ '/robots.txt': text(`Sitemap: ${at('/s.xml')}`), '/': html('/a', '/b'), '/s.xml': xml('/a', '/b') });
    expect((await plan()).estimate).toMatchObject({ pages: 2, basis: '2 pages in the sitemaps' });
    expect((await plan()).estimate.range).toBeUndefined();
    site({ '/': html() });
    expect((await plan()).estimate).toMatchObject({ pages: 1, range: [1, 1] });
    expect(server.requestLines.filter((line) => line === 'GET /a')).toEqual([]);
  });

  it('a sample keeps to robots.txt and to what is excluded', async () => {
    site({
      '/robots.txt': text('User-agent: *\nDisallow: /a'),
      '/': html('/a1', '/b1', '/c1'),
      '/b1': html(),
      '/c1': html(),
    });
    await plan({ DOCENT_EXCLUDE_PATHS: '/b' });
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /', 'GET /c1']);
  });

  it('links that lead across a flat site: the fewer come twice, the more pages there are', () => {
    let last = 1;
    const random = () => {
      last = (last * 48_271) % 2_147_483_647;
      return last;
    };
    const draw = (count: number, of: number) => new Set(Array.from({ length: count }, () => `x/p${random() % of}`));
    const known = new Set(['x/a', 'x/b', 'x/c']);
    const sampled = (of: number) =>
      [1, 2, 3, 4, 5].map((nth) => ({ key: `x/s${nth}`, level: nth < 4 ? 1 : 2, links: draw(40, of), bytes: 1 }));
    const small = growthOf(1, known, sampled(200), 3).pages;
    const large = growthOf(1, known, sampled(1_000), 3).pages;
    expect(small).toBeGreaterThan(120);
    expect(small).toBeLessThan(400);
    expect(large).toBeGreaterThan(500);
    expect(large).toBeLessThan(3_000);
  });
});

describe('F5, F12: a seed that redirects', () => {
  const to =
    (location: string): RequestListener =>
    (_, response) =>
      void response.writeHead(301, { location }).end();

  it('is followed as a crawl does, and its page is what counts', async () => {
    site({ '/': to('/docs'), '/docs': to('/docs/start'), '/docs/start': html('/docs/a', '/docs/b') });
    const { seeds, links } = await plan();
    expect(links.inScope).toBe(2);
    expect(seeds).toMatchObject([
      { usable: true, answer: expect.stringMatching(/^status 301, redirects to \/docs: status 301, .*"Home"/) },
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['that robots.txt forbids', '/closed/', /not followed: robots\.txt does not allow it: line 2/],
    ['that is excluded', '/admin/', /not followed: excludePaths: /],
    ['on the blocklist', '/secret/', /not followed: blocklist: /],
    ['that is no page', '/file.zip', /not followed: trap:extension/],
    ['on another host', 'https://elsewhere.example/', /not followed: scope:host/],
    ['in the private network', 'http://127.0.0.1:1/', /not followed|refused|ECONNREFUSED/],
    ['that is not there', '/gone', /status 404$/],
    ['that leads back', '/loop', /not followed: back to/],
  ])('to an address %s cannot be used', async (_, location, answer) => {
    site({
      '/': to(location),
      '/loop': to('/'),
      '/robots.txt': text('User-agent: *\nDisallow: /closed/'),
      '/admin/': html(),
    });
    await block(`127.0.0.1:${server.port}/secret`);
    const { seeds } = await plan({ DOCENT_EXCLUDE_PATHS: '/admin' });
    expect(seeds).toMatchObject([{ usable: false, answer: expect.stringMatching(answer) }]);
  });
});

it('F12: a plan names the agent of its provider, not the general one', async () => {
  site({ '/': html() });
  const own = withProvider(settings(), { robots_dialect: 'intel' });
  const [made] = await planCrawl(openPlace(own), silentLog, ['mine']);
  expect(made?.agent).toBe(server.requests[0]?.headers['user-agent']);
  expect(made?.agent).not.toBe(own.agent);
});

it('F4: all requests of a plan keep the delay: robots.txt, its redirect, page, sitemap, the next target', async () => {
  const DELAY = 80;
  const visits = new Visits();
  const noted =
    (page: Page): RequestListener =>
    (request, response) => {
      response.on('finish', visits.begin(request.url));
      if (typeof page === 'function') page(request, response);
      else response.writeHead(200, { 'content-type': page[0] }).end(page[1]);
    };
  site({
    '/robots.txt': noted((_, response) => void response.writeHead(301, { location: '/real.txt' }).end()),
    '/real.txt': noted(text(`Sitemap: ${at('/s.xml')}`)),
    '/': noted(html('/a')),
    '/s.xml': noted(xml('/a')),
  });
  const own = settings({ DOCENT_REQUEST_DELAY_MS: String(DELAY), DOCENT_JITTER_MS: '0' });
  const [first] = await planCrawl(openPlace(withProvider(own, {})), silentLog, ['mine', at('/')]);
  const each = ['/robots.txt', '/real.txt', '/', '/s.xml'];
  expect(visits.names).toEqual([...each, ...each]);
  visits.expectGaps(DELAY);
  expect(first?.estimate).toMatchObject({ pages: 1 });
});
