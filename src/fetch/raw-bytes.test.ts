// H6: everything a server sends for a request is bounded, not only what it calls the body.
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type RawServer, startRawServer } from '../../test/support/raw-server.ts';
import { createAddressGuard } from './address.ts';
import { createHttp, type Http, type HttpRequest } from './http.ts';

const MB = 1_000_000;
/** Longer than a test may hang: what ends has not waited for it. */
const LONG_MS = 600_000;
const request: HttpRequest = {
  ...{ headers: {}, maxBytes: 5 * MB, onTooLarge: 'error' },
  ...{ connectMs: LONG_MS, readMs: LONG_MS },
};
let http: Http | undefined;

afterEach(() => http?.close());

function client(): Http {
  http = createHttp({ guard: createAddressGuard({ allowPrivate: ['127.0.0.1'] }) });
  return http;
}

/** Sends `first`, then `more` again and again as fast as it is taken; reports how much was sent when the connection ends. */
async function endless(
  first: string,
  more: string,
): Promise<{ readonly server: RawServer; readonly sent: Promise<number> }> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = await startRawServer((socket: Socket) => {
    socket.write(first);
    const go = (): void => {
      while (socket.writable && socket.write(more));
    };
    socket.on('drain', go).on('close', () => resolve(socket.bytesWritten));
    go();
  });
  return { server, sent: promise };
}

const chunkedHead = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const piece = 'x'.repeat(60_000);
const interim = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(2_000);
const hints = `HTTP/1.1 100 Continue\r\nX: ${'y'.repeat(1_000)}\r\n\r\n`.repeat(50);
/** What the two ends may hold between them. */
const ON_THE_WAY = 16 * MB;

describe('H6: the raw bytes of an answer', () => {
  it.each([
    ['a chunk extension', `${chunkedHead}5;`, piece, 'DOC_TOO_LARGE'],
    ['chunks of one byte with extensions', chunkedHead, `1;${'e'.repeat(5_000)}\r\nx\r\n`, 'DOC_TOO_LARGE'],
    ['answers 102', '', interim, 'DOC_HEADERS'],
    ['answers 100 with headers', '', hints, 'DOC_HEADERS'],
  ])('H6, FAULTS 14: %s without end is abandoned at the bound', async (_, first, more, code) => {
    const { server, sent } = await endless(first, more);
    await using _ending = server;
    await expect(client().get(server.origin, request)).rejects.toMatchObject({ code });
    expect(await sent).toBeLessThan(2 * request.maxBytes + MB + ON_THE_WAY);
  });

  it('H6: an endless chunk extension behind a redirect costs the connection, not the answer', async () => {
    const head = 'HTTP/1.1 302 Found\r\nLocation: /b\r\nTransfer-Encoding: chunked\r\n\r\n5;';
    const { server, sent } = await endless(head, piece);
    await using _ending = server;
    expect(await client().get(server.origin, request)).toMatchObject({ status: 302 });
    expect(await sent).toBeLessThan(2 * request.maxBytes + MB + ON_THE_WAY);
  });

  it('H6, FAULTS 19: a page of 5 MB in small chunks behind fifty interim answers is read', async () => {
    const chunk = `10\r\n${'c'.repeat(16)}\r\n`;
    await using server = await startRawServer((socket) => {
      socket.write(`${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(50)}${chunkedHead}`);
      socket.end(`${chunk.repeat((5 * MB) / 16)}0\r\n\r\n`);
    });
    expect((await client().get(server.origin, request)).body.length).toBe(5 * MB);
  });

  it('H6: the bound is for each answer, not for the connection', async () => {
    const body = 'b'.repeat(3 * MB);
    await using server = await startRawServer((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    );
    const one = client();
    for (let i = 0; i < 6; i += 1) expect((await one.get(server.origin, request)).bytes).toBe(body.length);
    expect(server.connections()).toBe(1);
  });
});
