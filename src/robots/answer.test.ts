import { describe, expect, it } from 'vitest';
import { keepFor } from './answer.ts';
import { dialectNames, dialects } from './dialects.ts';

describe('keepFor', () => {
  it.each(dialectNames)('R15: 200 to 299 are kept as good answers, 199 and 300 as failures: %s', (name) => {
    const { goodSec, failedSec } = dialects[name].ttl;
    const kept = [199, 200, 299, 300].map((status) => keepFor({ kind: 'status', status }, dialects[name], 0));
    expect(kept).toEqual([failedSec, goodSec, goodSec, failedSec]);
  });
});
