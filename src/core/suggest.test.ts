// Proves "did you mean": near words are found, far ones are not offered.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, suggest } from './suggest.ts';

describe('suggest', () => {
  const known = ['max_depth', 'max_pages', 'seed_url', 'seed_urls', 'name', 'note'];

  it.each([
    ['max_dept', 'max_depth'],
    ['max_detph', 'max_depth'],
    ['MAX_PAGES', 'max_pages'],
    ['seedurls', 'seed_urls'],
    ['nmae', 'name'],
    ['nam', 'name'],
    ['note', 'note'],
  ])('%s is taken for %s', (word, expected) => {
    expect(suggest(word, known)).toBe(expected);
  });

  it.each(['depth', 'x', 'na', '', 'constructor'])('for "%s" nothing is offered', (word) => {
    expect(suggest(word, known)).toBeUndefined();
  });

  it('the nearest wins, and among equally near ones the first', () => {
    expect(suggest('seed_urlz', known)).toBe('seed_url');
    expect(suggest('seed_urls', known)).toBe('seed_urls');
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
    ['allow', 'alow', 1],
  ])('from "%s" to "%s" is %i', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
  });

  it('is the same both ways, and 0 only for equal words', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});
