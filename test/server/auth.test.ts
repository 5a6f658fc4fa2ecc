// A2, FAULTS 69: who may do what with the real `docent serve`: every operation with every wrong credential changes nothing.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formTokenOf, openSessions } from '../../src/app/server/sessions.ts';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { silentLog } from '../../src/core/log.ts';
import { openServer } from '../../src/doors/http/open-server.ts';
import { hasOpenssl, makeCertificate } from '../support/certificate.ts';
import { runCommand } from '../support/commands.ts';
import type { Finished } from '../support/process.ts';
import { readText } from '../support/repository.ts';
import { type SearchSite, startSearchSite } from '../support/search-site.ts';
import { until } from '../support/until.ts';
import { type HeaderFields, type RawReply, sendRaw } from './raw-request.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

let site: SearchSite;
let data: string;
/** For this machine, with the settings as they are by themselves; the first tests share it. */
let server: ServeProcess;
/** A token for everything. */
let all: string;

const docent = (...args: readonly string[]): Promise<Finished> => runCommand(args, { cwd: site.folder });

beforeAll(async () => {
  site = await startSearchSite();
  data = join(site.folder, '.docent');
  writeFileSync(join(site.folder, 'docent.yml'), 'providers: []\n');
  const crawl = await docent('crawl', `${site.server.origin}/docs/`, '--own-site', '--delay', '0', '--quiet');
  expect(crawl.code, crawl.stderr).toBe(0);
  all = (await openTokens(data).create({ scopes: tokenScopes })).token;
  server = await startServe(site.folder);
});
afterAll(async () => {
  await server?.stop();
  await site[Symbol.asyncDispose]();
});

const bearer = (token: string): HeaderFields => ({ authorization: `Bearer ${token}` });
const JSON_BODY = { 'content-type': 'application/json', 'content-length': '2' };
const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded' };

/** Where a server is reached, in whatever process. */
type Here = Pick<ServeProcess, 'address' | 'stop'> & AsyncDisposable;

interface Operation {
  readonly id: string;
  readonly method: string;
  /** With values that name nothing. */
  readonly path: string;
  readonly isWrite: boolean;
}

/** Every operation of the server's own document. */
async function operationsOf({ address }: Here): Promise<readonly Operation[]> {
  const { text } = await sendRaw(address, { path: '/admin/v1/openapi.json', headers: bearer(all) });
  const { paths } = JSON.parse(text) as {
    readonly paths: Record<string, Record<string, { readonly operationId: string; readonly description: string }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, description }]) => ({
      ...{ id: operationId, method: method.toUpperCase() },
      path: `/admin/v1${path.replaceAll(/\{\w+\}/g, '999999')}`,
      isWrite: description.includes('Scope: write.'),
    })),
  );
}

function send({ address }: Here, { method, path }: Operation, headers: HeaderFields): Promise<RawReply> {
  return sendRaw(address, { method, path, ...(method === 'GET' ? { headers } : withBody(headers)) });
}

function withBody(headers: HeaderFields): { readonly headers: HeaderFields; readonly body: string } {
  return { headers: { ...JSON_BODY, ...headers }, body: '{}' };
}

/** A server as `docent serve` opens it, in this process, which is quicker. */
async function openHere(flags: Readonly<Record<string, string>> = {}): Promise<Here> {
  const input = { cwd: site.folder, env: {}, flags: { listen: '127.0.0.1:0', data: '.docent', ...flags } };
  const own = await openServer({ input, log: silentLog });
  const stop = (): Promise<void> => own.close();
  return { address: own.address, stop, [Symbol.asyncDispose]: stop };
}

/** A change that nothing comes of: 404 is the operation's own answer. */
const PAUSE: Operation = { id: 'pauseRun', method: 'POST', path: '/admin/v1/runs/999999/pause', isWrite: true };

const TABLES = ['blocklist', 'inbox', 'pages', 'providers', 'requests', 'runs', 'urls'] as const;

/** What a request could have changed: settings, tokens, and the rows of the store. */
function state(): unknown {
  const db = new DatabaseSync(join(data, 'docent.sqlite'), { readOnly: true, timeout: 5_000 });
  try {
    const rows = TABLES.map((name) => db.prepare(`SELECT * FROM ${name}`).all());
    const ids = openTokens(data).list();
    return { rows, ids: ids.map(({ id }) => id), config: readFileSync(join(site.folder, 'docent.yml'), 'utf8') };
  } finally {
    db.close();
  }
}

