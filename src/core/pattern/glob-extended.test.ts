// Proves braces, classes and groups in globs (U4) against minimatch, and their bounds.
import { describe, expect, it } from 'vitest';
import { compileGlob } from './glob.ts';
import { compileExcludePath, compilePathPattern } from './pattern.ts';

const within = { starCrossesSlash: false };

const paths: readonly string[] = [
  '/docs',
  '/docs/a',
  '/docs/b',
  '/docs/c',
  '/docs/x',
  '/docs/ax',
  '/docs/1',
  '/docs/a1',
  '/docs/ac',
  '/docs/abc',
  '/docs/aab',
  '/docs/]',
  '/docs/[a]',
  '/docs/{a',
  '/docs/{a}',
  '/docs/{a,b}',
  '/docs/!(a)',
  '/docs/(a|b)',
  '/docs/x.pdf',
  '/docs/a/x',
  '/docs/b/c/x',
  '/docs/c/x',
  '/docs/changelog/1',
  '/docs/blog',
  '/ko/docs/a',
  '/v3/a/b',
  '/v03/x',
  '/docs/v1/new/a',
  '/docs/v1/old',
  '/q/b/y',
];

/** Each pattern with those of the paths that minimatch 10 matches (dot: true), as recorded when this table was made. */
const minimatchMatches: readonly (readonly [pattern: string, matched: readonly string[]])[] = [
  ['/docs/{changelog,blog}/**', ['/docs/changelog/1']],
  ['/docs/{a,b}', ['/docs/a', '/docs/b']],
  ['/docs/{a,b/c}/x', ['/docs/a/x', '/docs/b/c/x']],
  ['/{en,ko}/docs/*', ['/ko/docs/a']],
  ['/v{1..3}/**', ['/v3/a/b']],
  ['/v{01..03}/x', ['/v03/x']],
  ['/{a..c}/x', []],
  ['/docs/{a}', ['/docs/{a}']],
  ['/docs/{a,}x', ['/docs/x', '/docs/ax']],
  ['/docs/{a,{b,c}}/x', ['/docs/a/x', '/docs/c/x']],
  ['/docs/{{a,b},c}', ['/docs/a', '/docs/b', '/docs/c']],
  ['/docs/\\{a,b}', ['/docs/{a,b}']],
  ['/docs/{a', ['/docs/{a']],
  ['/docs/[ab]/x', ['/docs/a/x']],
  ['/docs/[!ab]/x', ['/docs/c/x']],
  ['/docs/[^ab]/x', ['/docs/c/x']],
  ['/docs/[a-c]1', ['/docs/a1']],
  ['/docs/[!a-c]', ['/docs/x', '/docs/1', '/docs/]']],
  ['/docs/[]a]', ['/docs/a', '/docs/]']],
  ['/docs/[a', []],
  ['/docs/[c-a]', []],
  ['/docs/[[:digit:]]', ['/docs/1']],
  [
    '/docs/[[:alpha:]]*',
    [
      '/docs/a',
      '/docs/b',
      '/docs/c',
      '/docs/x',
      '/docs/ax',
      '/docs/a1',
      '/docs/ac',
      '/docs/abc',
      '/docs/aab',
      '/docs/x.pdf',
      '/docs/blog',
    ],
  ],
  ['/docs/[a/b]', []],
  [
    '/docs/!(a)',
    [
      '/docs/b',
      '/docs/c',
      '/docs/x',
      '/docs/ax',
      '/docs/1',
      '/docs/a1',
      '/docs/ac',
      '/docs/abc',
      '/docs/aab',
      '/docs/]',
      '/docs/[a]',
      '/docs/{a',
      '/docs/{a}',
      '/docs/{a,b}',
      '/docs/!(a)',
      '/docs/(a|b)',
      '/docs/x.pdf',
      '/docs/blog',
    ],
  ],
  ['/docs/!(a)/**', ['/docs/b/c/x', '/docs/c/x', '/docs/changelog/1', '/docs/v1/new/a', '/docs/v1/old']],
  ['/docs/!(changelog|blog)/**', ['/docs/a/x', '/docs/b/c/x', '/docs/c/x', '/docs/v1/new/a', '/docs/v1/old']],
  [
    '/docs/!(*.pdf)',
    [
      '/docs/a',
      '/docs/b',
      '/docs/c',
      '/docs/x',
      '/docs/ax',
      '/docs/1',
      '/docs/a1',
      '/docs/ac',
      '/docs/abc',
      '/docs/aab',
      '/docs/]',
      '/docs/[a]',
      '/docs/{a',
      '/docs/{a}',
      '/docs/{a,b}',
      '/docs/!(a)',
      '/docs/(a|b)',
      '/docs/blog',
    ],
  ],
  ['/docs/a!(b)', ['/docs/a', '/docs/ax', '/docs/a1', '/docs/ac', '/docs/abc', '/docs/aab']],
  ['/docs/a!(b)c', ['/docs/ac']],
  ['/docs/!(a)b', ['/docs/b', '/docs/aab']],
  [
    '/docs/!(a|b)*',
    [
      '/docs/a',
      '/docs/b',
      '/docs/c',
      '/docs/x',
      '/docs/1',
      '/docs/]',
      '/docs/[a]',
      '/docs/{a',
      '/docs/{a}',
      '/docs/{a,b}',
      '/docs/!(a)',
      '/docs/(a|b)',
      '/docs/x.pdf',
    ],
  ],
  ['/docs/@(a|b)', ['/docs/a', '/docs/b']],
  ['/docs/@(a|b)/x', ['/docs/a/x']],
  ['/docs/?(a)b', ['/docs/b']],
  ['/docs/*(a|b)', ['/docs/a', '/docs/b', '/docs/aab']],
  ['/docs/+(a|b)', ['/docs/a', '/docs/b', '/docs/aab']],
  ['/docs/+(a|b)c', ['/docs/ac', '/docs/abc']],
  ['/docs/@(a*|[!b]c)', ['/docs/a', '/docs/ax', '/docs/a1', '/docs/ac', '/docs/abc', '/docs/aab']],
  ['/docs/@(a|@(b|c))', ['/docs/a', '/docs/b', '/docs/c']],
  ['/docs/v[0-9]/!(old)/**', ['/docs/v1/new/a']],
  [
    '/**/!(old)',
    [
      '/docs',
      '/docs/a',
      '/docs/b',
      '/docs/c',
      '/docs/x',
      '/docs/ax',
      '/docs/1',
      '/docs/a1',
      '/docs/ac',
      '/docs/abc',
      '/docs/aab',
      '/docs/]',
      '/docs/[a]',
      '/docs/{a',
      '/docs/{a}',
      '/docs/{a,b}',
      '/docs/!(a)',
      '/docs/(a|b)',
      '/docs/x.pdf',
      '/docs/a/x',
      '/docs/b/c/x',
      '/docs/c/x',
      '/docs/changelog/1',
      '/docs/blog',
      '/ko/docs/a',
      '/v3/a/b',
      '/v03/x',
      '/docs/v1/new/a',
      '/q/b/y',
    ],
  ],
  ['/**/[ab]/{x,y}', ['/docs/a/x', '/q/b/y']],
  ['/{docs,guide}/@(a|b)/**', ['/docs/a/x', '/docs/b/c/x']],
  ['/docs/\\!(a)', ['/docs/!(a)']],
  ['/docs/\\[a]', ['/docs/[a]']],
  ['/docs/(a|b)', ['/docs/(a|b)']],
];

