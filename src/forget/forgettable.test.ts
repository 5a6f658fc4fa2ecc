// Proves what an argument of `docent forget` matches, however it is written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTemplateToForget, isToForget } from './decide/to-forget.ts';
import { type ForgettableRules, parseForgettable } from './forgettable.ts';

const rules: ForgettableRules = {
  stripWww: true,
  templateOf: (path) => (/\d/.test(path) ? path.replace(/\d+/g, '{n}') : undefined),
};

const cases: readonly (readonly [
  word: string,
  kind: 'url' | 'path',
  what: string,
  matching: readonly string[],
  not: readonly string[],
])[] = [
  [
    'https://example.com/docs/a',
    'url',
    'https://example.com/docs/a',
    ['http://www.example.com/docs/a/', 'https://example.com/docs/a?x=1#y', 'https://EXAMPLE.com//docs/%61'],
    ['https://example.com/docs/a/b', 'https://example.com/docs/ab', 'https://docs.example.com/docs/a', 'mailto:a'],
  ],
  [
    'https://example.com/docs/a?id=1',
    'url',
    'https://example.com/docs/a?id=1',
    ['https://example.com/docs/a?id=1'],
    ['https://example.com/docs/a', 'https://example.com/docs/a?id=2'],
  ],
  [
    'example.com/docs/private',
    'path',
    'example.com/docs/private',
    ['https://example.com/docs/private', 'https://www.example.com/docs/private/x/y?z=1'],
    ['https://example.com/docs/privates', 'https://example.com/docs', 'https://example.com:8080/docs/private'],
  ],
  [
    'https://example.com/docs/private/**',
    'path',
    'example.com/docs/private',
    ['https://example.com/docs/private', 'https://example.com/docs/private/x'],
    ['https://example.com/docs/privates'],
  ],
  [
    'example.com',
    'path',
    'example.com',
    ['https://example.com/', 'https://www.example.com/x'],
    ['https://a.example.com/'],
  ],
  ['localhost:3000/x/', 'path', 'localhost:3000/x', ['http://localhost:3000/x/1'], ['http://localhost/x/1']],
  [
    'HTTP://www.example.com/docs/a?id=1',
    'url',
    'http://example.com/docs/a?id=1',
    ['http://example.com/docs/a?id=1', 'https://example.com/docs/a?id=1'],
    ['http://example.com/docs/a'],
  ],
  ['https://example.com/中', 'url', 'https://example.com/中', ['https://example.com/%E4%B8%AD'], []],
];

describe('what is to be forgotten', () => {
  for (const [word, kind, what, matching, not] of cases)
    it(`C5: ${word} is a ${kind}`, () => {
      const target = parseForgettable(word, rules);
      if (target === undefined || target.kind === 'provider') return expect.fail();
      expect([target.kind, target.what]).toEqual([kind, what]);
      expect([
        matching.filter((url) => !isToForget(url, target)),
        not.filter((url) => isToForget(url, target)),
      ]).toEqual([[], []]);
      for (const url of matching) expect(url.toLowerCase()).toContain(target.host);
    });

  it('C5: providers have a word of their own, and a word that is no place means nothing', () => {
    expect(parseForgettable('provider:stripe', rules)).toEqual({
      ...{ kind: 'provider', what: 'provider:stripe', provider: 'stripe' },
    });
    for (const word of ['stripe', '', 'https://', 'provider:', '/docs', 'mailto:a@b.example'])
      expect([word, parseForgettable(word, rules)?.kind]).toEqual([word, undefined]);
  });

  it('U8: templates of its paths are known, also where what varies is in its own', () => {
    const path = parseForgettable('example.com/v1/private', rules);
    if (path?.kind !== 'path') return expect.fail();
    expect(
      ['/v{n}/private/{n}', '/v{n}/private', '/v{n}/privates', '/{n}'].map((text) => isTemplateToForget(text, path)),
    ).toEqual([...[true, true, false, false]]);
  });

  it('C5: never throws, whatever is typed or found', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.webUrl(), fc.string(), (word, url, text) => {
        for (const one of [word, url, `${url}/**`]) {
          const target = parseForgettable(one, rules);
          if (target !== undefined && target.kind !== 'provider') {
            isToForget(text, target);
            isTemplateToForget(text, target);
            expect(one !== url || isToForget(url, target)).toBe(true);
          }
        }
      }),
    );
  });
});
