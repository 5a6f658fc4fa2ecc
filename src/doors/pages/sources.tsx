// Sources: what is configured and what was crawled, how fresh and how good each is, when it runs next, and what can be done with it.
import type { FC } from 'hono/jsx';
import type { SourceRow } from '../../app/providers/sources.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import type { Means } from '../http/means.ts';
import { noSource } from '../http/operations/providers.ts';
import { beginRuns } from '../http/operations/start-run.ts';
import { HttpProblem } from '../http/problem.ts';
import { framedPage, type View } from './layout.tsx';
import type { FormCall, FormRoute, PageRoute } from './page-route.ts';
import {
  ActButton,
  type Column,
  CountLink,
  Crawled,
  Empty,
  Pager,
  RowTable,
  State,
  type Tone,
  When,
} from './parts.tsx';
import { storedPath } from './stored-pages.ts';

const LISTED = 200;
const tones: Readonly<Record<SourceRow['state'], Tone>> = Object.freeze({
  'never reached': 'warn',
  empty: 'warn',
  fresh: 'good',
  due: 'plain',
  overdue: 'warn',
  failing: 'bad',
  paused: 'warn',
  disabled: 'plain',
  forbidden: 'bad',
});

/** The path of a source's page, or of one of its tabs. */
export function sourcePath(id: string, tab = ''): string {
  return `/sources/${encodeURIComponent(id)}${tab === '' ? '' : `/${tab}`}`;
}

/** The state of a source, with why on hover, and that a run of it is under way. */
export const SourceBadge: FC<{ source: Pick<SourceRow, 'state' | 'detail' | 'lastRun'> }> = ({
  source: { state, detail, lastRun },
}) => (
  <span title={detail}>
    <State tone={tones[state]}>{state}</State>
    {lastRun?.state === 'running' ? <State tone="live">running</State> : null}
  </span>
);

/** When its pages are to be checked, or since when. */
export const FreshnessText: FC<{ source: Pick<SourceRow, 'state' | 'dueAt'>; now?: number }> = ({
  source: { state, dueAt },
  now = Date.now(),
}) => {
  if (dueAt === undefined) return <span class="soft">–</span>;
  const at = <When at={dueAt} now={now} />;
  if (dueAt > now) return <span>due {at}</span>;
  return state === 'overdue' ? <State tone="warn">overdue, since {at}</State> : <span>due, since {at}</span>;
};

/** When every page that is stored was last looked at. */
export const LastCheck: FC<{ source: Pick<SourceRow, 'lastSuccess' | 'pages'> }> = ({
  source: { lastSuccess, pages },
}) => (lastSuccess === undefined && pages > 0 ? <span class="soft">not yet whole</span> : <When at={lastSuccess} />);

/** When it runs next, and that it should have. */
export const NextTime: FC<{ source: Pick<SourceRow, 'schedule'> }> = ({ source: { schedule } }) => {
  if (schedule?.nextAt === undefined) return <span class="soft">by hand</span>;
  return schedule.overdue ? (
    <span title={schedule.words}>
      <State tone="warn">overdue</State>
    </span>
  ) : (
    <span title={schedule.words}>
      <When at={schedule.nextAt} />
    </span>
  );
};

/** What can be done with a source in its state. */
export const SourceActs: FC<{ view: View; source: SourceRow; isLive?: boolean }> = ({ view, source, isLive }) => {
  const { id, lastRun, from } = source;
  const isOpen = lastRun?.state === 'running' || lastRun?.state === 'paused';
  const act = lastRun?.state === 'running' ? { verb: 'pause', title: 'Pause' } : { verb: 'resume', title: 'Resume' };
  return (
    <div class="actions" {...(isLive && { id: 'acts', 'data-live': true })}>
      {isOpen && lastRun !== undefined ? (
        <ActButton view={view} path={`/runs/${lastRun.id}/${act.verb}`} title={act.title} />
      ) : isRefusedToRun(source) ? null : (
        <ActButton view={view} path={sourcePath(id, 'run')} title={canRefresh(source) ? 'Refresh' : 'Crawl'} />
      )}
      {view.formToken === undefined || from === 'crawl' ? null : (
        <a class="button" href={`${view.base}${sourcePath(id, 'settings')}`}>
          Edit
        </a>
      )}
    </div>
  );
};

