// A3: the overview and the page of a run: their numbers are those of the store, they are whole without scripts, and what was crawled is harmless.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleNames } from '../../src/doors/pages/assets.ts';
import { openDocent } from '../../src/index.ts';
import { more } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';
import { root } from '../support/repository.ts';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';
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

async function show(path: string, at: TestServer = server): Promise<Shown> {
  const response = await fetch(`${at.address}${path}`, { redirect: 'manual' });
  const html = await response.text();
  return { status: response.status, html, text: textOf(html) };
}

/** Links that count, with their numbers. */
function countsIn(html: string): readonly { readonly path: string; readonly n: number }[] {
  return [...html.matchAll(/<a href="([^"]*)" data-count="(\d+)"/g)].map(([, path = '', n]) => ({
    path: path.replaceAll('&amp;', '&'),
    n: Number(n),
  }));
}

async function api<T>(path: string): Promise<T> {
  const response = await fetch(`${server.address}/admin/v1${path}`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  return (await response.json()) as T;
}

describe('A3: the overview', () => {
  it('shows the sums of what is stored, and what changed today', async () => {
    const { status, text, html } = await show('/');
    expect(status).toBe(200);
    const { providers: sources } = await api<{ providers: { pages: number; chunks: number; from: string }[] }>(
      '/providers?from=crawl&from=file',
    );
    const pages = sources.reduce((sum, one) => sum + one.pages, 0);
    expect(pages).toBeGreaterThan(5);
    expect(text).toContain(`Sources ${sources.length} Pages ${pages} Chunks`);
    expect(text).toContain(`Fresh 100 % ${pages} of ${pages} pages`);
    expect(text).toContain('Nothing is running');
    expect(countsIn(html)).toContainEqual({ path: '/runs/1/changes?kind=new', n: pages });
  });

  it('counts page requests by the hour, for the chart and in a table that needs no script', async () => {
    const { html } = await show('/');
    const hours = html.slice(html.indexOf('id="hours"'), html.indexOf('id="changed"'));
    const [, attribute = ''] = /data-chart="([^"]*)"/.exec(hours) ?? [];
    const { data, series } = JSON.parse(attribute.replaceAll('&quot;', '"')) as { data: number[][]; series: string[] };
    expect([data.length, series.length, data[0]?.length]).toEqual([5, 4, 25]);
    const rows = [...hours.matchAll(/<th scope="row">.*?<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/class="number"><div>(?:<a[^>]*>)?(\d+)</g)].map(([, n]) => Number(n)),
    );
    const sums = data.slice(1).map((line) => line.slice(0, -1).reduce((sum, n) => sum + n, 0));
    expect(rows[0]).toHaveLength(4);
    expect(sums).toEqual([0, 1, 2, 3].map((nth) => rows.reduce((sum, row) => sum + (row[nth] ?? 0), 0)));
    const { runs } = await api<{ runs: { requests: number }[] }>('/runs');
    expect(sums[0]).toBe(runs.reduce((sum, { requests }) => sum + requests, 0));
    for (const [, path] of hours.matchAll(/data-(?:script|style)="([^"]+)"/g))
      expect((await fetch(`${server.address}${path}`)).status).toBe(200);
  });

  it('leads from the chart to the requests that it counts', async () => {
    const { html } = await show('/');
    const hours = countsIn(html.slice(html.indexOf('id="hours"'), html.indexOf('id="changed"')));
    expect(hours.length).toBeGreaterThan(4);
    for (const { path, n } of hours.filter((one) => one.n > 0)) {
      const { status, html: list } = await show(path);
      expect([status, list.includes(`data-total="${n}"`)], path).toEqual([200, true]);
    }
    expect((await show('/fetches?result=failed&host=nowhere.example')).text).toContain('No such request');
    expect((await show('/fetches?since=soon')).status).toBe(400);
  });

  it('has no inline script or style, and only modules of this server', async () => {
    for (const path of ['/', '/runs/1', '/runs/1/changes']) {
      const { html } = await show(path);
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    }
  });
});

