// Proves the key of a URL (U2) and what stays of its query (U3).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { type KeyPolicy, urlKey } from './key.ts';
import { trackingParams } from './query.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const policies: readonly KeyPolicy[] = [
  {},
  { stripWww: false },
  { query: 'keep' },
  { query: 'tracking' },
  { query: 'tracking', keepQueryParams: ['ref'] },
  { query: 'drop', keepQueryParams: ['id', 'user[id]'] },
];

const piece = fc.oneof(
  fc.constantFrom(
    '%',
    '%25',
    '%2e',
    '..',
    '.',
    '/',
    '//',
    '\\',
    '%5C',
    '?',
    '#',
    '&',
    '=',
    '@',
    ':',
    '%00',
    '%20',
    ' ',
    '\t',
  ),
  fc.constantFrom(
    '%34',
    '%31',
    '4',
    'a',
    'A',
    '%e4',
    '%B8',
    '%ad',
    '中',
    '\ud800',
    '%ff',
    '^',
    '|',
    '{',
    '"',
    '<',
    '`',
    "'",
  ),
  anyText,
);
const soup = fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(''));
const host = fc.oneof(
  fc.constantFrom(
    'x',
    'www.x.org',
    'www.www.x.org',
    'www.com',
    'www.x.org.',
    'WWW.X.ORG',
    '127.0.0.1',
    '[::1]',
    'www..x.y',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const anyUrl = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'HTTP:', 'ftp://', '', '//'),
    host,
    fc.constantFrom('', ':80', ':443', ':8080'),
    soup,
  )
  .map(([scheme, name, port, rest]) => `${scheme}${name}${port}/${rest}`);

