// Turns at a host without a ledger: order, gaps, holds, patience, and how many hosts are remembered.
import { describe, expect, it } from 'vitest';
import type { HostNews, Turns } from '../../frontier/port.ts';
import { HostClock, type RequestLimits } from './host-clock.ts';
import { CallerPatience, NotYet } from './host-clock-line.ts';
import { PrivateTurns } from './private-turns.ts';

const url = 'https://docs.example/a';
const none = (): number => 0;
const waiting = (ms: number, signal?: AbortSignal): RequestLimits => ({ patience: new CallerPatience(ms, signal) });

function request<T>(clock: HostClock, at: string, gap: () => number, limits: RequestLimits, task: () => Promise<T>) {
  return clock.request({ url: at, gap, mostMs: 1_000, task }, limits);
}

/** A request that is under way until `end` is called. */
function heldRequest(clock: HostClock, at = url): { readonly end: () => void; readonly ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: resolve, ended: request(clock, at, none, waiting(0), () => promise) };
}

describe('the clock of hosts', () => {
  it('F4: one request at a time for each host, in the order they came; other hosts do not wait', async () => {
    const clock = new HostClock();
    const first = heldRequest(clock);
    const done: number[] = [];
    const others = [1, 2, 3].map((nth) => request(clock, url, none, waiting(5_000), async () => void done.push(nth)));
    await request(clock, 'https://other.example/', none, waiting(0), async () => void done.push(0));
    expect(done).toEqual([0]);
    first.end();
    await Promise.all([first.ended, ...others]);
    expect(done).toEqual([0, 1, 2, 3]);
  });

  it('F4: the gap begins where the answer ends, also where there was none', async () => {
    const clock = new HostClock();
    let lost = 0;
    const failing = request(clock, url, none, waiting(0), async () => {
      lost = performance.now();
      throw new Error('lost');
    });
    await expect(failing).rejects.toThrow('lost');
    const www = 'http://www.docs.example/';
    const sentAt = await request(
      clock,
      www,
      () => 60,
      waiting(100),
      async () => performance.now(),
    );
    expect(sentAt - lost).toBeGreaterThanOrEqual(60);
  });

  it('F4: a caller that would wait for longer than its patience is refused at once, and sends nothing', async () => {
    const clock = new HostClock();
    await request(clock, url, none, waiting(0), async () => {});
    let sent = 0;
    const late = request(
      clock,
      url,
      () => 30_000,
      waiting(20_000),
      async () => sent++,
    );
    await expect(late).rejects.toMatchObject({ name: 'NotYet', wait: { by: 'host:clock' } });
    const held = heldRequest(clock);
    const behind = request(
      clock,
      url,
      () => 30_000,
      waiting(20_000),
      async () => sent++,
    );
    await expect(behind).rejects.toBeInstanceOf(NotYet);
    held.end();
    await held.ended;
    expect(sent).toBe(0);
  });

  it('F4: patience ends in the line, too, and is one for all that a caller waits for', async () => {
    const clock = new HostClock();
    const held = heldRequest(clock);
    const limits = waiting(40);
    await expect(request(clock, url, none, limits, async () => {})).rejects.toBeInstanceOf(NotYet);
    expect(limits.patience.leftMs).toBeLessThan(5);
    held.end();
    await held.ended;
    await expect(
      request(
        clock,
        url,
        () => 10,
        limits,
        async () => {},
      ),
    ).rejects.toBeInstanceOf(NotYet);
    expect(await request(clock, url, none, limits, async () => 'now')).toBe('now');
  });

  it('H3: a hold counts for every caller, and a shorter one does not end it', async () => {
    const clock = new HostClock();
    clock.hold(url, 50_000, 'host:pause', 'it requested it');
    clock.hold(url, 10, 'host:pause', 'a moment');
    await expect(request(clock, url, none, waiting(20_000), async () => {})).rejects.toMatchObject({
      wait: { by: 'host:pause', detail: 'it requested it' },
    });
  });

  it('F4: a caller that is stopped leaves the line to the next', async () => {
    const clock = new HostClock();
    const held = heldRequest(clock);
    const stop = new AbortController();
    const stopped = request(clock, url, none, waiting(5_000, stop.signal), async () => 'never');
    const next = request(clock, url, none, waiting(5_000), async () => 'next');
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    held.end();
    expect(await next).toBe('next');
  });

  it('F4: hosts that may be requested at once need not be remembered; those in use or on hold are not forgotten', async () => {
    const clock = new HostClock(10);
    const held = heldRequest(clock, 'https://busy.example/');
    clock.hold('https://paused.example/', 60_000, 'host:pause', 'a pause');
    for (let nth = 0; nth < 500; nth++)
      await request(clock, `https://h${nth}.example/`, none, waiting(0), async () => {});
    expect(clock.size).toBeLessThanOrEqual(10);
    const outcome = async (at: string): Promise<unknown> =>
      request(clock, at, none, waiting(0), async () => 'sent').catch((error: Error) => error.name);
    expect(await outcome('https://paused.example/')).toBe('NotYet');
    const busy = outcome('https://busy.example/');
    expect(await busy).toBe('NotYet');
    held.end();
    await held.ended;
  });
});

