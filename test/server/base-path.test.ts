// A2: a server below a base path: its own start, and what lies beside it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from './open.ts';

describe('A2: a server below /docent', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(() => 'base_path: /docent\nproviders: []\n', { isCrawled: false });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const get = (path: string): Promise<Response> => fetch(new URL(path, server.address), { redirect: 'manual' });

  it('begins with a slash, where the cookie of a session is sent', async () => {
    const response = await get('/docent?x=1');
    expect([response.status, response.headers.get('location')]).toEqual([308, '/docent/?x=1']);
    expect((await get('/docent/')).status).toBe(200);
  });

  it('names the base to programs that left it out, and has no pages beside it', async () => {
    const outside = await get('/admin/v1/runs');
    expect([outside.status, outside.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await outside.json()).toMatchObject({
      detail: 'nothing is at /admin/v1/runs: this server is below /docent',
    });
    for (const path of ['/', '/docentx/', '/docentx/admin/v1/runs']) {
      const response = await get(path);
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('href="/docent/"')]);
    }
    expect((await get('/docent/admin/v1/runs')).status).toBe(200);
  });
});
