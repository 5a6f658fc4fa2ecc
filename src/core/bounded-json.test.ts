// Proves that JSON from elsewhere is parsed as it is within its bounds, and not at all beyond them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../test/support/how-long.ts';
import { parseBoundedJson } from './bounded-json.ts';

const bounds = { octets: 20_000_000, depth: 8, values: 100_000 };
const parse = (text: string, own = bounds): unknown => parseBoundedJson(Buffer.from(text), own);
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((n: number, one) => n + countOf(one), 0)
    : 1;

describe('FAULTS 14: JSON within bounds', () => {
  it('is what JSON.parse has, and is refused by its depth and its values alone', scaled, () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(8), fc.nat(40), (text, depth, values) => {
        const value: unknown = JSON.parse(text);
        const own = { octets: 1_000_000, depth, values };
        // An empty list counts as two: it and the place in it.
        if (depthOf(value) > depth || countOf(value) > values * 2) expect(() => parse(text, own)).toThrow(/more than/);
        else if (countOf(value) * 2 <= values) expect(parse(text, own)).toEqual(value);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['brackets in texts', `["${'[{'.repeat(100)}", "\\"${'['.repeat(100)}\\\\", "\\\\\\""]`],
    ['commas in texts', `["${','.repeat(200_000)}"]`],
    ['letters of several octets', '["가이드", "\u{1f41f}", "ｑ，［｛"]'],
    ['white space', ' [ 1 ,\n\t2 ] '],
    ['depth that is left again', `[${'[[]],'.repeat(1_000)}[]]`],
    ['nothing but a number', '4711'],
  ])('is read with %s', (_, text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each<[string, string, RegExp]>([
    ['lists in lists', '['.repeat(10_000_000), /more than 8 deep/],
    ['lists in lists that end', `${'['.repeat(9)}${']'.repeat(9)}`, /more than 8 deep/],
    ['objects in objects', `${'{"a":'.repeat(3_000_000)}1${'}'.repeat(3_000_000)}`, /more than 8 deep/],
    ['lists and objects in turn', `${'[{"a":'.repeat(1_000_000)}1`, /more than 8 deep/],
    ['a list of many lists', `[${'[],'.repeat(5_000_000)}[]]`, /more than 100,000 values/],
    ['a list of many numbers', `[${'1,'.repeat(9_000_000)}1]`, /more than 100,000 values/],
    [
      'an object of many members',
      `{${Array.from({ length: 200_000 }, (__, nth) => `"${nth}":0`).join(',')}}`,
      /values/,
    ],
    ['many lists beside each other', '[]'.repeat(5_000_000), /values/],
    ['a text behind which it goes on', `["a", ${'['.repeat(100)}`, /deep/],
    ['more octets', ' '.repeat(20_000_001), /more than 20,000,000 octets/],
  ])('is not parsed with %s', (_, text, why) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'DOC_TOO_LARGE', message: expect.stringMatching(why) }),
    );
  });

  it.each(['', '[', '"', '"\\', ']]]]', '}{', '[1,]', '\ud800', '[\u0000]'])(
    'no JSON within them is a SyntaxError: %j',
    (text) => {
      expect(() => parse(text)).toThrow(SyntaxError);
    },
  );
});
