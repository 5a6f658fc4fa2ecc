// The examples of CommonMark and GFM: our Markdown reader is compared with mdast, and its rate may not fall.
import { describe, expect, it } from 'vitest';
import { compare, type Measure } from './compare.ts';
import { examples } from './examples.ts';

describe('E7: CommonMark 0.31 and GFM', () => {
  const compared = examples.flatMap(({ markdown }) => compare(markdown) ?? []);

  it('has all its examples, save those with raw HTML', () => {
    expect(examples.length).toBeGreaterThanOrEqual(683);
    expect(compared.length).toBeGreaterThanOrEqual(611);
  });

  // What differs, and why: docs/decisions.md.
  it.each<[Measure, number]>([
    ['blocks', 7],
    ['nesting', 12],
    ['text', 7],
    ['links', 7],
  ])('%s: at most %i examples differ from mdast', (measure, most) => {
    const differing = compared.map((one) => one[measure]).filter(({ ours, theirs }) => ours !== theirs);
    expect(differing.length, JSON.stringify(differing, null, 1)).toBeLessThanOrEqual(most);
  });
});
