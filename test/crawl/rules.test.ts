// A crawl against small servers made for one rule each: how URLs end, which hosts get no request, what is waited for.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { planCrawl } from '../../src/app/probe/plan.ts';
import { openReading, openSideDoor } from '../../src/app/read/reading.ts';
import { silentLog } from '../../src/core/log.ts';
import type { CrawlEvent, RunResult } from '../../src/crawl/run/events.ts';
import type { CrawlOptions } from '../../src/doors/library/docent.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { Visits } from '../support/visits.ts';

let folder: string;
let server: LocalServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  server = await startServer((_, response) => void response.writeHead(404).end());
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const html = (title: string, ...links: string[]): string =>
  `<title>${title}</title><p>About ${title}.</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}`;

/** A site of pages by path; a function answers by itself. */
function site(pages: Record<string, string | RequestListener>): void {
  server.answer((request, response) => {
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') page(request, response);
    else if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('no');
    else
      response
        .writeHead(200, {
          'content-type': request.url?.endsWith('.txt')
            ? 'text/plain'
            : request.url?.endsWith('.xml')
              ? 'application/xml'
              : 'text/html',
        })
        .end(page);
  });
}

function settings({ DOCENT_MAX_PAGES, DOCENT_MAX_DEPTH, ...env }: Record<string, string> = {}): Settings {
  return loadSettings({
    cwd: folder,
    // Beyond F3's bounds these two are flags, as on the command line.
    flags: {
      ...(DOCENT_MAX_PAGES !== undefined && { max_pages: DOCENT_MAX_PAGES }),
      ...(DOCENT_MAX_DEPTH !== undefined && { max_depth: DOCENT_MAX_DEPTH }),
    },
    env: {
      DOCENT_REQUEST_DELAY_MS: '0',
      DOCENT_RETRY_BASE_MS: '20',
      DOCENT_CONCURRENCY: '4',
      DOCENT_PER_HOST: '4',
      DOCENT_DATA: folder,
      ...env,
    },
  });
}

interface Crawled {
  readonly result: RunResult;
  readonly events: readonly CrawlEvent[];
  readonly counts: RunResult['providers'][number]['counts'];
}

async function crawl(
  target = `${server.origin}/`,
  env: Record<string, string> = {},
  options: CrawlOptions = {},
): Promise<Crawled> {
  const run = openDocent({ settings: settings(env) }).crawl(target, options);
  const events: CrawlEvent[] = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  return { result, events, counts: result.providers[0]?.counts as Crawled['counts'] };
}

async function endOf(path: string): Promise<string> {
  const reading = await openReading(openPlace(settings()));
  const [record] = await reading.why(new URL(path, server.origin).href);
  await reading.close();
  return record === undefined ? 'never found' : `${record.state} ${record.by}`;
}

async function blocked(): Promise<readonly string[]> {
  const reading = await openReading(openPlace(settings()));
  const entries = await reading.blocklist();
  await reading.close();
  return entries.map(({ pattern, reason }) => `${pattern} ${reason}`);
}

const requestsFor = (path: string): number => server.requestLines.filter((line) => line === `GET ${path}`).length;

