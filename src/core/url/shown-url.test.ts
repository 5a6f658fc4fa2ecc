// Proves what of a URL is shown and written down.
import { describe, expect, it } from 'vitest';
import { endless } from '../../../test/support/hostile.ts';
import { fetchUrl, resolveLink } from './fetch-url.ts';
import { hideParameters } from './secret-parameters.ts';
import { shownUrl, withoutUserInfo } from './shown-url.ts';

const SECRET = 's3cr3t-value';
const at = (rest: string): string => `https://docs.example/a${rest}`;

it.each(['/doc/pkg@1.0.dev/api', '/pkg@1.2.io/a', '/pkg@v2.test/a', '/pkg@12.x.run/'])(
  'E5: a version is no address: %s',
  (path) => {
    expect(shownUrl(`https://docs.example${path}`)).toBe(`https://docs.example${path}`);
    expect(resolveLink(path, { pageUrl: 'https://docs.example/' })).toMatchObject({ ok: true });
  },
);

describe('H1: secrets in URLs', () => {
  it.each([
    ['user and password', `https://me:${SECRET}@docs.example/a`, at('')],
    ['a token', at(`?token=${SECRET}&page=2`), at('?token=***&page=2')],
    ['any case, dashes and prefixes', at(`?X-Amz-Security-Token=${SECRET}`), at('?X-Amz-Security-Token=***')],
    ['an escaped name', at(`?t%6Fken=${SECRET}`), at('?t%6Fken=***')],
    ['a list', at(`?user[api_key]=${SECRET}`), at('?user[api_key]=***')],
    ['a parameter of the path', at(`;jsessionid=${SECRET}/b?x=1`), at(';jsessionid=***/b?x=1')],
    ['a fragment', at(`#access_token=${SECRET}`), at('#access_token=***')],
    ['a question mark in the value', at(`?key=a?${SECRET}`), at('?key=***')],
    ['a URL in a parameter', at(`?next=/x?token=${SECRET}`), at('?next=/x?token=***')],
    ['an escaped URL in one', at(`?next=%2Fx%3Ftoken%3D${SECRET}%26b`), at('?next=%2Fx%3Ftoken%3D***%26b')],
    ['a user of an escaped URL', at(`?q=https%3A%2F%2Fme:${SECRET}@h%2F`), at('?q=https%3A%2F%2Fh%2F')],
    ['one that is escaped, too', at(`?q=https%3A%2F%2Fme%3A${SECRET}%40h%2F`), at('?q=https%3A%2F%2Fh%2F')],
    ['several', at(`?sid=${SECRET}&code=${SECRET}&pwd=${SECRET}`), at('?sid=***&code=***&pwd=***')],
    [
      'a key with its kind',
      `sitemap https://docs.example/s.xml?sig=${SECRET}`,
      'sitemap https://docs.example/s.xml?sig=***',
    ],
  ])('%s', (_, url, expected) => {
    expect(shownUrl(url)).toBe(expected);
    expect(shownUrl(expected)).toBe(expected);
  });

  it.each([
    '?page=2&sort=key',
    '?max_tokens=5',
    '?token=',
    '?token=*',
    '?q=a=b',
    '/monkey=1',
    '?lang_code=en',
    '#tokens',
  ])('%s is shown as it is', (rest) => expect(shownUrl(at(rest))).toBe(at(rest)));

  it('user and password are dropped, and nothing else changes', () => {
    expect(withoutUserInfo(`http://me:${SECRET}@docs.example/a?b=@`)).toBe('http://docs.example/a?b=@');
    expect(withoutUserInfo('http://DOCS.example')).toBe('http://DOCS.example');
    expect(withoutUserInfo('not a url @')).toBe('not a url @');
  });

  it.each(['?', '?a', '&token', '?token=', '%3f', '%253f', ';a%25', '?a=%3Ftoken%3D', '%25'])(
    '%j again and again costs no more than reading it',
    (unit) => {
      hideParameters(endless(unit));
    },
  );
});

describe('E5: e-mail addresses in URLs', () => {
  it.each([
    ['/users/jo.doe@corp.example.org/x', '/users/[email]/x'],
    ['/users/jo%40corp.org', '/users/[email]'],
    ['?m=jo%2540corp.org&a=1', '?m=[email]&a=1'],
    ['?m=jo%2Btag%40corp.org', '?m=[email]'],
  ])('%s is shown as %s', (rest, expected) => {
    expect(shownUrl(at(rest))).toBe(at(expected));
  });

  it.each(['/pkg@1.2.3/x', '/@scope/pkg', '/icon@2x.png', '/lib@latest', '/a%40b', '/@jo.doe'])(
    '%s holds none',
    (rest) => {
      expect(shownUrl(at(rest))).toBe(at(rest));
      expect(resolveLink(at(rest), { pageUrl: at('') })).toEqual({ ok: true, url: at(rest) });
    },
  );

  it('a link with one in its path is refused, and the words about it do not hold it', () => {
    for (const href of ['/users/jo@corp.org', '/users/jo%40corp.org', 'jo@corp.org/'])
      expect(resolveLink(href, { pageUrl: at('/') })).toEqual({
        ok: false,
        by: 'link:email',
        detail: expect.not.stringMatching(/jo(@|%40)/),
      });
  });

  it('of a query the parameter with one is left out', () => {
    expect(fetchUrl(new URL(at('?a=1&mail=jo%40corp.org&b=2')))).toBe(at('?a=1&b=2'));
    expect(fetchUrl(new URL(at('?jo@corp.org')))).toBe(at(''));
  });

  it.each(['a@', 'a.', '@a.', 'a%40', '%2b', 'a@a.a.a.'])(
    '%j again and again costs no more than reading it',
    (unit) => {
      shownUrl(endless(unit));
    },
  );
});
