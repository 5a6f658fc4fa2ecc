// URLs: what became of each, filtered by source, state, reason and address, with counts along their addresses.
import type { Accounting, Reading, UrlSummary } from '../../app/read/reading.ts';
import { endStates, stateText, type UrlState, urlStates } from '../../core/end-states.ts';
import { reasonOf } from '../../core/reasons.ts';
import type { Means } from '../http/means.ts';
import { framedPage, type SameAs, type View } from './layout.tsx';
import type { FormRoute, PageRoute } from './page-route.ts';
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
import { apiCall, shellCommand } from './same.ts';
import { type Below, belowIn, chosenBelow, pathTree, STEPS, wayTo } from './url-tree.tsx';

const LISTED = 100;

const tones: Readonly<Record<UrlState, Tone>> = Object.freeze({
  waiting: 'live',
  indexed: 'good',
  unchanged: 'good',
  duplicate: 'plain',
  skipped: 'plain',
  blocked: 'warn',
  failed: 'bad',
  deleted: 'warn',
});

/** The state of a URL. */
export function urlState(state: UrlState, by: string) {
  return <State tone={tones[state]}>{stateText(state, by)}</State>;
}

/** A reason, what it means on hover, and what it says of this URL. */
export function reasonText(by: string, detail: string | undefined) {
  return (
    <span>
      <code title={reasonOf(by)?.means}>{by}</code>
      {detail === undefined || detail === '' ? null : (
        <>
          {' '}
          <Crawled text={detail} most={160} />
        </>
      )}
    </span>
  );
}

/** The states a list can be of; `ended`: any but waiting. */
const shownStates = [...urlStates, 'ended'] as const;

const kinds = [
  { id: 'page', title: 'pages' },
  { id: 'sitemap', title: 'sitemaps' },
  { id: 'all', title: 'both' },
] as const;

/** How many URLs of a source ended how. */
interface Sums {
  readonly provider: string;
  readonly counts: Accounting;
}

interface ByReason {
  readonly reasons: Awaited<ReturnType<Reading['reasons']>>;
}

/** What the address of the page chooses. */
interface Chosen {
  readonly provider?: string | undefined;
  readonly state?: UrlState | 'ended' | undefined;
  readonly by?: string | undefined;
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  readonly kind: (typeof kinds)[number]['id'];
  readonly host?: string | undefined;
  readonly depth?: number | undefined;
  readonly below?: Below | undefined;
}

function chosenIn(query: URLSearchParams): Chosen {
  const filled = (name: string): string | undefined => query.get(name)?.trim() || undefined;
  const provider = filled('provider');
  return {
    provider,
    state: shownStates.find((state) => state === query.get('state')),
    by: filled('by')?.replace(/:+$/, '') || undefined,
    path: filled('path'),
    text: filled('text'),
    kind: kinds.find(({ id }) => id === query.get('kind'))?.id ?? 'page',
    host: filled('host'),
    depth: /^\d{1,3}$/.test(query.get('depth') ?? '') ? Number(query.get('depth')) : undefined,
    below: provider === undefined ? undefined : belowIn(query),
  };
}

const shown: readonly PageRoute[] = [
  {
    path: '/urls',
    async show({ view, means, query }) {
      const chosen = chosenIn(query);
      const { provider } = chosen;
      const tab = provider === undefined ? 'list' : (tabs.find(({ id }) => id === query.get('show'))?.id ?? 'list');
      const sums = await means.reads.run('urlSums', undefined);
      const counted = provider === undefined ? sums : sums.filter((one) => one.provider === provider);
      return framedPage({
        ...{ view, place: 'urls', title: provider === undefined ? 'URLs' : `URLs of ${provider}` },
        crumbs: provider === undefined ? [] : [{ title: 'URLs', path: '/urls' }],
        same: sameUrls(chosen, tab),
        children:
          sums.length === 0 ? (
            <Empty title="No URL yet">
              Every URL that a crawl meets is listed here with what became of it and why. A crawl brings the first:{' '}
              <code>docent crawl https://your.docs.site/</code>, or <a href={`${view.base}/sources`}>add a source</a>.
            </Empty>
          ) : (
            <>
              {filters(view, chosen, sums)}
              {sumLine(view, provider, counted)}
              {provider === undefined ? null : tabLine(view, provider, tab)}
              {await content(means, view, chosen, tab, { query, counted })}
            </>
          ),
      });
    },
  },
];
const forms: readonly FormRoute[] = [];

