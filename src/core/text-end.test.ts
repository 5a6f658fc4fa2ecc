// Proves where texts are cut: behind sentences, behind words, and never inside a character.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortened, textEnd } from './text-end.ts';

const cut = (text: string, room: number): string => text.slice(0, textEnd(text, 0, room));

describe('C2, S5: a text that is too long', () => {
  it.each([
    ['ends behind a sentence', 'It is so. This restriction holds for all.', 16, 'It is so.'],
    ['ends behind a word', 'This restriction holds for everybody', 20, 'This restriction'],
    ['ends behind a line', '- one item\n- another one that is long', 14, '- one item'],
    ['ends at a full stop that is no abbreviation', 'Use e.g. gather here. Then wait.', 30, 'Use e.g. gather here.'],
    [
      'takes no sentence that ends too early',
      'No. This restriction holds for everybody',
      30,
      'No. This restriction holds for',
    ],
    ['ends behind a Japanese sentence', 'これは文です。次の文もあります。', 10, 'これは文です。'],
    ['ends at a Japanese comma', 'このような長い文では、次の文もあります', 13, 'このような長い文では、'],
    ['ends behind any Japanese character', 'このような長い文では次の文もあります', 10, 'このような長い文では'],
    ['ends behind a Korean word', '한국어 문서는 낱말에서 끝난다', 10, '한국어 문서는'],
    ['cuts one long word', 'x'.repeat(50), 10, 'x'.repeat(10)],
    ['keeps pairs whole', '𠮷'.repeat(10), 5, '𠮷𠮷'],
    ['keeps letters with their marks', 'e\u0301'.repeat(10), 5, 'e\u0301e\u0301'],
    ['keeps joined emoji', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15, '👩‍👩‍👧‍👦'],
    ['keeps Thai vowels', 'กำลังทำงาน', 2, 'กำ'],
  ])('%s', (_, text, room, expected) => {
    expect(cut(text, room)).toBe(expected);
  });

  it('shows that it was cut', () => {
    expect(shortened('It is so. This restriction holds.', 16)).toBe('It is so. …');
    expect(shortened('This restriction holds for all.', 20)).toBe('This restriction…');
    expect(shortened('Short.', 6)).toBe('Short.');
  });

  it('does not end before what must be in it, where it can', () => {
    const text = 'One sentence. Another that goes on and on and on';
    expect(text.slice(0, textEnd(text, 0, 25, 20))).toBe('One sentence. Another that'.slice(0, 21));
  });

  it('is never longer than its room, never empty, and never cut through a character', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom(...'ab. \n東の。、가𠮷e\u0301', '👩‍👧', 'word '),
        minLength: 1,
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 200 }), (whole, room) => {
        const end = textEnd(whole, 0, room);
        expect(end).toBeGreaterThan(0);
        expect(end).toBeLessThanOrEqual(Math.min(room, whole.length));
        expect(whole.slice(0, end).isWellFormed()).toBe(true);
        expect(shortened(whole, room).length).toBeLessThanOrEqual(room);
      }),
    );
  });
});
