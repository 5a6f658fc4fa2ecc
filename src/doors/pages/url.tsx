// One URL: why it is in its state, the way to it, every decision about it, what a crawl would decide now, and its panes.
import { recrawl } from '../../app/crawl/recrawl.ts';
import { hostNamed } from '../../app/read/hosts.ts';
import type { InspectedRecord, InspectedUrl } from '../../app/read/inspect-url.ts';
import { printable } from '../../core/printable.ts';
import { reasonOf } from '../../core/reasons.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Means } from '../http/means.ts';
import { pageUrl } from '../http/operations/one-url.ts';
import { HttpProblem } from '../http/problem.ts';
import { hostPath } from './hosts.tsx';
import { framedPage, type View } from './layout.tsx';
import type { FormRoute, PageCall, PageRoute } from './page-route.ts';
import { ActButton, Crawled, Empty, number, Outside, RowTable, size, UrlLink, When } from './parts.tsx';
import { apiCall, shellCommand } from './same.ts';
import { backlinksPane, forgetPane, historyPane, linksPane, pagePane } from './url-panes.tsx';
import { reasonText, urlState } from './urls.tsx';

function readUrl({ reads }: Means, sent: string): Promise<InspectedUrl> {
  return reads.run('url', { url: pageUrl(sent) });
}

const tabs = [
  { id: 'why', title: 'Why' },
  { id: 'page', title: 'Page' },
  { id: 'links', title: 'Links out' },
  { id: 'backlinks', title: 'Links in' },
  { id: 'history', title: 'Changes' },
  { id: 'forget', title: 'Forget' },
] as const;
type Tab = (typeof tabs)[number]['id'];
const apis: Readonly<Record<Tab, (url: string | undefined) => string>> = Object.freeze({
  why: (url) => apiCall('GET /url', { url }),
  page: (url) => `${apiCall('GET /url/markdown', { url })}, ${apiCall('GET /url/chunks', { url })}`,
  links: (url) => apiCall('GET /url/links', { url }),
  backlinks: (url) => apiCall('GET /url/backlinks', { url }),
  history: (url) => apiCall('GET /url/history', { url }),
  forget: () => 'POST /forget/preview, POST /forget',
});

const shown: readonly PageRoute[] = [
  {
    path: '/url',
    async show({ view, means, query }) {
      const sent = query.get('url')?.trim() ?? '';
      const found = sent === '' ? undefined : await readUrl(means, sent);
      const tab = tabs.find(({ id }) => id === query.get('show'))?.id ?? 'why';
      const [one, another] = found?.records ?? [];
      const document = framedPage({
        ...{ view, place: 'urls', title: sent === '' ? 'Look at a URL' : titleOf(sent) },
        live:
          tab !== 'why' || one === undefined
            ? undefined
            : { provider: another === undefined ? one.provider : undefined },
        crumbs: [{ title: 'URLs', path: '/urls' }],
        same: {
          cli: shellCommand(tab === 'forget' ? 'docent forget' : 'docent why', [sent || 'URL']),
          api: apis[tab](sent || undefined),
        },
        children: (
          <>
            {sent === '' ? null : (
              <p>
                <Outside url={sent} />
              </p>
            )}
            <form class="filters" method="get" action={`${view.base}/url`} aria-label="Look at a URL">
              <div class="field wide">
                <label for="url">URL</label>
                <input id="url" name="url" type="url" required value={shownUrl(sent)} />
              </div>
              <button type="submit">Look</button>
            </form>
            {found === undefined ? (
              <Empty title="Enter a URL">What became of it, and why; also for one that no crawl has met.</Empty>
            ) : (
              await inspected({ view, means, query }, sent, found, tab)
            )}
          </>
        ),
      });
      // What was forgotten is known no more, and its receipt is still looked at.
      return found?.records.length === 0 && tab !== 'forget' ? { document, status: 404 } : document;
    },
  },
];

