// Changes: what was added, changed and removed, by day and source, as runs noticed it.
import type { FC } from 'hono/jsx';
import type { ChangeList } from '../../app/watch/change-list.ts';
import { DocentError } from '../../core/errors.ts';
import { type PageChangeKind, pageChangeKinds } from '../../core/page-change.ts';
import type { Settings } from '../../settings.ts';
import { sinceTime } from '../since-time.ts';
import { framedPage, type View } from './layout.tsx';
import type { PageRoute } from './page-route.ts';
import {
  ChoiceField,
  type Column,
  CountLink,
  Crawled,
  Empty,
  number,
  Pager,
  RowTable,
  State,
  type Tone,
  UrlLink,
  When,
} from './parts.tsx';
import { changeNames } from './run-parts.tsx';
import { apiCall, shellCommand } from './same.ts';
import { reasonText } from './urls.tsx';

type Change = ChangeList['changes'][number];
type FirstRun = ChangeList['first'][number];
type Counts = Readonly<Record<PageChangeKind, number>>;

const LISTED = 50;
const FIRST_LISTED = 20;
/** Sections of one page; the rest are counted. */
const MOST_SECTIONS = 6;
const DAY_MS = 86_400_000;

const tones: Readonly<Record<PageChangeKind, Tone>> = Object.freeze({
  new: 'good',
  updated: 'live',
  deleted: 'bad',
  unreachable: 'warn',
  excluded: 'plain',
});

/** What happened to a page. */
export const ChangeKind: FC<{ kind: PageChangeKind }> = ({ kind }) => (
  <State tone={tones[kind]}>{changeNames[kind].toLowerCase()}</State>
);

/** Which sections of a page changed, or why it did. */
export const ChangedWhere: FC<{ change: Pick<Change, 'sections' | 'by' | 'detail'> }> = ({
  change: { sections = [], by = '', detail },
}) => {
  if (sections.length === 0) return by === '' ? null : reasonText(by, detail);
  return (
    <ul>
      {sections.slice(0, MOST_SECTIONS).map(({ kind, headings, before }) => (
        <li>
          {kind} <Crawled text={headings.length === 0 ? 'the beginning' : headings.join(' › ')} most={160} />
          {before === undefined ? null : (
            <>
              {', before '}
              <Crawled text={before.join(' › ')} most={160} />
            </>
          )}
        </li>
      ))}
      {sections.length > MOST_SECTIONS ? <li>and {number(sections.length - MOST_SECTIONS)} more</li> : null}
    </ul>
  );
};

/** What the address of the page chooses. */
interface Chosen {
  readonly provider?: string | undefined;
  readonly kind?: PageChangeKind | undefined;
  /** A date, as it was typed. */
  readonly since?: string | undefined;
}

const shown: readonly PageRoute[] = [
  {
    path: '/changes',
    async show({ view, means, query }) {
      const chosen: Chosen = {
        provider: query.get('provider')?.trim() || undefined,
        kind: pageChangeKinds.find((one) => one === query.get('kind')),
        since: query.get('since')?.trim() || undefined,
      };
      const { since, problem } = timeOf(chosen.since);
      const after = placeIn(query.get('cursor'));
      const { provider, kind } = chosen;
      const [{ changes, first }, providers] = await Promise.all([
        means.reads.run('changes', { provider, kind, since, after, limit: LISTED + 1 }),
        means.reads.run('urlSums', undefined),
      ]);
      const listed = changes.slice(0, LISTED);
      const last = listed.at(-1);
      const runs = [...new Set(listed.map(({ run }) => run))];
      const counts = new Map(await means.reads.run('changeCounts', { runs }));
      const feed = `${view.base}/admin/v1/changes.atom${provider === undefined ? '' : `?provider=${encodeURIComponent(provider)}`}`;
      return framedPage({
        ...{ view, place: 'changes', title: provider === undefined ? 'Changes' : `Changes of ${provider}` },
        crumbs: provider === undefined ? [] : [{ title: 'Changes', path: '/changes' }],
        beside: (
          <div class="actions">
            <a class="button" href={feed}>
              Atom feed
            </a>
          </div>
        ),
        same: { cli: shellCommand('docent report', [provider]), api: apiCall('GET /changes', { ...chosen }) },
        children: (
          <>
            {filters(
              view,
              chosen,
              providers.map((one) => one.provider),
            )}
            {problem === undefined ? null : (
              <p class="note warn" role="alert">
                {problem}
              </p>
            )}
            {listed.length === 0 ? none(view, chosen, first) : days(listed).map((day) => oneDay(view, day, counts))}
            <Pager
              view={view}
              isFirst={after === undefined}
              next={changes.length > LISTED && last !== undefined ? `${last.run}.${last.page}` : undefined}
            />
            {firstRuns(view, first)}
            <p class="soft">{slackLine(means.settings().options)}</p>
          </>
        ),
      });
    },
  },
];

/** How changes come to Slack. */
function slackLine({ slack_webhook: webhook, slack_reports: isOn }: Settings['options']) {
  if (webhook !== undefined && isOn) return 'Each run that changes something is also reported to Slack.';
  return (
    <>
      To have each run that changes something reported to Slack, set{' '}
      {webhook === undefined ? (
        <>
          <code>slack_webhook</code> and{' '}
        </>
      ) : null}
      <code>slack_reports: true</code> in docent.yml.
    </>
  );
}

export const changePages = { shown, forms: [] };

/** The time of a typed date, or what is wrong with it. */
function timeOf(since: string | undefined): { readonly since?: number; readonly problem?: string } {
  try {
    return since === undefined ? {} : { since: sinceTime(since) };
  } catch (error) {
    if (error instanceof DocentError) return { problem: error.message };
    throw error;
  }
}