describe('H3: what a status does', () => {
  const shown = [500, 503, 429, 418, 404, 403, 401];
  for (const [status, times, end] of [
    [500, 3, 'failed http:500'],
    [502, 3, 'failed http:502'],
    [503, 4, 'failed http:503'],
    [504, 3, 'failed http:504'],
    [599, 3, 'failed http:599'],
    [429, 2, 'failed http:429'],
    [418, 1, 'failed http:418'],
    [404, 1, 'failed http:404'],
    [410, 1, 'failed http:410'],
    [401, 1, 'skipped http:401'],
    [403, 1, 'blocked http:403'],
    [451, 1, 'failed http:451'],
    [304, 1, 'failed http:304'],
  ] as const)
    it(
      `H3 (FAULTS 30, 31): ${status} is requested ${times} times and ends as ${end}`,
      shown.includes(status) ? {} : more,
      async () => {
        site({
          '/': html('Home', '/x', '/y'),
          '/y': html('Y'),
          '/x': (_, response) => void response.writeHead(status).end(),
        });
        const { result, counts } = await crawl();
        expect(await endOf('/x')).toBe(end);
        expect(requestsFor('/x')).toBe(times);
        expect(counts).toMatchObject({ discovered: 3, indexed: 2, waiting: 0 });
        expect(result.exitCode).toBe(0);
      },
    );

  it('H3 (FAULTS 29): a 429 with Retry-After makes the whole host wait, and the page is then stored', async () => {
    const visits = new Visits();
    let limited = true;
    const noted =
      (path: string): RequestListener =>
      (_, response) => {
        visits.note(path);
        response.writeHead(200, { 'content-type': 'text/html' }).end(html(path));
      };
    site({
      '/': html('Home', '/x', '/y', '/z'),
      '/x': (_, response) => {
        visits.note('/x');
        const status = limited ? 429 : 200;
        limited = false;
        response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '1' }).end(html('X'));
      },
      '/y': noted('/y'),
      '/z': noted('/z'),
    });
    await crawl(undefined, { DOCENT_PER_HOST: '1' });
    expect(await endOf('/x')).toBe('indexed http:200');
    expect(visits.names).toHaveLength(4);
    visits.expectWait(1_000, '/x', visits.names[1] as string);
  });

  it('H3: a connection that breaks is tried once more, and the run goes on', async () => {
    site({ '/': html('Home', '/x', '/y'), '/y': html('Y'), '/x': (request) => void request.socket.destroy() });
    const { counts } = await crawl();
    expect(await endOf('/x')).toBe('failed DOC_CONNECT');
    expect(requestsFor('/x')).toBe(2);
    expect(counts).toMatchObject({ indexed: 2, failed: 1 });
  });
});

describe('R11: robots.txt out of reach during a crawl', () => {
  it('R11: the URLs stay queued while it is requested again, and go on when it answers', async () => {
    let failures = 2;
    site({
      '/': html('Home'),
      '/robots.txt': (_, response) =>
        void (failures-- > 0
          ? response.writeHead(503).end()
          : response.writeHead(200).end('User-agent: *\nDisallow: /x\n')),
    });
    const { counts, result } = await crawl();
    expect(counts).toMatchObject({ indexed: 1, waiting: 0 });
    expect(requestsFor('/robots.txt')).toBe(3);
    expect(result.exitCode).toBe(0);
  });

  it('R11: classic defers the site: its URLs wait for the next run, and nothing was fetched', async () => {
    site({ '/robots.txt': (_, response) => void response.writeHead(503).end() });
    const { result, counts } = await crawl(undefined, { DOCENT_ROBOTS_DIALECT: 'classic' });
    expect(counts).toMatchObject({ discovered: 1, waiting: 1 });
    expect(result.exitCode).toBe(3);
    expect(requestsFor('/')).toBe(0);
  });

  it('R11: they end as blocked when it is still out of reach at the end, and nothing was fetched', async () => {
    site({ '/': html('Home'), '/robots.txt': (_, response) => void response.writeHead(500).end() });
    const { counts, result } = await crawl();
    expect(counts).toMatchObject({ discovered: 1, blocked: 1, waiting: 0 });
    expect(requestsFor('/')).toBe(0);
    expect(result.exitCode).toBe(1);
  });
});

