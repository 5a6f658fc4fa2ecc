// Proves one request against real servers on loopback, most of them broken on purpose.

import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createRawServer, type Server, type Socket } from 'node:net';
import zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { untilPasses } from '../../test/support/until.ts';
import { createAddressGuard } from './address.ts';
import { createHttp, type Http, type HttpRequest } from './http.ts';

/** Longer than a test may hang: what ends has not waited for it. */
const LONG_MS = 600_000;
const request: HttpRequest = {
  ...{ headers: {}, maxBytes: 100_000, onTooLarge: 'error' },
  ...{ connectMs: LONG_MS, readMs: LONG_MS },
};
const guard = createAddressGuard({ allowPrivate: ['127.0.0.1', '::1'] });
const cleanups: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function client(): Http {
  const http = createHttp({ guard });
  cleanups.push(() => http.close());
  return http;
}

async function listen(server: Server, host = '127.0.0.1'): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const serve = (listener: RequestListener, host?: string): Promise<string> => listen(createServer(listener), host);

/** A server that answers every connection's first bytes with what `answer` does to the socket. */
const raw = (answer: (socket: Socket) => void): Promise<string> =>
  listen(createRawServer((socket) => socket.once('data', () => answer(socket))));

const sends = (...parts: readonly (string | Buffer)[]): Promise<string> =>
  raw((socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  });

const textOf = (body: Uint8Array): string => Buffer.from(body).toString();

describe('H1 H2: what is sent and returned', () => {
  it('H2: a page comes back with status, lower-case headers, body, wire bytes and the address it came from', async () => {
    const url = await serve((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip', 'X-Two': ['a', 'b'] });
      res.end(zlib.gzipSync('hello '.repeat(1000)));
    });
    const reply = await client().get(url, request);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html');
    expect(reply.headers['x-two']).toEqual(['a', 'b']);
    expect(textOf(reply.body)).toBe('hello '.repeat(1000));
    expect(reply.bytes).toBe(zlib.gzipSync('hello '.repeat(1000)).length);
    expect([reply.cut, reply.remoteAddress]).toEqual([false, '127.0.0.1']);
  });

  it('H2: an IPv6 literal works', async () => {
    const url = await serve((_req, res) => res.end('six'), '::1');
    const reply = await client().get(url, request);
    expect([textOf(reply.body), reply.remoteAddress]).toEqual(['six', '::1']);
  });

  it('H1: cookies, credentials, user info and fragments are not sent; Accept-Encoding is', async () => {
    let seen: { url?: string | undefined; headers: Record<string, unknown> } = { headers: {} };
    const url = await serve((req, res) => {
      seen = { url: req.url, headers: req.headers };
      res.setHeader('set-cookie', 'a=b').end();
    });
    const http = client();
    const headers = { Cookie: 'a=b', Authorization: 'Basic x', Host: 'evil.example', 'User-Agent': 'docent/1' };
    await http.get(`${url.replace('//', '//me:secret@')}/a?b=c#d`, { ...request, headers });
    expect(seen.url).toBe('/a?b=c');
    expect(seen.headers).toEqual({
      host: url.slice('http://'.length),
      connection: 'keep-alive',
      'user-agent': 'docent/1',
      'accept-encoding': 'gzip, deflate, br',
    });
    await http.get(url, request);
    expect(seen.headers.cookie).toBeUndefined();
  });

  it('H2: connections are kept alive and reused', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((req, res) => {
      ports.add(req.socket.remotePort);
      res.end('x');
    });
    const http = client();
    for (let i = 0; i < 5; i += 1) await http.get(`${url}/${i}`, request);
    expect(ports.size).toBe(1);
  });

  it('H3: redirects are returned, not followed, and their bodies not read', async () => {
    const url = await serve((_req, res) => {
      res.writeHead(302, { location: '/next', 'content-encoding': 'gzip' }).end('not gzip');
    });
    const reply = await client().get(url, request);
    expect([reply.status, reply.headers.location, reply.body.length]).toEqual([302, '/next', 0]);
  });

  it.each(['ftp://x/', 'file:///etc/passwd', 'data:,x', 'javascript:1', 'no url', 'http://', ''])(
    'FAULTS 22: "%s" is DOC_URL',
    async (url) => {
      await expect(client().get(url, request)).rejects.toMatchObject({ code: 'DOC_URL' });
    },
  );

  it('H1: messages name the URL without user, password and query', async () => {
    const failing = client().get('http://me:secret@127.0.0.1:1/path?token=hush', request);
    await expect(failing).rejects.toThrow('http://127.0.0.1:1/path?…: ');
    await expect(failing).rejects.not.toThrow(/secret|hush/);
    await expect(client().get('ftp://me:secret@x/?key=hush', request)).rejects.not.toThrow(/secret|hush/);
  });
});

