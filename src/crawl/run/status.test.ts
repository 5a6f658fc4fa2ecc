// A2: the status of a run is a fold of its events, the same for every door.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CrawlEvent } from './events.ts';
import {
  averagePerSecond,
  beginStatus,
  foldStatus,
  type RunStatus,
  runPace,
  secondsLeft,
  storedRate,
  visitsPerSecond,
} from './status.ts';

type Visited = Extract<CrawlEvent, { type: 'visited' }>;

const BEGAN = 1_000_000;
const counts = {
  discovered: 1,
  waiting: 0,
  indexed: 1,
  unchanged: 0,
  duplicate: 0,
  skipped: 0,
  blocked: 0,
  failed: 0,
  deleted: 0,
};
const started = (how: 'first' | 'resumed' | 'again', waiting: number, provider = 'docs'): CrawlEvent => {
  return { type: 'started', provider, how, scope: 'In scope: /**', waiting };
};
const visited = (more: Partial<Visited> = {}): CrawlEvent => ({
  ...{ type: 'visited', provider: 'docs', url: 'https://a.test/x', state: 'indexed', by: 'page', detail: '' },
  ...{ depth: 1, ms: 1, bytes: 1, found: 0 },
  ...more,
});
const warning = (provider = 'docs'): CrawlEvent => ({ type: 'warning', provider, by: 'trial', detail: '20 pages' });
const progress = (waiting: number, inFlight = 1): CrawlEvent => ({ type: 'progress', waiting, inFlight, hosts: [] });

/** The status after these events, a second apart. */
function statusAfter(...events: readonly CrawlEvent[]): RunStatus {
  return events.reduce((status, event, nth) => foldStatus(status, event, BEGAN + nth * 1_000), beginStatus(BEGAN));
}

describe('the status of a run', () => {
  it('A2: counts a URL as done when it has reached an end state, and as an error when it failed', () => {
    const status = statusAfter(
      started('first', 0),
      visited({ found: 3 }),
      visited({ state: 'waiting', by: 'frontier:spelling' }),
      visited({ state: 'failed', by: 'http:404', url: 'https://a.test/y' }),
    );
    expect(status).toMatchObject({ done: 2, errors: 1, waiting: 2, current: 'https://a.test/y' });
  });

  it.each([
    ['a first crawl waits for its seed', 'first', 0, 1],
    ['one that is crawled again waits for its seed beside the rest', 'again', 4, 5],
    ['one that goes on has its seed among those that wait', 'resumed', 4, 4],
  ] as const)('A2: %s', (_, how, waiting, expected) => {
    expect(statusAfter(started(how, waiting)).waiting).toBe(expected);
  });

  it('A2: never shows that less than nothing waits, and loses no count by it', () => {
    const early = statusAfter(visited(), visited(), visited());
    expect(early).toMatchObject({ waiting: 0, overdrawn: 3 });
    expect(foldStatus(early, visited({ found: 6 }), BEGAN)).toMatchObject({ waiting: 2, overdrawn: 0 });
  });

  it('A2: takes what was counted for what it had estimated', () => {
    const hosts = [{ host: 'a.test', nextAt: 5, waiting: 40, recentErrors: 0, recentAnswers: 3 }];
    const status = statusAfter(visited(), visited(), { type: 'progress', waiting: 40, inFlight: 2, hosts });
    expect(status).toMatchObject({ waiting: 40, overdrawn: 0, inFlight: 2, hosts });
    expect(foldStatus(status, visited(), BEGAN)).toMatchObject({ waiting: 39, inFlight: 2, hosts });
  });

  it('A2: is paused from the first report of it to the first without', () => {
    const paused = statusAfter({ ...progress(3), paused: true } as CrawlEvent, visited());
    expect(paused.paused).toBe(true);
    expect(foldStatus(paused, progress(2), BEGAN).paused).toBe(false);
  });

  it('A2: waits until a time, and no longer once something was visited', () => {
    const waiting = statusAfter(
      { type: 'waiting', until: BEGAN + 60_000, by: 'host:clock', detail: 'no host is due before' },
      progress(3),
    );
    expect(waiting.waitingUntil).toBe(BEGAN + 60_000);
    expect(foldStatus(waiting, visited(), BEGAN).waitingUntil).toBeUndefined();
    const again = visited({ state: 'waiting' });
    expect(foldStatus(waiting, again, BEGAN).waitingUntil).toBe(BEGAN + 60_000);
    expect(foldStatus(waiting, again, BEGAN + 60_000).waitingUntil).toBeUndefined();
  });

  it('A2: follows each provider from its first warning to its end', () => {
    const ended: CrawlEvent = {
      ...{ type: 'ended', provider: 'docs', complete: true, state: 'complete', counts },
      ...{ mergedByQuery: 0, pagesCut: 0 },
    };
    const status = statusAfter(
      warning('docs'),
      started('first', 0, 'docs'),
      started('resumed', 7, 'other'),
      visited({ provider: 'other', state: 'failed' }),
      visited({ provider: 'docs' }),
      warning('docs'),
      ended,
    );
    expect(status.providers).toEqual([
      {
        ...{ provider: 'docs', done: 1, errors: 0, warnings: 2 },
        started: { at: BEGAN + 1_000, how: 'first', scope: 'In scope: /**' },
        ended: { at: BEGAN + 6_000, complete: true, state: 'complete', counts },
      },
      {
        ...{ provider: 'other', done: 1, errors: 1, warnings: 0 },
        started: { at: BEGAN + 2_000, how: 'resumed', scope: 'In scope: /**' },
      },
    ]);
    expect(status).toMatchObject({ done: 2, errors: 1, warnings: 2 });
  });

  it('A2: shows how much of it is missing', () => {
    expect(statusAfter({ type: 'gap' }, { type: 'gap', missed: 12 })).toMatchObject({ gaps: 2, missed: 12 });
  });

  it('A2: is not changed by a note', () => {
    const before = statusAfter(started('first', 0));
    const note: CrawlEvent = { type: 'note', provider: 'docs', by: 'retain:preview', detail: 'kept are previews' };
    expect(foldStatus(before, note, BEGAN)).toEqual(before);
  });

  it('A2: can be sent as JSON and folded on at the other end', () => {
    const kept = fc.constantFrom(
      ...[started('again', 2), visited({ found: 2 }), visited({ state: 'failed' }), warning(), progress(9)],
      ...[{ type: 'gap' } as const, { type: 'waiting', until: 9, by: 'host:clock', detail: '' } as const],
    );
    fc.assert(
      fc.property(fc.array(kept), fc.array(kept), (sent, rest) => {
        const status = statusAfter(...sent);
        const before = JSON.stringify(status);
        const fold = (from: RunStatus): RunStatus => rest.reduce((one, event) => foldStatus(one, event, BEGAN), from);
        expect(fold(JSON.parse(before) as RunStatus)).toEqual(fold(status));
        // A status that was sent does not change.
        expect(JSON.stringify(status)).toBe(before);
      }),
    );
  });
});

