// A crawl and its queries: dropped queries are not requested, and the block of one URL does not count for another.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { planCrawl } from '../../src/app/probe/plan.ts';
import { silentLog } from '../../src/core/log.ts';
import type { CrawlEvent, RunResult } from '../../src/crawl/run/events.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { openReader } from '../../src/doors/library/open-reader.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { dataFile } from '../support/data-file.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

let folder: string;
let server: LocalServer;
let pages: Record<string, string | RequestListener>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-queries-'));
  server = await startServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') return page(request, response);
    if (page === undefined) return void response.writeHead(404).end('no');
    const headers = { 'content-type': 'text/html', etag: `"${page.length}"` };
    if (request.headers['if-none-match'] === headers.etag) return void response.writeHead(304, headers).end();
    return void response.writeHead(200, headers).end(page);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const html = (title: string, ...links: string[]): string =>
  `<title>${title}</title><p>About ${title}.</p>${links.map((link) => `<a href="${link}">link</a>`).join(' ')}`;
const redirect =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location }).end();

function settings(env: Record<string, string> = {}): Settings {
  const pace = {
    DOCENT_REQUEST_DELAY_MS: '0',
    DOCENT_RETRY_BASE_MS: '20',
    DOCENT_CONCURRENCY: '4',
    DOCENT_PER_HOST: '4',
  };
  return loadSettings({ cwd: folder, env: { ...pace, DOCENT_DATA: folder, ...env } });
}

async function crawl(path = '/', env: Record<string, string> = {}): Promise<RunResult & { events: CrawlEvent[] }> {
  const run = openDocent({ settings: settings(env) }).crawl(`${server.origin}${path}`);
  const events: CrawlEvent[] = [];
  for await (const event of run) events.push(event);
  return { ...(await run.result), events };
}

async function ends(...paths: readonly string[]): Promise<readonly string[]> {
  const reader = openReader({ settings: settings() });
  try {
    const found = await Promise.all(paths.map((path) => reader.why(new URL(path, server.origin).href)));
    return found.map(([record]) => (record === undefined ? 'never found' : `${record.state} ${record.by}`));
  } finally {
    await reader.close();
  }
}

async function blocklist(): Promise<readonly string[]> {
  const reader = openReader({ settings: settings() });
  try {
    return (await reader.blocklist()).map(({ pattern }) => pattern.replace(/^[^/]*/, ''));
  } finally {
    await reader.close();
  }
}

const requestedPaths = (): readonly string[] =>
  server.requestLines.map((line) => line.replace('GET ', '')).filter((path) => path !== '/robots.txt');

describe('what is blocked', () => {
  const forbidden: RequestListener = (_, response) => void response.writeHead(403).end();

  it('U13: a 403 blocks exactly the requested URL where queries are kept, in this crawl and in the next', async () => {
    pages = { '/': html('Home', '/v?id=2', '/v?id=3'), '/v?id=2': forbidden, '/v?id=3': html('Three') };
    for (let crawls = 0; crawls < 2; crawls++) {
      await crawl('/', { DOCENT_QUERY: 'keep' });
      expect((await ends('/v?id=2', '/v?id=3')).map((end) => end.split(' ')[0])).toEqual([
        'blocked',
        crawls === 0 ? 'indexed' : 'unchanged',
      ]);
    }
    expect(await blocklist()).toEqual(['/v?id=2']);
  });

  it('U13: a cycle blocks exactly the requested URL where queries are kept', async () => {
    const cycle = '/a/b/a/b/a/b?id=1';
    pages = { '/': html('Home', cycle, '/a/b/a/b/a/c?id=1'), '/a/b/a/b/a/c?id=1': html('C') };
    await crawl('/', { DOCENT_QUERY: 'keep' });
    expect(await blocklist()).toEqual([cycle]);
  });

  it('U10, U3: where the query is dropped a 403 blocks the page', async () => {
    pages = { '/': html('Home', '/v?id=2', '/v?id=3'), '/v': forbidden };
    await crawl();
    expect([await blocklist(), requestedPaths()]).toEqual([['/v'], ['/', '/v']]);
  });
});