describe('FAULTS 1–19: broken answers', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  const cases: readonly (readonly [string, string | undefined, readonly (string | Buffer)[]])[] = [
    ['FAULTS 2: an empty reply', 'DOC_CONNECT', []],
    ['FAULTS 2: a close inside the headers', 'DOC_CONNECT', [`${ok}Content-Le`]],
    ['FAULTS 3: garbage', 'DOC_PROTOCOL', ['\x00\x01garbage\r\n\r\n']],
    ['FAULTS 3: HTTP/0.9', 'DOC_PROTOCOL', ['<html>hello</html>']],
    ['FAULTS 4: HTTP/1.0 without a length', undefined, ['HTTP/1.0 200 OK\r\n\r\nhello']],
    ['FAULTS 5: status 999', 'DOC_PROTOCOL', ['HTTP/1.1 999 No\r\nContent-Length: 5\r\n\r\nhello']],
    ['FAULTS 5: status 000', 'DOC_PROTOCOL', ['HTTP/1.1 000 No\r\nContent-Length: 5\r\n\r\nhello']],
    ['FAULTS 5: no reason phrase', undefined, ['HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello']],
    ['FAULTS 6: a Content-Length longer than the body', 'DOC_TRUNCATED', [`${ok}Content-Length: 50\r\n\r\nhello`]],
    [
      'FAULTS 6: the same with Connection: close',
      'DOC_TRUNCATED',
      [`${ok}Connection: close\r\nContent-Length: 50\r\n\r\nhello`],
    ],
    ['FAULTS 7: a Content-Length shorter than the body', undefined, [`${ok}Content-Length: 5\r\n\r\nhello and more`]],
    ['FAULTS 8: a negative length', 'DOC_PROTOCOL', [`${ok}Content-Length: -5\r\n\r\nhello`]],
    ['FAULTS 8: two lengths', 'DOC_PROTOCOL', [`${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`]],
    [
      'FAULTS 8: a length and chunks',
      'DOC_PROTOCOL',
      [`${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
    ],
    [
      'FAULTS 8: chunks and a length',
      'DOC_PROTOCOL',
      [`${ok}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
    ],
    ['FAULTS 9: chunk garbage', 'DOC_PROTOCOL', [`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello`]],
    ['FAULTS 9: a huge chunk size', 'DOC_PROTOCOL', [`${ok}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\nx`]],
    ['FAULTS 10: a chunked body cut', 'DOC_TRUNCATED', [`${ok}Transfer-Encoding: chunked\r\n\r\n50\r\nhello`]],
    [
      'FAULTS 10: the same with Connection: close',
      'DOC_TRUNCATED',
      [`${ok}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`],
    ],
    ['FAULTS 15: a header of 1 MB', 'DOC_HEADERS', [`${ok}X: ${'x'.repeat(1 << 20)}\r\n\r\n`]],
    ['FAULTS 15: 5,000 headers', 'DOC_HEADERS', [`${ok}${'A: b\r\n'.repeat(5000)}\r\n`]],
    ['FAULTS 16: NUL in a header', 'DOC_PROTOCOL', [`${ok}X: a\0b\r\nContent-Length: 5\r\n\r\nhello`]],
    ['FAULTS 16: a latin-1 header', undefined, [`${ok}Content-Length: 5\r\nX: `, Buffer.from([0xe9]), '\r\n\r\nhello']],
    ['FAULTS 19: 101', 'DOC_PROTOCOL', ['HTTP/1.1 101 No\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n']],
    ['FAULTS 19: 101 without Upgrade', 'DOC_PROTOCOL', ['HTTP/1.1 101 No\r\n\r\n']],
    [
      'FAULTS 19: fifty 103 before 200',
      undefined,
      [`${'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(50)}${ok}Content-Length: 5\r\n\r\nhello`],
    ],
    [
      'FAULTS 27: an unknown encoding',
      'DOC_ENCODING',
      [`${ok}Content-Encoding: rot13\r\nContent-Length: 5\r\n\r\nhello`],
    ],
    [
      'FAULTS 27: 1,000 encodings',
      'DOC_ENCODING',
      [`${ok}Content-Encoding: ${'gzip,'.repeat(1000)}\r\nContent-Length: 5\r\n\r\nhello`],
    ],
    [
      'FAULTS 26: a truncated gzip body',
      'DOC_TRUNCATED',
      [`${ok}Content-Encoding: gzip\r\nConnection: close\r\n\r\n`, zlib.gzipSync('hello'.repeat(99)).subarray(0, -9)],
    ],
  ];

  it.each(cases)('%s is %s (undefined: the page)', async (_name, code, parts) => {
    const fetched = client().get(await sends(...parts), request);
    if (code) await expect(fetched).rejects.toMatchObject({ name: 'DocentError', code });
    else expect(textOf((await fetched).body)).toBe('hello');
  });

  it('FAULTS 19: fifty 100 before 200, in pieces of any size, on a reused connection too', async () => {
    const answer = Buffer.from(
      `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)}${ok}Content-Length: 21\r\n\r\nHTTP/1.1 100 Continue`,
    );
    let connections = 0;
    const server = createRawServer((socket) => {
      connections += 1;
      socket.setNoDelay(true).on('data', async (data) => {
        const size = Number(/GET \/(\d+)/.exec(data.toString())?.[1]);
        for (let at = 0; at < answer.length; at += size) {
          socket.write(answer.subarray(at, at + size));
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
    });
    const url = await listen(server);
    const http = client();
    for (const size of [9999, 25, 7, 11]) {
      expect(textOf((await http.get(`${url}/${size}`, request)).body)).toBe('HTTP/1.1 100 Continue');
    }
    expect(connections).toBe(1);
  });

  it('FAULTS 1: a refused connection is DOC_CONNECT with its cause', async () => {
    const http = client();
    const url = await listen(createRawServer());
    await cleanups.pop()?.();
    await expect(http.get(url, request)).rejects.toMatchObject({
      code: 'DOC_CONNECT',
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('FAULTS 2: a reset before the headers is DOC_CONNECT', async () => {
    const url = await raw((socket) => socket.resetAndDestroy());
    await expect(client().get(url, request)).rejects.toMatchObject({ code: 'DOC_CONNECT' });
  });

  it('FAULTS 10: a reset inside the body is DOC_TRUNCATED', async () => {
    const begun = Promise.withResolvers<void>();
    const url = await raw((socket) => {
      socket.write(`${ok}Content-Length: 50\r\n\r\nhello`);
      void begun.promise.then(() => socket.resetAndDestroy());
    });
    const fetched = client().get(url, { ...request, onData: () => begun.resolve() });
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_TRUNCATED' });
  });

  it.each([
    ['FAULTS 17: 304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello', 304],
    ['FAULTS 18: 204', 'HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello', 204],
    ['FAULTS 18: 205', 'HTTP/1.1 205 No\r\nContent-Length: 5\r\n\r\nhello', 205],
    ['FAULTS 18: 205 cut short', 'HTTP/1.1 205 No\r\nContent-Length: 50\r\n\r\nhello', 205],
    ['FAULTS 18: an endless 205', `HTTP/1.1 205 No\r\n\r\n${'x'.repeat(200_000)}`, 205],
  ])('%s with a body is empty', async (_name, answer, status) => {
    const reply = await client().get(await sends(answer), request);
    expect([reply.status, reply.body.length]).toEqual([status, 0]);
  });

  it('H1: HEAD has no body whatever its headers', async () => {
    const url = await serve((_req, res) => {
      res.writeHead(200, { 'content-length': 9_999_999, 'content-encoding': 'gzip' }).end();
    });
    const reply = await client().get(url, { ...request, method: 'HEAD' });
    expect([reply.status, reply.body.length, reply.headers['content-length']]).toEqual([200, 0, '9999999']);
  });
});

describe('FAULTS 11–14: time and size', () => {
  const quick = { ...request, readMs: 150 };
  const trickle = (first: string) =>
    raw((socket) => {
      socket.write(first);
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    });

  it.each([
    ['FAULTS 11: headers byte by byte', () => trickle('HTTP/1.1 200 OK\r\nX: ')],
    ['FAULTS 12: a body byte by byte', () => trickle('HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n')],
    [
      'FAULTS 12: the body of a redirect byte by byte',
      () => trickle('HTTP/1.1 302 Go\r\nContent-Length: 99999\r\n\r\n'),
    ],
    ['FAULTS 13: a server that never answers', () => raw(() => {})],
    ['FAULTS 19: endless 103s', () => trickle('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 103 Early Hints\r\nX: ')],
  ])('%s ends at the deadline', async (_name, open) => {
    await expect(client().get(await open(), quick)).rejects.toMatchObject({ code: 'DOC_TIMEOUT' });
  });

  it('FAULTS 14: an endless body ends at the cap and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await serve((_req, res) => {
      const chunk = Buffer.alloc(16_384);
      const more = (): void => {
        while (!res.destroyed && res.write(chunk));
      };
      res.on('drain', more).on('close', closed.resolve);
      more();
    });
    await expect(client().get(url, request)).rejects.toMatchObject({ code: 'DOC_TOO_LARGE' });
    await closed.promise;
  });

  it('R16: with onTooLarge cut the first bytes come back', async () => {
    const url = await serve((_req, res) => res.end('x'.repeat(300_000)));
    const reply = await client().get(url, { ...request, maxBytes: 500, onTooLarge: 'cut' });
    expect([reply.body.length, reply.cut]).toEqual([500, true]);
  });

  it('FAULTS 14: a declared length over the cap is refused before the body is read', async () => {
    const url = await sends('HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n');
    await expect(client().get(url, request)).rejects.toMatchObject({ code: 'DOC_TOO_LARGE' });
  });

  it('FAULTS 25: a br bomb stops at the cap with little memory', async () => {
    const bomb = zlib.brotliCompressSync(Buffer.alloc(200 * 1024 * 1024), {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 },
    });
    const url = await serve((_req, res) => res.setHeader('content-encoding', 'br').end(bomb));
    const before = process.memoryUsage.rss();
    const bombed = client().get(url, { ...request, maxBytes: 5_000_000 });
    await expect(bombed).rejects.toMatchObject({ code: 'DOC_TOO_LARGE' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('aborting and closing', () => {
  it('H6: an aborted request rejects with the signal’s reason and frees the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const abort = new AbortController();
    const url = await raw((socket) => {
      socket.on('close', () => closed.resolve());
      abort.abort(new Error('enough'));
    });
    await expect(client().get(url, { ...request, signal: abort.signal })).rejects.toThrow('enough');
    await closed.promise;
  });

  it('H6: an already aborted signal sends nothing', async () => {
    await expect(client().get('http://127.0.0.1:1/', { ...request, signal: AbortSignal.abort() })).rejects.toThrow(
      /abort/,
    );
  });

  it('H6: close ends requests in flight, and later ones fail', async () => {
    const http = createHttp({ guard });
    const reached = Promise.withResolvers<void>();
    const url = await raw(() => reached.resolve());
    const fetched = http.get(url, request);
    const failed = expect(fetched).rejects.toMatchObject({ code: 'DOC_CONNECT' });
    await reached.promise;
    await http.close();
    await failed;
    await expect(http.get(url, request)).rejects.toMatchObject({ name: 'DocentError' });
  });

  it('H6: many broken requests leave no socket behind', async () => {
    const server = createRawServer((socket) => socket.on('data', () => socket.write('garbage\r\n\r\n')));
    const url = await listen(server);
    const http = client();
    await Promise.allSettled(Array.from({ length: 50 }, (_, i) => http.get(`${url}/${i}`, request)));
    const probe = connect(Number(new URL(url).port), '127.0.0.1');
    await new Promise((resolve) => probe.once('connect', resolve));
    const open = () => new Promise((resolve) => server.getConnections((_e, n) => resolve(n)));
    await untilPasses(async () => expect(await open()).toBe(1));
    probe.destroy();
  });
});
