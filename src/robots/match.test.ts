import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../test/support/how-long.ts';
import { compilePattern, matches } from './match.ts';

const match = (pattern: string, path: string, wildcards = true): boolean =>
  matches(compilePattern(pattern, wildcards), path);

describe('R4, R25: the pattern matcher', () => {
  it.each([
    ['/a', '/abc', true],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/*', '/', true],
    ['*', '/', true],
    ['', '/x', true],
    ['$', '/x', false],
    ['/a*b*c', '/axxbyyc', true],
    ['/a*b*c$', '/abcabc', true],
    ['/a*b$', '/ab/b', true],
    ['/a*ab$', '/ab', false],
    ['/a*a$', '/a', false],
    ['/*/', '/a', false],
  ])('R4: %s against %s is %s', (pattern, path, expected) => expect(match(pattern, path)).toBe(expected));

  it('R4: without wildcards both characters are literal', () => {
    expect(match('/a*$', '/a*$b', false)).toBe(true);
    expect(match('/a*$', '/ab', false)).toBe(false);
  });

  it('R25: agrees with a regular expression on every short pattern', scaled, async () => {
    const text = fc.array(fc.constantFrom('a', 'b', '/', '*'), { maxLength: 7 }).map((chars) => chars.join(''));
    await fc.assert(
      fc.property(text, fc.boolean(), text, (pattern, anchored, path) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '[^]*')}${anchored ? '$' : ''}`);
        return match(pattern + (anchored ? '$' : ''), path) === expression.test(path);
      }),
      { numRuns: runs(5000) },
    );
  });
});
