// Proves the change report: its figures, its exact log block, its advice, and estimate beside actual (M3, F10, F12).
import { describe, expect, it } from 'vitest';
import { type AdviceFacts, adviceFor } from './advice.ts';
import {
  changeReport,
  checkedText,
  hasChanges,
  type PageChange,
  type ReportFacts,
  reportLines,
  unreachableText,
} from './change-report.ts';
import { compareEstimate } from './estimate.ts';

const pages = (kind: PageChange['kind'], count: number): readonly PageChange[] =>
  Array.from({ length: count }, (_, at) => ({ kind, url: `https://example.com/${kind}/${at}` }));

const facts = (more: Partial<ReportFacts> = {}): ReportFacts => ({
  provider: 'openai',
  name: 'OpenAI',
  run: '7',
  startedAt: Date.parse('2026-02-22T17:55:28Z'),
  endedAt: Date.parse('2026-02-22T18:00:00Z'),
  total: 187,
  unchanged: 170,
  pages: [...pages('updated', 12), ...pages('deleted', 2), ...pages('new', 5)],
  metrics: { successRate: 98.41, averageMs: 340.4, durationMs: 272_000, bytes: 5_000_000 },
  complete: true,
  ...more,
});

describe('reportLines', () => {
  it('M3: is the block of the specification, in local time', () => {
    expect(`${reportLines(changeReport(facts()), 'Asia/Seoul').join('\n')}\n`).toBe(
      `[2026-02-23 03:00:00] [CRAWL_REPORT] Provider: OpenAI
  - Total Pages: 187
  - New: 5, Updated: 12, Deleted: 2
  - Change Rate: 10.2%
  - Success Rate: 98.4%
  - Avg Response Time: 340ms
  - Duration: 4m 32s
`,
    );
  });

  it('M3: shows n/a where nothing was requested, and 0.0% where there are no pages', () => {
    const metrics = { successRate: undefined, averageMs: undefined, durationMs: 400, bytes: 0 };
    const lines = reportLines(changeReport(facts({ total: 0, pages: pages('deleted', 2), metrics })), 'UTC');
    expect(lines.slice(3)).toEqual([
      '  - Change Rate: 0.0%',
      '  - Success Rate: n/a',
      '  - Avg Response Time: n/a',
      '  - Duration: 0s',
    ]);
  });

  it.each([
    [59_400, '59s'],
    [60_000, '1m 0s'],
    [3 * 3_600_000 + 65_000, '3h 1m 5s'],
    [-5_000, '0s'],
    [Number.NaN, '0s'],
  ])('M3: a duration of %d ms is written %s', (durationMs, written) => {
    const metrics = { successRate: 1, averageMs: 1, durationMs, bytes: 0 };
    expect(reportLines(changeReport(facts({ metrics })), 'UTC')[6]).toBe(`  - Duration: ${written}`);
  });

  it('M3: midnight is 00, and a name cannot start a line of its own', () => {
    const report = changeReport(facts({ name: 'x\n[CRAWL_REPORT] y', endedAt: Date.parse('2026-03-01T00:00:00Z') }));
    expect(reportLines(report, 'UTC')[0]).toBe(
      '[2026-03-01 00:00:00] [CRAWL_REPORT] Provider: x\\u000a[CRAWL_REPORT] y',
    );
  });
});

describe('unreachable pages', () => {
  it.each([
    [0, 0, 'Deleted: 0', '0.0%', undefined],
    [0, 3, 'Deleted: 3', '1.6%', '3 pages of those counted as deleted could not be reached, and stay stored'],
    [2, 1, 'Deleted: 3', '1.6%', '1 page of those counted as deleted could not be reached, and stays stored'],
    [
      2,
      1_000,
      'Deleted: 1002',
      '535.8%',
      '1,000 pages of those counted as deleted could not be reached, and stay stored',
    ],
  ])(
    'M3: %d deleted and %d unreachable pages are both deleted in the block, and apart for a person',
    (deleted, unreachable, line, rate, apart) => {
      const counts = { new: 0, updated: 0, deleted, unreachable, excluded: 4 };
      const report = changeReport(facts({ pages: [], counts }));
      expect(reportLines(report, 'UTC').slice(2, 4)).toEqual([
        `  - New: 0, Updated: 0, ${line}`,
        `  - Change Rate: ${rate}`,
      ]);
      expect(unreachableText(report)).toBe(apart);
    },
  );
});

