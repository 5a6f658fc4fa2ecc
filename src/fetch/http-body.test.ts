// Proves what a request may do with a body: refuse it, stream it, bound its speed, notice what came behind it.

import { setTimeout as delay } from 'node:timers/promises';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startServer } from '../../test/support/local-server.ts';
import { reply, sends, startRawServer, trickles } from '../../test/support/raw-server.ts';
import { createAddressGuard } from './address.ts';
import { createHttp, type Http, type HttpRequest } from './http.ts';

/** Longer than a test may hang: what ends has not waited for it. */
const LONG_MS = 600_000;
const request: HttpRequest = {
  ...{ headers: {}, maxBytes: 100_000, onTooLarge: 'error' },
  ...{ connectMs: LONG_MS, readMs: LONG_MS },
};
const refuseAll = { ...request, wantBody: () => false };
const open: Http[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const http of open.splice(0)) await http.close();
});

function client(): Http {
  const http = createHttp({ guard: createAddressGuard({ allowPrivate: ['127.0.0.1'] }) });
  open.push(http);
  return http;
}

const textOf = (body: Uint8Array): string => Buffer.from(body).toString();

describe('H4: wantBody', () => {
  it('H4: gets status and headers, and decides', async () => {
    await using server = await sends(reply(200, { 'Content-Type': 'image/png' }, 'png'));
    const heads: unknown[] = [];
    const wantBody: HttpRequest['wantBody'] = (status, headers) => heads.push(status, headers['content-type']) === 0;
    const refused = await client().get(server.origin, { ...request, wantBody });
    expect(heads).toEqual([200, 'image/png']);
    expect([refused.body.length, refused.bodyRefused, refused.cut]).toEqual([0, true, false]);
    const accepted = await client().get(server.origin, { ...request, wantBody: () => true });
    expect([textOf(accepted.body), accepted.bodyRefused]).toEqual(['png', undefined]);
  });

  it('H4: is not called where there is no body to read', async () => {
    await using server = await sends(reply(302, { Location: '/x' }, 'go'));
    const wantBody = vi.fn(() => false);
    const { status, bodyRefused } = await client().get(server.origin, { ...request, wantBody });
    expect([status, bodyRefused, wantBody.mock.calls.length]).toEqual([302, undefined, 0]);
  });

  it('H4: a small refused body leaves the connection usable', async () => {
    await using server = await startRawServer((socket) => socket.write(reply(200, {}, 'x'.repeat(9000))));
    const http = client();
    for (let i = 0; i < 3; i += 1)
      expect(await http.get(server.origin, refuseAll)).toMatchObject({ bodyRefused: true });
    expect(server.connections()).toBe(1);
  });

  it('H4: a large refused body is not read: its connection is dropped at once', async () => {
    const sent = Promise.withResolvers<number>();
    await using server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 900000000\r\n\r\n');
      const more = (): void => {
        while (socket.writable && socket.write(Buffer.alloc(65_536)));
      };
      socket.on('drain', more).on('close', () => sent.resolve(socket.bytesWritten));
      more();
    });
    const { bodyRefused, bytes } = await client().get(server.origin, refuseAll);
    expect([bodyRefused, bytes <= 131_072]).toEqual([true, true]);
    expect(await sent.promise).toBeLessThan(20_000_000);
  });

  it('H4: an endless one without a length is abandoned after 64 KiB, a slow one after a second', async () => {
    await using endless = await sends(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_000_000)}`);
    expect(await client().get(endless.origin, refuseAll)).toMatchObject({ bodyRefused: true, status: 200 });
    await using slow = await trickles('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n');
    expect(await client().get(slow.origin, refuseAll)).toMatchObject({ bodyRefused: true });
  });

  it('H4: a refused body may be broken, too large or in an unknown encoding', async () => {
    for (const head of ['Content-Length: 50', 'Content-Length: 999999', 'Content-Encoding: rot13']) {
      await using server = await sends(`HTTP/1.1 200 OK\r\n${head}\r\n\r\nhello`);
      expect(await client().get(server.origin, refuseAll), head).toMatchObject({ bodyRefused: true });
    }
  });

  it('H4: what it throws is the request’s failure', async () => {
    await using server = await sends(reply(200, {}, 'x'));
    const wantBody = (): boolean => {
      throw new Error('no idea');
    };
    await expect(client().get(server.origin, { ...request, wantBody })).rejects.toMatchObject({
      code: 'DOC_INTERNAL',
      cause: { message: 'no idea' },
    });
  });
});

describe('F9: onData', () => {
  const text = 'All work and no play. '.repeat(20_000);
  const roomy = { ...request, maxBytes: 1_000_000 };

  it.each([
    ['plain', {}, Buffer.from(text)],
    ['gzip', { 'content-encoding': 'gzip' }, zlib.gzipSync(text)],
  ])('F9: a %s body is streamed decoded, and the reply holds none', async (_name, headers, body) => {
    await using server = await startServer((_, res) => res.writeHead(200, headers).end(body));
    const chunks: Uint8Array[] = [];
    const got = await client().get(server.origin, { ...roomy, onData: (chunk) => chunks.push(chunk) });
    expect(Buffer.concat(chunks).toString()).toBe(text);
    expect([got.body.length, got.bytes, got.cut]).toEqual([0, body.length, false]);
  });

  it('F9: the cap holds while streaming', async () => {
    await using server = await startServer((_, res) => res.end(text));
    let size = 0;
    const onData = (chunk: Uint8Array): void => {
      size += chunk.length;
    };
    const capped = { ...request, maxBytes: 50_000, onData };
    await expect(client().get(server.origin, capped)).rejects.toMatchObject({ code: 'DOC_TOO_LARGE' });
    expect(size).toBeLessThanOrEqual(50_000);
  });

  it('F9: what it throws ends the request', async () => {
    await using server = await startServer((_, res) => res.end(text));
    const onData = (): void => {
      throw new Error('enough');
    };
    const failing = client().get(server.origin, { ...roomy, onData });
    await expect(failing).rejects.toMatchObject({ code: 'DOC_INTERNAL', cause: { message: 'enough' } });
  });

  it.each([
    ['a gzip file', {}, zlib.gzipSync(text), text],
    ['a gzip file sent gzipped', { 'content-encoding': 'gzip' }, zlib.gzipSync(zlib.gzipSync(text)), text],
    ['a text sent gzipped', { 'content-encoding': 'gzip' }, zlib.gzipSync(text), text],
    ['a text', {}, Buffer.from(text), text],
    ['one byte', {}, Buffer.from([0x1f]), '\x1f'],
    ['nothing', {}, Buffer.alloc(0), ''],
  ])('F9: openGzip opens %s only as far as it is one', async (_name, headers, body, expected) => {
    await using server = await startServer((_, res) => res.writeHead(200, headers).end(body));
    const got = await client().get(server.origin, { ...roomy, openGzip: true });
    expect(textOf(got.body)).toBe(expected);
  });

  it('FAULTS 40: a gzip file that is a bomb, or cut, or behind a bomb is an error', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(50_000_000));
    const cases = [
      ['DOC_TOO_LARGE', {}, bomb],
      ['DOC_TOO_LARGE', { 'content-encoding': 'gzip' }, zlib.gzipSync(bomb)],
      ['DOC_TRUNCATED', {}, zlib.gzipSync(text).subarray(0, -9)],
    ] as const;
    for (const [code, headers, body] of cases) {
      await using server = await startServer((_, res) => res.writeHead(200, headers).end(body));
      await expect(client().get(server.origin, { ...roomy, openGzip: true })).rejects.toMatchObject({ code });
    }
  });
});

describe('H6: minBytesPerSec', () => {
  /** Real sockets, but windows that pass when the test lets them. */
  async function underWay(minBytesPerSec: number, bodyBytes: number) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const begun = Promise.withResolvers<void>();
    const got: { bytes: number } = { bytes: 0 };
    const server = await startRawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${'x'.repeat(bodyBytes)}`);
    });
    const onData = (chunk: Uint8Array): void => {
      got.bytes += chunk.length;
      if (got.bytes === bodyBytes) begun.resolve();
    };
    const fetched = client().get(server.origin, { ...request, minBytesPerSec, onData });
    fetched.catch(() => {});
    await begun.promise;
    return { server, fetched };
  }

  it('H6: a body slower than that over 10 s is DOC_TIMEOUT', async () => {
    const { server, fetched } = await underWay(100, 999);
    await using _ = server;
    vi.advanceTimersByTime(9_999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_TIMEOUT', message: expect.stringContaining('100 bytes') });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('H6: one that is fast enough goes on, until a window in which it is not', async () => {
    const { server, fetched } = await underWay(100, 1000);
    await using _ = server;
    vi.advanceTimersByTime(10_000);
    // The next window is under way.
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10_000);
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_TIMEOUT' });
  });
});