function isRefusedToRun({ state }: SourceRow): boolean {
  return state === 'disabled' || state === 'forbidden';
}

/** A first crawl that was not whole, such as a trial, goes on as a crawl. */
export function canRefresh({ lastRun }: Pick<SourceRow, 'lastRun'>): boolean {
  return lastRun !== undefined && (lastRun.kind === 'refresh' || lastRun.state === 'complete');
}

/** The hosts of its seeds. */
export function hostsOf(seeds: readonly string[]): readonly string[] {
  return [...new Set(seeds.flatMap((seed) => parseHttpUrl(seed)?.host ?? []))];
}

type Score = { readonly within: number; readonly measures: number };

/** How many measures of its quality are within their bounds. */
export const QualityScore: FC<{ view: View; id: string; score: Score | undefined }> = ({ view, id, score }) =>
  score === undefined ? (
    <span class="soft">–</span>
  ) : (
    <a href={`${view.base}/quality/${encodeURIComponent(id)}`} title="Measures of its chunks within their bounds">
      {`${score.within} of ${score.measures}`}
    </a>
  );

/** The scores of sources by their ids, as far as there is something to measure. */
export async function readScores(means: Means, provider?: string): Promise<ReadonlyMap<string, Score>> {
  const found = await means.reads.run('quality', { provider, offset: 0, limit: 1_000 });
  return new Map(found.flatMap(({ provider: id, score }) => (score === undefined ? [] : [[id, score] as const])));
}

function columns(view: View, scores: ReadonlyMap<string, Score>): readonly Column<SourceRow>[] {
  return [
    {
      ...{ title: 'Source', kind: 'head' },
      cell: ({ id, name, seeds, counts }) => (
        <>
          <a href={`${view.base}${sourcePath(id)}`}>
            <Crawled text={name} most={80} />
          </a>
          <Hosts view={view} seeds={seeds} isRequested={counts.discovered > 0} />
        </>
      ),
    },
    {
      ...{ title: 'Version', kind: 'tight' },
      cell: ({ library }) => (library?.includes('@') ? library.slice(library.lastIndexOf('@') + 1) : ''),
    },
    { title: 'State', kind: 'tight', cell: (source) => <SourceBadge source={source} /> },
    {
      ...{ title: 'Pages', kind: 'number' },
      cell: ({ id, pages }) => (pages === 0 ? '0' : <CountLink view={view} path={storedPath(id)} n={pages} />),
    },
    {
      ...{ title: 'Last check', kind: 'tight' },
      cell: (source) => <LastCheck source={source} />,
    },
    { title: 'Freshness', kind: 'tight', cell: (source) => <FreshnessText source={source} /> },
    { title: 'Changed', kind: 'number', cell: (source) => <ChangeRate view={view} source={source} /> },
    {
      ...{ title: 'Chunk quality', kind: 'tight' },
      cell: ({ id }) => <QualityScore view={view} id={id} score={scores.get(id)} />,
    },
    { title: 'Next run', kind: 'tight', cell: (source) => <NextTime source={source} /> },
    { title: '', cell: (source) => <SourceActs view={view} source={source} /> },
  ];
}

/** The first host of its seeds; one that nothing was requested from has no page. */
const Hosts: FC<{ view: View; seeds: readonly string[]; isRequested: boolean }> = ({ view, seeds, isRequested }) => {
  const [first, ...more] = hostsOf(seeds);
  if (first === undefined) return <small class="below">a folder</small>;
  return (
    <small class="below">
      {isRequested ? (
        <a href={`${view.base}/hosts/${encodeURIComponent(first)}`}>
          <Crawled text={first} most={60} />
        </a>
      ) : (
        <Crawled text={first} most={60} />
      )}
      {more.length === 0 ? null : ` and ${more.length} more`}
    </small>
  );
};