describe('F3, F5: limits and exit codes', () => {
  const pages = (count: number): Record<string, string> =>
    Object.fromEntries([
      ['/', html('Home', ...Array.from({ length: count }, (_, i) => `/p${i}`))],
      ...Array.from({ length: count }, (_, i) => [`/p${i}`, html(`Page ${i}`)] as const),
    ]);

  it('F3, F5: max_pages stops the provider with a warning, exactly; the rest waits and the exit code is 3', async () => {
    site(pages(20));
    const { counts, result, events } = await crawl(undefined, { DOCENT_MAX_PAGES: '7' });
    expect(counts).toMatchObject({ indexed: 7, waiting: 14, discovered: 21 });
    expect(result.exitCode).toBe(3);
    expect(events.filter((event) => event.type === 'warning')).toMatchObject([{ by: 'cap:pages' }]);
  });

  it('F6: waiting URLs reopen on the next run', async () => {
    site(pages(20));
    await crawl(undefined, { DOCENT_MAX_PAGES: '7' });
    const { counts, events, result } = await crawl();
    expect(events[0]).toMatchObject({ type: 'started', how: 'resumed', waiting: 14 });
    expect(counts).toMatchObject({ indexed: 21, waiting: 0 });
    expect(result.exitCode).toBe(0);
    expect(server.requestLines.filter((line) => line.startsWith('GET /p'))).toHaveLength(20);
  });

  it('F3: the run cap stops everything', async () => {
    site(pages(20));
    const { counts, result, events } = await crawl(undefined, { DOCENT_MAX_RUN_PAGES: '5', DOCENT_PER_HOST: '1' });
    expect(counts.indexed).toBe(5);
    expect(result.exitCode).toBe(3);
    expect(events.some((event) => event.type === 'warning' && event.by === 'cap:run')).toBe(true);
  });

  it('F3: the run cap counts pages newly stored: however many are stored, a refresh or another crawl is one run', async () => {
    site(pages(12));
    const env = { DOCENT_MAX_RUN_PAGES: '3', DOCENT_PER_HOST: '1' };
    expect((await crawl()).counts.indexed).toBe(13);
    for (const fresh of [false, true]) {
      const { counts, result } = await crawl(undefined, env, { fresh });
      expect(counts).toMatchObject({ unchanged: 13, waiting: 0 });
      expect(result.exitCode).toBe(0);
    }
    // Text that changed is not a page more; of the five pages that are new, three fit.
    site({ ...pages(17), '/p1': html('Another page 1'), '/p2': html('Another page 2') });
    const capped = await crawl(undefined, env);
    expect(capped.counts).toMatchObject({ unchanged: 10, indexed: 6, waiting: 2 });
    expect(capped.events).toContainEqual(
      expect.objectContaining({ type: 'warning', by: 'cap:run', detail: expect.stringContaining('3 new pages') }),
    );
    expect(capped.result.exitCode).toBe(3);
    const one = { ...env, DOCENT_CONCURRENCY: '1' };
    const refresh = openDocent({ settings: settings(one) }).refresh([], { all: true });
    expect(await refresh.result).toMatchObject({ exitCode: 0, providers: [{ complete: true }] });
  });

  it('F3: max_depth 0 is the seeds alone; deeper links are refused with the reason', async () => {
    site(pages(3));
    const { counts } = await crawl(undefined, { DOCENT_MAX_DEPTH: '0' });
    expect(counts).toMatchObject({ indexed: 1, skipped: 3 });
    expect(await endOf('/p1')).toBe('skipped scope:depth');
  });

  it('F5: a seed that fails ends with exit code 1', async () => {
    site({});
    const { result, counts } = await crawl();
    expect(result.exitCode).toBe(1);
    expect(counts).toMatchObject({ discovered: 1, failed: 1 });
  });

  it.each([
    ['needs a login', { '/': (_, response) => void response.writeHead(401).end() }],
    ['is empty', { '/': '<title></title>' }],
    [
      'leads out of scope',
      { '/': (_, response) => void response.writeHead(302, { location: 'http://127.0.0.9/' }).end() },
    ],
  ] as [string, Record<string, string | RequestListener>][])(
    'F5: a seed that %s ends with exit code 1',
    async (_, pages) => {
      site(pages);
      const { result, counts } = await crawl();
      expect(counts).toMatchObject({ discovered: 1, skipped: 1 });
      expect(result.exitCode).toBe(1);
    },
  );

  it('F3, F10: with a larger depth, links of pages that did not change are followed further', async () => {
    const page =
      (title: string, ...links: string[]): RequestListener =>
      (request, response) => {
        const known = request.headers['if-none-match'] === `"${title}"`;
        response.writeHead(known ? 304 : 200, { 'content-type': 'text/html', etag: `"${title}"` });
        response.end(known ? undefined : html(title, ...links));
      };
    site({ '/': page('Home', '/a'), '/a': page('A', '/b'), '/b': page('B', '/c'), '/c': page('C') });
    expect((await crawl(undefined, { DOCENT_MAX_DEPTH: '1' })).counts).toMatchObject({ indexed: 2, skipped: 1 });
    expect((await crawl(undefined, { DOCENT_MAX_DEPTH: '1' })).counts).toMatchObject({ unchanged: 2, skipped: 1 });
    expect((await crawl(undefined, { DOCENT_MAX_DEPTH: '3' })).counts).toMatchObject({ unchanged: 2, indexed: 2 });
  });

  it('F3, U4: what was queued under a wider scope is not fetched under a narrower one', async () => {
    site({ '/': html('Home', '/a', '/b'), '/a': html('A'), '/b': html('B') });
    await crawl(undefined, { DOCENT_MAX_PAGES: '1' });
    const { counts } = await crawl(undefined, {}, { block: ['/b'] });
    expect(counts).toMatchObject({ discovered: 3, skipped: 1, waiting: 0 });
    expect(await endOf('/b')).toBe('skipped scope:blocked');
    expect(requestsFor('/b')).toBe(0);
  });

  it('U4: two folders of one host are two crawls that know nothing of each other', async () => {
    site({ '/docs/': html('Docs'), '/blog/': html('Blog') });
    await crawl(`${server.origin}/docs/`);
    const { counts, result } = await crawl(`${server.origin}/blog/`);
    expect(counts).toMatchObject({ discovered: 1, indexed: 1 });
    expect(result.providers[0]?.provider).toBe(`127.0.0.1-${server.port}_blog`);
    expect(requestsFor('/docs/')).toBe(1);
  });

  it('F5: events name the reason the record has', async () => {
    site({
      '/': html('Home', '/noindex', '/empty', '/twin1', '/twin2'),
      '/noindex': `<meta name="robots" content="noindex"><p>x</p>`,
      '/empty': '<p> </p>',
      '/twin1': '<p>twin</p>',
      '/twin2': '<p>twin</p>',
    });
    const { events } = await crawl(undefined, { DOCENT_CONCURRENCY: '1' });
    const reasons = events.flatMap((event) =>
      event.type === 'visited' && event.state !== 'waiting' ? [event.by] : [],
    );
    expect(reasons).toEqual(['http:200', 'robots:noindex', 'content:empty', 'http:200', 'content:duplicate']);
  });

  it('F6: --fresh starts over and requests without conditions', async () => {
    site({
      '/': (request, response) =>
        void response
          .writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200, {
            'content-type': 'text/html',
            etag: '"1"',
          })
          .end(html('Home')),
    });
    await crawl();
    expect((await crawl()).counts.unchanged).toBe(1);
    const { events } = await crawl(undefined, {}, { fresh: true });
    expect(events).toContainEqual(expect.objectContaining({ type: 'visited', status: 200 }));
  });
});

