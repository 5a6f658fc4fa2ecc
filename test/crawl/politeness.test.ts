// Politeness as the other side sees it: the real binary against servers that record when requests arrive.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Arrival,
  gapsOf,
  shortestGap,
  siteOf,
  spanOf,
  startHost,
  startHosts,
} from '../kill/arrivals.ts';
import { type Crawler, type CrawlerOptions, startCrawler } from '../kill/crawler.ts';
import { snapshot } from '../kill/snapshot.ts';
import { runCommand } from '../support/commands.ts';
import { withoutAnnouncements } from '../support/process.ts';

/** Clocks and timers on the way may differ by this much from a second. */
const ALMOST_A_SECOND = 950;
const FAST = ['--delay', '0', '--concurrency', '8', '--per-host', '8'];
const QUICK = { DOCENT_RETRY_BASE_MS: '10' };
const STEADY = { DOCENT_JITTER_MS: '0' };

let folder: string;
let folders = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-polite-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newFolder(): string {
  return join(folder, `${folders++}`);
}

/** As `startCrawler`, for a crawl that is neither killed nor listened to: it needs no process of its own. */
function startCrawl(args: readonly string[], { data, env }: CrawlerOptions): Pick<Crawler, 'ended'> {
  const startedAt = performance.now();
  const ended = runCommand(['crawl', ...args, '--data', data, '--json'], { cwd: '/', ...(env && { env }) });
  return {
    ended: ended.then(({ code, stderr }) => ({
      ...{ code, signal: null, stderr: withoutAnnouncements(stderr) },
      ms: performance.now() - startedAt,
    })),
  };
}

