// A table of words answers the same whatever it remembers, and however many words are alike.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termHash } from './forward.ts';
import { termsOfWord } from './identifiers.ts';
import { isFrequent } from './rank-words.ts';
import { surfacesOfWord } from './suggestions-words.ts';
import { nextPage, WordTable } from './word-table.ts';

const word = fc.oneof(
  fc.constantFrom(
    'the',
    'Index',
    'os.path.join',
    'getHTTPResponse',
    'Café',
    'naïve_über',
    'x'.repeat(200),
    'a.'.repeat(120),
    'abc.def/'.repeat(30),
  ),
  fc.string({ unit: fc.constantFrom(...'aBz09_.-:é'), minLength: 1, maxLength: 12 }),
);

/** What a table tells of a word. */
function told(table: WordTable, text: string, start: number, end: number): unknown {
  const found = table.find(text, start, end);
  const [from, to] = [table.first[found] as number, table.first[found + 1] as number];
  const line = Buffer.from(table.lines.slice(table.lineFrom[found], table.lineFrom[found + 1])).toString('latin1');
  const surfaces = new Set<string>();
  table.addSurfaces(found, text, start, end, surfaces, nextPage());
  return {
    hashes: [...table.hashes.slice(from, to)],
    marks: [...table.marks.slice(from, to)],
    places: table.places[found],
    terms: table.wide[found] ?? line.split(' ').slice(0, -1),
    surfaces: [...surfaces],
  };
}

function plainly(raw: string): unknown {
  const { terms, places } = termsOfWord(raw);
  return {
    hashes: terms.map(({ term }) => termHash(term)),
    marks: terms.map(({ term, place }) => 2 * place + (isFrequent(term) ? 1 : 0)),
    places,
    terms: terms.map(({ term }) => term),
    surfaces: [...new Set(surfacesOfWord(raw))],
  };
}

describe('the table of words', () => {
  it.each([1, 3, 1_000])('S1: tells of any word what its terms are, with room for %d', (most) => {
    const table = new WordTable(most);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        for (const raw of words) expect(told(table, `<${raw}>`, 1, raw.length + 1)).toEqual(plainly(raw));
      }),
      { numRuns: 200 },
    );
  });

  it('S1: words without end are forgotten, not kept', () => {
    const table = new WordTable(100);
    for (let nth = 0; nth < 5_000; nth++) table.find(`word${nth}é`, 0, `word${nth}é`.length);
    expect(table.wide.length).toBeLessThanOrEqual(100);
    expect(told(table, 'os.path', 0, 7)).toEqual(plainly('os.path'));
  });
});
