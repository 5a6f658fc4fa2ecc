// Files stay small enough to be read in one go.
import { expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';

const MOST_LINES = 600;
const LOOK_AGAIN = 400;

/** Data tables: long because there is much to list, not because much happens. */
const EXEMPT: readonly string[] = [];

const lengths = filesBelow('src')
  .filter((path) => /\.tsx?$/.test(path) && !EXEMPT.includes(path))
  .map((path) => ({ path, lines: readText(`src/${path}`).split('\n').length - 1 }));

it(`no source file has more than ${MOST_LINES} lines`, () => {
  const long = lengths
    .filter(({ lines }) => lines > LOOK_AGAIN)
    .map(({ path, lines }) => `src/${path}: ${lines} lines`);
  if (long.length > 0) console.warn(`Look again, over ${LOOK_AGAIN} lines:\n${long.join('\n')}`);
  expect(lengths.filter(({ lines }) => lines > MOST_LINES)).toEqual([]);
  expect(lengths.length).toBeGreaterThan(20);
});

it('every exempt data table is still there', () => {
  expect(EXEMPT.filter((path) => !filesBelow('src').includes(path))).toEqual([]);
});
