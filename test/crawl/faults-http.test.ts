// The HTTP rows of the fault catalogue (FAULTS 1–31, 33, 34), each against a server on loopback that is broken that way.
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { DocentError, type ErrorCode } from '../../src/core/errors.ts';
import { createAddressGuard } from '../../src/fetch/address.ts';
import type { Lookup } from '../../src/fetch/connect.ts';
import { createHttp, type Http } from '../../src/fetch/http.ts';
import { createPageFetch, type PageFetch, type PageFetchRequest, type PageReply } from '../../src/fetch/page.ts';
import { retryDelay } from '../../src/fetch/retry.ts';
import { judgeRedirect } from '../../src/frontier/redirect.ts';
import { type Part, type RawServer, reply, sends, startRawServer, trickles } from '../support/raw-server.ts';

const now = Date.UTC(2026, 1, 23, 3, 0, 0);
const clock = { wall: () => now, mono: systemClock.mono };
const html = { 'Content-Type': 'text/html' };
const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

// "chosen.test" is a host whose addresses a test chooses; every other name has none.
let addresses: readonly string[] = [];
const lookup: Lookup = async (host) =>
  host === 'chosen.test' ? addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) : [];

let good: RawServer;
let http: Http;
let pages: PageFetch;
let quick: PageFetch;

beforeAll(async () => {
  good = await sends(reply(200, html, '<p>good'));
  http = createHttp({ guard: createAddressGuard({ allowPrivate: ['127.0.0.1'] }), lookup });
  pages = createPageFetch({ http, agent: 'docent/test', clock });
  quick = createPageFetch({ http, agent: 'docent/test', clock, timeouts: { totalMs: 150 } });
});

// In every row: whatever the server did, the good pages of the same run complete.
afterEach(async () => {
  expect(bodyOf(await pages.page(good.origin))).toBe('<p>good');
});

afterAll(async () => {
  await http.close();
  await good[Symbol.asyncDispose]();
});

const bodyOf = (got: PageReply): string => (got.kind === 'page' ? Buffer.from(got.body).toString() : got.kind);

