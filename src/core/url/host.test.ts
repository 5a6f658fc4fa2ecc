// Proves host identity for politeness (F4) and loopback (F4, own machine).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../../test/support/hostile.ts';
import { hostKey, isLoopbackHost, loopbackSite, parseHttpUrl, withoutWww } from './host.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

describe('hosts', () => {
  it.each([
    ['https://www.example.com/a', 'example.com'],
    ['http://example.com:80', 'example.com'],
    ['http://example.com:443', 'example.com'],
    ['https://example.com:80', 'example.com'],
    ['http://EXAMPLE.com:8080/x', 'example.com:8080'],
    ['https://docs.example.com/', 'docs.example.com'],
    ['https://a.github.io/', 'a.github.io'],
    ['https://example.com./', 'example.com'],
    ['https://example.com.:8443/', 'example.com:8443'],
    ['https://www.com/', 'www.com'],
    ['http://127.0.0.1:3000/', '127.0.0.1:3000'],
    ['http://[::1]:3000/', '[::1]:3000'],
    ['nonsense', 'nonsense'],
  ])('F4: the clock of %s is %s', (url, key) => {
    expect(hostKey(url)).toBe(key);
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1', '127.255.0.9', '::1', '[::1]'])(
    'F4: %s is this machine',
    (name) => expect(isLoopbackHost(name)).toBe(true),
  );

  it.each([
    '',
    'localhost.org',
    'notlocalhost',
    '127.0.0.1.org',
    '128.0.0.1',
    '127.0.0.256',
    '10.0.0.1',
    '::2',
    '0.0.0.0',
  ])('F4: %j is not this machine', (name) => expect(isLoopbackHost(name)).toBe(false));

  it.each([
    ['http://127.0.0.1:3000/a?b', '127.0.0.1', 3000],
    ['http://localhost/', 'localhost', 80],
    ['https://user:pass@docs.LOCALHOST/', 'docs.localhost', 443],
    ['http://2130706433:80/', '127.0.0.1', 80],
    ['https://[::1]:8443/', '[::1]', 8443],
  ])('H7: %s opens its own host and port', (url, host, port) => {
    expect(loopbackSite(url)).toEqual({ host, port });
  });

  it.each(['https://example.com/', 'http://10.0.0.1/', 'ftp://127.0.0.1/', '127.0.0.1:80', '/a', ''])(
    'H7: %j opens nothing',
    (url) => expect(loopbackSite(url)).toBeUndefined(),
  );

  it('U2: www. goes only while two labels remain', () => {
    expect(['www.a.b', 'www.a', 'www.a.', 'www.', 'www', 'www.www.www'].map(withoutWww)).toEqual([
      'a.b',
      'www.a',
      'www.a.',
      'www.',
      'www',
      'www.www',
    ]);
  });

  it('U2: a host of labels without end costs no more than reading it', () => {
    expect(withoutWww(`${endless('www.')}a.b`)).toBe('a.b');
  });

  it('U1: parsing never throws and returns http(s) only', () => {
    expect(parseHttpUrl('ftp://x.org/')).toBeUndefined();
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseHttpUrl(text)?.protocol ?? 'http:').toMatch(/^https?:$/);
        expect(typeof hostKey(text)).toBe('string');
        expect(typeof isLoopbackHost(text)).toBe('boolean');
      }),
    );
  });
});