describe('H6: totalMs', () => {
  it('H6: bounds connecting and reading together', async () => {
    await using server = await startRawServer(() => {});
    const total = { ...request, totalMs: 80 };
    await expect(client().get(server.origin, total)).rejects.toMatchObject({
      code: 'DOC_TIMEOUT',
      message: expect.stringContaining('80 ms'),
    });
    const slow = createHttp({
      guard: createAddressGuard(),
      lookup: () => new Promise(() => {}),
    });
    open.push(slow);
    await expect(slow.get('http://docs.example/', total)).rejects.toMatchObject({ code: 'DOC_TIMEOUT' });
  });
});

describe('FAULTS 7: surplus', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n';

  it.each([
    ['behind the body', [`${head}\r\nhello and more`], true],
    ['behind the body, not kept alive', [`${head}Connection: close\r\n\r\nhello and more`], true],
    ['that looks like an answer', [`${head}\r\nhelloHTTP/1.1 200 OK\r\n\r\n`], true],
    ['after interim answers', [`HTTP/1.1 103 Hints\r\n\r\n${head}\r\nhello!`], true],
    ['none', [`${head}\r\nhello`], undefined],
    ['none, in pieces', [`${head}\r\n`, 'hel', 'lo'], undefined],
    ['with the second piece', [`${head}\r\nhel`, 'lo!'], true],
    ['none, in chunks', ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'], undefined],
    ['none, to the end', ['HTTP/1.0 200 OK\r\n\r\nhello'], undefined],
  ])('FAULTS 7: %s', async (_name, parts, surplus) => {
    await using server = await startRawServer(async (socket) => {
      for (const part of parts) {
        socket.write(part);
        await delay(10);
      }
      socket.end();
    });
    const got = await client().get(server.origin, request);
    expect([textOf(got.body), got.surplus]).toEqual(['hello', surplus]);
  });

  it('FAULTS 7: a large body with and without surplus', async () => {
    const body = 'x'.repeat(3_000_000);
    const large = { ...request, maxBytes: 5_000_000 };
    for (const extra of ['', 'more']) {
      await using server = await sends(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}${extra}`);
      const got = await client().get(server.origin, large);
      expect([got.body.length, got.surplus]).toEqual([body.length, extra === '' ? undefined : true]);
    }
  });
});
