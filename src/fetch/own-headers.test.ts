// Headers of an own site: which requests carry them, and which do not.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../test/support/local-server.ts';
import { createAddressGuard } from './address.ts';
import { createHttp, type Http } from './http.ts';
import { getsOwnHeaders, type OwnHeaders, readOwnHeaders, withOwnHeaders } from './own-headers.ts';

const TOKEN = 'Bearer t0ken-of-the-test';
const request = { headers: {}, maxBytes: 1_000, onTooLarge: 'error', connectMs: 60_000, readMs: 60_000 } as const;

let server: LocalServer;
let http: Http;
let own: OwnHeaders;

beforeEach(async () => {
  server = await startServer((_, response) => void response.writeHead(401).end());
  http = createHttp({ guard: createAddressGuard({ open: [{ host: '127.0.0.1', port: server.port }] }) });
  own = { provider: 'ours', origins: new Set([server.origin]), variables: { Authorization: 'DOCS_TOKEN' } };
});
afterEach(async () => {
  await http.close();
  await server[Symbol.asyncDispose]();
});

describe('headers of an own site', () => {
  it('H1: go to its origin, and the answer names the variables that were sent', async () => {
    const reply = await withOwnHeaders(http, own, { DOCS_TOKEN: TOKEN }).get(`${server.origin}/a`, request);
    expect(server.requests[0]?.headers.authorization).toBe(TOKEN);
    expect(reply.sentVariables).toEqual(['DOCS_TOKEN']);
  });

  it('H1: an Authorization that comes with the other headers is still left out', async () => {
    await http.get(`${server.origin}/a`, { ...request, headers: { Authorization: TOKEN } });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('H1: another port is another origin', async () => {
    const elsewhere = { ...own, origins: new Set([`http://127.0.0.1:${server.port + 1}`]) };
    const reply = await withOwnHeaders(http, elsewhere, { DOCS_TOKEN: TOKEN }).get(`${server.origin}/a`, request);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(reply.sentVariables).toBeUndefined();
  });

  it('H1: the environment is read with each request', async () => {
    const env: Record<string, string> = { DOCS_TOKEN: 'first' };
    const client = withOwnHeaders(http, own, env);
    await client.get(`${server.origin}/a`, request);
    env.DOCS_TOKEN = 'second';
    await client.get(`${server.origin}/a`, request);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['first', 'second']);
  });

  it.each([
    ['https://docs.example/x', true],
    ['https://docs.example:443/x', true],
    ['https://docs.example:8443/x', false],
    ['http://docs.example/x', false],
    ['https://www.docs.example/x', false],
    ['https://docs.example.evil/x', false],
    ['https://docs.example@evil.example/x', false],
    ['https://evil.example/https://docs.example/', false],
    ['nonsense', false],
  ])('H1: %s gets them: %s', (url, gets) => {
    expect(getsOwnHeaders(url, { origins: new Set(['https://docs.example']) })).toBe(gets);
  });

  it('H1: plain http gets them on this machine only, whatever the origins', () => {
    const origins = new Set(['http://docs.example', 'http://127.0.0.1:8080', 'http://a.localhost']);
    expect(getsOwnHeaders('http://docs.example/', { origins })).toBe(false);
    expect(getsOwnHeaders('http://127.0.0.1:8080/', { origins })).toBe(true);
    expect(getsOwnHeaders('http://a.localhost/', { origins })).toBe(false);
  });

  it.each([
    ['missing', {}],
    ['empty', { DOCS_TOKEN: ' ' }],
  ])('H1: a %s variable is one error that names it and its provider', (_, env) => {
    expect(() => readOwnHeaders(own, env)).toThrow(/^ours needs the environment variable DOCS_TOKEN.*not set/);
  });

  it.each(['a\r\nHost: evil', 'tök', 'x'.repeat(9_000)])('H1: a value that is no header is refused unseen', (value) => {
    const read = (): unknown => readOwnHeaders(own, { DOCS_TOKEN: value });
    expect(read).toThrow(/DOCS_TOKEN of ours cannot be sent/);
    expect(read).not.toThrow(value);
  });
});
