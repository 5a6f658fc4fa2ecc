// Politeness as the other side sees it: the real binary against servers that record when requests arrive.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Arrival, type Host, siteOf, startHost, startHosts } from '../kill/arrivals.ts';
import { type Crawler, type CrawlerOptions, startCrawler } from '../kill/crawler.ts';
import { snapshot } from '../kill/snapshot.ts';
import { runCommand } from '../support/commands.ts';
import { more } from '../support/how-long.ts';
import { withoutAnnouncements } from '../support/process.ts';
import { until } from '../support/until.ts';
import { Visits } from '../support/visits.ts';

const DELAY_MS = 300;
const DELAY = ['--delay', `${DELAY_MS}`];
/** Processes hand times on in whole milliseconds. */
const ROUNDED_MS = 2;
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
  const ended = runCommand(['crawl', ...args, '--data', data, '--json'], { cwd: '/', ...(env && { env }) });
  return {
    ended: ended.then(({ code, stderr }) => ({ code, signal: null, stderr: withoutAnnouncements(stderr) })),
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

/** Fails unless the host was left alone for so long after the n-th request for a path. */
function expectPause({ arrivals, visits }: Host<Numbered>, ms: number, path: string, nth = 0): void {
  const at = arrivals.indexOf(find(arrivals, path, nth));
  visits.expectWait(ms, visits.names[at] as string, visits.names[at + 1] as string);
}

/** Visits whose names tell requests for one path apart. */
class Numbered extends Visits {
  override begin(path = ''): () => void {
    return super.begin(`${this.names.length} ${path}`);
  }
}

function find(arrivals: readonly Arrival[], path: string, nth = 0): Arrival {
  return arrivals.filter((arrival) => arrival.path === path)[nth] as Arrival;
}

describe.concurrent('a host', () => {
  it('F2, F4: is requested no faster than the delay, robots.txt included, and hosts do not wait for each other', async () => {
    const pages = 4;
    const site = siteOf(pages);
    await using hosts = await startHosts(6, site);
    const requests = (): number => hosts.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
    // Answers only when all others have got everything.
    await using slow = await startHost('127.0.0.9', (request, response, before) => {
      const answer = (): void => site(request, response, before);
      if (request.url === '/robots.txt') return answer();
      void until(() => requests() === hosts.length * (pages + 1)).then(answer);
    });
    const data = newFolder();
    const seeds = [slow, ...hosts].map(({ origin }) => `${origin}/`);
    await using crawler = startCrawler([...seeds, ...DELAY, '--concurrency', '12'], { data, env: STEADY });
    await expectComplete(crawler);
    for (const { arrivals, visits } of [slow, ...hosts]) {
      expect(arrivals).toHaveLength(pages + 1);
      visits.expectGaps(DELAY_MS);
    }
    expect(snapshot(data).problems).toEqual([]);
  });

  it('F4: with more requests at once than one, a delay still lies between any two', async () => {
    await using host = await startHost('127.0.0.1', siteOf(4));
    const args = [`${host.origin}/`, ...DELAY, '--concurrency', '8', '--per-host', '8'];
    const crawler = startCrawl(args, { data: newFolder(), env: STEADY });
    await expectComplete(crawler);
    expect(host.arrivals).toHaveLength(5);
    host.visits.expectGaps(DELAY_MS);
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
    const crawler = startCrawl([`${host.origin}/`, ...DELAY], { data: newFolder(), env: STEADY });
    await expectComplete(crawler);
    expect(host.arrivals.map(({ path }) => path)).toEqual(['/robots.txt', '/r1.txt', '/r2.txt', '/', '/page/1']);
    host.visits.expectGaps(DELAY_MS);
  });

  it('F4, R13: keeps its delay although another host’s robots.txt leads to it', async () => {
    await using shared = await startHost('127.0.0.1', siteOf(4));
    const site = siteOf(2);
    await using leading = await startHost('127.0.0.2', (request, response, before) => {
      if (request.url !== '/robots.txt') return site(request, response, before);
      response.writeHead(302, { location: `${shared.origin}/robots.txt` }).end();
    });
    const open = ['--allow-private', '127.0.0.1'];
    const args = [`${shared.origin}/`, `${leading.origin}/`, ...DELAY, ...open, '--concurrency', '4'];
    const crawler = startCrawl(args, { data: newFolder(), env: STEADY });
    await expectComplete(crawler);
    expect(shared.arrivals).toHaveLength(6);
    for (const { visits } of [shared, leading]) visits.expectGaps(DELAY_MS);
  });

  for (const [status, dialect, retryAfter, ms, options] of [
    [429, 'rfc9309', '1', 1_000, {}],
    [503, 'webkiller', '1', 1_000, more],
    [429, 'rfc9309', undefined, 600, more],
  ] as const)
    it(
      `H3, R11: whose robots.txt answers ${status} (${dialect}, Retry-After: ${retryAfter}) is left alone as a whole`,
      options,
      async () => {
        const site = siteOf(2);
        await using host = await startHost('127.0.0.1', (request, response, before) => {
          if (request.url !== '/robots.txt') return site(request, response, before);
          response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
        });
        // Without Retry-After a 429 waits twice the base.
        const env = { DOCENT_RETRY_BASE_MS: '300', DOCENT_ROBOTS_DIALECT: dialect };
        const crawler = startCrawl([`${host.origin}/`, ...FAST], { data: newFolder(), env });
        expect((await crawler.ended).code).toBe(0);
        expect(host.arrivals.map(({ path }) => path)).toEqual(['/robots.txt', '/', '/page/1']);
        host.visits.expectWait(ms, '/robots.txt', '/');
      },
    );

  it('H3: is left alone after its last 429, although no retry is left', async () => {
    const site = siteOf(2);
    const refusing: Answer = (request, response, before) => {
      if (request.url === '/page/1') response.writeHead(429).end();
      else site(request, response, before);
    };
    await using host = await startHost('127.0.0.1', refusing, new Numbered());
    // 429 waits twice the base.
    const env = { ...STEADY, DOCENT_RETRY_BASE_MS: '300' };
    const data = newFolder();
    const first = startCrawl([`${host.origin}/`, '--delay', '0'], { data, env });
    await first.ended;
    const again = startCrawl([`${host.origin}/`, '--delay', '0'], { data, env });
    await again.ended;
    expectPause(host, 600 - ROUNDED_MS, '/page/1', 1);
  });

  for (const [perHost, options] of [
    ['1', more],
    ['8', {}],
  ] as const)
    it(
      `F4, R: Crawl-delay is kept although no delay is configured and ${perHost} requests at once are`,
      options,
      async () => {
        await using host = await startHost('127.0.0.1', siteOf(4, `User-agent: *\nCrawl-delay: ${DELAY_MS / 1_000}\n`));
        const args = [`${host.origin}/`, '--delay', '0', '--concurrency', '8', '--per-host', perHost];
        const crawler = startCrawl(args, { data: newFolder() });
        await expectComplete(crawler);
        expect(host.arrivals).toHaveLength(5);
        host.visits.expectGaps(DELAY_MS);
      },
    );

  it('F4, F6: is left alone for its delay although the crawler was killed and started anew', more, async () => {
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
    host.visits.expectGaps(2_000 - ROUNDED_MS);
    expect(snapshot(data).pages.size).toBe(3);
  });

  it(
    'F4, F6: is left alone for its delay after a request that was in flight when the crawler was killed',
    more,
    async () => {
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
      find(host.arrivals, '/page/1').end();
      first.send('SIGKILL');
      await first.ended;
      await using second = startCrawler(args, { data, env: STEADY });
      await expectComplete(second);
      host.visits.expectGaps(1_500 - ROUNDED_MS);
      expect(snapshot(data).pages.size).toBe(2);
    },
  );
});

describe.concurrent('a host that requests a pause', () => {
  for (const [perHost, options] of [
    ['1', more],
    ['4', {}],
  ] as const)
    it(
      `H3, FAULTS 29: 429 with Retry-After in seconds holds the whole host, ${perHost} at once; then the page is stored`,
      options,
      async () => {
        const data = newFolder();
        const site = siteOf(20);
        /** What waits for its answer: as many as may be requested at once, then the others of these until anything more comes. */
        let held: { readonly path: string; readonly answer: () => void; readonly refuse: () => void }[] = [];
        let isRefused = false;
        const refusing: Answer = (request, response, before) => {
          const path = request.url ?? '';
          const answer = (): void => site(request, response, before);
          if (isRefused || !path.startsWith('/page/')) {
            for (const one of [...held, { answer }]) one.answer();
            held = [];
            return;
          }
          held.push({ path, answer, refuse: () => response.writeHead(429, { 'retry-after': '1' }).end() });
          if (held.length < Number(perHost)) return;
          isRefused = true;
          held.find((one) => one.path === '/page/1')?.refuse();
          held = held.filter((one) => one.path !== '/page/1');
        };
        await using host = await startHost('127.0.0.1', refusing, new Numbered());
        const args = [`${host.origin}/`, '--delay', '0', '--concurrency', '8', '--per-host', perHost];
        const crawler = startCrawl(args, { data, env: QUICK });
        await expectComplete(crawler);
        const { arrivals, visits } = host;
        const first = arrivals.findIndex(({ path }) => path.startsWith('/page/'));
        const refused = arrivals.indexOf(find(arrivals, '/page/1'));
        visits.expectWait(1_000, visits.names[refused] as string, visits.names[first + Number(perHost)] as string);
        expect(find(arrivals, '/page/1', 1).status()).toBe(200);
        expect(snapshot(data).pages.size).toBe(20);
      },
    );

  it('H3, FAULTS 29: 503 with Retry-After as a date holds the whole host until then', async () => {
    const data = newFolder();
    const visits = new Visits();
    const site = siteOf(6);
    await using host = await startHost('127.0.0.1', (request, response, before) => {
      visits.note(before.some(({ path }) => path === '/page/1') ? 'afterwards' : 'before');
      if (request.url !== '/page/1' || find(before, '/page/1')) return site(request, response, before);
      visits.note('refused');
      // A date has whole seconds: it comes in one to two.
      const date = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 1_000).toUTCString();
      response.writeHead(503, { 'retry-after': date }).end();
    });
    const crawler = startCrawl([`${host.origin}/`, '--delay', '0'], { data, env: QUICK });
    await expectComplete(crawler);
    visits.expectWait(1_000, 'refused', 'afterwards');
    expect(find(host.arrivals, '/page/1', 1).status()).toBe(200);
    expect(snapshot(data).pages.size).toBe(6);
  });

  it('H3, FAULTS 29: a pause survives a kill', more, async () => {
    const data = newFolder();
    const site = refusingOnce('/page/1', 429, () => '2', siteOf(3));
    await using host = await startHost('127.0.0.1', site, new Numbered());
    const args = [`${host.origin}/`, '--delay', '0'];
    await using first = startCrawler(args, { data, env: QUICK });
    await first.event('visited', ({ by }) => by === 'http:429');
    first.send('SIGKILL');
    await first.ended;
    await using second = startCrawler(args, { data, env: QUICK });
    await expectComplete(second);
    expectPause(host, 2_000 - ROUNDED_MS, '/page/1');
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
    const paused = refusingOnce('/page/1', 429, () => '600', siteOf(3));
    await using slow = await startHost('127.0.0.2', paused);
    await using other = await startHost('127.0.0.3', siteOf(10));
    const data = newFolder();
    const args = [`${slow.origin}/`, `${other.origin}/`, '--delay', '0', '--concurrency', '2', '--no-wait'];
    const crawler = startCrawl(args, { data, env: QUICK });
    expect(await crawler.ended).toMatchObject({ code: 3, stderr: '' });
    expect(slow.arrivals.map(({ path }) => path)).toContain('/page/1');
    expect(other.arrivals).toHaveLength(11);
    expect(snapshot(data)).toMatchObject({ problems: [], waiting: 2 });
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
      const { code, stdout, stderr } = await runCommand(['crawl', ...args, '--data', data, '--json'], { cwd: '/' });
      expect({ code, stderr: withoutAnnouncements(stderr) }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`"how":"${how}"`);
      for (const { arrivals } of hosts) expect(arrivals.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
    }
    for (const { arrivals } of hosts) expect(arrivals.length).toBeGreaterThanOrEqual(51);
  });

  it('R, F6: is not fetched again when the crawler is killed and goes on', more, async () => {
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
    const visits = new Visits();
    visits.begin('/');
    visits.note('/page/1');
    expect(() => visits.expectGaps(0)).toThrow('/page/1');
  });
});