describe('turns that others know of', () => {
  /** Turns of this process, each answer and news written down; `late` is how much of its time passed before a turn was returned. */
  function written(late = 0) {
    const own = new PrivateTurns();
    const news: HostNews[] = [];
    const turns: Turns = {
      async takeTurn(host, wish) {
        const { turn, wait } = await own.takeTurn(host, wish);
        return turn === undefined
          ? { wait }
          : { turn: { ...turn, until: turn.until - (news.length === 0 ? late : 0) } };
      },
      async endTurn(turn, facts) {
        news.push(facts);
        await own.endTurn(turn, facts);
      },
    };
    return { own, news, turns };
  }

  it('F4: two clocks that share them do not overlap, and keep the gap of the request that ended last', async () => {
    const { turns } = written();
    const times: [number, number][] = [];
    const send = (clock: HostClock) =>
      clock.request(
        {
          ...{ url, gap: () => 40, mostMs: 1_000 },
          task: async () => {
            const from = performance.now();
            await new Promise((resolve) => setTimeout(resolve, 20));
            times.push([from, performance.now()]);
          },
        },
        { ...waiting(5_000), turns },
      );
    const clocks = [new HostClock(), new HostClock()];
    await Promise.all([...clocks, ...clocks].map(send));
    const gaps = times.slice(1).map(([from], nth) => from - (times[nth]?.[1] ?? 0));
    expect(gaps).toHaveLength(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(39);
  });

  it('F4: a process that was stopped until its turn was nearly over does not send, and takes another', async () => {
    const { turns, news } = written(20_000);
    const sent: number[] = [];
    const task = async (): Promise<void> => void sent.push(news.length);
    await new HostClock().request({ url, gap: () => 5, mostMs: 1_000, task }, { ...waiting(5_000), turns });
    expect(sent).toEqual([1]);
    expect(news).toHaveLength(2);
  });

  it('H3, F8: what an answer reveals about its host is shared, and so is what is learnt after it', async () => {
    const { turns, news } = written();
    const clock = new HostClock();
    const limits = { ...waiting(0), turns };
    const from = Date.now();
    const answered = () => ({ holdMs: 30_000, error: true });
    await clock.request({ url, gap: () => 5, mostMs: 1_000, task: async () => {}, answered }, limits);
    await clock.learnt(url, 60_000, 0, limits);
    expect(news).toMatchObject([{ gapMs: 5, error: true }, { gapMs: 60_000 }]);
    expect((news[0]?.nextAt ?? 0) - from).toBeGreaterThanOrEqual(30_000);
    expect((news[1]?.nextAt ?? 0) - from).toBeGreaterThanOrEqual(60_000);
    await expect(request(new HostClock(), url, none, limits, async () => {})).rejects.toMatchObject({
      wait: { by: 'host:clock' },
    });
  });
});
