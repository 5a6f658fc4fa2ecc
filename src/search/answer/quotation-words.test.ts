// Proves the sieve of a quotation's words: what becomes a term of the query passes it, and little else does.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { eachTerm } from '../analyse/analyser.ts';
import { stem } from '../analyse/stem.ts';
import { derivational, exceptions, leftAlone, stepThree, stepTwo } from '../analyse/stem-tables.ts';
import { beginningOf, createWordSieve } from './quotation-words.ts';

const passing = (text: string, ...terms: readonly string[]): readonly string[] => {
  const places = createWordSieve(terms)(text);
  return places.flatMap((start, nth) => (nth % 2 === 0 ? [text.slice(start, places[nth + 1])] : []));
};

const suffixes = [
  ...[...stepTwo, ...stepThree].flat().map(({ suffix }) => suffix.replace(/i$/, 'y')),
  ...derivational.flat(),
  ...['', 'y', 'e', 's', 'es', 'ies', 'ied', 'ing', 'ed', 'ingly', 'edly', 'eed', 'ability', 'ibility', 'ization'],
];
const letters = fc.constantFrom(...'aabcdeefghiijklmnoopqrstuuvwxyyz');
const word = fc
  .tuple(fc.array(letters, { minLength: 1, maxLength: 7 }), fc.constantFrom(...suffixes), fc.constantFrom(...suffixes))
  .map(([start, one, other]) => `${start.join('')}${one}${other}`);

describe('beginningOf', () => {
  it('S5: every word begins as its stem does', scaled, () => {
    for (const known of [...exceptions.keys(), ...leftAlone])
      expect(known).toMatch(new RegExp(`^${beginningOf(stem(known))}`));
    fc.assert(
      fc.property(word, (one) => one.startsWith(beginningOf(stem(one)))),
      { numRuns: runs(20_000) },
    );
  });

  it('S5: it is as long as it can be', () => {
    expect(['connect', 'capable', 'fli', 'go', 'die', 'naïv', '東大'].map(beginningOf)).toEqual([
      'connec',
      'capab',
      'fl',
      'go',
      'd',
      'na',
      '',
    ]);
  });
});

describe('createWordSieve', () => {
  it('S5: words that begin as a term pass, whatever their case', () => {
    expect(passing('to Connect two CONNECTIONS, reconnect or contact', 'connect')).toEqual(['Connect', 'CONNECTIONS,']);
  });

  it('S5: a part of an identifier passes', () => {
    expect(passing('getUserName user_name superuser xml2user HTTPUser', 'user')).toEqual([
      'getUserName',
      'user_name',
      'xml2user',
      'HTTPUser',
    ]);
  });

  it('S5: marks within a word are passed over', () => {
    expect(passing('an e-mail, don’t open-source \\_\\_init\\_\\_', 'email', 'dont', 'opensourc', '__init__')).toEqual([
      'e-mail,',
      'don’t',
      'open-source',
      '\\_\\_init\\_\\_',
    ]);
  });

  it('S5: a word with letters that are folded always passes, one with a dash or quotation marks does not', () => {
    expect(passing('“quoted” – naïve … 東大寺', 'zebra')).toEqual(['naïve', '東大寺']);
  });

  it('S5: every stretch that holds a term passes', scaled, () => {
    const piece = fc.oneof(
      word,
      fc.constantFrom('-', '_', '.', '::', "'s", '’', '\\', 'É', '4.2', 'V2', 'HTTP', '--', '$', '‿'),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const stretch = pieces.join('');
        eachTerm(stretch, false, (term) => expect(passing(`x ${stretch} y`, term)).toContain(stretch));
      }),
      { numRuns: runs(5_000) },
    );
  });
});
