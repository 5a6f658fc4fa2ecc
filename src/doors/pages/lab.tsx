// The search lab: what the analyser made of a query, what each score is the sum of, and what other weights would change.

import type { FC } from 'hono/jsx';
import {
  fittedWeights,
  type QueryTokenView,
  type ScorePart,
  type Search,
  type SearchAnswer,
  type SearchResult,
} from '../../app/search/search.ts';
import { comparison } from './lab-compare.tsx';
import { judgeButton, judgedForms, judgedSection } from './lab-judged.tsx';
import { partTexts } from './lab-names.ts';
import { framedPage, type View } from './layout.tsx';
import type { PageRoute } from './page-route.ts';
import { type Column, Crawled, Empty, number, RowTable } from './parts.tsx';
import { HeadingPath, hasHeadingPath, PlaceLink, ShownAddress, Title } from './search-parts.tsx';
import {
  openedSearch,
  type PageSearch,
  readSearch,
  type SearchFilter,
  sameSearch,
  searchFilters,
} from './search-query.ts';
import { foundText } from './search-results.tsx';

const LISTED = 10;
/** Of two orders more is compared than is explained. */
const COMPARED = 20;
const LONGEST_WEIGHTS = 2_000;

const labels: Readonly<Record<SearchFilter, readonly [title: string, example: string]>> = Object.freeze({
  provider: ['Source', 'its id'],
  path: ['Path', '/docs/guide/'],
  lang: ['Language', 'ko'],
});

const shown: readonly PageRoute[] = [
  {
    path: '/lab',
    scope: 'ask',
    async show(call) {
      const { view, means, query } = call;
      const search = readSearch(call);
      const texts = { a: weightText(query.get('a')), b: weightText(query.get('b')) };
      const [a, b] = [weightsIn(texts.a), weightsIn(texts.b)];
      const problems = { a: a.problem, b: b.problem };
      const opened = await openedSearch(means);
      return framedPage({
        ...{ view, place: 'lab', title: 'Search lab', about: search.q.slice(0, 60) },
        same: sameSearch(search, 'explain'),
        children: (
          <>
            {labForm(view, search, texts, problems)}
            {opened === undefined ? (
              <Empty title="Nothing can be searched yet">
                Pages are found as soon as they are crawled: <code>docent crawl https://your.docs.site/</code>
              </Empty>
            ) : problems.a !== undefined || problems.b !== undefined ? null : search.q.trim() === '' ? (
              <Empty title="Enter a query">
                Which terms it becomes, why each page is where it is in the list, and what other weights would change.
              </Empty>
            ) : (
              await examined(view, search, opened, { a: a.weights, b: b.weights })
            )}
            {opened === undefined ? null : judgedSection(view, await means.reads.run('judged', undefined))}
          </>
        ),
      });
    },
  },
];

export const labPages = { shown, forms: judgedForms };

const Wrong: FC<{ id: string; problem: string | undefined }> = ({ id, problem }) =>
  problem === undefined ? null : (
    <p class="wrong" id={id} role="alert">
      <Crawled text={problem} />
    </p>
  );

/** What marks a field that is wrong. */
function marks(id: string, problem: string | undefined) {
  return problem === undefined ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': id };
}

