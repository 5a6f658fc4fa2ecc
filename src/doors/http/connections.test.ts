// FAULTS 69: whatever a client does with its connection, the server closes it, and has one for whoever comes next.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { HttpBindings } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, makeCertificate } from '../../../test/support/certificate.ts';
import { until } from '../../../test/support/until.ts';
import { connectionOf } from './caller.ts';
import { type Fetch, type Listening, type ListenOptions, type ListenTimes, listen } from './listen.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-connections-'));
  if (hasOpenssl) await makeCertificate(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What no test waits for. */
const NEVER = 3_600_000;
const patient: ListenTimes = {
  ...{ handshake: NEVER, headers: NEVER, request: NEVER, keepAlive: NEVER, stall: NEVER, linger: NEVER },
  check: 20,
};
const SOON = 200;
/** More than the buffers of both ends hold. */
const LARGE = Buffer.alloc(64 << 20);
const HEAD = 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n';

/** Paths: /large has more than buffers hold, /open never ends, /held never ends for somebody who keeps the connection. */
const answers: Fetch = (request, env) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/large') return new Response(LARGE);
  if (pathname === '/body') return request.text().then((text) => new Response(text));
  if (pathname === '/held') connectionOf(env).hold?.();
  if (pathname !== '/held' && pathname !== '/open') return new Response('here');
  return new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('first')) }));
};

/** By their port; known from a first request on. */
const servers = new Map<number, Server>();

async function listening(options: Partial<ListenOptions> = {}): Promise<Listening> {
  const server = await listen(
    (request, env) => {
      const { incoming } = env as HttpBindings;
      servers.set(server.at.port, (incoming.socket as Socket & { readonly server: Server }).server);
      return answers(request, env);
    },
    { address: '127.0.0.1', port: 0, times: patient, ...options },
  );
  // A slow machine may need longer than the time that is tested.
  await until(async () => (await fresh(server).catch(() => 0)) === 200);
  await closedBut(0, server);
  return server;
}

const overSsl = (options: Partial<ListenOptions> = {}): Promise<Listening> =>
  listening({ tls: { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }, ...options });

/** A client that closes nothing by itself. */
interface Client {
  readonly socket: Socket;
  isClosed: boolean;
  received: string;
}

function followed(socket: Socket): Client {
  const client: Client = { socket, isClosed: false, received: '' };
  socket.on('error', () => {});
  socket.on('close', () => {
    client.isClosed = true;
  });
  socket.on('data', (data) => {
    client.received += data.toString('latin1').slice(0, 1_000);
  });
  return client;
}

async function plainTo({ at: { port } }: Listening, from = '127.0.0.1'): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  const client = followed(socket);
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
  return client;
}

async function tlsTo({ at: { port } }: Listening): Promise<{ readonly raw: Client; readonly tls: Client }> {
  const raw = followed(connect({ port, host: '127.0.0.1', allowHalfOpen: true }));
  const socket = connectTls({ socket: raw.socket, rejectUnauthorized: false });
  const tls = followed(socket);
  await new Promise<void>((resolve) => socket.once('secureConnect', resolve).once('close', () => resolve()));
  return { raw, tls };
}

/** Resolves when a server has closed all connections but these many, whatever their clients do. */
async function closedBut(count: number, server: Listening): Promise<void> {
  const own = servers.get(server.at.port) as Server;
  await until(() => new Promise<boolean>((resolve) => own.getConnections((_, now) => resolve(now === count))));
}

const gone = ({ socket }: Client): Promise<unknown> => until(() => socket.readableEnded || socket.destroyed);

/** What somebody gets who comes now. */
function fresh({ origin }: Listening, from = '127.0.0.1'): Promise<number | undefined> {
  const send = origin.startsWith('https:') ? overTls : overHttp;
  return new Promise((resolve, reject) => {
    const options = { localAddress: from, agent: false, rejectUnauthorized: false };
    const sent = send(`${origin}/`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    sent.once('error', reject).end();
  });
}

/** The first message of a TLS client, as bytes. */
async function clientHello(): Promise<Buffer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const received = new Promise<Buffer>((resolve) => {
    server.once('connection', (socket) => {
      socket.on('error', () => {});
      socket.once('data', (data) => {
        resolve(data);
        socket.destroy();
      });
    });
  });
  connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => {});
  const hello = await received;
  await new Promise((resolve) => server.close(resolve));
  return hello;
}

type Act = (socket: Socket) => unknown;

