// F10: which stored page answers for where others lead.
import { expect, it } from 'vitest';
import { type LedRow, ledBy } from './move.ts';

const row = (id: number, name: string, state: LedRow['state'], to = ''): LedRow => ({
  ...{ id, url: `https://x.example/${name}`, state },
  detail: to && `https://x.example/${to}`,
});

it.each<[string, readonly LedRow[], readonly [id: number, to: number][]]>([
  ['a page', [row(9, 'new', 'indexed')], [[1, 9]]],
  ['a duplicate of it', [row(8, 'new', 'duplicate', 'b'), row(9, 'b', 'indexed')], [[1, 9]]],
  [
    'a duplicate of a duplicate, in whatever order they come',
    [row(9, 'c', 'unchanged'), row(7, 'b', 'duplicate', 'c'), row(8, 'new', 'duplicate', 'b')],
    [[1, 9]],
  ],
  ['duplicates that lead to each other', [row(7, 'new', 'duplicate', 'b'), row(8, 'b', 'duplicate', 'new')], []],
  ['a duplicate of what is not stored', [row(7, 'new', 'duplicate', 'b')], []],
  ['nothing that is stored', [row(9, 'other', 'indexed')], []],
])('F10: a page leads to %s', (_, rows, led) => {
  expect(ledBy([row(1, 'old', 'skipped', 'new')], () => rows)).toEqual(led.map(([id, to]) => ({ id, to })));
});
