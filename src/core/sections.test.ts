// Proves which sections of a page are reported as added, changed, removed and renamed (M3).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_ELEMENTS } from '../../test/support/hostile.ts';
import { more } from '../../test/support/how-long.ts';
import { type ChunkFact, sectionChanges, sectionName } from './sections.ts';

/** Chunks from lines such as `A > B = hash`, in their order. */
function page(...lines: readonly string[]): readonly ChunkFact[] {
  return lines.map((line, seq) => {
    const [path = '', hash = ''] = line.split(' = ');
    const headings = path === '' ? [] : path.split(' > ');
    return { headings, hash, seq };
  });
}

const reported = (before: readonly ChunkFact[], now: readonly ChunkFact[]): readonly string[] =>
  sectionChanges(before, now).map(
    ({ kind, headings, before: old }) =>
      `${kind} ${sectionName(headings)}${old === undefined ? '' : ` was ${sectionName(old)}`}`,
  );

describe('sectionChanges', () => {
  it.each([
    ['nothing for the same page', ['A = 1', 'B = 2'], ['A = 1', 'B = 2'], []],
    ['a new section', ['A = 1'], ['A = 1', 'B = 2'], ['added B']],
    ['a removed section', ['A = 1', 'B = 2'], ['A = 1'], ['removed B']],
    ['a section whose text changed', ['A = 1', 'B = 2'], ['A = 1', 'B = 3'], ['changed B']],
    ['nothing for a section that moved', ['A = 1', 'B = 2'], ['B = 2', 'A = 1'], []],
    ['nothing for a section that moved below another', ['A = 1', 'A > B = 2'], ['A = 1', 'C > B = 2'], []],
    ['a renamed section', ['A = 1', 'B = 2'], ['A = 1', 'Bee = 2'], ['renamed Bee was B']],
    ['a changed text above the first heading', [' = 1', 'A = 2'], [' = 9', 'A = 2'], ['changed (top of the page)']],
    [
      'a changed section below a renamed heading as changed',
      ['A = 1', 'A > B = 2'],
      ['Z = 1', 'Z > B = 3'],
      ['renamed Z was A', 'changed Z › B'],
    ],
    ['one change for a section of several chunks', ['A = 1', 'A = 2', 'A = 3'], ['A = 1', 'A = 9'], ['changed A']],
    ['a change where chunks of a section changed places', ['A = 1', 'A = 2'], ['A = 2', 'A = 1'], ['changed A']],
    ['everything of a page that is new', [], ['A = 1', 'B = 1'], ['added A', 'added B']],
    ['everything of a removed page', ['A = 1', 'B = 1'], [], ['removed A', 'removed B']],
    [
      'what is there now in its order, then what was removed',
      ['A = 1', 'B = 2', 'C = 3'],
      ['D = 4', 'B = 9'],
      ['added D', 'changed B', 'removed A', 'removed C'],
    ],
    ['two sections with one text as they are named', ['A = 1', 'B = 1'], ['B = 1', 'C = 1'], ['renamed C was A']],
    [
      'a repeated last heading that changed twice as what it is',
      ['A > X = 1', 'B > X = 2'],
      ['C > X = 3', 'D > X = 4'],
      ['added C › X', 'added D › X', 'removed A › X', 'removed B › X'],
    ],
  ])('M3: reports %s', (_, before, now, expected) => {
    expect(reported(page(...before), page(...now))).toEqual(expected);
  });

  it('M3: a heading that kept its anchor was renamed, even when its hash covers the heading', () => {
    const before = [{ headings: ['Install'], anchor: 'install', hash: '1', seq: 0 }];
    const now = [{ headings: ['Installing'], anchor: 'install', hash: '2', seq: 0 }];
    expect(sectionChanges(before, now)).toEqual([
      { kind: 'renamed', headings: ['Installing'], anchor: 'install', before: ['Install'] },
    ]);
  });

  it('M3: an anchor above several sections makes no two of them one', () => {
    const under = (...lines: readonly string[]) => page(...lines).map((chunk) => ({ ...chunk, anchor: 'doc' }));
    expect(reported(under('A = 1', 'B = 2'), under('A = 1', 'C = 3'))).toEqual(['added C', 'removed B']);
  });

  it('M3: a change names the anchor to link to, and chunks may come in any order', () => {
    const before = [
      { headings: ['A'], anchor: 'a2', hash: '2', seq: 1 },
      { headings: ['A'], anchor: 'a', hash: '1', seq: 0 },
    ];
    const now = [
      { headings: ['A'], anchor: 'a', hash: '1', seq: 0 },
      { headings: ['A'], anchor: 'a2', hash: '3', seq: 1 },
    ];
    expect(sectionChanges(before, [...before].reverse())).toEqual([]);
    expect(sectionChanges(before, now)).toEqual([{ kind: 'changed', headings: ['A'], anchor: 'a' }]);
  });

  it('M3: headings that hold separators are not mixed up', () => {
    const before = [{ headings: ['a","b'], hash: '1', seq: 0 }];
    const now = [{ headings: ['a', 'b'], hash: '2', seq: 0 }];
    expect(sectionChanges(before, now).map(({ kind }) => kind)).toEqual(['added', 'removed']);
  });

  it('M3: for any two pages, every section is reported at most once, and swapping the pages swaps added and removed', () => {
    const chunk = fc.record({
      headings: fc.array(fc.constantFrom('A', 'B', 'C', '__proto__'), { maxLength: 3 }),
      hash: fc.constantFrom('1', '2', '3'),
      anchor: fc.constantFrom(undefined, 'a', 'b'),
    });
    const chunks = fc.array(chunk, { maxLength: 12 }).map((all) => all.map((one, seq) => ({ ...one, seq })));
    fc.assert(
      fc.property(chunks, chunks, (before, now) => {
        const there = sectionChanges(before, now);
        const back = sectionChanges(now, before);
        const count = (all: typeof there, kind: string) => all.filter((one) => one.kind === kind).length;
        expect(count(there, 'added')).toBe(count(back, 'removed'));
        expect(count(there, 'removed')).toBe(count(back, 'added'));
        const keys = there.filter(({ kind }) => kind !== 'removed').map(({ headings }) => JSON.stringify(headings));
        expect(new Set(keys).size).toBe(keys.length);
        expect(sectionChanges(now, now)).toEqual([]);
      }),
    );
  });

  it('M3: the sections of a hostile page are compared at no more cost than their number', more, () => {
    const lines = (from: number) =>
      Array.from({ length: HOSTILE_ELEMENTS }, (_, at) => ({
        headings: [`h${(at + from) % HOSTILE_ELEMENTS}`, 'same'],
        hash: 'x',
        seq: at,
      }));
    expect(sectionChanges(lines(0), lines(7))).toEqual([]);
  });
});
