// Requests for pages: when, which, and what each brought; the list behind charts and bars.
import type { FetchList, MadeFetch } from '../../app/watch/fetch-list.ts';
import { fetchResults, statusClasses } from '../../core/page-fetch.ts';
import { type FetchWords, fetchFilter } from '../fetch-filter.ts';
import { framedPage, type View } from './layout.tsx';
import type { PageRoute } from './page-route.ts';
import {
  ChoiceField,
  type Column,
  CountLink,
  Empty,
  logClock,
  number,
  Pager,
  RowTable,
  State,
  size,
  type Tone,
  UrlLink,
} from './parts.tsx';
import { apiCall, shellCommand } from './same.ts';
import { reasonText } from './urls.tsx';

const LISTED = 100;

const results: Readonly<Record<MadeFetch['result'], { readonly title: string; readonly tone: Tone }>> = Object.freeze({
  changed: { title: 'new or changed', tone: 'good' },
  unchanged: { title: 'unchanged', tone: 'plain' },
  failed: { title: 'failed', tone: 'bad' },
  other: { title: 'other', tone: 'plain' },
});

/** What the address of the page chooses: texts, as the command and the API take them. */
type Chosen = Readonly<Partial<Record<'since' | 'until' | 'provider' | 'run' | 'host' | 'result' | 'status', string>>>;

const names = ['since', 'until', 'provider', 'run', 'host', 'result', 'status'] as const;

function chosenIn(query: URLSearchParams): Chosen {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

function wordsOf({ run, ...texts }: Chosen): FetchWords {
  // A run of another kind of name has no requests.
  return run === undefined ? texts : { ...texts, run: /^\d{1,15}$/.test(run) ? Number(run) : 0 };
}

/** The address of a list of requests, below the base. */
export function fetchesPath(filter: Readonly<Partial<Record<(typeof names)[number], string | number>>>): string {
  const entries = Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]);
  return entries.length === 0 ? '/fetches' : `/fetches?${new URLSearchParams(entries)}`;
}

const shown: readonly PageRoute[] = [
  {
    path: '/fetches',
    async show({ view, means, query }) {
      const chosen = chosenIn(query);
      const after = query.get('cursor') || undefined;
      const filter = fetchFilter(wordsOf(chosen), Date.now());
      const [found, sources] = await Promise.all([
        means.reads.run('fetches', { ...filter, limit: LISTED, after }),
        means.reads.run('urlSums', undefined),
      ]);
      const { run, provider } = chosen;
      return framedPage({
        ...{ view, place: 'runs', title: 'Requests for pages' },
        crumbs: [
          { title: 'Runs', path: '/runs' },
          ...(run === undefined ? [] : [{ title: run, path: `/runs/${encodeURIComponent(run)}` }]),
        ],
        same: {
          cli: shellCommand('docent fetches', [provider], { ...chosen, provider: undefined }),
          api: apiCall('GET /fetches', chosen),
        },
        children: (
          <>
            {filters(
              view,
              chosen,
              sources.map((one) => one.provider),
            )}
            {list(view, chosen, found, means.settings().timeZone)}
            <Pager view={view} isFirst={after === undefined} next={found.next} />
          </>
        ),
      });
    },
  },
];

export const fetchPages = { shown };

function filters(view: View, chosen: Chosen, sources: readonly string[]) {
  const { since, until, provider, run, host, result, status } = chosen;
  const text = (name: 'since' | 'until' | 'host' | 'run', label: string, value: string | undefined, hint: string) => (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} name={name} value={value ?? ''} placeholder={hint} />
    </div>
  );
  return (
    <form class="filters" method="get" action={`${view.base}/fetches`} aria-label="Filter">
      <ChoiceField
        name="provider"
        label="Source"
        none="all"
        values={sources.map((one) => [one, one])}
        chosen={provider}
      />
      <ChoiceField
        name="result"
        label="Result"
        none="any"
        values={fetchResults.map((one) => [one, results[one].title])}
        chosen={result}
      />
      <ChoiceField
        name="status"
        label="Status"
        none="any"
        values={[
          ...statusClasses.map((one) => [one, one] as const),
          ...(status === undefined || statusClasses.some((one) => one === status) ? [] : [[status, status] as const]),
        ]}
        chosen={status}
      />
      {text('host', 'Host', host, '')}
      {text('run', 'Run', run, '')}
      {text('since', 'Since', since, '24h, 2026-02-23')}
      {text('until', 'Until', until, '')}
      <button type="submit">Filter</button>
      {Object.keys(chosen).length === 0 ? null : (
        <a class="button" href={`${view.base}/fetches`}>
          Clear
        </a>
      )}
    </form>
  );
}

/** The line that adds up, and the list. */
function list(view: View, chosen: Chosen, { fetches, total, counts }: FetchList, timeZone: string) {
  if (total === 0)
    return (
      <Empty title="No such request">
        The last twenty requests for each page are kept. Those for robots.txt and sitemaps are not listed.
      </Empty>
    );
  const { result: _result, ...others } = chosen;
  return (
    <section id="list" data-total={total}>
      <div class="sum">
        <span>
          <b>
            <CountLink view={view} path={fetchesPath(others)} n={counts.fetched} />
          </b>{' '}
          {counts.fetched === 1 ? 'request' : 'requests'}
        </span>
        {fetchResults.map((result, nth) => (
          <>
            <span class="op">{nth === 0 ? '=' : '+'}</span>{' '}
            <span>
              <b>
                <CountLink view={view} path={fetchesPath({ ...others, result })} n={counts.results[result]} />
              </b>{' '}
              {results[result].title}
            </span>
          </>
        ))}
      </div>
      <RowTable columns={columns(view, timeZone)} rows={fetches} />
    </section>
  );
}

function columns(view: View, timeZone: string): readonly Column<MadeFetch>[] {
  const clock = logClock(timeZone);
  return [
    {
      ...{ title: `When (${timeZone})`, kind: 'tight' },
      cell: ({ at }) => clock(at),
    },
    { title: 'URL', kind: 'head', cell: ({ url }) => <UrlLink view={view} url={url} /> },
    { title: 'Status', kind: 'number', cell: ({ status }) => status ?? <span class="soft">none</span> },
    {
      ...{ title: 'Result', kind: 'tight' },
      cell: ({ result }) => <State tone={results[result].tone}>{results[result].title}</State>,
    },
    { title: 'Why', cell: ({ by, detail }) => reasonText(by, detail) },
    { title: 'Took', kind: 'number', cell: ({ ms }) => `${number(ms)} ms` },
    { title: 'Received', kind: 'number', cell: ({ bytes }) => size(bytes) },
    { title: 'Run', kind: 'number', cell: ({ run }) => <a href={`${view.base}/runs/${run}`}>{run}</a> },
  ];
}
