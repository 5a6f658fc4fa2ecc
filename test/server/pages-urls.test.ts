// A3: the pages of URLs: their numbers are those of the store, each list is as long as the number that leads to it, and what was crawled is harmless.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/index.ts';
import { inAll, scaled } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';
import { openTestServer, type TestServer } from './open.ts';
import { signIn } from './signed-in.ts';
import { textOf } from './text-of.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Shown {
  readonly status: number;
  readonly html: string;
  /** Without tags and double spaces. */
  readonly text: string;
}

async function show(path: string): Promise<Shown> {
  const response = await fetch(`${server.address}${path}`, { redirect: 'manual' });
  const html = await response.text();
  const text = textOf(html).replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ');
  return { status: response.status, html, text };
}

/** Links that count, with their numbers. */
function countsIn(html: string): readonly { readonly path: string; readonly n: number }[] {
  return [...html.matchAll(/<a href="([^"]*)" data-count="(\d+)"/g)].map(([, path = '', n]) => ({
    path: path.replaceAll('&amp;', '&'),
    n: Number(n),
  }));
}

/** The rows of the list of URLs. */
function listed(html: string): number {
  return (html.split('<section id="list"')[1] ?? '').split('<th scope="row">').length - 1;
}

describe('A3: the list of URLs', () => {
  it('F5: has a line that adds up, and each number leads to a list of that length', scaled, async () => {
    const own = `/urls?provider=${server.provider}`;
    for (const path of [`${own}&show=tree`, own, '/urls', `${own}&show=reasons`].slice(0, inAll(1, 4))) {
      const { html, text, status } = await show(path);
      expect(status).toBe(200);
      const [, discovered, sum = ''] = /(\d+) discovered = ([\d\w +]+?) waiting/.exec(text) ?? [];
      const terms = [...sum.matchAll(/\d+/g)].map(Number);
      expect(terms).toHaveLength(8);
      expect(terms.reduce((all, n) => all + n, 0)).toBe(Number(discovered));
      const counts = countsIn(html);
      expect(counts.length).toBeGreaterThan(8);
      for (const { path: to, n } of counts) {
        const list = await show(to);
        expect([list.status, listed(list.html)], to).toEqual([200, n]);
      }
    }
  });

  it('goes down the addresses step by step, each with as many URLs as it says', async () => {
    const host = new URL(server.site).host;
    const { html } = await show(
      `/urls?${new URLSearchParams({ provider: server.provider, show: 'tree', below: `${host}/docs/` })}`,
    );
    const counts = countsIn(html).filter(({ path }) => path.includes('below='));
    expect(counts.some(({ path }) => path.includes('exact=1'))).toBe(true);
    for (const { path, n } of counts) expect(listed((await show(path)).html), path).toBe(n);
  });

  it('filters by reason, path and text, and says where nothing fits', async () => {
    expect(listed((await show('/urls?path=/docs/deep/')).html)).toBe(1);
    expect(listed((await show('/urls?text=DEEP')).html)).toBe(1);
    expect((await show('/urls?by=http:599')).text).toContain('No such URL');
    expect((await show('/urls?path=re:(')).status).toBe(422);
    for (const path of [
      '/urls?provider=nobody',
      '/urls?cursor=x',
      '/urls?below=x',
      '/urls?provider=nobody&show=tree',
      '/urls?kind=sitemap',
    ])
      expect((await show(path)).status, path).toBe(200);
  });
});