describe('F8: a host in trouble', () => {
  it('F8: is parked when most of its last twenty answers were errors; the rest waits', more, async () => {
    const links = Array.from({ length: 60 }, (_, i) => `/e${i}`);
    server.answer((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(html('Home', ...links));
      else if (request.url === '/robots.txt') response.writeHead(404).end();
      else request.socket.destroy();
    });
    const { result, counts, events } = await crawl(undefined, { DOCENT_RETRY_BASE_MS: '0' });
    expect(events.filter((event) => event.type === 'warning')).toContainEqual(
      expect.objectContaining({ by: 'host:parked' }),
    );
    expect(result).toMatchObject({
      exitCode: 3,
      providers: [{ state: 'incomplete', because: 'host', why: expect.stringMatching(/^a host is parked/) }],
    });
    expect(counts.waiting).toBeGreaterThan(20);
    expect(server.requestLines.length).toBeLessThan(40);
  });
});

describe('F9: sitemaps', () => {
  it('F9 (FAULTS 40, 41): index files and loops are followed once; URLs enter at depth 1, scope-checked, private addresses refused', async () => {
    const { origin } = server;
    const urlset = (...urls: string[]): string =>
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
    site({
      '/docs/': html('Docs'),
      '/robots.txt': `Sitemap: ${origin}/index.xml\n`,
      '/index.xml': `<sitemapindex><sitemap><loc>${origin}/a.xml</loc></sitemap><sitemap><loc>${origin}/index.xml</loc></sitemap></sitemapindex>`,
      '/a.xml': urlset(`${origin}/docs/a`, `${origin}/blog/b`, 'http://10.0.0.1/private', 'https://example.com/else'),
      '/docs/a': html('A', '/docs/b'),
      '/docs/b': html('B'),
    });
    const { counts } = await crawl(`${origin}/docs/`);
    expect(counts).toMatchObject({ indexed: 3, skipped: 3, waiting: 0 });
    expect(requestsFor('/index.xml')).toBe(1);
    expect(await endOf('/blog/b')).toBe('skipped scope:no-match');
    const reading = await openReading(openPlace(settings()));
    expect((await reading.why(`${origin}/docs/a`))[0]?.depth).toBe(1);
    await reading.close();
  });

  it('FAULTS 39: a sitemap that is an attack fails alone, and the run goes on', async () => {
    site({
      '/': html('Home'),
      '/robots.txt': `Sitemap: ${server.origin}/s.xml\n`,
      '/s.xml': '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>',
    });
    const { counts, result } = await crawl();
    expect(counts).toMatchObject({ discovered: 1, indexed: 1 });
    expect(result.exitCode).toBe(0);
  });
});

