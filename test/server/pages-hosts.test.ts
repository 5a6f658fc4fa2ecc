// A3: the pages of hosts: budgets, pauses, rules and a tester; each number leads to as many entries, and what a site wrote is harmless.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/index.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';
import { textOf } from './text-of.ts';

const RUDE = '/<script>alert(1)</script>\u202e\u009b31m';
const ROBOTS = `User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: ${RUDE}\nCrawl-delay: 0\nSitemap: javascript:alert(1)\n`;

let server: TestServer;
let site: LocalServer;
let host: string;
let browser: Browser;
beforeAll(async () => {
  server = await openTestServer();
  site = await startServer((request, response) => {
    const { url } = request;
    if (url === '/robots.txt') response.end(ROBOTS);
    else if (url === '/d/busy') response.writeHead(429, { 'retry-after': '1800' }).end();
    else if (url === '/d/') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<title>T</title><main><p>Text.</p><a href="/d/busy">busy</a><a href="/d/b">b</a></main>');
    } else response.writeHead(404).end();
  });
  host = new URL(site.origin).host;
  const flags = { data: '.docent', request_delay_ms: '0' };
  await openDocent({ cwd: server.folder, env: {}, data: '.docent', flags }).crawl(`${site.origin}/d/`, { wait: false })
    .result;
  browser = await signIn(server.address, server.token);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

interface Shown {
  readonly status: number;
  readonly html: string;
  /** Without tags and double spaces. */
  readonly text: string;
}

async function show(path: string): Promise<Shown> {
  const response = await fetch(`${server.address}${path}`, { redirect: 'manual' });
  const html = await response.text();
  const text = textOf(html);
  return { status: response.status, html, text };
}

const at = (query = ''): string => `/hosts/${encodeURIComponent(host)}${query}`;
const test = (path: string): Promise<Shown> => show(at(`?path=${encodeURIComponent(path)}`));

describe('A3: the list of hosts', () => {
  it('has each with its state, robots.txt, budgets and pauses', async () => {
    const { status, text } = await show('/hosts');
    expect(status).toBe(200);
    for (const part of [host, new URL(server.site).host, 'slow', 'requests in the last hour', 'rules'])
      expect(text).toContain(part);
  });

  it('says why a site on this machine counts nothing, here and on its page', async () => {
    const own = `/hosts/${encodeURIComponent(new URL(server.site).host)}`;
    for (const path of ['/hosts', own]) expect((await show(path)).text).toContain('to this machine are not counted');
  });

  it('has numbers that lead to lists of that length', async () => {
    for (const path of ['/hosts', at()]) {
      const { html } = await show(path);
      const counts = [...html.matchAll(/<a href="([^"]*)" data-count="(\d+)"/g)];
      expect(counts.map(([, to]) => to?.split('?')[0])).toEqual(expect.arrayContaining(['/urls', at()]));
      for (const [, to = '', n] of counts) {
        const list = (await show(to.replaceAll('&amp;', '&'))).html;
        const section = list.split(to.startsWith('/urls') ? '<section id="list"' : '<section id="answers"')[1] ?? '';
        expect(section.split('<th scope="row">').length - 1, to).toBe(Number(n));
      }
    }
  });
});

describe('A3: a host', () => {
  it('H3: says until when it is left alone, and why', async () => {
    const { text } = await show(at());
    expect(text).toMatch(/The next request is made in \d+ min\. at the earliest\./);
    expect(text).toContain('it answered 429 or 503');
  });

  it('R24: lists the rules for docent with their lines, as text', async () => {
    const { html, text } = await show(at());
    for (const part of ['disallow /private', 'allow /private/open', 'its rules hold'])
      expect(text.toLowerCase()).toContain(part);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toMatch(/[\u202e\u009b]/);
    expect(html).not.toMatch(/href="javascript:/i);
  });

  it('R24: tests a path or a URL with the copy that is kept, and requests nothing', async () => {
    const before = site.requests.length;
    expect((await test('/private/x')).text).toMatch(/No : .*robots:rfc9309:line-2/);
    expect((await test('/private/open')).text).toMatch(/Yes : .*Line 3 decides/);
    expect((await test(`${site.origin}/d/x?q=1`)).text).toContain('Yes');
    expect((await test('d/x')).text).toContain('Compared: /d/x');
    expect((await test('https://other.example/')).text).toContain(`that URL is not one of ${host}`);
    expect((await test('javascript:alert(1)')).text).toContain('only http(s) URLs are tested');
    expect((await test('//other.example/')).text).toContain('a path begins with one slash');
    expect((await test(`/${'x'.repeat(3_000)}`)).text).toContain('more than 2,000 characters');
    expect(site.requests.length).toBe(before);
  });

  it('U10: is stopped with a reason and resumed, by those who have signed in', async () => {
    const refused = await fetch(`${server.address}${at('/stop')}`, { method: 'POST', redirect: 'manual' });
    expect([303, 401, 403]).toContain(refused.status);
    expect((await show(at())).text).not.toContain('Stop it now');
    expect((await browser.show(at())).html).toContain('Stop it now');
    expect(await browser.send(at('/stop'), { reason: 'its owner <b>called</b>' })).toMatchObject({
      ...{ status: 303, location: at() },
    });
    expect((await browser.show(at())).html).toContain('its owner &lt;b&gt;called&lt;/b&gt;');
    expect((await show('/hosts')).text).toContain('stopped');
    expect((await show(at())).text).toContain('Next request none while it is stopped');
    expect((await browser.send(at('/resume'))).status).toBe(303);
    expect((await browser.send(at('/resume'))).status).toBe(409);
    expect((await show(at())).text).not.toContain('Stopped:');
  });

  it('is not found where nothing was requested, and where the text is none', async () => {
    for (const name of ['x.example', 'a@b', '..%2Fx', '%00'])
      expect((await show(`/hosts/${name}`)).status, name).toBe(404);
  });
});

describe('A3: the requests of a host', () => {
  it('F4: lists what the budget counts, with the gap before each, as many as the page of the host says', async () => {
    const now = Date.now();
    const db = new DatabaseSync(join(server.folder, '.docent/docent.sqlite'));
    const add = db.prepare('INSERT INTO requests (at, host) VALUES (?, ?)');
    for (const ago of [1_000, 2_500, 7_200_000]) add.run(now - ago, host);
    db.close();
    for (const [since, n] of [
      ['1h', 2],
      ['24h', 3],
    ] as const) {
      const path = `${at()}/requests?since=${since}`;
      const link = `href="${path}" data-count="${n}"`;
      expect((await show(at())).html).toContain(link);
      expect((await show('/hosts')).html).toContain(link);
      const { status, html, text } = await show(path);
      expect([status, html.split('<tr>').length - 2]).toEqual([200, n]);
      expect(text).toContain('1.5 s');
    }
  });
});
