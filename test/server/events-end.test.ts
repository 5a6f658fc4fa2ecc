// FAULTS 69: live events end with the token or the session they were opened with.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { openTestServer, type TestServer } from './open.ts';

describe('A2, FAULTS 69: the stream of live events', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(undefined, { isCrawled: false });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** Opens a stream; `over` resolves when the server ends it. */
  const open = async (headers: Readonly<Record<string, string>>): Promise<{ readonly over: Promise<string> }> => {
    const response = await fetch(`${server.address}/admin/v1/events`, { headers, signal: AbortSignal.timeout(20_000) });
    expect(response.status).toBe(200);
    return { over: response.text() };
  };

  it('ends within seconds after its token was revoked', async () => {
    const tokens = openTokens(join(server.folder, '.docent'));
    const { token, view } = await tokens.create({ scopes: tokenScopes });
    const { over } = await open({ authorization: `Bearer ${token}` });
    await tokens.revoke(view.id);
    expect(await over).toContain('retry:');
  }, 10_000);

  it('ends within seconds after its token has expired', async () => {
    const tokens = openTokens(join(server.folder, '.docent'));
    const { token } = await tokens.create({ scopes: tokenScopes, expiresAt: Date.now() + 2_500 });
    // A new token counts after a tenth of a second.
    await sleep(500);
    const { over } = await open({ authorization: `Bearer ${token}` });
    expect(await over).toContain('retry:');
  }, 10_000);

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
  }, 10_000);
});
