// The overview: figures, runs under way, open alerts, and what changed in a day.
import type { ChangedByRun, Overview, RunUnderWay } from '../../app/watch/overview.ts';
import { counted } from '../../core/counted.ts';
import { runPace } from '../../crawl/run/status.ts';
import { boundText, meaning, valueText } from '../../watch/alerts/alerts.ts';
import type { Means } from '../http/means.ts';
import { beginRuns } from '../http/operations/start-run.ts';
import { HttpProblem } from '../http/problem.ts';
import { framedPage, type View } from './layout.tsx';
import { hoursSection } from './overview-hours.tsx';
import type { FormRoute, PageRoute } from './page-route.ts';
import {
  type Column,
  CountLink,
  Crawled,
  Empty,
  Figures,
  number,
  percent,
  RowTable,
  rate,
  span,
  When,
} from './parts.tsx';
import { runActions, runState } from './runs.tsx';

const ALERTS_SHOWN = 5;

const shown: readonly PageRoute[] = [
  {
    path: '/',
    async show({ view, means }) {
      const overview = await means.reads.run('overview', undefined);
      const isEmpty = overview.sources === 0;
      return framedPage({
        ...{ view, place: 'overview', title: 'Overview', live: {} },
        same: { cli: 'docent report', api: 'GET /reports' },
        children: isEmpty ? firstScreen(view) : parts(view, means, overview),
      });
    },
  },
];
const forms: readonly FormRoute[] = [
  {
    path: '/demo/crawl',
    isOfDemo: true,
    async act({ means, signal }) {
      if (means.demo === undefined) throw new HttpProblem('not_found', 'this server does not serve the demo');
      const command = { words: [means.demo.source], fresh: true, confirmed: true };
      const { runs } = await beginRuns(means, command, signal);
      return runs[0] === undefined ? '/runs' : `/runs/${runs[0].id}`;
    },
  },
];

export const overviewPages = { shown, forms };

function parts(view: View, means: Means, overview: Overview) {
  return (
    <>
      {demoNote(view, means, overview)}
      {figures(view, overview)}
      {alerts(view, overview)}
      {underWay(view, means, overview)}
      {hoursSection(view, overview.hours, means.settings().timeZone)}
      {changes(view, overview)}
    </>
  );
}

/** What to try, on a server of the demo. */
function demoNote(view: View, { demo }: Means, { running }: Overview) {
  if (demo === undefined) return null;
  return (
    <div id="demo" class="note" data-live>
      <p>
        <strong>This is the demo</strong>: the made-up site{' '}
        <a href={`${view.base}/sources/${demo.source}`}>{demo.source}</a>, crawled into a temporary folder. Crawl it
        again and watch, <a href={`${view.base}/search?q=retry`}>search it</a>, or look{' '}
        <a href={`${view.base}/urls?state=blocked`}>why a URL was blocked</a>.
      </p>
      {view.formToken === undefined && view.isLocal !== true ? (
        <p>
          <a class="button main" href={`${view.base}/sign-in?next=%2F`}>
            Sign in to crawl it
          </a>{' '}
          <small>with the token that docent named when it started</small>
        </p>
      ) : running.length === 0 ? (
        <div class="actions">
          <form method="post" action={`${view.base}/demo/crawl`}>
            {view.formToken === undefined ? null : <input type="hidden" name="form_token" value={view.formToken} />}
            <button type="submit" class="main">
              Crawl it again
            </button>
          </form>
        </div>
      ) : (
        <p class="soft">
          {running.some(({ run }) => run.state === 'running')
            ? 'It is being crawled; it takes a quarter of a minute.'
            : 'Its crawl is paused.'}
        </p>
      )}
    </div>
  );
}

function figures(view: View, { sources, pages, chunks, fresh, alerts: open }: Overview) {
  return (
    <div id="figures" data-live>
      <Figures
        view={view}
        figures={[
          { name: 'Sources', value: number(sources), path: '/sources', count: sources },
          { name: 'Pages', value: number(pages), path: '/sources', count: pages, column: 'Pages' },
          { name: 'Chunks', value: number(chunks), path: '/quality', count: chunks, column: 'Chunks' },
          {
            ...{ name: 'Fresh', value: pages === 0 ? '–' : percent(fresh / pages), path: '/sources' },
            note: pages === 0 ? 'nothing is stored yet' : `${number(fresh)} of ${counted(pages, 'page')}`,
          },
          { name: 'Open alerts', value: number(open.length), path: '/quality', count: open.length },
        ]}
      />
    </div>
  );
}

function alerts(view: View, { alerts: open }: Overview) {
  return (
    <div id="alerts" data-live>
      {open.length === 0 ? null : (
        <div class="note warn">
          <ul>
            {open.slice(0, ALERTS_SHOWN).map(({ provider, bound, of, value, limit, since }) => (
              <li>
                <a href={`${view.base}/quality/${encodeURIComponent(provider)}`}>{provider}</a>:{' '}
                <Crawled text={meaning(bound, of)} />: {valueText(bound, value, limit)}, bound {boundText(bound, limit)}{' '}
                <small>
                  <When at={since} />
                </small>
              </li>
            ))}
          </ul>
          {open.length > ALERTS_SHOWN ? <a href={`${view.base}/quality`}>All {number(open.length)} alerts</a> : null}
        </div>
      )}
    </div>
  );
}

