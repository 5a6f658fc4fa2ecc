// Proves that a parsed URL has the same parts as the functions that parse a text return.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostKey } from './host.ts';
import { type KeyPolicy, urlKey, urlKeyParts } from './key.ts';
import { ParsedUrl, parsedUrl } from './parsed-url.ts';
import { keyFormOfPath } from './percent.ts';

const policies: readonly KeyPolicy[] = [{}, { stripWww: false }, { query: 'keep' }, { query: 'tracking' }];
const piece = fc.oneof(
  fc.constantFrom(
    '%2F',
    '%',
    '%41',
    '%%34',
    '..',
    '//',
    '/',
    '\\',
    '?',
    '#',
    '&a=1',
    '@',
    ':80',
    '%ED%95%9C',
    '中',
    ' ',
  ),
  fc.string(),
);
const url = fc
  .tuple(fc.constantFrom('https://www.docs.example', 'http://docs.example.:8080', 'mailto:a', ''), fc.array(piece))
  .map(([start, rest]) => `${start}/${rest.join('')}`);

describe('a URL that is parsed once', () => {
  it('U2, F4: has the key, the parts and the clock that its text has', () => {
    fc.assert(
      fc.property(url, (text) => {
        const parsed = new ParsedUrl(text);
        for (const policy of policies) {
          expect(parsed.key(policy)).toBe(urlKey(text, policy));
          expect(parsed.keyParts(policy)).toEqual(urlKeyParts(text, policy));
        }
        expect(parsed.host).toBe(hostKey(text));
        expect(parsed.path).toBe(
          keyFormOfPath(URL.parse(text)?.pathname ?? '').slice(0, parsed.isPage ? undefined : 0),
        );
      }),
    );
  });

  it('keeps what was written, and the slash that its path ends with', () => {
    const parsed = new ParsedUrl('HTTP://Docs.Example//a/%41/?b#c');
    expect(parsed).toMatchObject({ text: 'HTTP://Docs.Example//a/%41/?b#c', isPage: true });
    expect([parsed.pathname, parsed.path, parsed.search]).toEqual(['//a/%41/', '/a/A/', '?b']);
    expect(parsed.key({ query: 'keep' })).toBe('https://docs.example/a/A?b');
  });

  it('is its own key and clock where it is no http(s) URL', () => {
    const parsed = new ParsedUrl('mailto:a@b.example');
    expect([parsed.isPage, parsed.path, parsed.search, parsed.keyParts()]).toEqual([false, '', '', undefined]);
    expect([parsed.key(), parsed.host]).toEqual(['mailto:a@b.example', 'mailto:a@b.example']);
  });

  it('is not parsed again', () => {
    const parsed = new ParsedUrl('https://docs.example/');
    expect(parsedUrl(parsed)).toBe(parsed);
    expect(parsedUrl('https://docs.example/a').path).toBe('/a');
  });
});
