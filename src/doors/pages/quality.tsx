// Quality and alerts: what is out of bounds and was, how good what is stored of each source is, and whether messages about it arrive.
import type { AlertList } from '../../app/server/reads/report-reads.ts';
import type { KnownAlert, NotJudged } from '../../app/watch/alerts.ts';
import { type BoundRow, boundsInForce, type Judgement, type SourceQuality } from '../../app/watch/quality.ts';
import { sendTests, type TestResult } from '../../app/watch/test-messages.ts';
import { boundsOf, boundText, meaning, valueText } from '../../watch/alerts/alerts.ts';
import type { Means } from '../http/means.ts';
import { framedPage, type View } from './layout.tsx';
import type { FormRoute, PageRoute } from './page-route.ts';
import {
  ActButton,
  type Column,
  CountLink,
  Crawled,
  Empty,
  number,
  Pager,
  percent,
  RowTable,
  State,
  When,
} from './parts.tsx';
import { pagesPath, storedPath } from './stored-pages.ts';

const LISTED = 50;
const OVER_SHOWN = 20;

const silences: Readonly<Record<NotJudged, string>> = Object.freeze({
  'never run': 'has no run yet',
  'under way': 'is being run, and is judged when that ends',
  'cut off': 'was cut off in its last run, and is judged once that has ended',
  'too small': 'made fewer than five requests in its last run, too few to judge rates',
});

/** The last test of each server, shown after the form. */
const tested = new WeakMap<Means, { readonly at: number; readonly results: readonly TestResult[] }>();

const shown: readonly PageRoute[] = [
  {
    path: '/quality',
    async show({ view, means, query }) {
      const cursor = query.get('cursor') ?? '';
      const offset = /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
      const [alerts, found] = await Promise.all([
        means.reads.run('alerts', { closed: OVER_SHOWN }),
        means.reads.run('sourceQuality', { offset, limit: LISTED + 1 }),
      ]);
      const sources = found.slice(0, LISTED);
      return framedPage({
        ...{ view, place: 'quality', title: 'Quality and alerts' },
        same: { cli: 'docent alerts --all', api: 'GET /alerts?state=all, GET /quality' },
        children: (
          <>
            {openAlerts(view, alerts, sources.length > 0)}
            <section>
              <h2>What is stored</h2>
              {sources.length === 0 ? (
                <Empty title="Nothing is stored yet">
                  After the first run of <a href={`${view.base}/sources`}>a source</a> its chunks are measured here: how
                  long they are, how many repeat another, and how much of each page was kept.
                </Empty>
              ) : (
                <RowTable columns={sourceColumns(view)} rows={sources} />
              )}
              <Pager
                view={view}
                isFirst={offset === 0}
                next={found.length > LISTED ? `${offset + LISTED}` : undefined}
              />
            </section>
            {messages(view, means)}
            {bounds(means)}
            {overAlerts(view, alerts)}
          </>
        ),
      });
    },
  },
];

function openAlerts(view: View, { alerts, judged, notJudged }: AlertList, isAnything: boolean) {
  const open = alerts.filter(({ endedAt }) => endedAt === undefined);
  return (
    <section id="open">
      <h2>Open alerts</h2>
      {open.length > 0 ? (
        <RowTable columns={alertColumns(view)} rows={open} total={open.length} />
      ) : (
        <Empty title={judged.length > 0 ? 'No open alert' : 'Nothing was judged yet'}>
          {judged.length > 0
            ? `The last run of ${judged.length === 1 ? 'the source' : `each of ${number(judged.length)} sources`} was held against the bounds that raise alerts for it.`
            : isAnything
              ? 'A run is judged when it ends.'
              : 'When a run ends it is held against the bounds below; what is out of them is listed here.'}
        </Empty>
      )}
      {notJudged.map(({ why, providers }) => (
        <p class="soft">
          {providers.slice(0, 5).map((provider, nth) => (
            <>
              {nth === 0 ? '' : ', '}
              <a href={`${view.base}/sources/${encodeURIComponent(provider)}`}>{provider}</a>
            </>
          ))}
          {providers.length > 5 ? ` and ${number(providers.length - 5)} more` : ''} {silences[why]}.
        </p>
      ))}
    </section>
  );
}