describe('changeReport', () => {
  it('F10: unreachable and excluded pages are listed apart and are no part of the change rate', () => {
    const report = changeReport(facts({ total: 10, pages: [...pages('unreachable', 3), ...pages('excluded', 2)] }));
    expect(report.counts).toMatchObject({ new: 0, updated: 0, deleted: 0, unreachable: 3, excluded: 2 });
    expect([report.changeRate, hasChanges(report)]).toEqual([0, false]);
  });

  it('M3: the same facts make the same report, in whatever order their pages come', () => {
    const { pages: some } = facts();
    expect(changeReport(facts({ pages: some.toReversed() }))).toEqual(changeReport(facts()));
    expect(
      changeReport(facts())
        .pages.map(({ kind }) => kind)
        .slice(0, 6),
    ).toEqual([...Array(5).fill('new'), 'updated']);
  });

  it.each([
    ['all was looked at', { unchanged: 187, pages: [] }, undefined],
    [
      'nothing was due',
      { unchanged: 0, pages: [], notDue: 200, nextDueAt: Date.parse('2026-11-24T20:00:00Z') },
      '0 checked, 200 not due until 2026-11-25',
    ],
    ['a seed was looked at', { unchanged: 1, pages: [], notDue: 1_199 }, '1 checked, 1,199 not due'],
    [
      'dates were enough for some',
      { unchanged: 12, pages: pages('new', 1), sameByDate: 10 },
      '3 checked, 10 unchanged by the dates of their sitemap, and not requested',
    ],
  ])('M5: where %s, a person reads what was checked', (_, more, words) => {
    expect(checkedText(changeReport(facts(more)), 'Asia/Seoul')).toBe(words);
  });

  it('M3: a first run found no change, and its block has what its format demands', () => {
    const first = changeReport(facts({ pages: pages('new', 187), isFirst: true }));
    expect(first.changeRate).toBeUndefined();
    expect(reportLines(first, 'UTC').join('\n')).toContain('Change Rate: 100.0%');
  });

  it('M3: counts hold where the list of pages was cut', () => {
    const counts = { new: 900, updated: 0, deleted: 0, unreachable: 0, excluded: 0 };
    expect(changeReport(facts({ counts, total: 1_000 })).changeRate).toBe(90);
  });
});

