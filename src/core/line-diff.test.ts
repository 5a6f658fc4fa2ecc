// Differences of texts: each is right both ways, small where the texts are alike, and bounded where they are not.
import { describe, expect, it } from 'vitest';
import { HOSTILE_PARTS } from '../../test/support/hostile.ts';
import { type DiffPart, diffLines } from './line-diff.ts';

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');
const shown = (parts: readonly DiffPart[]): string =>
  parts.map(({ kind, lines }) => `${{ same: '=', removed: '-', added: '+' }[kind]}${lines.join(',')}`).join(' ');
const linesOf = (parts: readonly DiffPart[], kind: 'removed' | 'added'): readonly string[] =>
  parts.flatMap((part) => (part.kind === 'same' || part.kind === kind ? part.lines : []));

describe('the difference of two texts', () => {
  it.each([
    ['', '', ''],
    ['a b c', 'a b c', '=a,b,c'],
    ['', 'a b', '+a,b'],
    ['a b', '', '-a,b'],
    ['a b c d', 'a x c d', '=a -b +x =c,d'],
    ['a b c', 'b c d', '-a =b,c +d'],
    ['menu a b foot', 'a b', '-menu =a,b -foot'],
    ['a a a', 'a a', '=a,a -a'],
    ['a b c a b b a', 'c b a b a c', '-a,b =c +b =a,b -b =a +c'],
  ])('of "%s" and "%s" is "%s"', (before, after, expected) => {
    expect(shown(diffLines(words(before), words(after)))).toBe(expected);
  });

  it('makes both texts again, for a thousand random pairs', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 1_000; round++) {
      const [before, after] = [0, 1].map(() => Array.from({ length: random(30) }, () => `line ${random(8)}`));
      const parts = diffLines(before ?? [], after ?? []);
      expect(linesOf(parts, 'removed')).toEqual(before);
      expect(linesOf(parts, 'added')).toEqual(after);
      expect(parts.some(({ kind }, at) => kind === parts[at - 1]?.kind)).toBe(false);
    }
  });

  it('is found for long texts that have nothing in common, at no more cost than their length', () => {
    const [before, after] = ['one', 'other'].map((name) =>
      Array.from({ length: HOSTILE_PARTS }, (_, n) => `${name} ${n}`),
    );
    const parts = diffLines(['title', ...(before ?? []), 'end'], ['title', ...(after ?? []), 'end']);
    expect(parts.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ...[
        ['same', 1],
        ['removed', HOSTILE_PARTS],
        ['added', HOSTILE_PARTS],
        ['same', 1],
      ],
    ]);
  });
});
