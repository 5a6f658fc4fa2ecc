// Every requirement id that the repository cites has a line in docs/requirements.md, and every line there is cited; findings are not.
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';
import { citedIds, findingsIn, partsOf } from './requirements.ts';

const PAGE = 'docs/requirements.md';
/** The group that comes after those of letters. */
const LAST = ['FAULTS'];
/** Files that show what an id looks like. */
const ABOUT_IDS = [PAGE, 'test/house/requirements.ts', 'test/house/requirements.test.ts'];

const listed = [...readText(PAGE).matchAll(/^- \*\*((?:FAULTS |[A-Z]+)\d+)\*\* (.+)$/gm)].map(([, id, sentence]) => ({
  id: id as string,
  sentence: sentence as string,
}));

/** Where each of the ids that are found in a text is, by file. */
function placesOf(find: (text: string) => ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const files = ['src', 'test', 'docs'].flatMap((folder) => filesBelow(folder).map((path) => `${folder}/${path}`));
  for (const path of files) {
    const isOurs = /^docs\/.*\.md$|\.tsx?$/.test(path) && !path.includes('/node_modules/');
    if (!isOurs || ABOUT_IDS.includes(path)) continue;
    for (const id of find(readText(path))) found.set(id, [...(found.get(id) ?? []), path]);
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
  const cited = placesOf(citedIds);
  const ids = listed.map(({ id }) => id);

  it('has a line for every id that code, tests or documentation cite', () => {
    const unknown = [...cited].filter(([id]) => !ids.includes(id));
    expect(unknown.map(([id, files]) => `${id}: ${files.join(', ')}`)).toEqual([]);
  });

  it('has no line that nothing cites', () => {
    expect(ids.filter((id) => !cited.has(id))).toEqual([]);
  });

  it('is what is cited, and not the number of a finding', () => {
    const findings = [...placesOf(findingsIn)].map(
      ([id, files]) =>
        `${id} is a finding; cite the requirement or the row of FAULTS that it is a case of: ${files.join(', ')}`,
    );
    expect(findings).toEqual([]);
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
    ['FAULTS 42, 43, E6: pages', ['E6', 'FAULTS 42', 'FAULTS 43']],
    ['FAULTS 1–3, 7, 104', ['FAULTS 1', 'FAULTS 2', 'FAULTS 3', 'FAULTS 7', 'FAULTS 104']],
    ['AC12 (R23)', ['AC12', 'R23', 'A8']],
    ['U113, S99–S101', ['U113', 'S99', 'S100', 'S101']],
    ["'T1' 'P149' '%E4%B8' /a/C1/ `L120` v1/B0 <@U123> U1234 V8 -A456-", []],
    ['N4: and W12, V3–V5', []],
  ])('is an id by itself, also in lists and ranges: %j', (text, ids) => {
    expect([...citedIds(text)]).toEqual(ids);
  });

  it.each([
    ['N4: and (W12), V3–V5', ['N4', 'W12', 'V3', 'V4', 'V5']],
    ["V8 of Node.js, 'N1' as data, R1 and FAULTS 7", []],
  ])('of a finding is noticed: %j', (text, findings) => {
    expect([...findingsIn(text)]).toEqual(findings);
  });
});