describe('U8, U6, U3: links nobody should follow for ever', () => {
  it('U8 (FAULTS 52): endless pages of one template are bounded', async () => {
    server.answer((request, response) => {
      const n = Number(/^\/cal\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
      response
        .writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
        .end(html(`Day ${n}`, `/cal/${n + 1}`));
    });
    const { counts, result } = await crawl(undefined, { DOCENT_MAX_PER_TEMPLATE: '12', DOCENT_MAX_DEPTH: '100' });
    expect(counts).toMatchObject({ indexed: 13, skipped: 1, waiting: 0 });
    expect(await endOf('/cal/13')).toBe('skipped trap:template');
    expect(await blocked()).toEqual([expect.stringContaining('/cal/13 trap:template')]);
    expect(result.exitCode).toBe(0);
  });

  it('U6, U7: over-long URLs and cycles are refused with a reason', async () => {
    const long = `/${'x'.repeat(1100)}`;
    site({ '/': html('Home', long, '/a/b/a/b/a/b') });
    await crawl();
    expect(await endOf(long)).toBe('skipped trap:length');
    expect(await endOf('/a/b/a/b/a/b')).toBe('skipped trap:cycle');
    expect(await blocked()).toEqual([expect.stringContaining('/a/b/a/b/a/b trap:cycle')]);
  });

  it('U3: the report counts how many URLs were taken for another because only their query differs', async () => {
    site({
      '/': html('Home', '/list?page=1', '/list?page=2', '/list?page=3', '/only?id=1', '/x', '/x?utm_source=a'),
      '/list': html('List'),
      '/only?id=1': html('Only'),
      '/list?page=1': html('List 1'),
      '/x?utm_source=a': html('X'),
      '/x': html('X'),
    });
    const { result } = await crawl();
    // Two more pages of the list; what has no twin lost nothing, and tracking is no page.
    expect(result.providers[0]?.mergedByQuery).toBe(2);
    const kept = await crawl(undefined, { DOCENT_QUERY: 'keep' }, { fresh: true });
    expect(kept.result.providers[0]?.mergedByQuery).toBe(0);
  });
});

describe('F10, R28: directives of a page about itself', () => {
  it('F10: an empty page is skipped, and the copy stored before stays', async () => {
    site({ '/': html('Home', '/x'), '/x': html('X') });
    await crawl();
    site({ '/': html('Home', '/x'), '/x': '<html><body></body></html>' });
    const { counts } = await crawl();
    expect(await endOf('/x')).toBe('skipped content:empty');
    expect(counts).toMatchObject({ unchanged: 1, skipped: 1 });
    const reading = await openReading(openPlace(settings()));
    expect((await reading.why(`${server.origin}/x`))[0]?.page).toMatchObject({ title: 'X' });
    await reading.close();
  });

  it('R28: a page linked to with nofollow first and without it later is crawled', async () => {
    site({ '/': `${html('Home', '/a')}<a rel="nofollow" href="/x">x</a>`, '/a': html('A', '/x'), '/x': html('X') });
    await crawl();
    expect(await endOf('/x')).toBe('indexed http:200');
  });

  it('R28: noindex, nofollow, noarchive and X-Robots-Tag are obeyed; with robots switched off they are not', async () => {
    const pages = {
      '/': html('Home', '/n', '/f', '/h'),
      '/n': `<meta name="robots" content="noindex">${html('N', '/n2')}`,
      '/f': `<meta name="robots" content="nofollow">${html('F', '/f2')}`,
      '/h': ((_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'noindex' })
          .end(html('H'))) as RequestListener,
      '/n2': html('N2'),
      '/f2': html('F2'),
    };
    site(pages);
    await crawl();
    expect([await endOf('/n'), await endOf('/n2'), await endOf('/f'), await endOf('/f2'), await endOf('/h')]).toEqual([
      'skipped robots:noindex',
      'indexed http:200',
      'indexed http:200',
      'never found',
      'skipped robots:noindex',
    ]);
    await crawl(undefined, { DOCENT_RESPECT_ROBOTS: 'false' }, { fresh: true });
    expect([await endOf('/n'), await endOf('/f2'), await endOf('/h')]).toEqual([
      'indexed http:200',
      'indexed http:200',
      'indexed http:200',
    ]);
  });
});

