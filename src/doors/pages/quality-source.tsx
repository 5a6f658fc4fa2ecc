// The quality of one source: its values beside their bounds, how its pages were read, and the lists of pages worth a look.

import {
  type PageReading,
  type ReadingsPart,
  type RuleReadings,
  type SourceQuality,
  worthALook,
} from '../../app/watch/quality.ts';
import { counted } from '../../core/counted.ts';
import { boundText, meaning } from '../../watch/alerts/alerts.ts';
import { HttpProblem } from '../http/problem.ts';
import { framedPage, type View } from './layout.tsx';
import type { PageRoute } from './page-route.ts';
import {
  type Column,
  CountLink,
  Crawled,
  Empty,
  Figures,
  number,
  Pager,
  percent,
  RowTable,
  State,
  UrlLink,
  When,
} from './parts.tsx';
import { alertColumns, judged } from './quality.tsx';
import { pagesPath, storedPath } from './stored-pages.ts';

const LISTED = 50;

/** E1: where the content of a page was found. */
const rules: Readonly<Record<string, string>> = Object.freeze({
  selector: 'the source’s own selector',
  article: 'an <article> element',
  main: 'a <main> element',
  'role-main': 'an element with the role main',
  'content-class': 'an element whose class or id names content',
  body: 'the whole body, without what frames it',
  readability: 'the part with the most prose',
  markdown: 'a Markdown document, read as it is',
  text: 'a plain text, read as it is',
  openapi: 'an OpenAPI document',
  'links-only': 'links only: the text is not kept',
  '': 'nothing is kept of it',
});

const parts = Object.freeze({
  all: { title: 'Stored pages', means: 'Every page that is stored of this source.' },
  empty: { title: 'Empty pages', means: 'Pages without a word.' },
  short: { title: 'Short pages', means: `Pages of fewer than ${counted(worthALook.shortWords, 'word')}.` },
  losses: {
    title: 'Pages with losses',
    means: `Less than ${percent(worthALook.fidelity)} of their code, tables, headings and words is kept.`,
  },
});

const shown: readonly PageRoute[] = [
  {
    path: '/quality/{provider}',
    async show({ view, means, path: { provider = '' } }) {
      const [[source], { alerts }] = await Promise.all([
        means.reads.run('sourceQuality', { provider, offset: 0, limit: 1 }),
        means.reads.run('alerts', { provider, closed: 0 }),
      ]);
      if (source === undefined) throw noRuns(provider);
      return framedPage({
        ...{ view, place: 'quality', title: `Quality of ${provider}` },
        crumbs: [{ title: 'Quality and alerts', path: '/quality' }],
        same: { cli: `docent report ${provider}`, api: `GET /quality?provider=${encodeURIComponent(provider)}` },
        children: (
          <>
            {figures(view, source)}
            {alerts.length === 0 ? null : (
              <section>
                <h2>Open alerts</h2>
                <RowTable columns={alertColumns(view)} rows={alerts} />
              </section>
            )}
            <div class="split">
              {ruleShares(view, source)}
              {judgements(source)}
            </div>
          </>
        ),
      });
    },
  },
  {
    path: '/quality/{provider}/pages',
    async show({ view, means, path: { provider = '' }, query }) {
      const part = partIn(query);
      const cursor = query.get('cursor') ?? '';
      const after = /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
      const [[source], found] = await Promise.all([
        means.reads.run('sourceQuality', { provider, offset: 0, limit: 1 }),
        means.reads.run('pagesRead', { provider, part, limit: LISTED + 1, after }),
      ]);
      if (source === undefined) throw noRuns(provider);
      const listed = found.slice(0, LISTED);
      const total =
        part.kind === 'rule'
          ? (source.rules.find(({ rule }) => rule === part.rule)?.pages ?? 0)
          : source.sums[part.kind === 'all' ? 'pages' : part.kind];
      const { title, means: text } =
        part.kind === 'rule' ? { title: 'Pages by rule', means: ruleWords(part.rule) } : parts[part.kind];
      return framedPage({
        ...{ view, place: 'quality', title: `${title} of ${provider}` },
        crumbs: [
          { title: 'Quality and alerts', path: '/quality' },
          { title: provider, path: `/quality/${encodeURIComponent(provider)}` },
        ],
        beside: <State tone="plain">{`${number(total)} in all`}</State>,
        same: { cli: `docent urls ${provider} --state indexed`, api: 'GET /urls' },
        children: (
          <>
            <p>{text}</p>
            {listed.length === 0 ? (
              <Empty title="There is none">Every stored page of this source was read otherwise.</Empty>
            ) : (
              <div data-total={total}>
                <RowTable columns={pageColumns(view)} rows={listed} />
              </div>
            )}
            <Pager
              view={view}
              isFirst={after === undefined}
              next={found.length > LISTED ? String(listed.at(-1)?.page) : undefined}
            />
          </>
        ),
      });
    },
  },
];

function noRuns(provider: string): HttpProblem {
  return new HttpProblem('not_found', `nothing was crawled of "${provider.slice(0, 200)}"`);
}

