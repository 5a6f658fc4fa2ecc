// Proves which redirects are followed (U11, faults 20 to 22).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../core/verdict.ts';
import { judgeRedirect } from './redirect.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const from = 'http://example.com/docs/a';
const inScope = (url: string) => (url.includes('/docs/') ? accept('scope:allowed') : refuse('scope:no-match', 'no'));
const step = { from, hop: 1, limit: 3, inScope };

describe('judgeRedirect', () => {
  it.each([
    ['b', 'http://example.com/docs/b'],
    ['/docs/c#x', 'http://example.com/docs/c'],
    ['https://example.com/docs/a', 'https://example.com/docs/a'],
    ['http://www.example.com/docs/a', 'http://www.example.com/docs/a'],
    ['/docs/a/', 'http://example.com/docs/a/'],
    ['//me:pw@example.com/docs/d', 'http://example.com/docs/d'],
    [' /docs/e ', 'http://example.com/docs/e'],
  ])('U11: a redirect to %s is followed to %s', (location, url) => {
    expect(judgeRedirect({ ...step, location })).toEqual({ ok: true, url });
  });

  it.each([
    [undefined, 'redirect:missing'],
    ['', 'redirect:missing'],
    ['  ', 'redirect:missing'],
    ['http://[::1', 'redirect:invalid'],
    ['http://x:99999/', 'redirect:invalid'],
    ['file:///etc/passwd', 'redirect:scheme'],
    ['data:text/html,x', 'redirect:scheme'],
    ['javascript:alert(1)', 'redirect:scheme'],
    ['ftp://example.com/docs/', 'redirect:scheme'],
    ['/docs/a', 'redirect:loop'],
    ['#x', 'redirect:loop'],
    ['/docs/earlier#y', 'redirect:loop'],
    ['/blog/', 'redirect:scope'],
  ])('U11: a redirect to %j is refused by %s', (location, by) => {
    const visited = ['http://example.com/docs/earlier#z'];
    expect(judgeRedirect({ ...step, location, visited })).toMatchObject({ ok: false, by });
  });

  it('U11: three redirects are followed, the fourth is not', () => {
    const hops = [1, 2, 3, 4].map((hop) => judgeRedirect({ ...step, location: 'b', hop }).ok);
    expect(hops).toEqual([true, true, true, false]);
    expect(judgeRedirect({ ...step, location: 'b', hop: 4 })).toMatchObject({
      by: 'redirect:limit',
      detail: 'more than 3 redirects',
    });
  });

  it('U11: a refusal by scope names the rule', () => {
    expect(judgeRedirect({ ...step, location: '/x' })).toMatchObject({ detail: 'scope:no-match: no' });
    expect(judgeRedirect({ ...step, location: '/x', inScope: undefined }).ok).toBe(true);
  });

  it('U11: no Location throws', () => {
    fc.assert(
      fc.property(anyText, anyText, (location, odd) => {
        expect(typeof judgeRedirect({ ...step, location }).ok).toBe('boolean');
        expect(typeof judgeRedirect({ ...step, location, from: odd, visited: [odd] }).ok).toBe('boolean');
      }),
    );
  });
});