describe('a server for this machine', () => {
  it('A2: reads and answers without a token, and changes nothing without one', async () => {
    const operations = await operationsOf(server);
    expect(operations.filter(({ isWrite }) => isWrite).length).toBeGreaterThan(2);
    for (const operation of operations) {
      const { status, headers } = await send(server, operation, {});
      if (!operation.isWrite) expect([401, 403, 421, 429], operation.id).not.toContain(status);
      else
        expect({ status, type: headers['content-type'], how: headers['www-authenticate'] }, operation.id).toEqual({
          ...{ status: 401, type: 'application/problem+json', how: 'Bearer realm="docent"' },
        });
    }
    expect((await send(server, PAUSE, bearer(all))).status).toBe(404);
  });

  it('A2, FAULTS 69: no operation changes anything with a wrong host, origin, token, session or form token', async () => {
    const { origin, host } = new URL(server.address);
    const tokens = openTokens(data);
    const reader = (await tokens.create({ scopes: ['read', 'ask'] })).token;
    const revoked = await tokens.create({ scopes: tokenScopes });
    const whole = await tokens.create({ scopes: tokenScopes });
    const past = { wall: () => Date.UTC(2020), mono: () => 0 };
    const expired = await openTokens(data, { clock: past }).create({
      ...{ scopes: tokenScopes, expiresAt: Date.UTC(2021) },
    });
    const sessions = openSessions(data, tokens);
    const [key, ended] = [await sessions.begin(whole.view), await sessions.begin(whole.view)];
    await sessions.end(ended);
    await tokens.revoke(revoked.view.id);
    const cookie = `docent_session=${key}`;
    const form = formTokenOf(key);
    const isOver = async (headers: HeaderFields): Promise<boolean> =>
      (await send(server, PAUSE, { origin, 'x-docent-form': form, ...headers })).status !== 404;
    // A running server looks at its files once a second.
    await until(async () => !(await isOver({ cookie })));
    await until(() => isOver({ cookie: `docent_session=${ended}`, 'x-docent-form': formTokenOf(ended) }));
    await until(() => isOver(bearer(revoked.token)));
    const wrong: Readonly<Record<string, readonly [HeaderFields, readonly number[]]>> = {
      'no token': [{}, [401]],
      'a token of another form': [bearer('secret'), [401, 429]],
      'a wrong secret': [bearer(`${all.slice(0, -2)}xx`), [401, 429]],
      'an unknown id': [bearer(`dct_00000000_${all.slice(13)}`), [401, 429]],
      'a revoked token': [bearer(revoked.token), [401, 429]],
      'an expired token': [bearer(expired.token), [401, 429]],
      'a token that may only read': [bearer(reader), [403]],
      'another host': [{ ...bearer(all), host: `evil.example:${new URL(origin).port}` }, [421]],
      'a host that begins like ours': [{ ...bearer(all), host: 'localhost.evil.example' }, [421]],
      'a page of another site with a token': [{ ...bearer(all), origin: 'https://evil.example' }, [403]],
      'a page of another site': [{ origin: 'https://evil.example' }, [403]],
      'a session without Origin': [{ cookie, 'x-docent-form': form }, [403]],
      'a session of another port': [{ cookie, 'x-docent-form': form, origin: 'http://127.0.0.1:1' }, [403]],
      'a session by another name': [
        { cookie, 'x-docent-form': form, origin: origin.replace('127.0.0.1', 'localhost') },
        [403],
      ],
      'a session without form token': [{ cookie, origin }, [403]],
      'a session with another form token': [{ cookie, origin, 'x-docent-form': formTokenOf(ended) }, [403]],
      'a session that has ended': [{ cookie: `docent_session=${ended}`, origin, 'x-docent-form': form }, [401]],
    };
    const before = state();
    const passed: string[] = [];
    for (const operation of (await operationsOf(server)).filter(({ isWrite }) => isWrite))
      for (const [what, [headers, expected]] of Object.entries(wrong)) {
        const { status, headers: own, text } = await send(server, operation, headers);
        const isProblem = own['content-type'] === 'application/problem+json' && JSON.parse(text).status === status;
        if (!expected.includes(status) || !isProblem) passed.push(`${operation.id} with ${what}: ${status} ${text}`);
      }
    expect(passed).toEqual([]);
    expect(state()).toEqual(before);
    // The same session passes with all it needs, and the token without.
    expect((await send(server, PAUSE, { cookie, origin, 'x-docent-form': form, host })).status).toBe(404);
    expect((await send(server, PAUSE, bearer(all))).status).toBe(404);
  });

  it('A2: a stranger gets what docs/server.md lists, and nothing else', async () => {
    // As behind a proxy that is not listed.
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const get = (path: string): Promise<RawReply> => sendRaw(server.address, { path, headers });
    const [, row = ''] = /^\| elsewhere \|(.*?)\|/m.exec(readText('docs/server.md')) ?? [];
    const listed = [...row.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path as string);
    expect(listed).toContain('/opensearch.xml');
    const { text } = await get('/sign-in');
    const linked = [...text.matchAll(/(?:href|src)="([^"?#]+)"/g)].map(([, path]) => path as string);
    expect(linked.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(0);
    for (const path of [
      ...listed.filter((one) => one !== '/assets/'),
      ...linked.filter((one) => /^\/assets\//.test(one)),
    ])
      expect((await get(path)).status, path).toBe(200);
    const closed = [
      '/',
      '/search',
      '/search/suggest?q=a',
      '/runs',
      '/urls',
      '/hosts',
      '/changes',
      '/settings',
      '/metrics',
    ];
    const api = (await operationsOf(server)).filter(({ method }) => method === 'GET').map(({ path }) => path);
    for (const path of [
      ...closed,
      ...api,
      '/admin/v1/openapi.json',
      '/admin/v1/reference',
      '/mcp',
      '/api/v2/libs/search',
    ])
      if (!listed.includes(path)) expect([303, 401], path).toContain((await get(path)).status);
  });

  it('A2, FAULTS 69: names and origins count for every path', async () => {
    for (const path of ['/healthz', '/mcp', '/api/v2/libs/search', '/sign-in', '/nothing', '/admin/v1/openapi.json']) {
      const replies = [
        await sendRaw(server.address, { path, headers: { host: 'evil.example' } }),
        await sendRaw(server.address, { method: 'POST', path, ...withBody({ origin: 'https://evil.example' }) }),
      ];
      expect(
        replies.map(({ status }) => status),
        path,
      ).toEqual([421, 403]);
    }
  });

  it('A2: an assistant asks without a token, but not with a wrong one', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const ask = (headers: HeaderFields): Promise<RawReply> =>
      sendRaw(server.address, {
        ...{ method: 'POST', path: '/mcp', body: JSON.stringify(ping) },
        headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      });
    expect((await ask({})).status).toBe(200);
    expect((await ask(bearer(all))).status).toBe(200);
    expect([401, 429]).toContain((await ask(bearer('dct_wrong'))).status);
  });

  it('A2: wrong tokens are limited per address; right ones are not', async () => {
    const wrong = (): Promise<RawReply> => send(server, PAUSE, bearer('dct_wrong'));
    const replies = [];
    for (let nth = 0; nth < 12; nth++) replies.push(await wrong());
    const last = replies.at(-1) as RawReply;
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(JSON.parse(last.text)).toMatchObject({ code: 'too_many', status: 429 });
    expect((await send(server, PAUSE, bearer(all))).status).toBe(404);
    expect(server.output()).toContain('http.wrong_tokens');
    expect(server.output()).not.toContain('dct_wrong');
  });

  it('A2: a token that a command revokes is void in a second, with its sessions', async () => {
    const made = await docent('serve', 'token', 'new', '--scope', 'read,write', '--print');
    const token = made.stdout.trim();
    const read = (headers: HeaderFields): Promise<RawReply> => send(server, { ...PAUSE, ...RUNS }, headers);
    await until(async () => (await read(bearer(token))).status === 200);
    const cookie = await signedIn(server, token);
    expect((await send(server, PAUSE, session(server, cookie))).status).toBe(404);
    expect((await docent('serve', 'token', 'revoke', token.slice(4, 12))).stdout).toContain('with 1 session');
    await until(async () => [401, 429].includes((await read(bearer(token))).status));
    await until(async () => (await send(server, PAUSE, session(server, cookie))).status === 401);
  });
});

const RUNS = { method: 'GET', path: '/admin/v1/runs' } as const;

/** Signs in as a browser does; the value of its cookie. */
async function signedIn(server: Here, token: string, headers: HeaderFields = {}): Promise<string> {
  const reply = await signIn(server, `token=${encodeURIComponent(token)}`, headers);
  expect(reply.status, reply.text).toBe(303);
  return /docent_session=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[1] as string;
}

function signIn({ address }: Here, body: string, headers: HeaderFields = {}): Promise<RawReply> {
  const { origin, pathname } = new URL(address);
  const path = `${pathname === '/' ? '' : pathname}/sign-in`;
  return sendRaw(address, { method: 'POST', path, headers: { ...FORM_BODY, origin, ...headers }, body });
}

/** All that a page of this server sends with a change. */
function session({ address }: Here, key: string): HeaderFields {
  return { cookie: `docent_session=${key}`, origin: new URL(address).origin, 'x-docent-form': formTokenOf(key) };
}

describe('a browser', () => {
  it('A2: sends a form with its form token in a field, and nothing comes of one without', async () => {
    const { 'x-docent-form': token, ...headers } = session(server, await signedIn(server, all));
    const post = (body: string): Promise<RawReply> =>
      sendRaw(server.address, {
        ...{ method: 'POST', path: '/runs/999999/pause', body },
        headers: { ...FORM_BODY, ...headers, 'content-length': String(body.length) },
      });
    const passed = await post(`note=${'x'.repeat(100_000)}&form_token=${token}`);
    // The answer of the page itself, which knows no such run.
    expect([400, 404], passed.text).toContain(passed.status);
    expect(passed.text).toMatch(/no run/i);
    expect(passed.headers['content-type']).toContain('text/html');
    expect((await post('note=x')).status).toBe(403);
    expect((await post(`form_token=${formTokenOf('another')}`)).status).toBe(403);
  });
});

describe('behind a proxy', () => {
  it('A2: one that is not trusted is not believed, and nothing is open behind it', async () => {
    const read = (headers: HeaderFields): Promise<RawReply> => sendRaw(server.address, { ...RUNS, headers });
    expect((await read({ 'x-forwarded-for': '192.0.2.9' })).status).toBe(401);
    expect((await read({ 'x-forwarded-host': 'evil.example', ...bearer(all) })).status).toBe(200);
  });
});

describe('a browser', () => {
  // A folder has one server at a time, and those that follow are others.
  beforeAll(() => server.stop());

  it('A2: signs in with a token, changes things, survives a restart of the server, and signs out', async () => {
    let own = await openHere();
    try {
      const form = await sendRaw(own.address, { path: '/sign-in?next=%2Fruns%3Fa%3D%22%3E' });
      expect(form.status).toBe(200);
      expect(form.text).toContain('name="next" value="/runs?a=&quot;&gt;"');
      expect(form.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; (?!.*unsafe)/);
      const reply = await signIn(own, `token=${all}&next=%2Fruns`);
      expect(reply).toMatchObject({ status: 303, headers: { location: '/runs' } });
      expect(String(reply.headers['set-cookie'])).toMatch(
        /^docent_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=43200$/,
      );
      const key = await signedIn(own, all);
      expect((await send(own, PAUSE, session(own, key))).status).toBe(404);
      await own.stop();
      own = await openHere();
      expect((await send(own, PAUSE, session(own, key))).status).toBe(404);
      const { origin } = new URL(own.address);
      const out = await sendRaw(own.address, {
        ...{ method: 'POST', path: '/sign-out', headers: { ...FORM_BODY, ...session(own, key), origin } },
      });
      expect(out).toMatchObject({ status: 303, headers: { location: '/sign-in' } });
      expect(String(out.headers['set-cookie'])).toContain(
        'docent_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0',
      );
      expect((await send(own, PAUSE, session(own, key))).status).toBe(401);
    } finally {
      await own.stop();
    }
  });

  it('A2, FAULTS 69: does not sign in with a wrong token, from another site, or towards another site', async () => {
    await using server = await openHere();
    const wrong = await signIn(server, 'token=dct_wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.headers['set-cookie']).toBeUndefined();
    expect(wrong.text).toContain('there is no such token');
    expect((await signIn(server, `token=${all}`, { origin: 'https://evil.example' })).status).toBe(403);
    expect(
      (await sendRaw(server.address, { method: 'POST', path: '/sign-in', headers: FORM_BODY, body: `token=${all}` }))
        .status,
    ).toBe(403);
    expect((await signIn(server, `token=${'x'.repeat(20_000)}`)).status).toBe(413);
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '/a\r\nset-cookie: b=c'])
      expect((await signIn(server, `token=${all}&next=${encodeURIComponent(next)}`)).headers.location, next).toBe('/');
    for (let nth = 0; nth < 10; nth++) await signIn(server, 'token=dct_wrong');
    expect((await signIn(server, 'token=dct_wrong')).status).toBe(429);
  });
});

describe('behind a proxy', () => {
  it('A2: only a trusted one is believed; nothing is open then, and cookies are for its TLS and path', async () => {
    const flags = { trusted_proxy: '127.0.0.1', server_hosts: 'docs.example', base_path: '/docent' };
    await using server = await openHere(flags);
    const proxied = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'docs.example',
      'x-forwarded-for': '192.0.2.9',
    };
    const path = '/docent/admin/v1/runs';
    const read = (headers: HeaderFields): Promise<RawReply> => sendRaw(server.address, { path, headers });
    expect((await read(proxied)).status).toBe(401);
    expect((await read({})).status).toBe(401);
    expect((await read({ ...proxied, ...bearer(all) })).status).toBe(200);
    expect((await read({ ...proxied, ...bearer(all), 'x-forwarded-host': 'evil.example' })).status).toBe(421);
    expect((await sendRaw(server.address, { path: '/docent/healthz', headers: proxied })).status).toBe(200);
    const reply = await signIn(server, `token=${all}`, { ...proxied, origin: 'https://docs.example' });
    expect(reply.headers.location).toBe('/docent/');
    expect(String(reply.headers['set-cookie'])).toMatch(/; Path=\/docent\/; Max-Age=43200; Secure$/);
    // Failures are counted for the client, not for the proxy.
    const fail = (from: string): Promise<RawReply> =>
      read({ ...proxied, ...bearer('dct_wrong'), 'x-forwarded-for': from });
    for (let nth = 0; nth < 11; nth++) await fail('198.51.100.1');
    expect((await fail('198.51.100.1')).status).toBe(429);
    expect((await fail('198.51.100.2')).status).toBe(401);
  });

  it.skipIf(!hasOpenssl)('A2: with TLS of its own cookies are Secure', async () => {
    await makeCertificate(site.folder);
    await using server = await openHere({ tls_cert: 'cert.pem', tls_key: 'key.pem' });
    expect(server.address).toMatch(/^https:/);
    const reply = await signIn(server, `token=${all}`);
    expect(String(reply.headers['set-cookie'])).toMatch(/; Secure$/);
  });
});

describe('the first token', () => {
  it('A2: is made by the server, and is in a private file where there is no terminal', async () => {
    const fresh = join(site.folder, 'fresh');
    await using server = await startServe(site.folder, '--data', fresh);
    await until(() => server.output().includes(`it is in ${join(fresh, 'server-token')}`));
    const token = readFileSync(join(fresh, 'server-token'), 'utf8').trim();
    expect(statSync(join(fresh, 'server-token')).mode & 0o777).toBe(0o600);
    expect(server.output()).not.toContain(token.slice(13));
    expect((await send(server, PAUSE, bearer(token))).status).toBe(404);
  });

  it('A2: listening beyond this machine is refused without a valid one', async () => {
    const { code, stderr } = await docent('serve', '--listen', '0.0.0.0:0', '--data', 'empty');
    expect(code).toBe(2);
    expect(stderr).toContain('there is no valid token: make one first with "docent serve token new"');
    expect(existsSync(join(site.folder, 'empty'))).toBe(false);
  });
});