const forms: readonly FormRoute[] = [
  {
    path: '/url/recrawl',
    async act({ means, form }) {
      const { url, provider } = { url: pageUrl(form.get('url') ?? ''), provider: form.get('provider') ?? '' };
      const { place, runs, log, addresses, works } = means;
      const { records, blocked } = await readUrl(means, url);
      if (!records.some((one) => one.provider === provider))
        throw new HttpProblem('not_found', `no crawl has met ${shownUrl(url.slice(0, 200))}`);
      if (blocked !== undefined) throw new HttpProblem('conflict', `it is on the blocklist, by ${blocked}`);
      const { leftOut, run } = await recrawl({ ...place(), runs, log, addresses, works }, provider, url);
      if (leftOut !== undefined) throw new HttpProblem('conflict', leftOut);
      return pathOf(url, run === undefined ? {} : { run: String(run.id) });
    },
  },
  {
    path: '/url/block',
    async act({ means, form }) {
      const url = pageUrl(form.get('url') ?? '');
      await means.works.run('blockUrl', { url, reason: 'blocked by the operator' });
      return pathOf(url);
    },
  },
  {
    path: '/url/forget',
    async act({ means, form }) {
      const url = pageUrl(form.get('url') ?? '');
      if (form.get('sure') !== 'yes')
        throw new HttpProblem('invalid', 'it cannot be undone: say that you have looked at what would be removed');
      const call = { what: url, block: form.get('block') === 'yes', reason: 'forgotten by the operator' };
      const done = await means.service.forgetting(() => means.works.run('forget', call));
      if (done?.end === 'unwiped')
        throw new HttpProblem(
          'conflict',
          'it is removed, but a reader still sees an older state of the data: do it again',
        );
      return pathOf(url, { show: 'forget', look: '1' });
    },
  },
  {
    path: '/url/unblock',
    async act({ means, form }) {
      const url = pageUrl(form.get('url') ?? '');
      const { removed, coveredBy } = await means.works.run('unblockUrl', { url });
      if (removed.length === 0)
        throw new HttpProblem('conflict', `it has no entry of its own${coveredBy ? `; covered by ${coveredBy}` : ''}`);
      return pathOf(url);
    },
  },
];

export const urlPage = { shown, forms };

function pathOf(url: string, query: Readonly<Record<string, string>> = {}): string {
  return `/url?${new URLSearchParams({ url, ...query })}`;
}

const LONGEST_TITLE = 120;

/** The path of a URL, with its query; the host of one that has no path. */
function titleOf(sent: string): string {
  const { host = '', pathname = sent, search = '' } = URL.parse(sent) ?? {};
  const title = printable(shownUrl(pathname === '/' && search === '' ? `${host}/` : `${pathname}${search}`));
  return title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE)}…`;
}

async function inspected(
  { view, means, query }: Pick<PageCall, 'view' | 'means' | 'query'>,
  url: string,
  found: InspectedUrl,
  tab: Tab,
) {
  const { records, blocked } = found;
  const wanted = query.get('provider');
  const record =
    records.find(({ provider }) => provider === wanted) ?? records.find(({ page }) => page !== undefined) ?? records[0];
  const named = /^https?:/i.test(url) ? hostNamed(URL.parse(url)?.host ?? '') : undefined;
  const host = named === undefined ? undefined : await means.reads.run('host', { name: named });
  return (
    <>
      <div class="actions">
        {host === undefined ? null : (
          <a href={`${view.base}${hostPath(host.host, { path: url })}#test`}>Test robots.txt for it</a>
        )}
        {blocked === undefined ? (
          <ActButton view={view} path="/url/block" title="Block" tone="danger" fields={{ url }} />
        ) : (
          <ActButton view={view} path="/url/unblock" title="Unblock" fields={{ url }} />
        )}
      </div>
      {blocked === undefined ? null : (
        <p class="note warn">
          It is on the blocklist, by <Crawled text={blocked} />: it is not fetched again while it is.
        </p>
      )}
      {record === undefined ? null : tabLine(view, url, tab, wanted)}
      {record === undefined || tab === 'why' || tab === 'forget' || records.length < 2
        ? null
        : sourceLine(view, url, tab, record, records)}
      {await content({ view, means, query }, url, found, tab, record)}
    </>
  );
}

