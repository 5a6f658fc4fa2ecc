// H7: what a caller of a server has fetched again opens no address of its machine, however it is named and whatever becomes of it.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

/** Ways to name a port of this machine; `PORT` is that of the neighbour. */
const spellings = [
  'http://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/docs/tasks',
  'http://127.0.0.1:PORT/docs/?x=1',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/docs/',
  'http://a.localhost:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0177.0.0.01:PORT/',
  'http://127.0.0.2:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://docs@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'http://１２７.0.0.1:PORT/',
];

// With same_domain_only: false no scope refuses another host.
describe.each([true, false])('H7: POST /url/recrawl where same_domain_only is %s', (same) => {
  let server: TestServer;
  let neighbour: LocalServer;
  let browser: Browser;
  beforeAll(async () => {
    neighbour = await startServer((_, response) => response.end('<title>Secret</title><main>Inner words.</main>'));
    server = await openTestServer(
      (site) =>
        `same_domain_only: ${same}\nproviders:\n  - provider_id: kept\n    seed_urls: ["${site}docs/deep/"]\n    allowed_path_patterns: ["/docs/deep/**"]\n`,
      { isSiteAllowed: false },
    );
    browser = await signIn(server.address, server.token);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await neighbour[Symbol.asyncDispose]();
  });

  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { detail, code } = (await response.json()) as { readonly detail?: string; readonly code?: string };
    return { status: response.status, code, detail };
  };
  /** Every run has ended. */
  const quiet = () =>
    until(async () => {
      const response = await fetch(`${server.address}/admin/v1/runs`, {
        headers: { authorization: `Bearer ${server.token}` },
      });
      const { runs } = (await response.json()) as { readonly runs: readonly { readonly state: string }[] };
      return runs.every(({ state }) => state !== 'running');
    });
  const stillClosed = async () => {
    await quiet();
    const url = `${neighbour.origin}/`;
    for (const [path, body] of [
      ['/plan', { url }],
      ['/preview', { url }],
      ['/robots/test', { urls: [url] }],
      ['/runs', { targets: [url] }],
      ['/runs', { targets: [url], kind: 'refresh' }],
      ['/providers', { provider_id: 'x', seed_urls: [url] }],
      ['/url/recrawl', { url, provider: server.provider }],
    ] as const)
      expect([path, (await post(path, body)).status]).toEqual([path, 422]);
    expect(neighbour.requestLines).toEqual([]);
  };

  it.each(spellings)('H7: %s is refused, and stays closed', async (spelling) => {
    const url = spelling.replace('PORT', String(neighbour.port));
    for (const provider of [server.provider, 'kept']) {
      const { status, detail } = await post('/url/recrawl', { url, provider });
      expect([status, detail]).toEqual([422, expect.stringContaining('not requested for callers of the server')]);
    }
    await stillClosed();
  });

  it.each([...spellings, 'https://docs.example/', 'folder://docs/a.md', './docs', '/etc', '-', 'nothing-of-that-name'])(
    'H7: %s is no source, and is not crawled as one',
    async (spelling) => {
      const provider = spelling.replace('PORT', String(neighbour.port));
      for (const url of ['https://a.example/', `${server.site}docs/tasks`]) {
        const { status } = await post('/url/recrawl', { url, provider });
        expect([400, 404, 409, 422]).toContain(status);
      }
      await stillClosed();
    },
  );

  it('H7: the page that fetches a URL again opens nothing either', async () => {
    for (const url of [`${neighbour.origin}/`, `http://localhost:${neighbour.port}/`])
      expect((await browser.send('/url/recrawl', { url, provider: server.provider })).status).toBe(404);
    await stillClosed();
  });

  it('H7: one that another process put in is no seed, and opens nothing', async () => {
    const side = await openStore({ kind: 'sqlite', folder: join(server.folder, '.docent') }).openSideWriter();
    await side.addWanted(server.provider, `${neighbour.origin}/`);
    await side.addWanted(server.provider, `${neighbour.origin}/docs/other`);
    await side.close();
    expect((await post('/url/recrawl', { url: `${server.site}docs/tasks` })).status).toBe(202);
    await stillClosed();
  });

  it('H7: what the crawl has met is fetched again', async () => {
    const { status } = await post('/url/recrawl', { url: `${server.site}docs/settings` });
    expect(status).toBe(202);
    await quiet();
    expect((await post('/plan', { url: `${server.site}docs/` })).status).toBe(200);
  });
});
