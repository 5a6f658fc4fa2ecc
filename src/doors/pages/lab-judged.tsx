// The part of the search lab about judged queries: the place of each right page now, and the score over time.
import { type JudgedList, type JudgedQuery, type JudgedScore, measureJudged } from '../../app/search/judged.ts';
import { HttpProblem } from '../http/problem.ts';
import type { View } from './layout.tsx';
import type { FormRoute } from './page-route.ts';
import { ActButton, Crawled, Empty, number, RowTable, State, UrlLink, When } from './parts.tsx';

const SCORES_SHOWN = 20;

/** The judged queries of a folder. */
export function judgedSection(view: View, { queries, scores }: JudgedList) {
  const [last] = scores;
  return (
    <section id="judged">
      <header>
        <h2>Judged queries</h2>
        {last === undefined || queries.length === 0 ? null : (
          <State tone="plain">{`MRR ${last.mrr.toFixed(3)}, ${number(last.found)} of ${number(last.queries)} found`}</State>
        )}
        {queries.length === 0 ? null : (
          <div class="actions">
            <ActButton view={view} path="/lab/judged/measure" title="Measure now" tone="main" />
          </div>
        )}
      </header>
      {queries.length === 0 ? (
        <Empty title="No query is judged yet">
          Examine a query and mark the page that should be first: its place is then measured whenever you like, and
          shows whether a change of selectors or weights made search better.
        </Empty>
      ) : (
        <>
          <RowTable columns={queryColumns(view)} rows={queries} total={queries.length} />
          {scores.length < 2 ? null : (
            <details>
              <summary>The last {number(Math.min(scores.length, SCORES_SHOWN))} measurements</summary>
              <RowTable columns={scoreColumns} rows={scores.slice(0, SCORES_SHOWN)} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

/** Marks a result of the query as the page that should be first; not shown where it is marked. */
export function judgeButton(view: View, query: string, url: string) {
  const page = url.split('#', 1)[0] as string;
  return <ActButton view={view} path="/lab/judged" title="This page should be first" fields={{ query, url: page }} />;
}

function queryColumns(view: View) {
  return [
    {
      ...{ title: 'Query', kind: 'head' as const },
      cell: ({ query }: JudgedQuery) => (
        <a href={`${view.base}/lab?q=${encodeURIComponent(query)}`}>
          <Crawled text={query} most={120} />
        </a>
      ),
    },
    { title: 'Should find', cell: ({ url }: JudgedQuery) => <UrlLink view={view} url={url} /> },
    {
      ...{ title: 'Place', kind: 'tight' as const },
      cell: ({ rank, measuredAt }: JudgedQuery) =>
        measuredAt === undefined ? (
          <span class="soft">not measured</span>
        ) : (
          <State tone={rank === 1 ? 'good' : rank === undefined ? 'bad' : 'warn'}>
            {rank === undefined ? 'not among ten' : String(rank)}
          </State>
        ),
    },
    {
      ...{ title: 'Measured', kind: 'tight' as const },
      cell: ({ measuredAt }: JudgedQuery) => <When at={measuredAt} />,
    },
    {
      title: '',
      cell: ({ id }: JudgedQuery) => (
        <ActButton view={view} path="/lab/judged/remove" title="Remove" fields={{ id: String(id) }} />
      ),
    },
  ];
}

const scoreColumns = [
  { title: 'When', kind: 'head' as const, cell: ({ at }: JudgedScore) => <When at={at} /> },
  { title: 'MRR', kind: 'number' as const, cell: ({ mrr }: JudgedScore) => mrr.toFixed(3) },
  {
    title: 'Of 1',
    cell: ({ mrr }: JudgedScore) => <meter min={0} max={1} value={mrr} aria-label={`MRR ${mrr.toFixed(3)}`} />,
  },
  { title: 'Queries', kind: 'number' as const, cell: ({ queries }: JudgedScore) => number(queries) },
  { title: 'Found', kind: 'number' as const, cell: ({ found }: JudgedScore) => number(found) },
];

export const judgedForms: readonly FormRoute[] = [
  {
    path: '/lab/judged',
    async act({ means, form }) {
      const query = form.get('query') ?? '';
      await means.works.run('addJudged', { query, url: form.get('url') ?? '' });
      return `/lab?q=${encodeURIComponent(query)}#judged`;
    },
  },
  {
    path: '/lab/judged/remove',
    async act({ means, form }) {
      const id = Number(form.get('id'));
      if (!Number.isSafeInteger(id) || !(await means.works.run('removeJudged', { id })))
        throw new HttpProblem('not_found', 'there is no such judged query');
      return '/lab#judged';
    },
  },
  {
    path: '/lab/judged/measure',
    async act({ means }) {
      const { queries } = await means.reads.run('judged', undefined);
      await measureJudged(queries, means.search(), (measured) => means.works.run('keepScore', measured));
      return '/lab#judged';
    },
  },
];
