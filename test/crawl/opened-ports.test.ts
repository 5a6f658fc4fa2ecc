// H7: a loopback seed opens its port for its own source: another source of the same run gets no request through it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings } from '../../src/settings.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

let folder: string;
let inner: LocalServer;
let hostile: LocalServer;
/** What the hostile site serves, by path. */
let bait: Readonly<Record<string, { readonly location?: string; readonly type?: string; readonly body?: string }>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-opened-'));
  inner = await startServer(({ url }, response) => {
    const isPage = url === '/docs/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
    response.end(isPage ? '<title>Inner</title><main><p>The inner manual.</p></main>' : '');
  });
  hostile = await startServer(({ url = '' }, response) => {
    const { location, type = 'text/html', body = '' } = bait[url] ?? {};
    const status = location !== undefined ? 302 : bait[url] === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) }).end(body);
  });
});
afterEach(async () => {
  await inner[Symbol.asyncDispose]();
  await hostile[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const seed = { '/docs/': { body: '<title>Hostile</title><main><p>A page of another site.</p></main>' } };
const asXml = 'application/xml';

it.each([
  [
    'a sitemap that its robots.txt names',
    (to: string) => ({ '/robots.txt': { type: 'text/plain', body: `Sitemap: ${to}` } }),
  ],
  [
    'where its own sitemap redirects',
    (to: string) => ({
      '/robots.txt': { type: 'text/plain', body: `Sitemap: ${hostile.origin}/map.xml` },
      '/map.xml': { location: to },
    }),
  ],
  [
    'a sitemap that its own index lists',
    (to: string) => ({
      '/robots.txt': { type: 'text/plain', body: `Sitemap: ${hostile.origin}/map.xml` },
      '/map.xml': { type: asXml, body: `<sitemapindex><sitemap><loc>${to}</loc></sitemap></sitemapindex>` },
    }),
  ],
  ['where its robots.txt redirects', (to: string) => ({ '/robots.txt': { location: to } })],
  ['where a page redirects', (to: string) => ({ '/docs/': { location: to } })],
])('H7: not %s', async (_, baitOf) => {
  bait = { ...seed, ...baitOf(`${inner.origin}/admin/pwn?x=1`) };
  const text = ['hostile', 'inner']
    .map((id) => {
      const { origin } = id === 'hostile' ? hostile : inner;
      return `  - { provider_id: ${id}, seed_urls: ['${origin}/docs/'], allowed_path_patterns: [/**], request_delay_ms: 0 }`;
    })
    .join('\n');
  const settings = loadSettings({
    config: 'docent.yml',
    text: `data: ${folder}\nsame_domain_only: false\nproviders:\n${text}\n`,
    env: {},
  });
  const run = openDocent({ settings }).crawl(['hostile', 'inner']);
  await run.result;
  expect(inner.requestLines.map((line) => line.replace(/ HTTP.*/, '')).toSorted()).toEqual([
    'GET /docs/',
    'GET /robots.txt',
  ]);
});
