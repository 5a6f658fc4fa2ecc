// M5: what the runs of a schedule request: every stored page, conditionally, on a clock that is stepped from week to week.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { createScheduler } from '../../src/app/watch/schedule-run.ts';
import { runScheduled } from '../../src/app/watch/schedule-start.ts';
import { silentLog } from '../../src/core/log.ts';
import { loadSettings } from '../../src/settings.ts';
import { dataFile } from '../support/data-file.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const PAGES = ['/', '/a', '/b', '/c'];

let folder: string;
let server: LocalServer;
/** The lastmod of /a in the sitemap, where there is one. */
let lastmod: number | undefined;
const real = Date.now;
const began = real();
/** A Monday, 02:00, after which the steps are counted. */
const START = Date.UTC(2027, 1, 22, 2);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  lastmod = undefined;
  server = await startServer(({ url = '', headers }, response) => {
    if (url === '/map.xml' && lastmod !== undefined)
      return void response.end(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${server.origin}/a</loc><lastmod>${new Date(lastmod).toISOString()}</lastmod></url></urlset>`,
      );
    if (!PAGES.includes(url)) return void response.writeHead(404).end();
    const etag = `"${url}"`;
    if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    const links = url === '/' ? PAGES.map((to) => `<a href="${to}">${to}</a>`).join('') : '';
    response
      .writeHead(200, { 'content-type': 'text/html', etag })
      .end(`<title>${url}</title><nav>${links}</nav><main><h1>${url}</h1><p>The page ${url} says this.</p></main>`);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** What one look of the scheduler at this time requested again, or of the provider for the first time. */
async function tickAt(time: number, fields: string): Promise<string> {
  vi.spyOn(Date, 'now').mockImplementation(() => real() - began + time);
  server.requests.length = 0;
  writeFileSync(
    join(folder, 'docent.yml'),
    `time_zone: UTC\nproviders: [{provider_id: mine, seed_url: "${server.origin}/", allowed_path_patterns: [/**], request_delay_ms: 0, ${fields}}]\n`,
  );
  const data = join(folder, 'data');
  const settings = loadSettings({ cwd: folder, env: { DOCENT_DATA: data, DOCENT_JITTER_MS: '0' } });
  const scheduler = createScheduler({
    ...{ settings: () => settings, store: openPlace(settings).store, log: silentLog, random: () => 0.5 },
    run: (provider, current, signal) => runScheduled(provider, { place: openPlace(current), log: silentLog, signal }),
  });
  await scheduler.tick();
  const pages = server.requests.filter(({ url = '' }) => PAGES.includes(url));
  return pages.map(({ url, headers }) => `${url}${headers['if-none-match'] === undefined ? ' whole' : ''}`).join(', ');
}

const EACH = '/, /a, /b, /c';
const FIRST = '/ whole, /a whole, /b whole, /c whole';

async function sorted(time: number, fields: string): Promise<string> {
  return (await tickAt(time, fields)).split(', ').sort().join(', ');
}

it('M5: five weeks by the schedule request each stored page five times, conditionally after the first', async () => {
  await tickAt(START, '');
  const weeks: string[] = [];
  for (let week = 1; week <= 5; week++) weeks.push(await sorted(START + week * WEEK, ''));
  expect(weeks).toEqual([FIRST, EACH, EACH, EACH, EACH]);
});

it('M5: with adaptive, pages that do not change are left out of some of these weeks', async () => {
  await tickAt(START, 'adaptive: true');
  const weeks: string[] = [];
  for (let week = 1; week <= 7; week++) weeks.push(await sorted(START + week * WEEK, 'adaptive: true'));
  expect(weeks).toEqual([FIRST, EACH, '/', EACH, '/', EACH, '/']);
});

it('M5: intervals that an older version stored keep no page waiting', async () => {
  await tickAt(START, '');
  await tickAt(START + WEEK, '');
  const db = new DatabaseSync(dataFile(join(folder, 'data')));
  db.exec(`UPDATE pages SET interval_ms = ${8 * WEEK}`);
  db.close();
  expect(await sorted(START + 2 * WEEK, '')).toBe(EACH);
});

it.each([
  ['two days before the next one, since the machine was off', '', [2 * HOUR, WEEK + 5 * DAY, 2 * WEEK + 2 * HOUR]],
  ['on Mondays and Tuesdays', 'schedule: "0 3 * * 1,2"', [2 * HOUR, DAY + 2 * HOUR, WEEK + 2 * HOUR]],
  ['on two days of a month', 'schedule: "0 3 1,2 * *"', [WEEK + 2 * HOUR, 8 * DAY + 2 * HOUR]],
  ['every hour', 'schedule: "0 * * * *"', [1.5 * HOUR, 2.5 * HOUR, 3.5 * HOUR]],
])('M5: a run %s requests each page as well', async (_, schedule, [first = 0, ...later]) => {
  const fields = schedule || 'schedule: "0 3 * * 1"';
  await tickAt(START, fields);
  expect(await sorted(START + first, fields)).toBe(FIRST);
  for (const time of later) expect(await sorted(START + time, fields)).toBe(EACH);
});

it('F9, M5: a page that its sitemap reports as unchanged is spared by a run of the schedule, for eight weeks', async () => {
  lastmod = START - 100 * DAY;
  const fields = `sitemap_url: "${server.origin}/map.xml"`;
  await tickAt(START, fields);
  const weeks: string[] = [];
  for (let week = 1; week <= 9; week++) weeks.push(await sorted(START + week * WEEK, fields));
  expect(weeks).toEqual([FIRST, ...Array.from({ length: 7 }, () => '/, /b, /c'), EACH]);
});
