// Columns on a terminal: wide characters count twice, marks not at all, and no line is wider than it may be.
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { inAll, scaled } from '../../../../test/support/how-long.ts';
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
    // A woman at a computer, a family, a flag, a red heart: one picture each.
    ['👩‍💻', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['🇰🇷', 2],
    ['❤\ufe0f', 2],
    ['が'.normalize('NFD'), 2],
    ['ﾊﾞ', 2],
    // Terminals use a column of its own for the vowel, string-width does not.
    ['กำ', 2],
    ['ที่', 1],
    ['soft\u00adhyphen', 10],
    ['\u200bzero', 4],
  ])('A1: %s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('the quick way', () => {
  const cells = fc.array(
    fc.constantFrom('a', 'é', '…', '–', '’', '한', '국', '漢', 'カ', 'が', '。', '、', 'ｆ', 'ㅎ', 'ー', ' '),
  );

  it('A1: measures every character of the basic plane as string-width does', scaled, () => {
    const differ: string[] = [];
    for (let code = 0x20; code < 0x1_0000; code += inAll(7, 1)) {
      const char = String.fromCharCode(code);
      if (displayWidth(char) !== stringWidth(char)) differ.push(`U+${code.toString(16)}`);
    }
    expect(differ).toEqual([]);
  });

  it('A1: measures a row of them as string-width does', () => {
    fc.assert(
      fc.property(cells, (chars) => {
        expect(displayWidth(chars.join(''))).toBe(stringWidth(chars.join('')));
      }),
    );
  });

  it('A1: measures a cell of half a million characters', () => {
    expect(displayWidth('한'.repeat(500_000))).toBe(1_000_000);
  });
});

describe('cutToWidth', () => {
  it('A1: cuts between characters, and marks the cut', () => {
    expect(cutToWidth('abcdef', 6)).toBe('abcdef');
    expect(cutToWidth('abcdefg', 6)).toBe('abcde…');
    expect(cutToWidth('임대가 만료되면', 8)).toBe('임대가…');
    expect(cutToWidth('👩‍💻👩‍💻👩‍💻', 5)).toBe('👩‍💻👩‍💻…');
    expect(cutToWidth('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  });
});

describe('endWithin and padToWidth', () => {
  it('A1: count columns, not characters', () => {
    expect(endWithin('docs/설치', 4)).toBe('설치');
    expect(endWithin('docs/설치', 5)).toBe('/설치');
    expect(endWithin('설치', 3)).toBe('치');
    expect(endWithin('a👩‍💻', 2)).toBe('👩‍💻');
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
    const word = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('임대가', '基本概念を', 'x', '🙂🙂', '👩‍💻👩‍💻', 'e\u0301e\u0301'),
    );
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
