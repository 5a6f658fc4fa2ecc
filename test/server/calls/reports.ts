// Calls of the operations on reports, quality and alerts.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface RunReport {
  readonly id: number;
  readonly report: {
    readonly counts: Readonly<Record<string, number>>;
    readonly pages: readonly { readonly kind: string; readonly url: string }[];
  };
  readonly metrics: { readonly requests: number };
}

interface SourceReport {
  readonly provider: string;
  readonly runs: readonly RunReport[];
  readonly quality: { readonly pages: number; readonly chunks: number };
}

export const reportCalls: ExampleCalls = ({ provider, site }) => [
  {
    ...{ shows: 'the last run of each source', operation: 'listReports', status: 200 },
    check({ reports }: { reports: readonly SourceReport[] }) {
      expect(reports.map((report) => report.provider)).toEqual([provider]);
      const [{ runs, quality } = {}] = reports;
      expect(runs).toHaveLength(1);
      expect(runs?.[0]?.report).toMatchObject({ counts: { total: 10 }, pages: [] });
      expect(quality).toMatchObject({ pages: 10, chunks: expect.any(Number) });
    },
  },
  { shows: 'that 0 runs are none', operation: 'listReports', query: { last: 0 }, status: 400 },
  {
    ...{ shows: 'the changed pages of a source', operation: 'getReport', path: { provider }, status: 200 },
    query: { pages: 3, last: 100 },
    check({ runs }: SourceReport) {
      const first = runs.at(-1);
      expect(first?.report.counts).toMatchObject({ new: 10, total: 10 });
      expect(first?.report.pages.map(({ kind }) => kind)).toEqual(['new', 'new', 'new']);
    },
  },
  { shows: 'that nobody has no report', operation: 'getReport', path: { provider: 'nobody' }, status: 404 },
  {
    ...{ shows: 'the same as a document', operation: 'getReportMarkdown', path: { provider }, query: { last: 9 } },
    status: 200,
    check: (text: string) => expect(text).toMatch(/^# [\s\S]*\/docs\/tasks/),
  },
  { shows: 'that nobody has no document', operation: 'getReportMarkdown', path: { provider: 'x' }, status: 404 },
  {
    ...{ shows: 'what one run changed', operation: 'getRunReport', path: { id: 1 }, status: 200 },
    query: { kind: 'new', limit: 4, cursor: 8 },
    check(value: RunReport & { changed: number; reasons: readonly object[]; next?: string }) {
      expect(value).toMatchObject({ id: 1, changed: 10, metrics: { requests: 10 } });
      expect(value.report.pages.map(({ url }) => url.startsWith(site))).toEqual([true, true]);
      expect(value.reasons).toContainEqual({ by: 'http:200', count: 10, means: expect.any(String) });
      expect(value.next).toBeUndefined();
    },
  },
  { shows: 'that there is no run 99', operation: 'getRunReport', path: { id: 99 }, status: 404 },
  {
    ...{ shows: 'how good the chunks are', operation: 'getQuality', query: { provider }, status: 200 },
    check: (value: object) =>
      expect(value).toMatchObject({
        sources: [{ provider, quality: { pages: 10, emptyRate: 0 } }],
        bounds: { success_rate: expect.any(Number) },
      }),
  },
  { shows: 'that no list has this cursor', operation: 'getQuality', query: { cursor: 'x' }, status: 400 },
  {
    ...{ shows: 'what is out of bounds', operation: 'listAlerts', query: { state: 'all' }, status: 200 },
    check: ({ judged }: { judged: readonly string[] }) => expect(judged).toEqual([provider]),
  },
  { shows: 'that alerts have no such state', operation: 'listAlerts', query: { state: 'new' }, status: 400 },
  { shows: 'that no webhook is configured', operation: 'testAlerts', status: 400 },
];
