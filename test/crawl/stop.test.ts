// How a crawl stops, as the real binary: Ctrl-C once and twice, SIGTERM, every exit code, and which process owns the folder meanwhile.
// Signals and kills are about processes, whose memory is lost with them: SQLite alone.
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crawler, type CrawlerEvent, startCrawler } from '../kill/crawler.ts';
import { snapshot } from '../kill/snapshot.ts';
import { runCommand } from '../support/commands.ts';
import { more } from '../support/how-long.ts';
import { always, type LocalServer, startServer } from '../support/local-server.ts';
import { withoutAnnouncements } from '../support/process.ts';

const PAGES = 40;
const FAST = ['--delay', '0', '--concurrency', '4', '--per-host', '4'];
/** Printed when the first signal has arrived. */
const STOPPING = 'stopping after what is in flight';
const QUICK_RETRIES = { DOCENT_RETRY_BASE_MS: '10' };

let folder: string;
let folders = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-stop-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newFolder(): string {
  return join(folder, `${folders++}`);
}

/** A site of one page that links to all others. */
function pageAt(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  if (path === '/robots.txt') {
    response.writeHead(404).end();
    return;
  }
  const links = path === '/' ? Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/page/${i}">${i}</a>`) : [];
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<title>${path}</title><p>This is the page ${path}.</p>${links.join('')}`);
}

/** Lets the seed and robots.txt pass, and holds every other page back until `letGo`. */
function heldBack(): { readonly listener: RequestListener; readonly held: Promise<void>; letGo(): void } {
  const waiting: (() => void)[] = [];
  let open = false;
  let allWait = (): void => {};
  const held = new Promise<void>((resolve) => {
    allWait = resolve;
  });
  return {
    held,
    listener(request, response) {
      if (open || !request.url?.startsWith('/page/')) return pageAt(request, response);
      waiting.push(() => pageAt(request, response));
      if (waiting.length === 4) allWait();
    },
    letGo() {
      open = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** Pages requested more than once. */
function requestedAgain({ requestLines }: LocalServer): readonly string[] {
  return [...new Set(requestLines.filter((line, i) => requestLines.indexOf(line) !== i))];
}

function resultOf({ events }: Crawler): Extract<CrawlerEvent, { type: 'result' }> | undefined {
  return events.find((event) => event.type === 'result');
}

/** F5: it ends with 130; standard error may report that it stops, or that a request failed, but no fault. */
async function expectInterrupted(crawler: Crawler): Promise<void> {
  const { code, stderr } = await crawler.ended;
  expect(stderr).toContain(STOPPING);
  const faults = stderr.split('\n').filter((line) => /something went wrong|Error|^ {4}at /.test(line));
  expect({ code, faults }).toEqual({ code: 130, faults: [] });
}

/** How many URLs wait in a folder that adds up. */
function waitingIn(data: string): number {
  const { problems, waiting, discovered } = snapshot(data);
  expect(problems).toEqual([]);
  expect(discovered).toBe(PAGES);
  return waiting;
}

/** A run after a stop goes on where it was and completes. */
async function expectToGoOn(server: LocalServer, data: string, waiting: number): Promise<void> {
  server.answer(pageAt);
  await using next = startCrawler([`${server.origin}/`, ...FAST], { data });
  expect(await next.event('started')).toMatchObject({ how: 'resumed', waiting });
  expect(await next.ended).toMatchObject({ code: 0, stderr: '' });
  expect(resultOf(next)?.providers[0]).toMatchObject({ complete: true, counts: { discovered: PAGES, indexed: PAGES } });
  expect(waitingIn(data)).toBe(0);
}

describe.concurrent('a signal', () => {
  for (const [signal, once, twice] of [
    ['SIGINT', {}, more],
    ['SIGTERM', more, {}],
  ] as const) {
    it(
      `F5, FAULTS 56: ${signal} finishes what is in flight, ends with 130, and the next run goes on`,
      once,
      async () => {
        const data = newFolder();
        const { listener, held, letGo } = heldBack();
        await using server = await startServer(listener);
        await using crawler = startCrawler([`${server.origin}/`, ...FAST], { data });
        await Promise.race([held, crawler.ended]);
        crawler.send(signal);
        await crawler.complained(STOPPING);
        letGo();
        await expectInterrupted(crawler);
        expect(crawler.strayLines).toEqual([]);
        expect(resultOf(crawler)).toMatchObject({
          exitCode: 130,
          providers: [{ complete: false, state: 'stopped' }],
        });
        const waiting = waitingIn(data);
        expect(waiting).toBe(PAGES - 5);
        expect(snapshot(data).leased).toEqual([]);
        await expectToGoOn(server, data, waiting);
        expect(requestedAgain(server)).toEqual([]);
      },
    );

    it(`F5, FAULTS 56: ${signal} twice stops at once, and is just as safe`, twice, async () => {
      const data = newFolder();
      const { listener, held } = heldBack();
      await using server = await startServer(listener);
      await using crawler = startCrawler([`${server.origin}/`, ...FAST], { data });
      await Promise.race([held, crawler.ended]);
      crawler.send(signal);
      await crawler.complained(STOPPING);
      crawler.send(signal);
      await expectInterrupted(crawler);
      // A run that had waited for what is in flight would have printed its result.
      expect(resultOf(crawler)).toBeUndefined();
      const waiting = waitingIn(data);
      expect(waiting).toBe(PAGES - 1);
      await expectToGoOn(server, data, waiting);
      expect(requestedAgain(server).length).toBeLessThanOrEqual(4);
    });
  }

  it('F5, FAULTS 56: Ctrl-C while nothing is in flight and a host rests stops at once', async () => {
    const data = newFolder();
    await using server = await startServer(pageAt);
    await using crawler = startCrawler([`${server.origin}/`, '--delay', '600000'], {
      data,
      env: { DOCENT_JITTER_MS: '0' },
    });
    await crawler.event('visited');
    crawler.send('SIGINT');
    await expectInterrupted(crawler);
  });

  /** Where a server may hang; the run waits at most ten seconds. */
  const hanging: readonly (readonly [what: string, hangs: (path: string, response: ServerResponse) => boolean])[] = [
    ['pages that never answer', (path) => path.startsWith('/page/')],
    [
      'pages whose body never ends',
      (path, response) => {
        if (!path.startsWith('/page/')) return false;
        response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Wait');
        return true;
      },
    ],
    ['a robots.txt that never answers', (path) => path === '/robots.txt'],
    [
      'a sitemap that never answers',
      (path, response) => {
        if (path !== '/robots.txt') return path === '/sitemap.xml';
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.end(`Sitemap: http://${response.req.headers.host}/sitemap.xml\n`);
        return true;
      },
    ],
  ];
  for (const [what, hangs] of hanging)
    it(`F5, FAULTS 56: Ctrl-C does not wait longer than ten seconds for ${what}`, more, async () => {
      const data = newFolder();
      let hung = (): void => {};
      const reached = new Promise<void>((resolve) => {
        hung = resolve;
      });
      await using server = await startServer((request, response) => {
        const path = request.url ?? '';
        if (!hangs(path, response)) return pageAt(request, response);
        if (!response.writableEnded) hung();
      });
      // The deadline of each request comes after thirty seconds at the earliest.
      const env = { DOCENT_ROBOTS_TIMEOUT_MS: '30000' };
      await using crawler = startCrawler([`${server.origin}/`, ...FAST], { data, env });
      await Promise.race([reached, crawler.ended]);
      crawler.send('SIGINT');
      await expectInterrupted(crawler);
      expect(JSON.stringify(crawler.events)).not.toContain('DOC_TIMEOUT');
      const { problems, leased } = snapshot(data);
      expect({ problems, leased }).toEqual({ problems: [], leased: [] });
      server.answer(pageAt);
      await using next = startCrawler([`${server.origin}/`, ...FAST], { data });
      expect(await next.ended).toMatchObject({ code: 0, stderr: '' });
      expect(waitingIn(data)).toBe(0);
    });
});

