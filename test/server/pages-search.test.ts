// S6: the search page and the search lab: whole without scripts, counts that hold, and what was crawled or typed is harmless.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fittedWeights } from '../../src/app/search/search.ts';
import { partTexts } from '../../src/doors/pages/lab-names.ts';
import { openDocent } from '../../src/index.ts';
import { inAll, more, scaled } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';
import { openTestServer, type TestServer } from './open.ts';
import { signIn } from './signed-in.ts';
import { textOf } from './text-of.ts';

const hostile = `<script>alert(1)</script>\u202e\u009b31m${'x'.repeat(10_000)}`;
/** A site whose every text is an attack. */
function hostilePage(path: string): string {
  const escaped = hostile.replaceAll('<', '&lt;');
  return `<html lang="en"><head><title>${escaped}</title></head><body><main><h1 id="a">quagga ${path}</h1>
    <p>A quagga &lt;img src=x onerror=alert(1)&gt; with <a href="javascript:alert(1)">a link</a>, <b>bold</b> and <code>a &lt; b</code>.</p>
    <h2>${escaped.slice(0, 400)}</h2><pre><code>if (quagga) { alert("&lt;/pre&gt;") }</code></pre><ul><li>one quagga</li><li>two</li></ul>
    <table><tr><th>Name</th><th>Use</th></tr><tr><td>quagga</td><td>a &lt;b&gt;</td></tr></table>
    <p>More: <a href="/h/2">next</a> <a href="https://quagga.example/x">elsewhere</a></p></main></body></html>`;
}

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  await using site = await startServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(hostilePage(request.url ?? ''));
  });
  const docent = openDocent({ cwd: server.folder, data: '.docent', env: {}, flags: { request_delay_ms: '0' } });
  await docent.crawl(`${site.origin}/h/`).result;
});
afterAll(() => server[Symbol.asyncDispose]());

interface Shown {
  readonly status: number;
  readonly html: string;
  /** Without tags and double spaces. */
  readonly text: string;
}

async function show(path: string, init: RequestInit = {}): Promise<Shown> {
  const response = await fetch(`${server.address}${path}`, { redirect: 'manual', ...init });
  const html = await response.text();
  const text = textOf(html)
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
  return { status: response.status, html, text };
}

function post(path: string, fields: Record<string, string>): Promise<Shown> {
  return show(path, { method: 'POST', body: new URLSearchParams(fields) });
}

/** Links that count, with their numbers. */
function countsIn(html: string): readonly { readonly path: string; readonly n: number }[] {
  return [...html.matchAll(/<a href="([^"]*)" data-count="(\d+)"/g)].map(([, path = '', n]) => ({
    path: path.replaceAll('&amp;', '&'),
    n: Number(n),
  }));
}

function totalIn(html: string): number {
  return Number(/data-total="(\d+)"/.exec(html)?.[1] ?? 0);
}

function resultsIn(html: string): readonly string[] {
  return [...html.matchAll(/<a href="([^"]*)"[^>]* data-result=""/g)].map(([, url = '']) => url);
}

