// The parts of a run's page that count: the line that adds up, bars by status and depth, reasons, hosts, and the runs before it.
import type { RunDetails, RunFacts, RunUrls } from '../../app/crawl/run-details.ts';
import { endStates, stateText, type UrlState } from '../../core/end-states.ts';
import type { PageChangeKind } from '../../core/page-change.ts';
import type { StatusClass } from '../../core/page-fetch.ts';
import { reasonOf } from '../../core/reasons.ts';
import type { RunStatus } from '../../crawl/run/status.ts';
import { fetchesPath } from './fetches.tsx';
import type { View } from './layout.tsx';
import { type Column, CountLink, number, percent, RowTable, size, span, When } from './parts.tsx';

const REASONS_SHOWN = 12;

/** How pages name the kinds of changes. */
export const changeNames: Readonly<Record<PageChangeKind, string>> = Object.freeze({
  new: 'New',
  updated: 'Changed',
  deleted: 'Removed',
  unreachable: 'Not reached',
  excluded: 'Left out',
});

function urlsPath(provider: string, filter: Readonly<Record<string, string>> = {}): string {
  return `/urls?${new URLSearchParams({ provider, ...filter })}`;
}

/** F5: the line that adds up, each number a link; of an earlier run only what its record has. */
export function conservation(view: View, provider: string, urls: RunUrls | undefined, { reasons }: RunFacts) {
  if (urls === undefined) {
    const all = Object.values(reasons).reduce((sum, n) => sum + n, 0);
    return (
      <p class="note">
        {number(all)} URLs ended for the reasons below. A later run of this source has looked at them again:{' '}
        <a href={`${view.base}${urlsPath(provider)}`}>what became of them since</a>.
      </p>
    );
  }
  const { counts } = urls;
  const notDue = urls.reasons.find(({ by }) => by === 'refresh:not-due')?.count ?? 0;
  const term = (state: UrlState) => (
    <span>
      <b>
        <CountLink view={view} path={urlsPath(provider, { state })} n={counts[state]} />
      </b>{' '}
      {state}
      {state === 'unchanged' && notDue > 0 ? (
        <small>{`, ${number(notDue)} of them not due and not looked at`}</small>
      ) : null}
    </span>
  );
  return (
    <div class="sum">
      <span>
        <b>
          <CountLink view={view} path={urlsPath(provider)} n={counts.discovered} />
        </b>{' '}
        discovered
      </span>
      {[...endStates, 'waiting' as const].map((state, nth) => (
        <>
          <span class="op">{nth === 0 ? '=' : '+'}</span> {term(state)}
        </>
      ))}
    </div>
  );
}

interface Bar {
  readonly name: string;
  readonly n: number;
  /** The list of that length. */
  readonly path?: string | undefined;
  readonly note?: string | undefined;
}

function bars(view: View, { id, title, what }: Record<'id' | 'title' | 'what', string>, all: readonly Bar[]) {
  const most = Math.max(1, ...all.map(({ n }) => n));
  return (
    <section id={id} data-live>
      <h2>{title}</h2>
      {all.every(({ n }) => n === 0) ? (
        <p class="soft">None yet.</p>
      ) : (
        all.map(({ name, n, note, path }) => (
          <div class="bar">
            <span>{name}</span>
            <meter min={0} max={most} value={n} aria-label={`${name}: ${number(n)} ${what}`}>
              {number(n)}
            </meter>
            <span class="number">
              {path === undefined || n === 0 ? number(n) : <CountLink view={view} path={path} n={n} />}
              {note === undefined ? null : <small> {note}</small>}
            </span>
          </div>
        ))
      )}
    </section>
  );
}

/** Requests by the class of their status; those that are still known one by one lead to their list. */
export function statusBars(view: View, { facts, fetches }: RunDetails) {
  const { requests, ok, notModified, clientErrors, serverErrors } = facts.counters;
  const all: readonly (readonly [StatusClass, number])[] = [
    ['2xx', ok],
    ['304', notModified],
    ['4xx', clientErrors],
    ['5xx', serverErrors],
    ['other', Math.max(0, requests - ok - notModified - clientErrors - serverErrors)],
  ];
  return bars(
    view,
    { id: 'statuses', title: 'Responses by status', what: 'responses' },
    all.map(([status, n]) => ({
      ...{ name: status, n, note: requests === 0 ? undefined : percent(n / requests) },
      path: fetches.statuses[status] === n ? fetchesPath({ run: facts.id, status }) : undefined,
    })),
  );
}

/** URLs by how many links they are from a seed. */
export function depthBars(view: View, provider: string, { depths }: RunUrls) {
  return bars(
    view,
    { id: 'depths', title: 'URLs by depth', what: 'URLs' },
    depths.map(({ depth, count, waiting }) => ({
      ...{ name: depth === 0 ? '0 (seeds)' : String(depth), n: count },
      path: urlsPath(provider, { depth: String(depth) }),
      note: waiting === 0 ? undefined : `${number(waiting)} waiting`,
    })),
  );
}

interface ReasonCount {
  readonly state?: UrlState | undefined;
  readonly by: string;
  readonly count: number;
}