export const urlPages = { shown, forms };

const tabs = [
  { id: 'list', title: 'List' },
  { id: 'tree', title: 'By address' },
  { id: 'reasons', title: 'By reason' },
] as const;
type Tab = (typeof tabs)[number]['id'];
/** How the same list is read without the page; a host is looked for in the URLs. */
function sameUrls({ provider, state, by, kind, host, depth, below, ...typed }: Chosen, tab: Tab): SameAs {
  const { path, text } = below === undefined ? typed : chosenBelow(below, typed.text);
  const filter = {
    state,
    by,
    path,
    text: text ?? (host === undefined ? undefined : `://${host}/`),
    depth: depth?.toString(),
  };
  const cli = shellCommand('docent urls', [provider], tab === 'list' ? filter : {});
  if (tab === 'reasons') return { cli, api: apiCall('GET /urls/counts', { provider }) };
  if (tab === 'tree') return { cli, api: apiCall('GET /urls/tree', { provider, prefix: below?.prefix }) };
  const isSitemaps = kind === 'sitemap';
  return {
    cli: isSitemaps ? `${cli} --sitemaps` : cli,
    api: apiCall('GET /urls', { provider, ...filter, kind: isSitemaps ? kind : undefined }),
  };
}

function tabLine(view: View, provider: string, chosen: Tab) {
  return (
    <ul class="tabs">
      {tabs.map(({ id, title }) => (
        <li>
          <a
            href={`${view.base}${urlsPath({ provider, show: id === 'list' ? undefined : id })}`}
            aria-current={id === chosen ? 'page' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

async function content(
  means: Means,
  view: View,
  chosen: Chosen,
  tab: Tab,
  { query, counted }: { readonly query: URLSearchParams; readonly counted: readonly Sums[] },
) {
  const { provider, state, by, host, depth, below } = chosen;
  const kind = chosen.kind === 'all' ? undefined : chosen.kind;
  const cursor = query.get('cursor');
  const after = cursor !== null && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
  if (tab === 'tree' && provider !== undefined) {
    const question = { provider, prefix: below?.prefix ?? '', limit: STEPS + 1, offset: after };
    const steps = (await means.reads.run('urlTree', question)) ?? [];
    return (
      <>
        {pathTree(view, provider, below, steps.slice(0, STEPS))}
        <Pager view={view} isFirst={after === 0} next={steps.length > STEPS ? String(after + STEPS) : undefined} />
      </>
    );
  }
  if (tab === 'reasons' && provider !== undefined)
    return reasonTable(view, provider, await means.reads.run('urlCounts', { provider }));
  const { path, text } = below === undefined ? chosen : chosenBelow(below, chosen.text);
  const urls = await means.reads.run('urls', {
    ...{ provider, state, by, kind, host, depth, path, text },
    ...{ limit: LISTED + 1, after },
  });
  const listed = urls.slice(0, LISTED);
  return (
    <>
      {below === undefined || provider === undefined ? null : wayTo(view, provider, below)}
      {list(view, chosen, listed, totalOf(chosen, counted))}
      <Pager view={view} isFirst={after === 0} next={urls.length > LISTED ? String(listed.at(-1)?.id) : undefined} />
    </>
  );
}

/** How long the whole list is, where kept sums tell it. */
function totalOf(
  { state, by, path, text, kind, host, depth, below }: Chosen,
  counted: readonly Sums[],
): number | undefined {
  if (kind !== 'page' || [by, path, text, host, depth, below].some((one) => one !== undefined)) return undefined;
  return counted.reduce(
    (sum, { counts }) => sum + (state === 'ended' ? counts.discovered - counts.waiting : counts[state ?? 'discovered']),
    0,
  );
}

function filters(
  view: View,
  { provider, state, by, path, text, kind, host, depth, below }: Chosen,
  all: readonly Sums[],
) {
  return (
    <form class="filters" method="get" action={`${view.base}/urls`} aria-label="Filter">
      <ChoiceField
        name="provider"
        label="Source"
        none="all"
        values={all.map((one) => [one.provider, one.provider])}
        chosen={provider}
      />
      <ChoiceField name="state" label="State" none="any" values={shownStates.map((one) => [one, one])} chosen={state} />
      <div class="field">
        <label for="by">Reason</label>
        <input id="by" name="by" value={by ?? ''} placeholder="robots, http:404" />
      </div>
      {below === undefined ? (
        <div class="field">
          <label for="path">Path</label>
          <input id="path" name="path" value={path ?? ''} placeholder="/docs/*" />
        </div>
      ) : (
        <>
          <input type="hidden" name="below" value={below.prefix} />
          {below.isExact ? <input type="hidden" name="exact" value="1" /> : null}
        </>
      )}
      <div class="field">
        <label for="text">Text in the URL</label>
        <input id="text" name="text" value={text ?? ''} />
      </div>
      <div class="field">
        <label for="host">Host</label>
        <input id="host" name="host" value={host ?? ''} />
      </div>
      <div class="field">
        <label for="depth">Depth</label>
        <input id="depth" name="depth" value={depth ?? ''} inputmode="numeric" placeholder="any" />
      </div>
      <ChoiceField name="kind" label="Kind" values={kinds.map(({ id, title }) => [id, title])} chosen={kind} />
      <button type="submit">Filter</button>
      {[state, by, path, text, host, depth, below].every((one) => one === undefined) && kind === 'page' ? null : (
        <a class="button" href={`${view.base}${urlsPath({ provider })}`}>
          Clear
        </a>
      )}
    </form>
  );
}

/** The address of a list of URLs, below the base. */
export function urlsPath(filter: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(filter).filter((one): one is [string, string] => one[1] !== undefined);
  return entries.length === 0 ? '/urls' : `/urls?${new URLSearchParams(entries)}`;
}

/** F5: the line that adds up, over the sources that are shown. */
function sumLine(view: View, provider: string | undefined, counted: readonly Sums[]) {
  const sum = (name: keyof Accounting): number => counted.reduce((all, { counts }) => all + counts[name], 0);
  const term = (name: keyof Accounting, state?: UrlState) => (
    <span>
      <b>
        <CountLink view={view} path={urlsPath({ provider, state })} n={sum(name)} />
      </b>{' '}
      {name}
    </span>
  );
  return (
    <div class="sum">
      {term('discovered')}
      {[...endStates, 'waiting' as const].map((state, nth) => (
        <>
          <span class="op">{nth === 0 ? '=' : '+'}</span> {term(state, state)}
        </>
      ))}
    </div>
  );
}

function reasonTable(view: View, provider: string, counted: readonly ByReason[]) {
  const reasons = counted.flatMap((one) => one.reasons);
  if (reasons.length === 0) return <Empty title="No URL">Nothing was crawled of this source yet.</Empty>;
  return (
    <RowTable
      rows={reasons}
      columns={[
        { title: 'Reason', kind: 'head', cell: ({ by }) => <code>{by}</code> },
        { title: 'State', kind: 'tight', cell: ({ state, by }) => urlState(state, by) },
        { title: 'What it means', cell: ({ by }) => reasonOf(by)?.means ?? '' },
        {
          ...{ title: 'URLs', kind: 'number' },
          cell: ({ state, by, count }) => <CountLink view={view} path={urlsPath({ provider, state, by })} n={count} />,
        },
      ]}
    />
  );
}

function list(view: View, { provider }: Chosen, urls: readonly UrlSummary[], total: number | undefined) {
  if (urls.length === 0)
    return (
      <Empty title="No such URL">
        No URL of the latest crawls fits these filters. A URL that no crawl has met can still be looked at:{' '}
        <a href={`${view.base}/url`}>why would it be read, or not</a>.
      </Empty>
    );
  return (
    <section id="list" data-total={total ?? ''}>
      <h2>{total === undefined ? 'URLs that fit' : `${number(total)} ${total === 1 ? 'URL' : 'URLs'}`}</h2>
      <RowTable columns={columns(view, provider)} rows={urls} />
    </section>
  );
}

function columns(view: View, provider: string | undefined): readonly Column<UrlSummary>[] {
  const source: Column<UrlSummary> = {
    title: 'Source',
    cell: (one) => <a href={`${view.base}${urlsPath({ provider: one.provider })}`}>{one.provider}</a>,
  };
  return [
    { title: 'URL', kind: 'head', cell: ({ url }) => <UrlLink view={view} url={url} /> },
    ...(provider === undefined ? [source] : []),
    { title: 'State', kind: 'tight', cell: ({ state, by }) => urlState(state, by) },
    { title: 'Why', cell: ({ by, detail }) => reasonText(by, detail) },
    { title: 'Depth', kind: 'number', cell: ({ depth }) => number(depth) },
    { title: 'Since', kind: 'tight', cell: ({ changedAt }) => <When at={changedAt} /> },
  ];
}
