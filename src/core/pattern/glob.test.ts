// Proves globs (U4, R26) against a table and against RE2.
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { HOSTILE_PARTS } from '../../../test/support/hostile.ts';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { compileGlob } from './glob.ts';

const within = { starCrossesSlash: false };
const crossing = { starCrossesSlash: true };

describe('compileGlob', () => {
  it.each([
    ['/docs/**', ['/docs', '/docs/', '/docs/a', '/docs/a/b'], ['/docsx', '/doc', '/x/docs/a', '']],
    ['/docs/*', ['/docs/', '/docs/a'], ['/docs', '/docs/a/b']],
    ['/docs', ['/docs'], ['/docs/', '/docsx', '/DOCS']],
    ['/**', ['/', '/a', '/a/b', ''], ['a']],
    ['**', ['', '/', '/a/b'], []],
    ['/**/api', ['/api', '/a/api', '/a/b/api'], ['/a/xapi', '/api/x', 'api']],
    ['**/api', ['/api', '/a/api', 'api'], ['/xapi']],
    ['/a/**/b/**', ['/a/b', '/a/x/y/b', '/a/b/c/d', '/a/x/b/c'], ['/a', '/ab', '/a/xb']],
    ['/a/**/**/b', ['/a/b', '/a/x/b'], ['/a/xb']],
    ['/v?/x', ['/v1/x', '/v😀/x'], ['/v/x', '/v10/x', '/v//x']],
    ['/docs**', ['/docs', '/docsx', '/docs/a/b'], ['/doc']],
    ['/*.html', ['/a.html', '/.html'], ['/a/b.html', '/axhtml']],
    ['/a(b)c}d].$^|', ['/a(b)c}d].$^|'], ['/ab']],
    ['/***', ['/', '/a/b'], []],
  ])('U4: %s matches %j and not %j', (pattern, yes, no) => {
    const matches = compileGlob(pattern, within);
    expect(yes.filter((text) => !matches(text))).toEqual([]);
    expect(no.filter((text) => matches(text))).toEqual([]);
  });

  it('R26: a star that crosses slashes covers whole paths', () => {
    const matches = compileGlob('*/*logout*', crossing);
    expect(['/account/logout', '/logout', '/a/b/logout/now'].every(matches)).toBe(true);
    expect(matches('/login')).toBe(false);
  });

  it('U4: a pattern over 512 characters or 16 wildcards is refused', () => {
    const code = { code: 'DOC_PATTERN' };
    expect(() => compileGlob(`/${'a'.repeat(512)}`, within)).toThrow(expect.objectContaining(code));
    expect(() => compileGlob('/*a'.repeat(17), within)).toThrow(expect.objectContaining(code));
    expect(() => compileGlob('?'.repeat(17), within)).toThrow(expect.objectContaining(code));
    expect(compileGlob('/*a'.repeat(16), within)('/a'.repeat(16))).toBe(true);
  });

  it.each([within, crossing])('R25: a glob agrees with RE2 (%j)', scaled, (options) => {
    const unit = fc.constantFrom('/', '/', 'a', 'b', '*', '**', '/**/', '/**', '?', '.', '😀');
    const pattern = fc.array(unit, { maxLength: 9 }).map((parts) => parts.join(''));
    const text = fc
      .array(fc.constantFrom('/', '/', 'a', 'b', '.', '😀', '\n'), { maxLength: 9 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 4, maxLength: 8 }), (glob, texts) => {
        const oracle = RE2JS.compile(toRegExp(glob, options.starCrossesSlash), RE2JS.DOTALL);
        const matches = compileGlob(glob, options);
        for (const one of texts) expect([glob, one, matches(one)]).toEqual([glob, one, oracle.testExact(one)]);
      }),
      { numRuns: runs(2500) },
    );
  });

  it.each([
    ['*a times 15', '*a'.repeat(15), `/${'a'.repeat(1022)}b`],
    ['**/a times 15', '**/a/'.repeat(15), `${'/a'.repeat(511)}/b`],
    ['*aaa… times 15', `*${'a'.repeat(30)}`.repeat(15), `${'a'.repeat(1023)}b`],
    ['*a*b with ?', '*?a'.repeat(8), `${'a'.repeat(1023)}b`],
  ])('R25: the hostile pattern %s ends', (_, pattern, text) => {
    for (const options of [within, crossing]) expect(compileGlob(pattern, options)(text)).toBe(false);
  });

  it.each([within, crossing])('R25: a text without end costs no more than reading it (%j)', (options) => {
    expect(compileGlob('/*a*a?b', options)(`/${'a'.repeat(HOSTILE_PARTS)}`)).toBe(false);
  });
});

/** The meaning of a glob, written down a second time as a regular expression over whole segments. */
function toRegExp(glob: string, starCrossesSlash: boolean): string {
  let rest = glob.replaceAll(/\*{3,}/g, '**');
  while (/(^|\/)\*\*\/\*\*(\/|$)/.test(rest)) rest = rest.replace(/(^|\/)\*\*\/\*\*(\/|$)/, '$1**$2');
  const segments = rest.split('/');
  let out = '';
  segments.forEach((segment, index) => {
    const isFirst = index === 0;
    const isLast = index === segments.length - 1;
    const afterDirs = index > 0 && segments[index - 1] === '**';
    if (segment === '**') {
      if (isFirst && isLast) out += '.*';
      else if (isLast) out += '(?:/.*)?';
      else out += isFirst ? '(?:.*/)?' : '/(?:.*/)?';
      return;
    }
    if (!isFirst && !afterDirs) out += '/';
    for (const [token] of segment.matchAll(/\*\*|./gsu)) {
      if (token === '**') out += '.*';
      else if (token === '*') out += starCrossesSlash ? '.*' : '[^/]*';
      else if (token === '?') out += '[^/]';
      else out += RE2JS.quote(token);
    }
  });
  return out;
}
