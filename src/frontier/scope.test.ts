// Proves the scope of a crawl (U4).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileScope, type ScopeOptions } from './scope.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const seeds = ['https://www.example.com/docs/start'];

describe('compileScope', () => {
  it.each<[string, Omit<ScopeOptions, 'seeds'>, string, boolean, string]>([
    ['the seed itself', {}, 'http://example.com/docs/start/', true, 'scope:seed'],
    [
      'the seed, unless it is blocked',
      { blocked: ['/docs/**'] },
      'https://example.com/docs/start',
      false,
      'scope:blocked',
    ],
    [
      'the seed, even when not allowed',
      { allowed: ['/x/**'] },
      'https://example.com/docs/start?a#b',
      true,
      'scope:seed',
    ],
    ['the folder of the seed', {}, 'https://example.com/docs', true, 'scope:allowed'],
    ['below the folder of the seed', {}, 'https://example.com/docs/a/b', true, 'scope:allowed'],
    ['beside the folder of the seed', {}, 'https://example.com/blog/a', false, 'scope:no-match'],
    ['a folder that only starts alike', {}, 'https://example.com/docs2', false, 'scope:no-match'],
    ['http and www are the same host', {}, 'http://www.example.com/docs/a', true, 'scope:allowed'],
    ['www is another host if so wished', { stripWww: false }, 'https://example.com/docs/a', false, 'scope:host'],
    ['a subdomain is another host', {}, 'https://api.example.com/docs/a', false, 'scope:host'],
    ['the parent domain is another host', {}, 'https://com/docs/a', false, 'scope:host'],
    ['another port is another host', {}, 'https://example.com:8443/docs/a', false, 'scope:host'],
    ['the default ports are the same host', {}, 'http://example.com:443/docs/a', true, 'scope:allowed'],
    ['another host', {}, 'https://example.org/docs/a', false, 'scope:host'],
    ['another host comes before blocked', { blocked: ['/docs/**'] }, 'https://example.org/docs/a', false, 'scope:host'],
    ['not http(s)', {}, 'ftp://example.com/docs/a', false, 'scope:host'],
    ['no URL', {}, '\ud800', false, 'scope:host'],
    [
      'blocked beats allowed',
      { allowed: ['/**'], blocked: ['/docs/old/**'] },
      'https://example.com/docs/old/a',
      false,
      'scope:blocked',
    ],
    ['blocked beats the folder', { blocked: ['**/old'] }, 'https://example.com/docs/old', false, 'scope:blocked'],
    ['allowed', { allowed: ['/api/*'] }, 'https://example.com/api/a', true, 'scope:allowed'],
    ['allowed replaces the folder', { allowed: ['/api/*'] }, 'https://example.com/docs/a', false, 'scope:no-match'],
    ['allowed by expression', { allowed: ['re:^/v\\d+/'] }, 'https://example.com/v2/a', true, 'scope:allowed'],
    ['an empty list is no list', { allowed: [] }, 'https://example.com/docs/a', true, 'scope:allowed'],
    ['the query does not count', { allowed: ['/api'] }, 'https://example.com/api?x=/y', true, 'scope:allowed'],
    ['any host if so wished', { sameDomainOnly: false }, 'https://example.org/docs/a', true, 'scope:allowed'],
    ['any host, yet not any path', { sameDomainOnly: false }, 'https://example.org/a', false, 'scope:no-match'],
    ['escaped and raw are one', { allowed: ['/中/**'] }, 'https://example.com/%E4%B8%AD/a', true, 'scope:allowed'],
  ])('U4: %s', (_, options, url, ok, by) => {
    expect(compileScope({ seeds, ...options }).judge(url)).toMatchObject({ ok, by });
  });

  const everything = { seeds: ['https://example.com/'], allowed: ['/**'], defaultExcludes: true };

  it.each([
    ...[
      '/blog',
      '/blog/',
      '/Blog/2026/launch',
      '/blogs/team/a',
      '/forum/t/1',
      '/forums',
      '/community/chat',
      '/discuss/1',
    ],
    ...[
      '/discussions/12',
      '/questions/1234/how',
      '/users/alice',
      '/profile/bob',
      '/profiles/bob',
      '/author/eve',
      '/authors',
    ],
    ...['/comments/7', '/en/blog/a', '/pt-br/users/alice', '/project/blog/2025/03/01/news'],
    ...['/u/alice', '/u/alice/', '/en/u/alice', '/@alice', '/ko/@alice', '/~alice', '/~alice/', '/q/12', '/q/12345/'],
    ...[
      '/support/forum',
      '/support/forum/',
      '/support/forums/topic/9',
      '/docs/support/forum/how-to',
      '/%40alice',
      '/%7Ealice',
    ],
  ])('E5: %s is left out by default', (path) => {
    const url = `https://example.com${path}`;
    expect(compileScope(everything).judge(url)).toMatchObject({ ok: false, by: 'scope:default-exclude' });
    const derived = { seeds: everything.seeds, defaultExcludes: true };
    expect(compileScope(derived).judge(url)).toMatchObject({ ok: false, by: 'scope:default-exclude' });
    expect(compileScope({ ...everything, defaultExcludes: false }).judge(url).ok).toBe(true);
  });

  it.each([
    ...['/docs/users', '/docs/users/create', '/api/comments', '/docs/blog', '/docs/community', '/guide/forum/setup'],
    ...[
      '/user/guide',
      '/users-api',
      '/blogging',
      '/authors.html',
      '/en/latest/users/',
      '/go/users/create',
      '/v2/profile',
    ],
    ...[
      '/@scope/pkg',
      '/@scope/pkg/index.html',
      '/~user/manual/',
      '/~user/manual/a.html',
      '/u',
      '/u/',
      '/q',
      '/q/name',
    ],
    ...['/u/alice/manual', '/q/12/answer', '/docs/u/alice', '/docs/@alice', '/api/~alice', '/people', '/members/list'],
    ...['/support', '/support/faq', '/user', '/guide/forum', '/forum-support', '/@', '/~'],
  ])('E5: %s is documentation', (path) => {
    expect(compileScope(everything).judge(`https://example.com${path}`).ok).toBe(true);
  });

  it('E5: on a host for documentation /users is an interface, and /blog is still a blog', () => {
    const judge = (url: string) => compileScope({ seeds: [url], allowed: ['/**'], defaultExcludes: true }).judge;
    for (const host of ['docs.example.com', 'developer.example.com', 'api.example.com:8443', 'my.docs.example.co.uk']) {
      for (const path of ['/users/create', '/profiles', '/comments/list', '/questions', '/discussions'])
        expect(judge(`https://${host}/`)(`https://${host}${path}`).ok, host + path).toBe(true);
      expect(judge(`https://${host}/`)(`https://${host}/blog/a`)).toMatchObject({ by: 'scope:default-exclude' });
    }
  });

  it.each<[string, Partial<ScopeOptions>, string, boolean]>([
    ['an allowed pattern', { allowed: ['/docs/**', '/blog/**'] }, '/blog/a', true],
    ['an allowed pattern with a language', { allowed: ['/*/blog/**'] }, '/en/blog/a', true],
    ['an expression', { allowed: ['re:^/blogs?/'] }, '/blog/a', true],
    ['another pattern than the matching one', { allowed: ['/**', '/docs/blog/**'] }, '/blog/a', false],
    ['a seed', { seeds: ['https://example.com/', 'https://example.com/blog/'] }, '/blog/a', true],
    ['a seed in it, without patterns', { seeds: ['https://example.com/blog/'], allowed: [] }, '/blog/a', true],
    ['a seed for another of them', { seeds: ['https://example.com/blog/'] }, '/users/alice', false],
    ['a pattern with its sign', { allowed: ['/~alice/**', '/**'] }, '/~alice/', true],
    ['a pattern with another sign', { allowed: ['/~alice/**', '/**'] }, '/@alice', false],
    ['a pattern with the letter', { allowed: ['/u/*'] }, '/u/alice', true],
    ['a seed with its sign', { seeds: ['https://example.com/@alice'] }, '/@bob', true],
    ['nothing but everything', { allowed: ['**', '/**', 're:.'] }, '/blog/a', false],
  ])('E5: named by %s', (_, more, path, ok) => {
    expect(compileScope({ ...everything, ...more }).judge(`https://example.com${path}`).ok).toBe(ok);
  });

  it('E5: the verdict shows how to open it, and what is blocked or elsewhere stays that', () => {
    const { judge } = compileScope({ ...everything, blocked: ['/blog/**'] });
    expect(judge('https://example.com/blog/a')).toMatchObject({ by: 'scope:blocked' });
    expect(judge('https://example.com/users/a').detail).toBe(
      '/users is left out by default; a seed or an allowed pattern that names /users opens it, default_excludes: false all of them',
    );
  });

  it.each([
    ['https://x.org/docs/a', '/docs/**'],
    ['https://x.org/docs/', '/docs/**'],
    ['https://x.org/docs/a/', '/docs/a/**'],
    ['https://x.org/docs/a/b.html', '/docs/a/**'],
    ['https://x.org/docs', '/docs/**'],
    ['https://x.org/index.html', '/**'],
    ['https://x.org/', '/**'],
    ['https://x.org', '/**'],
    ['https://x.org//docs//a', '/docs/**'],
    ['https://x.org/%E4%B8%AD/a', '/中/**'],
    ['https://x.org/a*b/c', '/a*b/**'],
    ['https://x.org/docs?x=/y/z', '/docs/**'],
  ])('U4: without patterns the seed %s allows %s', (seed, pattern) => {
    const scope = compileScope({ seeds: [seed] });
    expect(scope.allowedPatterns).toEqual([pattern]);
    expect(scope.description).toBe(
      `No allowed patterns set: in scope is each seed's own folder and below (x.org${pattern})`,
    );
  });

  it('U4: a folder counts for the host of its own seed', () => {
    const scope = compileScope({ seeds: ['https://a.org/docs/', 'https://b.org/guide/'] });
    expect(scope.judge('https://a.org/docs/x').ok).toBe(true);
    expect(scope.judge('https://b.org/docs/x')).toMatchObject({
      by: 'scope:no-match',
      detail: '/docs/x matches none of /guide/**',
    });
    expect(scope.allowedPatterns).toEqual(['/docs/**', '/guide/**']);
  });

  it('U4: the description and the verdicts name the patterns', () => {
    const scope = compileScope({ seeds, allowed: ['/b/**', '/a/**'], blocked: ['/a/x'] });
    expect(scope.description).toBe('In scope: /b/**, /a/**, except /a/x');
    expect(scope.judge('https://example.com/a/x')).toMatchObject({ detail: '/a/x matches blocked /a/x' });
    expect(scope.judge('https://example.com/a/y')).toMatchObject({ detail: '/a/**' });
    const long = scope.judge(`https://example.com/${'c'.repeat(1e6)}`);
    expect(long.detail?.length).toBeLessThan(300);
  });

  it('U4: a seed that is no URL and a bad pattern are refused by name', () => {
    expect(() => compileScope({ seeds: ['example.com'] })).toThrow(expect.objectContaining({ code: 'DOC_URL' }));
    expect(() => compileScope({ seeds, blocked: ['re:('] })).toThrow('blocked_path_patterns');
    expect(() => compileScope({ seeds, allowed: [''] })).toThrow('allowed_path_patterns');
  });

  it('U4: the order of seeds and patterns changes no verdict', () => {
    const pattern = fc.constantFrom('/a/**', '/a/b', '/*/b', '**/c', '/**', 're:b$', '/b/*', '/c');
    const list = fc.array(pattern, { maxLength: 5 });
    const reversed = (patterns: readonly string[]) => [...patterns].reverse();
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
      .map((parts) => `https://example.com/${parts.join('/')}`);
    fc.assert(
      fc.property(list, list, path, (allowed, blocked, url) => {
        const more = [...seeds, 'https://example.com/b/'];
        const one = compileScope({ seeds: more, allowed, blocked });
        const two = compileScope({ seeds: reversed(more), allowed: reversed(allowed), blocked: reversed(blocked) });
        expect(two.judge(url)).toEqual(one.judge(url));
      }),
    );
  });

  it('U4: judging never throws', () => {
    const scope = compileScope({ seeds, allowed: ['/a/**', 're:b'], blocked: ['/c*'] });
    fc.assert(
      fc.property(anyText, (text) => {
        for (const url of [text, `https://example.com/${text}`]) expect(typeof scope.judge(url).ok).toBe('boolean');
      }),
    );
  });
});
