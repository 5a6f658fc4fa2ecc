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

  it('A3: shows what was crawled, and offers a crawl to those who signed in', async () => {
    const { html } = await browser.show('/');
    expect(html).toContain('This is the demo');
    expect(html).toContain('action="/demo/crawl"');
    expect(html).toMatch(/data-count="62" data-column="Pages">62</);
    const visitor = await (await fetch(`${server.address}/`)).text();
    expect(visitor).not.toContain('/demo/crawl');
    expect(visitor).toContain('Sign in to crawl it');
  });

  it('A3: starts a crawl with one button, and leads to its page', async () => {
    await browser.show('/');
    expect(await browser.send('/demo/crawl')).toMatchObject({ status: 303, location: '/runs/2' });
    await until(async () => (await browser.show('/runs/2')).html.includes('class="state good">complete'));
    expect((await browser.show('/')).html).toContain('/demo/crawl');
  });

  it('is not there on a server of your own', async () => {
    await using own = await openTestServer(undefined, { isCrawled: false });
    const visitor = await signIn(own.address, own.token);
    expect((await visitor.show('/')).html).not.toContain('This is the demo');
    expect((await visitor.send('/demo/crawl')).status).toBe(404);
  });
});