async function expectComplete(crawler: Pick<Crawler, 'ended'>): Promise<void> {
  const { code, stderr } = await crawler.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

/** The site, except that the first request for a page gets this status and Retry-After. */
function refusingOnce(path: string, status: number, retryAfter: () => string, then: Answer): Answer {
  return (request, response, before) => {
    if (request.url !== path || before.some((arrival) => arrival.path === path)) return then(request, response, before);
    response.writeHead(status, { 'retry-after': retryAfter() }).end();
  };
}

function find(arrivals: readonly Arrival[], path: string, nth = 0): Arrival {
  return arrivals.filter((arrival) => arrival.path === path)[nth] as Arrival;
}

describe.concurrent('a host', () => {
  it('F2, F4: is requested no faster than the delay, robots.txt included, and hosts do not wait for each other', async () => {
    const pages = 4;
    await using hosts = await startHosts(6, siteOf(pages));
    const data = newFolder();
    const seeds = hosts.map(({ origin }) => `${origin}/`);
    await using crawler = startCrawler([...seeds, '--delay', '1000', '--concurrency', '12'], { data, env: STEADY });
    await expectComplete(crawler);
    for (const { arrivals } of hosts) expect(arrivals).toHaveLength(pages + 1);
    expect(shortestGap(hosts)).toBeGreaterThanOrEqual(ALMOST_A_SECOND);
    // One after the other they would take six times as long as one of them, which takes `pages` seconds.
    expect(spanOf(hosts)).toBeLessThan(3 * pages * 1_000);
    expect(snapshot(data).problems).toEqual([]);
  });

  it('F4: with more requests at once than one, a delay still lies between any two', async () => {
    await using host = await startHost('127.0.0.1', siteOf(4));
    const args = [`${host.origin}/`, '--delay', '1000', '--concurrency', '8', '--per-host', '8'];
    const crawler = startCrawl(args, { data: newFolder(), env: STEADY });
    await expectComplete(crawler);
    expect(host.arrivals).toHaveLength(5);
    expect(shortestGap([host])).toBeGreaterThanOrEqual(ALMOST_A_SECOND);
  });

  it('F4, R13: keeps its delay between the hops of a redirected robots.txt', async () => {
    const redirects: Record<string, string> = { '/robots.txt': '/r1.txt', '/r1.txt': '/r2.txt' };
    const site = siteOf(2);
    await using host = await startHost('127.0.0.1', (request, response, before) => {
      const to = redirects[request.url ?? ''];
      if (to !== undefined) response.writeHead(302, { location: to }).end();
      else if (request.url === '/r2.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end('');
      else site(request, response, before);
    });
    const crawler = startCrawl([`${host.origin}/`, '--delay', '1000'], { data: newFolder(), env: STEADY });
    await expectComplete(crawler);
    expect(host.arrivals.map(({ path }) => path)).toEqual(['/robots.txt', '/r1.txt', '/r2.txt', '/', '/page/1']);
    expect(shortestGap([host])).toBeGreaterThanOrEqual(ALMOST_A_SECOND);
  });

  it('F4, R13: keeps its delay although another host’s robots.txt leads to it', async () => {
    await using shared = await startHost('127.0.0.1', siteOf(4));
    const site = siteOf(2);
    await using leading = await startHost('127.0.0.2', (request, response, before) => {
      if (request.url !== '/robots.txt') return site(request, response, before);
      response.writeHead(302, { location: `${shared.origin}/robots.txt` }).end();
    });
    const args = [`${shared.origin}/`, `${leading.origin}/`, '--delay', '1000', '--concurrency', '4'];
    const crawler = startCrawl(args, { data: newFolder(), env: STEADY });
    await expectComplete(crawler);
    expect(shared.arrivals).toHaveLength(6);
    expect(shortestGap([shared, leading])).toBeGreaterThanOrEqual(ALMOST_A_SECOND);
  });

  it.each([
    [429, 'rfc9309', '2', 2_000],
    [503, 'webkiller', '2', 2_000],
    [429, 'rfc9309', undefined, 1_500],
  ])(
    'H3, N16: whose robots.txt answers %i (%s, Retry-After: %s) is left alone as a whole',
    async (status, dialect, retryAfter, ms) => {
      const site = siteOf(2);
      await using host = await startHost('127.0.0.1', (request, response, before) => {
        if (request.url !== '/robots.txt') return site(request, response, before);
        response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
      });
      // Without Retry-After a 429 waits twice the base.
      const env = { DOCENT_RETRY_BASE_MS: '750', DOCENT_ROBOTS_DIALECT: dialect };
      const crawler = startCrawl([`${host.origin}/`, ...FAST], { data: newFolder(), env });
      expect((await crawler.ended).code).toBe(0);
      expect(host.arrivals.map(({ path }) => path)).toEqual(['/robots.txt', '/', '/page/1']);
      expect(gapsOf(host.arrivals)[0]).toBeGreaterThanOrEqual(ms * 0.95);
    },
  );

  it('H3: is left alone after its last 429, although no retry is left', async () => {
    const site = siteOf(2);
    await using host = await startHost('127.0.0.1', (request, response, before) => {
      if (request.url === '/page/1') response.writeHead(429).end();
      else site(request, response, before);
    });
    // 429 waits twice the base.
    const env = { ...STEADY, DOCENT_RETRY_BASE_MS: '500' };
    const data = newFolder();
    const first = startCrawl([`${host.origin}/`, '--delay', '0'], { data, env });
    await first.ended;
    const again = startCrawl([`${host.origin}/`, '--delay', '0'], { data, env });
    await again.ended;
    const paths = host.arrivals.map(({ path }) => path);
    const last429 = paths.indexOf('/page/1', paths.indexOf('/page/1') + 1);
    const next = host.arrivals[last429 + 1] as Arrival;
    expect(next.at - find(host.arrivals, '/page/1', 1).endedAt).toBeGreaterThanOrEqual(ALMOST_A_SECOND);
  });

  for (const perHost of ['1', '8'])
    it(`F4, R: Crawl-delay is kept although no delay is configured and ${perHost} requests at once are`, async () => {
      await using host = await startHost('127.0.0.1', siteOf(4, 'User-agent: *\nCrawl-delay: 1\n'));
      const args = [`${host.origin}/`, '--delay', '0', '--concurrency', '8', '--per-host', perHost];
      const crawler = startCrawl(args, { data: newFolder() });
      await expectComplete(crawler);
      expect(host.arrivals).toHaveLength(5);
      expect(shortestGap([host])).toBeGreaterThanOrEqual(ALMOST_A_SECOND);
    });

  it('F4, F6: is left alone for its delay although the crawler was killed and started anew', async () => {
    const data = newFolder();
    await using host = await startHost('127.0.0.1', siteOf(3));
    const args = [`${host.origin}/`, '--delay', '2000'];
    for (const kills of [1, 2]) {
      await using crawler = startCrawler(args, { data, env: STEADY });
      // Once after the seed was settled, once while a page is being requested or just was.
      await crawler.event('visited', ({ by }) => kills === 2 || by !== 'robots:asked');
      crawler.send('SIGKILL');
      await crawler.ended;
    }
    await using crawler = startCrawler(args, { data, env: STEADY });
    await expectComplete(crawler);
    expect(shortestGap([host])).toBeGreaterThanOrEqual(2_000 - 50);
    expect(snapshot(data).pages.size).toBe(3);
  });

  it('F4, F6: is left alone for its delay after a request that was in flight when the crawler was killed', async () => {
    const data = newFolder();
    let reached = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const site = siteOf(2);
    await using host = await startHost('127.0.0.1', (request, response, before) => {
      if (request.url !== '/page/1' || find(before, '/page/1')) return site(request, response, before);
      reached();
    });
    const args = [`${host.origin}/`, '--delay', '1500'];
    await using first = startCrawler(args, { data, env: STEADY });
    await Promise.race([hanging, first.ended]);
    first.send('SIGKILL');
    await first.ended;
    await using second = startCrawler(args, { data, env: STEADY });
    await expectComplete(second);
    const { arrivals } = host;
    expect(find(arrivals, '/page/1', 1).at - find(arrivals, '/page/1').at).toBeGreaterThanOrEqual(1_500 - 50);
    expect(snapshot(data).pages.size).toBe(2);
  });
});

describe.concurrent('a host that requests a pause', () => {
  for (const perHost of ['1', '4'])
    it(`H3, FAULTS 29: 429 with Retry-After in seconds holds the whole host, ${perHost} at once; then the page is stored`, async () => {
      const data = newFolder();
      const slow: Answer = (request, response, before) => {
        // Slow enough for the 429 to come while others wait for their turn.
        if (request.url === '/page/1' || !request.url?.startsWith('/page/')) return site(request, response, before);
        setTimeout(() => site(request, response, before), 30);
      };
      const site = siteOf(20);
      await using host = await startHost(
        '127.0.0.1',
        refusingOnce('/page/1', 429, () => '1', slow),
      );
      const args = [`${host.origin}/`, '--delay', '0', '--concurrency', '8', '--per-host', perHost];
      const crawler = startCrawl(args, { data, env: QUICK });
      await expectComplete(crawler);
      const { arrivals } = host;
      const { endedAt } = find(arrivals, '/page/1');
      // Requests sent before the answer could be read are not counted.
      const early = arrivals.filter(({ at }) => at > endedAt + 150 && at < endedAt + ALMOST_A_SECOND);
      expect(early.map(({ path }) => path)).toEqual([]);
      expect(find(arrivals, '/page/1', 1).status()).toBe(200);
      expect(snapshot(data).pages.size).toBe(20);
    });

  it('H3, FAULTS 29: 503 with Retry-After as a date holds the whole host until then', async () => {
    const data = newFolder();
    let until = 0;
    const retryAfter = (): string => {
      const date = new Date(Date.now() + 2_500).toUTCString();
      // From wall time to the clock of the arrivals; a date has whole seconds.
      until = performance.now() + Date.parse(date) - Date.now();
      return date;
    };
    await using host = await startHost('127.0.0.1', refusingOnce('/page/1', 503, retryAfter, siteOf(6)));
    const crawler = startCrawl([`${host.origin}/`, '--delay', '0'], { data, env: QUICK });
    await expectComplete(crawler);
    const { endedAt } = find(host.arrivals, '/page/1');
    expect(host.arrivals.filter(({ at }) => at > endedAt && at < until - 50)).toEqual([]);
    expect(find(host.arrivals, '/page/1', 1).status()).toBe(200);
    expect(snapshot(data).pages.size).toBe(6);
  });

  it('H3, FAULTS 29: a pause survives a kill', async () => {
    const data = newFolder();
    await using host = await startHost(
      '127.0.0.1',
      refusingOnce('/page/1', 429, () => '2', siteOf(3)),
    );
    const args = [`${host.origin}/`, '--delay', '0'];
    await using first = startCrawler(args, { data, env: QUICK });
    await first.event('visited', ({ by }) => by === 'http:429');
    first.send('SIGKILL');
    await first.ended;
    await using second = startCrawler(args, { data, env: QUICK });
    await expectComplete(second);
    const { endedAt } = find(host.arrivals, '/page/1');
    expect(host.arrivals.filter(({ at }) => at > endedAt && at < endedAt + 1_950)).toEqual([]);
    expect(snapshot(data).pages.size).toBe(3);
  });

  it('H3, FAULTS 29: a Retry-After in the past is no pause, and one of ten years is no reason to wait with --no-wait', async () => {
    const data = newFolder();
    const site = refusingOnce('/page/2', 429, () => `${10 * 365 * 86_400}`, siteOf(3));
    await using host = await startHost(
      '127.0.0.1',
      refusingOnce('/page/1', 429, () => '-5', site),
    );
    const crawler = startCrawl([`${host.origin}/`, '--delay', '0', '--no-wait'], { data, env: QUICK });
    expect(await crawler.ended).toMatchObject({ code: 3, stderr: '' });
    const { problems, pages, waiting } = snapshot(data);
    expect({ problems, pages: pages.size, waiting }).toEqual({ problems: [], pages: 2, waiting: 1 });
  });

  it('H3, FAULTS 30: 503 now and then is retried, and every page is stored in the end', async () => {
    const data = newFolder();
    const site = siteOf(20);
    await using host = await startHost('127.0.0.1', (request, response, before) => {
      const nth = before.filter(({ path }) => path === request.url).length;
      if (!request.url?.endsWith('3') || nth >= 2) return site(request, response, before);
      response.writeHead(503).end();
    });
    const crawler = startCrawl([`${host.origin}/`, '--delay', '0'], { data, env: QUICK });
    await expectComplete(crawler);
    expect(snapshot(data).pages.size).toBe(20);
  });

  it('F4: other hosts are not held up by it', async () => {
    const paused = refusingOnce('/page/1', 429, () => '2', siteOf(3));
    await using slow = await startHost('127.0.0.2', paused);
    await using other = await startHost('127.0.0.3', siteOf(10));
    const data = newFolder();
    const args = [`${slow.origin}/`, `${other.origin}/`, '--delay', '0', '--concurrency', '2'];
    const crawler = startCrawl(args, { data, env: QUICK });
    await expectComplete(crawler);
    const { endedAt } = find(slow.arrivals, '/page/1');
    expect(Math.max(...other.arrivals.map(({ at }) => at))).toBeLessThan(endedAt + 1_000);
    expect(snapshot(data).pages.size).toBe(13);
  });
});

describe.concurrent('robots.txt', () => {
  it('R: is fetched once per host by fifty requests at once, and not again by a run within its time', async () => {
    const data = newFolder();
    const site = siteOf(1);
    await using hosts = await startHosts(2, (request, response, before) => {
      // Slow, so that all others send requests meanwhile.
      setTimeout(() => site(request, response, before), request.url === '/robots.txt' ? 150 : 0);
    });
    const seeds = hosts.flatMap(({ origin }) => Array.from({ length: 50 }, (_, i) => `${origin}/seed/${i}`));
    const args = [...seeds, '--delay', '0', '--concurrency', '100', '--per-host', '50'];
    for (const how of ['first', 'again']) {
      await using crawler = startCrawler(args, { data });
      expect(await crawler.event('started')).toMatchObject({ how });
      await expectComplete(crawler);
      for (const { arrivals } of hosts) expect(arrivals.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
    }
    for (const { arrivals } of hosts) expect(arrivals.length).toBeGreaterThanOrEqual(51);
  });

  it('R, F6: is not fetched again when the crawler is killed and goes on', async () => {
    const data = newFolder();
    await using host = await startHost('127.0.0.1', siteOf(30, 'User-agent: *\nDisallow: /page/7\n'));
    await using first = startCrawler([`${host.origin}/`, ...FAST], { data });
    await first.event('visited');
    first.send('SIGKILL');
    await first.ended;
    await using second = startCrawler([`${host.origin}/`, ...FAST], { data });
    await expectComplete(second);
    expect(host.arrivals.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
    expect(host.arrivals.filter(({ path }) => path === '/page/7')).toHaveLength(0);
    expect(snapshot(data).pages.size).toBe(29);
  });
});

describe('the measure', () => {
  it('F4: takes requests that overlap for a gap under nothing', () => {
    const arrival = (at: number, endedAt: number): Arrival => ({ path: '/', at, endedAt, status: () => 200 });
    expect(gapsOf([arrival(0, 10), arrival(1_010, 1_050), arrival(1_040, 1_060)])).toEqual([1_000, -10]);
  });
});
