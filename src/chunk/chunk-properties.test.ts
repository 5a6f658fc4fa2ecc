// Proves, on pages made at random, what holds for the chunks of any page (C1).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../test/support/how-long.ts';
import { type Block, type BlockPlace, renderBlock } from '../core/document.ts';
import { type Chunk, chunkPage } from './chunks.ts';
import { countTokens } from './tokens.ts';

// Each body is made of words w0x, w1x, … that are numbered through the page, so that a lost or doubled one is seen.
interface Plan {
  readonly kind: Block['kind'];
  readonly words: number;
  readonly joint: string;
  readonly prefix: readonly [first: string, rest: string, blank: string | undefined];
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly entryDepth: number;
  readonly ids: number;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom('heading', 'entry', 'text', 'text', 'text', 'code', 'table'),
  words: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }) }, fc.integer({ min: 100, max: 900 })),
  joint: fc.constantFrom(' ', ' ', '. W ', '\n', '\n\n', '\n    ', '\n// ', '한', '。', '` [', ')', '|', '-', '\t'),
  prefix: fc.constantFrom(
    ['', '', ''],
    ['', '', ''],
    ['- ', '  ', ''],
    ['- ', '  ', undefined],
    ['  ', '  ', ''],
    ['  *   ', '      ', undefined],
    ['> ', '> ', '>'],
    ['  > ', '  > ', '  >'],
  ),
  level: fc.constantFrom(1, 2, 3, 4, 5, 6),
  entryDepth: fc.integer({ min: 0, max: 3 }),
  ids: fc.integer({ min: 0, max: 2 }),
});

function pageOf(plans: readonly Plan[]): readonly Block[] {
  let word = 0;
  let id = 0;
  return plans.map(({ kind, words, joint, prefix: [first, rest, blank], level, entryDepth, ids }): Block => {
    const all = Array.from({ length: words }, () => `w${word++}x`);
    const place: BlockPlace = {
      first,
      rest,
      blank,
      entryDepth,
      ids: Array.from({ length: ids }, () => `id-${id++}`),
      names: [],
    };
    const markdown = all.join(joint);
    const line = all.join(' ');
    switch (kind) {
      case 'heading':
        return { ...place, kind, level, markdown: line, text: line, anchor: place.ids[0] };
      case 'entry':
        return { ...place, kind, entryDepth: entryDepth + 1, markdown: line, text: line, anchor: place.ids[0] ?? 'x' };
      case 'code':
        return { ...place, kind, code: markdown, language: 'js' };
      case 'table':
        return {
          ...place,
          kind,
          header: '| a | b |',
          divider: '| --- | --- |',
          rows: all.map((cell) => `| ${cell} | c |`),
        };
      default:
        return { ...place, kind: 'text', markdown };
    }
  });
}

const page = fc.array(plan, { maxLength: 12 }).map(pageOf);
// A word may be cut when there is no better place; nothing else on the page has these characters.
const lettersOf = (texts: readonly string[]): string => texts.join('').replace(/[^wx\d]/g, '');
const wordsOf = (text: string): readonly string[] => text.match(/w\d+x/g) ?? [];
const chunks = (blocks: readonly Block[]): readonly Chunk[] => chunkPage(blocks, { title: 'w0x' });
const holds = (check: (blocks: readonly Block[], found: readonly Chunk[]) => void): void => {
  fc.assert(
    fc.property(page, (blocks) => check(blocks, chunks(blocks))),
    { numRuns: runs(400) },
  );
};

describe('for any page', () => {
  it('C1: the chunks hold every word once, in the page’s order', scaled, () => {
    holds((blocks, found) => {
      expect(lettersOf(found.map(({ text }) => text))).toBe(lettersOf(blocks.map(renderBlock)));
    });
  });

  it('C1: the chunks hold every id once, in the page’s order', scaled, () => {
    holds((blocks, found) => {
      if (found.length > 0) expect(found.flatMap(({ ids }) => ids)).toEqual(blocks.flatMap(({ ids }) => ids));
    });
  });

  it('C1: a chunk has exactly the tokens it reports, at most 500, and its own id', scaled, () => {
    holds((_, found) => {
      for (const { text, tokens } of found) expect(tokens).toBe(countTokens(text));
      for (const { tokens } of found) expect(tokens).toBeLessThanOrEqual(500);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    });
  });

  it('C1: no chunk of fewer than 50 tokens has a neighbour with room for it', scaled, () => {
    holds((_, found) => {
      for (const [nth, { tokens, text }] of found.entries()) {
        // Joining takes a few tokens itself, and another indentation a few more.
        const room = 480 - tokens - 2 * text.split('\n').length;
        if (tokens >= 50) continue;
        for (const neighbour of [found[nth - 1], found[nth + 1]])
          if (neighbour !== undefined)
            expect(neighbour.tokens + neighbour.text.split('\n').length).toBeGreaterThan(room);
      }
    });
  });

  it('C1: no chunk of text has fewer than 50 tokens, unless it is the only one', scaled, () => {
    const paragraphs = fc.array(
      fc.record({
        words: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 60, max: 200 })),
        isTitled: fc.boolean(),
        level: fc.constantFrom<1 | 2 | 3>(1, 2, 3),
        joint: fc.constantFrom(' ', '. W ', '\n'),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(paragraphs, (plans) => {
        const blocks = plans.flatMap(({ words, isTitled, level, joint }, nth): Block[] => {
          const place = { first: '', rest: '', blank: '', entryDepth: 0, ids: [], names: [] };
          const body: Block = { ...place, kind: 'text', markdown: Array(words).fill(`w${nth}x`).join(joint) };
          return isTitled ? [{ ...place, kind: 'heading', level, markdown: 'T', text: 'T' }, body] : [body];
        });
        const found = chunks(blocks);
        if (found.length > 1) for (const { tokens } of found) expect(tokens).toBeGreaterThanOrEqual(50);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('C1: code that fits into a chunk is in one', scaled, () => {
    holds((blocks, found) => {
      for (const block of blocks) {
        if (block.kind !== 'code' || block.code === '' || countTokens(renderBlock(block)) > 500) continue;
        const words = new Set(wordsOf(block.code));
        expect(found.filter(({ text }) => wordsOf(text).some((word) => words.has(word)))).toHaveLength(1);
      }
    });
  });

  it('C1: fences are closed in every chunk', scaled, () => {
    holds((_, found) => {
      for (const { text } of found) expect((text.match(/^[ >*-]*`{3,}/gm) ?? []).length % 2).toBe(0);
    });
  });

  it('C1: the same page makes the same chunks, byte for byte', scaled, () => {
    holds((blocks, found) => {
      expect(JSON.stringify(chunks(structuredClone(blocks)))).toBe(JSON.stringify(found));
    });
  });
});
