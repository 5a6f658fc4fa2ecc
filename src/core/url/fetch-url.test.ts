// Proves how links become fetch URLs (U1, fault 51).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { excerpt, resolveLink } from './fetch-url.ts';
import { parseHttpUrl } from './host.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const pageUrl = 'http://www.example.com:8080/docs/a?x=1#top';

describe('resolveLink', () => {
  it.each([
    ['b', 'http://www.example.com:8080/docs/b'],
    ['../c/', 'http://www.example.com:8080/c/'],
    ['/d', 'http://www.example.com:8080/d'],
    ['//other.org/e', 'http://other.org/e'],
    ['?y=2', 'http://www.example.com:8080/docs/a?y=2'],
    ['a?x=1#other', 'http://www.example.com:8080/docs/a?x=1'],
    ['  b \n', 'http://www.example.com:8080/docs/b'],
    ['b\tc\nd', 'http://www.example.com:8080/docs/bcd'],
    ['..\\f', 'http://www.example.com:8080/f'],
    ['HTTPS://Me:Pw@Example.COM/%7ea%2F?utm_x=1#f', 'https://example.com/%7ea%2F?utm_x=1'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['/%00..%2f', 'http://www.example.com:8080/%00..%2f'],
    ['/\ud800', 'http://www.example.com:8080/%EF%BF%BD'],
    ['http://x.org:0/', 'http://x.org:0/'],
  ])('U1: the link %j is fetched as %s', (href, url) => {
    expect(resolveLink(href, { pageUrl })).toEqual({ ok: true, url });
  });

  it.each([
    ['', 'link:empty'],
    [' \t\n\u0000', 'link:empty'],
    ['#', 'link:fragment'],
    [' #top', 'link:fragment'],
    ['javascript:void(0)', 'link:scheme'],
    ['java\nscript:alert(1)', 'link:scheme'],
    [' JavaScript:x', 'link:scheme'],
    ['mailto:me@example.com', 'link:scheme'],
    ['tel:+49123', 'link:scheme'],
    ['data:text/html,x', 'link:scheme'],
    ['ftp://example.com/', 'link:scheme'],
    ['file:///etc/passwd', 'link:scheme'],
    ['blob:https://example.com/1', 'link:scheme'],
    ['about:blank', 'link:scheme'],
    ['vscode:extension/x', 'link:scheme'],
    ['http://x.org:99999/', 'link:invalid'],
    ['http://', 'link:invalid'],
    ['http://[::1', 'link:invalid'],
    ['http://a b/', 'link:invalid'],
  ])('U1: the link %j is dropped by %s', (href, by) => {
    expect(resolveLink(href, { pageUrl })).toMatchObject({ ok: false, by });
  });

  it.each([
    ['/base/', 'http://www.example.com:8080/base/b'],
    ['https://cdn.org/v2/x', 'https://cdn.org/v2/b'],
    ['//me:pw@cdn.org/', 'http://cdn.org/b'],
    ['', 'http://www.example.com:8080/docs/b'],
    ['data:text/html,', 'http://www.example.com:8080/docs/b'],
    ['http://:99999', 'http://www.example.com:8080/docs/b'],
  ])('U1: with the base %j a link resolves to %s', (baseHref, url) => {
    expect(resolveLink('b', { pageUrl, baseHref })).toEqual({ ok: true, url });
  });

  it('U1: a refusal shows neither addresses, secrets nor megabytes', () => {
    expect(resolveLink('mailto:me@example.com', { pageUrl })).toMatchObject({ detail: 'not http(s): mailto:' });
    expect(excerpt('http://me:secret@[x/?token=1')).toBe('http://[x/');
    const long = resolveLink(`http://[${'x'.repeat(1e6)}`, { pageUrl });
    expect(long.ok ? '' : long.detail.length).toBeLessThan(200);
  });

  it('U1: an absolute link survives a page URL that is none', () => {
    expect(resolveLink('https://x.org/', { pageUrl: 'nonsense' })).toEqual({ ok: true, url: 'https://x.org/' });
    expect(resolveLink('y', { pageUrl: 'nonsense' })).toMatchObject({ by: 'link:invalid' });
  });

  it('U1: no link throws, and what comes out is a fetch URL', scaled, () => {
    fc.assert(
      fc.property(anyText, fc.option(anyText, { nil: undefined }), (href, baseHref) => {
        const result = resolveLink(href, { pageUrl, baseHref });
        if (!result.ok) return;
        const parsed = parseHttpUrl(result.url);
        expect(parsed?.href).toBe(result.url);
        expect([parsed?.hash, parsed?.username, parsed?.password]).toEqual(['', '', '']);
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each([
    ['letters', 'http://', 'a', 'link:length'],
    ['spaces', '', ' ', 'link:empty'],
    ['dots', '', '../', 'link:length'],
    ['at signs', 'http://', '@', 'link:length'],
    ['surrogates', 'http://', '\ud800', 'link:length'],
    ['tabs', '#', '\t', 'link:fragment'],
    ['base64', ' data:image/png;base64,', 'A', 'link:scheme'],
  ])('U1: a 10 MB link of %s is refused at once', (_, start, unit, by) => {
    const href = start + unit.repeat(1e7 / unit.length);
    expect(resolveLink(href, { pageUrl })).toMatchObject({ ok: false, by });
    expect(resolveLink('b', { pageUrl, baseHref: href })).toMatchObject({ ok: true });
  });

  it('U1: a link just under the bound is resolved', () => {
    expect(resolveLink('../'.repeat(20_000), { pageUrl })).toEqual({ ok: true, url: 'http://www.example.com:8080/' });
  });

  it.each([
    ['next.md#part', 'folder://docs/guide/next.md'],
    ['../api/', 'folder://docs/api/'],
    ['/top.html', 'folder://docs/top.html'],
    ['..\\a\\b.html', 'folder://docs/a/b.html'],
    ['가이드 1.md', 'folder://docs/guide/%EA%B0%80%EC%9D%B4%EB%93%9C%201.md'],
    ['https://example.com/x', 'https://example.com/x'],
  ])('U1: in a file of a folder the link %j leads to %s', (href, url) => {
    expect(resolveLink(href, { pageUrl: 'folder://docs/guide/intro.md' })).toEqual({ ok: true, url });
  });

  it.each(['../../README.md', '../../../../etc/passwd', '..\\..\\x.md', './../../x.md#part', '../guide/../../x.md'])(
    'U1: in a file of a folder the link %j leads out of it',
    (href) => {
      const link = resolveLink(href, { pageUrl: 'folder://docs/guide/intro.md' });
      expect(link).toMatchObject({ ok: false, by: 'link:outside' });
    },
  );

  it('U1: a base that is a path moves the links of a file within its folder', () => {
    const base = { pageUrl: 'folder://docs/guide/intro.html', baseHref: '/en/' };
    expect(resolveLink('a.html', base)).toEqual({ ok: true, url: 'folder://docs/en/a.html' });
  });

  it.each([
    ['folder://other/x.md', 'folder://docs/a.md'],
    ['//other/x.md', 'folder://docs/a.md'],
    ['file:///etc/passwd', 'folder://docs/a.md'],
    ['folder://docs/a.md', 'https://example.com/'],
  ])('U1: the link %j of %s leads into no folder', (href, from) => {
    expect(resolveLink(href, { pageUrl: from })).toMatchObject({ ok: false, by: 'link:scheme' });
  });
});