describe('braces, classes and groups', () => {
  it.each(minimatchMatches)('U4: %s matches the same paths as in minimatch', (pattern, matched) => {
    const matches = compileGlob(pattern, within);
    // Ours: what ends in `/**` also matches the folder itself.
    const folder = /\/\*\*$/.test(pattern) ? compileGlob(pattern.slice(0, -'/**'.length), within) : () => false;
    expect(paths.filter((path) => matches(path) && !folder(path))).toEqual(matched);
  });

  it('U4: a blocked pattern with braces blocks, in path patterns and in excluded paths', () => {
    const blocked = compilePathPattern('/docs/{changelog,blog}/**', 'blocked_path_patterns');
    expect(['/docs/changelog', '/docs/blog/2020', '/docs/guide'].map((path) => blocked.matches(path))).toEqual([
      true,
      true,
      false,
    ]);
    const excluded = compileExcludePath('*/{login,logout}*', 'exclude_paths');
    expect(['/a/b/logout/now', '/login', '/a/signin'].map((path) => excluded.matches(path))).toEqual([
      true,
      true,
      false,
    ]);
    const prefixes = compileExcludePath('/{admin,internal}/', 'exclude_paths');
    expect(['/admin', '/internal/x', '/external'].map((path) => prefixes.matches(path))).toEqual([true, true, false]);
    expect(compileExcludePath('/v[0-9]/*', 'exclude_paths').matches('/v1/a/b')).toBe(true);
  });

  it('U4: what a URL writes as an escape, or what follows a backslash, is a character', () => {
    expect(compilePathPattern('/a%5Bb%5D/*', 'f').matches('/a[b]/c')).toBe(true);
    expect(compilePathPattern('/a%5Bb%5D/*', 'f').matches('/a%5Bb%5D/c')).toBe(true);
    expect(compilePathPattern('/a\\*', 'f').matches('/ab')).toBe(false);
    expect(compilePathPattern('/a%2A', 'f').matches('/a*')).toBe(true);
    expect(compilePathPattern('/{%E4%B8%AD,b}/**', 'f').matches('/中/x')).toBe(true);
    expect(compilePathPattern('/{b,}/**', 'f').matches('/x')).toBe(true);
    expect(compilePathPattern('/wiki/Foo_(bar)', 'f').matches('/wiki/Foo_(bar)')).toBe(true);
  });

  it.each([
    ['/{1..100}', 'more than 64 alternatives'],
    ['/{a,b}'.repeat(7), 'more than 64 alternatives'],
    [`/${'{a,b}'.repeat(6)}${'x'.repeat(400)}`, 'more than 8,192 characters'],
    ['/{a,{b,{c,{d,e}}}}'.repeat(20), 'more than 64 alternatives'],
    [`/${'@(a)'.repeat(17)}`, '16 wildcards'],
    ['/docs/*!(a)', '!( ) may occur once'],
    ['/docs/!(a)!(b)', '!( ) may occur once'],
    ['/docs/@(a|!(b))', '!( ) inside another group'],
    ['/docs/!(a|@(b|c))', 'a group inside !( )'],
    ['/docs/@(a|)', 'an empty alternative'],
    ['/docs/@([a|b)', 'does not close'],
    ['/docs/@(a|b', 'does not close in its segment'],
    ['/docs/@(a/b|c)', 'does not close in its segment'],
    ['/docs/a**@(b)', '** beside other characters'],
    ['{docs,/guide}/**', 'starts with'],
    ['!(docs)/**', 'starts with'],
  ])('U4: %s is refused with the field and why', (pattern, why) => {
    expect(() => compilePathPattern(pattern, 'some_field')).toThrow('some_field');
    expect(() => compilePathPattern(pattern, 'some_field')).toThrow(why);
  });

  it('R26, U4: a group where * crosses / is refused with the field and what to write instead', () => {
    expect(() => compileExcludePath('/docs/!(a)/*', 'exclude_paths')).toThrow(/exclude_paths.*write it with re:/);
  });

  it.each([
    ['+(a|aa|aaa) again and again', `/${'+(a|aa|aaa)'.repeat(10)}b`, `/${'a'.repeat(1_000)}`],
    ['nested *(…)', '/*(*(*(*(a)a)a)a)b', `/${'a'.repeat(1_000)}`],
    ['!(*a*a*a*a)', `/!(${'*a'.repeat(14)})*b`, `/${'a'.repeat(1_000)}`],
    ['64 alternatives of stars', `/{1..64}${'*a'.repeat(15)}`, `/1${'a'.repeat(1_000)}b`],
    ['**/@(a) times 8', '/**/@(a)'.repeat(8), `${'/a'.repeat(500)}/b`],
    ['classes', `/${'*[a-y]'.repeat(15)}z`, `/${'a'.repeat(1_000)}`],
  ])('R25, U4: the hostile pattern of %s ends', (_, pattern, text) => {
    expect(compileGlob(pattern, within)(text)).toBe(false);
  });
});
