import { describe, expect, it } from 'vitest';
import { wordCount } from './word-count.ts';

describe('wordCount', () => {
  it('E4: marks alone are no words, kana and Han count one by one, other letters beyond ASCII make words', () => {
    expect(wordCount('- **one** two-three | --- | 4')).toBe(3);
    expect(wordCount('日本 ab，été\u00a0naïve\u3000x')).toBe(5);
    expect(wordCount('')).toBe(0);
  });

  it('E4: a long text has as many words as its pieces, wherever it is cut to be read', () => {
    for (const word of ['word', 'é', '日', '😀', 'a🎉b'])
      for (const length of [16_380, 16_383, 16_384, 16_385, 70_000]) {
        const text = `${'x'.repeat(length)}${word} ${word} `.repeat(3);
        const own = wordCount(`x${word} ${word} `);
        expect([word, length, wordCount(text)]).toEqual([word, length, 3 * own]);
      }
  });
});
