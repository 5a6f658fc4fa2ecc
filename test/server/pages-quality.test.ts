// A3, M2: the page of quality and alerts: values beside their bounds, lists as long as their numbers, and a test of where messages go.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withWatch } from '../../src/app/with-watch.ts';
import { openStore } from '../../src/store/open-store.ts';
import { judgeAlerts } from '../../src/watch/alerts/alerts.ts';
import { defaultBounds } from '../../src/watch/alerts/bounds.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

describe('A3: quality and alerts', () => {
  let server: TestServer;
  let browser: Browser;
  let receiver: LocalServer;
  const received: string[] = [];
  beforeAll(async () => {
    receiver = await startServer((request, response) => {
      received.push(request.url ?? '');
      response.writeHead(200).end('ok');
    });
    const slack = `slack_webhook: ${receiver.origin}/hook\nallow_private: [127.0.0.1]\n`;
    server = await openTestServer(() => `${slack}providers: []\n`);
    browser = await signIn(server.address, server.token);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const countsIn = (html: string): readonly { readonly path: string; readonly n: number }[] =>
    // A number that the column of a list adds up to is no length.
    [...html.matchAll(/<a href="([^"]*)" data-count="(\d+)"(?! data-column)/g)].map(([, path = '', n]) => ({
      path: path.replaceAll('&amp;', '&'),
      n: Number(n),
    }));

  it('M2: each number leads to a list of that length', async () => {
    const { provider } = server;
    const source = await browser.show(`/quality/${provider}`);
    expect(source.status).toBe(200);
    const all = [...countsIn((await browser.show('/quality')).html), ...countsIn(source.html)];
    expect(all.some(({ path }) => path.includes('rule='))).toBe(true);
    expect(all.some(({ path }) => path.includes('part=short'))).toBe(true);
    const ofRules = countsIn(source.html).filter(({ path }) => path.includes('rule='));
    expect(ofRules.reduce((sum, { n }) => sum + n, 0)).toBe(10);
    for (const list of ['/quality', '/sources', '/search']) {
      const { html } = await browser.show(list);
      expect(html, list).toContain(`<a href="/quality/${provider}/pages?part=all" data-count="10">10</a>`);
    }
    for (const { path, n } of all) {
      const { html } = await browser.show(path);
      expect([...html.matchAll(/<th scope="row">/g)], path).toHaveLength(n);
      if (path.startsWith('/quality/')) expect(html).toContain(`data-total="${n}"`);
    }
    expect((await browser.show(`/quality/${provider}/pages?rule=no-such`)).html).toContain('There is none');
  });

  it('M2: of a source without bounds of its own, what is out of the usual ones is advice, and no value is marked', async () => {
    const { html } = await browser.show(`/quality/${server.provider}`);
    expect(html).toMatch(/<h3>Advice<\/h3>.*average tokens of a chunk \d+ tokens, bound at least 200 tokens/s);
    expect(html).not.toContain('state bad');
    expect((await browser.show('/quality')).html).toContain('No open alert');
  });

  it('M1: lists what is out of bounds with its cause, and what is over; what a site wrote is text', async () => {
    const { provider } = server;
    const judge = (value: number, open: Parameters<typeof judgeAlerts>[0]['open'], now: number) =>
      judgeAlerts({
        run: 1,
        ...{ provider, open, now, bounds: defaultBounds },
        measures: [{ bound: 'selector_hits', value, of: '<script>alert(1)</script>\u202e' }],
      });
    const store = openStore({ kind: 'sqlite', folder: join(server.folder, '.docent') });
    const raised = judge(12, [], Date.now());
    await withWatch(store, ({ writer }) => writer.keepAlerts(raised, Date.now()));
    const { html } = await browser.show('/quality');
    expect(html).toContain('12.0 %');
    expect(html).toContain('at least 90 %');
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toMatch(/<script>alert|\u202e/);
    expect((await browser.show(`/quality/${provider}`)).html).toContain('12.0 %');
    await withWatch(store, ({ writer }) => writer.keepAlerts(judge(100, raised.raised, Date.now()), Date.now()));
    const over = (await browser.show('/quality')).html;
    expect(over.indexOf('12.0 %')).toBeGreaterThan(over.indexOf('Alerts that are over'));
  });

  it('M2: sends a test message, and shows what came of it', async () => {
    expect(await (await fetch(`${server.address}/quality`)).text()).not.toContain('Send a test message');
    const before = received.length;
    expect((await browser.send('/quality/test')).location).toBe('/quality#messages');
    expect(received.slice(before)).toEqual(['/hook']);
    expect((await browser.show('/quality')).html).toMatch(/slack_webhook \(127[^<]*: arrived/);
  });

  it('says of a source without a run that there is none', async () => {
    for (const path of ['/quality/nobody', '/quality/nobody/pages?part=short'])
      expect((await browser.show(path)).status, path).toBe(404);
  });
});
