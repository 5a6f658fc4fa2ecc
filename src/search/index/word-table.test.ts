// A table of words returns the same whatever it remembers, and however many words are alike.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse/analyser.ts';
import { termsOfWord } from '../analyse/identifiers.ts';
import { isFrequent } from '../rank/words.ts';
import { ByteRow } from './byte-row.ts';
import { termHash } from './forward.ts';
import { surfacesOfWord } from './suggestions-words.ts';
import { WordTable } from './word-table.ts';

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

/** The entry of a word in a table. */
function held(table: WordTable, text: string, start: number, end: number): unknown {
  table.beginPage();
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const found = table.find(text, units, start, end);
  const terms = [...table.numbers.slice(table.termsFrom(found), table.termsTo(found))];
  const places = table.places(found);
  const [line, lines] = [new ByteRow(1), new ByteRow(1)];
  table.putLine(found, line);
  table.meet(found, text, units, start, end, lines);
  table.meet(found, text, units, start, end, lines);
  return {
    hashes: terms.filter((_, at) => at % 2 === 0),
    marks: terms.filter((_, at) => at % 2 === 1),
    places,
    terms: textIn(line).split(' ').slice(0, -1),
    surfaces: textIn(lines)
      .split('\n')
      .slice(0, -1)
      .map((pair) => pair.split('\t')),
  };
}

function textIn(row: ByteRow): string {
  return Buffer.from(row.take()).toString();
}

function plainly(raw: string): unknown {
  const { terms, places } = termsOfWord(raw);
  return {
    hashes: terms.map(({ term }) => termHash(term)),
    marks: terms.map(({ term, place }) => 2 * place + (isFrequent(term) ? 1 : 0)),
    places,
    terms: terms.map(({ term }) => term),
    surfaces: [...new Set(surfacesOfWord(raw))].map((word) => [word, analyse(word, 'symbols')[0]?.term ?? word]),
  };
}

describe('the table of words', () => {
  it.each([1, 3, 1_000])('S1: returns the terms of any word, with room for %d', (most) => {
    const table = new WordTable(most);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        for (const raw of words) expect(held(table, `<${raw}>`, 1, raw.length + 1)).toEqual(plainly(raw));
      }),
      { numRuns: 200 },
    );
  });

  it('S1: words without end are forgotten, not kept, and their room is used again', () => {
    const table = new WordTable(100);
    const size = table.numbers.length;
    for (let nth = 0; nth < 5_000; nth++)
      expect(held(table, `word${nth}é`, 0, 6)).toEqual(plainly(`word${nth}é`.slice(0, 6)));
    expect(table.numbers.length).toBe(size);
    expect(held(table, 'os.path', 0, 7)).toEqual(plainly('os.path'));
  });

  it('S1: a page gets a word once, however many words are in between', () => {
    const table = new WordTable(3);
    const lines = new ByteRow(1);
    table.beginPage();
    for (const text of ['apple', 'one', 'two', 'three', 'four', 'Apple', 'apple.pie', 'x'.repeat(70), 'one', 'é.one'])
      table.meet(...foundIn(table, text), lines);
    const found = textIn(lines)
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t')[0]);
    expect(found).toEqual(['apple', 'one', 'two', 'three', 'four', 'pie']);
  });
});

function foundIn(table: WordTable, text: string): [number, string, Uint16Array, number, number] {
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return [table.find(text, units, 0, text.length), text, units, 0, text.length];
}
