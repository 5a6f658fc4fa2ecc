// Proves what a page request sends (H2), which answers are pages (H3, H4), and how sitemaps are streamed.

import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { always, type LocalServer, startServer } from '../../test/support/local-server.ts';
import { reply, sends } from '../../test/support/raw-server.ts';
import { systemClock } from '../core/clock.ts';
import { createAddressGuard } from './address.ts';
import { createHttp, type Http } from './http.ts';
import { createPageFetch, type PageFetchOptions, type PageReply } from './page.ts';
import { refererFor } from './page-request.ts';

const now = Date.UTC(2026, 1, 23, 3, 0, 0);
const clock = { ...systemClock, wall: () => now };
/** Longer than a test may hang: what ends has not waited for it. */
const LONG_MS = 600_000;
const timeouts = { connectMs: LONG_MS, totalMs: LONG_MS, sitemapMs: LONG_MS };
let server: LocalServer;
let http: Http;

beforeEach(async () => {
  server = await startServer(always(200, '<p>hello', { 'content-type': 'text/html' }));
  http = createHttp({ guard: createAddressGuard({ allowPrivate: ['127.0.0.1'] }) });
});

afterEach(async () => {
  await http.close();
  await server[Symbol.asyncDispose]();
});

const pages = (options: Partial<PageFetchOptions> = {}) =>
  createPageFetch({ http, agent: 'docent/1', clock, timeouts, ...options });
const textOf = (got: PageReply): string | undefined =>
  got.kind === 'page' ? Buffer.from(got.body).toString() : undefined;
const sent = () => server.requests.at(-1)?.headers;

/** Fetches what the server answers with this status, headers and body. */
async function answered(status: number, headers: Record<string, string>, body = ''): Promise<PageReply> {
  server.answer(always(status, body, headers));
  return pages().page(`${server.origin}/`);
}

describe('H2: what is sent', () => {
  it('H2: exactly these headers, From only with a contact', async () => {
    await pages().page(`${server.origin}/a`);
    const expected = {
      host: server.origin.slice('http://'.length),
      connection: 'keep-alive',
      'user-agent': 'docent/1',
      accept: 'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
      'accept-language': 'en-US,en;q=0.9,ko;q=0.8',
      'accept-encoding': 'gzip, deflate, br',
    };
    expect(sent()).toEqual(expected);
    const settable = { contact: 'me@example.org', acceptLanguage: 'ko', accept: 'text/markdown, */*;q=0.1' };
    await pages(settable).page(`${server.origin}/a`);
    const { contact: from, acceptLanguage, accept } = settable;
    expect(sent()).toEqual({ ...expected, from, accept, 'accept-language': acceptLanguage });
  });

  it.each([
    ['https://docs.example/b', 'https://docs.example/a?q#part', 'https://docs.example/a?q'],
    ['https://docs.example/b', 'https://me:secret@docs.example/a', 'https://docs.example/a'],
    ['https://docs.example/b', 'http://docs.example/a', 'http://docs.example/a'],
    ['http://docs.example/b', 'http://other.example/문서', 'http://other.example/%EB%AC%B8%EC%84%9C'],
    ['http://docs.example/b', 'https://docs.example/a', undefined],
    ['https://docs.example/b', 'file:///etc/passwd', undefined],
    ['https://docs.example/b', 'no url', undefined],
    ['https://docs.example/b', undefined, undefined],
  ])('H2: for %s found on %s the Referer is %s', (url, referrer, expected) => {
    expect(refererFor(url, referrer)).toBe(expected);
  });

  it('H2: Referer is sent', async () => {
    await pages().page(`${server.origin}/a`, { referrer: 'http://me:pw@docs.example/index#x' });
    expect(sent()?.referer).toBe('http://docs.example/index');
  });

  it.each([
    [{ etag: '"v1"', lastModified: 'Sun, 22 Feb 2026 10:00:00 GMT' }, '"v1"', 'Sun, 22 Feb 2026 10:00:00 GMT'],
    [{ etag: 'W/"v1"' }, 'W/"v1"', 'Mon, 23 Feb 2026 02:00:00 GMT'],
    [{ lastModified: 'yesterday' }, undefined, 'Mon, 23 Feb 2026 02:00:00 GMT'],
    [{ etag: '' }, undefined, 'Mon, 23 Feb 2026 02:00:00 GMT'],
    [{ etag: 'a\r\nX: y' }, undefined, 'Mon, 23 Feb 2026 02:00:00 GMT'],
    [{ etag: '"é"' }, undefined, 'Mon, 23 Feb 2026 02:00:00 GMT'],
  ])('H2: a stored copy %j sends If-None-Match %s and If-Modified-Since %s', async (stored, match, since) => {
    await pages().page(`${server.origin}/a`, { stored: { ...stored, fetchedAt: now - 3_600_000 } });
    expect([sent()?.['if-none-match'], sent()?.['if-modified-since']]).toEqual([match, since]);
  });
});

