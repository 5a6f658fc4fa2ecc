// Proves H7 on the wire: literals, resolved names, rebinding and TLS, with listeners that must never be reached.

import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { accept, refuse } from '../core/verdict.ts';
import { type AddressGuard, createAddressGuard } from './address.ts';
import type { Lookup } from './connect.ts';
import { createHttp, type HttpOptions, type HttpRequest } from './http.ts';

// A throw-away pair for localhost and 127.0.0.1, valid 2020–2099, and the same key in a certificate that ended in 2020.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwPQ/BBSPUoH4pytq
bWKR38iMGxgBwWj8xB7BNh4xNYahRANCAAStB4Py/4mHQC6CUV7FGg6+o6IQJA8v
cE2HaUMdVIWxn9CpjTDY4TVO7ww0et2SjLTdBHhzaaKDyIdokSQcMtlg
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBVTCB/KADAgECAgECMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMDk5MTIzMTAwMDAwMFowFDESMBAGA1UEAwwJ
bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErQeD8v+Jh0AuglFe
xRoOvqOiECQPL3BNh2lDHVSFsZ/QqY0w2OE1Tu8MNHrdkoy03QR4c2mig8iHaJEk
HDLZYKM9MDswGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBTc
sX3yqe21sGQd9UZ8Po8cpUTBRTAKBggqhkjOPQQDAgNIADBFAiAixg/C1LXCB7pa
OMNEGcHLUsWlNYYXvZhTwioCctJyAAIhAMq5ZMhV0CX6kMAUifHJ2n2vvZmpwDsL
cvzWQad5pqPG
-----END CERTIFICATE-----`;
const expired = `-----BEGIN CERTIFICATE-----
MIIBVDCB+qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yMDAxMDEwMDAwMDBaFw0yMDAyMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABK0Hg/L/iYdALoJRXsUa
Dr6johAkDy9wTYdpQx1UhbGf0KmNMNjhNU7vDDR63ZKMtN0EeHNpooPIh2iRJBwy
2WCjPTA7MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQU3LF9
8qnttbBkHfVGfD6PHKVEwUUwCgYIKoZIzj0EAwIDSQAwRgIhALQA0vwKDXVpDr3g
oPh+VHbRLKMd5ap6x0wG+fe4i9HUAiEApQpKwGKWZx4ePpdU5wZrHbEy0+wXk+ML
YPSEfMGRSB8=
-----END CERTIFICATE-----`;

/** Longer than a test may hang: what ends has not waited for it. */
const LONG_MS = 600_000;
const request: HttpRequest = {
  ...{ headers: {}, maxBytes: 10_000, onTooLarge: 'error' },
  ...{ connectMs: LONG_MS, readMs: LONG_MS },
};
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function client(options: HttpOptions) {
  const http = createHttp(options);
  cleanups.push(() => http.close());
  return http;
}

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

interface Trap {
  readonly port: number;
  readonly connections: () => number;
  readonly bytes: () => number;
  /** Resolves when a connection has ended: nothing follows on it. */
  readonly ended: Promise<void>;
}

/** A listener that counts what reaches it. */
async function trap(host?: string): Promise<Trap> {
  let connections = 0;
  let bytes = 0;
  const ended = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    connections += 1;
    socket.on('close', () => ended.resolve());
    socket.on('data', (data) => {
      bytes += data.length;
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });
    socket.on('error', () => {});
  });
  const port = await listen(server, host);
  return { port, connections: () => connections, bytes: () => bytes, ended: ended.promise };
}

const resolvesTo = (...addresses: readonly string[]): Lookup => {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

describe('H7: nothing reaches a listener that is not opened', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::1]',
    'localhost',
    'localhost.',
    'app.localhost',
    '0.0.0.0',
    '１２７.０.０.１',
  ])('FAULTS 23: http://%s is DOC_ADDRESS and no connection is made', async (host) => {
    const four = await trap();
    const fetched = client({ guard: createAddressGuard() }).get(`http://${host}:${four.port}/`, request);
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_ADDRESS', cause: { ok: false } });
    expect(four.connections()).toBe(0);
  });

  it('H7: a name is refused when any of its addresses is, even if the first is public', async () => {
    const inner = await trap();
    const lookup = resolvesTo('93.184.215.14', '127.0.0.1');
    const fetched = client({ guard: createAddressGuard(), lookup }).get(
      `http://docs.example.com:${inner.port}/`,
      request,
    );
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_ADDRESS', cause: { by: 'address:loopback' } });
    expect(inner.connections()).toBe(0);
  });

  it('FAULTS 24: a name that is public first and private second is refused at the second connection', async () => {
    const inner = await trap();
    let lookups = 0;
    // 127.0.0.2 plays the public address: it is opened literally, 127.0.0.1 is not.
    const outer = await trap('127.0.0.2');
    const lookup: Lookup = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
    };
    const http = client({ guard: createAddressGuard({ allowPrivate: ['127.0.0.2'] }), lookup });
    const first = await http.get(`http://rebind.example:${outer.port}/`, request);
    expect([first.remoteAddress, lookups]).toEqual(['127.0.0.2', 1]);
    const second = http.get(`http://rebind.example:${inner.port}/`, request);
    await expect(second).rejects.toMatchObject({ code: 'DOC_ADDRESS' });
    expect([lookups, inner.connections()]).toEqual([2, 0]);
  });

  it('H7: one connection queries the resolver once and connects to its answer', async () => {
    const outer = await trap();
    let lookups = 0;
    const lookup: Lookup = async () => {
      lookups += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const http = client({ guard: createAddressGuard({ allowPrivate: ['docs.corp'] }), lookup });
    const reply = await http.get(`http://docs.corp:${outer.port}/`, request);
    expect([reply.remoteAddress, lookups, outer.connections()]).toEqual(['127.0.0.1', 1, 1]);
  });

  it.each(['http', 'https'])(
    'H7: the connected address is checked again before a byte of %s is sent',
    async (scheme) => {
      const inner = await trap();
      // Accepts every answer of the resolver and refuses the peer, as if the kernel had connected elsewhere.
      let checks = 0;
      const guard: AddressGuard = {
        checkHost: () => accept('address:name'),
        checkAddress: (ip) => {
          checks += 1;
          return checks === 1 ? accept('address:public') : refuse('address:loopback', ip);
        },
      };
      const http = client({ guard, lookup: resolvesTo('127.0.0.1') });
      await expect(http.get(`${scheme}://x.example:${inner.port}/`, request)).rejects.toMatchObject({
        code: 'DOC_ADDRESS',
      });
      await inner.ended;
      expect([checks, inner.bytes()]).toEqual([2, 0]);
    },
  );

  it('H7: a loopback seed opens its host and port and nothing beside it', async () => {
    const mine = await trap();
    const other = await trap();
    const http = client({
      guard: createAddressGuard({ open: [{ host: 'localhost', port: mine.port }] }),
      lookup: resolvesTo('127.0.0.1'),
    });
    expect((await http.get(`http://localhost:${mine.port}/`, request)).status).toBe(200);
    await expect(http.get(`http://localhost:${other.port}/`, request)).rejects.toMatchObject({ code: 'DOC_ADDRESS' });
    await expect(http.get(`http://127.0.0.1:${mine.port}/`, request)).rejects.toMatchObject({ code: 'DOC_ADDRESS' });
    expect(other.connections()).toBe(0);
  });
});

