// What the ranker counts in one pass is what it would count place by place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forwardFields } from '../index/forward.ts';
import { ForwardPacker } from '../index/forward-pack.ts';
import { ForwardView } from '../index/forward-view.ts';
import { nearest } from './near.ts';
import { PartMatches } from './parts.ts';
import type { RankQuery } from './query.ts';

const GAP = 16;
const terms = [1, 2, 4, 8].map((weight, nth) => ({
  ...{ term: `t${nth}`, hash: nth + 1, position: nth, weight },
  ...{ isWhole: false, isFrequent: false, isGram: false },
}));
const query: RankQuery = { terms, total: 15, hashes: [1, 2, 3, 4, 98, 99], long: 0, grams: 0 };
const names = forwardFields.indexOf('names');

/** A field of parts, each a row of places that hold one of the terms or another. */
const field = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 90,
});

const packer = new ForwardPacker();
const view = new ForwardView();
const matches = new PartMatches();

function read(parts: readonly (readonly number[])[]): void {
  let base = 0;
  for (const name of forwardFields) {
    if (name === 'names')
      for (const part of parts) {
        packer.start(base);
        for (const [place, hash] of part.entries()) packer.term(hash, base + place);
        base += part.length + GAP;
      }
    packer.endField();
  }
  view.read(packer.take(), query.hashes);
}

function plainly(part: readonly number[]): number {
  const recall = terms.filter(({ hash }) => part.includes(hash)).reduce((sum, { weight }) => sum + weight, 0) / 15;
  const precision = part.filter((hash) => hash <= 4).length / part.length;
  return recall === 0 ? 0 : (2 * recall * precision) / (recall + precision);
}

describe('what the ranker counts', () => {
  it('S3: is how alike the query and each part of a field are', () => {
    fc.assert(
      fc.property(field, (parts) => {
        read(parts);
        const { best, first, last } = matches.read(view, names, query);
        const expected = parts.map(plainly);
        expect(best).toBeCloseTo(Math.max(...expected), 12);
        expect(first).toBeCloseTo(expected[0] ?? 0, 12);
        expect(last).toBeCloseTo(expected.at(-1) ?? 0, 12);
      }),
    );
  });

  it('S3: is how alike the query and a whole field are', () => {
    fc.assert(
      fc.property(field, ([part = []]) => {
        read([part]);
        expect(matches.whole(view, names, query)).toBeCloseTo(plainly(part), 12);
      }),
    );
  });

  it('S3: is the most weight of different terms in a row of eight places', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 600, size: 'max' }), (part) => {
        read([part]);
        // Of a term its first 64 places are kept.
        const kept = part.map((hash, at) => (part.slice(0, at).filter((one) => one === hash).length < 64 ? hash : 0));
        const windows = kept.map((_, at) => new Set(kept.slice(at, at + 8)));
        const weightIn = (row: ReadonlySet<number>): number =>
          terms.reduce((sum, { hash, weight }) => sum + (row.has(hash) ? weight : 0), 0);
        expect(nearest(view, names, terms)).toBe(Math.max(...windows.map(weightIn)));
      }),
      { numRuns: 50 },
    );
  });
});
