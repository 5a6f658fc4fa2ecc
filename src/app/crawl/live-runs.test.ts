// A2: what a process remembers of the runs it follows: their status and latest events, bounded.
import { describe, expect, it } from 'vitest';
import type { CrawlEvent } from '../../crawl/run/events.ts';
import { createLiveRuns } from './live-runs.ts';

const visited = (provider: string, nth: number): CrawlEvent => ({
  ...{ type: 'visited', provider, url: `https://a.test/${nth}`, state: 'indexed', by: 'http:200', detail: '' },
  ...{ depth: 1, ms: 1, bytes: 1, found: 0 },
});

describe('runs that a process follows', () => {
  it('A2: have the status of their events, and no other run’s', () => {
    const runs = createLiveRuns(() => 1_000);
    const [one, two] = [runs.follow(), runs.follow()];
    one.note(visited('a', 1));
    two.note(visited('b', 1));
    two.note(visited('b', 2));
    expect([runs.of('a')?.status.done, runs.of('b')?.status.done, runs.of('c')]).toEqual([1, 2, undefined]);
    runs.follow().note(visited('a', 9));
    expect(runs.of('a')?.log.map(({ event }) => 'url' in event && event.url)).toEqual(['https://a.test/9']);
  });

  it('A2: are found by the begin and end of their records, also after a later run of the source', () => {
    let now = 1_000;
    const runs = createLiveRuns(() => now);
    const begin = (how: 'first' | 'again' | 'resumed') => {
      const run = runs.follow();
      now += 10;
      run.note({ type: 'started', provider: 'a', how, scope: '', waiting: 0 });
      return run;
    };
    begin('first').note(visited('a', 1));
    now = 2_000;
    begin('again').note(visited('a', 2));
    const first = (record: { readonly startedAt: number; readonly endedAt?: number }) =>
      runs.ofRun({ provider: 'a', ...record })?.log.map(({ event }) => 'url' in event && event.url)[0];
    expect(first({ startedAt: 1_005, endedAt: 1_500 })).toBe('https://a.test/1');
    expect(first({ startedAt: 2_005 })).toBe('https://a.test/2');
    // It ended before its begin was noted.
    expect(first({ startedAt: 2_005, endedAt: 2_006 })).toBe('https://a.test/2');
    // Another process began it, and this one goes on with it.
    expect(first({ startedAt: 1_800, endedAt: 3_000 })).toBe('https://a.test/2');
    expect(first({ startedAt: 10, endedAt: 500 })).toBeUndefined();
    expect(runs.ofRun({ provider: 'b', startedAt: 1_005 })).toBeUndefined();
  });

  it('A2: keep the last 500 events of each of the last 20 runs', () => {
    const runs = createLiveRuns(() => 1_000);
    for (let run = 0; run < 21; run++) {
      const { note } = runs.follow();
      for (let nth = 0; nth < 501; nth++) note(visited(`p${run}`, nth));
    }
    expect(runs.of('p0')).toBeUndefined();
    const { log, status } = runs.of('p1') ?? { log: [] };
    expect([status?.done, log.length, log[0]?.event]).toMatchObject([501, 500, { url: 'https://a.test/1' }]);
  });
});