/** E: the code, and R: its retry column: 30 s once (SPEC H3), or nothing. */
async function expectFailure(fetched: Promise<unknown>, code: ErrorCode): Promise<DocentError> {
  const error: unknown = await fetched.then(
    (value) => value,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(DocentError);
  expect(error).toMatchObject({ code, retry: retried.has(code) });
  const waits = [0, 1].map((attempt) => retryDelay({ code }, attempt));
  expect(waits).toEqual(retried.has(code) ? [30_000, undefined] : [undefined, undefined]);
  return error as DocentError;
}

const retried: ReadonlySet<ErrorCode> = new Set(['DOC_DNS', 'DOC_CONNECT', 'DOC_TIMEOUT', 'DOC_TRUNCATED']);

/** Follows a chain as a crawl does: every hop requested, every Location judged. */
async function follow(start: string, limit = 3): Promise<PageReply | string> {
  const visited: string[] = [];
  for (let url = start, hop = 1; ; hop += 1) {
    const got = await pages.page(url);
    if (got.kind !== 'redirect') return got;
    const next = judgeRedirect({ from: url, location: got.location, hop, limit, visited });
    if (!next.ok) return next.by;
    visited.push(url);
    url = next.url;
  }
}

type Row = readonly [row: string, result: ErrorCode | 'C', parts: readonly Part[]];

/** "R" and "E" rows hold their code (R by its retry column), "C" rows the page. */
const answers: readonly Row[] = [
  ['2: an empty reply', 'DOC_CONNECT', []],
  ['2: a close inside the headers', 'DOC_CONNECT', ['HTTP/1.1 200 OK\r\nContent-Le']],
  ['3: garbage bytes', 'DOC_PROTOCOL', [Buffer.from([0, 1, 2, 0xff, 0x0d, 0x0a])]],
  ['3: HTTP/0.9', 'DOC_PROTOCOL', ['<html>hello</html>']],
  ['4: HTTP/1.0 without a length', 'C', [`${ok.replace('1.1', '1.0')}\r\nhello`]],
  ['5: status 999', 'DOC_PROTOCOL', [reply(999, html, 'hello')]],
  ['5: status 000', 'DOC_PROTOCOL', ['HTTP/1.1 000 No\r\nContent-Length: 5\r\n\r\nhello']],
  ['5: status 600', 'DOC_PROTOCOL', [reply(600, html, 'hello')]],
  ['5: no reason phrase', 'C', [`${ok.replace(' OK', '')}Content-Length: 5\r\n\r\nhello`]],
  ['6: a Content-Length longer than the body', 'DOC_TRUNCATED', [`${ok}Content-Length: 50\r\n\r\nhello`]],
  ['8: a negative length', 'DOC_PROTOCOL', [`${ok}Content-Length: -5\r\n\r\nhello`]],
  ['8: two different lengths', 'DOC_PROTOCOL', [`${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`]],
  [
    '8: a length and chunks',
    'DOC_PROTOCOL',
    [`${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
  ],
  ['9: chunk garbage', 'DOC_PROTOCOL', [`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello`]],
  ['9: a huge chunk size', 'DOC_PROTOCOL', [`${ok}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\nhello`]],
  ['10: a chunked body cut', 'DOC_TRUNCATED', [`${ok}Transfer-Encoding: chunked\r\n\r\n50\r\nhello`]],
  ['15: a header of 1 MB', 'DOC_HEADERS', [`${ok}X: ${'x'.repeat(1 << 20)}\r\n\r\nhello`]],
  ['15: 5,000 headers', 'DOC_HEADERS', [`${ok}${'A: b\r\n'.repeat(5000)}\r\nhello`]],
  ['16: NUL in a header', 'DOC_PROTOCOL', [`${ok}X: a\0b\r\n\r\nhello`]],
  ['16: a latin-1 header', 'C', [Buffer.from(`${ok}X: caf\xe9\r\n\r\nhello`, 'latin1')]],
  ['19: fifty 100 before 200', 'C', [`${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)}${ok}\r\nhello`]],
  ['19: fifty 103 before 200', 'C', [`${'HTTP/1.1 103 Hints\r\n\r\n'.repeat(50)}${ok}\r\nhello`]],
  ['19: 101', 'DOC_PROTOCOL', ['HTTP/1.1 101 No\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n']],
  ['27: 1,000 nested encodings', 'DOC_ENCODING', [`${ok}Content-Encoding: ${'gzip,'.repeat(1000)}gzip\r\n\r\nhello`]],
  ['27: an unknown encoding', 'DOC_ENCODING', [`${ok}Content-Encoding: rot13\r\n\r\nhello`]],
];

describe('FAULTS 2–19, 27: answers', () => {
  it.each(answers)('FAULTS %s → %s', async (_row, result, parts) => {
    await using server = await sends(...parts);
    const fetched = pages.page(server.origin);
    if (result === 'C') expect(bodyOf(await fetched)).toBe('hello');
    else await expectFailure(fetched, result);
  });

  it('FAULTS 7: a Content-Length shorter than the body → the page, flagged', async () => {
    await using server = await sends(`${ok}Content-Length: 5\r\n\r\nhello and more`);
    const got = await pages.page(server.origin);
    expect([bodyOf(got), got]).toEqual(['hello', expect.objectContaining({ surplus: true })]);
  });

  it.each([
    ['2: a reset before the headers', 'DOC_CONNECT', (socket: Socket) => socket.resetAndDestroy()],
    [
      '10: a reset inside the body',
      'DOC_TRUNCATED',
      (socket: Socket) => {
        socket.write(`${ok}Content-Length: 50\r\n\r\nhello`, () => setTimeout(() => socket.resetAndDestroy(), 20));
      },
    ],
  ] as const)('FAULTS %s → %s', async (_row, code, answer) => {
    await using server = await startRawServer(answer);
    await expectFailure(pages.page(server.origin), code);
  });
});

describe('FAULTS 1: no connection', () => {
  it('FAULTS 1: connection refused → DOC_CONNECT, retried', async () => {
    const server = await sends();
    await server[Symbol.asyncDispose]();
    await expectFailure(pages.page(server.origin), 'DOC_CONNECT');
  });

  it('FAULTS 1: NXDOMAIN → DOC_DNS, retried', async () => {
    await expectFailure(pages.page('http://nowhere.test/'), 'DOC_DNS');
  });
});

describe('FAULTS 11–14: time and size', () => {
  it.each([
    ['11: headers byte by byte', 'HTTP/1.1 200 OK\r\nX: '],
    ['12: a body byte by byte', `${ok}Content-Length: 99999\r\n\r\n`],
    ['12: a chunk byte by byte', `${ok}Transfer-Encoding: chunked\r\n\r\nffff\r\n`],
    ['13: no answer at all', ''],
  ])('FAULTS %s → DOC_TIMEOUT at the total deadline', async (row, first) => {
    await using server = row.startsWith('13') ? await startRawServer(() => {}) : await trickles(first);
    await expectFailure(quick.page(server.origin), 'DOC_TIMEOUT');
  });

  it('FAULTS 14: an endless body → DOC_TOO_LARGE, memory flat, connection closed', async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await startRawServer((socket) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const more = (): void => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on('drain', more).on('close', closed.resolve);
      socket.write(`${ok}\r\n`);
      more();
    });
    const before = process.memoryUsage.rss();
    await expectFailure(pages.page(server.origin), 'DOC_TOO_LARGE');
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
    await closed.promise;
  });
});

describe('FAULTS 17–18: answers without a page', () => {
  it('FAULTS 17: 304 with a body → the stored page is kept', async () => {
    await using server = await sends(reply(304, { ETag: '"v1"' }, '<p>not to be read'));
    const stored = { etag: '"v1"', fetchedAt: now - 1000 };
    expect(await pages.page(server.origin, { stored })).toMatchObject({ kind: 'not-modified', etag: '"v1"' });
  });

  it('FAULTS 17: 304 without a condition → an error, not tried again', async () => {
    await using server = await sends(reply(304, {}));
    const got = await pages.page(server.origin);
    expect(got).toMatchObject({ kind: 'status', status: 304 });
    expect(retryDelay({ status: 304 }, 0)).toBeUndefined();
  });

  it.each([204, 205])('FAULTS 18: %i with a body → skipped as empty', async (status) => {
    await using server = await sends(reply(status, html, '<p>x'));
    expect(await pages.page(server.origin)).toMatchObject({ kind: 'refused', verdict: { by: 'content:empty' } });
  });
});

describe('FAULTS 20–24: redirects and addresses', () => {
  /** Redirects to what `next` returns for the number at the end of the path. */
  const redirects = (next: (n: number) => Readonly<Record<string, string>>): Promise<RawServer> =>
    startRawServer((socket, request) => {
      const n = Number(/^GET \/(\d+)/.exec(request)?.[1] ?? 0);
      const headers = next(n);
      socket.write('Location' in headers || n < 9 ? reply(302, headers) : reply(200, html, 'arrived'));
    });

  it('FAULTS 20: a loop → redirect:loop', async () => {
    await using server = await redirects((n) => ({ Location: `/${(n + 1) % 2}` }));
    expect(await follow(`${server.origin}/0`)).toBe('redirect:loop');
    await using self = await redirects(() => ({ Location: '/7#part' }));
    expect(await follow(`${self.origin}/7`)).toBe('redirect:loop');
  });

  it('FAULTS 20: three hops are followed, the fourth is redirect:limit', async () => {
    await using server = await redirects((n) => (n < 9 ? { Location: `/${n + 1}` } : ({} as Record<string, string>)));
    expect(await follow(`${server.origin}/6`)).toMatchObject({ kind: 'page' });
    expect(await follow(`${server.origin}/5`)).toBe('redirect:limit');
  });

  it.each([
    ['21: no Location', undefined, 'redirect:missing'],
    ['21: an empty Location', '', 'redirect:missing'],
    ['21: a bad Location', 'http://', 'redirect:invalid'],
    ['21: a bad port', 'http://a:99999/', 'redirect:invalid'],
    ['22: file:', 'file:///etc/passwd', 'redirect:scheme'],
    ['22: data:', 'data:text/html,x', 'redirect:scheme'],
    ['22: javascript:', 'javascript:alert(1)', 'redirect:scheme'],
    ['22: ftp:', 'ftp://127.0.0.1/', 'redirect:scheme'],
  ])('FAULTS %s (%s) → %s', async (_row, location, by) => {
    await using server = await redirects(
      (): Record<string, string> => (location === undefined ? {} : { Location: location }),
    );
    expect(await follow(`${server.origin}/0`)).toBe(by);
  });

  it.each([
    ['loopback', 'http://127.0.0.2:PORT/', 'address:loopback'],
    ['loopback as a number', 'http://2130706434:PORT/', 'address:loopback'],
    ['loopback over IPv6', 'http://[::1]:PORT/', 'address:loopback'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/', 'address:metadata'],
    ['a mapped address', 'http://[::ffff:10.0.0.1]/', 'address:private'],
    ['a NAT64 address', 'http://[64:ff9b::7f00:2]:PORT/', 'address:loopback'],
    ['6to4', 'http://[2002:a00:1::]/', 'address:private'],
  ])('FAULTS 23: a redirect to %s (%s) → DOC_ADDRESS by %s', async (_name, location, by) => {
    await using server = await redirects(() => ({ Location: location.replace('PORT', String(server.port)) }));
    const before = server.connections();
    const error = await expectFailure(follow(`${server.origin}/0`), 'DOC_ADDRESS');
    expect(error.cause).toMatchObject({ ok: false, by });
    expect(server.connections() - before).toBe(1);
  });

  it('FAULTS 24: DNS that answers public first, private second → DOC_ADDRESS at the connection', async () => {
    await using server = await sends(reply(200, html, 'hello'));
    const url = `http://chosen.test:${server.port}/`;
    // 127.0.0.1 plays the public address: it is opened, 127.0.0.2 is not.
    addresses = ['127.0.0.1'];
    expect(bodyOf(await pages.page(url))).toBe('hello');
    addresses = ['127.0.0.2'];
    await expectFailure(pages.page(url), 'DOC_ADDRESS');
    addresses = ['93.184.215.14', '127.0.0.2'];
    await expectFailure(pages.page(url), 'DOC_ADDRESS');
    expect(server.connections()).toBe(1);
  });
});

