// Proves path patterns (U4) and the operator's exclusions (R26).
import { describe, expect, it } from 'vitest';
import { DocentError } from '../errors.ts';
import { compileExcludePath, compilePathPattern } from './pattern.ts';

describe('compilePathPattern', () => {
  it.each([
    ['/docs/**', '/docs', true],
    ['/docs/**', '/docs/a/b', true],
    ['/docs/**', '/docsx', false],
    ['/docs/', '/docs', true],
    ['/docs/*/', '/docs/a', true],
    ['/docs/*', '/docs/a/b', false],
    ['/%E4%B8%AD/**', '/中/a', true],
    ['/中/**', '/%E4%B8%AD/a', true],
    ['/my docs/*', '/my%20docs/a', true],
    ['**/api', '/v1/api', true],
    ['re:^/docs/v\\d+', '/docs/v2/x', true],
    ['re:^/docs/v\\d+$', '/docs/v2/x', false],
    ['re:v\\d', '/docs/v2/x', true],
    ['re:(?i)DOCS', '/docs', true],
  ])('U4: %s against %s is %s', (pattern, path, expected) => {
    const compiled = compilePathPattern(pattern, 'allowed_path_patterns');
    expect(compiled.source).toBe(pattern);
    expect(compiled.matches(path)).toBe(expected);
  });

  it('U4: the query is no part of what is compared', () => {
    expect(compilePathPattern('re:token', 'f').matches('/a', '?token=1')).toBe(false);
  });
});

describe('compileExcludePath', () => {
  it.each([
    ['/admin', '/admin', '', true],
    ['/admin', '/admin/users', '', true],
    ['/admin', '/administration', '', true],
    ['/admin', '/x/admin', '', false],
    ['/admin/', '/admin', '', true],
    ['/admin/', '/admin/', '', true],
    ['/admin/', '/administration', '', false],
    ['/admin', '//admin', '', true],
    ['/admin', '/%61dmin', '', true],
    ['/a?b', '/a?b', '', true],
    ['*/*logout*', '/account/logout', '', true],
    ['*/*logout*', '/account/logout/now', '', true],
    ['*/*logout*', '/account/login', '', false],
    ['/private/*', '/private/a/b', '', true],
    ['/private/*', '/private', '', true],
    ['/private/*', '/x/private/a', '', false],
    ['/*.pdf', '/a/b.pdf', '', true],
    ['/*/', '/', '', false],
    ['re:\\?.*token=.+', '/a', 'token=1', true],
    ['re:\\?.*token=.+', '/a', '?x=1&token=1', true],
    ['re:\\?.*token=.+', '/token=1', '', false],
    ['re:^/a$', '/a', '?', true],
    ['re:^/a$', '/a/b', '', false],
    ['re:b', '/a/b', '', true],
  ])('R26: %s against %s with query %j is %s', (pattern, path, query, expected) => {
    expect(compileExcludePath(pattern, 'excludePaths').matches(path, query)).toBe(expected);
  });
});

describe.each([
  ['compilePathPattern', compilePathPattern],
  ['compileExcludePath', compileExcludePath],
])('%s', (_, compile) => {
  it.each([
    ['', 'empty'],
    ['re:', 'empty'],
    ['docs/**', 'starts with'],
    ['https://x.org/docs/**', 'starts with'],
    [' ', 'starts with'],
    ['re:(?=a)', 'unsupported'],
    ['re:(?!a)b', 'unsupported'],
    ['re:(?<=a)b', 'invalid'],
    ['re:(a)\\1', 'invalid'],
    ['re:[', 'missing'],
    ['re:a{5000}', 'invalid'],
    [`/${'a'.repeat(600)}`, '512'],
    [`re:${'a'.repeat(600)}`, '512'],
    ['/*a'.repeat(17), '16 wildcards'],
  ])('R26: %j is refused with the field, the pattern and why', (pattern, why) => {
    const attempt = () => compile(pattern, 'some_field[2]');
    expect(attempt).toThrow(DocentError);
    expect(attempt).toThrow(expect.objectContaining({ code: 'DOC_PATTERN' }));
    expect(attempt).toThrow('some_field[2]');
    expect(attempt).toThrow(JSON.stringify(pattern).slice(0, 40).replace(/"$/, ''));
    expect(attempt).toThrow(why);
  });

  it('R25: a hostile regular expression costs linear time', () => {
    expect(compile('re:^/(a+)+$', 'f').matches(`/${'a'.repeat(5000)}b`)).toBe(false);
  });
});
