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
