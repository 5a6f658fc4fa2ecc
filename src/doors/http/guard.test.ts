// Who passes: tokens, sessions and forms, from programs and from pages of other sites.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formTokenOf, openSessions, type Sessions } from '../../app/server/sessions.ts';
import { openTokens, type Tokens, type TokenView } from '../../app/server/tokens.ts';
import { silentLog } from '../../core/log.ts';
import type { Options } from '../../core/options/table.ts';
import { createGuard, type Guard, type GuardOptions } from './guard.ts';
import type { Permission } from './operation.ts';
import type { ServerProblem } from './problem.ts';

const OWN = 'http://127.0.0.1:7411';
const connection = { peer: '127.0.0.1', own: '127.0.0.1', isTls: false };
const NAMES = { server_hosts: [], trusted_proxy: [] };
const EMBEDDED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };

let folder: string;
let tokens: Tokens;
let sessions: Sessions;
let reader: { readonly token: string; readonly view: TokenView };
let writer: { readonly token: string; readonly view: TokenView };
let key: string;
let options: Pick<Options, 'server_hosts' | 'trusted_proxy'>;
let guard: Guard;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-guard-'));
  tokens = openTokens(folder);
  sessions = openSessions(folder, tokens);
  reader = await tokens.create({ scopes: ['read'] });
  writer = await tokens.create({ scopes: ['write'] });
  key = await sessions.begin(writer.view);
});
afterAll(async () => {
  await tokens.settled();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  options = NAMES;
  guard = guardOf({ address: '127.0.0.1', isLoopback: true });
});

function guardOf(bound: GuardOptions['bound']): Guard {
  return createGuard({ tokens, sessions, log: silentLog, bound, options: () => options });
}

/** From here on the server is one that other machines reach. */
function openToOthers(): void {
  guard = guardOf({ address: '0.0.0.0', isLoopback: false });
}

type Headers = Readonly<Record<string, string>>;

function sent(method: string, headers: Headers = {}, body?: string): Request {
  const { host = '127.0.0.1:7411' } = headers;
  return new Request(`http://${host}/x`, {
    method,
    headers: { host, ...headers },
    ...(body !== undefined && { body }),
  });
}

