// Proves the order of test files: long ones among the others, the same in every run.
import { expect, it } from 'vitest';
import { inOrder, LONG } from './long-among-others.ts';
import { filesBelow, root } from './repository.ts';

const others = Array.from({ length: 100 }, (_, nth) => ({ moduleId: `/src/${nth}.test.ts`, size: nth % 10, group: 0 }));
const long = LONG.map((name) => ({ moduleId: `${root}/${name}`, size: 1, group: 0 }));

it('long files are there, and each once', () => {
  const tests = filesBelow('test').map((path) => `test/${path}`);
  expect(LONG.filter((name) => !tests.includes(name))).toEqual([]);
  expect(new Set(LONG).size).toBe(LONG.length);
});

it('long files are spread over the first part of a run, the longest first', () => {
  const order = inOrder([...others, ...long]);
  const places = LONG.map((name) => order.findIndex(({ moduleId }) => moduleId.endsWith(name)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBe(0);
  expect(places.every((place, nth) => place - (places[nth - 1] ?? -2) >= 2)).toBe(true);
  expect(places.at(-1)).toBeLessThan(order.length * 0.8);
});

it('the others come by group, then by size, then by name, in whatever order they were found', () => {
  const later = { moduleId: '/test/browser/large.test.ts', size: 1_000, group: 1 };
  const order = inOrder([later, ...others]);
  expect(order.at(-1)).toBe(later);
  expect(order[0]).toEqual({ moduleId: '/src/19.test.ts', size: 9, group: 0 });
  expect(inOrder([...others.toReversed(), later])).toEqual(order);
});

it('a few long files, and none, are in order too', () => {
  expect(inOrder(long)).toEqual(long);
  expect(inOrder([])).toEqual([]);
});
