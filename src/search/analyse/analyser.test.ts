// Proves what the analyser makes of whole texts (S1, S2), and that no text harms it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { more } from '../../../test/support/how-long.ts';
import { termCharacters } from '../port.ts';
import { analyse, analysePhrase, analyseQuery, eachTerm } from './analyser.ts';

// Any sequence of code units, lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
const markup = fc.string({ unit: fc.constantFrom(...'aB1_.-:/>#@$\\`[](){}*~&;\'" \n東のア가é'), maxLength: 60 });

const terms = (text: string): string[] => analyse(text, 'text').map(({ term }) => term);

describe('analyse', () => {
  it.each([
    ['emphasis and headings', '## Some **bold** and *thin* ~~old~~ words', 'some bold and thin old word'],
    ['fences and their language', 'a\n\n```python\nprint(x)\n```\n\nb', 'a print x b'],
    ['a fence in a list', '- a\n\n  ~~~js title="x"\n  run\n  ~~~', 'a run'],
    ['the target of a link', 'see [the guide](https://docs.example/a_(b)/c?d#e) now', 'see the guid now'],
    ['the label of an image', '[image: Big Picture] and [이미지: 그림]', 'big pictur and 그림'],
    ['entities', 'a &lt; b &#35; c', 'a b c'],
    ['lines of tables', '| a | b |\n| --- | :-: |\n| c | d |', 'a b c d'],
    ['quotation marks and lists', '> 1. "first" (second)', '1 first second'],
  ])('S1: Markdown marks are no terms: %s', (_, text, expected) => {
    expect(terms(text).join(' ')).toBe(expected);
  });

  it.each([
    ["It's the user's", 'it the user'],
    ['We’ll see, they’ve gone', 'well see theyv gone'],
    ["Don't, I'm, you're, he'd", 'dont im your hed'],
    ["rock 'n' roll, O'Reilly", 'rock n roll o reilli'],
  ])('S1: a contraction is one word, a possessive becomes its owner: %s', (text, expected) => {
    expect(terms(text).join(' ')).toBe(expected);
  });

  it('S1: brackets in code are no link', () => {
    expect(terms('`handlers[name](request)`')).toEqual(['handler', 'name', 'request']);
  });

  it('S1: a whole identifier is at one place, and its parts count on', () => {
    expect(analyse('call asyncio.gather now', 'symbols')).toEqual([
      { term: 'call', position: 0 },
      { term: 'asyncio.gather', position: 1 },
      { term: 'asyncio', position: 1 },
      { term: 'gather', position: 2 },
      { term: 'now', position: 3 },
    ]);
  });

  it('S1: a sentence ends its last word', () => {
    expect(terms('Use os.path. Then stop: done/')).toEqual(['use', 'os.path', 'os', 'path', 'then', 'stop', 'done']);
  });
});

describe('analyseQuery', () => {
  it('S1: distinguishes whole identifiers, parts and words, and leaves out what only the index keeps', () => {
    expect(analyseQuery('StopIteration raised').map(({ term, kind }) => `${term} ${kind}`)).toEqual([
      'stopiteration whole',
      'stop part',
      'iter part',
      'rais word',
    ]);
  });

  it('S1: whatever a query searches for, a text that has the same words has the same terms', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, markup), (text) => {
        const indexed = new Set(analyse(text, 'symbols').map(({ term }) => term));
        for (const { term } of [...analyseQuery(text), ...analysePhrase(text)]) expect(indexed).toContain(term);
      }),
    );
  });
});

describe('any text', () => {
  const allowed = new RegExp(`^(?:[a-z0-9${termCharacters.replace(/[-\\/]/g, '\\$&')}]|[^\\0-\\x7f])+$`, 'u');

  it('S1: returns terms without white space, quotes, controls, capitals or half characters, of at most 64 units, in order', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, markup, fc.string({ unit: 'grapheme' })), (text) => {
        let last = 0;
        eachTerm(text, true, (term, _, position, start, end) => {
          expect(term).toMatch(allowed);
          expect(/[\s\p{Cc}\p{Zs}]/u.test(term)).toBe(false);
          expect(term.isWellFormed()).toBe(true);
          expect(term.length).toBeLessThanOrEqual(64);
          expect(position).toBeGreaterThanOrEqual(last);
          expect(start >= 0 && start < end && end <= text.length).toBe(true);
          last = position;
        });
      }),
      { numRuns: 300 },
    );
  });

  /** So often that what looks at the rest of the text for each would hang. */
  const analyses = (unit: string): void => {
    const text = unit.repeat(Math.ceil(500_000 / Math.sqrt(unit.length)));
    // A character of Chinese is a term, and with the next another.
    expect(analyse(text, 'text').length).toBeLessThan(2 * text.length);
    expect(analyseQuery(text).length).toBeLessThan(2 * text.length);
  };

  it.each(['a', 'a.', '_', '`', '```a\n', '[', '](http:', '&a', "a'", '東', '\ud842', '> '])(
    'S1: half a megabyte of %j takes no long time',
    analyses,
  );

  it.each([
    'A',
    'aB',
    '.',
    'a-',
    '\\_',
    '-',
    '```',
    '~',
    '](',
    '](/(',
    '&',
    "'",
    'a#',
    'の',
    'ア',
    '가',
    '1',
    '1.',
    'é',
    'e\u0301',
    '\ud842\udfb7',
    '| - ',
    '@a ',
    '**',
  ])('S1: half a megabyte of %j takes no long time', more, analyses);
});