function tabLine(view: View, url: string, chosen: Tab, provider: string | null) {
  return (
    <ul class="tabs">
      {tabs.map(({ id, title }) => (
        <li>
          <a
            href={`${view.base}${pathOf(url, { ...(id !== 'why' && { show: id }), ...(provider && { provider }) })}`}
            aria-current={id === chosen ? 'page' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The sources that know the URL, each with a record of its own. */
function sourceLine(view: View, url: string, show: Tab, chosen: InspectedRecord, records: readonly InspectedRecord[]) {
  return (
    <p>
      As{' '}
      {records.map(({ provider }, nth) => (
        <>
          {nth === 0 ? '' : ', '}
          {provider === chosen.provider ? (
            <strong>{provider}</strong>
          ) : (
            <a href={`${view.base}${pathOf(url, { show, provider })}`}>{provider}</a>
          )}
        </>
      ))}{' '}
      has it.
    </p>
  );
}

async function content(
  { view, means, query }: Pick<PageCall, 'view' | 'means' | 'query'>,
  url: string,
  { records, foreseen, blocked }: InspectedUrl,
  tab: Tab,
  record: InspectedRecord | undefined,
) {
  const cursor = query.get('cursor') ?? '';
  if (tab === 'forget') return forgetPane({ view, means, url }, { isWanted: query.has('look') });
  if (tab !== 'why' && record !== undefined) {
    const call = {
      view,
      means,
      url,
      provider: record.provider,
      cursor: /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0,
    };
    if (tab === 'page') return pagePane(call, record);
    if (tab === 'links') return linksPane(call);
    return tab === 'backlinks' ? backlinksPane(call) : historyPane(call, record);
  }
  return (
    <>
      {records.length === 0 ? <p class="note">No crawl has met it.</p> : null}
      {await fetchedBy({ view, means, query }, records)}
      {records.map((one, nth) => (
        <section id={`record-${nth}`} data-live>
          {recordParts(view, url, one, blocked !== undefined)}
        </section>
      ))}
      {records.length > 0 || foreseen.length === 0 ? null : (
        <section>
          <h2>What a crawl would decide now, robots.txt aside</h2>
          <RowTable
            rows={foreseen}
            columns={[
              { title: 'Source', kind: 'head', cell: ({ target }) => <Crawled text={shownUrl(target)} /> },
              { title: 'Verdict', kind: 'tight', cell: ({ verdict }) => (verdict.ok ? 'taken' : 'left out') },
              { title: 'Why', cell: ({ verdict }) => reasonText(verdict.by, verdict.detail) },
            ]}
          />
        </section>
      )}
    </>
  );
}

/** After "Fetch again": the run that does it, while it is the latest of its source. */
async function fetchedBy(
  { view, means, query }: Pick<PageCall, 'view' | 'means' | 'query'>,
  records: readonly InspectedRecord[],
) {
  const id = query.get('run');
  if (id === null) return null;
  const latest = await Promise.all(
    records.map(({ provider }) => means.reads.run('runs', { provider, limit: 1, before: undefined })),
  );
  const run = latest.flat().find((one) => String(one.id) === id);
  if (run === undefined) return null;
  const words = { running: 'fetches it now.', paused: 'fetches it when it goes on: it is paused.' };
  return (
    <p id="again" class="note" data-live role="status">
      <a href={`${view.base}/runs/${run.id}`}>Run {run.id}</a>{' '}
      {run.state === 'running' || run.state === 'paused' ? words[run.state] : 'is over; what it decided is below.'}
    </p>
  );
}

function recordParts(view: View, url: string, record: InspectedRecord, isBlocked: boolean) {
  const { provider, state, by, detail, changedAt, foundOn, steps, history } = record;
  return (
    <>
      <header>
        <h2>{provider}</h2>
        {urlState(state, by)}
        {isBlocked ? null : (
          <ActButton view={view} path="/url/recrawl" title="Fetch again" fields={{ url, provider }} />
        )}
        {isBlocked || view.formToken === undefined ? null : (
          <small class="soft">with what else of {provider} is due, by the run that is under way or by a refresh</small>
        )}
      </header>
      <p class="note">
        <strong>{reasonOf(by)?.means ?? 'Its reason is of another version.'}</strong> {reasonText(by, detail)},{' '}
        <When at={changedAt} />.
      </p>
      <h3>The way there</h3>
      {foundOn.length === 0 ? <p>It is a seed, or a sitemap listed it.</p> : null}
      <ol class="steps">
        {foundOn.map((one) => (
          <li>
            <UrlLink view={view} url={one} />
          </li>
        ))}
      </ol>
      <h3>Decisions</h3>
      {steps.length === 0 ? <p class="soft">None is kept of it but the one above.</p> : null}
      <ol class="steps">
        {steps.map((one) => (
          <li>
            <Crawled text={one.step} />{' '}
            {one.by === undefined ? <Crawled text={one.detail ?? ''} /> : reasonText(one.by, one.detail)}{' '}
            <small>
              {one.by === undefined || one.by === by ? '' : `${reasonOf(one.by)?.means ?? ''} `}
              <When at={one.at} />
            </small>
          </li>
        ))}
      </ol>
      {history.length === 0 ? null : (
        <>
          <h3>Visits</h3>
          <RowTable
            rows={history}
            columns={[
              { title: 'When', kind: 'head', cell: ({ at }) => <When at={at} /> },
              { title: 'Run', kind: 'number', cell: ({ run }) => <a href={`${view.base}/runs/${run}`}>{run}</a> },
              { title: 'Status', kind: 'number', cell: ({ status }) => (status === undefined ? '' : String(status)) },
              { title: 'Why', cell: (one) => reasonText(one.by, one.detail) },
              {
                title: 'Took',
                kind: 'number',
                cell: ({ ms }) => (ms === undefined ? '' : `${number(Math.round(ms))} ms`),
              },
              { title: 'Size', kind: 'number', cell: ({ bytes }) => (bytes === undefined ? '' : size(bytes)) },
            ]}
          />
        </>
      )}
    </>
  );
}
