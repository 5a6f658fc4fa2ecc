// Which pages a refresh requests: by interval, by sitemap, all of them; and that a clock that jumps does no harm.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { openReading } from '../../src/app/read/reading.ts';
import type { RefreshOptions } from '../../src/doors/library/docent.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { RunRecord } from '../../src/watch/port.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let folder: string;
let server: LocalServer;
let texts: Record<string, string>;
/** The lastmod values of the sitemap, where there is one. */
let lastmods: Record<string, number> | undefined;
/** The provider of the configuration, where there is one. */
let provider: string | undefined;
const real = Date.now;
const start = real();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  texts = { '/': 'Home', '/a': 'One', '/b': 'Two', '/c': 'Three' };
  lastmods = undefined;
  provider = undefined;
  server = await startServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt' && lastmods !== undefined)
      return void response.end(`Sitemap: ${server.origin}/index.xml\nUser-agent: *\nDisallow:\n`);
    if (path === '/index.xml')
      return void response.end(
        `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${server.origin}/map.xml</loc></sitemap></sitemapindex>`,
      );
    if (path === '/map.xml')
      return void response.end(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.entries(lastmods ?? {})
          .map(
            ([at, time]) =>
              `<url><loc>${server.origin}${at}</loc><lastmod>${new Date(time).toISOString()}</lastmod></url>`,
          )
          .join('')}</urlset>`,
      );
    const text = texts[path];
    if (text === 'broken') return void response.writeHead(500).end();
    if (text === undefined) return void response.writeHead(404).end();
    const etag = `"${text}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    const links = path === '/' ? ['/a', '/b', '/c'].map((to) => `<a href="${to}">${to}</a>`).join('') : '';
    response
      .writeHead(200, { 'content-type': 'text/html', etag })
      .end(`<title>${path}</title><nav>${links}</nav><main><h1>${path}</h1><p>${text} is what it says.</p></main>`);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const env = {
  DOCENT_REQUEST_DELAY_MS: '0',
  DOCENT_JITTER_MS: '0',
  DOCENT_CONCURRENCY: '8',
  DOCENT_PER_HOST: '8',
  DOCENT_RETRY_BASE_MS: '1',
};

function settings(): Settings {
  if (provider !== undefined) writeFileSync(join(folder, 'docent.yml'), `time_zone: UTC\nproviders: [${provider}]\n`);
  return loadSettings({ cwd: folder, env: { ...env } });
}

function at(time: number) {
  vi.spyOn(Date, 'now').mockImplementation(() => real() - start + time);
  server.requestLines.length = 0;
  return openDocent({ settings: settings(), cwd: folder });
}

async function crawlAt(time: number): Promise<void> {
  await at(time).crawl(provider === undefined ? `${server.origin}/` : 'mine', { confirmed: true }).result;
}

/** The pages that were requested, and why the others were not. */
async function refreshAt(time: number, options?: RefreshOptions): Promise<{ requested: string; reasons: unknown }> {
  await at(time).refresh([], options).result;
  const requested = server.requestLines.map((line) => line.slice(4)).filter((path) => path in texts);
  return { requested: requested.sort().join(' '), reasons: await reasons() };
}

/** How many pages ended for which reason. */
async function reasons(): Promise<Readonly<Record<string, number>>> {
  const reading = await openReading(openPlace(settings()));
  const [{ provider } = { provider: '' }] = await reading.providers();
  const found = await reading.reasons(provider);
  await reading.close();
  return Object.fromEntries(found.map(({ by, count }) => [by, count]));
}

async function lastRun(): Promise<RunRecord> {
  const watch = await openStore({ kind: 'sqlite', folder: join(folder, '.docent') }).openWatch();
  try {
    return (await watch.reader.runs({ limit: 1 }))[0] as RunRecord;
  } finally {
    await watch.close();
  }
}

