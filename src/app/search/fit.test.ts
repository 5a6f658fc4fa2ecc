// A5: an answer never measures more than its budget, and goes on where it ended.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../chunk/tokens.ts';
import { type AnswerOptions, composeAnswer } from './compose.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { searchRequest } from './request.ts';
import type { FoundPassages, Passage, PlacedPassage } from './result.ts';

function passage(text: string, url: string): Passage {
  return {
    ...{ chunk: 'c', url, headings: ['Guide'], tokens: countTokens(text), score: 1, title: 'Guide', provider: 'x' },
    ...{ crawledAt: 1, verifiedAt: 1, text, whole: true, flags: [] },
  };
}

const about: Omit<FoundPassages, 'passages' | 'end' | 'more'> = {
  query: { text: 'q', terms: [], phrases: [], not: [], filters: { provider: [], path: [], lang: [] } },
  found: { pages: 1, atLeast: false },
  index: { chunks: 1, stale: false },
};

/** What a search thread returns for texts in this order, from a place on. */
function answering(texts: readonly string[], window = texts.length) {
  return {
    passages(
      _: string,
      __: unknown,
      { from, returned }: { readonly from: number; readonly returned: readonly number[] },
    ) {
      const end = Math.min(texts.length, from + window);
      const placed: PlacedPassage[] = texts.slice(from, end).flatMap((text, at) => {
        const place = from + at;
        if (returned.includes(place)) return [];
        const short = passage(text.slice(0, 20), `https://x/${place}`);
        return [
          { place, rank: place % 12, passage: passage(text, `https://x/${place}`), short: { ...short, whole: false } },
        ];
      });
      return Promise.resolve({ ...about, passages: placed, end, more: end < texts.length });
    },
  };
}

/** The answer to one question. */
function composed(pool: ReturnType<typeof answering>, options: AnswerOptions): ReturnType<typeof composeAnswer> {
  return composeAnswer(pool, { text: 'q', request: searchRequest(), libraries: [] }, options);
}

const textOf = fc.string({
  minLength: 1,
  maxLength: 1_500,
  unit: fc.constantFrom('a', 'Ω ', '"', '\n', '\\', '한국 ', 'code ', '<b>'),
});

describe('A5: the token budget of an answer', () => {
  it('A5: no answer measures more than its budget, whatever the texts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(textOf, { maxLength: 20 }),
        fc.integer({ min: 200, max: 3_000 }),
        async (texts, maxTokens) => {
          const { answer, tokens } = await composed(answering(texts), { maxTokens });
          expect(countTokens(JSON.stringify(answer))).toBe(tokens);
          expect(tokens).toBeLessThanOrEqual(maxTokens);
          expect(new Set(answer.passages.map(({ url }) => Number(url.slice(10)) % 12)).size).toBeLessThanOrEqual(10);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('A5: of at most three passages the cursor leads to the next three', async () => {
    const texts = Array.from({ length: 7 }, (_, nth) => `text ${nth}`);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { answer } = await composed(answering(texts), { maxPassages: 3, cursor });
      seen.push(answer.passages.length);
      cursor = answer.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([3, 3, 1]);
  });

  it('A5: the cursor leads through every passage once, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(textOf, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 700, max: 3_000 }),
        fc.integer({ min: 1, max: 25 }),
        async (texts, maxTokens, window) => {
          const seen: string[] = [];
          let cursor: string | undefined;
          let answers = 0;
          do {
            const { answer } = await composed(answering(texts, window), { maxTokens, cursor });
            seen.push(...answer.passages.map(({ url }) => url));
            cursor = answer.cursor;
            expect(++answers).toBeLessThanOrEqual(texts.length + 1);
          } while (cursor !== undefined);
          const places = seen.map((url) => Number(url.slice(10))).toSorted((one, other) => one - other);
          expect(new Set(places).size).toBe(places.length);
          // A text that does not fit even alone ends the answer; all others are returned.
          const fitting = texts.every(
            (text) => countTokens(JSON.stringify(passage(text, 'https://x/12'))) < maxTokens - 250,
          );
          if (fitting) expect(places).toEqual(texts.map((_, nth) => nth));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('A5: a passage that does not fit gives way to smaller ones, and comes with the cursor', async () => {
    const long = 'word '.repeat(600);
    const { answer } = await composed(answering(['first', long, 'third']), { maxTokens: 400 });
    expect(answer.passages.map(({ text }) => text)).toEqual(['first', 'third']);
    const next = await composed(answering(['first', long, 'third']), {
      maxTokens: 1_000,
      cursor: answer.cursor,
    });
    expect(next.answer.passages.map(({ text }) => text)).toEqual([long]);
    expect(next.answer.cursor).toBeUndefined();
  });

  it('A5: where not even the first passage fits whole, its quotation is returned', async () => {
    const { answer } = await composed(answering(['word '.repeat(600)]), { maxTokens: 300 });
    expect(answer.passages).toMatchObject([{ whole: false, text: 'word word word word ' }]);
  });

  it('A5: a budget out of bounds is refused with its bounds', async () => {
    for (const maxTokens of [0, 199, 20_001, 1.5, Number.NaN])
      await expect(composed(answering([]), { maxTokens })).rejects.toThrow('from 200 to 20000');
  });
});

describe('A5: cursors', () => {
  it('A5: a cursor is valid for the question it was returned for', () => {
    const cursor = writeCursor('one', { from: 3, returned: [5, 9] });
    expect(readCursor('one', cursor)).toEqual({ from: 3, returned: [5, 9] });
    expect(() => readCursor('other', cursor)).toThrow('another question');
  });

  it('A5: what is no cursor is refused, and never taken for one', () => {
    const forged = [['x'], { from: 1 }, null, ['a', -1], ['a', 1.5], ['a', '1'], ['a', 1, 99_999_999]].map((one) =>
      Buffer.from(JSON.stringify(one)).toString('base64url'),
    );
    for (const cursor of ['x', 'ÿ', 'A'.repeat(10_000), ...forged])
      expect(() => readCursor('q', cursor)).toThrow('not from an earlier answer');
  });
});
