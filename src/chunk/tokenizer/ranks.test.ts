// Proves that the vocabulary is read whole and in order (C1).
import bpeRanks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { expect, it } from 'vitest';
import { maxTokenBytes, parseRanks, tokenRanks } from './ranks.ts';

it('C1: every token of o200k_base is found under its rank, and none is longer than stated', () => {
  const ranks = tokenRanks();
  const wrong: number[] = [];
  let longest = 0;
  for (const [rank, token] of bpeRanks.entries()) {
    const bytes = typeof token === 'string' ? Buffer.from(token) : Uint8Array.from(token);
    longest = Math.max(longest, bytes.length);
    if (ranks.find(bytes, 0, bytes.length) !== rank) wrong.push(rank);
  }
  expect({ wrong, size: ranks.size, longest }).toEqual({ wrong: [], size: bpeRanks.length, longest: maxTokenBytes });
});

it('C1: a list whose ranks are not in order is refused', () => {
  expect(() => parseRanks(Buffer.from('IQ== 0\nIg== 2\n'))).toThrow('rank 2 where 1 belongs');
});

it('C1: bytes that are no token are not found', () => {
  const bytes = Buffer.from(' qzjv');
  expect(tokenRanks().find(bytes, 0, bytes.length)).toBe(-1);
});