/** Columns of alerts, open or over. */
export function alertColumns(view: View): readonly Column<KnownAlert>[] {
  return [
    {
      ...{ title: 'Source', kind: 'head' },
      cell: ({ provider }) => <a href={`${view.base}/quality/${encodeURIComponent(provider)}`}>{provider}</a>,
    },
    { title: 'What', cell: (alert) => lines(alert, ({ bound, of }) => <Crawled text={meaning(bound, of)} />) },
    {
      ...{ title: 'Measured', kind: 'tight' },
      cell: (alert) =>
        lines(alert, ({ bound, value, limit }) => (
          <State tone={alert.endedAt === undefined ? 'bad' : 'plain'}>{valueText(bound, value, limit)}</State>
        )),
    },
    { title: 'Bound', kind: 'tight', cell: (alert) => lines(alert, ({ bound, limit }) => boundText(bound, limit)) },
    {
      ...{ title: 'Since', kind: 'tight' },
      cell: ({ since, endedAt }) => (
        <div>
          <When at={since} />
          {endedAt === undefined ? null : (
            <small>
              {' '}
              over <When at={endedAt} />
            </small>
          )}
        </div>
      ),
    },
    {
      title: 'Likely cause',
      cell: ({ cause, command, provider }) => (
        <div>
          <Crawled text={cause} most={600} />{' '}
          <small>
            <a href={`${view.base}${closerPath(command, provider)}`}>Look closer</a>, or <code>{command}</code>
          </small>
        </div>
      ),
    },
  ];
}

/** A line for each bound of an alert. */
function lines(alert: KnownAlert, write: (excess: ReturnType<typeof boundsOf>[number]) => unknown) {
  return boundsOf(alert).map((excess) => <div>{write(excess)}</div>);
}

/** The page that shows what a command of an alert prints. */
function closerPath(command: string, provider: string): string {
  const [, verb, , ...flags] = command.split(' ');
  const filter = Object.fromEntries(
    flags.flatMap((flag, at) => (/^--(.+)/.test(flag) ? [[flag.slice(2), flags[at + 1]]] : [])),
  );
  if (verb === 'fetches') return `/fetches?${new URLSearchParams({ provider, ...filter })}`;
  if (verb === 'report')
    return filter.run === undefined ? `/runs?${new URLSearchParams({ provider })}` : `/runs/${filter.run}/changes`;
  if (verb === 'urls' && 'chunks' in filter) return pagesPath(provider, { part: 'all' });
  if (verb === 'urls') return `/urls?${new URLSearchParams({ provider, ...filter })}`;
  return `/sources/${encodeURIComponent(provider)}`;
}

/** A value of a source beside its bound; its tone tells whether it is within, or raises an alert. */
export function judged(judgements: readonly Judgement[], ...names: readonly Judgement['bound'][]) {
  const found = judgements.filter(({ bound }) => names.includes(bound));
  const worst = found.find((one) => !one.isWithin && one.raises) ?? found[0];
  if (worst === undefined) return <span class="soft">–</span>;
  const text = valueText(worst.bound, worst.value, worst.limit);
  return worst.isWithin || !worst.raises ? text : <State tone="bad">{text}</State>;
}