describe('A3: the inspector of a URL', () => {
  const at = (page: string, tab?: string, more: Readonly<Record<string, string>> = {}): string =>
    `/url?${new URLSearchParams({ url: `${server.site}${page}`, ...(tab !== undefined && { show: tab }), ...more })}`;

  it('says why in a sentence, the way there, and each decision', async () => {
    const { status, text } = await show(`/url?url=${encodeURIComponent(`${server.site}docs/deep/guide`)}`);
    expect(status).toBe(200);
    for (const part of ['The server sent the page, and it is stored.', 'The way there', 'Decisions', 'Visits'])
      expect(text).toContain(part);
    expect(text).not.toContain('Fetch again');
  });

  it('foresees a URL that no crawl has met, and refuses a text that is none', async () => {
    expect((await show(`/url?url=${server.site}docs/never`)).text).toContain('No crawl has met it');
    expect((await show('/url')).text).toContain('Enter a URL');
    expect((await show('/url?url=javascript:alert(1)')).status).toBeGreaterThanOrEqual(400);
  });

  it('is named by its path, with the whole address below, and foresees nothing of what a crawl has decided', async () => {
    const { html, text } = await show(at('docs/settings'));
    expect(html).toContain('<h1>/docs/settings</h1>');
    expect(text).toContain(`${server.site}docs/settings`);
    expect(text).not.toContain('What a crawl would decide now');
    expect((await show(at('docs/never'))).text).toContain('What a crawl would decide now');
    expect((await show(at(`docs/${'x'.repeat(3_000)}`))).html).toMatch(/<h1>\/docs\/x{100,120}…<\/h1>/);
    expect((await show('/url?url=https://nowhere.example/')).html).not.toContain('#test"');
  });

  it('A3: is fetched again by a run that it leads to, and not while it is on the blocklist', async () => {
    const browser = await signIn(server.address, server.token);
    const path = at('docs/settings');
    expect((await browser.show(path)).html).toContain('data-events="/admin/v1/events?provider=');
    const url = `${server.site}docs/settings`;
    const { location, status } = await browser.send('/url/recrawl', { url, provider: server.provider });
    expect([status, location]).toEqual([303, expect.stringMatching(/&run=2$/)]);
    expect((await browser.show(location)).html).toMatch(/<a href="\/runs\/2">Run 2<\/a> (?:fetches it|is over)/);
    expect((await show(`${path}&run=99`)).html).not.toContain('/runs/99');
    await browser.send('/url/block', { url });
    const { html } = await browser.show(path);
    expect(html).toContain('it is not fetched again while it is');
    expect(html).not.toContain('Fetch again');
    await browser.send('/url/unblock', { url });
    expect((await browser.show(path)).html).toContain('Fetch again');
  });

  it('C2: has the page as Markdown and in chunks', async () => {
    const { status, text } = await show(at('docs/settings', 'page'));
    expect(status).toBe(200);
    for (const part of ['Markdown', 'Chunks', 'tokens', 'Content found by']) expect(text).toContain(part);
    expect(text).toMatch(/# \w+/);
    expect((await show(at('docs/settings', 'page', { cursor: '999' }))).text).toContain('First page');
  });

  it('has as many links out and in as the API', async () => {
    for (const [tab, list] of [
      ['links', 'links'],
      ['backlinks', 'pages'],
    ] as const) {
      const query = new URLSearchParams({ url: `${server.site}docs/settings` });
      const response = await fetch(`${server.address}/admin/v1/url/${tab}?${query}`);
      const all = ((await response.json()) as Record<string, readonly object[]>)[list] ?? [];
      const { html, text } = await show(at('docs/settings', tab));
      expect(html.split('<th scope="row">').length - 1, tab).toBe(all.length);
      if (all.length === 0) expect(text).toMatch(/No link|No page links to it/);
    }
  });

  it('M3: has its changes and earlier versions, and leads to the tester of its host', async () => {
    const { text, html } = await show(at('docs/settings', 'history'));
    for (const part of ['Changes', 'Earlier versions', 'new']) expect(text).toContain(part);
    const [, test = ''] = /href="(\/hosts\/[^"]*)#test"/.exec(html) ?? [];
    expect((await show(test)).text).toContain('Yes');
  });

  it('C5: is forgotten after a look at what would be removed, by those who have signed in', async () => {
    const path = at('docs/long', 'forget');
    expect((await show(path)).text).toContain('Sign in to forget it');
    const browser = await signIn(server.address, server.token);
    expect((await browser.show(path)).html).toContain('Forget it');
    const url = `${server.site}docs/long`;
    expect((await browser.send('/url/forget', { url })).status).toBe(400);
    expect(await browser.send('/url/forget', { url, sure: 'yes' })).toMatchObject({ status: 303 });
    const { html } = await browser.show(path);
    const text = textOf(html);
    expect(text).toContain('Forgotten. Receipt 1');
    expect(text).not.toMatch(/What would be removed|came back since|Kept answers/);
    expect(html).not.toContain('/url/forget');
    expect((await show(at('docs/long'))).status).toBe(404);
  });

  it('changes nothing for a visitor who has not signed in', async () => {
    for (const verb of ['recrawl', 'block', 'unblock', 'forget']) {
      const body = new URLSearchParams({ url: `${server.site}docs/`, provider: server.provider });
      const response = await fetch(`${server.address}/url/${verb}`, { method: 'POST', body, redirect: 'manual' });
      expect([303, 401, 403], verb).toContain(response.status);
    }
    expect((await show(`/url?url=${server.site}docs/`)).text).not.toContain('It is on the blocklist');
  });
});

describe('FAULTS 70: what a hostile site wrote', () => {
  it('is text on every page of URLs: tags, direction, colours, length', async () => {
    const rude = `<script>alert(1)</script> \u202e \u009b31m ${'long '.repeat(2_000)}`;
    const title = rude.replaceAll('<', '&lt;');
    await using site = await startServer((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      const links = `<a href="javascript:alert(1)">x</a><a href='/docs/%3Cscript%3E"\u202e'>${title}</a>`;
      response.end(`<title>${title}</title><main><h1>${title}</h1><p>Text of ${request.url}</p>${links}</main>`);
    });
    await openDocent({
      ...{ cwd: server.folder, env: {}, data: '.docent' },
      flags: { data: '.docent', request_delay_ms: '0' },
    }).crawl(`${site.origin}/docs/`).result;
    for (const path of [
      '/urls',
      '/urls?text=script',
      `/urls?by=${encodeURIComponent('"><script>alert(1)</script>')}`,
      ...['why', 'page', 'links', 'backlinks', 'history', 'forget'].map(
        (tab) => `/url?${new URLSearchParams({ url: `${site.origin}/docs/`, show: tab })}`,
      ),
    ]) {
      const { html, status } = await show(path);
      expect(status, path).toBe(200);
      expect(html).not.toContain('<script>alert');
      expect(html).not.toMatch(/[\u202e\u009b]/);
      expect(html).not.toMatch(/href="javascript:/i);
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    }
  });
});
