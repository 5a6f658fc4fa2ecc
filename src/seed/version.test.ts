// Versions: their order, and what a written version or range requests.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endless } from '../../test/support/hostile.ts';
import { compareVersions, parseRequested, parseVersion, type Version } from './version.ts';

const version = (text: string): Version => parseVersion(text) ?? expect.fail(`${text} is no version`);

describe('compareVersions', () => {
  it('A5: segments are compared as numbers, and pre-releases come before their release', () => {
    const ordered = [
      ...[
        '0.9',
        '1.0.0-canary.3',
        '1.0.0-alpha',
        '1.0.0a2',
        '1.0.0-beta.2',
        '1.0.0-beta.11',
        '1.0.0-rc.1',
        'v1.0.0rc2',
      ],
      ...[
        '1.0',
        '1.0.1',
        '1.2',
        '1.10',
        '2',
        '2.0.0.1',
        '16',
        '2023-10-16',
        '2024-06',
        '2024-06-20',
        '99999999999999999999.1',
      ],
    ];
    const shuffled = ordered.toReversed().toSorted((a, b) => compareVersions(version(a), version(b)));
    expect(shuffled).toEqual(ordered);
  });

  it.each([
    ['3.11', '3.11.0'],
    ['v2', '2.0'],
    ['V1.0', '1'],
    ['1.0.0rc1', '1.0.0-rc.1'],
    ['1.0b2', '1.0-beta2'],
    ['1.2.3+build.7', '1.2.3'],
    ['03.011', '3.11'],
  ])('A5: %s and %s are one', (a, b) => {
    expect(compareVersions(version(a), version(b))).toBe(0);
  });

  it.each([
    'stable',
    'latest',
    'main',
    '16-jammy',
    '1.0-hotfix',
    '',
    'v',
    '1..2',
    '1.x',
    'x'.repeat(200),
    '1'.repeat(200),
  ])('A5: "%s" is a name, not a version', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it('A5: is an order', () => {
    const number = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    const pre = fc.constantFrom('', '', '-rc.1', '-rc.2', 'b1', '-beta', '-dev.20240101', '-nightly');
    const any = fc.tuple(number, pre).map(([numbers, suffix]) => version(`${numbers}${suffix}`));
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('parseRequested', () => {
  it.each([
    ['>=3.10 <3.12', ['3.10', '3.11', '3.11.4'], ['3.9', '3.12', '3.12.0-rc.1', '4']],
    ['>=3.10,<3.12', ['3.10', '3.11'], ['3.9', '3.12']],
    ['>= 3.10', ['3.10', '4'], ['3.9', '3.10.0-rc.1']],
    ['^3.10', ['3.10', '3.12'], ['3.9', '4.0']],
    ['^0.3', ['0.3.9'], ['0.4', '0.2']],
    ['^0.0.3', ['0.0.3'], ['0.0.4']],
    ['^0', ['0.9'], ['1']],
    ['~3.10', ['3.10.4'], ['3.11', '3.9']],
    ['~3', ['3.11'], ['4', '2']],
    ['~=3.10', ['3.12'], ['4', '3.9']],
    ['~=3.10.2', ['3.10.9'], ['3.11', '3.10.1']],
    ['3.x', ['3', '3.11.2'], ['4', '2.9']],
    ['3.11.*', ['3.11.2'], ['3.12']],
    ['*', ['1'], ['1-rc1']],
    ['3.10 - 3.12', ['3.10', '3.12.4'], ['3.13', '3.9']],
    ['<=3.11', ['3.11.9', '3.10'], ['3.12']],
    ['>3.11', ['3.12'], ['3.11', '3.11.9']],
    ['<3', ['2.9'], ['3.0-rc1', '3']],
    ['>=3,!=3.11', ['3.10', '3.12'], ['3.11', '3.11.1']],
    ['1.x || 3.x', ['1.2', '3.4'], ['2.0']],
  ])('A5: the range %s has %j and not %j', (range, inside, outside) => {
    const requested = parseRequested(range);
    if (requested.kind !== 'range') expect.fail(`${range} is ${requested.kind}`);
    expect([...inside, ...outside].filter((text) => requested.has(version(text)))).toEqual(inside);
  });

  it('A5: one version, with or without a sign, is requested as it is; words are names', () => {
    expect(parseRequested('3.11')).toEqual({ kind: 'exact', version: { numbers: ['3', '11'] } });
    expect(parseRequested('== v3.11')).toEqual(parseRequested('3.11'));
    expect(parseRequested(' Stable ')).toEqual({ kind: 'name', name: 'stable' });
    expect(parseRequested('>=3.10 banana').kind).toBe('name');
    expect(parseRequested(Array.from({ length: 12 }, () => '1').join('||')).kind).toBe('name');
  });

  it('A5: nothing typed is an error, and nothing takes long', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123.xv*<>=~^|- ,!rcab+'), maxLength: 300 }), (text) => {
        const requested = parseRequested(text);
        if (requested.kind === 'range') requested.has(version('3.11'));
      }),
      { numRuns: 500 },
    );
    parseRequested(endless('1-a'));
    parseRequested(`1.0-${'a'.repeat(94)}!`);
  });
});