function partIn(query: URLSearchParams): ReadingsPart {
  const part = query.get('part');
  if (part === 'all' || part === 'empty' || part === 'short' || part === 'losses') return { kind: part };
  return { kind: 'rule', rule: query.get('rule') ?? '' };
}

function ruleWords(rule: string): string {
  return rules[rule] ?? rule;
}

function figures(view: View, { provider, sums, quality, duplicates }: SourceQuality) {
  const listed = (kind: Exclude<keyof typeof parts, 'all'>, name: string, note: string) => ({
    ...{ name, note, value: number(sums[kind]), count: sums[kind] },
    path: sums[kind] === 0 ? undefined : pagesPath(provider, { part: kind }),
  });
  return (
    <Figures
      view={view}
      figures={[
        {
          ...{ name: 'Kept', value: sums.fidelity === undefined ? '–' : percent(sums.fidelity) },
          note: 'of code, tables, headings and words',
        },
        listed('losses', 'With losses', `under ${percent(worthALook.fidelity)} kept`),
        listed('empty', 'Empty pages', `of ${number(sums.pages)} stored`),
        listed('short', 'Short pages', `under ${counted(worthALook.shortWords, 'word')}`),
        {
          ...{ name: 'Duplicates', value: number(duplicates), note: 'URLs with the text of another' },
          count: duplicates,
          path: `/urls?provider=${encodeURIComponent(provider)}&state=duplicate`,
        },
        {
          ...{ name: 'Chunks', value: number(quality.chunks), count: quality.chunks, column: 'Chunks' },
          path: quality.chunks === 0 ? undefined : storedPath(provider),
          note:
            quality.smallestTokens === undefined
              ? undefined
              : `${number(quality.smallestTokens)} to ${number(quality.largestTokens ?? 0)} tokens`,
        },
      ]}
    />
  );
}

function ruleShares(view: View, { provider, rules: found, sums }: SourceQuality) {
  const most = Math.max(1, sums.pages);
  const columns: readonly Column<RuleReadings>[] = [
    { title: 'Rule', kind: 'head', cell: ({ rule }) => <code class="whole">{rule === '' ? 'none' : rule}</code> },
    { title: 'The content is', cell: ({ rule }) => ruleWords(rule) },
    {
      title: 'Of all pages',
      cell: ({ rule, pages }) => (
        <meter min={0} max={most} value={pages} aria-label={`${rule}: ${percent(pages / most)} of the pages`}>
          {percent(pages / most)}
        </meter>
      ),
    },
    { title: 'Share', kind: 'number', cell: ({ pages }) => percent(pages / most) },
    {
      ...{ title: 'Pages', kind: 'number' },
      cell: ({ rule, pages }) => <CountLink view={view} path={pagesPath(provider, { rule })} n={pages} />,
    },
  ];
  return (
    <section>
      <h2>Where content was found</h2>
      {found.length === 0 ? <p class="soft">No page is stored.</p> : <RowTable columns={columns} rows={found} />}
      <p>
        <small>
          <a href={`${view.base}/sources/${encodeURIComponent(provider)}`}>The source</a> can have a selector of its
          own, with a preview on a sample page.
        </small>
      </p>
    </section>
  );
}

function judgements({ judgements: all, advice }: SourceQuality) {
  const columns: readonly Column<SourceQuality['judgements'][number]>[] = [
    { title: 'Measured', kind: 'head', cell: ({ bound, of }) => <Crawled text={meaning(bound, of)} /> },
    { title: 'Value', kind: 'number', cell: (one) => judged([one], one.bound) },
    { title: 'Bound', kind: 'tight', cell: ({ bound, limit }) => boundText(bound, limit) },
  ];
  return (
    <section>
      <h2>Chunks beside their bounds</h2>
      {all.length === 0 ? <p class="soft">There is no chunk to measure.</p> : <RowTable columns={columns} rows={all} />}
      {advice.length === 0 ? null : (
        <>
          <h3>Advice</h3>
          <ul>
            {advice.map(({ setting, text }) => (
              <li>
                <code>{setting}</code>: <Crawled text={text} most={1_000} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function pageColumns(view: View): readonly Column<PageReading>[] {
  return [
    { title: 'Page', kind: 'head', cell: ({ url }) => <UrlLink view={view} url={url} /> },
    { title: 'Title', cell: ({ title }) => <Crawled text={title} most={120} /> },
    { title: 'Read by', kind: 'tight', cell: ({ rule }) => <code class="whole">{rule === '' ? 'none' : rule}</code> },
    { title: 'Words', kind: 'number', cell: ({ words }) => number(words) },
    { title: 'Chunks', kind: 'number', cell: ({ chunks }) => number(chunks) },
    { title: 'Kept', kind: 'number', cell: ({ rule, fidelity }) => (rule === '' ? '–' : percent(fidelity)) },
    {
      title: 'Verified',
      kind: 'tight',
      cell: ({ fetchedAt, verifiedAt }) => <When at={Math.max(fetchedAt, verifiedAt)} />,
    },
  ];
}

export const qualitySource = { shown };