describe('a refresh', () => {
  it('M5, F9: only what is due by its interval is requested, save the seeds; --all requests everything', async () => {
    await crawlAt(start);
    const soon = await refreshAt(start + DAY);
    expect(soon).toEqual({ requested: '/', reasons: { 'http:304': 1, 'refresh:not-due': 3 } });
    expect(await lastRun()).toMatchObject({ changes: { unchanged: 4 } });
    expect(await lastRun()).toMatchObject({ counters: { requests: 1, notModified: 1 } });
    expect((await refreshAt(start + DAY, { all: true })).requested).toBe('/ / /a /b /c'.slice(2));
    texts['/b'] = 'Two and a half';
    expect((await refreshAt(start + 9 * DAY)).requested).toBe('/ /a /b /c');
    expect(await lastRun()).toMatchObject({ changes: { updated: 1, unchanged: 3 } });
    for (const week of [2, 3, 4]) expect((await refreshAt(start + (2 + week * 7) * DAY)).requested).toBe('/ /a /b /c');
  });

  it('M5: with adaptive, what had not changed waits half as long again each time', async () => {
    provider = `{provider_id: mine, seed_url: "${server.origin}/", allowed_path_patterns: [/**], adaptive: true}`;
    await crawlAt(start);
    texts['/b'] = 'Two and a half';
    expect((await refreshAt(start + 9 * DAY)).requested).toBe('/ /a /b /c');
    expect((await refreshAt(start + 16 * DAY)).requested).toBe('/ /b');
    expect((await refreshAt(start + 21 * DAY)).requested).toBe('/ /a /c');
  });

  it('F9: a lastmod that is not newer than our copy spares the request, and is believed until it was wrong', async () => {
    lastmods = { '/a': start - 100 * DAY, '/b': start - 100 * DAY };
    await crawlAt(start);
    lastmods['/b'] = start + HOUR;
    const soon = await refreshAt(start + 2 * HOUR);
    expect(soon).toEqual({ requested: '/ /b', reasons: { 'http:304': 2, 'sitemap:lastmod': 1, 'refresh:not-due': 1 } });
    expect((await refreshAt(start + 20 * DAY)).requested).toBe('/ /c');
    // No page waits longer than eight weeks; then the sitemap turns out to be wrong.
    texts['/a'] = 'One, rewritten';
    expect((await refreshAt(start + 60 * DAY)).requested).toBe('/ /a /b /c');
    expect(await lastRun()).toMatchObject({ changes: { updated: 1, unchanged: 3 } });
    expect((await refreshAt(start + 68 * DAY)).requested).toBe('/ /a /c');
  });

  it('F9: sitemaps are read before any page but the seeds, also those that an index names', async () => {
    lastmods = { '/a': start - 100 * DAY, '/b': start - 100 * DAY, '/c': start - 100 * DAY };
    await crawlAt(start);
    await refreshAt(start + 20 * DAY);
    expect(server.requestLines.filter((line) => line !== 'GET /robots.txt')).toEqual([
      'GET /',
      'GET /index.xml',
      'GET /map.xml',
    ]);
  });

  it('F6: a refresh that was stopped goes on as the same run, and a crawl that was stopped is looked at anew', async () => {
    await crawlAt(start);
    const run = at(start + 30 * DAY).refresh([], { all: true });
    for await (const event of run) if (event.type === 'visited') run.stop();
    expect((await run.result).exitCode).toBe(130);
    const { 'http:304': requests = 0 } = await reasons();
    expect(requests).toBeLessThan(4);
    expect(await lastRun()).toMatchObject({ complete: false, counters: { requests } });
    const rest = await refreshAt(start + 31 * DAY, { all: true });
    expect(rest.requested.split(' ')).toHaveLength(4 - requests);
    expect(rest.reasons).toEqual({ 'http:304': 4 });
    expect(await lastRun()).toMatchObject({
      complete: true,
      generation: 2,
      changes: { unchanged: 4 },
      counters: { requests: 4 },
    });
    const whole = await lastRun();
    // The day between does not count as time under way.
    expect(whole.counters.endedAt - whole.counters.startedAt).toBeLessThan(HOUR);
    expect((whole.endedAt ?? 0) - whole.startedAt).toBeGreaterThan(DAY / 2);
  });

  it.each([HOUR, -HOUR])(
    'FAULTS 35: the clock jumps by %i ms during a refresh and nothing is miscounted',
    async (jump) => {
      await crawlAt(start);
      texts['/b'] = 'Two and a half';
      const run = at(start + 10 * DAY).refresh();
      let jumped = false;
      for await (const event of run) {
        if (event.type === 'visited' && !jumped) {
          jumped = true;
          vi.spyOn(Date, 'now').mockImplementation(() => real() - start + 10 * DAY + start + jump);
        }
      }
      const { exitCode, providers } = await run.result;
      expect(exitCode).toBe(0);
      expect(providers[0]?.counts).toMatchObject({ indexed: 1, unchanged: 3, waiting: 0 });
      const { changes, counters, startedAt, endedAt } = await lastRun();
      expect(changes).toMatchObject({ updated: 1, unchanged: 3, deleted: 0 });
      expect(counters.endedAt - counters.startedAt).toBeLessThan(60_000);
      expect(endedAt).toBeGreaterThanOrEqual(startedAt);
      // The next run, by the clock as it is now, finds nothing due.
      expect((await refreshAt(start + 10 * DAY + jump)).requested).toBe('/');
    },
  );

  it('F10: a page that answered with an error is requested again by the next refresh, and kept until then', async () => {
    await crawlAt(start);
    texts['/a'] = 'broken';
    await refreshAt(start + 30 * DAY);
    texts['/a'] = 'One';
    const { requested } = await refreshAt(start + 30 * DAY + HOUR);
    expect(requested).toContain('/a');
    expect(requested).not.toContain('/b');
    expect((await refreshAt(start + 30 * DAY + 2 * HOUR)).requested).not.toContain('/a');
  });

  it('M5, F10: a dead link is requested at a growing rhythm, like a page that does not change; --all requests it', async () => {
    texts = { '/': 'Home', '/a': 'One', '/b': 'Two' };
    const isRequested = async (days: number, options?: RefreshOptions): Promise<boolean> => {
      await refreshAt(start + days * DAY, options);
      expect(await reasons()).toMatchObject({ 'http:404': 1 });
      return server.requestLines.includes('GET /c');
    };
    await crawlAt(start);
    expect([await isRequested(1), await isRequested(2, { all: true }), await isRequested(3)]).toEqual([
      false,
      true,
      false,
    ]);
    // A week after it was requested, then half as long again; an early look made it no slower.
    expect([await isRequested(7), await isRequested(9), await isRequested(16), await isRequested(20)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect([await isRequested(27), await isRequested(33), await isRequested(36)]).toEqual([false, false, true]);
    // The page is back, and treated like any other from then on.
    texts['/c'] = 'Three';
    await refreshAt(start + 37 * DAY, { all: true });
    expect(await lastRun()).toMatchObject({ changes: { new: 1 } });
    delete texts['/c'];
    await refreshAt(start + 46 * DAY);
    expect(await lastRun()).toMatchObject({ changes: { deleted: 1 } });
    expect([await isRequested(47), await isRequested(53)]).toEqual([false, true]);
  });
});