describe.concurrent('the exit code', () => {
  it('F5: is 0 when everything has an end, and the counts of the last line add up', async () => {
    await using server = await startServer(pageAt);
    const words = ['crawl', `${server.origin}/`, '--data', newFolder(), ...FAST];
    const { code, stdout, stderr } = await runCommand(words, { cwd: folder });
    expect({ code, stderr: withoutAnnouncements(stderr) }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${PAGES} discovered = ${PAGES} indexed\n`);
  });

  it('F5: is 1 when a seed answers 404', async () => {
    const data = newFolder();
    await using server = await startServer(always(404));
    await using crawler = startCrawler([`${server.origin}/`, ...FAST], { data });
    expect(await crawler.ended).toMatchObject({ code: 1 });
    expect(resultOf(crawler)?.providers[0]?.counts).toMatchObject({ discovered: 1, failed: 1, waiting: 0 });
    expect(snapshot(data).problems).toEqual([]);
  });

  it('F5: is 1 when a seed refuses the connection, after its retries', more, async () => {
    const data = newFolder();
    // On an address of its own: the port of a closed server may be the next one's, of a test beside this one.
    const server = await startServer(pageAt, '127.0.0.9');
    await server[Symbol.asyncDispose]();
    await using crawler = startCrawler([`${server.origin}/`, ...FAST], { data, env: QUICK_RETRIES });
    expect(await crawler.ended).toMatchObject({ code: 1 });
    const counts = resultOf(crawler)?.providers[0]?.counts;
    expect(counts).toMatchObject({ discovered: 1, indexed: 0, waiting: 0 });
    expect(snapshot(data).problems).toEqual([]);
  });

  it('F5: is 1 when only one of several seeds failed, and what the others have is stored', more, async () => {
    const data = newFolder();
    await using good = await startServer(pageAt);
    await using bad = await startServer(always(410));
    await using crawler = startCrawler([`${good.origin}/`, `${bad.origin}/`, ...FAST], { data });
    expect(await crawler.ended).toMatchObject({ code: 1 });
    expect(snapshot(data).pages.size).toBe(PAGES);
  });

  for (const [what, args] of [
    ['an unknown flag', ['http://127.0.0.1:1/', '--nonsense']],
    ['a value out of range', ['http://127.0.0.1:1/', '--concurrency', '0']],
    ['no target', []],
    ['a target that is neither URL nor provider', ['no-such-provider']],
    ["no delay on other people's sites", ['https://example.com/', '--delay', '0']],
  ] as const)
    it(`F5: is 2 for ${what}, with one line that states it`, async () => {
      const { code, stdout, stderr } = await runCommand(['crawl', ...args, '--data', newFolder()], { cwd: folder });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^docent: .+\n$/);
    });

  it(
    'F3, F5: is 3 when max_pages stops a larger site, and a later run with a higher limit completes it',
    more,
    async () => {
      const data = newFolder();
      await using server = await startServer(pageAt);
      await using crawler = startCrawler([`${server.origin}/`, ...FAST, '--max-pages', '5'], { data });
      expect(await crawler.ended).toMatchObject({ code: 3, stderr: '' });
      const stopped = resultOf(crawler)?.providers[0];
      expect(stopped).toMatchObject({ complete: false, counts: { discovered: PAGES, indexed: 5, waiting: PAGES - 5 } });
      expect(crawler.events).toContainEqual(expect.objectContaining({ type: 'warning', by: 'cap:pages' }));
      expect(waitingIn(data)).toBe(PAGES - 5);
      await expectToGoOn(server, data, PAGES - 5);
      expect(requestedAgain(server)).toEqual([]);
    },
  );
});

describe.concurrent('one folder', () => {
  it('C4, FAULTS 60: is read while a crawler has it', async () => {
    const data = newFolder();
    const { listener, held, letGo } = heldBack();
    await using server = await startServer(listener);
    await using first = startCrawler([`${server.origin}/`, ...FAST], { data });
    await Promise.race([held, first.ended]);
    const why = await runCommand(['why', `${server.origin}/`, '--data', data], { cwd: folder });
    expect({ code: why.code, stderr: why.stderr }).toEqual({ code: 0, stderr: '' });
    expect(why.stdout).toContain('indexed');
    const list = await runCommand(['blocklist', 'list', '--data', data], { cwd: folder });
    expect({ code: list.code, stderr: list.stderr }).toEqual({ code: 0, stderr: '' });
    letGo();
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' });
    expect(waitingIn(data)).toBe(0);
    expect(requestedAgain(server)).toEqual([]);
  });

  it('C4, F6: a folder whose crawler was killed is free at once', more, async () => {
    const data = newFolder();
    const { listener, held } = heldBack();
    await using server = await startServer(listener);
    await using first = startCrawler([`${server.origin}/`, ...FAST], { data });
    await Promise.race([held, first.ended]);
    first.send('SIGKILL');
    await first.ended;
    await expectToGoOn(server, data, PAGES - 1);
  });
});