describe('A3: the page of a run', () => {
  it('F5: has a line that adds up, and each number leads to a list of that length', async () => {
    const { html, text } = await show('/runs/1');
    const line = /(\d+) discovered = ([\d\w +]+?) waiting/.exec(text);
    const terms = [...(line?.[2] ?? '').matchAll(/\d+/g)].map(Number);
    expect(terms).toHaveLength(8);
    expect(terms.reduce((sum, n) => sum + n, 0)).toBe(Number(line?.[1]));
    const lists = countsIn(html).filter(({ path }) => path.startsWith('/urls?'));
    expect(lists.length).toBeGreaterThan(9);
    for (const { path, n } of lists) {
      const { urls } = await api<{ urls: unknown[] }>(`${path}&limit=500`);
      expect(urls.length, path).toBe(n);
    }
  });

  it('leads to its requests by status, to its URLs by depth and to what is stored', async () => {
    const { html } = await show('/runs/1');
    const counts = countsIn(html);
    const fetches = counts.filter(({ path }) => path.startsWith('/fetches?'));
    expect(fetches.map(({ path }) => path)).toContain('/fetches?run=1&status=2xx');
    for (const { path, n } of fetches) {
      const list = await show(path);
      expect([list.status, list.html.includes(`data-total="${n}"`)], path).toEqual([200, true]);
      expect(list.html.split('<tr>').length - 2, path).toBe(Math.min(n, 100));
    }
    const host = new URL(server.site).host;
    expect(fetches.map(({ path }) => path)).toContain(`/fetches?run=1&host=${encodeURIComponent(host)}`);
    expect(counts.filter(({ path }) => path.includes('depth=')).length).toBeGreaterThan(1);
    const stored = counts.find(({ path }) => path.endsWith('/pages?part=all'));
    expect((await show(stored?.path ?? '')).html).toContain(`data-total="${stored?.n}"`);
  });

  it('is in the list of runs with a link to its requests', async () => {
    for (const path of ['/runs', `/sources/${server.provider}`]) {
      const requests = countsIn((await show(path)).html).find(({ path: to }) => to === '/fetches?run=1');
      expect((await show('/fetches?run=1')).html, path).toContain(`data-total="${requests?.n}"`);
    }
    const ended = await show('/urls?state=ended');
    const { urls } = await api<{ urls: unknown[] }>('/urls?state=ended&limit=500');
    expect(ended.html).toContain(`data-total="${urls.length}"`);
  });

  it('M3: leads to the pages it changed, as many as it says', async () => {
    const { html } = await show('/runs/1');
    const changes = countsIn(html).filter(({ path }) => path.includes('/changes'));
    expect(changes).not.toEqual([]);
    for (const { path, n } of changes) {
      const list = await show(path);
      expect([list.status, list.html.split('<tr>').length - 2], path).toEqual([200, n]);
      expect(list.html).toContain(`data-total="${n}"`);
    }
    expect((await show('/runs/1/changes?kind=deleted')).text).toContain('No such change');
  });

  it('A2: keeps its log when a later run of its source has begun, and says where there is none', more, async () => {
    await using own = await openTestServer();
    const headers = { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' };
    const crawl = async (id: number): Promise<void> => {
      const body = JSON.stringify({ targets: [`${own.site}docs/`], fresh: true });
      await fetch(`${own.address}/admin/v1/runs`, { method: 'POST', headers, body });
      await until(async () => (await show(`/runs/${id}`, own)).html.includes('state good">complete'));
    };
    await crawl(2);
    await crawl(3);
    for (const id of [2, 3]) {
      const { html } = await show(`/runs/${id}`, own);
      expect(html.slice(html.indexOf('id="log"')), `run ${id}`).toContain('docs%2Fsettings');
    }
    const { text } = await show('/runs/1', own);
    expect(text).toContain('keeps the logs of its last 20 runs until it ends, and this run is none of them');
  });

  it('says of a run or a number that is not there that it is not', async () => {
    for (const path of ['/runs/99', '/runs/99/changes', '/runs/x', '/runs/0'])
      expect((await show(path)).status, path).toBe(404);
  });

  it('FAULTS 70: shows what a hostile site wrote as text: tags, direction, colours, length', async () => {
    const rude = `<script>alert(1)</script> \u202e \u009b31m ${'long '.repeat(2_000)}`;
    const title = rude.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    await using site = await startServer((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      const links = `<a href="javascript:alert(1)">x</a><a href='/docs/%3Cscript%3E"'>y</a>`;
      response.end(`<title>${title}</title><main><h1>${title}</h1><p>Text of ${request.url}</p>${links}</main>`);
    });
    const run = openDocent({
      ...{ cwd: server.folder, env: {}, data: '.docent' },
      flags: { data: '.docent', request_delay_ms: '0' },
    }).crawl(`${site.origin}/docs/`);
    await run.result;
    const { runs } = await api<{ runs: { id: number; state: string }[] }>('/runs');
    expect(runs[0]).toMatchObject({ id: 2, state: 'complete' });
    for (const path of ['/', '/runs/2', '/runs/2/changes']) {
      const { html, status } = await show(path);
      expect(status).toBe(200);
      expect(html).not.toContain('<script>alert');
      expect(html).not.toMatch(/[\u202e\u009b]/);
      expect(html).not.toMatch(/href="javascript:/i);
    }
    expect((await show('/runs/2/changes')).html).toContain('&lt;script&gt;alert(1)');
  });
});

describe('the scripts of pages', () => {
  it('A3: are no more than 25 KB together, each served as kept for ever under one digest', async () => {
    const sizes = moduleNames.map((name) => statSync(join(root, 'assets', name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(25_000);
    const { html } = await show('/');
    const [, path = ''] = /src="([^"]*)docent\.js"/.exec(html) ?? [];
    for (const name of moduleNames) {
      const { headers } = await fetch(`${server.address}${path}${name}`);
      expect(headers.get('cache-control'), name).toContain('immutable');
      expect(headers.get('content-type')).toContain('text/javascript');
    }
  });

  it('A3: import only modules that are served', () => {
    for (const name of moduleNames)
      for (const [, imported] of readFileSync(join(root, 'assets', name), 'utf8').matchAll(/import '\.\/([^']+)'/g))
        expect(moduleNames).toContain(imported);
  });
});
