// Runs: the list, and one run while it lasts and after.
import type { RunView } from '../../app/crawl/runs.ts';
import { runStateText } from '../../watch/states/run-state.ts';
import type { Means } from '../http/means.ts';
import { runNumber } from '../http/operations/runs.ts';
import { HttpProblem } from '../http/problem.ts';
import { fetchesPath } from './fetches.tsx';
import { framedPage, type View } from './layout.tsx';
import type { FormRoute, PageRoute } from './page-route.ts';
import { ActButton, type Column, CountLink, Empty, number, Pager, RowTable, State, type Tone, When } from './parts.tsx';
import { apiCall, shellCommand } from './same.ts';

const LISTED = 50;

const tones: Readonly<Record<RunView['state'], Tone>> = Object.freeze({
  queued: 'plain',
  running: 'live',
  paused: 'warn',
  stopped: 'warn',
  killed: 'bad',
  failed: 'bad',
  incomplete: 'warn',
  complete: 'good',
});

/** The state of a run, with why on hover. */
export function runState(run: Pick<RunView, 'state' | 'because' | 'why'>) {
  return (
    <span title={run.why}>
      <State tone={tones[run.state]}>{runStateText(run)}</State>
    </span>
  );
}

/** What can be done with a run in its state. */
export function runActions(view: View, { id, state }: Pick<RunView, 'id' | 'state'>) {
  const act = (verb: string, title: string, tone?: 'danger') => (
    <ActButton view={view} path={`/runs/${id}/${verb}`} title={title} tone={tone} />
  );
  if (state === 'complete') return null;
  return (
    <div class="actions">
      {state === 'running' ? act('pause', 'Pause') : act('resume', 'Resume')}
      {state === 'running' || state === 'paused' ? act('stop', 'Stop', 'danger') : null}
    </div>
  );
}

/** Requests of a run, as a link where all of them are still known one by one. */
export function runRequests(view: View, known: ReadonlyMap<number, number>): Column<RunView> {
  return {
    ...{ title: 'Requests', kind: 'number' },
    cell: ({ id, requests }) =>
      requests > 0 && known.get(id) === requests ? (
        <CountLink view={view} path={fetchesPath({ run: id })} n={requests} />
      ) : (
        number(requests)
      ),
  };
}

/** How many requests are known of these runs. */
export function knownRequests(means: Means, runs: readonly RunView[]): Promise<ReadonlyMap<number, number>> {
  return means.reads.run('fetchesByRun', { since: Math.min(...runs.map(({ startedAt }) => startedAt), Date.now()) });
}

function columns(view: View, known: ReadonlyMap<number, number>): readonly Column<RunView>[] {
  return [
    { title: 'Run', kind: 'head', cell: ({ id }) => <a href={`${view.base}/runs/${id}`}>{id}</a> },
    {
      title: 'Source',
      cell: ({ provider }) => <a href={`${view.base}/sources/${encodeURIComponent(provider)}`}>{provider}</a>,
    },
    { title: 'Kind', cell: ({ kind }) => kind },
    { title: 'State', kind: 'tight', cell: runState },
    { title: 'Started', kind: 'tight', cell: ({ startedAt }) => <When at={startedAt} /> },
    { title: 'Ended', kind: 'tight', cell: ({ endedAt }) => (endedAt === undefined ? '' : <When at={endedAt} />) },
    runRequests(view, known),
    { title: 'Pages stored', kind: 'number', cell: ({ stored }) => number(stored) },
    { title: '', cell: (run) => runActions(view, run) },
  ];
}

const shown: readonly PageRoute[] = [
  {
    path: '/runs',
    async show({ view, means, query }) {
      const cursor = query.get('cursor');
      const provider = query.get('provider') || undefined;
      const before = cursor !== null && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
      const runs = await means.reads.run('runs', { provider, limit: LISTED + 1, before });
      const listed = runs.slice(0, LISTED);
      return framedPage({
        ...{ view, place: 'runs', title: provider === undefined ? 'Runs' : `Runs of ${provider}` },
        same: { cli: shellCommand('docent runs', [provider]), api: apiCall('GET /runs', { provider }) },
        children:
          listed.length === 0 ? (
            <Empty title="No run yet">
              A run begins when a source is crawled: <code>docent crawl https://your.docs.site/</code>, or{' '}
              <a href={`${view.base}/sources`}>add a source</a>.
            </Empty>
          ) : (
            <>
              <RowTable columns={columns(view, await knownRequests(means, listed))} rows={listed} />
              <Pager
                view={view}
                isFirst={before === undefined}
                next={runs.length > LISTED ? String(listed.at(-1)?.id) : undefined}
              />
            </>
          ),
      });
    },
  },
];

/** The number of a run in a path. Throws not_found. */
export function runIdIn(path: Readonly<Record<string, string>>): number {
  const { id = '' } = path;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new HttpProblem('not_found', 'a run has a number');
  return Number(id);
}

const forms: readonly FormRoute[] = (['pause', 'resume', 'stop'] as const).map((verb) => ({
  path: `/runs/{id}/${verb}`,
  async act({ means, path }) {
    const { id } = await runNumber(runIdIn(path), means);
    await means.runs[verb](id);
    return `/runs/${id}`;
  },
}));

export const runPages = { shown, forms };
