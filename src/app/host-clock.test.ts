// Turns at a host without a ledger: order, gaps, holds, patience, and how many hosts are remembered.
import { describe, expect, it } from 'vitest';
import { HostClock, type Manners } from './host-clock.ts';
import { NotYet, Patience } from './host-clock-line.ts';

const url = 'https://docs.example/a';
const none = (): number => 0;
const waiting = (ms: number, signal?: AbortSignal): Manners => ({ patience: new Patience(ms, signal) });

/** A request that is under way until it is told to end. */
function heldRequest(clock: HostClock, at = url): { readonly end: () => void; readonly ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: resolve, ended: clock.request(at, none, waiting(0), () => promise) };
}

describe('the clock of hosts', () => {
  it('F4: one request at a time for each host, in the order they came; other hosts do not wait', async () => {
    const clock = new HostClock();
    const first = heldRequest(clock);
    const done: number[] = [];
    const others = [1, 2, 3].map((nth) => clock.request(url, none, waiting(5_000), async () => void done.push(nth)));
    await clock.request('https://other.example/', none, waiting(0), async () => void done.push(0));
    expect(done).toEqual([0]);
    first.end();
    await Promise.all([first.ended, ...others]);
    expect(done).toEqual([0, 1, 2, 3]);
  });

  it('F4: the gap begins where the answer ends, also where there was none', async () => {
    const clock = new HostClock();
    let lost = 0;
    const failing = clock.request(url, none, waiting(0), async () => {
      lost = performance.now();
      throw new Error('lost');
    });
    await expect(failing).rejects.toThrow('lost');
    const www = 'http://www.docs.example/';
    const asked = await clock.request(
      www,
      () => 60,
      waiting(100),
      async () => performance.now(),
    );
    expect(asked - lost).toBeGreaterThanOrEqual(60);
  });

  it('F4: who would have to wait for longer than its patience is told at once, and has asked nothing', async () => {
    const clock = new HostClock();
    await clock.request(url, none, waiting(0), async () => {});
    let asked = 0;
    const late = clock.request(
      url,
      () => 30_000,
      waiting(20_000),
      async () => asked++,
    );
    await expect(late).rejects.toMatchObject({ name: 'NotYet', wait: { by: 'host:clock' } });
    const held = heldRequest(clock);
    const behind = clock.request(
      url,
      () => 30_000,
      waiting(20_000),
      async () => asked++,
    );
    await expect(behind).rejects.toBeInstanceOf(NotYet);
    held.end();
    await held.ended;
    expect(asked).toBe(0);
  });

  it('F4: patience ends in the line, too, and is one for all that a caller waits for', async () => {
    const clock = new HostClock();
    const held = heldRequest(clock);
    const manners = waiting(40);
    await expect(clock.request(url, none, manners, async () => {})).rejects.toBeInstanceOf(NotYet);
    expect(manners.patience.leftMs).toBeLessThan(5);
    held.end();
    await held.ended;
    await expect(
      clock.request(
        url,
        () => 10,
        manners,
        async () => {},
      ),
    ).rejects.toBeInstanceOf(NotYet);
    expect(await clock.request(url, none, manners, async () => 'now')).toBe('now');
  });

  it('H3: a hold counts for everybody, and a shorter one does not end it', async () => {
    const clock = new HostClock();
    clock.hold(url, 50_000, 'host:pause', 'it asked for it');
    clock.hold(url, 10, 'host:pause', 'a moment');
    await expect(clock.request(url, none, waiting(20_000), async () => {})).rejects.toMatchObject({
      wait: { by: 'host:pause', detail: 'it asked for it' },
    });
  });

  it('F4: whoever is stopped leaves the line to the next', async () => {
    const clock = new HostClock();
    const held = heldRequest(clock);
    const stop = new AbortController();
    const stopped = clock.request(url, none, waiting(5_000, stop.signal), async () => 'never');
    const next = clock.request(url, none, waiting(5_000), async () => 'next');
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    held.end();
    expect(await next).toBe('next');
  });

  it('F4: of hosts that may be asked at once nothing has to be known; those in use or on hold are not forgotten', async () => {
    const clock = new HostClock(10);
    const held = heldRequest(clock, 'https://busy.example/');
    clock.hold('https://paused.example/', 60_000, 'host:pause', 'a pause');
    for (let nth = 0; nth < 500; nth++)
      await clock.request(`https://h${nth}.example/`, none, waiting(0), async () => {});
    expect(clock.size).toBeLessThanOrEqual(10);
    const asked = async (at: string): Promise<unknown> =>
      clock.request(at, none, waiting(0), async () => 'asked').catch((error: Error) => error.name);
    expect(await asked('https://paused.example/')).toBe('NotYet');
    const busy = asked('https://busy.example/');
    expect(await busy).toBe('NotYet');
    held.end();
    await held.ended;
  });
});
