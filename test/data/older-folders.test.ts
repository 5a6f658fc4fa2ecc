// Data folders that earlier versions made: they open, and the crawl goes on where it was.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteQuestion, questions } from '../../src/app/read/questions.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { openReader } from '../../src/doors/library/open-reader.ts';
import { loadSettings } from '../../src/settings.ts';
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
  mkdirSync(data);
  writeFileSync(join(data, 'docent.sqlite'), gunzipSync(readFileSync(join(root, 'test/data/folders', name))));
  return data;
}

async function crawl(data: string): Promise<Readonly<Record<string, number>>> {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '20', DOCENT_DATA: data };
  const run = openDocent({ settings: loadSettings({ cwd: folder, env }) }).crawl(`${ORIGIN}/docs/`);
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
  const data = unpack('before-spellings.sqlite.gz');
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
  const settings = loadSettings({ cwd: folder, env: { DOCENT_KEEP_QUESTIONS: 'true', DOCENT_DATA: data } });
  await noteQuestion(settings, { text: 'what is zeta', found: 0 });
  expect(await questions(settings)).toMatchObject({ total: 1, questions: [{ text: 'what is zeta', times: 1 }] });
});
