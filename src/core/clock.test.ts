// Proves the machine's clocks.
import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

it('wall time is the time of day, in milliseconds since 1970', () => {
  const before = Date.now();
  const now = systemClock.wall();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

it('monotonic time never goes back', () => {
  const times = Array.from({ length: 1_000 }, () => systemClock.mono());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});