function labForm(
  view: View,
  { q, filters }: PageSearch,
  texts: { readonly a: string; readonly b: string },
  problems: { readonly a: string | undefined; readonly b: string | undefined },
) {
  return (
    <form method="get" action={`${view.base}/lab`} aria-label="Examine a query">
      <div class="filters">
        <div class="field wide">
          <label for="q">Query</label>
          <input id="q" name="q" type="search" value={q} maxlength={1000} />
        </div>
        {searchFilters.map((name) => (
          <div class="field">
            <label for={name}>{labels[name][0]}</label>
            <input id={name} name={name} value={filters[name][0] ?? ''} placeholder={labels[name][1]} />
          </div>
        ))}
        <button type="submit" class="main">
          Examine
        </button>
      </div>
      <details open={texts.a !== '' || texts.b !== ''}>
        <summary>Compare two settings of weights</summary>
        <div class="filters">
          <div class="field wide">
            <label for="a">
              Weights A <small>empty: as they are in force</small>
            </label>
            <input id="a" name="a" value={texts.a} maxlength={LONGEST_WEIGHTS} {...marks('a-wrong', problems.a)} />
            <Wrong id="a-wrong" problem={problems.a} />
          </div>
          <div class="field wide">
            <label for="b">
              Weights B <small>such as bodyText=5 inbound=0</small>
            </label>
            <input id="b" name="b" value={texts.b} maxlength={LONGEST_WEIGHTS} {...marks('b-wrong', problems.b)} />
            <Wrong id="b-wrong" problem={problems.b} />
          </div>
        </div>
        <p class="soft">They hold for this page alone; nothing is changed by it.</p>
        <details>
          <summary>All {Object.keys(fittedWeights).length} weights</summary>
          <RowTable
            columns={[
              { title: 'Part', kind: 'head', cell: ([name]) => <code>{name}</code> },
              { title: 'Stands for', cell: ([name]) => partTexts[name] ?? '' },
              { title: 'Weight', kind: 'number', cell: ([, weight]) => String(weight) },
            ]}
            rows={Object.entries(fittedWeights)}
          />
        </details>
      </details>
    </form>
  );
}

function weightText(sent: string | null): string {
  return (sent ?? '').trim().slice(0, LONGEST_WEIGHTS);
}

type Weights = Readonly<Record<string, number>> | undefined;

/** `name=value` each, with white space or commas between them; or what is wrong. */
function weightsIn(text: string): { readonly weights?: Weights; readonly problem?: string } {
  if (text === '') return {};
  const weights: Record<string, number> = {};
  for (const pair of text.split(/[\s,]+/).filter((one) => one !== '')) {
    const [, name, value] = /^(\w{1,40})=(-?\d{1,4}(?:\.\d{1,6})?)$/.exec(pair) ?? [];
    if (name === undefined) return { problem: `"${pair.slice(0, 80)}" is not written like bodyText=2.5` };
    if (!Object.hasOwn(fittedWeights, name)) return { problem: `there is no weight ${name}; all are listed below` };
    weights[name] = Number(value);
  }
  return { weights };
}

async function examined(
  view: View,
  search: PageSearch,
  opened: Search,
  { a, b }: { readonly a: Weights; readonly b: Weights },
) {
  const isCompared = a !== undefined || b !== undefined;
  // As if it were typed, so that it is noted as no question; a space ends the last word.
  const ask = (weights: Weights): Promise<SearchAnswer> =>
    opened.search(`${search.q} `, {
      ...{ ...search.filters, typing: true, explain: true, weights, limit: isCompared ? COMPARED : LISTED },
    });
  const first = await ask(a);
  const second = isCompared ? await ask(b) : undefined;
  const answer = second ?? first;
  return (
    <>
      {understood(answer)}
      {second === undefined ? null : comparison(view, first, second)}
      <section>
        <h2>{second === undefined ? 'Scores' : 'Scores with B'}</h2>
        <p class="soft">
          {foundText(answer)} found among {number(answer.index.chunks)} chunks · {answer.tookMs.toFixed(1)} ms
          {answer.didYouMean === undefined ? null : (
            <>
              {' '}
              · would suggest <Crawled text={answer.didYouMean} most={120} />
            </>
          )}
        </p>
        {answer.results.length === 0 ? (
          <Empty title="No page has these words">The table above says how many chunks hold each term.</Empty>
        ) : (
          answer.results.slice(0, LISTED).map((result, nth) => explained(view, search.q, result, nth, b ?? a))
        )}
      </section>
    </>
  );
}