describe('H3: what comes back', () => {
  it('H3: a page with its facts', async () => {
    const headers = {
      'content-type': 'text/html; charset="EUC-KR"',
      etag: ' "v2" ',
      'last-modified': 'Sun, 22 Feb 2026 10:00:00 GMT',
      'content-encoding': 'gzip',
    };
    const body = zlib.gzipSync('<p>hello');
    server.answer((_, res) => res.writeHead(200, headers).end(body));
    const got = await pages().page(`${server.origin}/`);
    expect(got).toMatchObject({
      kind: 'page',
      status: 200,
      contentKind: 'html',
      charset: 'EUC-KR',
      etag: '"v2"',
      lastModified: 'Sun, 22 Feb 2026 10:00:00 GMT',
      bytes: body.length,
    });
    expect(textOf(got)).toBe('<p>hello');
    expect(got.ms).toBeGreaterThan(0);
    expect(got).not.toHaveProperty('surplus');
  });

  it.each([
    'Mon, 23 Feb 2026 03:00:01 GMT',
    'Sat, 23 Feb 2126 03:00:00 GMT',
    'yesterday',
    '2026-02-22',
    '0',
    'Xyz, 99 Foo 2026 99:99:99 GMT',
  ])('FAULTS 34: Last-Modified "%s" is ignored', async (date) => {
    const got = await answered(200, { 'content-type': 'text/html', 'last-modified': date }, 'x');
    expect(got).toMatchObject({ kind: 'page', lastModified: undefined });
  });

  it.each([301, 302, 303, 307, 308])('H3: %i is a redirect, not followed', async (status) => {
    expect(await answered(status, { location: '/next' })).toMatchObject({
      kind: 'redirect',
      status,
      location: '/next',
    });
    expect(await answered(status, {})).toMatchObject({ kind: 'redirect', location: undefined });
    expect(server.requestLines).toEqual(['GET /', 'GET /']);
  });

  it('U11: a Location in raw UTF-8 is read as UTF-8, one in latin-1 as latin-1', async () => {
    for (const encoding of ['utf8', 'latin1'] as const) {
      const head = Buffer.from('HTTP/1.1 302 Go\r\nLocation: /é\r\n\r\n', encoding);
      await using raw = await sends(head);
      expect(await pages().page(raw.origin)).toMatchObject({ kind: 'redirect', location: '/é' });
    }
  });

  it('H3: 304 keeps the stored page, with its new headers', async () => {
    server.answer(always(304, '', { etag: '"v3"' }));
    const stored = { fetchedAt: now - 1000 };
    expect(await pages().page(server.origin, { stored })).toMatchObject({ kind: 'not-modified', etag: '"v3"' });
  });

  it('FAULTS 17: a 304 that was never requested is a status', async () => {
    expect(await answered(304, {})).toMatchObject({ kind: 'status', status: 304 });
    const stored = { fetchedAt: Number.NaN };
    expect(await pages().page(server.origin, { stored })).toMatchObject({ kind: 'status', status: 304 });
  });

  it.each([300, 306, 400, 401, 403, 404, 410, 451, 500, 599, 206])(
    'H3: %i is a status, its body unread',
    async (status) => {
      const got = await answered(status, { 'content-type': 'text/html' }, 'x'.repeat(2000));
      expect(got).toMatchObject({ kind: 'status', status });
      expect(got).not.toHaveProperty('body');
    },
  );

  it('H3: Retry-After comes with the status, in milliseconds', async () => {
    expect(await answered(429, { 'retry-after': '7' })).toMatchObject({ kind: 'status', retryAfterMs: 7000 });
    const date = 'Mon, 23 Feb 2026 03:01:00 GMT';
    expect(await answered(503, { 'retry-after': date })).toMatchObject({ status: 503, retryAfterMs: 60_000 });
    expect(await answered(503, {})).toMatchObject({ status: 503, retryAfterMs: undefined });
  });

  it('H3: any other 2xx is a page', async () => {
    expect(await answered(203, { 'content-type': 'text/plain' }, 'x')).toMatchObject({ kind: 'page', status: 203 });
  });

  it.each([204, 205])('FAULTS 18: %i is refused as empty', async (status) => {
    expect(await answered(status, {})).toMatchObject({ kind: 'refused', verdict: { ok: false, by: 'content:empty' } });
  });
});

