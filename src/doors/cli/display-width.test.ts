// Columns on a terminal: wide characters count twice, marks not at all, and no line is wider than it may be.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutToWidth, displayWidth, endWithin, linesWithin, padToWidth } from './display-width.ts';

describe('displayWidth', () => {
  it.each([
    ['abc', 3],
    ['임대가 만료', 11],
    ['基本、カナ。', 12],
    ['ｆｕｌｌ', 8],
    ['e\u0301', 1],
    ['…–’', 3],
    ['🙂', 2],
    // Korean letter by letter, as file names of macOS have it.
    ['한국'.normalize('NFD'), 4],
    ['', 0],
  ])('A1: %s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('cutToWidth', () => {
  it('A1: cuts between characters, and says so', () => {
    expect(cutToWidth('abcdef', 6)).toBe('abcdef');
    expect(cutToWidth('abcdefg', 6)).toBe('abcde…');
    expect(cutToWidth('임대가 만료되면', 8)).toBe('임대가…');
  });
});

describe('endWithin and padToWidth', () => {
  it('A1, N45: count columns, not characters', () => {
    expect(endWithin('docs/설치', 4)).toBe('설치');
    expect(endWithin('docs/설치', 5)).toBe('/설치');
    expect(endWithin('설치', 3)).toBe('치');
    expect(padToWidth('설치', 6)).toBe('설치  ');
    expect(padToWidth('too wide', 3)).toBe('too wide');
  });
});

describe('linesWithin', () => {
  const lines = (text: string, columns: number): readonly string[] =>
    linesWithin(text, columns).map(([start, end]) => text.slice(start, end));

  it('A1: breaks at spaces, between wide characters, and inside a word only when there is no other way', () => {
    expect(lines('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
    expect(lines('임대가만료되면다른', 10)).toEqual(['임대가만료', '되면다른']);
    expect(lines('a averyveryverylongword b', 10)).toEqual(['a', 'averyveryv', 'erylongwor', 'd b']);
    expect(lines('', 10)).toEqual([]);
  });

  it('A1: no line is too wide, and nothing but spaces at the breaks is lost', () => {
    const word = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('임대가', '基本概念を', 'x', '🙂🙂'));
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 2, max: 40 }), (words, columns) => {
        const text = words.join(' ');
        const found = lines(text, columns);
        for (const line of found) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        expect(found.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
