// One run, while it lasts and after: what became of its URLs, its pace, its hosts, its log, and the runs before it.

import type { LiveRun } from '../../app/crawl/live-runs.ts';
import type { RunChanges, RunDetails } from '../../app/crawl/run-details.ts';
import { type PageChangeKind, pageChangeKinds } from '../../core/page-change.ts';
import { runPace, storedRate } from '../../crawl/run/status.ts';
import { HttpProblem } from '../http/problem.ts';
import { fetchesPath } from './fetches.tsx';
import { framedPage, type View } from './layout.tsx';
import type { FormRoute, PageCall, PageRoute } from './page-route.ts';
import { Crawled, Empty, Figures, number, RowTable, rate, State, size, span, UrlLink, When } from './parts.tsx';
import { logFilterIn, logSection } from './run-log.tsx';
import { changeNames, conservation, depthBars, hostTable, reasonSection, runTable, statusBars } from './run-parts.tsx';
import { runActions, runIdIn, runState } from './runs.tsx';
import { storedPath } from './stored-pages.ts';

const MOST_CHANGES = 1_000;

const shown: readonly PageRoute[] = [
  {
    path: '/runs/{id}',
    async show(call) {
      const { view, means, path, query } = call;
      const id = runIdIn(path);
      const details = found(await means.reads.run('runDetails', { id }), id);
      const { provider, state, kind } = details.view;
      const live = means.runs.live.ofRun(details.facts);
      const isUnderWay = state === 'running' || state === 'paused' || state === 'killed';
      return framedPage({
        ...{ view, place: 'runs', title: `Run ${id} of ${provider}` },
        crumbs: [{ title: 'Runs', path: '/runs' }],
        beside: (
          <div id="state" class="actions" data-live>
            {runState(details.view)}
            {kind === 'refresh' ? <State tone="plain">refresh</State> : null}
            {runActions(view, details.view)}
          </div>
        ),
        live: isUnderWay ? { provider } : undefined,
        same: { cli: `docent report --run ${id}`, api: `GET /runs/${id}` },
        children: runParts(view, details, live, logFilterIn(query)),
      });
    },
  },
  {
    path: '/runs/{id}/changes',
    async show({ view, means, path, query }: PageCall) {
      const id = runIdIn(path);
      const kind = pageChangeKinds.find((one) => one === query.get('kind'));
      const { provider, counts, pages } = found(
        await means.reads.run('runChanges', { id, kind, limit: MOST_CHANGES }),
        id,
      );
      return framedPage({
        ...{ view, place: 'runs', title: `Changes of run ${id}` },
        crumbs: [
          { title: 'Runs', path: '/runs' },
          { title: `${id} of ${provider}`, path: `/runs/${id}` },
        ],
        same: { cli: `docent report --run ${id}`, api: `GET /runs/${id}/report` },
        children: (
          <>
            {kindTabs(view, id, kind, counts)}
            {changeList(view, pages, kind === undefined ? undefined : counts[kind])}
          </>
        ),
      });
    },
  },
];
const forms: readonly FormRoute[] = [];

export const runPage = { shown, forms };

function found<T>(value: T | undefined, id: number): T {
  if (value === undefined) throw new HttpProblem('not_found', `there is no run ${id}`);
  return value;
}

function runParts(view: View, details: RunDetails, live: LiveRun | undefined, filter: ReturnType<typeof logFilterIn>) {
  const { urls, facts, view: run, compared } = details;
  return (
    <>
      <section id="accounting" data-live aria-label="What became of its URLs">
        {conservation(view, run.provider, urls, facts)}
      </section>
      <div id="pace" data-live>
        {figures(view, details, live)}
      </div>
      <div class="split">
        {statusBars(view, details)}
        {urls === undefined ? null : depthBars(view, run.provider, urls)}
      </div>
      {reasonSection(view, run.provider, details)}
      {hostTable(view, details, run.pid === process.pid ? live?.status.hosts : undefined)}
      {runTable(view, run.id, compared)}
      {logSection(view, run, live, filter)}
    </>
  );
}

