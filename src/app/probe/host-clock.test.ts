// Turns at a host without a ledger: order, gaps, holds, patience, and how many hosts are remembered.
import { describe, expect, it } from 'vitest';
import { Moment, Visits } from '../../../test/support/visits.ts';
import type { HostNews, Turns } from '../../frontier/port.ts';
import { HostClock, type RequestLimits } from './host-clock.ts';
import { CallerPatience, NotYet } from './host-clock-line.ts';
import { PrivateTurns } from './private-turns.ts';

const url = 'https://docs.example/a';
const none = (): number => 0;
/** Longer than any test may take. */
const AGES_MS = 600_000;
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
    const others = [1, 2, 3].map((nth) => request(clock, url, none, waiting(AGES_MS), async () => void done.push(nth)));
    await request(clock, 'https://other.example/', none, waiting(0), async () => void done.push(0));
    expect(done).toEqual([0]);
    first.end();
    await Promise.all([first.ended, ...others]);
    expect(done).toEqual([0, 1, 2, 3]);
  });

  it('F4: the gap begins where the answer ends, also where there was none', async () => {
    const clock = new HostClock();
    const visits = new Visits();
    const failing = request(clock, url, none, waiting(0), async () => {
      visits.note('lost');
      throw new Error('lost');
    });
    await expect(failing).rejects.toThrow('lost');
    const www = 'http://www.docs.example/';
    await request(
      clock,
      www,
      () => 60,
      waiting(AGES_MS),
      async () => visits.note('sent'),
    );
    visits.expectWait(60, 'lost', 'sent');
  });

  it('F4: a caller that would wait for longer than its patience is refused at once, and sends nothing', async () => {
    const clock = new HostClock();
    await request(clock, url, none, waiting(0), async () => {});
    let sent = 0;
    const late = request(
      clock,
      url,
      () => AGES_MS,
      waiting(AGES_MS - 100_000),
      async () => sent++,
    );
    await expect(late).rejects.toMatchObject({ name: 'NotYet', wait: { by: 'host:clock' } });
    const held = heldRequest(clock);
    const behind = request(
      clock,
      url,
      () => AGES_MS,
      waiting(AGES_MS - 100_000),
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
        () => AGES_MS,
        limits,
        async () => {},
      ),
    ).rejects.toBeInstanceOf(NotYet);
    expect(await request(clock, url, none, limits, async () => 'now')).toBe('now');
  });

  it('H3: a hold counts for every caller, and a shorter one does not end it', async () => {
    const clock = new HostClock();
    clock.hold(url, AGES_MS, 'host:pause', 'it requested it');
    clock.hold(url, 10, 'host:pause', 'a moment');
    await expect(request(clock, url, none, waiting(AGES_MS - 100_000), async () => {})).rejects.toMatchObject({
      wait: { by: 'host:pause', detail: 'it requested it' },
    });
  });

  it('F4: a caller that is stopped leaves the line to the next', async () => {
    const clock = new HostClock();
    const held = heldRequest(clock);
    const stop = new AbortController();
    const stopped = request(clock, url, none, waiting(AGES_MS, stop.signal), async () => 'never');
    const next = request(clock, url, none, waiting(AGES_MS), async () => 'next');
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    held.end();
    expect(await next).toBe('next');
  });

  it('F4: hosts that may be requested at once need not be remembered; those in use or on hold are not forgotten', async () => {
    const clock = new HostClock(10);
    const held = heldRequest(clock, 'https://busy.example/');
    clock.hold('https://paused.example/', AGES_MS, 'host:pause', 'a pause');
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
    const visits = new Visits();
    const send = (clock: HostClock) =>
      clock.request(
        {
          ...{ url, gap: () => 40, mostMs: AGES_MS },
          task: async () => {
            const end = visits.begin();
            await new Promise((resolve) => setTimeout(resolve, 20));
            end();
          },
        },
        { ...waiting(AGES_MS), turns },
      );
    const clocks = [new HostClock(), new HostClock()];
    await Promise.all([...clocks, ...clocks].map(send));
    expect(visits.names).toHaveLength(4);
    visits.expectGaps(40);
  });

  it('F4: a process that was stopped until its turn was nearly over does not send, and takes another', async () => {
    const { turns, news } = written(AGES_MS + 20_000);
    const sent: number[] = [];
    const task = async (): Promise<void> => void sent.push(news.length);
    await new HostClock().request({ url, gap: () => 5, mostMs: AGES_MS, task }, { ...waiting(AGES_MS), turns });
    expect(sent).toEqual([1]);
    expect(news).toHaveLength(2);
  });

  it('H3, F8: what an answer reveals about its host is shared, and so is what is learnt after it', async () => {
    const { turns, news } = written();
    const clock = new HostClock();
    const limits = { ...waiting(0), turns };
    const before = new Moment();
    const answered = () => ({ holdMs: AGES_MS / 2, error: true });
    await clock.request({ url, gap: () => 5, mostMs: 1_000, task: async () => {}, answered }, limits);
    await clock.learnt(url, AGES_MS, 0, limits);
    expect(news).toMatchObject([{ gapMs: 5, error: true }, { gapMs: AGES_MS }]);
    before.expectAfter(news[0]?.nextAt, AGES_MS / 2);
    before.expectAfter(news[1]?.nextAt, AGES_MS);
    await expect(request(new HostClock(), url, none, limits, async () => {})).rejects.toMatchObject({
      wait: { by: 'host:clock' },
    });
  });
});
