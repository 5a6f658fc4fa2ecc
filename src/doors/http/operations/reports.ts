// M2, M3: what runs changed, page by page and heading by heading, and how good what is stored is.

import type { Field } from '../../../core/options/field.ts';
import { pageChangeKinds } from '../../../core/page-change.ts';
import { reasonOf } from '../../../core/reasons.ts';
import { shownData } from '../../../core/url/shown-url.ts';
import { numberParam, operation, pageFields, rawOperation } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, figure, flag, list, named, object, oneOf, optional, record, text, time, url } from '../shape.ts';
import { alertShape } from './alerts.ts';
import { numberIn, runStateFields } from './runs.ts';

const rate = (of: string) => optional(figure(`${of}, in percent; absent where there was nothing to measure.`));

const qualityShape = named(
  'Quality',
  object({
    pages: count(),
    chunks: count(),
    averageTokens: optional(figure()),
    smallestTokens: optional(count('Of pages with several chunks.')),
    largestTokens: optional(count()),
    emptyRate: rate('Chunks without text'),
    duplicateRate: rate('Chunks whose text is in an earlier one'),
    shortRate: rate('Chunks that are too short'),
    pagesOutside: rate('Pages with fewer or more chunks than they should have'),
    selector: optional(object({ selector: text(), hitRate: rate('Pages on which it matched') })),
  }),
);

const adviceShape = named('Advice', object({ code: text(), setting: text('What it is about.'), text: text() }));
const contentAdvice = list(adviceShape, 'What could be better in what is stored, where it raises no alert.');

const changedPageShape = named(
  'ChangedPage',
  object({
    kind: oneOf(pageChangeKinds),
    url: url(),
    title: optional(text()),
    by: optional(text('The reason: `http:404`.')),
    detail: optional(text()),
    sections: optional(
      list(
        object({
          kind: oneOf(['added', 'changed', 'removed', 'renamed']),
          headings: list(text()),
          anchor: optional(text()),
          before: optional(list(text(), 'The earlier headings of a renamed section.')),
        }),
      ),
    ),
  }),
);

const reportFields = {
  provider: text('The source.'),
  name: text(),
  run: text('The number of the run.'),
  startedAt: time(),
  endedAt: time(),
  complete: flag('Whether nothing was left waiting.'),
  counts: object({
    ...{ new: count(), updated: count(), deleted: count(), unreachable: count(), excluded: count() },
    unchanged: count('Pages that were requested, or have an old date in their sitemap, and are as they were.'),
    total: count('Pages stored after the run.'),
  }),
  requested: count('Requests for pages.'),
  notDue: count('Pages that were not requested because they were not due; they are not among the unchanged ones.'),
  sameByDate: count('Of the unchanged ones: not requested, because their sitemap reports no change.'),
  nextDueAt: optional(time('When the first page that was not due will be.')),
  left: count(
    'Pages whose copies left the store though they were not deleted: moved, merged, forbidden now, or by their own wish.',
  ),
  changeRate: optional(figure('New, updated and deleted pages over all, in percent; absent for a first run.')),
  successRate: rate('Page requests with a good response'),
  averageMs: optional(figure('Average response time.')),
  durationMs: count(),
  bytes: count(),
  pagesCut: optional(count('Pages that were too large to be read whole.')),
  pages: list(changedPageShape, 'Changed pages; `counts` may be more.'),
  advice: list(adviceShape),
  estimate: optional(
    object({
      rows: list(
        object({
          ...{ what: oneOf(['pages', 'bytes', 'seconds']), estimate: figure(), actual: figure() },
          off: flag('More than twice or less than half, and enough to matter.'),
          shown: object({ estimate: text(), actual: text() }),
        }),
      ),
      warnings: list(text()),
    }),
  ),
};

const metricsShape = object({
  successRate: rate('Page requests with a good response'),
  errorRate: rate('Page requests with an error'),
  retryRate: rate('Page requests that were made again'),
  emptyRate: rate('Pages without text'),
  storedChange: rate('The change in the number of stored pages since the last run'),
  averageMs: optional(figure()),
  hosts: list(object({ host: text(), averageMs: figure() })),
  ...{ durationMs: count(), bytes: count(), requests: count() },
});

const runReportFields = {
  id: count('The number of the run.'),
  kind: oneOf(['crawl', 'refresh']),
  ...runStateFields,
  report: named('ChangeReport', object(reportFields)),
  metrics: named('RunMetrics', metricsShape),
};

const sourceReportShape = named(
  'SourceReport',
  object({
    provider: text('The source.'),
    name: text(),
    runs: list(named('RunReport', object(runReportFields)), 'The latest first.'),
    trend: list(
      object({ run: count(), stored: count(), changeRate: optional(figure('Absent for a first run.')) }),
      'The last runs, the oldest first.',
    ),
    alerts: list(alertShape, 'Open alerts.'),
    quality: qualityShape,
    judgements: list(
      object({
        bound: text(),
        ...{ value: figure(), limit: figure('The bound in force.') },
        isWithin: flag(),
        raises: flag('Whether it raises an alert; otherwise it is advice.'),
        of: optional(text('The content selector.')),
      }),
      'The quality beside its bounds.',
    ),
    advice: contentAdvice,
  }),
);