function underWay(view: View, means: Means, { running }: Overview) {
  return (
    <section id="running" data-live>
      <header>
        <h2>Running now</h2>
        <a class="more" href={`${view.base}/runs`}>
          All runs
        </a>
      </header>
      {running.length === 0 ? (
        <Empty title="Nothing is running">
          A run begins by schedule, or from <a href={`${view.base}/sources`}>a source</a>.
        </Empty>
      ) : (
        <RowTable columns={runColumns(view, means)} rows={running} />
      )}
    </section>
  );
}

function runColumns(view: View, means: Means): readonly Column<RunUnderWay>[] {
  const at = Date.now();
  const none = <span class="soft">–</span>;
  const pace = ({ run, counts, perSecond }: RunUnderWay) => {
    const status = run.pid === process.pid ? means.runs.live.of(run.provider)?.status : undefined;
    return runPace(counts, status, perSecond, at);
  };
  const path = ({ run }: RunUnderWay, state: string): string =>
    `/urls?provider=${encodeURIComponent(run.provider)}&state=${state}`;
  return [
    {
      ...{ title: 'Source', kind: 'head' },
      cell: ({ run }) => <a href={`${view.base}/runs/${run.id}`}>{run.provider}</a>,
    },
    { title: 'State', kind: 'tight', cell: ({ run }) => runState(run) },
    {
      title: 'Progress',
      cell: (one) => {
        const { done, waiting } = pace(one);
        return (
          <progress max={Math.max(1, done + waiting)} value={done} aria-label={`${number(done)} done`}>
            {number(done)}
          </progress>
        );
      },
    },
    {
      ...{ title: 'Done', kind: 'number' },
      cell: (one) => <CountLink view={view} path={path(one, 'ended')} n={pace(one).done} />,
    },
    {
      ...{ title: 'Queued', kind: 'number' },
      cell: (one) => <CountLink view={view} path={path(one, 'waiting')} n={pace(one).waiting} />,
    },
    {
      ...{ title: 'Pages a second', kind: 'number' },
      cell: (one) => (one.run.state === 'running' ? rate(pace(one).now ?? pace(one).average) : none),
    },
    {
      ...{ title: 'Time left', kind: 'number' },
      cell: (one) => {
        if (one.run.state !== 'running') return none;
        const { left } = pace(one);
        return left === undefined ? <span class="soft">not known</span> : `about ${span(left)}`;
      },
    },
    { title: '', cell: ({ run }) => runActions(view, run) },
  ];
}

function changes(view: View, { changed }: Overview) {
  const link = ({ id }: ChangedByRun, kind: string, n: number) =>
    n === 0 ? '0' : <CountLink view={view} path={`/runs/${id}/changes?kind=${kind}`} n={n} />;
  return (
    <section id="changed" data-live>
      <header>
        <h2>Changes of the last 24 hours</h2>
        <a class="more" href={`${view.base}/changes`}>
          All changes
        </a>
      </header>
      {changed.length === 0 ? (
        <Empty title="Nothing changed">Pages that a run finds new, changed or removed are counted here.</Empty>
      ) : (
        <RowTable
          rows={changed}
          columns={[
            {
              ...{ title: 'Source', kind: 'head' },
              cell: ({ id, provider }) => <a href={`${view.base}/runs/${id}`}>{provider}</a>,
            },
            { title: 'When', kind: 'tight', cell: ({ startedAt, endedAt }) => <When at={endedAt ?? startedAt} /> },
            { title: 'New', kind: 'number', cell: (one) => link(one, 'new', one.changes.new) },
            { title: 'Changed', kind: 'number', cell: (one) => link(one, 'updated', one.changes.updated) },
            { title: 'Removed', kind: 'number', cell: (one) => link(one, 'deleted', one.changes.deleted) },
            { title: 'Not reached', kind: 'number', cell: (one) => link(one, 'unreachable', one.changes.unreachable) },
            { title: 'Left out', kind: 'number', cell: (one) => link(one, 'excluded', one.changes.excluded) },
          ]}
        />
      )}
    </section>
  );
}

/** What to do on a folder without a source. */
function firstScreen(view: View) {
  return (
    <div class="first" id="first" data-live>
      <p class="lead">
        docent reads documentation sites politely, keeps them fresh, and makes them searchable for people and
        assistants. There is no source yet: it takes three steps.
      </p>
      <ol class="ladder">
        <li>
          <h2>Add a source</h2>
          <p>
            Enter the address of a documentation site. After a few requests docent shows what it would read, before it
            begins.
          </p>
          <p class="actions">
            <a class="button main" href={`${view.base}/sources/new`}>
              Add a source
            </a>
          </p>
          <p>
            <small>
              On the command line: <code>docent crawl https://your.docs.site/</code>; to try it without a network:{' '}
              <code>docent serve --demo</code>
            </small>
          </p>
        </li>
        <li>
          <h2>Watch it being read</h2>
          <p>
            This page and the page of the <a href={`${view.base}/runs`}>run</a> follow it live: what was read, what was
            skipped, and why.
          </p>
        </li>
        <li>
          <h2>Search it</h2>
          <p>
            <a href={`${view.base}/search`}>Search</a> it here, or connect an assistant by MCP:{' '}
            <code>{`${view.base}/mcp`}</code> on this server.
          </p>
        </li>
      </ol>
    </div>
  );
}
