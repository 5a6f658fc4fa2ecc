// Proves the machine's clocks.
import { expect, it, vi } from 'vitest';
import { steadyClock, systemClock } from './clock.ts';

it('wall time is the time of day, in milliseconds since 1970', () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
  expect(systemClock.wall()).toBe(1_700_000_000_000);
  now.mockRestore();
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

it('F4, FAULTS 35: steady time is right although the process was interrupted while it was made', () => {
  let mono = 0;
  let looks = 0;
  const now = steadyClock({
    wall() {
      const time = 1_000_000 + mono;
      // Between the two clocks another process had its turn, twice.
      if (++looks <= 2) mono += 22;
      return time;
    },
    mono: () => mono,
  });
  expect(now()).toBe(1_000_000 + mono);
});