const providerParam = { name: 'provider', kind: 'text', required: true, doc: 'The source.' } as const satisfies Field;
const providerField = { name: 'provider', kind: 'text', doc: 'Only of this source.' } as const satisfies Field;
const last = {
  name: 'last',
  kind: 'integer',
  min: 1,
  max: 100,
  default: 1,
  doc: 'The last runs of a source.',
} as const;
const pages = {
  name: 'pages',
  kind: 'integer',
  min: 0,
  max: 10_000,
  default: 100,
  doc: 'At most this many changed pages of each run.',
} as const satisfies Field;
const next = optional(text('`cursor` of the next page; absent on the last.'));

export const reportOperations = [
  operation({
    ...{ id: 'listReports', method: 'get', path: '/reports', tag: 'Reports', scope: 'read', cli: 'docent report' },
    summary: 'What the last runs of each source changed, and how good what is stored is',
    query: [last, { ...pages, default: 0 }, ...pageFields],
    returns: { status: 200, shape: object({ reports: list(sourceReportShape), next }) },
    async run({ query: { last: runs, pages: mostPages, limit, cursor }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const part = { offset, limit: limit + 1 };
      const found = await means.reads.run('reports', { last: runs, mostPages, part });
      const reports = shownData(found.slice(0, limit));
      return { value: { reports, next: found.length > limit ? String(offset + limit) : undefined } };
    },
  }),
  operation({
    ...{ id: 'getReport', method: 'get', path: '/reports/{provider}', tag: 'Reports', scope: 'read' },
    summary: 'What the last runs of a source changed, page by page',
    cli: 'docent report <provider>',
    params: [providerParam],
    query: [last, pages],
    returns: { status: 200, shape: sourceReportShape },
    async run({ path: { provider }, query: { last: runs, pages: mostPages }, means }) {
      const found = await means.reads.run('report', { provider, last: runs, mostPages });
      if (found === undefined) throw noRuns(provider);
      return { value: shownData(found) };
    },
  }),
  rawOperation({
    ...{ id: 'getReportMarkdown', method: 'get', path: '/reports/{provider}/markdown', tag: 'Reports', scope: 'read' },
    summary: 'The same as a Markdown document',
    cli: 'docent report <provider> --markdown',
    params: [providerParam],
    query: [last, pages],
    returns: { status: 200, contentType: 'text/markdown', description: 'The document.' },
    async respond({ path: { provider }, query: { last: runs, pages: mostPages }, means }) {
      const found = await means.reads.run('reportMarkdown', { provider, last: runs, mostPages });
      if (found === undefined) throw noRuns(provider);
      return new Response(found, {
        headers: {
          'content-type': 'text/markdown; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
      });
    },
  }),
  operation({
    ...{ id: 'getRunReport', method: 'get', path: '/runs/{id}/report', tag: 'Reports', scope: 'read' },
    summary: 'What one run changed: counts, reasons, measures, and its pages',
    description: 'Pages are listed in the order their URLs were found, those of one response by kind.',
    cli: 'docent report --run <id>',
    params: [numberParam],
    query: [
      { name: 'kind', kind: 'choice', choices: pageChangeKinds, doc: 'Only pages that changed in this way.' },
      ...pageFields,
    ],
    returns: {
      status: 200,
      shape: object({
        ...runReportFields,
        changed: count('Changed pages, of this kind where one is chosen.'),
        reasons: list(
          object({ by: text(), means: optional(text('What it means.')), count: count() }),
          'Why pages ended as they did, the most frequent first.',
        ),
        next,
      }),
    },
    async run({ path: { id }, query: { kind, limit, cursor }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const found = await means.reads.run('runReport', { run: id, kind, offset, limit });
      if (found === undefined) throw new HttpProblem('not_found', `there is no run ${id}`);
      const reasons = Object.entries(found.reasons)
        .map(([by, n]) => ({ by, means: reasonOf(by)?.means, count: n }))
        .toSorted((one, other) => other.count - one.count);
      const more = offset + limit < found.changed ? String(offset + limit) : undefined;
      return { value: shownData({ ...found, reasons, next: more }) };
    },
  }),
  operation({
    ...{ id: 'getQuality', method: 'get', path: '/quality', tag: 'Reports', scope: 'read' },
    summary: 'How good the chunks of each source are, and the bounds they are held against',
    query: [providerField, ...pageFields],
    returns: {
      status: 200,
      shape: object({
        sources: list(
          object({
            ...{ provider: text(), quality: qualityShape, advice: contentAdvice },
            bounds: record(figure(), 'Those it is held against, by name.'),
          }),
        ),
        bounds: record(figure(), 'The global ones, by name.'),
        next,
      }),
    },
    async run({ query: { provider, limit, cursor }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const found = await means.reads.run('quality', { provider, offset, limit: limit + 1 });
      const more = found.length > limit ? String(offset + limit) : undefined;
      return { value: { sources: found.slice(0, limit), bounds: means.settings().bounds, next: more } };
    },
  }),
];

function noRuns(provider: string): HttpProblem {
  return new HttpProblem('not_found', `there is no run of "${provider.slice(0, 200)}"`);
}
