// S6: the search page: results as a list or as an answer, complete without scripts; with them it follows what is typed.
import type { Search, SearchAnswer } from '../../app/search/search.ts';
import type { Means } from '../http/means.ts';
import { framedPage, type View } from './layout.tsx';
import type { PageRoute } from './page-route.ts';
import { type Column, CountLink, Crawled, Empty, RowTable, When } from './parts.tsx';
import { answerView } from './search-answer.tsx';
import { Lead } from './search-parts.tsx';
import {
  openedSearch,
  type PageSearch,
  readSearch,
  type SearchFilter,
  sameSearch,
  searchFields,
  searchFilters,
} from './search-query.ts';
import { type FacetCounts, facetList, foundText, resultList } from './search-results.tsx';
import { storedPath } from './stored-pages.ts';

const LISTED = 10;

const shown: readonly PageRoute[] = [
  {
    path: '/search',
    scope: 'ask',
    takesPost: true,
    async show(call) {
      const { view, means } = call;
      const search = readSearch(call);
      const opened = await openedSearch(means);
      return framedPage({
        ...{ view, place: 'search', title: 'Search', about: search.q.slice(0, 60) },
        same: sameSearch(search),
        children: (
          <>
            <search>{searchForm(view, search)}</search>
            <div id="found">
              {opened === undefined
                ? nothingCrawled(view)
                : search.q.trim() === ''
                  ? await beginning(view, means)
                  : await found(view, search, opened)}
            </div>
          </>
        ),
      });
    },
  },
];

export const searchPages = { shown };

function searchForm(view: View, search: PageSearch) {
  const { q, filters, isPosted } = search;
  return (
    <form {...{ class: 'search', method: isPosted ? 'post' : 'get', action: `${view.base}/search` }} data-search>
      <div class="search-line">
        <label class="hidden" for="q">
          Search the documentation
        </label>
        <input
          {...{ id: 'q', name: 'q', type: 'search', value: q, maxlength: 1000 }}
          placeholder="Words or a question"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          autofocus={q === ''}
        />
        <button type="submit" class="main">
          Search
        </button>
      </div>
      {search.view === 'answer' ? <input type="hidden" name="view" value="answer" /> : null}
      {searchFilters.flatMap((name) => filters[name].map((value) => <input type="hidden" name={name} value={value} />))}
      <details>
        <summary>Ways to search</summary>
        <dl class="facts">
          <dt>
            <code>"advisory lock"</code>
          </dt>
          <dd>these words in a row</dd>
          <dt>
            <code>time*</code>
          </dt>
          <dd>words that begin so</dd>
          <dt>
            <code>-draft</code>
          </dt>
          <dd>no page with this word</dd>
          <dt>
            <code>path:/guide/</code>
          </dt>
          <dd>
            only addresses with this in them; also <code>provider:</code> and <code>lang:</code>
          </dd>
        </dl>
        <p>
          {isPosted ? (
            <>
              What you search for is not in the address. <a href={`${view.base}/search`}>Search the usual way</a>
            </>
          ) : (
            <>
              <button type="submit" formmethod="post">
                Search privately
              </button>{' '}
              <span class="soft">before you type: the words then stay out of the address, the history and logs.</span>
            </>
          )}
        </p>
      </details>
      <p class="soft keys" data-search-keys hidden>
        <kbd>/</kbd> search <kbd>↓</kbd> <kbd>↑</kbd> results <kbd>Enter</kbd> open <kbd>Esc</kbd> back
      </p>
    </form>
  );
}

function nothingCrawled(view: View) {
  return (
    <Empty title="Nothing can be searched yet">
      Pages are found as soon as they are crawled: <code>docent crawl https://your.docs.site/</code>, or{' '}
      <a href={`${view.base}/sources`}>add a source</a>.
    </Empty>
  );
}

type StoredLibrary = Awaited<ReturnType<typeof readLibraries>>[number];

function readLibraries({ reads }: Means) {
  return reads.run('libraries', {});
}

const titleColumn: Column<StoredLibrary> = {
  title: 'Title',
  cell: ({ title, provider }) => (title === provider ? '' : <Crawled text={title} most={120} />),
};
const versionColumn: Column<StoredLibrary> = {
  title: 'Version',
  cell: ({ library: { version } }) => (version === undefined ? '' : <Crawled text={version} most={40} />),
};

/** Before anything is typed: what can be searched. */
async function beginning(view: View, means: Means) {
  const libraries = await readLibraries(means);
  if (libraries.length === 0) return nothingCrawled(view);
  return (
    <section>
      <h2>What can be searched</h2>
      <RowTable
        columns={[
          {
            title: 'Source',
            kind: 'head',
            cell: ({ provider }) => (
              <a href={`${view.base}/sources/${encodeURIComponent(provider)}`}>
                <Crawled text={provider} most={80} />
              </a>
            ),
          },
          ...(libraries.every(({ provider, title }) => title === provider) ? [] : [titleColumn]),
          ...(libraries.every(({ library: { version } }) => version === undefined) ? [] : [versionColumn]),
          {
            title: 'Pages',
            kind: 'number',
            cell: ({ provider, pages }) =>
              pages === 0 ? '0' : <CountLink view={view} path={storedPath(provider)} n={pages} />,
          },
          { title: 'Checked', kind: 'tight', cell: ({ verifiedAt }) => <When at={verifiedAt} /> },
        ]}
        rows={libraries}
      />
    </section>
  );
}

