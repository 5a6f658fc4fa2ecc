// Proves `proxy: env` (H7) with a real forward and CONNECT proxy on loopback.

import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from './address.ts';
import { createHttp, type HttpOptions, type HttpRequest } from './http.ts';
import { createProxyRoute, proxyFromEnv } from './proxy.ts';

// A throw-away pair for docs.example, valid 2020–2099.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfr5yAIisi248ushm
eBPk3pCA3Sf76kxJwiiAmPvlZCahRANCAAT+KdZYiM7YfKupXdLhcGGGDq6PffeJ
H1JKyMrQ3WSkKzwMqUJ2ohst9O1/Wj2cSMyBwtWbCtiK3sQMAuSuaISz
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBWTCB/6ADAgECAgEDMAoGCCqGSM49BAMCMBcxFTATBgNVBAMMDGRvY3MuZXhh
bXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMDk5MTIzMTAwMDAwMFowFzEVMBMGA1UE
AwwMZG9jcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/inWWIjO
2HyrqV3S4XBhhg6uj333iR9SSsjK0N1kpCs8DKlCdqIbLfTtf1o9nEjMgcLVmwrY
it7EDALkrmiEs6M6MDgwFwYDVR0RBBAwDoIMZG9jcy5leGFtcGxlMB0GA1UdDgQW
BBSyPOH/VL69zYkyZSTJru/4QwyHMTAKBggqhkjOPQQDAgNJADBGAiEAu1ZWtMDz
JEpV7diOhkfvrAUti3ado/MjChuR9TF2XS0CIQCvawgE85XKkOzAt/2PLMs1gW4x
+C2YtpZdUWlqj5XIEw==
-----END CERTIFICATE-----`;

/** Longer than a test may hang: what ends has not waited for it. */
const LONG_MS = 600_000;
const request: HttpRequest = {
  ...{ headers: {}, maxBytes: 10_000, onTooLarge: 'error' },
  ...{ connectMs: LONG_MS, readMs: LONG_MS },
};
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A proxy for which every name is 127.0.0.1, with the requests it got. */
async function startProxy(refuses?: number) {
  const requested: string[] = [];
  const auth: unknown[] = [];
  const note = ({ method, url, headers }: IncomingMessage): void => {
    requested.push(`${method} ${url} Host:${headers.host}`);
    auth.push(headers['proxy-authorization']);
  };
  const server = createServer((req, res) => {
    note(req);
    if (refuses) return res.writeHead(refuses).end();
    const { port, pathname } = new URL(req.url ?? '');
    const options = { host: '127.0.0.1', port, path: pathname, headers: { ...req.headers, via: '1.1 test' } };
    return forward(options, (inner) => inner.pipe(res.writeHead(inner.statusCode ?? 0, inner.headers))).end();
  });
  server.on('connect', (req, socket: Socket) => {
    note(req);
    if (refuses === 1) return; // never answers
    if (refuses) return socket.end(`HTTP/1.1 ${refuses} No\r\n\r\n`);
    const inner = connect(Number(req.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    return inner.on('error', () => socket.destroy());
  });
  const port = await listen(server);
  return { requested, auth, url: `http://127.0.0.1:${port}` };
}

function client(options: Partial<HttpOptions>) {
  const http = createHttp({ guard: createAddressGuard(), ...options });
  cleanups.push(() => http.close());
  return http;
}

const textOf = (body: Uint8Array): string => Buffer.from(body).toString();

