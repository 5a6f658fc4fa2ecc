// Hosts: requests against their budgets, why each waits, and what its robots.txt means; stopped and resumed.
import type { FC } from 'hono/jsx';
import { type HostRow, hostNamed, type UsedBudget } from '../../app/read/hosts.ts';
import { HttpProblem } from '../http/problem.ts';
import { framedPage, type View } from './layout.tsx';
import type { FormRoute, PageRoute } from './page-route.ts';
import {
  type Column,
  CountLink,
  Crawled,
  Empty,
  Figures,
  number,
  Pager,
  RowTable,
  State,
  span,
  type Tone,
  When,
} from './parts.tsx';
import { urlsPath } from './urls.tsx';

const LISTED = 50;
const LONGEST_REASON = 500;

/** The page of a host, below the base. */
export function hostPath(host: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `/hosts/${encodeURIComponent(host)}${search === '' ? '' : `?${search}`}`;
}

/** The list of a window's requests to a host, below the base. */
export function hostRequestsPath(host: string, since: '1h' | '24h'): string {
  return `${hostPath(host)}/requests?since=${since}`;
}

/** The name of a host in a path, as hosts are listed. Throws not_found for a text that is none. */
export function hostNameIn({ host = '' }: Readonly<Record<string, string>>): string {
  const name = hostNamed(host);
  if (name === undefined) throw new HttpProblem('not_found', 'there is no such host');
  return name;
}

const tones: Readonly<Record<HostRow['state'], Tone>> = Object.freeze({
  'not requested yet': 'plain',
  ok: 'good',
  slow: 'warn',
  parked: 'bad',
  'closed by robots': 'warn',
  unreachable: 'bad',
  stopped: 'bad',
  'out of budget': 'warn',
});

/** The state of a host. */
export const HostBadge: FC<{ host: Pick<HostRow, 'state'> }> = ({ host: { state } }) => (
  <State tone={tones[state]}>{state}</State>
);

/** What a robots.txt means, in a word: nothing is closed by one that nobody sent. */
export function robotsWord({ state, status }: Pick<NonNullable<HostRow['robots']>, 'state' | 'status'>): string {
  return status === 0 && (state === 'closed' || state === 'deferred') ? 'not answered' : state;
}

/** Requests in a window and their bound. */
const Used: FC<{ view: View; host: HostRow; budget: UsedBudget; path: string }> = ({ view, host, budget, path }) => {
  const { used, most } = budget;
  if (!host.isCounted) return <span class="soft">not counted</span>;
  return (
    <>
      {used === 0 ? <span class="soft">0</span> : <CountLink view={view} path={path} n={used} />}
      {most === undefined ? null : <small>{` of ${number(most)}`}</small>}
    </>
  );
};

/** Why a host can be crawled and count nothing. */
export const UncountedNote: FC = () => (
  <p class="soft">
    Requests to sites of your own (<code>own_site</code>) and to this machine are not counted: no budget holds for them.
  </p>
);

/** A number of URLs or answers, as a link unless it is none. */
const Counted: FC<{ view: View; path: string; n: number }> = ({ view, path, n }) =>
  n === 0 ? <span class="soft">0</span> : <CountLink view={view} path={path} n={n} />;