function sourceColumns(view: View): readonly Column<SourceQuality>[] {
  const at = (provider: string, part = ''): string => `/quality/${encodeURIComponent(provider)}${part}`;
  const of = (...names: readonly Judgement['bound'][]) => ({
    kind: 'number' as const,
    cell: ({ judgements }: SourceQuality) => judged(judgements, ...names),
  });
  const listed = (kind: 'empty' | 'short' | 'losses') => ({
    kind: 'number' as const,
    cell: ({ provider, sums }: SourceQuality) =>
      sums[kind] === 0 ? '0' : <CountLink view={view} path={at(provider, `/pages?part=${kind}`)} n={sums[kind]} />,
  });
  return [
    {
      ...{ title: 'Source', kind: 'head' },
      cell: ({ provider }) => <a href={`${view.base}${at(provider)}`}>{provider}</a>,
    },
    {
      ...{ title: 'Pages', kind: 'number' },
      cell: ({ provider, sums: { pages } }) =>
        pages === 0 ? '0' : <CountLink view={view} path={storedPath(provider)} n={pages} />,
    },
    { title: 'Empty', ...listed('empty') },
    { title: 'Short', ...listed('short') },
    {
      ...{ title: 'Kept', kind: 'number' },
      cell: ({ sums: { fidelity } }) => (fidelity === undefined ? '–' : percent(fidelity)),
    },
    { title: 'With losses', ...listed('losses') },
    {
      ...{ title: 'Chunks', kind: 'number' },
      cell: ({ provider, quality: { chunks } }) =>
        chunks === 0 ? '0' : <CountLink view={view} path={storedPath(provider)} n={chunks} column="Chunks" />,
    },
    { title: 'Tokens each', ...of('average_tokens_least', 'average_tokens_most') },
    { title: 'Repeated', ...of('duplicate_chunks') },
    { title: 'Selector hits', ...of('selector_hits') },
  ];
}

function messages(view: View, means: Means) {
  const { webhooks, options } = means.settings();
  const receivers = webhooks.length + (options.slack_webhook === undefined ? 0 : 1);
  const last = tested.get(means);
  return (
    <section id="messages">
      <h2>Messages</h2>
      {receivers === 0 ? (
        <p class="soft">
          Alerts are shown here and written to the log. With <code>slack_webhook</code> or <code>webhooks</code> in
          docent.yml they are sent as well.
        </p>
      ) : (
        <>
          <p>
            What begins and what ends is sent to {receivers === 1 ? 'one receiver' : `${number(receivers)} receivers`}.
          </p>
          <ActButton view={view} path="/quality/test" title="Send a test message" />
          {last === undefined ? null : (
            <div class={last.results.every(({ ok }) => ok) ? 'note good' : 'note bad'} role="status">
              <p>
                Test sent <When at={last.at} />:
              </p>
              <ul>
                {last.results.map(({ to, ok, problem }) => (
                  <li>
                    {to}: {ok ? 'arrived' : <Crawled text={problem ?? 'did not arrive'} />}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function bounds(means: Means) {
  const rows = boundsInForce(means.settings());
  const own = rows.filter(({ isDefault }) => !isDefault).length;
  const columns: readonly Column<BoundRow>[] = [
    { title: 'Name', kind: 'head', cell: ({ bound }) => <code class="whole">{bound}</code> },
    {
      title: 'What is measured',
      cell: ({ bound }) => meaning(bound, bound === 'response_time' ? 'a host' : undefined),
    },
    { title: 'Bound', kind: 'tight', cell: ({ bound, limit }) => boundText(bound, limit) },
    {
      title: 'Set by',
      kind: 'tight',
      cell: ({ isDefault }) => (isDefault ? <span class="soft">default</span> : 'you'),
    },
  ];
  return (
    <section id="bounds">
      <h2>Bounds</h2>
      <details>
        <summary>{`${number(rows.length)} bounds, ${own === 0 ? 'all by default' : `${number(own)} set by you`}`}</summary>
        <RowTable columns={columns} rows={rows} />
      </details>
      <p>
        <small>
          Set them with <code>alert_bounds</code> in docent.yml, for all sources or in the policy of one. Those of
          chunks and of the content selector raise alerts where they are set, and for presets; elsewhere the page of a
          source has them as advice.
        </small>
      </p>
    </section>
  );
}

function overAlerts(view: View, { alerts }: AlertList) {
  const over = alerts.filter(({ endedAt }) => endedAt !== undefined);
  return (
    <section id="over">
      <h2>Alerts that are over</h2>
      {over.length === 0 ? (
        <p class="soft">None. An alert is over when a later run is back within its bound.</p>
      ) : (
        <RowTable columns={alertColumns(view)} rows={over} caption={`The last ${number(over.length)}`} />
      )}
    </section>
  );
}

const forms: readonly FormRoute[] = [
  {
    path: '/quality/test',
    async act({ means }) {
      tested.set(means, { results: await sendTests(means.settings()), at: Date.now() });
      return '/quality#messages';
    },
  },
];

export const qualityPages = { shown, forms };
