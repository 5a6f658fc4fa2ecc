// Known lines: a new line is always returned, and a known line mostly is not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownLines } from './known-lines.ts';

const line = fc.stringMatching(/^[a-cé]{1,6}\t[ab]{1,3}$/u);

function newOf(known: KnownLines, lines: readonly string[]): readonly string[] {
  const found: string[] = [];
  known.eachNew(new TextEncoder().encode(lines.join('\n')), (one) => found.push(Buffer.from(one).toString()));
  return found;
}

describe('KnownLines', () => {
  it('S1: with room for all, each line is new once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 12 }), { maxLength: 8 }), (pages) => {
        const known = new KnownLines(1_000);
        const seen = new Set<string>();
        for (const page of pages) {
          expect(newOf(known, page)).toEqual([...new Set(page)].filter((one) => !seen.has(one)));
          for (const one of page) seen.add(one);
        }
        known.forget();
        expect(newOf(known, [...seen])).toEqual([...seen]);
      }),
    );
  });

  it.each([1, 3])('S1: with room for %d, no new line is taken for a known one', (most) => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const known = new KnownLines(most);
        const seen = new Set<string>();
        for (const one of lines) {
          const isNew = newOf(known, [one]).length > 0;
          expect(isNew || seen.has(one)).toBe(true);
          seen.add(one);
        }
      }),
    );
  });

  it('S1: a line longer than all the room is returned every time', () => {
    const known = new KnownLines(2);
    const long = `${'x'.repeat(500)}\tx`;
    expect(newOf(known, [long, 'a\ta', long, 'a\ta'])).toEqual([long, 'a\ta', long, 'a\ta']);
  });
});
