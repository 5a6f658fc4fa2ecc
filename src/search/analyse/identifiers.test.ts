// Proves that words and identifiers are found whole and in parts (S1).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { termsOfWord } from './identifiers.ts';
import { asciiSplitter } from './identifiers-ascii.ts';
import { anySplitter, type Level } from './identifiers-split.ts';

const terms = (word: string): string =>
  termsOfWord(word)
    .terms.map(({ term, place }) => `${term}@${place}`)
    .join(' ');

describe('termsOfWord', () => {
  it.each([
    ['asyncio.gather', 'asyncio.gather@0 asyncio@0 gather@1'],
    ['PaymentIntent', 'paymentintent@0 paymentint@0 payment@0 intent@1'],
    ['pg_stat_activity', 'pg_stat_activity@0 pg@0 stat@1 activ@2'],
    ['--force-with-lease', '--force-with-lease@0 force-with-lease@0 forc@0 with@1 leas@2'],
    ['std::vector', 'std::vector@0 std@0 vector@1'],
    ['Foo->bar', 'foo->bar@0 foo@0 bar@1'],
    ['docs/conf.py', 'docs/conf.py@0 doc@0 conf.py@1 conf@1 py@2'],
    ['Array#map', 'array#map@0 array@0 map@1'],
    ['node:fs', 'node:fs@0 node@0 fs@1'],
    ['getHTTPResponseCode', 'gethttpresponsecode@0 gethttpresponsecod@0 get@0 http@1 respons@2 code@3'],
    ['__init__', '__init__@0 init@0'],
    ['\\_\\_init\\_\\_', '__init__@0 init@0'],
    ['in_', 'in_@0 in@0'],
    ['-v', '-v@0 v@0'],
    ['@app.route', '@app.route@0 app.route@0 app@0 rout@1'],
    ['$HOME', '$home@0 home@0'],
    ['.NET', '.net@0 net@0'],
    ['C++', 'c++@0 c@0'],
    ['C#', 'c#@0 c@0'],
    ['utf8', 'utf8@0 utf@0 8@1'],
    ['utf-8', 'utf-8@0 utf@0 8@1'],
    ['POP3', 'pop3@0 pop@0 3@1'],
    ['b64encode', 'b64encode@0 64@0 encod@1'],
  ])('S1: %s is an identifier, whole and in parts', (word, expected) => {
    expect(terms(word)).toBe(expected);
  });

  it('S1: a dotted name is also found without its first parts', () => {
    expect(terms('curses.window.attroff').split(' ')).toContain('window.attroff@1');
  });

  it('S1: a name in capitals and small letters is also found when it is typed in small letters', () => {
    for (const name of ['StopIteration', 'FilePathField', 'SessionStores']) {
      const typed = termsOfWord(name.toLowerCase()).terms[0]?.term;
      expect(termsOfWord(name).terms.map(({ term }) => term)).toContain(typed);
    }
  });

  it.each([
    ['3.11', '3.11@0'],
    ['v2.0.1', 'v2.0.1@0 2.0.1@0 2.0@0'],
    ['4.2.1', '4.2.1@0 4.2@0'],
    ['python3.11', 'python3.11@0 python@0 3.11@1'],
    ['django-4.2', 'django-4.2@0 django@0 4.2@1'],
    ['0x1F', '0x1f@0'],
    ['i18n', 'i18n@0'],
    ['1989', '1989@0'],
  ])('S1: the number or version %s is kept whole', (word, expected) => {
    expect(terms(word)).toBe(expected);
  });

  it.each([
    ['URLs', 'url@0'],
    ['Settings', 'set@0'],
    ["user's", 'user@0'],
    ["don't", 'dont@0'],
    ['Café', 'cafe@0'],
    ['ＡＢＣ', 'abc@0'],
    ['straße', 'strass@0'],
    ['e-mail', 'e-mail@0 e@0 email@0 mail@1'],
  ])('S1: the word %s meets its other spellings', (word, expected) => {
    expect(terms(word)).toBe(expected);
  });

  it('S1: parts know where in the word they are', () => {
    const word = 'asyncio.StreamReader';
    const parts = termsOfWord(word).terms.map(({ term, from, to }) => [term, word.slice(from, to)]);
    expect(parts).toContainEqual(['reader', 'Reader']);
    expect(parts).toContainEqual(['streamread', 'StreamReader']);
  });

  it('S1: data that looks like a word is one short term, not a thousand pieces', () => {
    expect(termsOfWord('aB3'.repeat(1_000)).terms).toHaveLength(1);
    expect(termsOfWord('a.'.repeat(5_000)).terms.length).toBeLessThan(200);
    expect(termsOfWord('x'.repeat(5_000)).terms[0]?.term).toHaveLength(64);
  });

  it('S1: ASCII comes apart as by the expressions', scaled, () => {
    const raw = fc.string({ unit: fc.constantFrom(..."abzsABZ0159..--__::>>//##\\\\+@'s"), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(raw, fc.string({ maxLength: 24 })), fc.nat(3), (text, start) => {
        const from = Math.min(start, text.length);
        for (const level of [0, 1, 2] as const satisfies readonly Level[])
          expect(asciiSplitter.spans(text, level, from)).toEqual(anySplitter.spans(text, level, from));
        const span = { from, to: text.length };
        const pieces = anySplitter.pieces(text, span);
        expect(asciiSplitter.pieces(text, span)).toEqual(pieces);
        expect(asciiSplitter.isOneWord(text, span)).toBe(anySplitter.isOneWord(text, span));
        for (const piece of pieces)
          for (const least of [1, 2] as const)
            expect(asciiSplitter.isLetters(text, piece, least)).toBe(anySplitter.isLetters(text, piece, least));
      }),
      { numRuns: runs(3_000) },
    );
  });
});
