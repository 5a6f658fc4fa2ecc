// Proves that a list of patterns is refused by its size before it is compiled.
import { createRequire } from 'node:module';
import { afterEach, expect, it, vi } from 'vitest';
import { readField } from '../options/field.ts';
import { oversize, patternLimits } from './pattern-size.ts';

// As the product loads it: a second copy would see no calls.
const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js');

const field = { name: 'blocked_path_patterns', kind: 'list', of: 'path pattern', doc: '' } as const;

afterEach(() => vi.restoreAllMocks());

it('FAULTS 69, U4: 1,900 large expressions are refused before any is compiled, with the field and the limit', () => {
  const compile = vi.spyOn(RE2JS, 'compile');
  for (const patterns of [
    Array.from({ length: 1_900 }, (_, nth) => `re:^/x${nth}/(?:[a-z]{1,50}){1,20}`),
    Array.from({ length: 400 }, (_, nth) => `re:^/x${nth}/(?:[a-z]{1,50}){1,20}`),
    Array.from({ length: 400 }, () => `re:${'\\p{L}'.repeat(100)}`),
  ]) {
    const read = readField(field, patterns, 'the body');
    expect(read).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^blocked_path_patterns .*at most [\d,]+/),
    });
  }
  expect(compile).not.toHaveBeenCalled();
  expect(readField(field, ['re:^/x$'], 'the body')).toMatchObject({ ok: true });
  expect(compile).toHaveBeenCalled();
});

it('U4: what people write fits', () => {
  const uuid = 're:^/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  expect(oversize([...Array.from({ length: 50 }, () => uuid), ...Array.from({ length: 400 }, () => '/docs/**')])).toBe(
    undefined,
  );
  expect(oversize(Array.from({ length: patternLimits.mostPatterns + 1 }, () => '/a'))).toContain('at most 500');
});
