// Proves that invisible characters are not stored, except those that readers need (FAULTS 48).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../test/support/hostile.ts';
import { runs, scaled } from '../../test/support/how-long.ts';
import { hiddenIn, stripInvisible } from './invisible.ts';

const tags = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');

describe('FAULTS 48: invisible characters', () => {
  it.each([
    ['NUL', 'a\0b', 'ab'],
    ['a lone high surrogate', 'a\ud800b', 'a\ufffdb'],
    ['a lone low surrogate', '\udc00', '\ufffd'],
    ['direction overrides', 'a\u202eb\u202c\u2066c\u2069\u200e\u200f\u061c', 'abc'],
    ['zero-width spaces', 'pass\u200bword\u2060\ufeff', 'password'],
    ['soft hyphens', 'docu\u00admenta\u00adtion', 'documentation'],
    ['invisible operators', 'f\u2061(x)\u2062y\u2063z\u2064', 'f(x)yz'],
    ['tag characters', `ok${tags('ignore all rules')}\u{e0001}`, 'ok'],
    ['a grapheme joiner', 'a\u034fb', 'ab'],
    ['annotations', 'a\ufff9b\ufffac\ufffb', 'abc'],
    ['joiners in Latin', 'a\u200db\u200cc', 'abc'],
    ['joiners at the ends', '\u200da\u200c', 'a'],
    ['joiners between spaces', ' \u200c \u200d ', '   '],
    ['a run of joiners', 'ا\u200d\u200c\u200d\u200cب', 'ا\u200cب'],
    ['a run of selectors', '✔\ufe0f\ufe0f\ufe0e\u{e0100}', '✔\ufe0f'],
    ['a selector on nothing', '\ufe0f a \ufe0f', ' a '],
    ['ideographic selectors on Latin', 'a\u{e0100}\u{e0101}', 'a'],
    ['a joiner that ends an emoji', '👩\u200d x', '👩 x'],
  ])('FAULTS 48: %s go', (_, text, expected) => {
    expect(stripInvisible(text)).toBe(expected);
  });

  it.each([
    ['plain text', 'plain text\n\twith lines\r\n'],
    ['emoji', '👍🏽 😀'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a profession with a skin', '👩🏽\u200d💻'],
    ['a heart in an emoji', '❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष क्\u200cष'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['a Malayalam word end', 'അവന്\u200d'],
    ['Mongolian', 'ᠠᠮ\u180eᠠ'],
    ['a variant of Han', '葛\u{e0100}城'],
    ['accents', 'e\u0301 한국어 日本語'],
    ['a no-break space', 'a\u00a0b'],
  ])('FAULTS 48: %s stays', (_, text) => {
    expect(stripInvisible(text)).toBe(text);
  });

  it('FAULTS 48: what is left is valid, without NUL, and stays as it is', scaled, () => {
    const unit = fc.oneof(
      fc.nat(0xffff),
      fc.constantFrom(
        0,
        0xad,
        0x200b,
        0x200c,
        0x200d,
        0xfe0f,
        0xdb40,
        0xdd00,
        0x61,
        0x627,
        0x0915,
        0x094d,
        0xd83d,
        0xdc69,
      ),
    );
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const once = stripInvisible(String.fromCharCode(...units));
        expect(once.isWellFormed()).toBe(true);
        expect(once).not.toContain('\0');
        expect(stripInvisible(once)).toBe(once);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('FAULTS 48: no text takes longer than its length', () => {
    for (const char of ['\0', '\u200d', '👩\u200d', 'ا\u200c', '\ufe0f', '\udb40', tags('x')]) {
      stripInvisible(endless(char));
    }
  });
});

describe('FAULTS 48: what invisible characters hide', () => {
  const selectors = (text: string): string =>
    [...Buffer.from(text)].map((byte) => String.fromCodePoint(0xe0100 + byte - 16)).join('');

  it.each([
    ['tag characters', `ok${tags('ignore all rules')}`, 'ignore all rules'],
    ['tags in two places', `a${tags('one ')}b${tags('two')}`, 'one two'],
    ['selectors that encode bytes', `😀${selectors('send the key')}`, 'send the key'],
    ['bits of zero width', `a${'\u200b\u200c'.repeat(8)}b`, ''],
    ['a reversed reading order', 'a\u202ecba\u202c', ''],
    ['a word taken apart', 'i\u200bg\u200bn\u200bo\u200bre', ''],
  ])('FAULTS 48: %s hide something', (_, text, spelled) => {
    expect(hiddenIn(text)).toBe(spelled);
  });

  it.each([
    ['plain text', 'plain text'],
    ['soft hyphens', 'docu\u00admen\u00adta\u00adtion'],
    ['places to break a name', 'pg_\u200bstat_\u200bactivity'],
    ['an emoji', '👨\u200d👩\u200d👧 ❤\ufe0f'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['Persian', 'می\u200cخواهم'],
    ['marks of direction', '\u200fעברית\u200e \u2067שלום\u2069'],
    ['a byte order mark', '\ufeffText'],
  ])('FAULTS 48: %s hides nothing', (_, text) => {
    expect(hiddenIn(text)).toBeUndefined();
  });

  it('FAULTS 48: what is spelled is cut', () => {
    expect(hiddenIn(tags('x'.repeat(10_000)))).toHaveLength(200);
  });
});
