// Data folders that earlier versions made: they open, and the crawl goes on where it was.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { planForget } from '../../src/app/forget/forget.ts';
import { openPlace } from '../../src/app/place.ts';
import { noteQuestion, questions } from '../../src/app/read/questions.ts';
import { readReports } from '../../src/app/watch/report.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { exportsOf } from '../../src/doors/library/export.ts';
import { openReader } from '../../src/doors/library/open-reader.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { root } from '../support/repository.ts';

// Where the folder's site was when it was crawled; below the ports that systems assign by themselves.
const PORT = 18_953;
const ORIGIN = `http://127.0.0.1:${PORT}`;

const html = (title: string, ...links: string[]): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>About ${title}, with some words of its own.</p>${links.map((x) => `<a href="${x}">link</a>`).join(' ')}</main>`;
const pages: Readonly<Record<string, string>> = {
  '/docs/': html(
    'Home',
    ...['/docs/alpha?utm_source=mail', '/docs/beta/', '/docs/gamma.php?id=1', '/docs/delta', '/docs/epsilon'],
    '/docs/more',
  ),
  '/docs/alpha': html('Alpha'),
  '/docs/beta': html('Beta'),
  '/docs/gamma.php': html('Gamma'),
  '/docs/delta': html('Delta'),
  '/docs/epsilon': html('Epsilon'),
  '/docs/more': html('More', '/docs/alpha', '/docs/beta', '/docs/gamma.php'),
};

let folder: string;
let server: Server;
let requests: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-older-'));
  requests = [];
  server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path !== '/robots.txt') requests.push(path);
    const page = pages[path];
    if (page === undefined) return response.writeHead(404).end('no');
    const headers = { 'content-type': 'text/html', etag: `"${page.length}"` };
    if (request.headers['if-none-match'] === headers.etag) return response.writeHead(304, headers).end();
    return response.writeHead(200, headers).end(page);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, '127.0.0.1', resolve);
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function unpack(name: string): string {
  const data = join(folder, 'data');
  const from = join(root, 'test/data/folders', name);
  mkdirSync(data);
  for (const file of readdirSync(from))
    writeFileSync(join(data, file.replace(/\.gz$/, '')), gunzipSync(readFileSync(join(from, file))));
  return data;
}

function settingsOf(data: string): Settings {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '20', DOCENT_DATA: data };
  return loadSettings({ cwd: folder, env });
}

async function crawl(data: string): Promise<Readonly<Record<string, number>>> {
  const run = openDocent({ settings: settingsOf(data) }).crawl(`${ORIGIN}/docs/`);
  const { providers } = await run.result;
  return providers[0]?.counts ?? {};
}

async function states(data: string): Promise<Readonly<Record<string, string>>> {
  const reader = openReader({ data });
  try {
    const urls = await reader.urls({ limit: 100 });
    return Object.fromEntries(urls.map(({ url, state }) => [url.replace(ORIGIN, ''), state]));
  } finally {
    await reader.close();
  }
}

it('C4, U13: a folder of before spellings, with work waiting, goes on, and its next crawl finds what it had lost', async () => {
  const data = unpack('before-spellings');
  // It had stopped at three pages, with a trailing slash that failed and a program that was refused.
  expect(await crawl(data)).toMatchObject({ waiting: 0 });
  const after = await crawl(data);
  expect(after).toMatchObject({ discovered: 7, waiting: 0, failed: 0 });
  expect(await states(data)).toEqual({
    '/docs/': 'unchanged',
    '/docs/alpha': 'unchanged',
    '/docs/beta': expect.stringMatching(/^(indexed|unchanged)$/),
    '/docs/delta': 'unchanged',
    '/docs/epsilon': expect.stringMatching(/^(indexed|unchanged)$/),
    '/docs/gamma.php': expect.stringMatching(/^(indexed|unchanged)$/),
    '/docs/more': expect.stringMatching(/^(indexed|unchanged)$/),
  });
  // U3: what the old folder had stored with a query is requested without it.
  expect(requests.filter((path) => path.includes('?'))).toEqual([]);
  const reader = openReader({ data });
  expect((await reader.blocklist()).map(({ pattern }) => pattern)).toEqual(['example.com/private']);
  await reader.close();
  const place = openPlace(loadSettings({ cwd: folder, env: { DOCENT_KEEP_QUESTIONS: 'true', DOCENT_DATA: data } }));
  await noteQuestion(place, { text: 'what is zeta', found: 0 });
  expect(await questions(place)).toMatchObject({ total: 1, questions: [{ text: 'what is zeta', times: 1 }] });
});

// Made by 4ad8794: plan, a crawl that stopped at three pages, export, backup. The crawl had taken the estimates; they are put back.
it('C4, C5, F12: a folder with lists of estimates, exports and backups in files goes on, and has them in its tables', async () => {
  const data = unpack('with-lists');
  const settings = settingsOf(data);
  const place = '/tmp/docent-made-by-4ad8794';
  const listsIn = (place: string) =>
    readdirSync(place)
      .filter((name) => name.endsWith('.json'))
      .sort();
  const elsewhere = async () => {
    const { exports, copiesOfData } = await planForget(openPlace(settings), `${ORIGIN}/docs/`);
    return [...exports.map(({ out }) => out), ...copiesOfData];
  };
  const before = await elsewhere();
  expect(before).toEqual([`${place}/pages.jsonl`, `${place}/docs.sqlite`]);
  expect(listsIn(data)).toEqual(['backups.json', 'estimates.json', 'exports.json']);
  expect(await crawl(data)).toMatchObject({ waiting: 0 });
  expect(await crawl(data)).toMatchObject({ discovered: 7, waiting: 0, failed: 0 });
  expect(listsIn(data)).toEqual([]);
  expect(await elsewhere()).toEqual([before[0], join(data, 'before-version-19.sqlite'), before[1]]);
  expect(await exportsOf({ settings })).toMatchObject([{ format: 'jsonl', pages: 3 }]);
  const [found] = await readReports(openPlace(settings), { last: 5 });
  // The first run's own, as it was planned; what was in the file is compared with the run that began next.
  expect(found?.runs.map(({ report }) => report.estimate?.rows[0]?.estimate)).toEqual([6, 6]);
});
