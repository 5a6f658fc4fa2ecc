// Pages in memory: requested once, for a while, within bounds, and ended only when nobody waits any more.
import { setImmediate as later } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PageMemory } from './page-memory.ts';

const never = new AbortController().signal;
const page = (bytes = 10) => ({ body: new Uint8Array(bytes) });

describe('A2: the memory of pages', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('requests a page once, also for callers of the same moment', async () => {
    const memory = new PageMemory();
    let requests = 0;
    const request = async () => {
      requests++;
      await later();
      return page();
    };
    const both = await Promise.all([1, 2].map(() => memory.get('a', request, never)));
    expect(both.map(({ isKept }) => isKept)).toEqual([false, true]);
    expect((await memory.get('a', request, never)).isKept).toBe(true);
    await memory.get('b', request, never);
    expect(requests).toBe(2);
  });

  it('keeps pages within bounds of number, bytes and time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const memory = new PageMemory({ pages: 2, bytes: 100, ms: 60 });
    const isKept = async (name: string, bytes = 10) =>
      (await memory.get(name, () => Promise.resolve(page(bytes)), never)).isKept;
    expect([await isKept('a'), await isKept('b'), await isKept('c')]).toEqual([false, false, false]);
    expect([await isKept('b'), await isKept('c'), await isKept('a')]).toEqual([true, true, false]);
    expect([await isKept('d', 95), await isKept('d', 95), await isKept('a')]).toEqual([false, true, false]);
    vi.advanceTimersByTime(59);
    expect(await isKept('a')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await isKept('a')).toBe(false);
  });

  it('ends a request when the last of its callers has left, and not before', async () => {
    const memory = new PageMemory();
    const [first, second] = [new AbortController(), new AbortController()];
    let stopped: AbortSignal | undefined;
    const request = (signal: AbortSignal): Promise<{ body: Uint8Array }> => {
      stopped = signal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    };
    const [one, other] = [first, second].map(({ signal }) => memory.get('a', request, signal));
    first.abort();
    await expect(one).rejects.toMatchObject({ name: 'AbortError' });
    expect(stopped?.aborted).toBe(false);
    second.abort();
    await expect(other).rejects.toMatchObject({ name: 'AbortError' });
    expect(stopped?.aborted).toBe(true);
    const again = await memory.get('a', () => Promise.resolve(page()), never);
    expect(again.isKept).toBe(false);
  });

  it('keeps nothing of a request that failed', async () => {
    const memory = new PageMemory();
    await expect(memory.get('a', () => Promise.reject(new Error('no answer')), never)).rejects.toThrow('no answer');
    expect((await memory.get('a', () => Promise.resolve(page()), never)).isKept).toBe(false);
  });
});
