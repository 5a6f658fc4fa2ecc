// Proves that nothing from elsewhere can act on a terminal.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson } from './printable.ts';

describe('printable', () => {
  it.each([
    ['an escape sequence', 'a\u001b[31mb', 'a\\u001b[31mb'],
    ['a line end', 'a\r\nb', 'a\\u000d\\u000ab'],
    ['an eight-bit control', 'a\u009b31m', 'a\\u009b31m'],
    ['a reversal of the reading order', 'a\u202etxt', 'a\\u202etxt'],
    ['an invisible space', 'a\u200bb\ufeff', 'a\\u200bb\\ufeff'],
    ['a tag character', 'a\u{e0041}', 'a\\udb40\\udc41'],
    ['half a character', 'a\ud800', 'a\\ud800'],
    ['text of any language', 'Zürich 東京 서울 🙂', 'Zürich 東京 서울 🙂'],
  ])('writes %s so that it can be seen', (_, text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('leaves nothing unsafe, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => printable(printable(text)) === printable(text)));
  });
});

describe('printableJson', () => {
  it('means the same when it is parsed, and keeps its line ends', () => {
    const value = { a: ['\u009b2J', '\u202e', '\u{e0041}', 'x\ny'] };
    const text = printableJson(JSON.stringify(value, null, 2));
    expect(JSON.parse(text)).toEqual(value);
    expect(text.split('\n')).toHaveLength(8);
    expect(text).not.toMatch(/[\u0080-\u009f\u202e\u{e0041}]/u);
  });

  it('means the same for any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => JSON.parse(printableJson(JSON.stringify(text))) === text),
    );
  });
});