describe('adviceFor', () => {
  const well: AdviceFacts = {
    provider: 'openai',
    mergedByQuery: 0,
    query: 'drop',
    duplicates: 2,
    stored: 100,
    maxPages: 200,
    mostPages: 500,
    mostDepth: 5,
    plain: false,
    stoppedAtMaxPages: false,
    tooDeep: 0,
    maxDepth: 3,
    selector: { selector: '.docs', pages: 100, misses: 4 },
    read: 100,
    empty: 2,
    outOfScope: 500,
    waitingForBudget: 0,
    waitingForApi: false,
    withoutApi: false,
    discovered: 700,
  };

  it('M3: there is no advice when all is well', () => {
    expect(adviceFor(well)).toEqual([]);
  });

  it.each<[string, Partial<AdviceFacts>, string]>([
    ['query-merged', { mergedByQuery: 40 }, 'set query: tracking'],
    ['query-duplicates', { query: 'keep', duplicates: 300 }, 'try query: tracking'],
    ['max-pages', { stoppedAtMaxPages: true }, 'up to 500 are possible'],
    ['max-pages', { stoppedAtMaxPages: true, maxPages: 500 }, 'or own_site, up to 100,000 are possible'],
    ['max-pages', { stoppedAtMaxPages: true, maxPages: 500, mostPages: 100_000 }, 'up to 100,000 are possible'],
    [
      'max-pages',
      { stoppedAtMaxPages: true, maxPages: 100_000, mostPages: 100_000 },
      'split the site into several providers',
    ],
    ['max-pages', { stoppedAtMaxPages: true, maxPages: 50, policyPages: 200 }, 'its policy has max_pages 200'],
    [
      'max-pages',
      { stoppedAtMaxPages: true, maxPages: 2000, plain: true },
      'max_pages 2,000 with URLs waiting; crawl it again with a larger --max-pages',
    ],
    ['max-depth', { tooDeep: 80 }, 'try 4'],
    ['max-depth', { tooDeep: 80, maxDepth: 5 }, 'add seed_urls'],
    ['max-depth', { tooDeep: 80, maxDepth: 7, plain: true }, 'max_depth 7; try --max-depth 8'],
    [
      'selector-misses',
      { selector: { selector: '.docs', pages: 100, misses: 60 } },
      '.docs matched nothing on 60 of 100',
    ],
    ['empty-pages', { empty: 50 }, 'docent has no browser yet'],
    ['patterns-narrow', { stored: 1 }, 'docent urls openai --by scope'],
    ['budget', { waitingForBudget: 9 }, '9 URLs wait'],
    ['api-limit', { waitingForApi: true }, 'the limit on requests that GitHub sets'],
    ['api-refused', { withoutApi: true }, 'the site itself was crawled'],
  ])('M3: %s is advised when %o', (code, more, words) => {
    const advice = adviceFor({ ...well, ...more });
    expect(advice.map((one) => one.code)).toEqual([code]);
    expect(advice[0]?.text).toContain(words);
  });
});

describe('compareEstimate', () => {
  const plan = { pages: 100, bytes: 4_000_000, seconds: 180 };

  it('F12: estimate and actual are shown side by side, and what is off by more than twice is marked', () => {
    const { rows, warnings } = compareEstimate(plan, { pages: 201, bytes: 8_000_000, seconds: 89 });
    expect(rows.map(({ what, ratio, off }) => [what, Number(ratio.toFixed(2)), off])).toEqual([
      ['pages', 2.01, true],
      ['bytes', 2, false],
      ['seconds', 0.49, true],
    ]);
    expect(warnings).toEqual([
      'Pages: estimated 100 pages, actually 201 pages (2.0 times as much)',
      'Time: estimated 3m 0s, actually 1m 29s (2.0 times less)',
    ]);
  });

  it('F12: a run that was stopped is not blamed for having done less', () => {
    expect(compareEstimate(plan, { pages: 10, bytes: 1, seconds: 2 }, { complete: false }).warnings).toEqual([]);
    expect(compareEstimate(plan, { pages: 300, bytes: 1, seconds: 2 }, { complete: false }).warnings).toHaveLength(1);
  });

  it('F12: nothing estimated, nothing done, and small numbers make no noise', () => {
    const none = { pages: 0, bytes: 0, seconds: 0 };
    expect(compareEstimate(none, none)).toMatchObject({
      rows: [{ ratio: 1 }, { ratio: 1 }, { ratio: 1 }],
      warnings: [],
    });
    expect(compareEstimate({ ...none, pages: 1 }, { pages: 3, bytes: 999, seconds: 4 }).warnings).toEqual([]);
    expect(compareEstimate(none, { ...none, pages: 50 }).warnings).toEqual([
      'Pages: estimated 0 pages, actually 50 pages (no comparison)',
    ]);
    expect(compareEstimate({ ...none, pages: Number.NaN }, none).warnings).toEqual([]);
  });
});
