// Proves when two pages count as the same, and as nearly the same (E6).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hammingDistance } from '../core/fingerprint-distance.ts';
import { contentHash, isNearDuplicate, nearDistance, simhash64 } from './fingerprint.ts';

/** A text of words drawn by a fixed generator. */
function story(seed: number, length: number, vocabulary: readonly string[]): string[] {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return vocabulary[(state >>> 8) % vocabulary.length] as string;
  });
}

const english = Array.from({ length: 400 }, (_, at) => `word${at.toString(36)}`);
const japanese = Array.from({ length: 200 }, (_, at) => String.fromCharCode(0x4e00 + at * 7));

describe('E6: the same text', () => {
  it('E6: white space and composition do not count, words do', () => {
    expect(contentHash('a b')).toMatch(/^[\w-]{27}$/);
    expect(contentHash(' a\n\n b\t')).toBe(contentHash('a b'));
    expect(contentHash('caf\u00e9 한')).toBe(contentHash('cafe\u0301 \u1112\u1161\u11ab'));
    expect(contentHash('a b')).not.toBe(contentHash('ab'));
    expect(contentHash('a b')).not.toBe(contentHash('A b'));
  });
});

describe('E6: nearly the same text', () => {
  it('E6: a fingerprint has 16 digits, and case and punctuation do not count', () => {
    const text = 'The quick brown fox jumps over the lazy dog';
    expect(simhash64(text)).toMatch(/^[0-9a-f]{16}$/);
    expect(simhash64(text.toUpperCase().replaceAll(' ', ', '))).toBe(simhash64(text));
    expect(simhash64('한국어 문서, 설명')).toBe(simhash64('한국어 문서 설명'));
    expect(simhash64('日本語、説明。')).toBe(simhash64('日本語説明'));
  });

  it('E6: it never changes between versions: it is stored', () => {
    expect(simhash64('The quick brown fox jumps over the lazy dog')).toBe('fbfed50deb96970f');
    expect(simhash64('日本語の説明')).toBe('6b1a57102f53b218');
  });

  it.each([
    ['words', english, ' ', 2_000],
    ['Chinese characters', japanese, '', 3_000],
  ] as const)('E6: a page of %s with a small change is near, another page is not', (_, vocabulary, gap, length) => {
    const pages = Array.from({ length: 40 }, (_, seed) => story(seed * 7_919 + 1, length, vocabulary));
    const prints = pages.map((page) => simhash64(page.join(gap)));
    for (const [at, page] of pages.entries()) {
      const changed = page
        .with(17, 'new')
        .with(length - 20, 'other')
        .join(gap);
      expect(isNearDuplicate(prints[at] as string, simhash64(changed))).toBe(true);
      for (const other of prints.slice(0, at)) {
        expect(hammingDistance(prints[at] as string, other)).toBeGreaterThan(nearDistance);
      }
    }
  });

  it('E6: short texts have fingerprints, empty ones have none that is near', () => {
    const prints = ['one', 'two', 'one two', 'two one', '日', '日本'].map(simhash64);
    expect(new Set(prints).size).toBe(prints.length);
    expect(simhash64(' \n.')).toBe('0000000000000000');
    expect(isNearDuplicate(simhash64(''), simhash64(''))).toBe(false);
    expect(isNearDuplicate(simhash64('one'), simhash64('one'))).toBe(true);
  });

  it('E6: distances are those of the bits', () => {
    expect(hammingDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
    expect(hammingDistance('8000000000000001', '0000000000000000')).toBe(2);
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 2n ** 64n - 1n), (a, b) => {
        const bits = (a ^ b).toString(2).replaceAll('0', '').length;
        const [one, other] = [a, b].map((value) => value.toString(16).padStart(16, '0')) as [string, string];
        expect(hammingDistance(one, other)).toBe(bits);
      }),
    );
  });

  it('E6: any text has a fingerprint', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(simhash64(text)).toMatch(/^[0-9a-f]{16}$/);
        expect(contentHash(text)).toHaveLength(27);
      }),
    );
  });
});