/** As a browser sends a form. */
function sentForm(headers: Headers, body: string): Request {
  const type = 'application/x-www-form-urlencoded; charset=utf-8';
  return sent('POST', { 'content-type': type, 'content-length': String(body.length), ...headers }, body);
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const cookie = (): Headers => ({ cookie: `a=b; docent_session=${key}; c` });
const form = (): Headers => ({ 'x-docent-form': formTokenOf(key) });

/** `passes`, or the problem. */
async function judged(scope: Permission | 'open', request: Request): Promise<'passes' | ServerProblem> {
  return guard.check(request, scope, connection).then(
    () => 'passes',
    (error: { readonly problem: ServerProblem }) => error.problem,
  );
}

describe('without a token', () => {
  it('A2: programs of this machine read and ask; a change always needs one', async () => {
    expect(await judged('read', sent('GET'))).toBe('passes');
    expect(await judged('ask', sent('POST'))).toBe('passes');
    expect(await judged('write', sent('POST'))).toBe('unauthorized');
    expect((await guard.check(sent('GET'), 'read', connection)).scopes).toEqual(['read', 'ask']);
  });

  it('A2: a server for others lets nobody pass but where it is open', async () => {
    openToOthers();
    for (const scope of ['read', 'ask', 'write'] as const)
      expect(await judged(scope, sent('GET'))).toBe('unauthorized');
    expect(await judged('open', sent('GET'))).toBe('passes');
  });

  it('A2: names that change count with the next request', async () => {
    options = { ...NAMES, server_hosts: ['docs.example'] };
    expect(await judged('read', sent('GET', { host: 'docs.example' }))).toBe('passes');
    options = NAMES;
    expect(await judged('read', sent('GET', { host: 'docs.example' }))).toBe('wrong_host');
    expect(await judged('open', sent('GET', { host: 'docs.example' }))).toBe('wrong_host');
  });

  it('A2, FAULTS 69: a target and a Host that differ name no server', async () => {
    const request = new Request('http://evil.example/x', { headers: { host: '127.0.0.1:7411' } });
    expect(await judged('read', request)).toBe('wrong_host');
  });

  it('A2: a refusal says how to sign in, and that nothing was sent', async () => {
    await expect(guard.check(sent('POST'), 'write', connection)).rejects.toMatchObject({
      message: 'a change needs a token',
      headers: { 'www-authenticate': 'Bearer realm="docent"' },
    });
  });
});

describe('a token', () => {
  it('A2: opens what its scopes name, without an Origin or a form token', async () => {
    openToOthers();
    expect(await judged('read', sent('GET', bearer(reader.token)))).toBe('passes');
    expect(await judged('write', sent('POST', bearer(writer.token)))).toBe('passes');
    expect(await judged('write', sent('DELETE', { authorization: `bearer   ${writer.token}` }))).toBe('passes');
    expect(await judged('read', sent('GET', bearer(writer.token)))).toBe('forbidden');
    await expect(guard.check(sent('POST', bearer(reader.token)), 'write', connection)).rejects.toMatchObject({
      problem: 'forbidden',
      message: `this needs the scope write, and the token ${reader.view.id} has read`,
      headers: { 'www-authenticate': 'Bearer realm="docent", error="insufficient_scope", scope="write"' },
    });
  });

  it('A2: that is wrong, expired or revoked opens nothing, not even what needs none', async () => {
    const past = Date.now() - 10_000;
    const time = { wall: () => past, mono: () => 0 };
    const brief = await openTokens(folder, { clock: time }).create({ scopes: ['read'], expiresAt: past + 5_000 });
    const gone = await tokens.create({ scopes: ['read'] });
    await tokens.revoke(gone.view.id);
    for (const token of [brief.token, gone.token, `${reader.token}x`])
      await expect(guard.check(sent('GET', bearer(token)), 'read', connection)).rejects.toMatchObject({
        problem: 'unauthorized',
        message: token === brief.token ? `the token ${brief.view.id} has expired` : 'there is no such token',
        headers: { 'www-authenticate': 'Bearer realm="docent", error="invalid_token"' },
      });
  });

  it('A2: of another service is none where none is needed, and wrong elsewhere', async () => {
    expect(await judged('ask', sent('GET', bearer('ctx7sk-0123')))).toBe('passes');
    expect(await judged('write', sent('POST', bearer('ctx7sk-0123')))).toBe('unauthorized');
    expect(await judged('read', sent('GET', { authorization: 'Basic YTpi' }))).toBe('passes');
    openToOthers();
    expect(await judged('ask', sent('GET', bearer('ctx7sk-0123')))).toBe('unauthorized');
  });

  it('A2, FAULTS 69: after ten wrong ones in a minute the next is a 429; a right one passes', async () => {
    const wrong = (): Request => sent('GET', bearer(`dct_00000000_${'x'.repeat(43)}`));
    for (let nth = 0; nth < 10; nth++) expect(await judged('read', wrong())).toBe('unauthorized');
    await expect(guard.check(wrong(), 'read', connection)).rejects.toMatchObject({
      problem: 'too_many',
      headers: { 'retry-after': expect.stringMatching(/^(?:60|59)$/) },
    });
    expect(await judged('read', sent('GET', bearer(reader.token)))).toBe('passes');
    const other = await guard.check(wrong(), 'read', { ...connection, peer: '127.0.0.2' }).catch((error) => error);
    expect(other.problem).toBe('unauthorized');
  });
});

describe('a session', () => {
  it('A2: reads and asks with what its token may, and has a form token', async () => {
    openToOthers();
    const session = await sessions.begin(reader.view);
    const admitted = await guard.check(sent('GET', { cookie: `docent_session=${session}` }), 'read', connection);
    expect(admitted).toMatchObject({ scopes: ['read'], token: { id: reader.view.id } });
    expect(admitted.session?.formToken).toBe(formTokenOf(session));
    expect(await judged('ask', sent('GET', { cookie: `docent_session=${session}` }))).toBe('forbidden');
    expect(await judged('write', sent('POST', { cookie: `docent_session=${session}`, origin: OWN }))).toBe('forbidden');
  });

  it('A2: changes something with the Origin of this server and its form token', async () => {
    expect(await judged('write', sent('POST', { ...cookie(), ...form(), origin: OWN }))).toBe('passes');
    expect(await judged('write', sent('POST', { ...cookie(), ...form(), 'sec-fetch-site': 'same-origin' }))).toBe(
      'passes',
    );
  });

  it('A2: sends the form token in a form, whose body stays readable', async () => {
    const body = `name=x&form_token=${formTokenOf(key)}`;
    const headers = { ...cookie(), origin: OWN };
    const request = sentForm(headers, body);
    expect(await judged('write', request)).toBe('passes');
    expect(await request.text()).toBe(body);
    expect(await judged('write', sentForm(headers, 'name=x'))).toBe('forbidden');
    expect(await judged('write', sentForm(headers, `form_token=${formTokenOf('other')}`))).toBe('forbidden');
    expect(await judged('write', sentForm(headers, `x=${'y'.repeat(1 << 20)}`))).toBe('too_large');
    expect(await judged('write', sentForm({ ...headers, 'content-type': 'text/plain' }, body))).toBe('forbidden');
    const chunked = sent('POST', { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body);
    expect(await judged('write', chunked)).toBe('forbidden');
  });

  it.each<readonly [string, () => Headers, ServerProblem]>([
    ['no form token', () => ({ origin: OWN }), 'forbidden'],
    ['the form token of another session', () => ({ origin: OWN, 'x-docent-form': formTokenOf('x') }), 'forbidden'],
    ['no Origin', () => form(), 'wrong_origin'],
    ['the Origin of another site', () => ({ ...form(), origin: 'https://evil.example' }), 'wrong_origin'],
    ['another port of this machine', () => ({ ...form(), origin: 'http://127.0.0.1:3000' }), 'wrong_origin'],
    ['another scheme', () => ({ ...form(), origin: 'https://127.0.0.1:7411' }), 'wrong_origin'],
    ['a hidden Origin', () => ({ ...form(), origin: 'null' }), 'wrong_origin'],
    ['a page of a neighbour', () => ({ ...form(), 'sec-fetch-site': 'same-site' }), 'wrong_origin'],
  ])('A2, FAULTS 69: with %s changes nothing', async (_, headers, problem) => {
    expect(await judged('write', sent('POST', { ...cookie(), ...headers() }))).toBe(problem);
  });

  it('A2: that has ended is none: reading goes on where it needs none', async () => {
    const ended = { cookie: `docent_session=${'x'.repeat(43)}` };
    expect(await judged('read', sent('GET', ended))).toBe('passes');
    await expect(guard.check(sent('POST', ended), 'write', connection)).rejects.toThrow('the session has ended');
    openToOthers();
    expect(await judged('read', sent('GET', ended))).toBe('unauthorized');
  });

  it('A2: counts less than a token that is sent with it', async () => {
    expect(await judged('write', sent('POST', { ...cookie(), ...form(), ...bearer('dct_wrong'), origin: OWN }))).toBe(
      'unauthorized',
    );
  });
});

describe('a page of another site', () => {
  it('A2, FAULTS 69: sends nothing, whatever it has', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, EMBEDDED] as const) {
      expect(await judged('ask', sent('POST', headers))).toBe('wrong_origin');
      expect(await judged('open', sent('POST', headers))).toBe('wrong_origin');
      expect(await judged('write', sent('POST', { ...headers, ...bearer(writer.token) }))).toBe('wrong_origin');
      expect(await judged('read', sent('OPTIONS', headers))).toBe('wrong_origin');
    }
  });

  it('A2, FAULTS 69: reads nothing, also in a browser that sends the Origin alone', async () => {
    for (const origin of ['https://evil.example', 'null'])
      for (const scope of ['read', 'ask'] as const)
        expect(await judged(scope, sent('GET', { origin }))).toBe('wrong_origin');
    expect(await judged('read', sent('GET', { origin: OWN }))).toBe('passes');
    expect(await judged('open', sent('GET', { origin: 'https://evil.example' }))).toBe('passes');
  });

  it('A2: embeds nothing, and may link to pages', async () => {
    expect(await judged('read', sent('GET', EMBEDDED))).toBe('wrong_origin');
    expect(await judged('read', sent('GET', { ...EMBEDDED, 'sec-fetch-site': 'same-site' }))).toBe('wrong_origin');
    expect(await judged('read', sent('GET', { ...EMBEDDED, 'sec-fetch-mode': 'navigate' }))).toBe('passes');
    expect(await judged('read', sent('GET', { 'sec-fetch-site': 'same-origin' }))).toBe('passes');
  });

  it('A2: is named, and a proxy that speaks TLS is explained', async () => {
    const refused = (origin: string): Promise<unknown> => guard.check(sent('POST', { origin }), 'ask', connection);
    await expect(refused('https://evil.example')).rejects.toThrow(
      `the request comes from https://evil.example, and this server is ${OWN}`,
    );
    await expect(refused('https://127.0.0.1:7411')).rejects.toThrow('list the proxy that speaks TLS in trusted_proxy');
  });
});

describe('signing in', () => {
  it('A2: needs a page of this server and a valid token; wrong ones are counted', async () => {
    const signIn = (token: string, headers: Headers): Promise<unknown> =>
      guard.checkSignIn(sent('POST', headers), token, connection);
    await expect(signIn(writer.token, { origin: OWN })).resolves.toMatchObject({ token: { id: writer.view.id } });
    await expect(signIn(writer.token, {})).rejects.toMatchObject({ problem: 'wrong_origin' });
    await expect(signIn(writer.token, { origin: 'http://localhost:7411' })).rejects.toThrow('comes from');
    for (let nth = 0; nth < 10; nth++)
      await expect(signIn('wrong', { origin: OWN })).rejects.toMatchObject({ problem: 'unauthorized' });
    await expect(signIn('wrong', { origin: OWN })).rejects.toMatchObject({ problem: 'too_many' });
  });
});
