// A3: what pages show of a run that is paused: no pace and no time left, and nothing that says it goes on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeldSite, startHeldSite } from '../browser/held-site.ts';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';
import { textOf } from './text-of.ts';

let server: TestServer;
let site: HeldSite;
let browser: Browser;
beforeAll(async () => {
  site = await startHeldSite();
  server = await openTestServer();
  browser = await signIn(server.address, server.token);
});
afterAll(async () => {
  site.release();
  await server[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

async function textAt(path: string): Promise<string> {
  const { html } = await browser.show(path);
  return textOf(html);
}

describe('A3: a paused run', () => {
  it('A2: has no pace and no time left, on its page and on the overview', async () => {
    site.hold();
    const { status } = await fetch(`${server.address}/admin/v1/runs`, {
      ...{ method: 'POST', body: JSON.stringify({ targets: [site.seed] }) },
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    });
    expect(status).toBeLessThan(300);
    await until(async () => (await textAt('/')).includes('Time left'));
    await until(async () => (await textAt('/runs/2')).includes('Pages a second now'));
    expect((await browser.send('/runs/2/pause')).status).toBe(303);
    const run = await textAt('/runs/2');
    expect(run).toContain('Run 2 of');
    expect(run).not.toMatch(/a second|Time left/);
    const overview = await textAt('/');
    expect(overview).toContain('paused');
    expect(overview).not.toMatch(/\d\/s|about \d|not known/);
  });
});
