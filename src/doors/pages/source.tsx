// One source: what is stored of it, how its runs went, where it begins, what is noted of its terms, and what a crawl would do.
import type { RunView } from '../../app/crawl/runs.ts';
import type { SourceDetails, SourceRow } from '../../app/providers/sources.ts';
import { endStates, type UrlState } from '../../core/end-states.ts';
import type { View } from './layout.tsx';
import type { FormRoute, PageRoute } from './page-route.ts';
import { ActButton, CountLink, Crawled, Empty, Figures, number, Outside, RowTable, When } from './parts.tsx';
import { knownRequests, runRequests, runState } from './runs.tsx';
import { sourceDocument } from './source-frame.tsx';
import {
  ChangeRate,
  canRefresh,
  FreshnessText,
  LastCheck,
  NextTime,
  QualityScore,
  readScores,
  sourceIn,
  sourcePath,
} from './sources.tsx';
import { storedPath } from './stored-pages.ts';

const RUNS_SHOWN = 5;

type Scores = Awaited<ReturnType<typeof readScores>>;

const shown: readonly PageRoute[] = [
  {
    path: '/sources/{id}',
    async show(call) {
      const { view, means } = call;
      const details = await sourceIn(call);
      const { id } = details.source;
      const [runs, scores] = await Promise.all([
        means.reads.run('runs', { provider: id, limit: RUNS_SHOWN }),
        readScores(means, id),
      ]);
      return sourceDocument(view, details, {
        tab: 'summary',
        same: { cli: `docent providers show ${id}`, api: `GET /providers/${id}` },
        children: (
          <>
            {refusal(view, details)}
            {figures(view, details, scores)}
            {pagesLine(view, details.source)}
            {lastRuns(view, details.source, runs, await knownRequests(means, runs))}
            {facts(view, details)}
          </>
        ),
      });
    },
  },
];

const forms: readonly FormRoute[] = [];

export const sourcePage = { shown, forms };

function refusal(view: View, { source, mayRun, policy }: SourceDetails) {
  const { command, schedule } = mayRun;
  if (command.ok && schedule.ok) return null;
  const { detail = '' } = command.ok ? schedule : command;
  return (
    <p class="note warn">
      {policy === undefined ? 'Crawled by command: ' : command.ok ? 'No schedule runs it: ' : 'It is not crawled: '}
      <Crawled text={detail} />
      {policy === undefined ? (
        <>
          {'. '}
          <a href={`${view.base}/sources/new?url=${encodeURIComponent(source.seeds[0] ?? '')}`}>Add it as a source</a>
          {' to keep it fresh.'}
        </>
      ) : (
        <>
          {'. '}
          <a href={`${view.base}${sourcePath(source.id, 'settings')}`}>Settings</a>
        </>
      )}
    </p>
  );
}

function figures(view: View, { source, verifiedAt }: SourceDetails, scores: Scores) {
  const { id, chunks, pages } = source;
  return (
    <div id="figures" data-live>
      <Figures
        view={view}
        figures={[
          { name: 'Pages', value: number(pages), ...(pages > 0 && { path: storedPath(id), count: pages }) },
          {
            ...{ name: 'Chunks', value: number(chunks) },
            ...(chunks > 0 && { path: storedPath(id), count: chunks, column: 'Chunks' }),
          },
          {
            ...{ name: 'Last check', value: <LastCheck source={source} /> },
            note: verifiedAt === undefined ? undefined : ['all verified ', <When at={verifiedAt} />, ' or later'],
          },
          { name: 'Freshness', value: <FreshnessText source={source} /> },
          { name: 'Changed by the last run', value: <ChangeRate view={view} source={source} /> },
          {
            ...{ name: 'Chunk quality', value: <QualityScore view={view} id={id} score={scores.get(id)} /> },
            note: 'measures within their bounds',
          },
          { name: 'Next run', value: <NextTime source={source} />, note: source.schedule?.words },
        ]}
      />
    </div>
  );
}

