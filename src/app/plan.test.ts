// F12: a plan asks as politely as a crawl, and says no where a crawl would.
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../test/local-server.ts';
import { silentLog } from '../core/log.ts';
import type { Provider } from '../seed/provider.ts';
import { loadSettings, type Settings } from '../settings.ts';
import { type Plan, planCrawl } from './plan.ts';
import { openSideDoor } from './reading.ts';
import { resolveTargets } from './targets.ts';

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

function settings(env: Record<string, string> = {}): Settings {
  return loadSettings({ cwd: folder, env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: folder, ...env } });
}

async function plan(env: Record<string, string> = {}): Promise<Plan> {
  return (await planCrawl(settings(env), silentLog, [at('/')]))[0] as Plan;
}

async function block(pattern: string): Promise<void> {
  const side = openSideDoor(settings());
  await side.block(pattern, 'asked us to stop');
  await side.close();
}

/** A provider of this server, like the one a configuration file would hold. */
function withProvider(given: Settings, change: Partial<Provider>): Settings {
  const [target] = resolveTargets([at('/')], given);
  return { ...given, providers: [{ ...(target?.provider as Provider), provider_id: 'mine', ...change }] };
}

describe('the operator’s own no', () => {
  it('U10: a host on the blocklist is not asked for anything, not even robots.txt', async () => {
    site({ '/robots.txt': text(`Sitemap: ${at('/s.xml')}`), '/': html('/a'), '/s.xml': xml('/a') });
    await block(`127.0.0.1:${server.port}`);
    const made = await plan();
    expect(made.seeds).toEqual([
      {
        url: at('/'),
        refused: expect.objectContaining({ by: 'blocklist', detail: expect.stringContaining('asked us to stop') }),
        answer: 'not asked',
        usable: false,
      },
    ]);
    expect(made.sitemaps).toEqual([]);
    expect(made.estimate.pages).toBe(0);
    expect(server.asked).toEqual([]);
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

  it('R26: a seed and a sitemap that are excluded are not asked for', async () => {
    site({ '/robots.txt': text(`Sitemap: ${at('/maps/s.xml')}`), '/docs/': html(), '/maps/s.xml': xml('/docs/a') });
    const given = withProvider(settings({ DOCENT_EXCLUDE_PATHS: '/docs,/maps' }), {
      seed_urls: [at('/docs/'), at('/open/')],
    });
    const [made] = await planCrawl(given, silentLog, ['mine']);
    expect(made?.seeds).toMatchObject([
      { refused: { by: 'excludePaths', detail: '/docs' }, answer: 'not asked' },
      { robots: { allowed: true }, answer: 'status 404', usable: false },
    ]);
    expect(made?.sitemaps).toMatchObject([{ entries: 0, problem: 'not asked: excludePaths: /maps' }]);
    expect(server.asked).toEqual(['GET /robots.txt', 'GET /open/']);
  });
});

describe('what a crawl would not ask for', () => {
  it('R24: a sitemap that robots.txt itself forbids', async () => {
    site({ '/robots.txt': text(`User-agent: *\nDisallow: /maps/\nSitemap: ${at('/maps/s.xml')}`), '/': html('/a') });
    expect((await plan()).sitemaps).toMatchObject([{ problem: expect.stringMatching(/^not allowed: line 2/) }]);
    expect(server.asked).toEqual(['GET /robots.txt', 'GET /']);
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

it('F12: a plan names the agent its provider is asked by, not the one of everybody else', async () => {
  site({ '/': html() });
  const given = withProvider(settings(), { robots_dialect: 'intel' });
  const [made] = await planCrawl(given, silentLog, ['mine']);
  expect(made?.agent).toBe(server.requests[0]?.headers['user-agent']);
  expect(made?.agent).not.toBe(given.agent);
});

it('F4: all requests of a plan keep the delay: robots.txt, its redirect, page, sitemap, the next target', async () => {
  const DELAY = 120;
  const times: { readonly path: string; readonly asked: number; answered: number }[] = [];
  const noted =
    (page: Page): RequestListener =>
    (request, response) => {
      const time = { path: request.url ?? '', asked: performance.now(), answered: 0 };
      times.push(time);
      response.on('finish', () => {
        time.answered = performance.now();
      });
      if (typeof page === 'function') page(request, response);
      else response.writeHead(200, { 'content-type': page[0] }).end(page[1]);
    };
  site({
    '/robots.txt': noted((_, response) => void response.writeHead(301, { location: '/real.txt' }).end()),
    '/real.txt': noted(text(`Sitemap: ${at('/s.xml')}`)),
    '/': noted(html('/a')),
    '/s.xml': noted(xml('/a')),
  });
  const given = settings({ DOCENT_REQUEST_DELAY_MS: String(DELAY), DOCENT_JITTER_MS: '0' });
  const [first] = await planCrawl(withProvider(given, {}), silentLog, ['mine', at('/')]);
  const each = ['/robots.txt', '/real.txt', '/', '/s.xml'];
  expect(times.map(({ path }) => path)).toEqual([...each, ...each]);
  const gaps = times.slice(1).map(({ asked }, i) => asked - (times[i]?.answered ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(DELAY);
  // The estimate stands on how fast the server answers; our own waiting is no part of that.
  expect(first?.estimate).toMatchObject({ pages: 1, seconds: 0 });
});