/** The part of its pages that its last run changed. */
export const ChangeRate: FC<{ view: View; source: Pick<SourceRow, 'changeRate' | 'lastRun'> }> = ({
  view,
  source: { changeRate, lastRun },
}) =>
  lastRun === undefined ? (
    <span class="soft">–</span>
  ) : changeRate === undefined ? (
    <a href={`${view.base}/runs/${lastRun.id}`}>first crawl</a>
  ) : (
    <a href={`${view.base}/runs/${lastRun.id}`}>{`${Number(changeRate.toFixed(1))} %`}</a>
  );

const shown: readonly PageRoute[] = [
  {
    path: '/sources',
    async show({ view, means, query }) {
      const after = query.get('cursor') || undefined;
      const [found, scores] = await Promise.all([
        means.reads.run('sources', { from: ['file', 'crawl'], after, limit: LISTED + 1 }),
        readScores(means),
      ]);
      if (found === undefined) throw new HttpProblem('invalid', 'no list has this cursor');
      const rows = found.slice(0, LISTED);
      return framedPage({
        ...{ view, place: 'sources', title: 'Sources', live: {} },
        beside: (
          <div class="actions">
            <a class="button main" href={`${view.base}/sources/new`}>
              Add a source
            </a>
          </div>
        ),
        same: { cli: 'docent providers list', api: 'GET /providers?from=file&from=crawl' },
        children: (
          <div id="sources" data-live>
            {rows.length === 0 ? (
              <Empty title="No source yet">
                A source is a documentation site with how it is crawled.{' '}
                <a href={`${view.base}/sources/new`}>Add one</a>: docent shows what a crawl would do before anything is
                saved. Or <code>docent crawl https://your.docs.site/</code>.
              </Empty>
            ) : (
              <RowTable columns={columns(view, scores)} rows={rows} total="" />
            )}
            <Pager
              view={view}
              isFirst={after === undefined}
              next={found.length > LISTED ? rows.at(-1)?.id : undefined}
            />
          </div>
        ),
      });
    },
  },
];

/** A source by the id in a path. Throws not_found. */
export async function sourceIn({ means, path: { id = '' } }: Pick<FormCall, 'means' | 'path'>) {
  const found = await means.reads.run('source', { id });
  if (found === undefined) throw noSource(id);
  return found;
}

const forms: readonly FormRoute[] = [
  {
    path: '/sources/{id}/run',
    async act(call) {
      const { source } = await sourceIn(call);
      await runSource(call, source, call.form);
      return sourcePath(source.id);
    },
  },
];

/** Starts a run of a source: a refresh where it was crawled whole, else a crawl. Throws conflict where it is left out. */
export async function runSource(
  { means, signal }: Pick<FormCall, 'means' | 'signal'>,
  source: Pick<SourceRow, 'id' | 'from' | 'seeds' | 'lastRun'>,
  wish: URLSearchParams,
): Promise<void> {
  const { id, from, seeds } = source;
  const isRefresh = canRefresh(source) && wish.get('how') !== 'crawl';
  const refresh = isRefresh ? (wish.get('how') === 'all' ? 'all' : 'due') : undefined;
  // What only its crawls know is crawled again by its addresses.
  const words = !isRefresh && from === 'crawl' ? seeds : [id];
  const confirmed = wish.get('confirmed') === 'yes';
  const { leftOut } = await beginRuns(means, { words, refresh, confirmed }, signal);
  const reasons = leftOut.map(({ detail }) => detail);
  if (reasons.length > 0) throw new HttpProblem('conflict', `it is not run: ${reasons.join('; ')}`);
}

export const sourcePages = { shown, forms };