/** Why URLs ended as they did, the most frequent first. */
export function reasonSection(view: View, provider: string, { urls, facts }: RunDetails) {
  const all: readonly ReasonCount[] =
    urls?.reasons ??
    Object.entries(facts.reasons)
      .map(([by, count]) => ({ by, count }))
      .toSorted((a, b) => b.count - a.count);
  const columns: readonly Column<ReasonCount>[] = [
    { title: 'Reason', kind: 'head', cell: ({ by }) => <code>{by}</code> },
    { title: 'What it means', cell: ({ by }) => reasonOf(by)?.means ?? '' },
    ...(urls === undefined
      ? []
      : [
          {
            title: 'State',
            kind: 'tight' as const,
            cell: ({ state, by }: ReasonCount) => (state === undefined ? '' : stateText(state, by)),
          },
        ]),
    {
      ...{ title: 'URLs', kind: 'number' },
      cell: ({ by, state, count }) =>
        state === undefined ? (
          number(count)
        ) : (
          <CountLink view={view} path={urlsPath(provider, { state, by })} n={count} />
        ),
    },
  ];
  const rest = all.length - REASONS_SHOWN;
  return (
    <section id="reasons" data-live>
      <header>
        <h2>Why</h2>
        {rest > 0 ? (
          <a class="more" href={`${view.base}${urlsPath(provider, { show: 'reasons' })}`}>
            {number(rest)} more reasons
          </a>
        ) : null}
      </header>
      {all.length === 0 ? (
        <p class="soft">No URL has been decided yet.</p>
      ) : (
        <RowTable columns={columns} rows={all.slice(0, REASONS_SHOWN)} />
      )}
    </section>
  );
}

type HostState = RunStatus['hosts'][number];

interface HostRow {
  readonly host: string;
  readonly answers: number;
  readonly ms: number;
  readonly state?: HostState | undefined;
}

/** The hosts that were requested from; with their waits while the run goes on here. */
export function hostTable(view: View, { facts, fetches }: RunDetails, states: readonly HostState[] = []) {
  const { counters } = facts;
  const all = counters.hosts.reduce((sum, { answers }) => sum + answers, 0);
  // Each response is known one by one, and each request had a response.
  const isListed = all === counters.requests && all === fetches.fetched;
  const rows: readonly HostRow[] = counters.hosts.map((one) => ({
    ...one,
    state: states.find(({ host }) => host === one.host),
  }));
  const live: readonly Column<HostRow>[] = [
    { title: 'Queued', kind: 'number', cell: ({ state }) => (state === undefined ? '' : number(state.waiting)) },
    {
      ...{ title: 'Gap', kind: 'number' },
      cell: ({ state }) => (state?.gapMs === undefined ? '' : `${(state.gapMs / 1_000).toFixed(1)} s`),
    },
    {
      title: 'Pauses until',
      cell: ({ state }) =>
        state?.parkedUntil === undefined || state.parkedUntil <= Date.now() ? (
          ''
        ) : (
          <>
            <When at={state.parkedUntil} /> {state.parkedBy}
          </>
        ),
    },
  ];
  return (
    <section id="hosts" data-live>
      <h2>Hosts</h2>
      {rows.length === 0 ? (
        <p class="soft">Nothing was requested from a host.</p>
      ) : (
        <RowTable
          rows={rows}
          columns={[
            {
              ...{ title: 'Host', kind: 'head' },
              cell: ({ host }) => <a href={`${view.base}/hosts/${encodeURIComponent(host)}`}>{host}</a>,
            },
            {
              ...{ title: 'Responses', kind: 'number' },
              cell: ({ host, answers }) =>
                isListed && answers > 0 ? (
                  <CountLink view={view} path={fetchesPath({ run: facts.id, host })} n={answers} />
                ) : (
                  number(answers)
                ),
            },
            {
              ...{ title: 'On average', kind: 'number' },
              cell: ({ answers, ms }) => (answers === 0 ? '–' : `${number(Math.round(ms / answers))} ms`),
            },
            ...(states.length === 0 ? [] : live),
          ]}
        />
      )}
    </section>
  );
}

/** This run beside those before it. */
export function runTable(view: View, id: number, compared: readonly RunFacts[]) {
  const change = (run: RunFacts, kind: PageChangeKind) =>
    run.changes[kind] === 0 ? (
      '0'
    ) : (
      <CountLink view={view} path={`/runs/${run.id}/changes?kind=${kind}`} n={run.changes[kind]} />
    );
  const share = (value: number | undefined): string => (value === undefined ? '–' : percent(value / 100));
  const took = ({ counters: { startedAt, endedAt } }: RunFacts): string => span((endedAt - startedAt) / 1_000);
  return (
    <section id="compared" data-live>
      <h2>Beside the runs before</h2>
      <RowTable
        rows={compared}
        columns={[
          {
            ...{ title: 'Run', kind: 'head' },
            cell: (run) =>
              run.id === id ? `${run.id}, this one` : <a href={`${view.base}/runs/${run.id}`}>{run.id}</a>,
          },
          { title: 'Started', kind: 'tight', cell: ({ startedAt }) => <When at={startedAt} /> },
          { title: 'Took', kind: 'number', cell: took },
          { title: 'Requests', kind: 'number', cell: ({ counters }) => number(counters.requests) },
          { title: 'Received', kind: 'number', cell: ({ counters }) => size(counters.bytes) },
          { title: 'Success', kind: 'number', cell: ({ successRate }) => share(successRate) },
          { title: 'Pages stored', kind: 'number', cell: ({ counters }) => number(counters.stored) },
          { title: 'New', kind: 'number', cell: (run) => change(run, 'new') },
          { title: 'Changed', kind: 'number', cell: (run) => change(run, 'updated') },
          { title: 'Removed', kind: 'number', cell: (run) => change(run, 'deleted') },
          { title: 'Not reached', kind: 'number', cell: (run) => change(run, 'unreachable') },
        ]}
      />
    </section>
  );
}