describe('where redirects lead', () => {
  it.each([
    ['U7', '/a/b/a/b/a/b/'],
    ['U6', `/${'long/'.repeat(600)}`],
    ['U5', '/file.zip'],
    ['U5', '/login?next=/'],
  ])('%s, U11: a redirect to %s is not followed', async (_, to) => {
    pages = { '/': html('Home', '/old'), '/old': redirect(to), [to]: html('Trap') };
    const { exitCode, providers } = await crawl();
    expect(requestedPaths()).toEqual(['/', '/old']);
    expect(await ends('/old')).toEqual(['skipped redirect:trap']);
    expect([exitCode, providers[0]?.counts]).toMatchObject([0, { discovered: 2, indexed: 1, skipped: 1 }]);
  });

  it('U2, U3: the query that a redirect adds is dropped as that of a link is', async () => {
    pages = { '/': html('Home', '/old'), '/old': redirect('/new?ref=old'), '/new': html('New') };
    await crawl();
    expect(requestedPaths()).toEqual(['/', '/old', '/new']);
    expect(await ends('/new', '/old')).toEqual(['indexed http:200', 'duplicate redirect:followed']);
  });

  it('U3: a page that insists on a query that is dropped fails by name, and is stored where the query is kept', async () => {
    pages = { '/': html('Home', '/page'), '/page': redirect('/page?lang=en'), '/page?lang=en': html('Page') };
    await crawl();
    expect(await ends('/page')).toEqual(['failed redirect:query']);
    expect(requestedPaths()).not.toContain('/page?lang=en');
    await crawl('/', { DOCENT_QUERY: 'keep' });
    expect(requestedPaths()).toContain('/page?lang=en');
  });
});

describe('what is dropped', () => {
  it('U2, U3: a dropped query is not requested, not judged by robots.txt, not stored and not shown', async () => {
    pages = {
      '/robots.txt': 'User-agent: *\nDisallow: /*?utm_\n',
      '/': html('Home', '/p?utm_source=SECRETIVE', '/q?session=SECRETIVE', '/r.php?x=SECRETIVE'),
      '/p': html('P'),
      '/q': html('Q', '/p?utm_campaign=SECRETIVE'),
    };
    await crawl();
    expect(requestedPaths().toSorted()).toEqual(['/', '/p', '/q']);
    expect(await ends('/p', '/q', '/r.php')).toEqual(['indexed http:200', 'indexed http:200', 'skipped dynamic']);
    const reader = openReader({ settings: settings() });
    expect(JSON.stringify(await reader.urls({ limit: 100 }))).not.toContain('SECRETIVE');
    await reader.close();
    expect(readFileSync(dataFile(folder)).includes('SECRETIVE')).toBe(false);
  });

  it('U13: what was refused as it was linked stays refused when the page that links to it answers 304', async () => {
    pages = { '/': html('Home', '/r.php?x=1', '/s?token=1', `/t?${'u'.repeat(1_100)}`), '/r.php': html('R') };
    pages = { ...pages, '/s': html('S'), '/t': html('T') };
    const env = { DOCENT_EXCLUDE_PATHS: 're:token=' };
    await crawl('/', env);
    const first = await ends('/r.php', '/s', '/t');
    await crawl('/', env);
    expect(await ends('/', '/r.php', '/s', '/t')).toEqual(['unchanged http:304', ...first]);
    expect(first).toEqual(['skipped dynamic', 'blocked excludePaths', 'skipped trap:length']);
    expect(requestedPaths()).toEqual(['/', '/']);
  });

  it('U3: a seed is requested without the query that is dropped, and a remark names it', async () => {
    pages = { '/docs': html('Docs') };
    const { events } = await crawl('/docs?lang=en');
    expect(requestedPaths()).toEqual(['/docs']);
    expect(events.find((event) => event.type === 'warning')).toMatchObject({ by: 'seed:query' });
    const [plan] = await planCrawl(openPlace(settings()), silentLog, [`${server.origin}/docs?lang=en`]);
    expect(plan?.seeds[0]?.usable).toBe(true);
    expect(requestedPaths()).toEqual(['/docs', '/docs']);
  });
});

