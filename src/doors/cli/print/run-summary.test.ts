// Proves what stands at the end of a run: its figures, and one command that comes next.
import { describe, expect, it } from 'vitest';
import type { Conclusion } from '../../../app/watch/report-run.ts';
import { endStates } from '../../../core/end-states.ts';
import { changeReport, reportLines } from '../../../watch/report/change-report.ts';
import { runSummary } from './run-summary.ts';
import { styleFor } from './terminal.ts';

const style = styleFor({ write: () => {} }, {});

function concluded(provider: string): Conclusion {
  const report = changeReport({
    ...{
      provider,
      run: '7',
      startedAt: 0,
      endedAt: 272_000,
      total: 1_187,
      before: 1_184,
      unchanged: 1_170,
      complete: true,
    },
    pages: [],
    counts: { new: 5, updated: 12, deleted: 2, unreachable: 1, excluded: 0 },
    metrics: { successRate: 98.4, averageMs: 340, durationMs: 272_000, bytes: 1 },
  });
  return {
    provider,
    run: 7,
    report,
    text: reportLines(report, 'UTC').join('\n'),
    alerts: { raised: [], continuing: [], ended: [] },
  };
}

const counts = { ...Object.fromEntries(endStates.map((state) => [state, 0])), discovered: 3, indexed: 3, waiting: 0 };
const ended = (provider: string) =>
  ({ provider, complete: true, state: 'complete', counts, mergedByQuery: 0, pagesCut: 0 }) as never;

describe('M3: the summary of a run', () => {
  const next = { say: 'this finds words in it', command: 'docent search <words>' };
  const summary = { result: { exitCode: 0, providers: [ended('one'), ended('two')] }, remarks: '', next } as const;

  it('has the figures of the block, and no block', () => {
    const text = runSummary({ ...summary, concluded: [concluded('one'), concluded('two')] }, style, 80);
    expect(text.split('\n').slice(0, 7)).toEqual([
      'one  complete',
      '  3 discovered = 3 indexed',
      '  pages     1,187: 5 new, 12 updated, 3 deleted; change rate 1.7%',
      '  requests  98.4% answered, 340ms on average; 4m 32s in all',
      expect.stringMatching(/^ {2}apart {5}1 page of those counted as deleted/),
      expect.any(String),
      'two  complete',
    ]);
    for (const figure of ['1187', '5', '12', '3', '1.7%', '98.4%', '340ms', '4m 32s'])
      expect(concluded('one').text).toContain(figure);
    expect(text).not.toContain('CRAWL_REPORT');
  });

  it('ends with one command', () => {
    const text = runSummary({ ...summary, concluded: [] }, style, 80);
    expect(text).toMatch(/two {2}complete\n.*\n {2}this finds words in it:\n {4}docent search <words>\n$/);
    expect(text.match(/^ *docent /gm)).toHaveLength(1);
  });
});