describe('S6: the search page', () => {
  it('has a form that works without scripts, and says what can be searched', async () => {
    const { status, html, text } = await show('/search');
    expect(status).toBe(200);
    expect(html).toMatch(/<form [^>]*method="get"[^>]*action="\/search"/);
    expect(html).toMatch(/<label [^>]*for="q"/);
    expect(html).toContain('formmethod="post"');
    expect(text).toContain('What can be searched');
    expect(text).toContain(server.provider);
  });

  it('lists pages at their anchors, with the way there, marked words and the age of the copy', async () => {
    const { html, text } = await show('/search?q=connection+pool');
    expect(resultsIn(html)[0]).toBe(`${server.site}docs/settings#pool`);
    expect(html).toMatch(/<mark>pool<\/mark>/i);
    expect(text).toContain('Connection pool');
    expect(text).toMatch(/checked (?:now|\d+ (?:sec|min)\. ago)/);
    expect(html).toContain('<title>connection pool · Search · docent</title>');
    expect(text).toContain("docent search 'connection pool'");
    const narrowed = await show(`/search?${new URLSearchParams({ q: "-it's", lang: 'en' })}`);
    expect(narrowed.text).toContain("docent search --lang en '-it'\\''s'");
    expect(narrowed.text).toContain("GET /search?q=-it's&lang=en&facets=true");
  });

  it('marks each result with its language, and finds Korean and Japanese', async () => {
    const korean = await show(`/search?q=${encodeURIComponent('임대가 만료되면')}`);
    expect(korean.html).toContain('<li class="result" lang="ko-KR">');
    expect(korean.html).toMatch(/<mark>임대<\/mark>/);
    expect((await show(`/search?q=${encodeURIComponent('リースの期限')}`)).html).toContain('lang="ja"');
  });

  it('counts what a search can be narrowed to, and each count is the length of its list', async () => {
    for (const q of ['connection', 'narwhal guide', 'docs', 'quagga settings', 'may be found']) {
      const { html } = await show(`/search?q=${encodeURIComponent(q)}`);
      const counts = countsIn(html);
      for (const { path, n } of counts) {
        const narrowed = await show(path);
        expect([totalIn(narrowed.html), narrowed.html.includes('aria-current="true"')], path).toEqual([n, true]);
      }
    }
    const { html } = await show('/search?q=quagga+settings');
    expect(countsIn(html).some(({ path }) => path.includes('provider='))).toBe(true);
  });

  it('lets one filter be exchanged for another, and removed', async () => {
    const { html } = await show(`/search?q=quagga+settings&provider=${server.provider}`);
    const others = countsIn(html).filter(({ path }) => path.includes('provider='));
    expect(others).toHaveLength(1);
    expect(totalIn((await show(others[0]?.path ?? '')).html)).toBe(others[0]?.n);
    expect(html).toContain('<input type="hidden" name="provider"');
    const nobody = await show('/search?q=connection&provider=nobody');
    expect(nobody.text).toContain('No page has these words Search everywhere');
  });

  it('goes on where a list is longer than a page', async () => {
    const all = await show(
      '/search?q=may+be+found+a+connection+welcome+narwhal+guide+quagga+tasks+work+story+핵심+基本概念',
    );
    const [, next = ''] = /<a href="([^"]*cursor=10[^"]*)"/.exec(all.html) ?? [];
    const second = await show(next.replaceAll('&amp;', '&'));
    expect(resultsIn(all.html)).toHaveLength(10);
    expect(resultsIn(second.html)).toHaveLength(totalIn(all.html) - 10);
    expect(second.html).toContain('<ol class="results" start="11"');
    expect((await show(next.replaceAll('&amp;', '&').replace('cursor=10', 'cursor=900'))).text).toContain(
      'no more pages',
    );
  });

  it('offers the query without its slip, and words without their phrase', async () => {
    const { text, html } = await show('/search?q=conection');
    expect(text).toContain('Did you mean connection ?');
    expect(html).toContain('href="/search?q=connection"');
    expect((await show('/search?q=%22pool+connection+settings%22')).text).toContain('these have them apart');
  });

  it('keeps a search that was posted out of every address', async () => {
    const { status, html, text } = await post('/search', { q: 'quagga settings', view: 'pages' });
    expect([status, resultsIn(html).length > 1]).toEqual([200, true]);
    expect(text).toContain('What you search for is not in the address');
    expect(html).not.toMatch(/(?:href|action)="[^"]*quagga(?:\+|%20)settings/);
    expect(html).toMatch(/<form method="post" action="\/search" class="lead-form"><input type="hidden" name="q"/);
    const narrowed = await post('/search', { q: 'quagga settings', provider: server.provider });
    expect(totalIn(narrowed.html)).toBeLessThan(totalIn(html));
    const foreign = await show('/search', { method: 'POST', body: 'q=x', headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
  });

  it('takes the last word for the beginning of one while it is typed', async () => {
    expect(totalIn((await show('/search?q=zanzi&typing=1')).html)).toBe(1);
    expect(totalIn((await show('/search?q=zanzi')).html)).toBe(0);
  });

  it('answers anything that is typed', scaled, async () => {
    const typed = ['"', '\ud800', "'; DROP TABLE", '-', '*', 'path:', 'a'.repeat(3_000), '%', '\u0000\u202e', '<b>'];
    for (const q of typed.slice(0, inAll(3, typed.length)))
      for (const view of ['pages', 'answer']) {
        const query = new URLSearchParams({ q, view, cursor: view === 'pages' ? 'x' : '' });
        expect((await show(`/search?${query}`)).status, q).toBe(200);
      }
    expect((await show('/search?q=x&view=answer&cursor=nonsense')).status).toBe(400);
  });
});

describe('S6, A5: the answer view', () => {
  it('quotes the best passages, each with the number of its source', async () => {
    const { html, text } = await show('/search?q=how+large+is+a+connection+pool&view=answer');
    expect(html).toContain('<li id="source-1"');
    expect(html).toContain('href="#source-1"');
    expect(html).toContain(`href="${server.site}docs/settings#pool"`);
    expect(text).toContain('quoted from the best of');
    expect(text).toContain("docent answer 'how large is a connection pool'");
    expect(text).toContain('Sources');
  });

  it('quotes nothing of a page that forbids it, and names words that are nowhere', async () => {
    expect((await show('/search?q=quokka&view=answer')).text).toContain('the page forbids it (nosnippet)');
    const { text } = await show('/search?q=connection+xylophonist&view=answer');
    expect(text).toContain('On no page: xylophonist');
  });
});

describe('A3: the search lab', () => {
  it('shows the terms of a query, and what each score is the sum of', async () => {
    const { status, text } = await show('/lab?q=asyncio.wait_for+%22advisory+lock%22+-zanzibar&path=/docs/');
    expect(status).toBe(200);
    for (const part of ['asyncio.wait_for identifier, whole', 'In a row advisori lock', 'Must not occur zanzibar'])
      expect(text).toContain(part);
    expect(text).toContain('Path /docs/');
    const one = await show('/lab?q=connection+pool');
    const [, total, rest = ''] = /Settings ([\d.]+) (.*?) 2\. /.exec(one.text.split('Scores')[1] ?? '') ?? [];
    const adds = [...rest.matchAll(/ -?[\d.]+ ([+−][\d.]+)(?= \w| $|$)/g)].map(([, n = '']) =>
      Number(n.replace('−', '-')),
    );
    expect(adds.length).toBeGreaterThan(5);
    expect(adds.reduce((sum, n) => sum + n, 0)).toBeCloseTo(Number(total), 0);
  });

  it('compares two settings of weights', async () => {
    const same = await show('/lab?q=connection&a=bodyText%3D2.53');
    expect(same.text).toContain('No page changes its place.');
    const { text } = await show('/lab?q=connection&b=short%3D1000+near%3D0');
    expect(text).toMatch(/\d of \d pages change places\./);
    expect(text).toMatch(/up \d/);
  });

  it('says at its field what is wrong with weights, and keeps what was written', async () => {
    const { html } = await show('/lab?q=connection&a=bodyText%3D1&b=bodyText');
    expect(html).toMatch(/<input id="b"[^>]*value="bodyText"[^>]*aria-invalid="true" aria-describedby="b-wrong"/);
    expect(html).toMatch(/id="b-wrong"[^>]*><span>&quot;bodyText&quot; is not written like bodyText=2.5/);
    expect(html).toContain('value="connection"');
    expect(html).not.toContain('id="a-wrong"');
    expect((await show('/lab?q=connection&a=nothing%3D1')).text).toContain('there is no weight nothing');
  });

  it('explains every part of a score', () => {
    expect(Object.keys(partTexts).filter((name) => name !== 'duplicate')).toEqual(Object.keys(fittedWeights));
  });

  it('says what it is for where there is no query, and where nothing was crawled', async () => {
    expect((await show('/lab')).text).toContain('Enter a query');
    expect((await show(`/lab?q=${encodeURIComponent('"" - *')}`)).status).toBe(200);
  });
});

describe('A3, S3: judged queries in the lab', () => {
  it('are marked on a result, measured, and removed; somebody who may only look gets no buttons', more, async () => {
    const browser = await signIn(server.address, server.token);
    expect((await show('/lab?q=connection+pool')).html).not.toContain('This page should be first');
    expect((await show('/lab')).text).toContain('No query is judged yet');
    const { html } = await browser.show('/lab?q=connection+pool');
    const [, url = ''] = /action="\/lab\/judged">.*?name="url" value="([^"]+)"/s.exec(html) ?? [];
    const added = await browser.send('/lab/judged', { query: 'connection pool', url });
    expect([added.status, added.location]).toEqual([303, '/lab?q=connection%20pool#judged']);
    expect((await show('/lab')).text).toContain('not measured');
    for (let times = 0; times < 2; times++)
      expect((await browser.send('/lab/judged/measure')).location).toBe('/lab#judged');
    const { text } = await show('/lab');
    expect(text).toContain('MRR 1.000, 1 of 1 found');
    expect(text).toContain('The last 2 measurements');
    const [, id = ''] = /name="id" value="(\d+)"/.exec((await browser.show('/lab')).html) ?? [];
    expect((await browser.send('/lab/judged/remove', { id })).status).toBe(303);
    expect((await browser.send('/lab/judged/remove', { id })).status).toBe(404);
    expect((await show('/lab')).text).toContain('No query is judged yet');
  });
});