describe('FAULTS 25–26: compressed bodies', () => {
  const zeros = Buffer.alloc(1 << 20);
  const coded = (encoding: string, body: Buffer): Promise<RawServer> =>
    sends(reply(200, { ...html, 'Content-Encoding': encoding }, body));
  const repeat = (body: Buffer, times: number): Buffer => Buffer.concat(Array.from({ length: times }, () => body));

  it.each([
    ['gzip', () => repeat(zlib.gzipSync(zeros), 200)],
    ['zstd', () => repeat(zlib.zstdCompressSync(zeros), 200)],
    ['br', () => zlib.brotliCompressSync(repeat(zeros, 100), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ])('FAULTS 25: a %s bomb → DOC_TOO_LARGE, at most 64 MB more memory', async (encoding, bomb) => {
    await using server = await coded(encoding, bomb());
    const before = process.memoryUsage.rss();
    await expectFailure(pages.page(server.origin), 'DOC_TOO_LARGE');
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  const text = Buffer.from('<p>All work and no play. '.repeat(2000));
  it.each([
    ['gzip', zlib.gzipSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['zstd', zlib.zstdCompressSync(text)],
  ])('FAULTS 26: truncated %s → DOC_TRUNCATED, retried, no page', async (encoding, body) => {
    for (const keep of [Math.floor(body.length / 2), body.length - 1]) {
      await using server = await coded(encoding, body.subarray(0, keep));
      await expectFailure(pages.page(server.origin), 'DOC_TRUNCATED');
    }
  });
});

describe('FAULTS 28: TLS (certificates: src/fetch/connect.test.ts)', () => {
  it('FAULTS 28: plain text where TLS should be → DOC_TLS, and no downgrade', async () => {
    await using server = await sends(reply(200, html, 'hello'));
    await expectFailure(pages.page(server.origin.replace('http:', 'https:')), 'DOC_TLS');
    expect(server.received()).not.toContain('GET');
  });
});

describe('FAULTS 29–31: statuses', () => {
  const day = 86_400_000;

  it.each([
    ['in seconds', '120', 120_000],
    ['as a date', 'Mon, 23 Feb 2026 03:02:00 GMT', 120_000],
    ['in ten years', '315360000', day],
    ['as a date in ten years', 'Sat, 23 Feb 2036 03:00:00 GMT', day],
    ['negative', '-5', 0],
    ['unreadable', 'soon', 60_000],
    ['missing', undefined, 60_000],
  ])('FAULTS 29: 429 with Retry-After %s (%s) → once, after %i ms', async (_name, value, wait) => {
    await using server = await sends(reply(429, value === undefined ? {} : { 'Retry-After': value }, 'slow down'));
    const got = await pages.page(server.origin);
    expect(got.kind).toBe('status');
    const { status, retryAfterMs } = got as Extract<PageReply, { kind: 'status' }>;
    const failure = retryAfterMs === undefined ? { status } : { status, retryAfterMs };
    expect([0, 1].map((attempt) => retryDelay(failure, attempt))).toEqual([wait, undefined]);
  });

  it.each([
    [503, [30_000, 60_000, 120_000, undefined]],
    [500, [30_000, 60_000, undefined, undefined]],
    [502, [30_000, 60_000, undefined, undefined]],
  ])('FAULTS 30: %i → a status, retried after %j ms', async (status, waits) => {
    await using server = await sends(reply(status, html, 'oops'));
    expect(await pages.page(server.origin)).toMatchObject({ kind: 'status', status, retryAfterMs: undefined });
    expect([0, 1, 2, 3].map((attempt) => retryDelay({ status }, attempt))).toEqual(waits);
  });

  it('FAULTS 30: 503 flapping → status, page, status on one connection', async () => {
    let count = 0;
    await using server = await startRawServer((socket) => {
      count += 1;
      socket.write(count % 2 === 1 ? reply(503, { 'Retry-After': '1' }, 'no') : reply(200, html, 'hello'));
    });
    const kinds: string[] = [];
    for (let i = 0; i < 4; i += 1) kinds.push((await pages.page(server.origin)).kind);
    expect([kinds, server.connections()]).toEqual([['status', 'page', 'status', 'page'], 1]);
  });

  it.each([401, 403, 404, 410, 451])(
    'FAULTS 31: %i → a status that is not retried, its page unread',
    async (status) => {
      await using server = await sends(reply(status, html, '<p>Please log in'));
      const got = await pages.page(server.origin);
      expect(got).toMatchObject({ kind: 'status', status });
      expect(got).not.toHaveProperty('body');
      expect(retryDelay({ status }, 0)).toBeUndefined();
    },
  );
});

describe('FAULTS 33–34: validators', () => {
  const hash = (got: PageReply): string => createHash('sha256').update(bodyOf(got)).digest('hex');

  /** A server whose nth answer has the nth ETag and body. */
  async function fetchTwice(answered: readonly (readonly [etag: string, body: string])[], request?: PageFetchRequest) {
    let count = 0;
    await using server = await startRawServer((socket) => {
      const [etag = '', body = ''] = answered[count] ?? [];
      count += 1;
      socket.write(reply(200, { ...html, ETag: etag }, body));
    });
    return [await pages.page(server.origin), await pages.page(server.origin, request)] as const;
  }

  it('FAULTS 33: the ETag changes, the body does not → a page with the same hash', async () => {
    const request = { stored: { etag: '"a"', fetchedAt: now } };
    const [first, second] = await fetchTwice(
      [
        ['"a"', 'same'],
        ['"b"', 'same'],
      ],
      request,
    );
    expect([first, second]).toMatchObject([{ etag: '"a"' }, { etag: '"b"' }]);
    expect(hash(second)).toBe(hash(first));
  });

  it('FAULTS 33: the body changes, the ETag does not → a page with another hash when it is sent', async () => {
    const request = { stored: { etag: '"a"', fetchedAt: now } };
    const [first, second] = await fetchTwice(
      [
        ['"a"', 'old'],
        ['"a"', 'new'],
      ],
      request,
    );
    expect([first, second]).toMatchObject([{ kind: 'page' }, { kind: 'page', etag: '"a"' }]);
    expect(hash(second)).not.toBe(hash(first));
  });

  it.each(['Sat, 23 Feb 2126 03:00:00 GMT', 'Mon, 23 Feb 2026 03:00:01 GMT', 'garbage', '0', '2026-02-22T00:00:00Z'])(
    'FAULTS 34: Last-Modified "%s" → ignored, now and when it was stored',
    async (date) => {
      await using server = await sends(reply(200, { ...html, 'Last-Modified': date }, 'hello'));
      expect(await pages.page(server.origin)).toMatchObject({ kind: 'page', lastModified: undefined });
      if (!date.endsWith('GMT')) {
        await pages.page(server.origin, { stored: { lastModified: date, fetchedAt: now } });
        expect(server.received().toLowerCase()).toContain('if-modified-since: mon, 23 feb 2026 03:00:00 gmt');
      }
    },
  );
});
