// Proves the bounds of M1 and M2, and that an operator can set them.
import { describe, expect, it } from 'vitest';
import {
  type Bound,
  type BoundName,
  boundTable,
  chunkLimits,
  contentBoundsIn,
  defaultBounds,
  isWithin,
  resolveBounds,
  writtenBounds,
} from './bounds.ts';

describe('the table of bounds', () => {
  it.each([
    ['success_rate', 90, 89.999],
    ['stored_change', 49.999, 50],
    ['response_time', 5_000, 5_000.001],
    ['error_rate', 20, 20.001],
    ['empty_content', 10, 10.001],
    ['run_hours', 3, 3.001],
    ['retry_rate', 15, 15.001],
  ] as const)('M1: %s is fine at %d and out of bounds at %d', (name, fine, out) => {
    expect([isWithin(name, fine, defaultBounds), isWithin(name, out, defaultBounds)]).toEqual([true, false]);
  });

  it.each([
    ['average_tokens_least', 200, 199.9],
    ['average_tokens_most', 600, 600.1],
    ['empty_chunks', 5, 5.001],
    ['duplicate_chunks', 10, 10.001],
    ['page_chunks', 10, 10.001],
    ['selector_hits', 90, 89.999],
  ] as const)('M2: %s is fine at %d and out of bounds at %d', (name, fine, out) => {
    expect([isWithin(name, fine, defaultBounds), isWithin(name, out, defaultBounds)]).toEqual([true, false]);
  });

  it('M2: a chunk has at least 50 tokens, a page 1 to 20 chunks', () => {
    expect(Object.values(chunkLimits).map(({ bound }) => bound)).toEqual([50, 1, 20]);
  });

  it('M1, M2: every bound has a value within its own range', () => {
    for (const [name, rule] of Object.entries(boundTable) as [BoundName, Bound][]) {
      expect(rule.bound, name).toBeGreaterThanOrEqual(rule.range[0]);
      expect(rule.bound, name).toBeLessThanOrEqual(rule.range[1]);
    }
  });

  it('M2: bounds of content are set by their names, and by the limits they are counted with', () => {
    const set = (...texts: readonly string[]) => [...contentBoundsIn(writtenBounds(texts))];
    expect(set()).toEqual([]);
    expect(set('run_hours=5', 'success_rate=99')).toEqual([]);
    expect(set('page_chunks_most=60', 'selector_hits = 80')).toEqual(['page_chunks', 'selector_hits']);
    expect(set('chunk_tokens_least=20', 'page_chunks=1')).toEqual(['short_chunks', 'page_chunks']);
  });
});

describe('resolveBounds', () => {
  it('M1: an operator sets some, and the others stay', () => {
    expect(resolveBounds({ success_rate: 99.5, run_hours: 8 })).toEqual({
      ...defaultBounds,
      success_rate: 99.5,
      run_hours: 8,
    });
  });

  it('M1: those of a source go before the global ones, and these before the usual ones', () => {
    const global = resolveBounds(writtenBounds(['run_hours=8', 'error_rate=30']));
    expect(resolveBounds(writtenBounds(['run_hours=9']), 'alert_bounds', global)).toEqual({
      ...defaultBounds,
      run_hours: 9,
      error_rate: 30,
    });
  });

  it('M1: every problem is named at once, with what is allowed and a suggestion for a misspelt name', () => {
    const own = {
      sucess_rate: 90,
      error_rate: 101,
      retry_rate: '15',
      run_hours: Number.NaN,
      toString: 1,
      average_tokens_least: 700,
    };
    expect(() => resolveBounds(own)).toThrow(
      [
        'alerts.sucess_rate is not a bound; did you mean success_rate?',
        'alerts.error_rate is 101: it must be a number from 0 to 100',
        'alerts.retry_rate is "15": it must be a number from 0 to 100',
        'alerts.run_hours is null: it must be a number from 0.01 to 1000',
        'alerts.toString is not a bound',
        'alerts.average_tokens_least is 700: it must not be more than average_tokens_most, which is 600',
      ].join('\n'),
    );
  });
});
