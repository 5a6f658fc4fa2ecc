// Every requirement id that the repository cites has a line in docs/requirements.md, and every line there is cited.
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';
import { citedIds, partsOf } from './requirements.ts';

const PAGE = 'docs/requirements.md';
/** Groups that come after those of single letters. */
const LAST = ['FAULTS', 'N'];
/** Files that show what an id looks like. */
const ABOUT_IDS = [PAGE, 'test/house/requirements.ts', 'test/house/requirements.test.ts'];

const listed = [...readText(PAGE).matchAll(/^- \*\*((?:FAULTS |[A-Z]+)\d+)\*\* (.+)$/gm)].map(([, id, sentence]) => ({
  id: id as string,
  sentence: sentence as string,
}));

/** Where each id is cited, by file. */
function citations(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const files = ['src', 'test', 'docs'].flatMap((folder) => filesBelow(folder).map((path) => `${folder}/${path}`));
  for (const path of files) {
    const isOurs = /^docs\/.*\.md$|\.tsx?$/.test(path) && !path.includes('/node_modules/');
    if (!isOurs || ABOUT_IDS.includes(path)) continue;
    for (const id of citedIds(readText(path))) found.set(id, [...(found.get(id) ?? []), path]);
  }
  return found;
}

/** Where an id belongs on the page: its group, then its number. */
function placeOf(id: string): readonly [number, string, number] {
  const [letters, number] = partsOf(id);
  return [LAST.indexOf(letters), letters, number];
}

function inOrder(ids: readonly string[]): readonly string[] {
  return ids.toSorted((a, b) => {
    const [x, y] = [placeOf(a), placeOf(b)];
    return x[0] - y[0] || (x[1] < y[1] ? -1 : x[1] > y[1] ? 1 : 0) || x[2] - y[2];
  });
}

describe('docs/requirements.md', () => {
  const cited = citations();
  const ids = listed.map(({ id }) => id);

  it('has a line for every id that code, tests or documentation cite', () => {
    const unknown = [...cited].filter(([id]) => !ids.includes(id));
    expect(unknown.map(([id, files]) => `${id}: ${files.join(', ')}`)).toEqual([]);
  });

  it('has no line that nothing cites', () => {
    expect(ids.filter((id) => !cited.has(id))).toEqual([]);
  });

  it('has each id once, in order, under the heading of its letter', () => {
    expect(ids).toEqual(inOrder([...new Set(ids)]));
    const headings = [...readText(PAGE).matchAll(/^## ([A-Z]+): /gm)].map(([, letters]) => letters);
    expect(headings).toEqual([...new Set(ids.map((id) => partsOf(id)[0]))]);
  });

  it('has one sentence for each', () => {
    expect(listed.filter(({ sentence }) => !/^[^.]*(?:\.\w[^.]*)*\.$/.test(sentence))).toEqual([]);
  });
});

describe('a citation', () => {
  it.each([
    ['R1–R3: a rule, (U13)', ['R1', 'R2', 'R3', 'U13']],
    ['FAULTS 42, 43, N6: pages', ['N6', 'FAULTS 42', 'FAULTS 43']],
    ['FAULTS 1–3, 7', ['FAULTS 1', 'FAULTS 2', 'FAULTS 3', 'FAULTS 7']],
    ['AC12 (R23)', ['AC12', 'R23']],
    ["'T1' '%E4%B8' /a/C1/ L120 v1/B0 U123 V8 -A456-", []],
  ])('is an id by itself, also in lists and ranges: %j', (text, ids) => {
    expect([...citedIds(text)]).toEqual(ids);
  });
});
