// The log of a run on its page: its latest events, the newest first, of the kinds that the visitor chose.
import { KEPT_RUNS, type LiveRun, type LogEntry, type LoggedEvent } from '../../app/crawl/live-runs.ts';
import type { RunView } from '../../app/crawl/runs.ts';
import { hideSecrets } from '../../core/log.ts';
import type { View } from './layout.tsx';
import { Crawled, Empty, RowTable, State, type Tone, UrlLink, When } from './parts.tsx';

const SHOWN = 50;

const filters = [
  { id: 'all', title: 'All', has: () => true },
  { id: 'stored', title: 'Stored', has: visitIs('indexed', 'unchanged') },
  { id: 'left', title: 'Skipped and blocked', has: visitIs('skipped', 'blocked', 'duplicate') },
  { id: 'failed', title: 'Failed and removed', has: visitIs('failed', 'deleted') },
  { id: 'again', title: 'Tried again', has: visitIs('waiting') },
  { id: 'warnings', title: 'Warnings and notes', has: ({ type }: LoggedEvent) => type !== 'visited' },
] as const;

/** Which events are shown. */
export type LogFilter = (typeof filters)[number];

function visitIs(...states: readonly string[]): (event: LoggedEvent) => boolean {
  return (event) => event.type === 'visited' && states.includes(event.state);
}

/** What the visitor chose by `log`; all where that names no filter. */
export function logFilterIn(query: URLSearchParams): LogFilter {
  return filters.find(({ id }) => id === query.get('log')) ?? filters[0];
}

/** The log of a run that goes on here or did so; of any other, where to look. */
export function logSection(view: View, run: RunView, live: LiveRun | undefined, chosen: LogFilter) {
  const entries = (live?.log ?? []).filter(({ event }) => event.provider === run.provider);
  const matching = entries.filter(({ event }) => chosen.has(event));
  return (
    <section id="log" class="log" data-live>
      <h2>Log</h2>
      {entries.length === 0 ? (
        <Empty title={live === undefined ? 'No log here' : 'No event yet'}>{whereItIs(view, run, live)}</Empty>
      ) : (
        <>
          <ul class="tabs">
            {filters.map(({ id, title }) => (
              <li>
                <a
                  href={`${view.base}/runs/${run.id}${id === 'all' ? '' : `?log=${id}`}#log`}
                  aria-current={id === chosen.id ? 'true' : undefined}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
          {matching.length === 0 ? (
            <p class="soft">Nothing of this kind among the latest {entries.length} events.</p>
          ) : (
            <RowTable columns={columns(view)} rows={matching.slice(-SHOWN).toReversed()} />
          )}
        </>
      )}
    </section>
  );
}

function whereItIs(view: View, { provider, pid }: RunView, live: LiveRun | undefined) {
  if (live !== undefined) return 'Visits, warnings and notes are listed here as they come.';
  const urls = <a href={`${view.base}/urls?provider=${encodeURIComponent(provider)}`}>its URLs</a>;
  if (pid !== undefined && pid !== process.pid)
    return (
      <>
        Process {pid} has this run and its log; what became of each URL is kept with {urls}.
      </>
    );
  return (
    <>
      The server keeps the logs of its last {KEPT_RUNS} runs until it ends, and this run is none of them. What became of
      each URL is kept with {urls}.
    </>
  );
}

function columns(view: View) {
  return [
    { title: 'When', kind: 'tight' as const, cell: ({ at }: LogEntry) => <When at={at} /> },
    { title: 'State', kind: 'tight' as const, cell: ({ event }: LogEntry) => stateOf(event) },
    {
      title: 'URL',
      kind: 'head' as const,
      cell: ({ event }: LogEntry) =>
        event.type === 'note' || event.url === undefined ? '' : <UrlLink view={view} url={event.url} />,
    },
    {
      title: 'Why',
      cell: ({ event: { by, detail } }: LogEntry) => (
        <>
          <code>{by}</code> <Crawled text={hideSecrets(detail)} />
        </>
      ),
    },
    {
      title: 'Took',
      kind: 'number' as const,
      cell: ({ event }: LogEntry) =>
        event.type === 'visited' && event.status !== undefined ? `${Math.round(event.ms)} ms` : '',
    },
  ];
}

function stateOf(event: LoggedEvent) {
  if (event.type !== 'visited') return <State tone={event.type === 'warning' ? 'warn' : 'plain'}>{event.type}</State>;
  const { state } = event;
  const tone: Tone = state === 'failed' ? 'bad' : state === 'indexed' || state === 'unchanged' ? 'good' : 'plain';
  return <State tone={tone}>{state === 'waiting' ? 'again' : state}</State>;
}
