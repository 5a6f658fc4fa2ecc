// FAULTS 69: live events end with the token or the session they were opened with.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';

const MINUTE_MS = 60_000;

// Beside each other: a stream looks every other second whether its caller may still have it.
describe.concurrent('A2, FAULTS 69: the stream of live events', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(undefined, { isCrawled: false });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await server[Symbol.asyncDispose]();
  });

  /** Opens a stream, once the server knows what it is opened with; `over` resolves when the server ends it. */
  const open = async (headers: Readonly<Record<string, string>>): Promise<{ readonly over: Promise<string> }> => {
    const response = await until(async () => {
      const tried = await fetch(`${server.address}/admin/v1/events`, { headers });
      return tried.status === 200 && tried;
    });
    return { over: response.text() };
  };

  it('ends within seconds after its token was revoked', async () => {
    const tokens = openTokens(join(server.folder, '.docent'));
    const { token, view } = await tokens.create({ scopes: tokenScopes });
    const { over } = await open({ authorization: `Bearer ${token}` });
    await tokens.revoke(view.id);
    expect(await over).toContain('retry:');
  });

  it('ends within seconds after its token has expired', async () => {
    const tokens = openTokens(join(server.folder, '.docent'));
    const { token } = await tokens.create({ scopes: tokenScopes, expiresAt: Date.now() + 10 * MINUTE_MS });
    const { over } = await open({ authorization: `Bearer ${token}` });
    // The clock of this process, in which the server is.
    vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
    expect(await over).toContain('retry:');
  });

  it('ends within seconds after its session was signed out', async () => {
    const post = (path: string, fields: Readonly<Record<string, string>>, cookie = ''): Promise<Response> =>
      fetch(`${server.address}${path}`, {
        ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
        headers: { origin: server.address, cookie },
      });
    const signed = await post('/sign-in', { token: server.token });
    const cookie = (signed.headers.get('set-cookie') ?? '').split(';')[0] as string;
    const { over } = await open({ cookie });
    const html = await (await fetch(`${server.address}/runs`, { headers: { cookie } })).text();
    const formToken = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await post('/sign-out', { form_token: formToken }, cookie)).status).toBe(303);
    expect(await over).toContain('retry:');
  });
});