describe('F1, U10: other processes while a crawl runs', () => {
  it('F1: a seed added from outside is picked up', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    site({
      '/': html('Home'),
      '/extra': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(html('Extra'));
        release();
      },
      '/slow.html': (_, response) =>
        void held.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html('Slow'))),
    });
    const run = openDocent({ settings: settings() }).crawl([`${server.origin}/`, `${server.origin}/slow.html`]);
    const provider = `127.0.0.1-${server.port}`;
    for await (const event of run) {
      if (event.type !== 'visited') continue;
      if (event.url.endsWith('/')) {
        const side = await openSideDoor(openPlace(settings()).store);
        await side.addSeed(provider, `${server.origin}/extra`);
        await side.close();
      }
    }
    expect((await run.result).providers[0]?.counts.indexed).toBe(3);
  });

  it('R26, U10: what the operator blocks is not fetched, also when it is a seed', async () => {
    site({ '/': html('Home', '/a', '/b/c'), '/a': html('A'), '/b/c': html('C') });
    await crawl(undefined, { DOCENT_MAX_DEPTH: '0' });
    const side = await openSideDoor(openPlace(settings()).store);
    await side.block(`127.0.0.1:${server.port}/b`, 'asked us to stop');
    await side.close();
    await crawl(undefined, { DOCENT_EXCLUDE_PATHS: '/a' }, { fresh: true });
    expect(await endOf('/b/c')).toBe('blocked blocklist');
    expect(await endOf('/a')).toBe('blocked excludePaths');
    expect(requestsFor('/a') + requestsFor('/b/c')).toBe(0);
  });
});

