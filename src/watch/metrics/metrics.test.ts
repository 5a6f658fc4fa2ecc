// Proves the numbers of a run and of its chunks (M1, M2).
import { describe, expect, it } from 'vitest';
import { judgeAlerts } from '../alerts/alerts.ts';
import { defaultBounds } from '../alerts/bounds.ts';
import { causeFacts, type RunCounters, runMeasures, runMetrics } from './metrics.ts';
import { chunkQuality, type PageChunks, qualityMeasures } from './quality.ts';

const counters = (more: Partial<RunCounters> = {}): RunCounters => ({
  startedAt: 1_000,
  endedAt: 273_000,
  requests: 200,
  ok: 150,
  notModified: 40,
  clientErrors: 6,
  serverErrors: 2,
  retried: 3,
  read: 150,
  empty: 15,
  bytes: 1_234_567,
  hosts: [
    { host: 'a.example', answers: 100, ms: 20_000 },
    { host: 'b.example', answers: 50, ms: 300_000 },
    { host: 'c.example', answers: 0, ms: 0 },
  ],
  stored: 120,
  storedBefore: 100,
  ...more,
});

describe('runMetrics', () => {
  it('M1: success is 200 and 304 over page requests; errors, retries and empty pages are shares', () => {
    expect(runMetrics(counters())).toEqual({
      successRate: 95,
      errorRate: 4,
      retryRate: 1.5,
      emptyRate: 10,
      storedChange: 20,
      averageMs: 320_000 / 150,
      hosts: [
        { host: 'a.example', averageMs: 200 },
        { host: 'b.example', averageMs: 6_000 },
      ],
      durationMs: 272_000,
      bytes: 1_234_567,
      requests: 200,
    });
  });

  it('M1: the number of stored pages counts whether it went up or down, and not on a first run', () => {
    expect(runMetrics(counters({ stored: 40 })).storedChange).toBe(60);
    expect(runMetrics(counters({ stored: 150 })).storedChange).toBe(50);
    expect(runMetrics(counters({ storedBefore: undefined })).storedChange).toBeUndefined();
    expect(runMetrics(counters({ storedBefore: 0 })).storedChange).toBeUndefined();
  });

  it('M1: what was not measured is no measure, and each host is one', () => {
    const nothing = counters({
      requests: 0,
      ok: 0,
      notModified: 0,
      read: 0,
      empty: 0,
      hosts: [],
      storedBefore: undefined,
    });
    expect(runMeasures(runMetrics(nothing)).map(({ bound }) => bound)).toEqual(['run_hours']);
    expect(runMeasures(runMetrics(counters())).filter(({ bound }) => bound === 'response_time')).toEqual([
      { bound: 'response_time', value: 200, of: 'a.example' },
      { bound: 'response_time', value: 6_000, of: 'b.example' },
    ]);
  });

  it('FAULTS 35: a clock that was put back makes no negative duration', () => {
    expect(runMetrics(counters({ startedAt: 3_600_000, endedAt: 0 })).durationMs).toBe(0);
  });
});

describe('chunkQuality', () => {
  const page = (tokens: readonly number[], hashes = tokens.map((_, at) => `${tokens.length}-${at}`)): PageChunks => ({
    tokens,
    hashes,
  });

  it('M2: averages, shares and extremes of the chunks', async () => {
    const pages = [page([300, 40, 0]), page([30]), page([400], ['3-0']), page(Array(21).fill(200)), page([])];
    expect(await chunkQuality({ pages }, defaultBounds)).toEqual({
      pages: 5,
      chunks: 26,
      averageTokens: (340 + 30 + 400 + 4_200) / 26,
      smallestTokens: 0,
      largestTokens: 400,
      emptyRate: (1 / 26) * 100,
      duplicateRate: (1 / 26) * 100,
      shortRate: (2 / 26) * 100,
      pagesOutside: 40,
    });
  });

  it('M2: a short page that is one chunk is not held against its size', async () => {
    expect(await chunkQuality({ pages: [page([12])] }, defaultBounds)).toMatchObject({
      shortRate: 0,
      smallestTokens: undefined,
    });
  });

  it('M2: the hit rate of the provider’s own selector is a measure only where it has one and pages were read', async () => {
    const measured = async (selector?: { selector: string; hits: number; pages: number }) =>
      qualityMeasures(await chunkQuality({ pages: [], selector }, defaultBounds));
    expect(await measured()).toEqual([{ bound: 'selector_hits', value: undefined }]);
    expect(await measured({ selector: '.docs', hits: 0, pages: 0 })).toEqual([]);
    expect(await measured({ selector: '.docs', hits: 1, pages: 4 })).toEqual([
      { bound: 'selector_hits', value: 25, of: '.docs' },
    ]);
  });

  it('M2: what is wrong with the chunks is reported with the selector that no longer matches, where there is one', async () => {
    const pages = [{ tokens: [3], hashes: ['a'] }];
    const raisedBy = async (hits: number) => {
      const selector = { selector: '.docs', hits, pages: 4 };
      const measures = qualityMeasures(await chunkQuality({ pages, selector }, defaultBounds));
      const { raised } = judgeAlerts({ run: 1, provider: 'p', measures, bounds: defaultBounds, open: [], now: 1 });
      return raised.map(({ about, bounds = [], command }) => [about, bounds.map(({ bound }) => bound), command]);
    };
    expect(await raisedBy(1)).toEqual([
      ['selector', ['selector_hits', 'average_tokens_least'], 'docent providers check p'],
    ]);
    expect(await raisedBy(4)).toEqual([['splitting', ['average_tokens_least'], 'docent urls p --chunks']]);
  });
});

describe('causeFacts', () => {
  const counters = {
    ...{ startedAt: 0, endedAt: 1, requests: 20, ok: 8, notModified: 1, clientErrors: 5, serverErrors: 4 },
    ...{ retried: 0, read: 8, empty: 0, bytes: 0, hosts: [], stored: 12, storedBefore: 10 },
  };

  it('M1: tells requests that failed by how they did', () => {
    expect(causeFacts(counters, { 'http:404': 2, 'http:410': 1, 'http:403': 2, 'http:200': 8 })).toEqual({
      ...{ gone: 3, refused: 2, broken: 4, silent: 2, grew: true },
    });
    // A reason of a URL is not counted as a request that was not made.
    expect(causeFacts({ ...counters, stored: 10 }, { 'http:404': 9 })).toMatchObject({
      gone: 5,
      refused: 0,
      grew: false,
    });
  });
});
