// Live reads as the servers see them, beside a real data folder: turns, pauses, bounds, rules, and nothing kept.
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { more } from '../../../test/support/how-long.ts';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { until } from '../../../test/support/until.ts';
import { Visits } from '../../../test/support/visits.ts';
import { silentLog } from '../../core/log.ts';
import { hostKey } from '../../core/url/host.ts';
import { openDocent } from '../../doors/library/docent.ts';
import type { Turn } from '../../frontier/port.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { openPlace } from '../place.ts';
import { type LivePages, type LiveRead, openLivePages } from './live-pages.ts';

let folder: string;
let server: LocalServer;
let robots: string;
let opened: LivePages[];
/** The requests that came. */
let visits: Visits;

const html = (title: string): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>Words of ${title}.</p></main>`;

const site: RequestListener = (request, response) => {
  const { url = '' } = request;
  if (url === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
  else if (url.startsWith('/missing')) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end(html(url));
};

/** The listener, with its requests noted. */
function noted(listener: RequestListener): RequestListener {
  return (request, response) => {
    response.on('finish', visits.begin(request.url));
    listener(request, response);
  };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-live-'));
  robots = 'User-agent: *\nDisallow: /private\n';
  opened = [];
  visits = new Visits();
  server = await startServer(noted(site));
});
afterEach(async () => {
  for (const live of opened) await live.close();
  await server[Symbol.asyncDispose]();
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

function settings(env: Record<string, string> = {}): Settings {
  const base = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_JITTER_MS: '0', DOCENT_DATA: join(folder, 'data'), ...env };
  return loadSettings({ cwd: folder, env: base });
}

function live(env: Record<string, string> = {}): LivePages {
  const pages = openLivePages(openPlace(settings(env)), silentLog);
  opened.push(pages);
  return pages;
}

const at = (path: string): string => `${server.origin}${path}`;
const titleOf = (read: LiveRead): string => (read.kind === 'page' ? read.one.page.title : `wait: ${read.by}`);
/** Longer than any test may take. */
const patient = { waitMs: 600_000 };

/** A folder that a crawl has been in, with what it knows of the server's host. */
async function crawledFolder(nextAt?: number): Promise<string> {
  const data = join(folder, 'data');
  const { ledger } = await openStore({ kind: 'sqlite', folder: data }).openLedger();
  if (nextAt !== undefined) {
    const { turn } = await ledger.takeTurn(hostKey(server.origin), { gapMs: 0 });
    await ledger.endTurn(turn as Turn, { nextAt, gapMs: 0 });
  }
  await ledger.close();
  return data;
}

describe('an own site behind a token', () => {
  it('H1: gets the token of its provider, and without the variable nothing is requested', async () => {
    writeFileSync(
      join(folder, 'docent.yml'),
      `providers: [{ provider_id: ours, seed_url: '${at('/docs/')}', allowed_path_patterns: [/docs/**], own_site: true, headers_from_env: { Authorization: LIVE_TEST_TOKEN } }]`,
    );
    const pages = live();
    await expect(pages.read(at('/docs/a'))).rejects.toThrow(/ours needs the environment variable LIVE_TEST_TOKEN/);
    expect(server.requestLines).toEqual([]);
    process.env.LIVE_TEST_TOKEN = 'Bearer live';
    try {
      expect(titleOf(await pages.read(at('/docs/a')))).toBe('/docs/a');
      expect(titleOf(await pages.read(at('/other')))).toBe('/other');
    } finally {
      delete process.env.LIVE_TEST_TOKEN;
    }
    const sent = server.requests.map(({ url, headers }) => `${url} ${headers.authorization}`);
    expect(sent).toEqual(['/robots.txt Bearer live', '/docs/a Bearer live', '/other undefined']);
  });
});

describe('the turns of a host', () => {
  it('F4: reads at the same time send a host one request at a time, with its gap in between, robots.txt included', async () => {
    const pages = live({ DOCENT_REQUEST_DELAY_MS: '100' });
    const reads = await Promise.all(['/a', '/b', '/c', '/d'].map((path) => pages.read(at(path), patient)));
    expect(reads.map(titleOf)).toEqual(['/a', '/b', '/c', '/d']);
    expect(visits.names.toSorted()).toEqual(['/a', '/b', '/c', '/d', '/robots.txt']);
    visits.expectGaps(100);
  });

  it('F4, R17: the Crawl-delay of robots.txt is kept; a page whose turn is too far away is answered with a wait at once', async () => {
    robots = 'User-agent: *\nCrawl-delay: 120\n';
    const read = await live().read(at('/a'), { waitMs: 100_000 });
    expect(read).toMatchObject({ kind: 'wait', by: 'host:clock', retryAfterS: expect.any(Number) });
    // After its whole patience there would be 20 s left.
    expect(read.kind === 'wait' && read.retryAfterS).toBeGreaterThan(60);
    expect(read.kind === 'wait' && read.retryAfterS).toBeLessThanOrEqual(121);
    expect(server.requestLines).toEqual(['GET /robots.txt']);
  });

  it('F4: the wait is bounded over robots.txt, redirects and page together; the next read goes on where it had got to', async () => {
    const { ledger } = await openStore({ kind: 'sqlite', folder: await crawledFolder() }).openLedger();
    const host = hostKey(server.origin);
    server.answer(
      noted(async (request, response) => {
        // From here on the wait is longer than the patience.
        if (request.url === '/old') await ledger.holdHost(host, Date.now() + 900_000, 'host:parked');
        if (request.url === '/old') response.writeHead(301, { location: '/older' }).end();
        else if (request.url === '/older') response.writeHead(301, { location: '/new' }).end();
        else site(request, response);
      }),
    );
    const pages = live({ DOCENT_REQUEST_DELAY_MS: '100' });
    expect(await pages.read(at('/old'), patient)).toMatchObject({ kind: 'wait', by: 'host:parked' });
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /old']);
    await ledger.holdHost(host, 0, 'host:parked');
    expect(titleOf(await pages.read(at('/old'), patient))).toBe('/new');
    expect(server.requestLines.slice(2)).toEqual(['GET /older', 'GET /new']);
    visits.expectGaps(100);
    await ledger.close();
  });

  it('F4: a read behind too many others is refused before it waits', async () => {
    // The crawl's copy of robots.txt is used, so that the first read has nothing to wait for.
    expect((await openDocent({ settings: settings() }).crawl(at('/docs/')).result).exitCode).toBe(0);
    const requested = Promise.withResolvers<() => void>();
    server.answer((request, response) => requested.resolve(() => site(request, response)));
    const pages = live({ DOCENT_REQUEST_DELAY_MS: '400000' });
    const first = pages.read(at('/first'), patient);
    const answer = await requested.promise;
    const stop = new AbortController();
    const ended: string[] = [];
    const others = [1, 2, 3].map(async (nth) =>
      ended.push(titleOf(await pages.read(at(`/${nth}`), { ...patient, signal: stop.signal }))),
    );
    // The one that is next in line would wait for 400 s, those behind it for 800 s.
    await until(() => ended.length === 2);
    stop.abort();
    expect((await Promise.allSettled(others)).map(({ status }) => status).toSorted()).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected'],
    ]);
    expect(ended).toEqual(['wait: host:clock', 'wait: host:clock']);
    answer();
    expect(titleOf(await first)).toBe('/first');
    expect(server.requestLines.slice(2)).toEqual(['GET /first']);
  });

  it('R23: robots.txt is requested once for many reads, also when they begin together', async () => {
    const pages = live();
    await Promise.all(Array.from({ length: 12 }, (_, nth) => pages.read(at(`/${nth}`))));
    await pages.read(at('/later'));
    expect(server.requestLines.filter((line) => line.endsWith('/robots.txt'))).toHaveLength(1);
    expect(server.requestLines).toHaveLength(14);
  });

  it('F4: at most 4 pages are requested at once, 32 reads wait beside them, and more are sent away', async () => {
    const servers = await Promise.all(Array.from({ length: 6 }, () => startServer(() => {})));
    const waiting: (() => void)[] = [];
    let now = 0;
    let most = 0;
    for (const one of servers)
      one.answer((request, response) => {
        if (request.url === '/robots.txt') return void response.writeHead(404).end();
        most = Math.max(most, ++now);
        const end = (): void => {
          now--;
          site(request, response);
        };
        waiting.push(end);
        // No request is answered before there are as many as there may be.
        if (waiting.length >= 4) for (const go of waiting.splice(0)) go();
      });
    const pages = live();
    const reads = Array.from({ length: 40 }, (_, nth) => pages.read(`${servers[nth % 6]?.origin}/${nth}`, patient));
    const sentAway = await Promise.all(reads.slice(36));
    expect(sentAway.map(titleOf)).toEqual(Array(4).fill('wait: live:busy'));
    // The last ones may be fewer than four.
    const timer = setInterval(() => waiting.shift()?.(), 50);
    const read = await Promise.all(reads.slice(0, 36));
    clearInterval(timer);
    expect(read.every(({ kind }) => kind === 'page')).toBe(true);
    expect(most).toBe(4);
    for (const one of servers) await one[Symbol.asyncDispose]();
  });
});

describe('pauses and bounds', () => {
  it.each([
    [429, { 'retry-after': '30' }, 30],
    [503, { 'retry-after': '40' }, 40],
    [429, {}, 60],
  ])('H3: %i with %j holds the host for all later reads', async (status, headers, seconds) => {
    server.answer((request, response) => {
      if (request.url === '/busy') response.writeHead(status, headers).end();
      else site(request, response);
    });
    const pages = live();
    await expect(pages.read(at('/busy'))).rejects.toMatchObject({
      code: 'DOC_ANSWER',
      message: expect.stringContaining(`answered ${status}`),
    });
    const read = await pages.read(at('/other'), { waitMs: 0 });
    expect(read).toEqual({
      kind: 'wait',
      by: 'host:pause',
      retryAfterS: expect.any(Number),
      detail: `it answered ${status}, and is left alone for ${seconds} s`,
    });
    expect(read.kind === 'wait' && read.retryAfterS).toBeLessThanOrEqual(seconds);
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /busy']);
  });

  it('H3: reads that waited behind the read with that answer are held as well', async () => {
    server.answer((request, response) => {
      if (request.url === '/robots.txt') site(request, response);
      else response.writeHead(429, { 'retry-after': '900' }).end();
    });
    const pages = live();
    const reads = await Promise.allSettled(Array.from({ length: 8 }, (_, nth) => pages.read(at(`/${nth}`), patient)));
    const words = reads.map((read) => (read.status === 'rejected' ? read.reason.code : titleOf(read.value)));
    expect(words.toSorted()).toEqual(['DOC_ANSWER', ...Array(7).fill('wait: host:pause')]);
    expect(server.requestLines).toHaveLength(2);
  });

  it('H3, R11: a pause that robots.txt is answered with holds the host, too', async () => {
    server.answer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(429, { 'retry-after': '50' }).end();
      else site(request, response);
    });
    const pages = live();
    for (const path of ['/a', '/b'])
      expect(await pages.read(at(path), { waitMs: 0 })).toMatchObject({ kind: 'wait', by: 'host:pause' });
    expect(server.requestLines).toEqual(['GET /robots.txt']);
  });

  it('F4, H3: what the data folder knows of a host’s next turn is obeyed, and a moment is waited for', async () => {
    await crawledFolder(Date.now() + 3_600_000);
    const pages = live();
    const read = await pages.read(at('/a'));
    expect(read).toMatchObject({ kind: 'wait', by: 'host:pause' });
    expect(read.kind === 'wait' && read.retryAfterS).toBeGreaterThan(3_500);
    expect(server.requestLines).toEqual([]);
    rmSync(join(folder, 'data'), { recursive: true });
    visits.note('known');
    await crawledFolder(Date.now() + 300);
    expect(titleOf(await pages.read(at('/a')))).toBe('/a');
    visits.expectWait(300, 'known', '/robots.txt');
  });

  it('F8: a host that a crawl has parked is left alone, by its word', async () => {
    const data = await crawledFolder();
    const { ledger } = await openStore({ kind: 'sqlite', folder: data }).openLedger();
    await ledger.holdHost(hostKey(server.origin), Date.now() + 600_000, 'host:parked');
    await ledger.close();
    expect(await live().read(at('/a'))).toMatchObject({ kind: 'wait', by: 'host:parked' });
    expect(server.requestLines).toEqual([]);
  });
});

describe('what may not be read', () => {
  it('R1, A1: what robots.txt forbids, what is on the blocklist, and what is no page, as docent read reports it', async () => {
    const writer = await openStore({ kind: 'sqlite', folder: await crawledFolder() }).openSideWriter();
    await writer.blocklist.add({ pattern: `${hostKey(server.origin)}/secret`, reason: 'no', by: 'operator', at: 1 });
    await writer.close();
    const pages = live();
    await expect(pages.read(at('/private/x'))).rejects.toMatchObject({ code: 'DOC_BLOCKED' });
    await expect(pages.read(at('/secret/x'))).rejects.toMatchObject({
      code: 'DOC_BLOCKED',
      message: expect.stringContaining('blocklist'),
    });
    await expect(pages.read(at('/missing'))).rejects.toMatchObject({ code: 'DOC_ANSWER' });
    await expect(pages.read('/etc/passwd')).rejects.toMatchObject({ code: 'DOC_URL' });
    await expect(pages.read('file:///etc/passwd')).rejects.toMatchObject({ code: 'DOC_URL' });
    await expect(pages.read(at('/a'), { selector: 'a[' })).rejects.toMatchObject({ code: 'DOC_CONFIG' });
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /missing']);
  });

  it('C8: a host whose terms forbid it, also by a redirect', async () => {
    await using other = await startServer((request, response) => {
      if (request.url === '/there') response.writeHead(302, { location: at('/docs/') }).end();
      else response.writeHead(404).end();
    });
    writeFileSync(
      join(folder, 'docent.yml'),
      `allow_private: [127.0.0.1]\nproviders:\n  - provider_id: ours\n    name: ours\n    seed_urls: ['${at('/docs/')}']\n    allowed_path_patterns: ['/docs/**']\n    tos: { verdict: forbidden }\n`,
    );
    const pages = live();
    await expect(pages.read(at('/docs/a'))).rejects.toMatchObject({ code: 'DOC_TERMS' });
    await expect(pages.read(`${other.origin}/there`)).rejects.toMatchObject({ code: 'DOC_BLOCKED' });
    expect(server.requestLines).toEqual([]);
  });

  it('H7: a redirect to a private address is not followed, also where another read may go there', async () => {
    await using other = await startServer((request, response) => {
      if (request.url === '/there') response.writeHead(302, { location: at('/a') }).end();
      else response.writeHead(404).end();
    });
    const pages = live();
    await expect(pages.read(`${other.origin}/there`)).rejects.toMatchObject({ code: 'DOC_BLOCKED' });
    expect(server.requestLines).toEqual([]);
    expect(titleOf(await pages.read(at('/a')))).toBe('/a');
    const before = server.requestLines.length;
    await expect(pages.read(`${other.origin}/there`)).rejects.toMatchObject({ code: 'DOC_BLOCKED' });
    expect(server.requestLines).toHaveLength(before);
    expect(titleOf(await pages.read(at('/b')))).toBe('/b');
  });
});

describe('the life of live reading', () => {
  it('A5, C2: keeps nothing of a page: the folder is as it was', async () => {
    const data = join(folder, 'data');
    expect((await openDocent({ settings: settings() }).crawl(at('/docs/')).result).exitCode).toBe(0);
    const before = readdirSync(data).toSorted();
    const pages = live();
    expect(titleOf(await pages.read(at('/docs/unseen')))).toBe('/docs/unseen');
    // The crawl's copy of robots.txt is used.
    expect(server.requestLines).toEqual(['GET /robots.txt', 'GET /docs/', 'GET /docs/unseen']);
    const reader = await openStore({ kind: 'sqlite', folder: data }).openReader();
    expect((await reader.list({ limit: 10 })).map(({ url }) => url)).toEqual([at('/docs/')]);
    await reader.close();
    await pages.close();
    expect(readdirSync(data).toSorted()).toEqual(before);
  });

  it('FAULTS 68: a page that takes too long to read is ended by name, and the next is read', async () => {
    server.answer((request, response) => {
      if (request.url !== '/slow') return void site(request, response);
      const links = Array.from({ length: 90_000 }, (_, nth) => `<p><a href="/${nth}">link number ${nth}</a> words</p>`);
      const body = `<main>${links.join('')}</main>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    });
    const pages = live({ DOCENT_EXTRACT_TIMEOUT_MS: '500' });
    await expect(pages.read(at('/slow'), { keepLinks: true })).rejects.toMatchObject({ code: 'DOC_EXTRACT' });
    // On a busy machine the time may be too short even for such a page.
    await until(async () => titleOf(await pages.read(at('/a'))) === '/a');
  });

  it('FAULTS 67: a page that needs too much memory costs its thread, not the process', async () => {
    server.answer((request, response) => {
      if (request.url !== '/large') return void site(request, response);
      const body = `<main>${'<p>word <b>word</b></p>'.repeat(200_000)}</main>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    });
    const pages = live({ DOCENT_EXTRACT_MEMORY_MB: '32', DOCENT_EXTRACT_TIMEOUT_MS: '60000' });
    const [large, small] = await Promise.allSettled([pages.read(at('/large')), pages.read(at('/a'))]);
    expect(large).toMatchObject({ status: 'rejected', reason: { code: 'DOC_EXTRACT' } });
    expect(small.status === 'fulfilled' && titleOf(small.value)).toBe('/a');
  });

  it('A5: a page is read as docent read reads it, with the options that are passed', async () => {
    const { readOne } = await import('./read-one.ts');
    const pages = live();
    const options = { selector: 'p', keepLinks: true };
    const read = await pages.read(at('/a'), options);
    expect(read).toMatchObject({ kind: 'page', fetchedAt: expect.any(Number) });
    expect(read.kind === 'page' && read.one).toEqual(
      await readOne(openPlace(settings()), silentLog, at('/a'), options),
    );
  });

  it('A5: a caller that stops waiting gets the signal’s reason; other callers do not notice', async () => {
    const requested = Promise.withResolvers<void>();
    let isFirst = true;
    server.answer((request, response) => {
      if (request.url !== '/robots.txt' || !isFirst) return void site(request, response);
      isFirst = false;
      requested.resolve();
    });
    const pages = live();
    const stop = new AbortController();
    const [first, second] = [pages.read(at('/a'), { signal: stop.signal }), pages.read(at('/b'))];
    await requested.promise;
    stop.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(titleOf(await second)).toBe('/b');
    await expect(pages.read(at('/c'), { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('A5: closing ends what is under way, and nothing is read after it', async () => {
    const requested = Promise.withResolvers<void>();
    server.answer((request, response) => {
      if (request.url === '/robots.txt') site(request, response);
      else requested.resolve();
    });
    const pages = live();
    const reads = ['/a', '/b'].map((path) => pages.read(at(path)));
    const ended = Promise.allSettled(reads);
    await requested.promise;
    await pages.close();
    for (const { status } of await ended) expect(status).toBe('rejected');
    await expect(pages.read(at('/c'))).rejects.toMatchObject({ code: 'DOC_INTERNAL' });
  });

  it('A5: a hundred reads leave no more handles behind than ten', more, async () => {
    await crawledFolder();
    const pages = live();
    const open = (): number => process.getActiveResourcesInfo().length;
    const readMany = async (from: number, to: number): Promise<void> => {
      for (let nth = from; nth < to; nth += 10)
        await Promise.all(Array.from({ length: 10 }, (_, i) => pages.read(at(`/${nth + i}`))));
    };
    await readMany(0, 10);
    const before = open();
    await readMany(10, 110);
    expect(open()).toBeLessThanOrEqual(before + 2);
  });
});
