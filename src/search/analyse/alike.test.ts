// Proves that passages with nearly the same text are found to be one (E6).
import { describe, expect, it } from 'vitest';
import { AlikeTexts } from './alike.ts';

const text =
  'The gather function runs awaitable objects concurrently and returns an aggregate list of the values they return in the order given';

function compare(one: string, other: string): boolean {
  const texts = new AlikeTexts<number>();
  texts.find(1, one);
  return texts.find(2, other) === 1;
}

describe('E6: passages with nearly the same text', () => {
  it('E6: the same text with another version number is the same', () => {
    expect(compare(`${text}. Added in version 3.11.`, `${text}. Added in version 3.12.`)).toBe(true);
  });

  it('E6: capitals and marks make no difference', () => {
    expect(compare(text, `**${text.toUpperCase()}**`)).toBe(true);
  });

  it('E6: half of a text is not the text', () => {
    const long = Array.from({ length: 60 }, (_, nth) => `word${nth}`).join(' ');
    expect(compare(long, long.slice(0, long.length / 3))).toBe(false);
  });

  it('E6: short texts are the same only when every word is', () => {
    expect(compare('len(s) returns the length', 'len(s) returns the length')).toBe(true);
    expect(compare('len(s) returns the length', 'abs(s) returns the length')).toBe(false);
  });

  it('E6: different texts about one thing stay two', () => {
    expect(
      compare(text, 'Use gather when several coroutines have to run at once and you want all of their values'),
    ).toBe(false);
  });
});