describe('S6: what a hostile site wrote, or somebody typed', () => {
  it.each(['/search?q=quagga', '/search?q=quagga&view=answer', '/search?q=quagga&typing=1', '/lab?q=quagga'])(
    'is text: %s',
    async (path) => {
      const { html } = await show(path);
      expect(html).toContain('quagga /h/');
      expect(html).not.toMatch(/<script>|<img|href="javascript:|\u202e|\u009b/);
      expect(html).not.toContain('x'.repeat(3_000));
    },
  );

  it.each(['/search', '/lab', '/search/suggest'])('is text where it was typed: %s', async (path) => {
    const typed = '"><script>alert(1)</script>\u202e';
    const { html } = await show(
      `${path}?${new URLSearchParams({ q: typed, provider: typed, path: typed, lang: typed })}`,
    );
    if (path !== '/search/suggest') expect(html).not.toMatch(/<script>/);
    else expect(JSON.parse(html)).toEqual([typed, expect.any(Array)]);
  });
});

describe('S6: searching from the address bar of a browser', () => {
  it('is described by valid XML with absolute addresses, which every page names', async () => {
    const response = await fetch(`${server.address}/opensearch.xml`);
    expect(response.headers.get('content-type')).toContain('application/opensearchdescription+xml');
    const xml = await response.text();
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true);
    expect(unclosedIn(xml)).toEqual([]);
    expect(xml).toContain(`template="${server.address}/search?q={searchTerms}"`);
    expect((await show('/search')).html).toContain('href="/opensearch.xml"');
  });

  it('suggests words while one types', async () => {
    const response = await fetch(`${server.address}/search/suggest?q=connec`);
    expect(response.headers.get('content-type')).toContain('application/x-suggestions+json');
    const [typed, suggested] = (await response.json()) as [string, string[]];
    expect([typed, suggested.includes('connection')]).toEqual(['connec', true]);
  });

  it('begins in the box of every page', async () => {
    expect((await show('/runs')).html).toMatch(/<form class="search-box" method="get" action="\/search"/);
    expect((await show('/search')).html).toContain('search-box');
  });
});

/** Elements that are not closed in order, and characters that must be escaped. */
function unclosedIn(xml: string): readonly string[] {
  const open: string[] = [];
  const wrong = [...xml.matchAll(/&(?!amp;|lt;|gt;|quot;)/g)].map(([found]) => found);
  for (const [, end, name = '', own] of xml.replace(/<\?.*?\?>/, '').matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (own === '/') continue;
    if (end === '') open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}