describe('H4: content types', () => {
  it('H4: a refused type is refused before its body is read', async () => {
    let written = 0;
    server.answer((_, res) => {
      res.writeHead(200, { 'content-type': 'application/octet-stream' });
      const more = (): void => {
        do written += 65_536;
        while (!res.destroyed && res.write(Buffer.alloc(65_536)));
      };
      res.on('drain', more);
      more();
    });
    const got = await pages().page(`${server.origin}/`);
    expect(got).toMatchObject({ kind: 'refused', verdict: { by: 'content:type', detail: 'application/octet-stream' } });
    expect(got.bytes).toBeLessThan(200_000);
    expect(written).toBeLessThan(20_000_000);
  });

  it.each([
    ['text/html', '%PDF-1.7', 'declared as html, looks like PDF'],
    ['text/plain', '\0\x01\x02\x03', 'declared as text, looks like binary data'],
    ['application/json', '{"name":"x"}', 'JSON, but not an OpenAPI document'],
    ['', '%PDF-1.7', 'looks like PDF, which is not enabled'],
    ['', '\0\x01', 'looks like binary data'],
    ['image/svg+xml', '<svg>', 'image/svg+xml'],
    ['application/pdf', '%PDF-1.7', 'application/pdf, which is not enabled'],
  ])('FAULTS 49: "%s" with %j is refused: %s', async (type, body, detail) => {
    const got = await answered(200, type === '' ? {} : { 'content-type': type }, body);
    expect(got).toMatchObject({ kind: 'refused', verdict: { ok: false, by: 'content:type', detail } });
  });

  it.each([
    ['', '<!doctype html>', 'html'],
    ['', 'words', 'text'],
    ['text/plain', '<!doctype html>', 'text'],
    ['text/markdown', '# x', 'markdown'],
    ['application/json', '{"swagger":"2.0"}', 'json'],
    ['application/yaml', 'openapi: 3.1.0', 'yaml'],
  ])('H4: "%s" with %j is kept as %s', async (type, body, contentKind) => {
    const got = await answered(200, type === '' ? {} : { 'content-type': type }, body);
    expect(got).toMatchObject({ kind: 'page', contentKind });
  });

  it('H4: of two Content-Type headers the last counts', async () => {
    await using raw = await sends('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Type: image/png\r\n\r\nx');
    expect(await pages().page(raw.origin)).toMatchObject({ kind: 'refused' });
  });
});

describe('H6: bounds', () => {
  it('H6: five megabytes is the most, one byte more is DOC_TOO_LARGE', async () => {
    server.answer((_, res) => res.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(5_000_000)));
    expect(await pages().page(server.origin)).toMatchObject({ kind: 'page', bytes: 5_000_000 });
    const bomb = zlib.gzipSync('x'.repeat(5_000_001));
    server.answer((_, res) =>
      res.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(bomb),
    );
    await expect(pages().page(server.origin)).rejects.toMatchObject({ code: 'DOC_TOO_LARGE' });
  });

  it('H6: the total time is bounded, and an abort passes its reason on', async () => {
    server.answer(() => {});
    await expect(pages({ timeouts: { ...timeouts, totalMs: 60 } }).page(server.origin)).rejects.toMatchObject({
      code: 'DOC_TIMEOUT',
    });
    const signal = AbortSignal.timeout(20);
    await expect(pages().page(server.origin, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('F9: sitemaps', () => {
  const xml = `<urlset>${'<url><loc>https://docs.example/</loc></url>'.repeat(5000)}</urlset>`;

  async function sitemap(status: number, headers: Record<string, string>, body: string | Buffer) {
    server.answer((_, res) => res.writeHead(status, headers).end(body));
    const chunks: Uint8Array[] = [];
    const got = await pages().sitemap(`${server.origin}/sitemap.xml`, { onData: (chunk) => chunks.push(chunk) });
    return { got, text: Buffer.concat(chunks).toString() };
  }

  it.each([
    ['XML', { 'content-type': 'application/xml' }, xml],
    ['a .gz file', { 'content-type': 'application/gzip' }, zlib.gzipSync(xml)],
    ['gzip on the wire', { 'content-encoding': 'gzip' }, zlib.gzipSync(xml)],
  ])('F9: %s is streamed as text', async (_name, headers, body) => {
    const { got, text } = await sitemap(200, headers, body);
    expect(text).toBe(xml);
    expect(got).toMatchObject({ status: 200, bytes: body.length });
    expect(sent()).toMatchObject({ 'user-agent': 'docent/1', accept: expect.stringContaining('application/xml') });
  });

  it('F9: other answers deliver nothing', async () => {
    const missing = await sitemap(404, {}, 'not found');
    expect([missing.got.status, missing.text]).toEqual([404, '']);
    const moved = await sitemap(301, { location: '/s.xml' }, 'moved');
    expect([moved.got.location, moved.text]).toEqual(['/s.xml', '']);
    expect((await sitemap(503, { 'retry-after': '5' }, 'later')).got.retryAfterMs).toBe(5000);
  });

  it('FAULTS 40: fifty megabytes is the most, decoded', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(60_000_000, 'x'), { level: 1 });
    await expect(sitemap(200, {}, bomb)).rejects.toMatchObject({ code: 'DOC_TOO_LARGE' });
  });

  it('H6: a large reply over a raw socket has the same facts', async () => {
    await using raw = await sends(reply(200, { ETag: '"s"', 'Last-Modified': 'nonsense' }, xml));
    const got = await pages().sitemap(raw.origin, { onData: () => {} });
    expect(got).toMatchObject({ status: 200, etag: '"s"', lastModified: undefined });
  });
});