describe('what a review found', () => {
  it('R26, U10: what is blocked or excluded after it was queued, or by way of a redirect, is not fetched', async () => {
    site({
      '/': html('Home', '/a', '/r'),
      '/a': html('A'),
      '/r': (_, response) => void response.writeHead(302, { location: '/admin/x' }).end(),
      '/admin/x': html('X'),
    });
    await crawl(undefined, { DOCENT_MAX_PAGES: '1' });
    const side = await openSideDoor(openPlace(settings()).store);
    await side.block(`127.0.0.1:${server.port}/a`, 'asked us to stop');
    await side.close();
    await crawl(undefined, { DOCENT_EXCLUDE_PATHS: '/admin' });
    expect([await endOf('/a'), await endOf('/r')]).toEqual(['blocked blocklist', 'blocked excludePaths']);
    expect(requestsFor('/a') + requestsFor('/admin/x')).toBe(0);
  });

  it('F10: what had failed is requested again, although the page that links to it answers 304', async () => {
    let broken = true;
    site({
      '/': (request, response) =>
        void response
          .writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200, {
            'content-type': 'text/html',
            etag: '"1"',
          })
          .end(html('Home', '/x', '/f')),
      '/x': (_, response) =>
        void response.writeHead(broken ? 500 : 200, { 'content-type': 'text/html' }).end(html('X')),
      '/f': (_, response) =>
        void response.writeHead(broken ? 404 : 200, { 'content-type': 'text/html' }).end(html('F')),
    });
    await crawl();
    broken = false;
    expect((await crawl()).counts).toMatchObject({ discovered: 3, unchanged: 1, indexed: 2 });
  });

  it('F3, F10: a provider at its cap is refreshed by the next run', async () => {
    site({ '/': html('Home', '/a', '/b', '/c'), '/a': html('A'), '/b': html('B'), '/c': html('C') });
    await crawl(undefined, { DOCENT_MAX_PAGES: '2' });
    const before = server.requestLines.length;
    const { counts, events } = await crawl(undefined, { DOCENT_MAX_PAGES: '2' });
    expect(events[0]).toMatchObject({ how: 'again' });
    expect(counts).toMatchObject({ discovered: 4, unchanged: 2, waiting: 2 });
    expect(server.requestLines.length - before).toBe(2);
  });

  it('H3: a 403 blocks its own URL and not what lies below it', async () => {
    site({
      '/': html('Home', '/api/', '/api/x'),
      '/api/': (_, response) => void response.writeHead(403).end(),
      '/api/x': html('X'),
    });
    await crawl(undefined, { DOCENT_PER_HOST: '1' });
    expect([await endOf('/api/'), await endOf('/api/x')]).toEqual(['blocked http:403', 'indexed http:200']);
  });

  it('U2, U12: a page stored under its canonical link is requested again as the site wrote it', async () => {
    site({ '/': html('Home', '/a'), '/a': `<link rel="canonical" href="/b">${html('A')}`, '/b': html('B') });
    await crawl();
    site({ '/': html('Home now'), '/b': `<link rel="canonical" href="/b">${html('A')}` });
    await crawl();
    expect(await endOf('/b')).toBe('unchanged content:same');
  });

  it('F3, F9: sitemaps are no pages, and an index inside an index is not followed', async () => {
    let index = 0;
    server.answer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(200).end(`Sitemap: ${server.origin}/i0.xml\n`);
      else if (request.url?.endsWith('.xml'))
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(`<sitemapindex><sitemap><loc>${server.origin}/i${++index}.xml</loc></sitemap></sitemapindex>`);
      else response.writeHead(200, { 'content-type': 'text/html' }).end(html(`Page ${request.url}`, '/a', '/b'));
    });
    // Three pages and two sitemaps: with sitemaps counted, the run would stop.
    const { counts, result } = await crawl(undefined, { DOCENT_MAX_RUN_PAGES: '4' });
    expect(counts.indexed).toBe(3);
    expect(index).toBe(2);
    expect(result.exitCode).toBe(0);
  });

  it('R17: Crawl-delay holds although the cache of robots.txt is too small for the hosts', more, async () => {
    const visits = new Visits();
    const noted =
      (body: string): RequestListener =>
      (_, response) => {
        visits.note();
        response.writeHead(200, { 'content-type': 'text/html' }).end(body);
      };
    site({
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.4\n',
      '/': noted(html('Home', '/a', '/b')),
      '/a': noted(html('A')),
      '/b': noted(html('B')),
    });
    await using other = await startServer((_, response) => void response.writeHead(404).end());
    const run = openDocent({ settings: settings({ DOCENT_ROBOTS_CACHE_HOSTS: '1' }) }).crawl([
      `${server.origin}/`,
      `${other.origin}/`,
    ]);
    for await (const _ of run);
    expect(visits.names).toHaveLength(3);
    visits.expectGaps(400);
  });

  it('A7: leaving the loop over the events stops the run', async () => {
    site(
      Object.fromEntries([
        ['/', html('Home', ...Array.from({ length: 50 }, (_, i) => `/p${i}`))],
        ...Array.from({ length: 50 }, (_, i) => [`/p${i}`, html(`P${i}`)] as const),
      ]),
    );
    const run = openDocent({ settings: settings({ DOCENT_REQUEST_DELAY_MS: '100' }) }).crawl(`${server.origin}/`);
    for await (const event of run) if (event.type === 'visited') break;
    expect((await run.result).exitCode).toBe(130);
    expect(server.requestLines.length).toBeLessThan(6);
  });
});

describe('C8, U5: providers', () => {
  const provider = (fields: string): string =>
    `providers:\n  - provider_id: example\n    seed_url: ${server.origin}/\n    allowed_path_patterns: [/**]\n${fields}`;
  const crawlProvider = async (yaml: string): Promise<CrawlEvent[]> => {
    writeFileSync(join(folder, 'docent.yml'), provider(yaml));
    const events: CrawlEvent[] = [];
    for await (const event of openDocent({ settings: settings() }).crawl('example')) events.push(event);
    return events;
  };

  it('C8: one whose terms forbid crawling is never crawled', async () => {
    await expect(crawlProvider('    tos: { verdict: forbidden }\n')).rejects.toThrow(/forbid crawling/);
    expect(server.requestLines).toEqual([]);
  });

  it('C8, X1: without a verdict the crawl warns, and says that no question is sent to Context7', async () => {
    site({ '/': html('Home') });
    const events = await crawlProvider('    channel: context7-first\n');
    expect(events.filter((event) => event.type === 'warning').map(({ by }) => by)).toEqual([
      'channel:consent',
      'terms:unknown',
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'ended', complete: true });
  });

  it.each([
    ['true', ['render:missing', 'terms:unknown']],
    ['auto', ['terms:unknown']],
    ['false', ['terms:unknown']],
  ])('H9: with spa_rendering %s the crawl says what it cannot do', async (value, warnings) => {
    site({ '/': html('Home') });
    const events = await crawlProvider(`    spa_rendering: ${value}\n`);
    expect(events.filter((event) => event.type === 'warning').map(({ by }) => by)).toEqual(warnings);
    expect(events.at(-1)).toMatchObject({ type: 'ended', complete: true });
  });

  it('U5: what looks like a program is left alone, and fetched where the provider opens it', async () => {
    site({ '/': html('Home', '/cgi-bin/docs', '/search'), '/cgi-bin/docs': html('Docs'), '/search': html('Search') });
    await crawlProvider('');
    expect(await endOf('/cgi-bin/docs')).toBe('skipped dynamic');
    rmSync(join(folder, 'docent.db'), { force: true });
    await crawlProvider('    allow_dynamic: true\n');
    expect(await endOf('/cgi-bin/docs')).toBe('indexed http:200');
    expect(await endOf('/search')).toBe('indexed http:200');
  });
});

