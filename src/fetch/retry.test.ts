// Proves the retry column of H3 and the reading of Retry-After.

import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../core/errors.ts';
import { parseRetryAfter, retryDelay, retryTable } from './retry.ts';

/** All waits a failure gets, in seconds. */
function waits(failure: { status?: number; code?: ErrorCode; retryAfterMs?: number }): number[] {
  const seconds: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const delay = retryDelay(failure, attempt);
    if (delay === undefined) break;
    seconds.push(delay / 1000);
  }
  return seconds;
}

describe('H3: retries', () => {
  it.each([
    [200, []],
    [301, []],
    [304, []],
    [306, []],
    [401, []],
    [403, []],
    [404, []],
    [408, []],
    [410, []],
    [418, []],
    [429, [60]],
    [500, [30, 60]],
    [501, [30, 60]],
    [502, [30, 60]],
    [503, [30, 60, 120]],
    [504, [30, 60]],
    [599, [30, 60]],
  ])('H3: status %i waits %j s', (status, expected) => {
    expect(waits({ status })).toEqual(expected);
  });

  it.each<[ErrorCode, number[]]>([
    ['DOC_DNS', [30]],
    ['DOC_CONNECT', [30]],
    ['DOC_TIMEOUT', [30]],
    ['DOC_TRUNCATED', [30]],
    ['DOC_TLS', []],
    ['DOC_PROTOCOL', []],
    ['DOC_ADDRESS', []],
    ['DOC_TOO_LARGE', []],
    ['DOC_ENCODING', []],
  ])('H3: %s waits %j s', (code, expected) => {
    expect(waits({ code })).toEqual(expected);
  });

  it('H3: Retry-After takes the place of the delay for 429 and 503 and is ignored for the rest', () => {
    expect(waits({ status: 429, retryAfterMs: 7_000 })).toEqual([7]);
    expect(waits({ status: 503, retryAfterMs: 0 })).toEqual([0, 0, 0]);
    expect(waits({ status: 500, retryAfterMs: 7_000 })).toEqual([30, 60]);
  });

  it('FAULTS 10: a body that broke off is retried although its status was 200', () => {
    expect(waits({ status: 200, code: 'DOC_TRUNCATED' })).toEqual([30]);
    expect(waits({ status: 503, code: 'DOC_ENCODING' })).toEqual([]);
  });

  it('H3: the base delays are settable by passing another table', () => {
    const quick = { ...retryTable, otherServerError: { delays: [5], retryAfter: false } };
    expect(retryDelay({ status: 507 }, 0, quick)).toBe(5);
    expect(Object.isFrozen(retryTable)).toBe(true);
  });
});

describe('FAULTS 29: Retry-After', () => {
  const now = Date.UTC(2026, 1, 23, 3, 0, 0);
  const day = 86_400_000;

  it.each([
    ['120', 120_000],
    [' 120 ', 120_000],
    ['0', 0],
    ['-5', 0],
    ['315360000', day],
    ['9'.repeat(400), day],
    ['Mon, 23 Feb 2026 03:01:00 GMT', 60_000],
    ['Monday, 23-Feb-26 03:01:00 GMT', 60_000],
    ['Mon Feb 23 03:01:00 2026', 60_000],
    ['Mon, 23 Feb 2026 02:00:00 GMT', 0],
    ['Sat, 23 Feb 2036 03:00:00 GMT', day],
  ])('FAULTS 29: "%s" is %i ms', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'soon',
    '1.5',
    '1e3',
    '12 apples',
    '2026-02-23',
    'Xyz, 99 Foo 2026 99:99:99 GMT',
    'Mon, 23 Feb 2026',
  ])('FAULTS 29: "%s" is ignored', (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });
});