/** F5: the line that adds up. */
function pagesLine(view: View, { id, counts }: SourceRow) {
  const term = (name: UrlState | 'discovered') => (
    <span>
      <b>
        <CountLink
          view={view}
          path={`/urls?provider=${encodeURIComponent(id)}${name === 'discovered' ? '' : `&state=${name}`}`}
          n={counts[name]}
        />
      </b>{' '}
      {name}
    </span>
  );
  return (
    <section id="pages" data-live>
      <h2>URLs</h2>
      <div class="sum">
        {term('discovered')}
        {[...endStates, 'waiting' as const].map((state, nth) => (
          <>
            <span class="op">{nth === 0 ? '=' : '+'}</span> {term(state)}
          </>
        ))}
      </div>
    </section>
  );
}

function lastRuns(view: View, source: SourceRow, runs: readonly RunView[], known: ReadonlyMap<number, number>) {
  const { id } = source;
  return (
    <section id="runs" data-live>
      <header>
        <h2>Last runs</h2>
        <a class="more" href={`${view.base}/runs?provider=${encodeURIComponent(id)}`}>
          All runs
        </a>
      </header>
      {runs.length === 0 ? (
        <Empty title="It was not crawled yet">
          {view.formToken === undefined ? 'Sign in to start its first run, or ' : 'Start its first run above, or '}
          <code>{`docent crawl ${id}`}</code>.
        </Empty>
      ) : (
        <RowTable
          rows={runs}
          columns={[
            { title: 'Run', kind: 'head', cell: (run) => <a href={`${view.base}/runs/${run.id}`}>{run.id}</a> },
            { title: 'Kind', cell: ({ kind }) => kind },
            { title: 'State', kind: 'tight', cell: runState },
            { title: 'Started', kind: 'tight', cell: ({ startedAt }) => <When at={startedAt} /> },
            {
              title: 'Ended',
              kind: 'tight',
              cell: ({ endedAt }) => (endedAt === undefined ? '' : <When at={endedAt} />),
            },
            runRequests(view, known),
            {
              ...{ title: 'Pages stored', kind: 'number' },
              // Of an earlier run only the number is known.
              cell: (run) =>
                run === runs[0] && run.stored > 0 && run.stored === source.pages ? (
                  <CountLink view={view} path={storedPath(id)} n={run.stored} />
                ) : (
                  number(run.stored)
                ),
            },
          ]}
        />
      )}
      {otherRuns(view, source)}
    </section>
  );
}

/** Runs beside the usual one. */
function otherRuns(view: View, source: SourceRow) {
  const { id, lastRun } = source;
  if (view.formToken === undefined || lastRun?.state === 'running' || lastRun?.state === 'paused') return null;
  const path = sourcePath(id, 'run');
  return (
    <div class="actions after">
      {canRefresh(source) ? (
        <ActButton view={view} path={path} title="Refresh every page" fields={{ how: 'all' }} />
      ) : (
        <ActButton view={view} path={path} title="Crawl without a trial" fields={{ how: 'crawl', confirmed: 'yes' }} />
      )}
    </div>
  );
}

function facts(view: View, { source, terms, crawl }: SourceDetails) {
  const { seeds, category, library, from } = source;
  return (
    <section>
      <h2>What a crawl does</h2>
      <ul>
        {crawl.map((line) => (
          <li>
            <Crawled text={line} />
          </li>
        ))}
      </ul>
      <dl class="facts">
        <dt>Begins at</dt>
        <dd>
          {seeds.length === 0 ? <span class="soft">a folder of the server’s machine</span> : null}
          {seeds.map((seed) => (
            <div>
              <Outside url={seed} />
            </div>
          ))}
        </dd>
        <dt>Terms</dt>
        <dd>
          <Crawled text={terms} />
        </dd>
        {library === undefined ? null : (
          <>
            <dt>Library</dt>
            <dd>
              <Crawled text={library} />
            </dd>
          </>
        )}
        {category === undefined ? null : (
          <>
            <dt>Category</dt>
            <dd>
              <Crawled text={category} />
            </dd>
          </>
        )}
        <dt>Written in</dt>
        <dd>{origins(view)[from]}</dd>
      </dl>
    </section>
  );
}

const origins = (view: View) => ({
  file: (
    <>
      the configuration; <a href={`${view.base}/settings`}>where it is</a>
    </>
  ),
  preset: <>a preset that ships with docent; a change copies it into the configuration</>,
  crawl: <>no file: something was crawled under this name</>,
});