const tokenColumns: readonly Column<QueryTokenView>[] = [
  {
    title: 'Term',
    kind: 'head',
    cell: ({ term }) => (
      <code>
        <Crawled text={term} most={120} />
      </code>
    ),
  },
  { title: 'Kind', cell: ({ kind }) => kinds[kind] },
  { title: 'Place', kind: 'number', cell: ({ position }) => position + 1 },
  { title: 'Chunks with it', kind: 'number', cell: ({ chunks }) => number(chunks) },
  { title: 'Worth', kind: 'number', cell: ({ weight }) => weight.toFixed(2) },
];

const mustColumn: Column<QueryTokenView> = {
  title: 'Must occur',
  kind: 'tight',
  cell: ({ must }) => (must ? 'yes' : ''),
};

const kinds: Readonly<Record<QueryTokenView['kind'], string>> = Object.freeze({
  word: 'word',
  whole: 'identifier, whole',
  part: 'part of a word or identifier',
  gram: 'pair of characters',
  completion: 'word that begins so',
});

function understood({ query, withoutPhrases }: SearchAnswer) {
  const { tokens = [], phrases, not, prefix, filters } = query;
  const texts = [
    ...phrases.map((phrase) => ['In a row', phrase.join(' ')] as const),
    ...not.map((words) => ['Must not occur', words.join(' ')] as const),
    ...(prefix === undefined ? [] : [['Begins with', prefix] as const]),
    ...searchFilters.flatMap((name) => filters[name].map((value) => [labels[name][0], value] as const)),
    ...(withoutPhrases ? [['Phrases', 'found nowhere, so their words were searched for apart'] as const] : []),
  ];
  return (
    <section>
      <h2>The query as it is understood</h2>
      {tokens.length === 0 ? (
        <p>There is nothing in it to search for.</p>
      ) : (
        <RowTable
          columns={tokens.some(({ must }) => must) ? [...tokenColumns, mustColumn] : tokenColumns}
          rows={tokens}
        />
      )}
      {texts.length === 0 ? null : (
        <dl class="facts">
          {texts.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>
                <Crawled text={value} most={200} />
              </dd>
            </>
          ))}
        </dl>
      )}
    </section>
  );
}

/** This many parts are named without opening them. */
const NAMED = 3;

function explained(
  view: View,
  query: string,
  { title, url, headings, score, parts = [] }: SearchResult,
  nth: number,
  weights: Weights,
) {
  const most = Math.max(...parts.map(({ adds }) => Math.abs(adds)), 0);
  return (
    <details class="score" open={nth === 0}>
      <summary>
        <span class="number">{nth + 1}.</span> <Title title={title} url={url} /> <strong>{score.toFixed(2)}</strong>{' '}
        <small>
          {parts
            .slice(0, NAMED)
            .map(({ name, adds }) => `${name} ${signed(adds)}`)
            .join(', ')}
        </small>
      </summary>
      <p class="soft">
        <PlaceLink view={view} url={url}>
          <ShownAddress url={url} />
        </PlaceLink>{' '}
        {hasHeadingPath(headings, title) ? <HeadingPath headings={headings} title={title} /> : null}
      </p>
      <RowTable columns={partColumns(most, { ...fittedWeights, ...weights })} rows={parts} />
      {judgeButton(view, query, url)}
    </details>
  );
}

function partColumns(most: number, weights: Readonly<Record<string, number>>): readonly Column<ScorePart>[] {
  return [
    { title: 'Part', kind: 'head', cell: ({ name }) => <code>{name}</code> },
    { title: 'Stands for', cell: ({ name }) => partTexts[name] ?? '' },
    { title: 'Value', kind: 'number', cell: ({ value }) => value.toFixed(3) },
    { title: 'Weight', kind: 'number', cell: ({ name }) => (weights[name] === undefined ? '' : String(weights[name])) },
    { title: 'Adds', kind: 'number', cell: ({ adds }) => signed(adds) },
    {
      title: 'Share',
      cell: ({ name, adds }) => (
        <meter min={0} max={most} value={Math.abs(adds)} aria-label={`${name} ${signed(adds)}`} />
      ),
    },
  ];
}

function signed(n: number): string {
  return `${n < 0 ? '−' : '+'}${Math.abs(n).toFixed(2)}`;
}
