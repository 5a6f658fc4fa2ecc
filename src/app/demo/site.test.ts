// The demo site keeps what demo/README.md promises: every link, every status, every page well-formed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Moment } from '../../../test/support/visits.ts';
import { type DemoSite, startDemoSite } from './site.ts';

const folder = fileURLToPath(new URL('../../../demo', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  statSync(join(folder, path)).isFile(),
);
const readme = readFileSync(join(folder, 'README.md'), 'utf8');

/** The README's table: path → status and end state. */
const promised = new Map(
  [...readme.matchAll(/^\| `([^`?]+)` \| .* \| (\d{3}) \| (.*) \|$/gm)].map(
    ([, path, status, end]) => [path as string, { status: Number(status), end: end as string }] as const,
  ),
);

const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

interface Parsed {
  readonly links: readonly { readonly href: string; readonly rel: string }[];
  readonly ids: readonly string[];
  readonly title: string;
  readonly h1: string;
  /** Elements that are not closed where they should be, or closed without having been opened. */
  readonly unbalanced: readonly string[];
}

function parse(html: string): Parsed {
  const links: { href: string; rel: string }[] = [];
  const ids: string[] = [];
  const unbalanced: string[] = [];
  const open: string[] = [];
  const text: Record<string, string> = { title: '', h1: '' };
  let closed = 0;
  const parser = new Parser({
    onopentag(name, attributes, implied) {
      open.push(name);
      if (implied) unbalanced.push(`</${name}> opens`);
      if (name === 'a' && attributes.href !== undefined)
        links.push({ href: attributes.href, rel: attributes.rel ?? '' });
      if (attributes.id !== undefined) ids.push(attributes.id);
    },
    ontext(data) {
      const name = open.findLast((each) => each in text);
      if (name !== undefined) text[name] += data;
    },
    onclosetag(name, implied) {
      open.pop();
      if (!implied) closed++;
      else if (!VOID.has(name)) unbalanced.push(`<${name}> is left open`);
    },
  });
  parser.end(html);
  const written = html.match(/<\/[a-z]/g)?.length ?? 0;
  if (written !== closed) unbalanced.push(`${written} closing tags, ${closed} of them close something`);
  return { links, ids, title: text.title ?? '', h1: text.h1 ?? '', unbalanced };
}

interface Visited extends Parsed {
  readonly text: string;
  readonly status: number;
  readonly type: string;
  readonly depth: number;
}

let site: DemoSite;
/** Every address that a reader can come to, endless spaces cut short, by path. */
const visited = new Map<string, Visited>();

/** Where the two endless spaces are left alone. */
const endless = /^\/docs\/(?:calendar\/(?!2026\/01$)|guides\/loop\/loop\/loop\/.)/;

/** Follows everything, one depth after the other; the sitemap's addresses enter at depth 1, as in a crawl. */
async function walk(): Promise<void> {
  const map = await (await fetch(`${site.origin}/sitemap.xml`)).text();
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] as string);
  let level = [site.seed];
  for (let depth = 0; level.length > 0; depth++) {
    const next = depth === 0 ? listed : [];
    for (const url of level) {
      const { origin, pathname } = new URL(url);
      if (origin !== site.origin || visited.has(pathname) || endless.test(pathname)) continue;
      const response = await fetch(url, { redirect: 'manual' });
      // A busy page is read the second time.
      const text = await (response.status === 503 ? await fetch(url) : response).text();
      const type = response.headers.get('content-type') ?? '';
      const page = parse(type.startsWith('text/html') ? text : '');
      visited.set(pathname, { ...page, text, status: response.status, type, depth });
      const target = response.headers.get('location');
      if (target !== null) level.push(new URL(target, url).href);
      next.push(...page.links.map(({ href }) => new URL(href, url).href));
    }
    level = next;
  }
}

beforeAll(async () => {
  site = await startDemoSite();
  await walk();
});

afterAll(() => site.close());

const htmlPages = (): readonly (readonly [path: string, page: Visited])[] =>
  [...visited].filter(([, { text }]) => text.includes('<article>'));

describe('A1: the demo site', () => {
  it('A1: every reachable address answers as demo/README.md lists it, and 200 when it is not listed', () => {
    const wrong = [...visited].filter(([path, { status }]) => status !== (promised.get(path)?.status ?? 200));
    expect(wrong.map(([path, { status }]) => `${path}: ${status}`)).toEqual([]);
    expect([...promised.keys()].filter((path) => !visited.has(path))).toEqual([]);
    expect(promised.size).toBeGreaterThan(30);
  });

  it('A1: every page that was written is reached, within depth 3, and as many are stored as demo/README.md states', () => {
    const written = files
      .filter((path) => path.startsWith('pages/'))
      .map((path) => `/docs/${path.slice('pages/'.length).replace(/(?:(?<=^|\/)index)?\.html$/, '')}`);
    expect(site.pages).toBe(written.length);
    expect(written.filter((path) => (visited.get(path)?.depth ?? 9) > 3)).toEqual([]);
    const stored = [...visited.keys()].filter((path) =>
      /^indexed(?! until)/.test(promised.get(path)?.end ?? 'indexed'),
    );
    expect(readme).toContain(`${written.length} pages are written`);
    expect(readme).toContain(`**${stored.length} documents`);
  });

  it('A1: every page has a title, one h1, a description and unique ids, and its elements are balanced', () => {
    const pages = htmlPages().filter(([path]) => path !== '/docs/reference/all-in-one');
    expect(pages.length).toBeGreaterThan(50);
    for (const [path, { title, h1, ids, text, unbalanced }] of pages) {
      expect(unbalanced, path).toEqual([]);
      expect(title, path).toBe(`${h1} – Lantern docs`);
      expect(text.match(/<h1>[^<]+<\/h1>/g), path).toHaveLength(1);
      expect(text, path).toMatch(/<meta name="description" content="[^"]{15,}">/);
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        path,
      ).toEqual([]);
      expect(text.replace(/<pre>[\s\S]*?<\/pre>/g, ''), path).not.toContain('{{');
    }
  });

  it('A1: every link to a part of a page names an id that is there', () => {
    const broken = htmlPages().flatMap(([path, { links }]) =>
      links.flatMap(({ href }) => {
        const target = new URL(href, site.origin + path);
        const page = target.origin === site.origin ? visited.get(target.pathname) : undefined;
        const missing = page !== undefined && target.hash !== '' && !page.ids.includes(target.hash.slice(1));
        return missing ? [`${path}: ${href}`] : [];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('A1: the pages hold what extraction has to cope with', () => {
    const all = htmlPages()
      .map(([, { text }]) => text)
      .join('\n');
    const languages = new Set([...all.matchAll(/class="language-(\w+)"/g)].map((match) => match[1]));
    expect([...languages].sort()).toEqual(['bash', 'go', 'http', 'json', 'python', 'rust', 'sql', 'ts', 'yaml']);
    const features = [
      ...['colspan="3" rowspan="2"', '<td><code>\\*(/\\d+)?|\\d+', 'role="tabpanel"', 'class="admonition note"'],
      ...['class="admonition warning"', '<aside class="warning">', 'class="footnote"', 'title="Permalink', '¶</a>'],
      ...['<dt id="lantern.queue.enqueue">', '<dt id="JobHandle.cancel">', '<code>--drain-timeout DURATION</code>'],
      ...['<dt id="LANTERN_MAX_RETRIES">', '<dt id="pg_lantern_jobs">', 'alt="Bar chart', 'type="checkbox"'],
      ...['rel="canonical"', 'hreflang="zh"', 'content="noindex"', 'rel="nofollow"', 'utm_source=', 'href="mailto:'],
      ...['href="javascript:', 'href="tel:', 'href=""', 'href="https://example.com/', ' hello@lantern.example'],
      ...['class="cookie-banner', 'class="feedback', 'class="sidebar"', 'class="breadcrumbs"', 'class="toc'],
    ];
    expect(features.filter((text) => !all.includes(text))).toEqual([]);
  });

  it.each([
    ['ko', '/docs/ko/quickstart', '빠른 시작'],
    ['ja', '/docs/ja/concepts', '基本概念'],
  ])('A1: the pages in %s are UTF-8 and name their other languages', async (lang, path, title) => {
    const response = await fetch(site.origin + path);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain(`hreflang="en" href="${site.origin}${path.replace(`/${lang}`, '')}"`);
    expect(htmlPages().filter(([other]) => other.startsWith(`/docs/${lang}/`))).toHaveLength(3);
  });

  it('A1: a page under two addresses is the same byte for byte', async () => {
    const text = async (path: string): Promise<string> => (await fetch(site.origin + path)).text();
    expect(await text('/docs/handbook/retries')).toBe(await text('/docs/guides/retries'));
    expect(await text('/docs/index.html')).toBe(await text('/docs/'));
    expect(await text('/docs/install/')).toBe(await text('/docs/install?utm_source=x'));
  });

  it('A1: the site takes less than 250 KB', () => {
    const bytes = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
    expect(bytes).toBeLessThan(250_000);
  });
});

describe('A1: the demo server', () => {
  it('A1: answers 304 to a client that has the page already, by ETag or by date', async () => {
    const url = `${site.origin}/docs/concepts`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') as string;
    const modified = first.headers.get('last-modified') as string;
    const status = async (headers: Record<string, string>): Promise<number> => (await fetch(url, { headers })).status;
    expect(await status({ 'If-None-Match': etag })).toBe(304);
    expect(await status({ 'If-None-Match': '"another"', 'If-Modified-Since': modified })).toBe(200);
    expect(await status({ 'If-Modified-Since': modified })).toBe(304);
    expect(await status({ 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' })).toBe(200);
  });

  it('A1: compresses for clients that accept gzip, and answers HEAD without a body', async () => {
    const url = `${site.origin}/docs/`;
    const plain = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
    const packed = await fetch(url, { headers: { 'Accept-Encoding': 'br, gzip' } });
    const head = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip;q=0' } });
    expect([plain, packed, head].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', null]);
    expect(await packed.text()).toBe(await plain.text());
    expect(head.headers.get('content-length')).toBe(plain.headers.get('content-length'));
    expect(await head.text()).toBe('');
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });

  it('A1: is busy once, then answers', async () => {
    await using fresh = await startedSite();
    const busy = await fetch(`${fresh.origin}/docs/status`);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
    const page = await fetch(`${fresh.origin}/docs/status`);
    expect(page.status).toBe(200);
    const { unbalanced, h1 } = parse(await page.text());
    expect([unbalanced, h1]).toEqual([[], 'Status and known issues']);
    expect(fresh.requests().map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/docs/status 503',
      '/docs/status 200',
    ]);
  });

  it('A1: sends redirects to where demo/README.md states', async () => {
    const ways = [
      '/docs/guides/upgrade',
      '/docs/latest',
      '/docs/sdk/py',
      '/docs/sdks/py',
      '/docs/old/faq',
      '/docs/chat',
    ];
    const answers = await Promise.all(ways.map((path) => fetch(site.origin + path, { redirect: 'manual' })));
    expect(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`)).toEqual([
      '301 /docs/guides/upgrading-to-2',
      '302 /docs/changelog',
      '301 /docs/sdks/py',
      '301 /docs/sdks/python',
      '301 /docs/old/questions',
      '302 https://example.com/lantern/chat',
    ]);
    expect((await fetch(`${site.origin}/docs/guides`, { redirect: 'manual' })).headers.get('location')).toBe(
      '/docs/guides/',
    );
  });

  it('A1: has a calendar and a folder without an end', async () => {
    const links = async (path: string): Promise<readonly string[]> =>
      parse(await (await fetch(site.origin + path)).text()).links.map(
        ({ href }) => new URL(href, site.origin + path).pathname,
      );
    expect(await links('/docs/calendar/2031/12')).toEqual(
      expect.arrayContaining(['2030/12', '2031/11', '2032/01', '2032/12'].map((month) => `/docs/calendar/${month}`)),
    );
    expect(await links('/docs/guides/loop/loop/loop/loop/')).toContain('/docs/guides/loop/loop/loop/loop/loop/');
    expect((await fetch(`${site.origin}/docs/calendar/2031/13`)).status).toBe(404);
  });

  it('A1: has the types and the size that demo/README.md names', async () => {
    const type = (path: string): string | undefined => visited.get(path)?.type;
    expect(type('/docs/LICENSE.txt')).toBe('text/plain; charset=utf-8');
    expect(type('/docs/reference/cheatsheet.md')).toBe('text/markdown; charset=utf-8');
    expect(type('/docs/downloads/schema')).toBe('application/octet-stream');
    expect(visited.get('/docs/reference/all-in-one')?.text.length).toBeGreaterThan(6_000_000);
  });

  it('A1: robots.txt closes the private folder but for one page, and names the sitemap', async () => {
    const lines = (await (await fetch(`${site.origin}/robots.txt`)).text()).split('\n');
    expect(lines).toContain('Disallow: /docs/private/');
    expect(lines).toContain('Allow: /docs/private/press-kit');
    expect(lines).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
  });

  it.each([
    '/docs/../../package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/assets/..\\..\\..\\README.md',
    '/../demo/README.md',
    '/docs/pages/index.html',
    '/docs/%',
  ])('A1: serves no file outside the site: %s', async (path) => {
    // A raw socket, because fetch would tidy the path first.
    const port = Number(new URL(site.origin).port);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('A1: keeps a list of its requests, and refuses connections after close', async () => {
    const fresh = await startDemoSite();
    const before = new Moment();
    await fetch(`${fresh.seed}?a=1`);
    await fetch(`${fresh.origin}/nothing`);
    expect(fresh.requests()).toMatchObject([
      { path: '/docs/?a=1', status: 200 },
      { path: '/nothing', status: 404 },
    ]);
    before.expectAfter(fresh.requests()[0]?.at);
    await fresh.close();
    await expect(fetch(fresh.seed)).rejects.toThrow();
  });
});

async function startedSite(): Promise<DemoSite & AsyncDisposable> {
  const started = await startDemoSite();
  return { ...started, [Symbol.asyncDispose]: started.close };
}
