// Proves which key a page with a canonical link gets (U12, fault 53).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalKey } from './canonical.ts';
import { compileScope } from './scope.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const pageUrl = 'http://www.example.com/docs/a?v=1';
const own = 'https://example.com/docs/a';
const { judge } = compileScope({ seeds: ['https://example.com/docs/'] });

describe('canonicalKey', () => {
  it.each([
    ['b', 'https://example.com/docs/b', 'canonical:link'],
    ['https://example.com/docs/b/?x#y', 'https://example.com/docs/b', 'canonical:link'],
    ['https://example.com/docs/a/', own, 'canonical:self'],
    ['https://other.org/docs/b', own, 'canonical:host'],
    ['https://api.example.com/docs/b', own, 'canonical:host'],
    ['https://example.com:8443/docs/b', own, 'canonical:host'],
    ['/blog/b', own, 'canonical:scope'],
    ['', own, 'link:empty'],
    ['#x', own, 'link:fragment'],
    ['javascript:1', own, 'link:scheme'],
    ['http://[', own, 'link:invalid'],
    [undefined, own, 'canonical:none'],
  ])('U12: the canonical link %j leads to the key %s by %s', (href, key, by) => {
    expect(canonicalKey({ pageUrl, href, judge })).toMatchObject({ key, verdict: { by } });
  });

  it('U12: the canonical link resolves against the base', () => {
    expect(canonicalKey({ pageUrl, href: 'b', baseHref: '/docs/v2/', judge }).key).toBe(
      'https://example.com/docs/v2/b',
    );
    expect(canonicalKey({ pageUrl, href: 'b', baseHref: 'https://other.org/', judge }).verdict.by).toBe(
      'canonical:host',
    );
  });

  it('U12: both keys follow the policy of the provider', () => {
    const policy = { query: 'keep' } as const;
    expect(canonicalKey({ pageUrl, href: 'a', judge, policy })).toMatchObject({
      key: own,
      verdict: { by: 'canonical:link' },
    });
    expect(canonicalKey({ pageUrl, href: '/x', judge, policy }).key).toBe(`${own}?v=1`);
  });

  it('U12: no link throws', () => {
    fc.assert(
      fc.property(anyText, (href) => {
        expect(canonicalKey({ pageUrl, href, judge }).key).toMatch(/^https:\/\/example\.com\/docs/);
        expect(canonicalKey({ pageUrl: href, href, judge }).key).toEqual(expect.any(String));
      }),
    );
  });
});
