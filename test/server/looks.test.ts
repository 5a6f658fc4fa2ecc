// A2: looks at sites through the API end with the client that requested them, and hostile pages are data in their responses.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { openTestServer, type TestServer } from './open.ts';

describe('A2: looks at a site', () => {
  let server: TestServer;
  let site: LocalServer;
  const arrived = new EventTarget();
  const held: ServerResponse[] = [];
  const post = (path: string, body: object, signal?: AbortSignal): Promise<Response> =>
    fetch(`${server.address}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  beforeAll(async () => {
    site = await startServer((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      if (request.url === '/hostile')
        return void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title></script><script>alert(1)</script></title><main id="a&quot;b" class="x"><p>\u202egnihton</p>');
      held.push(response);
      arrived.dispatchEvent(new Event('page'));
    });
    server = await openTestServer(
      () => `context7_url: ${site.origin}
providers:
  - provider_id: kettle
    seed_urls: ["https://kettle.example/docs/"]
    allowed_path_patterns: ["/docs/**"]
    channel: context7-first
`,
    );
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const ends = async (path: string, body: object, stays: Promise<unknown>): Promise<void> => {
    const client = new AbortController();
    const response = post(path, body, client.signal);
    await once(arrived, 'page');
    const cut = once(held.at(-1) as ServerResponse, 'close');
    client.abort();
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
    expect(await Promise.race([cut.then(() => 'cut'), stays])).toBe('cut');
  };
  /** A page is given up after a while: one whose client stays, and that was requested before, is given up before. */
  const endsBefore = async (path: string, bodyOf: (origin: string) => object): Promise<void> => {
    const { promise: reached, resolve } = Promise.withResolvers<ServerResponse>();
    await using other = await startServer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else resolve(response);
    });
    const staying = new AbortController();
    const response = post(path, bodyOf(other.origin), staying.signal);
    const stays = once(await reached, 'close').then(() => 'given up');
    await ends(path, bodyOf(site.origin), stays);
    staying.abort();
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
  };

  it('a plan ends when its client leaves', () => endsBefore('/plan', (origin) => ({ url: `${origin}/slow` })));

  it('a preview ends when its client leaves', more, () =>
    endsBefore('/preview', (origin) => ({ url: `${origin}/slow`, content: 'main' })),
  );

  it('a check of channels ends when its client leaves', more, () =>
    ends('/channels/check', { providers: ['kettle'] }, new Promise(() => {})),
  );

  it('a preview of a hostile page is JSON that no browser takes for a page', async () => {
    const response = await post('/preview', { url: `${site.origin}/hostile`, content: 'main' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.json()).toMatchObject({
      hits: { content: { count: 1, elements: [{ tag: 'main', id: 'a"b' }] } },
      after: { markdown: 'gnihton' },
    });
  });
});
