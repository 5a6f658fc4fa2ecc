// E6, F10: how far fingerprints are from each other, and which of many have another nearby.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alikeAmong, hammingDistance } from './fingerprint-distance.ts';

describe('F10: which of many fingerprints have another nearby', () => {
  it.each<readonly [string, readonly string[], readonly number[]]>([
    ['none', [], []],
    ['one', ['ffffffffffffffff'], []],
    ['the same', ['00ff00ff00ff00ff', 'ffffffffffffffff', '00ff00ff00ff00ff'], [0, 2]],
    ['seven bits from each other, in seven bytes', ['ffffffffffffffff', 'fefefefefefefeff'], [0, 1]],
    ['eight bits, one in each byte', ['ffffffffffffffff', 'fefefefefefefefe'], []],
    ['texts without words', ['0000000000000000', '0000000000000000', '', ''], []],
  ])('%s', (_name, fingerprints, expected) => {
    expect([...alikeAmong(fingerprints)].toSorted()).toEqual(expected);
  });

  it('are those that comparing each with each finds', () => {
    const digits = fc.array(fc.constantFrom('0', '1', '8', 'f'), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(
        fc.array(
          digits.map((some) => some.join('')),
          { maxLength: 12 },
        ),
        (all) => {
          const isOne = (text: string): boolean => /[^0]/.test(text);
          const expected = all.flatMap((one, at) =>
            all.some((other, nth) => nth !== at && isOne(one) && isOne(other) && hammingDistance(one, other) <= 7)
              ? [at]
              : [],
          );
          expect([...alikeAmong(all)].toSorted((a, b) => a - b)).toEqual(expected);
        },
      ),
    );
  });
});