// A plan writes one file, and nothing into a store.
describe('F12: a plan', () => {
  it('F12: plan looks at a site with a handful of requests and stores nothing but its estimate', async () => {
    site({
      '/': html('Home', '/a', '/b', 'https://example.com/'),
      '/robots.txt': `User-agent: *\nDisallow: /x\nSitemap: ${server.origin}/s.xml\n`,
      '/s.xml': `<urlset>${['/a', '/b', '/c', '/d'].map((path) => `<url><loc>${server.origin}${path}</loc></url>`).join('')}</urlset>`,
    });
    const [plan] = await planCrawl(openPlace(settings()), silentLog, [`${server.origin}/`]);
    expect(plan).toMatchObject({
      seeds: [{ robots: { allowed: true }, answer: expect.stringContaining('status 200') }],
      sitemaps: [{ entries: 4, inScope: 4 }],
      links: { inScope: 2, refused: { 'scope:host': 1 } },
      estimate: { pages: 4 },
    });
    expect(server.requestLines).toHaveLength(3);
    expect(readdirSync(folder)).toEqual(['estimates.json']);
  });

  it('F12: 3,000 pages at 1.5 s are 75 minutes, also where several requests at once are allowed', more, async () => {
    site({
      '/': html('Home'),
      '/robots.txt': `Sitemap: ${server.origin}/s.xml\n`,
      '/s.xml': `<urlset>${Array.from({ length: 3000 }, (_, i) => `<url><loc>${server.origin}/p${i}</loc></url>`).join('')}</urlset>`,
    });
    const [free] = await planCrawl(
      openPlace(settings({ DOCENT_REQUEST_DELAY_MS: '1500', DOCENT_MAX_PAGES: '5000' })),
      silentLog,
      [`${server.origin}/`],
    );
    expect(free?.estimate.pages).toBe(3000);
    expect(free?.estimate.seconds).toBeGreaterThan(75 * 60 - 60);
  });
});

describe('C4: one crawler per folder', () => {
  it('C4 (FAULTS 60): a second crawl of the same site is refused, one of another goes beside it, and readers work', async () => {
    site({ '/': html('Home'), '/other/': html('Other') });
    const first = openDocent({ settings: settings() }).crawl(`${server.origin}/`);
    const second = openDocent({ settings: settings() }).crawl(`${server.origin}/`);
    await expect(second.result).rejects.toThrow('by this process already');
    const other = openDocent({ settings: settings() }).crawl(`${server.origin}/other/`);
    expect(await other.result).toMatchObject({ exitCode: 0, providers: [{ counts: { indexed: 1 } }] });
    const reading = await openReading(openPlace(settings()));
    await reading.blocklist();
    await reading.close();
    for await (const _ of first);
    expect((await first.result).exitCode).toBe(0);
  });
});

describe('H7: addresses during a crawl', () => {
  it('H7 (FAULTS 23): a loopback seed opens exactly its host and port; another port is refused', async () => {
    await using secret = await startServer(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(html('Secret')),
    );
    site({
      '/': html('Home', '/x'),
      '/x': (_, response) => void response.writeHead(302, { location: `${secret.origin}/` }).end(),
    });
    await crawl(undefined, { DOCENT_SAME_DOMAIN_ONLY: 'false' });
    expect(secret.requestLines).toEqual([]);
    expect(await endOf('/x')).toMatch(/^(failed|blocked|skipped) /);
  });
});