function columns(view: View): readonly Column<HostRow>[] {
  return [
    {
      ...{ title: 'Host', kind: 'head' },
      cell: ({ host }) => (
        <a href={`${view.base}${hostPath(host)}`}>
          <Crawled text={host} most={80} />
        </a>
      ),
    },
    { title: 'State', kind: 'tight', cell: (host) => <HostBadge host={host} /> },
    {
      title: 'Until',
      kind: 'tight',
      cell: ({ backOff }) => (backOff === undefined ? '' : <When at={backOff.until} />),
    },
    {
      title: 'robots.txt',
      kind: 'tight',
      cell: ({ robots }) =>
        robots === undefined ? (
          <span class="soft">not requested</span>
        ) : (
          <span title={robots.why}>
            {robotsWord(robots)}, <When at={robots.requestedAt} />
          </span>
        ),
    },
    {
      ...{ title: 'Gap', kind: 'number' },
      cell: ({ gapMs, robots }) => gap(gapMs, robots?.crawlDelay),
    },
    {
      ...{ title: 'Last hour', kind: 'number' },
      cell: (host) => <Used view={view} host={host} budget={host.lastHour} path={hostRequestsPath(host.host, '1h')} />,
    },
    {
      ...{ title: 'Last day', kind: 'number' },
      cell: (host) => <Used view={view} host={host} budget={host.lastDay} path={hostRequestsPath(host.host, '24h')} />,
    },
    {
      ...{ title: 'Waiting', kind: 'number' },
      cell: ({ host, waiting }) => <Counted view={view} path={waitingPath(host)} n={waiting} />,
    },
    {
      ...{ title: '429', kind: 'number' },
      cell: ({ host, tooMany }) => <Counted view={view} path={hostPath(host, { answer: '429' })} n={tooMany} />,
    },
    {
      ...{ title: '503', kind: 'number' },
      cell: ({ host, unavailable }) => <Counted view={view} path={hostPath(host, { answer: '503' })} n={unavailable} />,
    },
  ];
}

/** The list of what waits for a host: pages and sitemaps. */
export function waitingPath(host: string): string {
  return urlsPath({ host, state: 'waiting', kind: 'all' });
}

/** Between two requests: the longer of what is kept and what robots.txt sets. */
export function gap(gapMs: number | undefined, crawlDelay: number | null | undefined): string {
  const ms = Math.max(gapMs ?? 0, (crawlDelay ?? 0) * 1_000);
  if (ms === 0) return '';
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : span(ms / 1_000);
}

const shown: readonly PageRoute[] = [
  {
    path: '/hosts',
    async show({ view, means, query }) {
      const after = query.get('cursor') || undefined;
      const { hosts, lastHour, lastDay } = await means.reads.run('hosts', { after, limit: LISTED + 1 });
      const listed = hosts.slice(0, LISTED);
      return framedPage({
        ...{ view, place: 'hosts', title: 'Hosts' },
        same: { cli: 'docent robots <url>', api: 'GET /hosts' },
        children:
          hosts.length === 0 && after === undefined ? (
            <Empty title="No host yet">
              Every host that is requested is listed here: its pace, what is used of its budget, what its robots.txt
              means, and why it waits. A crawl brings the first: <code>docent crawl https://your.docs.site/</code>, or{' '}
              <a href={`${view.base}/sources`}>add a source</a>. Folders on this machine have no host.
            </Empty>
          ) : (
            <>
              <Figures
                view={view}
                figures={[
                  { name: 'Counted requests in the last hour', value: number(lastHour.used), note: bound(lastHour) },
                  { name: 'Counted requests in the last day', value: number(lastDay.used), note: bound(lastDay) },
                ]}
              />
              <section id="list">
                <RowTable columns={columns(view)} rows={listed} />
                <UncountedNote />
                <Pager
                  view={view}
                  isFirst={after === undefined}
                  next={hosts.length > LISTED ? listed.at(-1)?.host : undefined}
                />
              </section>
            </>
          ),
      });
    },
  },
];

function bound({ most }: UsedBudget): string {
  return most === undefined ? 'no bound is set' : `of ${number(most)}, over all hosts`;
}

const forms: readonly FormRoute[] = [
  {
    path: '/hosts/{host}/stop',
    async act({ means, path, form }) {
      const host = hostNameIn(path);
      const reason = form.get('reason')?.trim().slice(0, LONGEST_REASON) || 'stopped by the operator';
      await means.works.run('stopHost', { host, reason });
      return hostPath(host);
    },
  },
  {
    path: '/hosts/{host}/resume',
    async act({ means, path }) {
      const host = hostNameIn(path);
      if (!(await means.works.run('resumeHost', { host })))
        throw new HttpProblem('conflict', `"${host}" is not stopped as a whole`);
      return hostPath(host);
    },
  },
];

export const hostPages = { shown, forms };