describe('FAULTS 1 13: names and connections that do not come', () => {
  it('FAULTS 1: NXDOMAIN and an empty answer are DOC_DNS', async () => {
    const missing: Lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' });
    };
    for (const lookup of [missing, resolvesTo()]) {
      const http = client({ guard: createAddressGuard(), lookup });
      await expect(http.get('http://docs.example.com/', request)).rejects.toMatchObject({ code: 'DOC_DNS' });
    }
  });

  it('FAULTS 1: a real look-up of a name that cannot exist is DOC_DNS', async () => {
    const http = client({ guard: createAddressGuard() });
    await expect(http.get('http://nothing.invalid/', request)).rejects.toMatchObject({ code: 'DOC_DNS' });
  });

  it('R14: each request has its own connect limit, and DNS counts towards it', async () => {
    const lookup: Lookup = () => new Promise(() => {});
    const http = client({ guard: createAddressGuard(), lookup });
    const slow = expect(http.get('http://docs.example.com/', request)).rejects.toMatchObject({ code: 'DOC_CONNECT' });
    const quick = http.get('http://docs.example.com/', { ...request, connectMs: 50 });
    await expect(quick).rejects.toMatchObject({ code: 'DOC_TIMEOUT' });
    // The other has not ended with it: only closing ends it.
    await http.close();
    await slow;
  });

  it('R14: a TLS handshake that never answers ends at the connect limit', async () => {
    const port = await listen(createServer((socket) => socket.on('error', () => {}).resume()));
    const http = client({ guard: createAddressGuard({ allowPrivate: ['127.0.0.1'] }) });
    const fetched = http.get(`https://127.0.0.1:${port}/`, { ...request, connectMs: 80 });
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_TIMEOUT' });
  });

  it('H6: aborting or closing while connecting settles at once', async () => {
    const lookup: Lookup = () => new Promise(() => {});
    const http = createHttp({ guard: createAddressGuard(), lookup });
    const signal = AbortSignal.timeout(20);
    await expect(http.get('http://a.example/', { ...request, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    const waiting = expect(http.get('http://b.example/', request)).rejects.toMatchObject({ code: 'DOC_CONNECT' });
    await http.close();
    await waiting;
  });
});

describe('FAULTS 28: TLS', () => {
  const guard = createAddressGuard({ allowPrivate: ['127.0.0.1', 'other.example'] });
  const tls = (pair: { key: string; cert: string }) => listen(createTlsServer(pair, (_req, res) => res.end('secret')));

  it('FAULTS 28: a certificate that is trusted, current and for this host is accepted', async () => {
    const port = await tls({ key, cert });
    const reply = await client({ guard, ca: cert }).get(`https://127.0.0.1:${port}/`, request);
    expect([reply.status, reply.remoteAddress]).toEqual([200, '127.0.0.1']);
  });

  it.each([
    ['self-signed', { key, cert }, undefined, '127.0.0.1', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', { key, cert: expired }, expired, '127.0.0.1', 'CERT_HAS_EXPIRED'],
    ['for another host', { key, cert }, cert, 'other.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('FAULTS 28: a certificate that is %s is DOC_TLS with its own cause', async (_name, pair, ca, host, code) => {
    const port = await tls(pair);
    const http = client({ guard, lookup: resolvesTo('127.0.0.1'), ...(ca === undefined ? {} : { ca }) });
    const fetched = http.get(`https://${host}:${port}/`, request);
    await expect(fetched).rejects.toMatchObject({
      code: 'DOC_TLS',
      cause: { code },
      message: expect.stringContaining(code),
    });
  });

  it('FAULTS 28: plain text where TLS should be is DOC_TLS', async () => {
    const { port } = await trap();
    await expect(client({ guard }).get(`https://127.0.0.1:${port}/`, request)).rejects.toMatchObject({
      code: 'DOC_TLS',
    });
  });

  it('FAULTS 28: NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch verification off', async () => {
    const port = await tls({ key, cert });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    cleanups.push(async () => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
    await expect(client({ guard }).get(`https://127.0.0.1:${port}/`, request)).rejects.toMatchObject({
      code: 'DOC_TLS',
    });
  });
});
