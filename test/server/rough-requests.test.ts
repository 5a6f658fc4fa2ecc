// FAULTS 69: bodies of 100 MB, slow clients, floods of headers and ids that lead elsewhere: 4xx, and the server goes on as before.
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as overHttp, type Server } from 'node:http';
import { request as overTls } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { listen } from '../../src/doors/http/listen.ts';
import { hasOpenssl, makeCertificate } from '../support/certificate.ts';
import { more } from '../support/how-long.ts';
import { type SearchSite, startSearchSite } from '../support/search-site.ts';
import { until } from '../support/until.ts';
import { sendRaw } from './raw-request.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

let site: SearchSite;
let server: ServeProcess;
let authorization: string;

beforeAll(async () => {
  site = await startSearchSite();
  const { token } = await openTokens(join(site.folder, '.docent')).create({ scopes: tokenScopes });
  authorization = `Bearer ${token}`;
  server = await startServe(site.folder);
});
afterAll(async () => {
  await server.stop();
  await site[Symbol.asyncDispose]();
});

const PIECE = Buffer.alloc(65_536, 'x');
const HUGE = 100 << 20;

interface Sending {
  /** The size of what follows the head. */
  readonly body?: number;
  /** Whether it is sent in chunks. */
  readonly framed?: boolean;
  /** What is sent a byte a second. */
  readonly slow?: 'head' | 'body';
}

/** Sends bytes as they are until the server closes the connection, or a second after it has responded; the first line of its response. */
function sent(
  head: readonly string[],
  { body = 0, framed = false, slow }: Sending = {},
  to = server.address,
): Promise<string> {
  const { hostname, port } = new URL(to);
  const text = `${head.join('\r\n')}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    let left = body;
    let timer: NodeJS.Timeout | undefined;
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= PIECE.length;
        if (framed) socket.write(`${PIECE.length.toString(16)}\r\n`);
        if (framed) socket.write(PIECE);
        if (!socket.write(framed ? '\r\n' : PIECE)) return;
      }
      if (framed && left <= 0) socket.write('0\r\n\r\n');
    };
    socket.on('data', (data) => {
      if (received === '') setTimeout(() => socket.destroy(), 1_000);
      received += data;
    });
    socket.on('error', () => {}); // closed while it was written to
    socket.on('close', () => {
      clearInterval(timer);
      resolve(received.split('\r\n', 1)[0] as string);
    });
    if (slow === undefined) {
      socket.on('drain', more);
      socket.write(text, more);
      return;
    }
    let at = 0;
    if (slow === 'body') socket.write(text);
    timer = setInterval(() => socket.write(slow === 'body' ? 'x' : text.charAt(at++)), 1_000);
  });
}

function memoryMB(): number {
  const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1_024;
}

const healthy = async (): Promise<number> => (await sendRaw(server.address, { path: '/healthz' })).status;

const post = (path: string, ...headers: readonly string[]): readonly string[] => [
  ...[`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', 'content-type: application/json'],
  ...headers,
];

it('FAULTS 69: clients that send a byte now and then are cut off with a 408 after 10 s of headers and 30 s in all', async () => {
  let bounded: Server | undefined;
  const listening = await listen(
    async (request, env) => {
      const { incoming } = env as { readonly incoming: IncomingMessage };
      bounded = (incoming.socket as typeof incoming.socket & { readonly server: Server }).server;
      return new Response(await request.text().catch(() => 'cut off'));
    },
    { address: '127.0.0.1', port: 0 },
  );
  try {
    expect(await sent(['GET / HTTP/1.1', 'host: 127.0.0.1', 'connection: close'], {}, listening.origin)).toMatch(
      / 200 /,
    );
    expect(bounded).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 });
    // Shorter, for those that come from now on.
    Object.assign(bounded as Server, { headersTimeout: 200, requestTimeout: 400 });
    const slow = [
      sent(post('/', `x: ${'x'.repeat(500)}`), { slow: 'head' }, listening.origin),
      sent(post('/', 'content-length: 1000'), { slow: 'body' }, listening.origin),
    ];
    for (const line of await Promise.all(slow)) expect(line).toMatch(/^HTTP\/1\.1 408 /);
  } finally {
    await listening.close();
  }
});

