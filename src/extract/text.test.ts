// Proves how text is folded, cut and counted (E4, FAULTS 48).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../test/support/hostile.ts';
import { runs, scaled } from '../../test/support/how-long.ts';
import { cutText, foldLine, foldLines } from './text.ts';

const anyText = fc.array(fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0x0a, 0x20, 0xa0, 0x3000, 0x61, 0xac00, 0x4e00)));
const toText = (units: readonly number[]): string => String.fromCharCode(...units);

describe('text', () => {
  it('E4: is folded alike by line and by lines, whatever it holds', scaled, () => {
    fc.assert(
      fc.property(anyText, (units) => {
        const raw = toText(units);
        // Control characters are white space to one of them only; this compares the rest.
        const plain = raw.replace(/[\x01-\x08\x0e-\x1f]/g, '');
        const expected = plain
          .split('\0')
          .map(foldLine)
          .filter((line) => line !== '');
        expect(foldLines(plain).text).toBe(expected.join('\n'));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('E4: folded once, it stays as it is', () => {
    fc.assert(
      fc.property(anyText, (units) => {
        const { text, words } = foldLines(toText(units));
        const again = foldLines(text.replaceAll('\n', '\0'));
        expect(again).toEqual({ text, words });
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });

  it('E4: is folded in proportion to its length', () => {
    for (const unit of [' ', '\n', '\0', ' \n', '\0 ', 'x ', 'x\0', '\u00a0', '日']) {
      const text = endless(unit);
      expect(foldLines(text).text.replaceAll('\n', ' ')).toBe(foldLine(text.replaceAll('\0', ' ')));
    }
  });

  it('FAULTS 47: is cut between characters', () => {
    expect(cutText('a😀b', 2)).toBe('a');
    expect(cutText('a😀b', 3)).toBe('a😀');
    expect(cutText('ab', 2)).toBe('ab');
    expect(cutText('abc', 0)).toBe('');
  });
});
