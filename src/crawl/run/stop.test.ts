// Proves how a run sleeps, wakes and is stopped (F5).
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../../test/support/crawl-world.ts';
import { Sleep, Stop } from './stop.ts';

/** Longer than any test. */
const LONG_MS = 600_000;

describe('Sleep', () => {
  it('ends when it is woken', async () => {
    await using world = await openWorld('http://127.0.0.1:9/');
    const sleep = new Sleep(world.ledger);
    sleep.begin();
    const slept = sleep.sleep(LONG_MS);
    sleep.wake();
    await slept;
  });

  it('does not begin where something has happened since the loop began to look', async () => {
    await using world = await openWorld('http://127.0.0.1:9/');
    const sleep = new Sleep(world.ledger);
    sleep.begin();
    sleep.wake();
    await sleep.sleep(LONG_MS);
  });

  it('begins where that had happened before', async () => {
    await using world = await openWorld('http://127.0.0.1:9/');
    const sleep = new Sleep(world.ledger);
    sleep.wake();
    sleep.begin();
    let isAwake = false;
    const slept = sleep.sleep(LONG_MS).then(() => {
      isAwake = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAwake).toBe(false);
    sleep.wake();
    await slept;
  });

  it('F2: ends when another worker has brought work', async () => {
    await using world = await openWorld('http://127.0.0.1:9/');
    const sleep = new Sleep(world.ledger);
    const slept = sleep.sleep(LONG_MS);
    await world.begin();
    await slept;
  });
});

describe('Stop', () => {
  it('F5: requested once, it wakes the loop and leaves requests under way alone; requested twice, it ends them', () => {
    const abort = new AbortController();
    let woken = 0;
    const stop = new Stop(abort, () => {
      woken++;
    });
    expect([stop.isRequested(), stop.isAtOnce, woken]).toEqual([false, false, 0]);
    stop.request();
    expect([stop.isRequested(), stop.isAtOnce, woken, abort.signal.aborted]).toEqual([true, false, 1, false]);
    stop.request();
    expect([stop.isRequested(), stop.isAtOnce, woken, abort.signal.aborted]).toEqual([true, true, 2, true]);
  });

  it('F6: left by several, it leaves requests under way alone; only a stop after that ends them', () => {
    const abort = new AbortController();
    const stop = new Stop(abort, () => {});
    for (let i = 0; i < 3; i++) stop.leave();
    expect([stop.isLeft, stop.isRequested(), stop.isAtOnce, abort.signal.aborted]).toEqual([true, true, false, false]);
    stop.request();
    expect([stop.isAtOnce, abort.signal.aborted]).toEqual([true, true]);
  });
});
