// Proves the machine's clocks.
import { expect, it } from 'vitest';
import { steadyClock, systemClock } from './clock.ts';

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

it('FAULTS 35: steady time starts as wall time and does not jump when the clock is set', () => {
  let wall = 1_000_000;
  let mono = 500;
  const now = steadyClock({ wall: () => wall, mono: () => mono });
  expect(now()).toBe(1_000_000);
  wall += 3_600_000;
  mono += 10;
  expect(now()).toBe(1_000_010);
  wall -= 7_200_000;
  mono += 10;
  expect(now()).toBe(1_000_020);
});
