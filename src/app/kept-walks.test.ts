// Kept results: the same until the state changes; while a run goes on, for some time although it does.
import { afterEach, expect, it, vi } from 'vitest';
import { keptWalks } from './kept-walks.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a walk is done once for a name and a state, and again for another', async () => {
  const kept = keptWalks<number>();
  let walks = 0;
  const look = (name: string, state: string) => kept({ name, state, isUnderWay: false }, async () => ++walks);
  expect([await look('a', '1'), await look('a', '1'), await look('b', '1')]).toEqual([1, 1, 2]);
  expect([await look('a', '2'), await look('a', '2'), await look('b', '1')]).toEqual([3, 3, 2]);
});

it('while a run goes on a result is used for longer than it took, and only then', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const kept = keptWalks<number>();
  let walks = 0;
  const walk = async (): Promise<number> => {
    vi.advanceTimersByTime(5);
    return ++walks;
  };
  const look = (state: string, isUnderWay: boolean) => kept({ name: 'a', state, isUnderWay }, walk);
  expect([await look('1', true), await look('2', true), await look('3', false)]).toEqual([1, 1, 2]);
  vi.advanceTimersByTime(99);
  expect(await look('4', true)).toBe(2);
  vi.advanceTimersByTime(1);
  expect(await look('5', true)).toBe(3);
});