describe('another query rule than before', () => {
  const keep = { DOCENT_QUERY: 'keep' };
  const site = (): typeof pages => ({
    '/': html('Home', '/v?id=2', '/v?id=3'),
    '/v': html('V'),
    '/v?id=2': html('Two'),
    '/v?id=3': html('Three'),
  });

  it('U3: keeping queries finds what was merged, also where the page that links to it answers 304', async () => {
    pages = site();
    const { providers } = await crawl();
    expect([providers[0]?.mergedByQuery, requestedPaths()]).toEqual([1, ['/', '/v']]);
    await crawl('/', keep);
    expect(await ends('/v?id=2', '/v?id=3')).toEqual(['indexed http:200', 'indexed http:200']);
    await crawl('/', keep);
    expect((await ends('/')).join()).toBe('unchanged http:304');
  });

  it('U3, F10: dropping queries requests no page by the name of another, and no copy is lost by it', async () => {
    const { '/v': removed, ...rest } = site();
    pages = rest;
    await crawl('/', keep);
    await crawl();
    expect([removed === undefined, await ends('/v')]).toEqual([false, ['failed http:404']]);
    expect(requestedPaths().filter((path) => path === '/v')).toHaveLength(1);
    await crawl('/', keep);
    expect(await ends('/v?id=2', '/v?id=3')).toEqual(['unchanged http:304', 'unchanged http:304']);
  });

  it('R26: an exclusion that is taken back, or added, holds although the page that links answers 304', async () => {
    pages = { '/': html('Home', '/s?token=1'), '/s': html('S') };
    const env = { DOCENT_EXCLUDE_PATHS: 're:token=' };
    await crawl('/', env);
    expect(await ends('/s')).toEqual(['blocked excludePaths']);
    await crawl();
    expect(await ends('/s')).toEqual(['indexed http:200']);
  });
});

describe('what looks like a secret', () => {
  it('H1, U13: a 403 blocks one URL, not all whose secrets look alike, and no secret is listed', async () => {
    const forbidden: RequestListener = (_, response) => void response.writeHead(403).end();
    pages = { '/': html('Home', '/v?code=2', '/v?code=3'), '/v?code=2': forbidden, '/v?code=3': html('Three') };
    for (let crawls = 0; crawls < 2; crawls++) await crawl('/', { DOCENT_QUERY: 'keep' });
    expect((await ends('/v?code=2', '/v?code=3')).map((end) => end.split(' ')[0])).toEqual(['blocked', 'unchanged']);
    expect(await blocklist()).toEqual([expect.stringMatching(/^\/v\?code=\*\*\*#[0-9a-f]{8}$/)]);
  });

  it('H1: "why" finds what a list has shown', async () => {
    pages = { '/': html('Home', '/v?code=2'), '/v?code=2': html('Two') };
    await crawl('/', { DOCENT_QUERY: 'keep' });
    expect(await ends('/v?code=***')).toEqual(['indexed http:200']);
  });
});

describe('links of a page that is not taken', () => {
  it('E6: a page that only repeats another counts for nothing with its links', async () => {
    const text = (links: string): string => `<title>T</title><p>One and the same text.</p>${links}`;
    pages = { '/': html('Home', '/a', '/b', '/c'), '/a': html('A'), '/b': html('B'), '/c': html('C') };
    await crawl();
    pages = {
      ...pages,
      '/a': text(''),
      '/b': text('<a href="/n"></a>'),
      '/c': html('C, changed', '/n'),
      '/n': html('N'),
    };
    await crawl('/', { DOCENT_CONCURRENCY: '1', DOCENT_PER_HOST: '1' });
    expect(await ends('/b', '/n')).toEqual(['skipped duplicate:collapsed', 'indexed http:200']);
  });
});

describe('a stray scheme', () => {
  const stray = (path: string): string => `${server.origin.replace('http:', 'https:')}${path}`;

  it('U13: links to https:// of a site that has none neither hold the host nor keep the pages out', async () => {
    pages = { '/': html('Home', stray('/a'), stray('/only'), '/b'), '/a': html('A'), '/b': html('B', '/a') };
    const { exitCode, providers } = await crawl('/', { DOCENT_RETRY_BASE_MS: '1500' });
    expect([exitCode, providers[0]?.complete]).toEqual([0, true]);
    expect((await ends('/a', '/b', '/only')).map((end) => end.split(' ')[0])).toEqual(['indexed', 'indexed', 'failed']);
  });

  it('U13: a page that is linked in both ways is not waited for', async () => {
    pages = { '/': html('Home', stray('/a'), '/a'), '/a': html('A') };
    // A wait would last longer than any test may take.
    await crawl('/', { DOCENT_RETRY_BASE_MS: '600000' });
    expect(await ends('/a')).toEqual(['indexed http:200']);
  });
});