describe('H7: through a proxy', () => {
  it('H7: http is forwarded, the name unresolved, the proxy’s own address allowed as configured', async () => {
    const port = await listen(createServer((req, res) => res.end(`${req.headers.host} ${req.headers.via}`)));
    const proxy = await startProxy();
    const lookup = (): never => {
      throw new Error('resolution is the proxy’s');
    };
    const http = client({ proxy: { httpProxy: proxy.url }, lookup });
    for (let i = 0; i < 2; i += 1) {
      const got = await http.get(`http://docs.example:${port}/a?b`, request);
      expect(textOf(got.body)).toBe(`docs.example:${port} 1.1 test`);
      expect([got.viaProxy, got.remoteAddress]).toEqual([true, '127.0.0.1']);
    }
    const line = `GET http://docs.example:${port}/a?b Host:docs.example:${port}`;
    expect(proxy.requested).toEqual([line, line]);
  });

  it('H7: https is tunnelled and verified end to end', async () => {
    const port = await listen(createTlsServer({ key, cert }, (_req, res) => res.end('secret')));
    const proxy = await startProxy();
    const http = client({ proxy: { httpsProxy: proxy.url }, ca: cert });
    const got = await http.get(`https://docs.example:${port}/`, request);
    expect([textOf(got.body), got.viaProxy]).toEqual(['secret', true]);
    expect(proxy.requested).toEqual([`CONNECT docs.example:${port} Host:docs.example:${port}`]);
    const wrong = http.get(`https://other.example:${port}/`, request);
    await expect(wrong).rejects.toMatchObject({ code: 'DOC_TLS', cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
  });

  it.each([
    'localhost',
    'app.localhost',
    '127.0.0.1',
    '[::1]',
    '10.0.0.1',
    '169.254.169.254',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::7f00:1]',
    'metadata.google.internal',
    '2130706433',
  ])('H7: http and https to %s are refused before the proxy is used', async (host) => {
    const proxy = await startProxy();
    const http = client({ proxy: { httpProxy: proxy.url, httpsProxy: proxy.url } });
    for (const scheme of ['http', 'https']) {
      const fetched = http.get(`${scheme}://${host}:8080/`, request);
      await expect(fetched).rejects.toMatchObject({ code: 'DOC_ADDRESS', cause: { ok: false } });
    }
    expect(proxy.requested).toEqual([]);
  });

  it('H7: an opened loopback seed, no_proxy hosts and schemes without a proxy go directly, under the full guard', async () => {
    const port = await listen(createServer((_req, res) => res.end('direct')));
    const proxy = await startProxy();
    const guard = createAddressGuard({ open: [{ host: '127.0.0.1', port }], allowPrivate: ['own.example'] });
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const http = client({ guard, lookup, proxy: { httpProxy: proxy.url, noProxy: 'own.example, .corp.example' } });
    for (const host of ['127.0.0.1', 'own.example']) {
      const got = await http.get(`http://${host}:${port}/`, request);
      expect([textOf(got.body), got.viaProxy]).toEqual(['direct', undefined]);
    }
    const inner = http.get(`http://wiki.corp.example:${port}/`, request);
    await expect(inner).rejects.toMatchObject({ code: 'DOC_ADDRESS', cause: { by: 'address:loopback' } });
    await expect(http.get(`https://docs.example:${port}/`, request)).rejects.toMatchObject({ code: 'DOC_ADDRESS' });
    expect(proxy.requested).toEqual([]);
  });

  it('H7: the proxy gets its own credentials, and never ours', async () => {
    const port = await listen(createServer((req, res) => res.end(String(req.headers.authorization))));
    const proxy = await startProxy();
    const http = client({ proxy: { httpProxy: proxy.url.replace('//', '//me:s%40fe@') } });
    const headers = { 'Proxy-Authorization': 'Basic x', Authorization: 'Basic y' };
    expect(textOf((await http.get(`http://docs.example:${port}/`, { ...request, headers })).body)).toBe('undefined');
    expect(proxy.auth).toEqual([`Basic ${Buffer.from('me:s@fe').toString('base64')}`]);
  });

  it.each([403, 407, 502])('H7: a proxy that answers CONNECT with %i is DOC_CONNECT', async (status) => {
    const proxy = await startProxy(status);
    const fetched = client({ proxy: { httpsProxy: proxy.url } }).get('https://docs.example/', request);
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_CONNECT', message: expect.stringContaining(`${status}`) });
  });

  it('H7: a forwarding proxy that requires a password is DOC_CONNECT; its other answers are answers', async () => {
    const locked = await startProxy(407);
    const fetched = client({ proxy: { httpProxy: locked.url } }).get('http://docs.example/', request);
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_CONNECT', message: expect.stringContaining('407') });
    const cannot = await startProxy(502);
    const got = await client({ proxy: { httpProxy: cannot.url } }).get('http://docs.example/', request);
    expect(got.status).toBe(502);
  });

  it('H6: a proxy that is not there or never answers ends in time', async () => {
    const missing = client({ proxy: { httpsProxy: 'http://127.0.0.1:1', httpProxy: '127.0.0.1:1' } });
    for (const scheme of ['http', 'https']) {
      await expect(missing.get(`${scheme}://docs.example/`, request)).rejects.toMatchObject({ code: 'DOC_CONNECT' });
    }
    const silent = await startProxy(1);
    const fetched = client({ proxy: { httpsProxy: silent.url } }).get('https://docs.example/', {
      ...request,
      connectMs: 80,
    });
    await expect(fetched).rejects.toMatchObject({ code: 'DOC_TIMEOUT' });
  });
});

describe('H7: which way', () => {
  it('H7: the environment is read like everywhere, lower case first, empty as unset', () => {
    expect(proxyFromEnv({ HTTPS_PROXY: ' http://a:1 ', http_proxy: 'b:2', HTTP_PROXY: 'c:3', no_proxy: '' })).toEqual({
      httpsProxy: 'http://a:1',
      httpProxy: 'b:2',
      noProxy: undefined,
    });
  });

  it.each([
    ['example.com', 'https://example.com/', true],
    ['example.com', 'https://docs.example.com./', true],
    ['.example.com', 'https://docs.example.com/', true],
    ['*.example.com', 'https://docs.example.com/', true],
    ['EXAMPLE.com', 'https://example.com/', true],
    ['example.com', 'https://notexample.com/', false],
    ['example.com:443', 'https://example.com/', true],
    ['example.com:8443', 'https://example.com/', false],
    ['*', 'https://anything.example/', true],
    ['a.example b.example,c.example', 'https://c.example/', true],
    ['10.0.0.0/8', 'https://10.1.2.3/', true],
    ['10.0.0.0/8', 'https://11.1.2.3/', false],
    ['10.0.0.0/8', 'https://ten.example/', false],
    ['2001:DB8::1', 'https://[2001:db8::1]/', true],
    ['[2001:db8::1]:443', 'https://[2001:db8::1]/', true],
    ['', 'https://localhost/', true],
    ['', 'https://[::1]/', true],
    ['', 'http://docs.example/', true],
    ['', 'https://docs.example/', false],
  ])('H7: with no_proxy "%s", %s goes directly: %s', (noProxy, url, direct) => {
    const route = createProxyRoute({ httpsProxy: 'proxy.example:3128', noProxy });
    expect(route(new URL(url))).toBe(direct ? undefined : 'http://proxy.example:3128/');
  });

  it.each(['socks5://me:hush@proxy:1', 'http://', 'ftp://proxy', 'http://[', 'http://a b'])(
    'H7: "%s" is DOC_CONFIG and not repeated',
    (httpProxy) => {
      const create = () => createHttp({ guard: createAddressGuard(), proxy: { httpProxy } });
      expect(create).toThrow(expect.objectContaining({ code: 'DOC_CONFIG' }));
      expect(create).not.toThrow(/hush/);
    },
  );
});