/** The change that a cursor stands for; undefined for the first page, and for a text that no list has. */
function placeIn(cursor: string | null): { readonly run: number; readonly page: number } | undefined {
  const [, run, page] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '') ?? [];
  return run === undefined ? undefined : { run: Number(run), page: Number(page) };
}

function filters(view: View, { provider, kind, since }: Chosen, providers: readonly string[]) {
  return (
    <form class="filters" method="get" action={`${view.base}/changes`} aria-label="Filter">
      <ChoiceField
        name="provider"
        label="Source"
        none="all"
        values={providers.map((one) => [one, one])}
        chosen={provider}
      />
      <ChoiceField
        name="kind"
        label="Change"
        none="any"
        values={pageChangeKinds.map((one) => [one, changeNames[one].toLowerCase()])}
        chosen={kind}
      />
      <div class="field">
        <label for="since">Since</label>
        <input id="since" name="since" type="date" value={since ?? ''} />
      </div>
      <button type="submit">Filter</button>
      {[provider, kind, since].every((one) => one === undefined) ? null : (
        <a class="button" href={`${view.base}/changes`}>
          Clear
        </a>
      )}
    </form>
  );
}

function none(view: View, { provider, kind, since }: Chosen, first: readonly FirstRun[]) {
  if (kind !== undefined || since !== undefined || provider !== undefined)
    return <Empty title="No such change">No run has noticed a change that fits these filters.</Empty>;
  return first.length === 0 ? (
    <Empty title="No change yet">
      When a source is crawled again, pages that were added, changed (with the sections) and removed are listed here, by
      day and source. <a href={`${view.base}/sources`}>Add a source</a> to begin.
    </Empty>
  ) : (
    <Empty title="No change yet">
      No run after a source’s first has found a page added, changed or removed.{' '}
      <a href={`${view.base}/sources`}>Crawl one again</a>, or wait for its schedule.
    </Empty>
  );
}

interface Day {
  /** In UTC: `2026-02-23`. */
  readonly day: string;
  /** The changes of each run, the latest first. */
  readonly runs: readonly (readonly [Change, ...Change[]])[];
}

function days(changes: readonly Change[]): readonly Day[] {
  const byDay = Map.groupBy(changes, ({ at }) => new Date(at).toISOString().slice(0, 10));
  return [...byDay].map(([day, own]) => ({
    day,
    runs: [...Map.groupBy(own, ({ run }) => run).values()] as [Change, ...Change[]][],
  }));
}

const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

function oneDay(view: View, { day, runs }: Day, counts: ReadonlyMap<number, Counts>) {
  const at = Date.parse(day);
  const isToday = Date.now() - at < DAY_MS;
  return (
    <section>
      <h2>
        <time datetime={day}>{isToday ? `Today, ${dayName.format(at)}` : dayName.format(at)}</time>
      </h2>
      {runs.map((changes) => oneRun(view, changes, counts.get(changes[0].run)))}
    </section>
  );
}

function oneRun(view: View, changes: readonly [Change, ...Change[]], counts: Counts | undefined) {
  const [{ provider, run, at }] = changes;
  return (
    <section id={`run-${run}`}>
      <header>
        <h3>
          <a href={`${view.base}/sources/${encodeURIComponent(provider)}`}>{provider}</a>
        </h3>
        <span class="soft">
          <a href={`${view.base}/runs/${run}`}>run {run}</a>, <When at={at} />
        </span>
        {counts === undefined ? null : (
          <span>
            {pageChangeKinds
              .filter((kind) => counts[kind] > 0)
              .map((kind, nth) => (
                <>
                  {nth === 0 ? '' : ', '}
                  <CountLink view={view} path={`/runs/${run}/changes?kind=${kind}`} n={counts[kind]} />{' '}
                  {changeNames[kind].toLowerCase()}
                </>
              ))}
          </span>
        )}
      </header>
      <RowTable columns={columns(view)} rows={changes} />
    </section>
  );
}

function columns(view: View): readonly Column<Change>[] {
  return [
    { title: 'Change', kind: 'tight', cell: ({ kind }) => <ChangeKind kind={kind} /> },
    {
      ...{ title: 'Page', kind: 'head' },
      cell: ({ url, title }) => (
        <>
          {title === undefined || title === '' ? null : (
            <div>
              <Crawled text={title} most={120} />
            </div>
          )}
          <UrlLink view={view} url={url} />
        </>
      ),
    },
    { title: 'Sections, or why', cell: (change) => <ChangedWhere change={change} /> },
  ];
}

/** First runs of sources: every page of them is new. */
function firstRuns(view: View, first: readonly FirstRun[]) {
  if (first.length === 0) return null;
  return (
    <section id="first">
      <h2>First crawls</h2>
      <p class="soft">Every page of a first run is new; they are not listed one by one.</p>
      <RowTable
        rows={first.slice(0, FIRST_LISTED)}
        columns={[
          {
            ...{ title: 'Source', kind: 'head' },
            cell: ({ provider }) => <a href={`${view.base}/sources/${encodeURIComponent(provider)}`}>{provider}</a>,
          },
          { title: 'Run', kind: 'number', cell: ({ run }) => <a href={`${view.base}/runs/${run}`}>{run}</a> },
          {
            ...{ title: 'Pages', kind: 'number' },
            cell: ({ run, pages }) => <CountLink view={view} path={`/runs/${run}/changes?kind=new`} n={pages} />,
          },
          { title: 'When', kind: 'tight', cell: ({ at }) => <When at={at} /> },
        ]}
      />
      {first.length > FIRST_LISTED ? (
        <p class="soft">
          The latest {FIRST_LISTED} are listed; <a href={`${view.base}/runs`}>all runs</a>.
        </p>
      ) : null}
    </section>
  );
}
