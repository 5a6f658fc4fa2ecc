// Who sends a request: the connection decides, and what a trusted proxy reports.
import { describe, expect, it } from 'vitest';
import { type Caller, type CallerRules, type Connection, callers } from './caller.ts';

const LOOPBACK = { address: '127.0.0.1', isLoopback: true };
const EVERYWHERE = { address: '0.0.0.0', isLoopback: false };
const here: Connection = { peer: '127.0.0.1', own: '127.0.0.1', isTls: false };

function caller(
  headers: Readonly<Record<string, string>>,
  connection: Partial<Connection> = {},
  rules: Partial<CallerRules> = {},
): Caller {
  const all = { bound: LOOPBACK, hosts: [], proxies: [], ...rules };
  return callers(all)(new Headers({ host: 'localhost:7411', ...headers }), { ...here, ...connection });
}

describe('the name of the server', () => {
  it.each([
    ['localhost:7411', 'http://localhost:7411'],
    ['LOCALHOST.:7411', 'http://localhost:7411'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['127.0.0.1:80', 'http://127.0.0.1'],
    ['[::1]:7411', 'http://[::1]:7411'],
    ['docs.example:7411', 'http://docs.example:7411'],
    ['[fd00::7]:1', 'http://[fd00::7]:1'],
    ['192.0.2.7', 'http://192.0.2.7'],
  ])('%s is one of its names', (host, origin) => {
    const hosts = ['Docs.Example', '[fd00:0::7]'];
    expect(caller({ host }, { own: '::ffff:192.0.2.7' }, { hosts }).origin).toBe(origin);
  });

  it.each([
    ...['evil.example', 'evil.example:7411', 'localhost.evil.example', 'evil.localhost', '127.0.0.1.evil.example'],
    ...[
      '',
      ':7411',
      'localhost:7411:1',
      'a@localhost',
      'localhost/x',
      'localhost:',
      '[::1',
      '::1',
      '0.0.0.0',
      '192.0.2.8',
    ],
  ])('A2, FAULTS 69: "%s" is not', (host) => {
    expect(() => caller({ host }, {}, { bound: { address: '127.0.0.1', isLoopback: true } })).toThrow(
      expect.objectContaining({ problem: 'wrong_host' }),
    );
  });

  it('A2: is https behind TLS', () => {
    expect(caller({ host: 'localhost' }, { isTls: true })).toMatchObject({
      origin: 'https://localhost',
      isSecure: true,
    });
  });
});

describe('a program of this machine', () => {
  it('A2: is one by its connection to a server for this machine alone', () => {
    expect(caller({}).isLocal).toBe(true);
    expect(caller({}, { peer: '::1', own: '::1' }).isLocal).toBe(true);
    expect(caller({}, { peer: '::ffff:127.0.0.1' }).isLocal).toBe(true);
    expect(caller({}, { peer: '192.0.2.1' }).isLocal).toBe(false);
    expect(caller({}, {}, { bound: EVERYWHERE }).isLocal).toBe(false);
  });

  it.each([
    ...['forwarded', 'via', 'x-real-ip', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
    ...['x-forwarded-port', 'x-forwarded-prefix', 'x-forwarded-server', 'X-Forwarded-Scheme', 'x-forwarded-ssl'],
    ...[
      'x-forwarded-user',
      'x-forwarded-email',
      'x-forwarded-what-comes-next',
      'cf-connecting-ip',
      'CF-Ray',
      'cf-visitor',
    ],
    ...['cf-ipcountry', 'cf-access-jwt-assertion', 'cf-worker', 'cdn-loop', 'true-client-ip', 'x-client-ip'],
  ])('A2: is none behind a proxy, which %s reveals, trusted or not, whatever it holds', (header) => {
    for (const value of ['127.0.0.1', '', 'localhost', ', ,']) {
      expect(caller({ [header]: value }).isLocal).toBe(false);
      expect(caller({ [header]: value }, { peer: '::1', own: '::1' }).isLocal).toBe(false);
    }
    expect(caller({}, {}, { proxies: ['127.0.0.0/8'] }).isLocal).toBe(false);
  });

  it('A2: is one with headers of its own', () => {
    const own = { 'x-docent-form': 'x', accept: '*/*', 'cache-control': 'no-store', 'x-requested-with': 'x', cfx: '1' };
    expect(caller(own).isLocal).toBe(true);
  });
});

describe('what a proxy reports', () => {
  const reported = {
    'x-forwarded-for': '203.0.113.66, 198.51.100.9, 10.0.0.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'docs.example',
  };
  const rules = { hosts: ['docs.example'], proxies: ['10.0.0.0/8', '127.0.0.1'] };

  it('A2: counts from a trusted one: the last address that is no proxy, scheme and host', () => {
    expect(caller(reported, {}, rules)).toEqual({
      ...{ address: '198.51.100.9', origin: 'https://docs.example', isSecure: true, isLocal: false },
    });
  });

  it('A2: counts for nothing from anyone else', () => {
    expect(caller(reported, { peer: '192.0.2.1' }, rules)).toEqual({
      ...{ address: '192.0.2.1', origin: 'http://localhost:7411', isSecure: false, isLocal: false },
    });
  });

  it('A2: of several values the nearest proxy’s counts', () => {
    const forged = { 'x-forwarded-proto': 'gopher, https', 'x-forwarded-host': 'evil.example, docs.example' };
    expect(caller(forged, {}, rules).origin).toBe('https://docs.example');
    expect(() => caller({ 'x-forwarded-host': 'docs.example, evil.example' }, {}, rules)).toThrow('evil.example');
    expect(() => caller({ 'x-forwarded-proto': 'gopher' }, {}, rules)).toThrow('is for localhost:7411');
  });

  it.each([
    ['198.51.100.9:4711', '198.51.100.9'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['', '127.0.0.1'],
    [' , ', '127.0.0.1'],
  ])('A2: "%s" is the client %s', (forwarded, address) => {
    expect(caller({ 'x-forwarded-for': forwarded }, {}, rules).address).toBe(address);
  });
});