it('FAULTS 69: clients that send a byte now and then are cut off with a 408, and hold up nobody', more, async () => {
  const slow = Promise.all([
    // More bytes than seconds until a test has hung.
    sent(post('/admin/v1/runs', `authorization: ${authorization}`, `x: ${'x'.repeat(500)}`), { slow: 'head' }),
    sent(post('/mcp', 'content-length: 1000'), { slow: 'body' }),
  ]);
  let isOver = false;
  const over = slow.finally(() => {
    isOver = true;
  });
  for (; !isOver; await Promise.race([over, sleep(5_000)])) expect(await healthy()).toBe(200);
  for (const line of await slow) expect(line).toMatch(/^HTTP\/1\.1 408 /);
});

it('FAULTS 69: clients that leave in the middle of a body are no error of the server', async () => {
  const before = await counted();
  const { hostname, port, origin } = new URL(server.address);
  const forms = 'content-type: application/x-www-form-urlencoded';
  for (const [path, ...headers] of [
    ['/admin/v1/runs', `authorization: ${authorization}`],
    ['/mcp'],
    ['/mcp', `authorization: ${authorization}`],
    ['/sign-in', `origin: ${origin}`, forms],
    ['/bot/robots', `origin: ${origin}`, forms],
    ['/search', `origin: ${origin}`, forms],
  ] as const)
    for (const how of ['content-length: 1000', 'transfer-encoding: chunked']) {
      const socket = connect(Number(port), hostname);
      const own = headers.some((header) => header.startsWith('content-type')) ? [] : ['content-type: application/json'];
      const head = [`POST ${path} HTTP/1.1`, `host: ${hostname}:${port}`, ...headers, ...own, how, 'connection: close'];
      const begun = how.startsWith('transfer') ? '5\r\n{"a":\r\n' : '{"a":';
      socket.write(`${head.join('\r\n')}\r\n\r\n${begun}`, () => socket.destroy());
    }
  await until(async () => (await counted()) - before === 12);
  expect(server.output()).not.toMatch(/failed|"level":"error"|\n\s+at /);
});