describe('urlKey', () => {
  it.each([
    ['host lower-case', 'https://Example.COM/A', 'https://example.com/A'],
    ['scheme unified', 'http://example.com/a', 'https://example.com/a'],
    ['port 80 removed', 'http://example.com:80/a', 'https://example.com/a'],
    ['port 443 removed', 'https://example.com:443/a', 'https://example.com/a'],
    ['port 443 removed from http', 'http://example.com:443/a', 'https://example.com/a'],
    ['port 80 removed from https', 'https://example.com:80/a', 'https://example.com/a'],
    ['another port kept', 'http://example.com:8080/a', 'https://example.com:8080/a'],
    ['port 0 kept', 'http://example.com:0/a', 'https://example.com:0/a'],
    ['www removed', 'https://www.example.com/a', 'https://example.com/a'],
    ['www removed repeatedly', 'https://www.www.example.com/a', 'https://example.com/a'],
    ['www.com stays', 'https://www.com/a', 'https://www.com/a'],
    ['www.www.com keeps two labels', 'https://www.www.com/a', 'https://www.com/a'],
    ['www without a dot stays', 'https://www2.example.com/a', 'https://www2.example.com/a'],
    ['addresses stay', 'http://127.0.0.1:3000/a', 'https://127.0.0.1:3000/a'],
    ['IPv6 stays', 'http://[::1]:80/a', 'https://[::1]/a'],
    ['international host', 'https://WWW.Bücher.example/a', 'https://xn--bcher-kva.example/a'],
    ['credentials removed', 'https://me:secret@example.com/a', 'https://example.com/a'],
    ['slashes folded', 'https://example.com//a///b', 'https://example.com/a/b'],
    ['trailing slash removed', 'https://example.com/a/', 'https://example.com/a'],
    ['trailing slashes removed', 'https://example.com/a//', 'https://example.com/a'],
    ['root stays', 'https://example.com', 'https://example.com/'],
    ['root of slashes', 'https://example.com///', 'https://example.com/'],
    ['query removed', 'https://example.com/a?b=c', 'https://example.com/a'],
    ['fragment removed', 'https://example.com/a#b', 'https://example.com/a'],
    ['path case kept', 'https://example.com/A/b', 'https://example.com/A/b'],
    ['decoded', 'https://example.com/%E4%B8%AD', 'https://example.com/中'],
    ['raw and escaped are one', 'https://example.com/中', 'https://example.com/中'],
    ['dot segments', 'https://example.com/a/../b/./%2e%2e/c', 'https://example.com/c'],
    ['escaped slash kept', 'https://example.com/..%2fa', 'https://example.com/..%2Fa'],
    ['backslashes are slashes', 'https://example.com\\a\\b', 'https://example.com/a/b'],
    ['NUL kept escaped', 'https://example.com/%00', 'https://example.com/%00'],
    ['not http: itself', 'mailto:Me@Example.com', 'mailto:Me@Example.com'],
    ['not a URL: itself', ' no url ', ' no url '],
    ['bad port: itself', 'https://example.com:99999/', 'https://example.com:99999/'],
  ])('U2: %s', (_, url, expected) => {
    expect(urlKey(url)).toBe(expected);
  });

  it('U2: stripping www. can be switched off', () => {
    expect(urlKey('https://www.example.com/a', { stripWww: false })).toBe('https://www.example.com/a');
  });

  it.each<[string, KeyPolicy, string, string]>([
    ['drop is the default', {}, '?a=1', ''],
    ['drop keeps what is listed, sorted', { keepQueryParams: ['id', 'b'] }, '?id=1&x=2&b=3', '?b=3&id=1'],
    ['drop reads names as a server does', { keepQueryParams: ['user[id]'] }, '?user%5bid%5d=1', '?user%5Bid%5D=1'],
    ['tracking removes trackers', { query: 'tracking' }, '?utm_source=a&UTM_X=b&ref=c&gclid=d&fbclid=e&v=1', '?v=1'],
    ['tracking removes escaped trackers', { query: 'tracking' }, '?%75tm_source=a&v=1', '?v=1'],
    ['tracking sorts, stable for equal names', { query: 'tracking' }, '?b=1&a=2&b=0&a=1', '?a=2&a=1&b=1&b=0'],
    ['tracking obeys exceptions', { query: 'tracking', keepQueryParams: ['ref'] }, '?ref=main&gclid=1', '?ref=main'],
    ['tracking leaves no bare ?', { query: 'tracking' }, '?utm_id=1&&', ''],
    ['keep keeps all as written', { query: 'keep' }, '?utm_id=1&b=%2f&a=%41&&', '?utm_id=1&b=%2F&a=A&&'],
    ['keep leaves no bare ?', { query: 'keep' }, '?', ''],
  ])('U3: %s', (_, policy, search, expected) => {
    expect(urlKey(`https://example.com/a${search}`, policy)).toBe(`https://example.com/a${expected}`);
  });

  it('U3: every tracking name is written in lower case, so that it can be found', () => {
    const all = [...trackingParams.names, ...trackingParams.prefixes];
    expect(all).toEqual(all.map((name) => name.toLowerCase()));
  });

  it('U2: the key of a key is the key itself, for any text and policy', scaled, () => {
    fc.assert(
      fc.property(fc.oneof(anyUrl, anyText, fc.webUrl()), fc.constantFrom(...policies), (url, policy) => {
        const key = urlKey(url, policy);
        expect(urlKey(key, policy)).toBe(key);
      }),
      { numRuns: runs(8000) },
    );
  });

  it('U2: the key does not change with scheme, www, port, credentials, slashes or fragment', scaled, () => {
    const segment = fc.stringMatching(/^[a-z0-9%-]{1,6}$/).filter((text) => !/^(\.|%2e)+$/i.test(text));
    const variant = fc.record({
      scheme: fc.constantFrom('http', 'https', 'HTTPS'),
      user: fc.constantFrom('', 'me@', 'me:pw@'),
      www: fc.constantFrom('', 'www.', 'WWW.', 'www.www.'),
      port: fc.constantFrom('', ':80', ':443'),
      slash: fc.constantFrom('/', '//', '///'),
      end: fc.constantFrom('', '/', '//'),
      fragment: fc.constantFrom('', '#', '#x/y?z'),
    });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), variant, (path, v) => {
        const written = `${v.scheme}://${v.user}${v.www}example.com${v.port}${v.slash}${path.join(v.slash)}${v.end}${v.fragment}`;
        expect(urlKey(written)).toBe(urlKey(`https://example.com/${path.join('/')}`));
      }),
      { numRuns: runs(1500) },
    );
  });

  it('U3: under tracking the order of parameters does not matter', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'utm_x', 'ref', '%63', 'é', 'z%5B%5D');
    const params = fc.uniqueArray(fc.tuple(name, fc.stringMatching(/^[a-z%0-9]{0,3}$/)), {
      selector: ([key]) => decodeURIComponent(key),
    });
    const shuffled = params.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, two]) => {
        const write = (list: typeof one) => `https://x.org/?${list.map(([key, value]) => `${key}=${value}`).join('&')}`;
        expect(urlKey(write(one), { query: 'tracking' })).toBe(urlKey(write(two), { query: 'tracking' }));
      }),
    );
  });

  it.each([
    ['folder://docs/guide/intro.md', 'folder://docs/guide/intro.md'],
    ['folder://docs', 'folder://docs/'],
    ['folder://docs/guide/', 'folder://docs/guide'],
    ['folder://docs/guide/a%20b.md#top', 'folder://docs/guide/a%20b.md'],
    ['folder://docs/%EA%B0%80%EC%9D%B4%EB%93%9C.md', 'folder://docs/가이드.md'],
    ['folder://docs/what%3F%23.md?highlight=x', 'folder://docs/what%3F%23.md'],
    ['folder://docs/a%252Fb.md', 'folder://docs/a%252Fb.md'],
    ['folder:///etc/passwd', 'folder:///etc/passwd'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
  ])('U2: the key of the file %s is %s', (url, key) => {
    expect(urlKey(url)).toBe(key);
    expect(urlKey(urlKey(url))).toBe(key);
  });
});
