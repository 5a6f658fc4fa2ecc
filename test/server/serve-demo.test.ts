// `docent serve --demo`: the bundled site is crawled before the server opens, and again with one button of the first page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { silentLog } from '../../src/core/log.ts';
import { type Demo, openDemo } from '../../src/doors/cli/commands/serve-demo.ts';
import { type OpenServer, openServer } from '../../src/doors/http/open-server.ts';
import { until } from '../support/until.ts';
import { openTestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

describe('docent serve --demo', () => {
  let demo: Demo;
  let server: OpenServer;
  let browser: Browser;
  beforeAll(async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    demo = await openDemo({ flags: { listen: '0' } });
    written.mockRestore();
    const { input, source, site } = demo;
    site.slow(0);
    const { token } = await openTokens(join(input.cwd as string, '.docent')).create({ scopes: tokenScopes });
    server = await openServer({ input: { ...input, env: {} }, log: silentLog, demo: { source } });
    browser = await signIn(server.address, token);
  });
  afterAll(async () => {
    await server.close();
    await demo.close();
    expect(existsSync(demo.input.cwd as string)).toBe(false);
  });

  it('A3: shows what was crawled, and offers a crawl to everybody on this machine', async () => {
    const { html } = await browser.show('/');
    expect(html).toContain('This is the demo');
    expect(html).toContain('action="/demo/crawl"');
    expect(html).toMatch(/data-count="62" data-column="Pages">62</);
    const visitor = await (await fetch(`${server.address}/`)).text();
    expect(visitor).toContain('action="/demo/crawl"');
    expect(visitor).not.toContain('Sign in to crawl it');
  });

  it.each<[string, Record<string, string>, number]>([
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['a page of no origin', { origin: 'null' }, 403],
    ['what names no origin', {}, 403],
    ['a page that a browser says is foreign', { 'sec-fetch-site': 'same-site' }, 403],
    ['through a proxy', { origin: 'own', 'x-forwarded-for': '192.0.2.1' }, 401],
  ])('A2: a crawl without a token is none for %s', async (_, headers, status) => {
    const { origin } = new URL(server.address);
    const sent = { ...headers, ...(headers.origin === 'own' && { origin }) };
    const response = await fetch(`${server.address}/demo/crawl`, { method: 'POST', redirect: 'manual', headers: sent });
    // Whoever must sign in is sent there.
    expect(response.status === 303 ? 401 : response.status).toBe(status);
    expect(response.headers.get('location') ?? '/sign-in').toContain('/sign-in');
  });

  it('A3: starts a crawl with one button, and leads to its page', async () => {
    await browser.show('/');
    expect(await browser.send('/demo/crawl')).toMatchObject({ status: 303, location: '/runs/2' });
    await until(async () => (await browser.show('/runs/2')).html.includes('class="state good">complete'));
    expect((await browser.show('/')).html).toContain('/demo/crawl');
  });

  it('A3: needs no token on this machine', async () => {
    const { origin } = new URL(server.address);
    const post = { method: 'POST', redirect: 'manual', headers: { origin } } as const;
    const response = await fetch(`${server.address}/demo/crawl`, post);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/runs/3']);
    await until(async () => (await browser.show('/runs/3')).html.includes('class="state good">complete'));
    // Nothing else is open without one.
    expect((await fetch(`${server.address}/runs/3/stop`, post)).headers.get('location')).toContain('/sign-in');
  });

  it('is not there on a server of your own', async () => {
    await using own = await openTestServer(undefined, { isCrawled: false });
    const visitor = await signIn(own.address, own.token);
    expect((await visitor.show('/')).html).not.toContain('This is the demo');
    expect((await visitor.send('/demo/crawl')).status).toBe(404);
    const { origin } = new URL(own.address);
    const stranger = await fetch(`${own.address}/demo/crawl`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
    });
    expect(stranger.headers.get('location')).toContain('/sign-in');
  });
});
