// Proves that the short way finds exactly what comparing all pages finds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNearDuplicate } from './fingerprint.ts';
import { nearDuplicates } from './near-duplicates.ts';

const digit = fc.constantFrom(...'0123456789abcdef');
const fingerprint = fc.array(digit, { minLength: 16, maxLength: 16 }).map((digits) => digits.join(''));

/** Fingerprints near a few others, so that there is something to find. */
const family = fc
  .tuple(fingerprint, fc.array(fc.array(fc.nat(63), { maxLength: 6 }), { minLength: 1, maxLength: 20 }))
  .map(([base, flips]) => flips.map((bits) => flipped(base, bits)));

function flipped(base: string, bits: readonly number[]): string {
  const value = bits.reduce((bits64, bit) => bits64 ^ (1n << BigInt(bit)), BigInt(`0x${base}`));
  return value.toString(16).padStart(16, '0');
}

describe('nearDuplicates', () => {
  it('E6: every page that is near an earlier one is found, and no other', () => {
    fc.assert(
      fc.property(family, (fingerprints) => {
        const pages = fingerprints.map((one, at) => ({ url: `/${at}`, fingerprint: one }));
        const expected = pages.filter(({ fingerprint: own }, at) =>
          pages.slice(0, at).some((earlier) => isNearDuplicate(own, earlier.fingerprint)),
        );
        expect(nearDuplicates(pages).map(({ url }) => url)).toEqual(expected.map(({ url }) => url));
      }),
    );
  });
});
