// F4, H3: a look counts its requests in the data folder, and obeys what crawls have left there.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { more } from '../../../test/support/how-long.ts';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { Moment, Visits } from '../../../test/support/visits.ts';
import { silentLog } from '../../core/log.ts';
import { hostKey } from '../../core/url/host.ts';
import type { Turn } from '../../frontier/port.ts';
import { dialectNames } from '../../robots/dialects.ts';
import type { Provider } from '../../seed/provider.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { openPlace } from '../place.ts';
import { checkProvider } from '../providers/check.ts';
import { type LivePages, type LiveRead, openLivePages } from './live-pages.ts';
import { planCrawl } from './plan.ts';
import { readOne } from './read-one.ts';
import { askRobots } from './robots-questions.ts';

let folder: string;
let server: LocalServer;
const before = process.env.http_proxy;

const site: RequestListener = (request, response) => {
  if (request.url?.endsWith('/robots.txt')) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Page</title><p>Some words.</p>');
};

/** The server is its own site, and the proxy that leads to all others. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-look-'));
  server = await startServer(site);
  process.env.http_proxy = server.origin;
});
afterEach(async () => {
  if (before === undefined) delete process.env.http_proxy;
  else process.env.http_proxy = before;
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(env: Record<string, string> = {}): Settings {
  const base = { DOCENT_DATA: folder, DOCENT_PROXY: 'env', DOCENT_REQUEST_DELAY_MS: '1000', DOCENT_JITTER_MS: '0' };
  return loadSettings({ cwd: folder, env: { ...base, ...env } });
}

describe('a look beside a data folder', () => {
  it('F4: its requests are counted there, and a bound that is reached is reported before anything is requested', async () => {
    await (await openStore({ kind: 'sqlite', folder }).openLedger()).ledger.close();
    const bounded = settings({ DOCENT_REQUESTS_PER_HOUR: '2' });
    expect((await readOne(openPlace(bounded), silentLog, 'http://docs.example/a')).page.title).toBe('Page');
    const reader = await openStore({ kind: 'sqlite', folder }).openReader();
    expect(await reader.requestsSince(0, 'docs.example')).toMatchObject({ count: 2 });
    await reader.close();
    const before = server.requestLines.length;
    await expect(readOne(openPlace(bounded), silentLog, 'http://docs.example/b')).rejects.toMatchObject(spent);
    expect(server.requestLines).toHaveLength(before);
  });

  /** What a look fails with once two requests of two were made: the bound, and when it ends. */
  const spent = {
    code: 'DOC_BUDGET',
    message: expect.stringMatching(
      /^\S+ may be requested again at \d{4}-\d\d-\d\dT[\d:.]+Z, in (?:60|59) minutes: 2 requests in the last hour; the bound is 2 \(budget:(?:host-)?hour\)$/,
    ),
  };
  const check = (own: Settings): Promise<unknown> => {
    const provider = own.providers[0] as Provider;
    return checkProvider(openPlace(own), silentLog, provider, { pages: 2 });
  };
  const URL_ELSEWHERE = 'http://other.example/no';
  const looks: readonly (readonly [string, (own: Settings) => Promise<unknown>])[] = [
    ['docent robots', (own) => askRobots(openPlace(own), { url: URL_ELSEWHERE }, silentLog)],
    [
      'docent robots --all-dialects',
      (own) => askRobots(openPlace(own), { url: URL_ELSEWHERE, allDialects: true }, silentLog),
    ],
    ['docent robots --lint', (own) => askRobots(openPlace(own), { url: URL_ELSEWHERE, lint: true }, silentLog)],
    ['docent robots --agent', (own) => askRobots(openPlace(own), { url: URL_ELSEWHERE, agent: 'other' }, silentLog)],
    ['docent read', (own) => readOne(openPlace(own), silentLog, URL_ELSEWHERE)],
    ['docent plan', (own) => planCrawl(openPlace(own), silentLog, [URL_ELSEWHERE])],
    ['a check of a source', (own) => check(own)],
  ];
  it.each(looks.flatMap(([name, act]) => dialectNames.map((dialect) => [name, dialect, act] as const)))(
    'F4, R12: a spent bound is no verdict about the site: %s in %s',
    async (_, dialect, act) => {
      const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger();
      for (let nth = 0; nth < 2; nth++) await ledger.spend('docs.example');
      await ledger.close();
      writeFileSync(
        join(folder, 'docent.yml'),
        `providers: [{provider_id: other, seed_url: "${URL_ELSEWHERE}", allowed_path_patterns: [/**], tos: {verdict: allowed}}]\n`,
      );
      const own = settings({ DOCENT_REQUESTS_PER_HOUR: '2', DOCENT_ROBOTS_DIALECT: dialect });
      await expect(act(own)).rejects.toMatchObject(spent);
      expect(server.requestLines).toEqual([]);
    },
  );

  it.each(dialectNames)('H3, R12: nor is a pause of the host, in %s', async (dialect) => {
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger();
    const { turn } = await ledger.takeTurn('other.example', { gapMs: 0 });
    await ledger.endTurn(turn as Turn, { nextAt: Date.now() + 8_000_000, gapMs: 0 });
    await ledger.close();
    const own = settings({ DOCENT_ROBOTS_DIALECT: dialect });
    await expect(askRobots(openPlace(own), { url: URL_ELSEWHERE }, silentLog)).rejects.toMatchObject({
      code: 'DOC_BLOCKED',
      message: expect.stringMatching(/^other\.example may be requested again at .*, in 2 hours: .*host:pause/),
    });
    expect(server.requestLines).toEqual([]);
  });

  it('F4: a bound that is spent after robots.txt was read ends a look as well', async () => {
    await (await openStore({ kind: 'sqlite', folder }).openLedger()).ledger.close();
    const own = settings({ DOCENT_HOST_REQUESTS_PER_HOUR: '2', DOCENT_REQUEST_DELAY_MS: '1000' });
    server.answer((request, response) => {
      const links = request.url?.endsWith('/') ? '<a href="/b">b</a>' : '';
      if (request.url?.endsWith('/robots.txt')) response.end('Sitemap: http://docs.example/map.xml\n');
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Some words.</p>${links}`);
    });
    await expect(planCrawl(openPlace(own), silentLog, ['http://docs.example/'])).rejects.toMatchObject(spent);
    expect(server.requestLines).toHaveLength(2);
  });

  it('F4, H3: a pause that a crawl ran into is obeyed; a short one is waited for', async () => {
    const host = hostKey(server.origin);
    const own = settings({ DOCENT_REQUEST_DELAY_MS: '0' });
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger();
    const visits = new Visits();
    server.answer((request, response) => {
      visits.note(request.url);
      site(request, response);
    });
    const { turn } = await ledger.takeTurn(host, { gapMs: 0 });
    visits.note('paused');
    await ledger.endTurn(turn as Turn, { nextAt: Date.now() + 300, gapMs: 0 });
    expect((await readOne(openPlace(own), silentLog, `${server.origin}/a`)).page.title).toBe('Page');
    visits.expectWait(300, 'paused', '/robots.txt');
    await ledger.endTurn(turn as Turn, { nextAt: Date.now() + 3_600_000, gapMs: 0 });
    await ledger.close();
    const before = server.requestLines.length;
    await expect(readOne(openPlace(own), silentLog, `${server.origin}/b`)).rejects.toMatchObject({
      code: 'DOC_BLOCKED',
      message: expect.stringContaining('host:pause'),
    });
    expect(server.requestLines).toHaveLength(before);
  });

  it('H3: a pause that a look ran into holds the host for the next look and for a crawl', async () => {
    await (await openStore({ kind: 'sqlite', folder }).openLedger()).ledger.close();
    server.answer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(429, { 'retry-after': '90' }).end();
    });
    const own = settings({ DOCENT_REQUEST_DELAY_MS: '0' });
    const moment = new Moment();
    await expect(readOne(openPlace(own), silentLog, `${server.origin}/a`)).rejects.toMatchObject({
      code: 'DOC_ANSWER',
    });
    const before = server.requestLines.length;
    await expect(readOne(openPlace(own), silentLog, `${server.origin}/b`)).rejects.toMatchObject({
      code: 'DOC_BLOCKED',
      message: expect.stringContaining('host:pause'),
    });
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger();
    const { wait } = await ledger.takeTurn(hostKey(server.origin), { gapMs: 0 });
    expect(wait).toMatchObject({ by: 'host:pause' });
    moment.expectAfter(wait?.until, 90_000);
    await ledger.close();
    expect(server.requestLines).toHaveLength(before);
  });

  it('F4, R17: a Crawl-delay that a look has read holds for others from that answer on', async () => {
    await (await openStore({ kind: 'sqlite', folder }).openLedger()).ledger.close();
    server.answer((_, response) => response.writeHead(200).end('User-agent: *\nCrawl-delay: 30\nDisallow: /\n'));
    const moment = new Moment();
    await expect(readOne(openPlace(settings()), silentLog, `${server.origin}/a`)).rejects.toMatchObject({
      code: 'DOC_BLOCKED',
    });
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger();
    const { wait } = await ledger.takeTurn(hostKey(server.origin), { gapMs: 0 });
    moment.expectAfter(wait?.until, 30_000);
    await ledger.close();
  });

  it('F4: docent robots takes its turn and spends the same budget; its Crawl-delay holds for others', async () => {
    await (await openStore({ kind: 'sqlite', folder }).openLedger()).ledger.close();
    server.answer((_, response) => response.writeHead(200).end('User-agent: *\nCrawl-delay: 20\n'));
    const bounded = settings({ DOCENT_REQUESTS_PER_HOUR: '1' });
    const moment = new Moment();
    const ask = (url: string) => askRobots(openPlace(bounded), { url, allDialects: true }, silentLog);
    expect((await ask('http://docs.example/a')).reports[0]?.decision.allowed).toBe(true);
    await expect(ask('http://other.example/a')).rejects.toMatchObject({
      code: 'DOC_BUDGET',
      message: expect.stringContaining('budget:hour'),
    });
    expect(server.requestLines).toHaveLength(1);
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger();
    expect(await ledger.requestsSince(0)).toMatchObject({ count: 1 });
    const { wait } = await ledger.takeTurn('docs.example', { gapMs: 0 });
    moment.expectAfter(wait?.until, 20_000);
    await ledger.close();
  });

  it('R26, U10: its blocklist holds', async () => {
    const writer = await openStore({ kind: 'sqlite', folder }).openSideWriter();
    await writer.blocklist.add({ pattern: hostKey(server.origin), reason: 'no', by: 'operator', at: 1 });
    await writer.close();
    await expect(readOne(openPlace(settings()), silentLog, `${server.origin}/a`)).rejects.toMatchObject({
      code: 'DOC_BLOCKED',
    });
    expect(server.requestLines).toEqual([]);
  });
});

describe('live reads beside a data folder', () => {
  let opened: LivePages[] = [];
  afterEach(async () => {
    for (const pages of opened.splice(0)) await pages.close();
  });
  const live = (env: Record<string, string>): LivePages => {
    const pages = openLivePages(openPlace(settings(env)), silentLog);
    opened = [...opened, pages];
    return pages;
  };
  const titleOf = (read: LiveRead): string => (read.kind === 'page' ? read.one.page.title : `wait: ${read.by}`);
  const page = 'http://docs.example/a';
  const emptyFolder = async (): Promise<string> => {
    await (await openStore({ kind: 'sqlite', folder }).openLedger()).ledger.close();
    return folder;
  };

  it('F4: a bound that is reached is answered with a wait before anything is requested', async () => {
    await emptyFolder();
    for (const minutes of [-10, -5]) {
      const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger(() => minutes * 60_000 + Date.now());
      await ledger.spend('elsewhere.example');
      await ledger.close();
    }
    const read = await live({ DOCENT_REQUESTS_PER_HOUR: '2' }).read(page);
    expect(read).toMatchObject({
      kind: 'wait',
      by: 'budget:hour',
      detail: '2 requests in the last hour; the bound is 2',
    });
    // The first of them counts for fifty minutes more, the second for five more than that.
    expect(read.kind === 'wait' && Math.round(read.retryAfterS / 60 / 5)).toBe(10);
    expect(server.requestLines).toEqual([]);
  });

  it('F4: requests are counted in the folder, where crawls count them, robots.txt included', more, async () => {
    const data = await emptyFolder();
    const pages = live({ DOCENT_HOST_REQUESTS_PER_HOUR: '2' });
    expect(titleOf(await pages.read(page))).toBe('Page');
    expect(await pages.read(page)).toMatchObject({ kind: 'wait', by: 'budget:host-hour' });
    const { ledger } = await openStore({ kind: 'sqlite', folder: data }).openLedger();
    expect(await ledger.requestsSince(0, 'docs.example')).toMatchObject({ count: 2 });
    await ledger.close();
    expect(server.requestLines).toHaveLength(2);
  });

  it('F4: without a folder they are counted in memory, and no folder is made', async () => {
    const pages = live({ DOCENT_HOST_REQUESTS_PER_HOUR: '1' });
    expect(await pages.read(page)).toMatchObject({ kind: 'wait', by: 'budget:host-hour' });
    expect(await pages.read(page)).toMatchObject({ kind: 'wait', by: 'budget:host-hour' });
    expect(server.requestLines).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