/** Requests with a body that were refused so far. */
async function counted(): Promise<number> {
  const { text } = await sendRaw(server.address, { path: '/metrics' });
  const counts = [...text.matchAll(/^docent_http_request_duration_seconds_count\{.*status="400".*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

it('FAULTS 69: a body of 100 MB is refused, and never held in memory', {
  skip: process.platform !== 'linux',
}, async () => {
  // What the first request of each kind loads is no part of it.
  await sent(post('/admin/v1/runs', `authorization: ${authorization}`), { body: 65_536, framed: true });
  const before = memoryMB();
  const { origin } = new URL(server.address);
  const kinds = [
    ['/admin/v1/runs', `authorization: ${authorization}`],
    ['/admin/v1/runs'],
    ['/mcp'],
    ['/sign-in', `origin: ${origin.replace(/:\d+$/, '')}`],
    ['/nothing'],
  ] as const;
  const hows = ['transfer-encoding: chunked', `content-length: ${HUGE}`];
  const sendings = kinds.flatMap(([path, ...headers]) =>
    hows.map(async (how) => {
      const line = await sent(post(path, how, ...headers), { body: HUGE, framed: how.startsWith('transfer') });
      expect(line, `${path} ${how}`).toMatch(/^HTTP\/1\.1 4\d\d /);
    }),
  );
  // Ten of them at once, a gigabyte, of which nothing is kept.
  await Promise.all(sendings);
  expect(memoryMB() - before).toBeLessThan(250);
  expect(await healthy()).toBe(200);
});

it.each(['http', ...(hasOpenssl ? ['https'] : [])])(
  'FAULTS 69: over %s a client that takes all the connections it can get holds up nobody',
  async (scheme) => {
    const isTls = scheme === 'https';
    if (isTls) await makeCertificate(site.folder);
    const flags = isTls ? ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'] : [];
    const data = join(site.folder, scheme);
    const { token } = await openTokens(data).create({ scopes: ['read'] });
    await using other = await startServe(site.folder, '--data', data, ...flags);
    const events = await openEvents(other.address, token);
    const { port } = new URL(other.address);
    let ended = 0;
    const sockets = Array.from({ length: 700 }, () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => {}); // closed while it was written to
      socket.resume().once('end', () => ended++);
      socket.write('GET /');
      return socket;
    });
    // Beyond 500 of one client each takes the place of another.
    await until(() => ended >= 200);
    expect((await sendRaw(other.address, { path: '/healthz' })).status).toBe(200);
    expect(events.destroyed).toBe(false);
    for (const socket of [events, ...sockets]) socket.destroy();
  },
);

/** A stream of events for a token, as the connection it has. */
function openEvents(address: string, token: string): Promise<Socket> {
  const send = address.startsWith('https:') ? overTls : overHttp;
  const options = { headers: { authorization: `Bearer ${token}` }, agent: false, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const sent = send(`${address}/admin/v1/events`, options, (response) => resolve(response.resume().socket));
    sent.once('error', reject).end();
  });
}

it('FAULTS 69: headers beyond 16 KB are refused, few or many', async () => {
  const head = ['GET /healthz HTTP/1.1', 'host: 127.0.0.1', 'connection: close'];
  const many = Array.from({ length: 5_000 }, (_, nth) => `a${nth}: b`);
  for (const flood of [many, [`cookie: ${'x'.repeat(20_000)}`], [`authorization: Bearer ${'x'.repeat(20_000)}`]])
    expect(await sent([...head, ...flood])).toMatch(/^HTTP\/1\.1 431 /);
  expect(await sent([`GET /${'x'.repeat(20_000)} HTTP/1.1`, ...head.slice(1)])).toMatch(/^HTTP\/1\.1 431 /);
  expect(await sent([...head, ...many.slice(0, 500)])).toMatch(/^HTTP\/1\.1 200 /);
});

it('FAULTS 69: what is no request, or names two servers, is refused', async () => {
  const end = 'connection: close';
  for (const head of [
    ['GET /healthz HTTP/1.1', 'host: 127.0.0.1', 'host: evil.example', end],
    ['GET /healthz HTTP/1.1', 'host: evil.example', 'host: 127.0.0.1', end],
    ['GET http://evil.example/healthz HTTP/1.1', 'host: 127.0.0.1', end],
    ['GET http://127.0.0.1/healthz HTTP/1.1', 'host: evil.example', end],
    ['GET /healthz HTTP/1.1', end],
    ['GET /healthz HTTP/1.0'],
    ['OPTIONS * HTTP/1.1', 'host: 127.0.0.1', end],
    ['POST /mcp HTTP/1.1', 'host: 127.0.0.1', 'content-length: 5', 'transfer-encoding: chunked', end],
    ['no request', end],
  ])
    expect(await sent(head), head.join(' | ')).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await healthy()).toBe(200);
});

it('FAULTS 69: ids that lead elsewhere name nothing', async () => {
  const { text } = await sendRaw(server.address, { path: '/admin/v1/openapi.json' });
  const { paths } = JSON.parse(text) as { readonly paths: Record<string, Record<string, unknown>> };
  const withIds = Object.entries(paths).filter(([path]) => path.includes('{'));
  expect(withIds.length).toBeGreaterThan(2);
  const ids = ['..%2f..%2f..%2fetc%2fpasswd', '%2e%2e%2f', '..%5c..', '%00', '%ff', '%', '%0d%0aset-cookie:a=b'];
  const wrong: string[] = [];
  for (const [template, methods] of withIds)
    for (const id of [...ids, 'x'.repeat(5_000), '__proto__', '-1', '1e9'])
      for (const method of Object.keys(methods)) {
        const path = `/admin/v1${template.replaceAll(/\{\w+\}/g, id)}`;
        const body = method === 'get' ? '' : '{}';
        const headers = { authorization, 'if-match': '*', 'content-type': 'application/json' };
        const { status, text: reply } = await sendRaw(server.address, {
          ...{ method: method.toUpperCase(), path, body },
          headers: body === '' ? { authorization } : { ...headers, 'content-length': '2' },
        });
        if (status < 400 || status >= 500) wrong.push(`${method} ${path.slice(0, 100)}: ${status} ${reply}`);
      }
  expect(wrong).toEqual([]);
});
