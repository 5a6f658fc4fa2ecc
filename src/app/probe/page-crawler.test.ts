import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { always, type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { Moment, Visits } from '../../../test/support/visits.ts';
import type { Log } from '../../core/log.ts';
import { hostKey } from '../../core/url/host.ts';
import { createPageCrawler, type PageCrawlerOptions } from '../../doors/library/page-crawler.ts';
import type { Turn } from '../../frontier/port.ts';
import { createRobotsChecker } from '../../robots.ts';
import { openStore } from '../../store/open-store.ts';

let server: LocalServer;
const site: Record<string, string> = {
  '/robots.txt': 'User-agent: *\nDisallow: /private\n',
  '/': '<title>Home</title><a href="/docs/a">A</a> <a href="/docs/b">B</a> <a href="/private/c">C</a> <a href="https://example.com/d">D</a>',
  '/docs/a': '<title>A</title><p>alpha</p>',
  '/docs/b': '<title>B</title><p>beta</p>',
  '/private/c': '<title>C</title><p>secret</p>',
};

beforeEach(async () => {
  server = await startServer((request, response) => {
    const body = site[request.url ?? ''];
    response
      .writeHead(body === undefined ? 404 : 200, {
        'content-type': request.url === '/robots.txt' ? 'text/plain' : 'text/html',
      })
      .end(body ?? 'no');
  });
});
afterEach(() => server[Symbol.asyncDispose]());

const at = (path: string): string => `${server.origin}${path}`;
const crawler = (options: PageCrawlerOptions = {}) => createPageCrawler({ delay: 0, ...options });
const robots = () => createRobotsChecker({ dialect: 'assistant' });

describe('A7: the library crawler', () => {
  it('AC16 (A7): crawlPage returns the page with title, text and links', async () => {
    expect(await crawler().crawlPage(at('/'))).toMatchObject({
      title: 'Home',
      status: 200,
      links: [at('/docs/a'), at('/docs/b'), at('/private/c'), 'https://example.com/d'],
    });
  });

  it('AC17 (A7): a page that robots.txt blocks is null, logged at INFO and never requested', async () => {
    const logged: string[] = [];
    const nothing = (): void => {};
    const log: Log = { debug: nothing, warn: nothing, error: nothing, info: (_, event) => void logged.push(event) };
    expect(await crawler({ robots: robots(), log }).crawlPage(at('/private/c'))).toBeNull();
    expect(logged).toEqual([`Blocked by robots.txt: ${at('/private/c')}`]);
    expect(server.requestLines).toEqual(['GET /robots.txt']);
  });

  it('A7, H1: a user name and a password are neither returned nor logged, a secret parameter not logged', async () => {
    const logged: unknown[] = [];
    const note = (...words: unknown[]): void => void logged.push(words);
    const log: Log = { debug: note, warn: note, error: note, info: note };
    const origin = server.origin.replace('//', '//me:passwordZ9x@');
    const found = await crawler({ log }).crawlPage(`${origin}/docs/a`);
    expect([found?.url, found?.finalUrl]).toEqual([at('/docs/a'), at('/docs/a')]);
    expect(await crawler({ log, robots: robots() }).crawlPage(`${origin}/private/c?token=tokenQ7w`)).toBeNull();
    expect(await crawler({ log }).crawlPage(`${origin}/none?key=tokenQ7w`)).toBeNull();
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toMatch(/passwordZ9x|tokenQ7w/);
  });

  it('AC18 (A7): without a checker nothing is checked, as before', async () => {
    expect(await crawler().crawlPage(at('/private/c'))).toMatchObject({ title: 'C' });
    expect(server.requestLines).toEqual(['GET /private/c']);
  });

  it('A7: crawlIndexPage returns the links that match the pattern and are allowed', async () => {
    expect(await crawler({ robots: robots() }).crawlIndexPage(at('/'), '^http://127')).toEqual([
      at('/docs/a'),
      at('/docs/b'),
    ]);
    expect(await crawler().crawlIndexPage(at('/'), '/docs/')).toEqual([at('/docs/a'), at('/docs/b')]);
    expect(await crawler().crawlIndexPage(at('/'))).toHaveLength(4);
    await expect(crawler().crawlIndexPage(at('/'), '(?=x)')).rejects.toMatchObject({ code: 'DOC_PATTERN' });
  });

  it('A7: crawlPages keeps the order, leaves out what is missing and stops at maxPages', async () => {
    const urls = ['/docs/b', '/nowhere', '/docs/a', '/'].map(at);
    expect((await crawler().crawlPages(urls)).map((page) => page.title)).toEqual(['B', 'A', 'Home']);
    expect(await crawler({ maxPages: 1 }).crawlPages(urls)).toHaveLength(1);
  });

  it('AC15 (A7, R17): the larger of delay and Crawl-delay is kept between two requests to a host', async () => {
    const visits = new Visits();
    server.answer((request, response) => {
      const isRobots = request.url === '/robots.txt';
      response
        .on('finish', visits.begin(request.url))
        .writeHead(200, { 'content-type': isRobots ? 'text/plain' : 'text/html' })
        .end(isRobots ? 'User-agent: *\nCrawl-delay: 0.2\n' : '<p>x</p>');
    });
    const checker = robots();
    await checker.isAllowed(at('/'));
    await crawler({ robots: checker }).crawlPages([at('/1'), at('/2'), at('/3')]);
    expect(visits.names).toEqual(['/robots.txt', '/1', '/2', '/3']);
    visits.expectGaps(200, (name) => name !== '/robots.txt');
  });

  it('A7: a text that is no URL is refused before anything is requested', async () => {
    await expect(crawler().crawlPage('nonsense')).rejects.toMatchObject({ code: 'DOC_URL' });
    await expect(crawler().crawlPages([at('/'), 'mailto:x@y.z'])).rejects.toMatchObject({ code: 'DOC_URL' });
    expect(server.requestLines).toEqual([]);
  });

  it('A7, U11: redirects are followed three times; a longer chain, a time-out and a refused address are null', async () => {
    server.answer((request, response) => {
      const n = Number(request.url?.slice(1));
      if (n > 0) response.writeHead(302, { location: `/${n - 1}` }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>End</title>x');
    });
    expect(await crawler().crawlPage(at('/3'))).toMatchObject({ finalUrl: at('/0'), title: 'End' });
    expect(await crawler().crawlPage(at('/4'))).toBeNull();
    expect(await crawler().crawlPage('http://10.0.0.1/')).toBeNull();
    server.answer(() => {});
    expect(await crawler({ timeout: 0.1 }).crawlPage(at('/'))).toBeNull();
    server.answer(always(500));
    expect(await crawler().crawlPage(at('/'))).toBeNull();
  });

  describe('beside a data folder', () => {
    let data: string;
    beforeEach(() => {
      data = mkdtempSync(join(tmpdir(), 'docent-pages-'));
    });
    afterEach(() => rmSync(data, { recursive: true, force: true }));

    it('A7, F4: waits for the turn of another process at the host, and others wait for its gap', async () => {
      const store = openStore({ kind: 'sqlite', folder: data });
      await (await store.openLedger()).ledger.close();
      const other = await store.openSideWriter();
      const host = hostKey(server.origin);
      await using free = await startServer(always(200, '<title>Free</title>x', { 'content-type': 'text/html' }));
      const visits = new Visits();
      server.answer((_, response) => {
        visits.note('sent');
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A</title>x');
      });
      const { turn } = await other.takeTurn(host, { gapMs: 100 });
      const own = crawler({ data, delay: 30 });
      const page = own.crawlPage(at('/docs/a'));
      // A host that is free is requested meanwhile, although it comes later.
      expect(await own.crawlPage(`${free.origin}/`)).toMatchObject({ title: 'Free' });
      const before = new Moment();
      visits.note('free');
      await other.endTurn(turn as Turn, { nextAt: Date.now() + 100, gapMs: 100 });
      expect(await page).toMatchObject({ title: 'A' });
      expect(visits.names).toEqual(['free', 'sent']);
      visits.expectWait(100, 'free', 'sent');
      const { wait } = await other.takeTurn(host, { gapMs: 0 });
      before.expectAfter(wait?.until, 30_000);
      await other.close();
    });

    it('A7, U10: what is on its blocklist is null, and was not requested; a pause of hours is null, too', async () => {
      const store = openStore({ kind: 'sqlite', folder: data });
      const writer = await store.openSideWriter();
      await writer.blocklist.add({
        ...{ pattern: `${hostKey(server.origin)}/docs/b`, reason: 'no', by: 'operator', at: 1 },
      });
      await writer.close();
      const own = crawler({ data });
      expect(await own.crawlPage(at('/docs/b'))).toBeNull();
      const { ledger } = await store.openLedger();
      await ledger.holdHost(hostKey(server.origin), Date.now() + 3_600_000, 'host:parked');
      await ledger.close();
      expect(await own.crawlPage(at('/docs/a'))).toBeNull();
      expect(server.requestLines).toEqual([]);
    });

    it('A7, C8: a host whose terms forbid it is never requested', async () => {
      const config = join(data, 'docent.yml');
      writeFileSync(
        config,
        `allow_private: [127.0.0.1]\nproviders:\n  - provider_id: ours\n    name: ours\n    seed_urls: ['${at('/docs/')}']\n    allowed_path_patterns: ['/docs/**']\n    tos: { verdict: forbidden }\n`,
      );
      vi.stubEnv('DOCENT_CONFIG', config);
      try {
        expect(await crawler({ data }).crawlPage(at('/docs/a'))).toBeNull();
      } finally {
        vi.unstubAllEnvs();
      }
      expect(server.requestLines).toEqual([]);
    });

    it('A7: one that is not there is not made', async () => {
      expect(await crawler({ data: join(data, 'none') }).crawlPage(at('/docs/a'))).toMatchObject({ title: 'A' });
      expect(readdirSync(data)).toEqual([]);
    });
  });
});
