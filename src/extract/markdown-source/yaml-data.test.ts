// Proves that YAML becomes the data a full parser returns, and that no text makes that slow or deep (E7, FAULTS 50).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { HOSTILE_ELEMENTS } from '../../../test/support/hostile.ts';
import { more } from '../../../test/support/how-long.ts';
import { readYaml } from './yaml-data.ts';

const full = (text: string): unknown => parse(text, { uniqueKeys: false, strict: false, logLevel: 'silent' });

/** The data without keys that are maps or lists. */
const named = (json: string): unknown =>
  JSON.parse(json, (key, value) => (/^[[{]/.test(key) ? undefined : value)) as unknown;

describe('YAML as data', () => {
  it.each([
    'a: &x {b: [1, 2.5, "three", ~]}\nc: *x\nd: [*x, *x]\n',
    '? a\n: b\n? c\n',
    '{a, b: {c}, "d":e}\n',
    '- - 1\n  - {}\n- []\n-\n',
    'a: |\n  text\nb: >-\n  folded\n  text\n',
    '1: a\ntrue: b\nnull: c\n~: d\n',
    'a: &x 1\nb: &x 2\nc: *x\n&k d: 3\n*k : 4\n',
    '__proto__: {a: 1}\nconstructor: 2\ntoString: 3\n',
    'just text\n',
  ])('E7: %j is what a full parser returns', (text) => {
    expect(readYaml(text)).toEqual(full(text));
  });

  it('E7: whatever YAML is made of, it is what a full parser returns', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b: ',
        '- ',
        '\n',
        '\n  ',
        '\n    ',
        '[',
        ']',
        '{',
        '}',
        ', ',
        ': ',
        '? ',
        '"c"',
        '# d',
        '|\n',
        '1',
        "'e'",
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30, size: 'max' }), (pieces) => {
        const text = pieces.join('');
        let expected: string;
        try {
          expected = JSON.stringify(full(text));
        } catch {
          return;
        }
        expect(named(JSON.stringify(readYaml(text)))).toEqual(named(expected));
      }),
      { numRuns: 700 },
    );
  });

  it('E7: a key that is a map or a list is left out with its value', () => {
    expect(readYaml('? {a: b}\n: c\n? [d]\n: e\nf: g\n')).toEqual({ f: 'g' });
  });

  it('FAULTS 50: a map that holds itself is one object', () => {
    const data = readYaml('a: &x\n  b: *x\n') as { readonly a: { readonly b: unknown } };
    expect(data.a.b).toBe(data.a);
  });

  it('FAULTS 50: broken YAML and unknown aliases are no error', () => {
    expect(readYaml('a: [1')).toEqual({ a: [1] });
    expect(readYaml('')).toBeNull();
    expect(readYaml('a: *none\nb: 1')).toEqual({ b: 1 });
  });

  const laughs = Array.from({ length: 60 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]\n`);

  const name = 'FAULTS 50: %s take no longer than their length';

  it.each([
    ['aliases of aliases', `a0: &a0 x\n${laughs.join('')}`],
    ['aliases', `a: &a 1\nb:\n${'  - *a\n'.repeat(100_000)}`],
    ['maps as keys', `a: ${'{'.repeat(900)}b${'}: 1'.repeat(900)}\n`],
    ['maps as keys on lines of their own', `a: ${'{b: c, {d: e,\n'.repeat(900)}f${'}: 1}'.repeat(900)}\n`],
    ['commas', `a: [${','.repeat(HOSTILE_ELEMENTS)}]`],
  ])(name, (_, text) => void readYaml(text));

  it.each([
    ['lists in lists', `a: ${'['.repeat(HOSTILE_ELEMENTS)}`],
    ['questions', '? '.repeat(HOSTILE_ELEMENTS)],
    ['tags', '!!x '.repeat(HOSTILE_ELEMENTS)],
    ['tabs', `a:\n${'\t- b\n'.repeat(HOSTILE_ELEMENTS)}`],
  ])(name, more, (_, text) => void readYaml(text));
});