function figures(view: View, { urls, facts, fetches, view: run }: RunDetails, live: LiveRun | undefined) {
  const { counters, changes, startedAt, endedAt } = facts;
  const at = Date.now();
  const isUnderWay = run.state === 'running' || run.state === 'paused';
  const status = isUnderWay && run.pid === process.pid ? live?.status : undefined;
  const pace = urls === undefined ? undefined : runPace(urls.counts, status, storedRate(counters), at);
  const changed = changes.new + changes.updated + changes.deleted;
  const hasPace = run.state === 'running' && pace?.now !== undefined;
  const rates = {
    name: hasPace ? 'Pages a second now' : 'Requests a second',
    value: rate(hasPace ? pace.now : storedRate(counters)),
    note: hasPace ? `${rate(pace.average)} on average` : 'on average',
  };
  const left =
    run.state === 'running' && pace !== undefined
      ? [
          {
            ...{ name: 'Time left', value: pace.left === undefined ? '–' : `about ${span(pace.left)}` },
            note: `${number(pace.done)} done, ${number(pace.waiting)} queued`,
          },
        ]
      : [];
  return (
    <Figures
      view={view}
      figures={[
        ...left,
        // The time of a pause is no pace.
        ...(run.state === 'paused' ? [] : [rates]),
        {
          ...{ name: 'Requests', value: number(counters.requests), note: size(counters.bytes) },
          ...(counters.requests > 0 && fetches.fetched === counters.requests
            ? { path: fetchesPath({ run: run.id }), count: counters.requests }
            : {}),
        },
        {
          ...{ name: 'Pages stored', value: number(counters.stored), note: storedNote(counters) },
          // Of an earlier run only the number is known.
          ...(urls !== undefined && counters.stored > 0
            ? { path: storedPath(run.provider), count: counters.stored }
            : {}),
        },
        {
          ...{ name: 'Changed', value: number(changed), note: 'new, changed, removed' },
          ...{ path: `/runs/${run.id}/changes`, count: changed },
        },
        {
          name: 'Started',
          value: <When at={startedAt} />,
          note: endedAt === undefined ? undefined : `took ${span((counters.endedAt - counters.startedAt) / 1_000)}`,
        },
      ]}
    />
  );
}

function storedNote({ stored, storedBefore }: RunDetails['facts']['counters']): string | undefined {
  if (storedBefore === undefined) return 'its first run';
  const more = stored - storedBefore;
  return more === 0 ? 'as many as before' : `${number(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than before`;
}

function kindTabs(
  view: View,
  id: number,
  chosen: PageChangeKind | undefined,
  counts: Readonly<Record<PageChangeKind, number>>,
) {
  const tab = (kind: PageChangeKind | undefined, title: string) => (
    <li>
      <a
        href={`${view.base}/runs/${id}/changes${kind === undefined ? '' : `?kind=${kind}`}`}
        aria-current={kind === chosen ? 'page' : undefined}
      >
        {title}
      </a>
    </li>
  );
  return (
    <ul class="tabs">
      {tab(undefined, 'All')}
      {pageChangeKinds.map((kind) => tab(kind, `${changeNames[kind]} (${number(counts[kind])})`))}
    </ul>
  );
}

function changeList(view: View, pages: RunChanges['pages'], total: number | undefined) {
  if (pages.length === 0) return <Empty title="No such change">Nothing of this kind happened in this run.</Empty>;
  return (
    <div data-total={total ?? pages.length}>
      {pages.length === MOST_CHANGES || (total !== undefined && total > pages.length) ? (
        <p class="note">The first {number(pages.length)} are listed; the counts above are of all.</p>
      ) : null}
      <RowTable
        rows={pages}
        columns={[
          { title: 'Page', kind: 'head', cell: ({ url }) => <UrlLink view={view} url={url} /> },
          { title: 'Title', cell: ({ title }) => (title === undefined ? '' : <Crawled text={title} most={120} />) },
          { title: 'Change', kind: 'tight', cell: ({ kind }) => changeNames[kind] },
          {
            title: 'Sections, or why',
            cell: ({ sections, by = '', detail = '' }) =>
              sections === undefined || sections.length === 0 ? (
                <Crawled text={[by, detail].filter((text) => text !== '').join(': ')} />
              ) : (
                <Crawled
                  text={sections
                    .map(({ kind, headings }) => `${headings.at(-1) ?? 'the beginning'} (${kind})`)
                    .join(' · ')}
                />
              ),
          },
        ]}
      />
    </div>
  );
}
