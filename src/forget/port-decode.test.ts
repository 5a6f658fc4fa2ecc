// What an engine keeps of deletions: read as it was written, refused with a name where it was not.
import { expect, it } from 'vitest';
import { decodeRemoved } from './port-decode.ts';

const removed = { urls: 1, pages: 1, chunks: 2, versions: 0, links: 3, robots: 0 };

it('what a deletion removed is read as it was written', () => {
  expect(decodeRemoved(JSON.stringify(removed))).toEqual(removed);
});

it.each([{ ...removed, pages: null }, [1]])('names a receipt that is damaged', (value) => {
  expect(() => decodeRemoved(JSON.stringify(value))).toThrow(
    expect.objectContaining({ code: 'DOC_STORE_DAMAGED', message: expect.stringContaining('a receipt') }),
  );
});

it('C5: a receipt that lacks a count is kept', () => {
  expect(decodeRemoved('{"pages":2}')).toEqual({ ...removed, urls: 0, pages: 2, chunks: 0, links: 0 });
});