async function found(view: View, search: PageSearch, opened: Search) {
  if (search.view === 'answer')
    return (
      <>
        {viewTabs(view, search)}
        {await answerView(view, search, opened)}
      </>
    );
  const answer = await opened.search(search.q, {
    ...{ ...search.filters, typing: search.isTyping, limit: LISTED, offset: search.offset, facets: true },
  });
  const narrow = facetList(view, search, await facetCounts(opened, search, answer));
  return (
    <>
      {viewTabs(view, search)}
      <div class={narrow === undefined ? 'found' : 'found narrowed'}>
        {narrow}
        <div>
          {aboutFound(view, search, answer)}
          {answer.results.length === 0 ? nothingFound(view, search, answer) : resultList(view, search, answer)}
          {pager(view, search, answer)}
        </div>
      </div>
    </>
  );
}

function viewTabs(view: View, search: PageSearch) {
  const tab = (name: PageSearch['view'], title: string) => (
    <li>
      <Lead view={view} search={search} fields={searchFields(search, { view: name })} isCurrent={search.view === name}>
        {title}
      </Lead>
    </li>
  );
  return (
    <nav aria-label="How to show what is found">
      <ul class="tabs">
        {tab('pages', 'Pages')}
        {tab('answer', 'Answer')}
      </ul>
    </nav>
  );
}

/** What each filter would leave; of one that is set, what others in its place would. */
async function facetCounts(opened: Search, search: PageSearch, answer: SearchAnswer): Promise<FacetCounts> {
  const [provider, path, lang] = await Promise.all(
    searchFilters.map(async (name) => {
      const { facets, found } = search.filters[name].length === 0 ? answer : await without(name, opened, search);
      return { values: facets?.[name] ?? [], isExact: !found.atLeast };
    }),
  );
  return { provider, path, lang } as FacetCounts;
}

function without(name: SearchFilter, opened: Search, { q, filters, isTyping }: PageSearch): Promise<SearchAnswer> {
  // As if it were typed: it is no further question. A space ends the last word.
  const text = isTyping ? q : `${q} `;
  return opened.search(text, { ...filters, [name]: [], typing: true, facets: true, limit: 1, chunksPerPage: 1 });
}

function aboutFound(view: View, search: PageSearch, answer: SearchAnswer) {
  const { didYouMean, withoutPhrases, index, tookMs, query } = answer;
  return (
    <>
      <p class="soft" role="status" data-search-status>
        {answer.results.length === 0 ? 'No page' : foundText(answer)} · {tookMs.toFixed(0)} ms
      </p>
      {didYouMean === undefined ? null : (
        <p class="meant">
          Did you mean{' '}
          <Lead view={view} search={search} fields={searchFields(search, { q: didYouMean })}>
            <Crawled text={didYouMean} most={200} />
          </Lead>
          ?
        </p>
      )}
      {withoutPhrases ? <p class="soft">No page has the words in a row: these have them apart.</p> : null}
      {query.cut ? <p class="soft">Only the first 1,000 characters were searched for.</p> : null}
      {index.stale ? <p class="soft">The index is of another version of docent; the next crawl renews it.</p> : null}
    </>
  );
}

function nothingFound(view: View, search: PageSearch, { found: { pages } }: SearchAnswer) {
  const isNarrowed = searchFilters.some((name) => search.filters[name].length > 0);
  if (pages > 0)
    return (
      <Empty title="There are no more pages">
        <Lead view={view} search={search} fields={searchFields(search)}>
          Back to the first
        </Lead>
      </Empty>
    );
  return (
    <Empty title="No page has these words">
      {isNarrowed ? (
        <Lead
          view={view}
          search={search}
          fields={searchFields(search, { filters: { provider: [], path: [], lang: [] } })}
        >
          Search everywhere
        </Lead>
      ) : (
        'Try fewer or other words, or the beginning of one with a star: time*'
      )}
    </Empty>
  );
}

function pager(view: View, search: PageSearch, { results, found: { pages } }: SearchAnswer) {
  const end = search.offset + results.length;
  if (search.offset === 0 && end >= pages) return null;
  const to = (offset: number, title: string) => (
    <Lead
      view={view}
      search={search}
      fields={searchFields(search, { cursor: offset === 0 ? undefined : String(offset) })}
    >
      {title}
    </Lead>
  );
  return (
    <nav class="pager" aria-label="Pages of this list">
      {search.offset === 0 ? <span /> : to(Math.max(0, search.offset - LISTED), 'Back')}
      {results.length === 0 || end >= pages ? <span /> : to(end, 'Next page')}
    </nav>
  );
}
