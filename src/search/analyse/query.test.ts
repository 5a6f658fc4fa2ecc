// Proves what a typed query searches for (S1), and that nothing that can be typed is an error.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery, queryBounds } from './query.ts';
import { lexQuery } from './query-lex.ts';

const terms = (text: string, typing = false): string[] => parseQuery(text, { typing }).terms.map(({ term }) => term);
const words = (tokens: readonly { readonly term: string }[]): string => tokens.map(({ term }) => term).join(' ');

describe('parseQuery', () => {
  it('S1: reads words, phrases, a prefix, what must not occur, and filters', () => {
    const query = parseQuery(
      'views "class-based views" -admin -"old api" provider:django path:/ref/ lang:en lang:ko mod*',
    );
    expect(words(query.terms)).toBe('view class-based class classbas base');
    expect(query.phrases.map(words)).toEqual(['class base view']);
    expect(query.not.map(words)).toEqual(['admin', 'old api']);
    expect(query.prefix?.text).toBe('mod');
    expect(query.filters).toEqual({ provider: ['django'], path: ['/ref/'], lang: ['en', 'ko'] });
  });

  it('S1: the terms of a phrase must occur, other words need not', () => {
    const { terms: found } = parseQuery('a "b c"');
    expect(found.map(({ term, must }) => [term, must])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
    ]);
  });

  it('S1: a quoted identifier is searched for as it is', () => {
    expect(parseQuery('"asyncio.gather"').phrases.map(words)).toEqual(['asyncio.gather']);
  });

  it('S1: positions run through the query', () => {
    const { terms: found, prefix } = parseQuery('a "b c" d e*');
    expect(found.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
    expect(prefix?.position).toBe(4);
  });

  it.each([
    ['--force-with-lease', '--force-with-lease force-with-lease forc with leas'],
    ['grep -r x', 'grep -r r x'],
    ['index -1', 'index 1'],
    ['-verbose', '-verbose verbos'],
  ])('S1: in %s the dash is no operator', (text, expected) => {
    expect(terms(text).join(' ')).toBe(expected);
    expect(parseQuery(text).not).toEqual([]);
  });

  it.each([
    ['an unbalanced quotation mark', '"never closed words', 'never close word'],
    ['lone operators', '- * " "" -" : OR', 'or'],
    ['a filter without a value', 'provider: path:', 'provid path'],
    ['a filter nobody knows', 'site:example', 'site:example site exampl'],
    ['SQL', "'; DROP TABLE pages; --", 'drop tabl page'],
    ['FTS syntax', 'NEAR(a b, 5) AND {title}: c ^d', 'near a b 5 and titl c d'],
    ['half characters', 'a\ud800b \udc00', 'a b'],
    ['NUL', 'a\0b', 'a b'],
  ])('S1: %s: just words', (_, text, expected) => {
    expect(terms(text).join(' ')).toBe(expected);
  });

  it('S1: a filter may be in quotation marks', () => {
    expect(parseQuery('provider:"my docs" a').filters).toEqual({ provider: ['my docs'] });
  });

  it('S6: while typing the last word is a beginning, until white space ends it', () => {
    const query = parseQuery('asyncio gath', { typing: true });
    expect([words(query.terms), query.prefix?.text, words(query.prefix?.tokens ?? [])]).toEqual([
      'asyncio',
      'gath',
      'gath',
    ]);
    expect(parseQuery('asyncio gath ', { typing: true }).prefix).toBeUndefined();
    expect(parseQuery('asyncio gath').prefix).toBeUndefined();
  });

  it('S2: one character of Chinese, Japanese or Korean is a query', () => {
    expect(terms('法')).toEqual(['法']);
    expect(parseQuery('법')).toMatchObject({ terms: [{ term: '법' }], prefix: { text: '법' } });
    expect(parseQuery('の')).toMatchObject({ terms: [{ term: 'の' }], prefix: { text: 'の' } });
  });

  it('S1: keeps at most 32 terms, and lets go of parts first', () => {
    const query = parseQuery(Array.from({ length: 40 }, (_, at) => `word${at}x.name${at}y`).join(' '));
    expect(query.terms).toHaveLength(queryBounds.terms);
    expect(query.terms.every(({ kind }) => kind === 'whole')).toBe(true);
  });

  it('S1: anything typed is answered, within bounds', () => {
    const hostile = fc.oneof(
      fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
      fc.string({ unit: fc.constantFrom(...'ab"“”-*: \\\'()東の가', 'path:', 'lang:"', ' -"', '* '), maxLength: 200 }),
    );
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, typing) => {
        const query = parseQuery(text, { typing });
        expect(query.terms.length).toBeLessThanOrEqual(queryBounds.terms);
        expect(query.phrases.every((phrase) => phrase.length > 0)).toBe(true);
        expect(query.not.every((tokens) => tokens.length > 0)).toBe(true);
        expect(query.raw.length).toBeLessThanOrEqual(queryBounds.characters);
      }),
    );
  });

  it.each(['"', '-', '*', 'a*', ' -"a', 'path:', 'lang:"x" ', '(', '東', '가', 'a.b', '“'])(
    'S1: megabytes of %j are answered, which would hang if each were compared with each',
    (unit) => {
      const text = unit.repeat(500_000);
      expect(parseQuery(text).raw).toBe(text.slice(0, queryBounds.characters));
      // What is kept of a query is short: what takes it apart is linear without that.
      expect(lexQuery(text).length).toBeLessThanOrEqual(text.length);
    },
  );
});