/** Writes a byte now and then, and again from the start. */
function trickled(bytes: Buffer | string): Act {
  const all = Buffer.from(bytes);
  return (socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(all.subarray(at, ++at)), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

describe.skipIf(!hasOpenssl)('with TLS', () => {
  let hello: Buffer;
  beforeAll(async () => {
    hello = await clientHello();
  });

  it.concurrent.each<readonly [string, Act]>([
    ['sends nothing', () => {}],
    ['sends nothing and closes its side', (socket) => socket.end()],
    ['sends the first byte of a handshake', (socket) => socket.write('\x16')],
    ['announces a record that does not come', (socket) => socket.write(Buffer.from('1603010200', 'hex'))],
    ['announces one and closes its side', (socket) => socket.end(Buffer.from('1603014000', 'hex'))],
    ['sends half of a greeting', (socket) => socket.write(hello.subarray(0, hello.length >> 1))],
    ['sends half of a greeting and closes its side', (socket) => socket.end(hello.subarray(0, -1))],
    ['sends a greeting a byte at a time', (socket) => trickled(hello)(socket)],
    ['sends a greeting and nothing more', (socket) => socket.write(hello)],
    ['sends a greeting and closes its side', (socket) => socket.end(hello)],
    ['sends a greeting and reads no reply', (socket) => socket.pause().write(hello)],
    ['sends two greetings', (socket) => socket.write(Buffer.concat([hello, hello]))],
    ['sends a greeting in pieces that are empty', (socket) => trickled('\x16\x03\x01\x00\x00')(socket)],
    ['sends an alert', (socket) => socket.write(Buffer.from('15030100020228', 'hex'))],
    ['speaks http', (socket) => socket.write(`${HEAD}\r\n`)],
    ['speaks http and closes its side', (socket) => socket.end(`${HEAD}\r\n`)],
    ['sends what is nothing', (socket) => socket.write(Buffer.alloc(100_000, 0xff))],
    ['sends zeros', (socket) => socket.write(Buffer.alloc(20_000))],
  ])('FAULTS 69: who %s is cut off before the handshake', async (_, act) => {
    const server = await overSsl({ times: { ...patient, handshake: SOON } });
    const client = await plainTo(server);
    act(client.socket);
    await closedBut(0, server);
    await server.close();
  });

  it.concurrent.each<readonly [string, Partial<ListenTimes>, (socket: Socket, raw: Socket) => unknown]>([
    ['sends nothing', { headers: SOON }, () => {}],
    ['sends nothing and closes its side', {}, (_, raw) => raw.end()],
    ['sends half a request', { headers: SOON }, (socket) => socket.write('GET /')],
    [
      'sends half a record',
      { handshake: SOON, headers: SOON },
      (_, raw) => raw.write(Buffer.from('1703030100aabb', 'hex')),
    ],
    ['sends records that are none', {}, (_, raw) => raw.write(Buffer.alloc(1_000, 0x17))],
    ['sends headers a byte at a time', { headers: SOON }, trickled(`${HEAD}x: ${'x'.repeat(10_000)}`)],
    [
      'sends no body',
      { headers: SOON, request: SOON },
      (s) => s.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n'),
    ],
    ['sends one request and keeps the connection', { keepAlive: SOON }, (socket) => socket.write(`${HEAD}\r\n`)],
    [
      'sends no request, and does not read that',
      { linger: SOON },
      (socket) => socket.pause().write('no request\r\n\r\n'),
    ],
    ['reads nothing', { stall: SOON }, (socket) => socket.pause().write(HEAD.replace('/', '/large').concat('\r\n'))],
    ['sends a hundred requests at once', {}, (socket) => socket.write(`${HEAD}\r\n`.repeat(100))],
    [
      'reads nothing of many',
      { stall: SOON },
      (s) => s.pause().write(HEAD.replace('/', '/large').concat('\r\n').repeat(9)),
    ],
  ])('FAULTS 69: who %s is cut off after it', async (_, times, act) => {
    const server = await overSsl({ times: { ...patient, linger: SOON, ...times } });
    const { raw, tls } = await tlsTo(server);
    act(tls.socket, raw.socket);
    if (tls.socket.isPaused()) raw.socket.pause();
    await closedBut(0, server);
    await server.close();
  });

  it('FAULTS 69: who comes next is served while others hold all there are, and an end ends them all', async () => {
    const server = await overSsl({ bounds: { all: 20, perClient: 20 } });
    for (let nth = 0; nth < 50; nth++) {
      const { socket } = await plainTo(server);
      if (nth % 2 === 1) socket.write(hello);
    }
    await closedBut(20, server);
    expect(await fresh(server)).toBe(200);
    await server.close();
    await closedBut(0, server);
  });

  it('FAULTS 69: who keeps its connection over TLS does not give way', async () => {
    const server = await overSsl({ bounds: { all: 3, perClient: 3 } });
    const held = await tlsTo(server);
    held.tls.socket.write(HEAD.replace('/', '/held').concat('\r\n'));
    await until(() => held.tls.received.includes('first'));
    for (let nth = 0; nth < 10; nth++) expect(await fresh(server)).toBe(200);
    for (let nth = 0; nth < 10; nth++) await tlsTo(server);
    expect(held.raw.isClosed).toBe(false);
    await server.close();
  });
});

describe('without TLS', () => {
  const large = HEAD.replace('/', '/large').concat('\r\n');
  it.concurrent.each<readonly [string, Partial<ListenTimes>, Act]>([
    ['sends nothing', { headers: SOON }, () => {}],
    ['sends nothing and closes its side', {}, (socket) => socket.end()],
    ['sends five bytes', { headers: SOON }, (socket) => socket.write('GET /')],
    ['sends five bytes and closes its side', {}, (socket) => socket.end('GET /')],
    ['sends five bytes and reads nothing', { headers: SOON }, (socket) => socket.pause().write('GET /')],
    ['sends an empty line now and then', { headers: SOON }, trickled('\r\n'.repeat(5_000))],
    ['sends headers a byte at a time', { headers: SOON }, trickled(`${HEAD}x: ${'x'.repeat(10_000)}`)],
    ['sends too many headers', {}, (socket) => socket.write(`${HEAD}x: ${'x'.repeat(20_000)}`)],
    ['sends too long a path and reads nothing', {}, (socket) => socket.pause().write(`GET /${'x'.repeat(20_000)}`)],
    ['sends no request', {}, (socket) => socket.write('no request\r\n\r\n')],
    ['sends a handshake', {}, (socket) => socket.write(Buffer.from('1603010200', 'hex'))],
    ['speaks HTTP/2', {}, (socket) => socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['sends a wrong length', {}, (socket) => socket.write(`${HEAD}content-length: -1\r\n\r\n`)],
    ['sends two lengths', {}, (s) => s.write(`${HEAD}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`)],
    ['wants a tunnel', {}, (socket) => socket.write('CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')],
    [
      'sends no body',
      { headers: SOON, request: SOON },
      (s) => s.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n'),
    ],
    [
      'sends a body a byte at a time',
      { headers: SOON, request: SOON },
      (socket) => {
        socket.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n');
        trickled('x'.repeat(9_999))(socket);
      },
    ],
    [
      'sends a bad chunk',
      {},
      (s) => s.write('POST /body HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nz\r\n'),
    ],
    [
      'sends a body that nobody reads',
      { keepAlive: SOON },
      (s) => s.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n'),
    ],
    ['expects what there is not', { keepAlive: SOON }, (socket) => socket.write(`${HEAD}expect: more\r\n\r\n`)],
    [
      'wants another protocol',
      { keepAlive: SOON },
      (s) => s.write(`${HEAD}connection: upgrade\r\nupgrade: websocket\r\n\r\n`),
    ],
    ['keeps the connection', { keepAlive: SOON }, (socket) => socket.write(`${HEAD}\r\n`)],
    ['reads nothing', { stall: SOON }, (socket) => socket.pause().write(large)],
    ['reads nothing of many', { stall: SOON }, (socket) => socket.pause().write(large.repeat(9))],
    ['sends a hundred requests at once', {}, (socket) => socket.write(`${HEAD}\r\n`.repeat(100))],
    [
      'sends a hundred that are never answered',
      {},
      (s) => s.write(HEAD.replace('/', '/open').concat('\r\n').repeat(100)),
    ],
    ['sends a hundred and closes its side', {}, (socket) => socket.end(`${HEAD}\r\n`.repeat(100))],
    ['reads nothing and closes its side', { stall: SOON }, (socket) => socket.pause().end(large)],
  ])('FAULTS 69: who %s is cut off', async (_, times, act) => {
    const server = await listening({ times: { ...patient, linger: SOON, ...times } });
    const client = await plainTo(server);
    act(client.socket);
    await closedBut(0, server);
    await server.close();
  });

  it.concurrent.each<readonly [string, RegExp, Partial<ListenTimes>, Act]>([
    ['too slow', /^HTTP\/1\.1 408 /, { headers: SOON }, (socket) => socket.write('GET /')],
    ['too large', /^HTTP\/1\.1 431 /, {}, (socket) => socket.write(`${HEAD}x: ${'x'.repeat(1 << 20)}\r\n\r\n`)],
    ['no request', /^HTTP\/1\.1 400 /, {}, (socket) => socket.write('no\r\n\r\n'.repeat(1_000))],
  ])('FAULTS 69: who is %s reads so before the connection ends', async (_, line, times, act) => {
    const server = await listening({ times: { ...patient, ...times } });
    const client = await plainTo(server);
    act(client.socket);
    await until(() => client.socket.readableEnded);
    expect(client.received).toMatch(line);
    await server.close();
  });

  it.each<readonly [string, Act]>([
    ['with nothing', () => {}],
    ['with five bytes', (socket) => socket.write('GET /')],
    ['with what is no request', (socket) => socket.write('no request\r\n\r\n')],
    ['with headers of 20 KB', (socket) => socket.write(`${HEAD}x: ${'x'.repeat(20_000)}`)],
    ['that they keep', (socket) => socket.write(`${HEAD}\r\n`)],
    ['that never end', (socket) => socket.write(HEAD.replace('/', '/open').concat('\r\n'))],
    ['that they read nothing of', (socket) => socket.pause().write(large)],
    ['with a body that does not come', (s) => s.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n')],
  ])('FAULTS 69: who comes next is served while one client holds all connections %s', async (_, act) => {
    const server = await listening({ bounds: { all: 10, perClient: 10 } });
    for (let nth = 0; nth < 30; nth++) act((await plainTo(server)).socket);
    expect(await fresh(server)).toBe(200);
    await closedBut(9, server);
    await server.close();
  });

  it('FAULTS 69: a client beyond its bound takes its own connections, not those of others', async () => {
    const server = await listening({ bounds: { all: 100, perClient: 5 } });
    const other = await plainTo(server, '127.0.0.2');
    const clients: Client[] = [];
    for (let nth = 0; nth < 50; nth++) clients.push(await plainTo(server));
    await closedBut(6, server);
    expect(await fresh(server)).toBe(200);
    await closedBut(5, server);
    expect([other, ...clients.slice(-4)].map(({ isClosed }) => isClosed)).toEqual(Array(5).fill(false));
    await server.close();
  });

  it('FAULTS 69: a trusted proxy has no bound of its own', async () => {
    const isProxy = (address: string): boolean => address === '127.0.0.2';
    const server = await listening({ bounds: { all: 40, perClient: 3 }, isProxy });
    const proxied: Client[] = [];
    for (let nth = 0; nth < 20; nth++) proxied.push(await plainTo(server, '127.0.0.2'));
    for (let nth = 0; nth < 20; nth++) await plainTo(server);
    await closedBut(23, server);
    expect(await fresh(server, '127.0.0.2')).toBe(200);
    expect(proxied.some(({ isClosed }) => isClosed)).toBe(false);
    await server.close();
  });

  it('FAULTS 69: the idle give way before the answered, the oldest first, and who may keep its connection never', async () => {
    const server = await listening({ bounds: { all: 4, perClient: 4 } });
    const started = async (path: string): Promise<Client> => {
      const client = await plainTo(server);
      client.socket.write(HEAD.replace('/', path).concat('\r\n'));
      await until(() => client.received.includes('first'));
      return client;
    };
    const held = await started('/held');
    const open = await started('/open');
    const idle = [await plainTo(server), await plainTo(server)] as const;
    const later = await plainTo(server);
    await gone(idle[0]);
    expect([held, open, idle[1], later].map(({ isClosed }) => isClosed)).toEqual([false, false, false, false]);
    const heldToo = [await started('/held'), await started('/held')];
    await Promise.all([idle[1], later].map(gone));
    expect(open.isClosed).toBe(false);
    const last = await started('/held');
    await gone(open);
    // Nobody gives way any more.
    await gone(await plainTo(server));
    expect([held, ...heldToo, last].map(({ isClosed }) => isClosed)).toEqual([false, false, false, false]);
    held.socket.destroy();
    await until(async () => (await fresh(server).catch(() => 0)) === 200);
    await server.close();
  });

  it('FAULTS 69: of many requests at once a few are answered, and none of those behind them is handled', async () => {
    let handled = 0;
    const server = await listen(
      () => {
        handled++;
        return new Response('here');
      },
      { address: '127.0.0.1', port: 0, times: patient },
    );
    const few = await plainTo(server);
    few.socket.write(`${HEAD}\r\n`.repeat(8));
    await until(() => few.received.includes('here') && handled === 8);
    const many = await plainTo(server);
    many.socket.write(`${HEAD}\r\n`.repeat(1_000));
    await gone(many);
    expect(handled).toBeLessThan(8 + 20);
    expect(few.isClosed).toBe(false);
    await server.close();
  });

  it('FAULTS 69: a connection that was used lately is kept before one that was not', async () => {
    const server = await listening({ bounds: { all: 2, perClient: 2 } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (): Promise<Socket> =>
      new Promise((resolve, reject) => {
        const sent = overHttp(server.origin, { agent }, (response) => {
          response.resume().once('end', () => resolve(response.socket));
        });
        sent.once('error', reject).end();
      });
    const first = await ask();
    const silent = await plainTo(server);
    expect(await ask()).toBe(first);
    await plainTo(server);
    await gone(silent);
    expect(await ask()).toBe(first);
    agent.destroy();
    await server.close();
  });
});
