// Proves quotations (S5): short, plain, cut at the ends of words, marked where the query matches.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { more, runs, scaled } from '../../../test/support/how-long.ts';
import { analyseQuery, eachTerm } from '../analyse/analyser.ts';
import { parseQuery } from '../analyse/query.ts';
import { isFrequent } from '../rank/words.ts';
import { type ChunkQuotation, createQuoter } from './quotation.ts';
import { plainText } from './quotation-plain.ts';
import { createWordSieve } from './quotation-words.ts';

const quote = (markdown: string, terms: Parameters<typeof createQuoter>[0], max?: number): ChunkQuotation =>
  createQuoter(terms, max)(markdown);

const marked = (markdown: string, query: string, max?: number): string => {
  const { text, marks } = quote(markdown, parseQuery(query).terms, max);
  let shown = '';
  let done = 0;
  for (const [start, end] of marks) {
    shown += `${text.slice(done, start)}«${text.slice(start, end)}»`;
    done = end;
  }
  return shown + text.slice(done);
};

describe('plainText', () => {
  it.each([
    ['headings, lists, quotations', '# A\n\n> - b\n> - [x] c\n1. d', 'A b c d'],
    ['emphasis', '**a** *b* ~~c~~ ***d***', 'a b c d'],
    ['what only looks like it', '2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['links', 'see [the guide](https://docs.example/a_(b)) (or [this](/c)).', 'see the guide (or this).'],
    ['images', '[image: a picture]', 'a picture'],
    ['escapes', '\\_\\_init\\_\\_ \\*args 1\\. a', '__init__ *args 1. a'],
    ['code', 'call `f(*a, **b)` now', 'call f(*a, **b) now'],
    ['fences', 'a\n\n```python\nf(**b) # c\n```\n\nd', 'a f(**b) # c d'],
    ['a fence that never ends', '```\na **b**', 'a **b**'],
    ['tables', '| a | b\\|c |\n| --- | :-: |\n| d | e |', 'a b|c d e'],
    ['rules', 'a\n\n---\n\nb', 'a b'],
  ])('S5: shows %s as a reader sees them', (_, markdown, expected) => {
    expect(plainText(markdown)).toBe(expected);
  });
});

const long = `${'Nothing of interest stands here at all. '.repeat(10)}Tasks are cancelled when the group fails. ${'More follows. '.repeat(20)}`;

describe('quote', () => {
  it('S5: marks the words of the query, in whatever form they occur', () => {
    expect(marked('Run **tasks** concurrently.', 'running task')).toBe('«Run» «tasks» concurrently.');
  });

  it('S5: marks an identifier whole, or the part that was searched for', () => {
    expect(marked('use `asyncio.gather()` here', 'asyncio.gather')).toBe('use «asyncio.gather»() here');
    expect(marked('use `asyncio.gather()` here', 'gather')).toBe('use asyncio.«gather»() here');
  });

  it('S5: marks Chinese, Japanese and Korean', () => {
    expect(marked('本項では東大寺の仏像について', '東大寺')).toBe('本項では«東大寺»の仏像について');
    expect(marked('새 데이터베이스를 만든다', '데이터베이스')).toBe('새 «데이터베이스»를 만든다');
  });

  it('S5: frequent words are marked only when the query has no others', () => {
    expect(marked('the end of the road', 'the road')).toBe('the end of the «road»');
    expect(marked('to be or not', 'to be')).toBe('«to» «be» or not');
  });

  it('S5: shows the place with most of the query, from the beginning of its sentence', () => {
    const shown = marked(long, 'cancelled group');
    expect(shown).toMatch(/^…Tasks are «cancelled» when the «group» fails\. More follows\./);
    expect(shown).toMatch(/\w(?:\. )?…$/);
  });

  it('S5: where nothing matches it is the beginning, and is marked so', () => {
    const { text, marks, outside } = quote(long, parseQuery('zebra').terms);
    expect(text).toMatch(/^Nothing of interest .*\w\. …$/);
    expect([marks, outside, text.length <= 200]).toEqual([[], true, true]);
    expect(quote(long, []).outside).toBeUndefined();
  });

  it('S5: cuts at the ends of words', () => {
    for (let max = 20; max < 120; max++) {
      const { text } = quote(long, parseQuery('cancelled').terms, max);
      for (const word of text.replaceAll('…', '').split(' ')) expect(` ${long}`).toContain(` ${word}`);
      expect(text.length).toBeLessThanOrEqual(max);
    }
  });

  it('S5: never more than 200 characters, marks inside, no half characters, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.string({
        unit: fc.constantFrom(...'ab *_`[]()\\|#>\n東の가𠮷', 'word ', '](http://x) ', '```\n'),
        maxLength: 600,
      }),
      fc.array(fc.nat(0xffff), { maxLength: 400 }).map((units) => String.fromCharCode(...units)),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('a', 'word ab', '東', '가', 'zzz'), (markdown, query) => {
        const { text, marks } = quote(markdown, parseQuery(query).terms);
        expect(text.length).toBeLessThanOrEqual(200);
        expect(text.isWellFormed()).toBe(true);
        let last = 0;
        for (const [start, end] of marks) {
          expect(start >= last && start < end && end <= text.length).toBe(true);
          last = end;
        }
      }),
    );
  });

  it('S5: marks every word that the analyser takes for one of the query', scaled, () => {
    const word = fc.oneof(
      fc.constantFrom(
        ...`die dying lying skies sky try tries were we're it's don't dont e-mail email E-Mails Élan elan naïve NAIVE v4.2.1
        4.2.1 --force-with-lease force asyncio.gather gathering gathered PaymentIntent payment_intents C++ C# $HOME @cached
        東大寺 데이터를 データ (run) [runs] \`running\` runner/run`.split(/\s+/),
      ),
      fc.string({ maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), word, (words, query) => {
        const terms = analyseQuery(query);
        const text = plainText(words.join(' '));
        const inside = new Set<number>();
        eachTerm(text, false, (term, _, __, start, end) => {
          if (terms.some((one) => one.term === term)) for (let at = start; at < end; at++) inside.add(at);
        });
        const { marks } = quote(words.join(' '), terms, 10_000);
        const shown = marks.flatMap(([start, end]) => Array.from({ length: end - start }, (_, nth) => start + nth));
        // Frequent words are marked only where there is nothing else.
        if (terms.every(({ term }) => !isFrequent(term))) expect(new Set(shown)).toEqual(inside);
      }),
      { numRuns: runs(2_000) },
    );
  });

  const quotes = (unit: string): void => {
    const { terms } = parseQuery('a http 東');
    // No more than this is read of a chunk: what is only slow with it shows when it is read often.
    const text = unit.repeat(100_000 / unit.length);
    for (let nth = 0; nth < 20; nth++) expect(quote(text, terms).text.length).toBeLessThanOrEqual(200);
    // Without that bound, so much that what is not linear hangs.
    const long = unit.repeat(500_000);
    expect(plainText(long).length).toBeLessThanOrEqual(long.length);
    createWordSieve(terms.map(({ term }) => term))(long);
  };

  it.each(['a ', '`', '```', '](http:', '](http://a) ', '[', '*', '* ', '> ', '- ', '-', '|', '| - ', '\\', ' ', '#'])(
    'S5: a hundred kilobytes of %j take no long time',
    quotes,
  );

  it.each(['東', '~~~ `\n'])('S5: a hundred kilobytes of %j take no long time', more, quotes);
});
