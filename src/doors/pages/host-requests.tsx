// When a host was requested, with the gap before each request: what its budget counts, and whether the pace held.
import { sinceTime } from '../since-time.ts';
import { hostNameIn, hostPath, hostRequestsPath } from './hosts.tsx';
import { framedPage } from './layout.tsx';
import type { PageRoute } from './page-route.ts';
import { Empty, logClock, Pager, RowTable } from './parts.tsx';
import { apiCall } from './same.ts';

const LISTED = 200;
const windows = ['1h', '24h'] as const;

interface Request {
  readonly at: number;
  /** Milliseconds since the one before; undefined for the first. */
  readonly gap: number | undefined;
}

const shown: readonly PageRoute[] = [
  {
    path: '/hosts/{host}/requests',
    async show({ view, means, path, query }) {
      const host = hostNameIn(path);
      const since = windows.find((one) => one === query.get('since')) ?? '24h';
      const cursor = query.get('cursor') ?? '';
      const offset = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
      // One more than is listed: the gap before the last.
      const times = await means.reads.run('hostRequests', {
        ...{ host, since: sinceTime(since), limit: LISTED + 1, offset },
      });
      const requests = times.slice(0, LISTED).map((at, nth): Request => {
        const before = times[nth + 1];
        return { at, gap: before === undefined ? undefined : at - before };
      });
      const { timeZone } = means.settings();
      const clock = logClock(timeZone);
      return framedPage({
        ...{ view, place: 'hosts', title: `Requests to ${host}` },
        crumbs: [
          { title: 'Hosts', path: '/hosts' },
          { title: host, path: hostPath(host) },
        ],
        same: { api: apiCall(`GET /hosts/${host}/requests`, { since }) },
        children: (
          <>
            <ul class="tabs">
              {windows.map((one) => (
                <li>
                  <a
                    href={`${view.base}${hostRequestsPath(host, one)}`}
                    aria-current={one === since ? 'page' : undefined}
                  >
                    {one === '1h' ? 'The last hour' : 'The last day'}
                  </a>
                </li>
              ))}
            </ul>
            <p>Every request counts: for pages, robots.txt and sitemaps, by crawls and by commands.</p>
            {requests.length === 0 ? (
              <Empty title="There is none">
                Requests to sites of your own (<code>own_site</code>) and to this machine are not counted: no budget
                holds for them.
              </Empty>
            ) : (
              <section id="list" data-total="">
                <RowTable
                  rows={requests}
                  columns={[
                    {
                      ...{ title: `When (${timeZone})`, kind: 'head' },
                      cell: ({ at }) => clock(at),
                    },
                    {
                      ...{ title: 'After the one before', kind: 'number' },
                      cell: ({ gap }) => (gap === undefined ? '' : `${(gap / 1_000).toFixed(1)} s`),
                    },
                  ]}
                />
              </section>
            )}
            <Pager
              view={view}
              isFirst={offset === 0}
              next={times.length > LISTED ? String(offset + LISTED) : undefined}
            />
          </>
        ),
      });
    },
  },
];

export const hostRequestPages = { shown };