describe('visits per second', () => {
  /** After visits at these milliseconds since the beginning. */
  const rate = (visits: readonly number[], at: number): number => {
    const status = visits.reduce((one, ms) => foldStatus(one, visited(), BEGAN + ms), beginStatus(BEGAN));
    return visitsPerSecond(status, BEGAN + at);
  };

  it.each([
    ['none before the first', [], 5_000, 0],
    ['in the first second as if it were over', [100, 200], 300, 2],
    ['since the beginning while that is less than ten seconds', [0, 1_000, 2_000, 3_000], 4_000, 1],
    ['over the last ten seconds later on', [0, 1_000, 15_000, 16_000, 17_000], 20_000, 0.3],
    ['with one that is ten seconds ago to the millisecond', [10_000, 15_000], 20_000, 0.2],
    ['none once the last is longer ago', [0, 1_000], 11_001, 0],
  ] as const)('are counted %s', (_, visits, at, expected) => {
    expect(rate(visits, at)).toBe(expected);
  });

  it('are forgotten with their ten seconds: a long run keeps no more of them', () => {
    let status = beginStatus(0);
    for (let at = 0; at < 60_000; at += 10) status = foldStatus(status, visited(), at);
    expect(status.recentVisits).toHaveLength(1_001);
    expect(status.done).toBe(6_000);
  });

  it('A2: tells how long what waits takes at the present rate, and at the average one when nothing is visited', () => {
    const status = statusAfter(started('first', 0), visited({ found: 40 }), visited(), visited(), visited());
    expect(status.waiting).toBe(37);
    const now = BEGAN + 4_000;
    expect([visitsPerSecond(status, now), averagePerSecond(status, now)]).toEqual([1, 1]);
    expect(secondsLeft(status, now)).toBe(37);
    expect(secondsLeft(status, BEGAN + 40_000)).toBe(370);
  });

  it('A2: tells no time left before the first visit, while paused and while nothing may be requested', () => {
    const status = statusAfter(started('first', 9), visited(), visited());
    const now = BEGAN + 3_000;
    expect(secondsLeft(status, now)).toBe(12);
    expect(secondsLeft(statusAfter(started('first', 9)), now)).toBeUndefined();
    expect(secondsLeft(foldStatus(status, { type: 'paused' }, now), now)).toBeUndefined();
    const until: CrawlEvent = { type: 'waiting', until: now + 9_000, by: 'budget:hour', detail: '' };
    expect(secondsLeft(foldStatus(status, until, now), now)).toBeUndefined();
  });

  it('A2: has the pace of its events, and that of its record where another process has it', () => {
    const now = BEGAN + 4_000;
    const waiting = { ...counts, discovered: 50, waiting: 40 };
    const status = statusAfter(started('first', 0), visited({ found: 40 }), visited(), visited(), visited());
    expect(runPace(waiting, status, 9, now)).toEqual({ done: 10, waiting: 40, now: 1, average: 1, left: 40 });
    const stored = storedRate({ requests: 10, startedAt: BEGAN, endedAt: BEGAN + 5_000 });
    expect(runPace(waiting, undefined, stored, now)).toEqual({ done: 10, waiting: 40, average: 2, left: 20 });
    expect(storedRate({ requests: 1, startedAt: BEGAN, endedAt: BEGAN })).toBe(0);
    expect(runPace(waiting, undefined, 0, now).left).toBeUndefined();
  });
});
