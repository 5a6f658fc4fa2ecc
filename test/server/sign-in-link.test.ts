// A2: the link that `docent serve` prints on a terminal signs a browser in once, and nobody else.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { silentLog } from '../../src/core/log.ts';
import { type OpenServer, openServer } from '../../src/doors/http/open-server.ts';
import { until } from '../support/until.ts';
import { startServe } from './serve-process.ts';

describe.each(['', '/docent'])('a server at %j', (base) => {
  let folder: string;
  let server: OpenServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docent-link-'));
    const input = { cwd: folder, env: {}, flags: { listen: '0', data: '.docent', base_path: base } };
    server = await openServer({ input, log: silentLog });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.address}/sign-in`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      headers: { origin: new URL(server.address).origin, ...headers },
    });
  const newCode = (): string => new URL(server.signInLink() as string).hash.slice(1);

  it('has no link while no token is valid', async () => {
    expect(server.signInLink()).toBeUndefined();
    await openTokens(join(folder, '.docent')).create({ scopes: tokenScopes });
    // Another process has made it.
    const link = await until(() => server.signInLink());
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+(?:\/docent)?\/sign-in#[\w-]{43}$/);
  });

  it('signs in once, and leads nowhere else', async () => {
    const code = newCode();
    const signed = await send({ code, next: 'https://evil.example/' });
    expect([signed.status, signed.headers.get('location')]).toEqual([303, `${base}/`]);
    const cookie = (signed.headers.get('set-cookie') ?? '').split(';')[0] as string;
    const page = await (await fetch(`${server.address}/runs`, { headers: { cookie } })).text();
    expect(page).toContain('name="form_token"');
    const again = await send({ code });
    expect([again.status, again.headers.get('set-cookie')]).toEqual([401, null]);
    expect(await again.text()).toContain('used already, or is older than ten minutes');
  });

  it('is no token, and no page of another site can use it', async () => {
    const code = newCode();
    expect((await send({ code }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ token: code })).status).toBe(401);
    const headers = { authorization: `Bearer ${code}` };
    expect((await fetch(`${server.address}/admin/v1/runs`, { method: 'POST', headers })).status).toBe(401);
    // None of these has used it.
    expect((await send({ code })).status).toBe(303);
  });

  it('is read by a script of the server’s own, from what a browser sends to nobody', async () => {
    const response = await fetch(`${server.address}/sign-in`);
    const html = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self'; (?!.*unsafe)/,
    );
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
    const served = await fetch(new URL(script, server.address));
    expect([served.status, await served.text()]).toEqual([200, readFileSync('assets/sign-in.js', 'utf8')]);
  });
});

it('A2: is printed on a terminal alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-link-'));
  const serve = await startServe(folder, '--data', '.docent');
  await serve.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(serve.output()).not.toContain('/sign-in#');
});
