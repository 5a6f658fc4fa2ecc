// The results of a search: pages with the words that show why, and what the search can be narrowed to.
import type { Child } from 'hono/jsx';
import type { Facet, FoundChunk, SearchAnswer, SearchResult } from '../../app/search/search.ts';
import type { View } from './layout.tsx';
import { Crawled, number, When } from './parts.tsx';
import {
  HeadingPath,
  hasHeadingPath,
  inspectorPath,
  Lead,
  langOf,
  namedLanguage,
  PlaceLink,
  Quoted,
  ShownAddress,
  Title,
} from './search-parts.tsx';
import { type PageSearch, type SearchFilter, searchFields, searchFilters } from './search-query.ts';

const withheld = Object.freeze({
  nosnippet: 'Not quoted: the page forbids it (nosnippet).',
  noarchive: 'Not quoted: the page forbids keeping its text (noarchive).',
});

/** How many pages were found, in words. */
export function foundText({ found: { pages, atLeast } }: Pick<SearchAnswer, 'found'>): string {
  return `${atLeast ? 'at least ' : ''}${number(pages)} ${pages === 1 ? 'page' : 'pages'}`;
}

/** The list of results, the best first. */
export function resultList(view: View, { offset }: PageSearch, { results, found, facets }: SearchAnswer) {
  // What all have in common says nothing.
  const differs = { source: (facets?.provider.length ?? 0) > 1, language: (facets?.lang.length ?? 0) > 1 };
  return (
    <ol class="results" start={offset + 1} data-total={found.pages}>
      {results.map((result) => (
        <li class="result" lang={langOf(result.language)}>
          {oneResult(view, result, differs)}
        </li>
      ))}
    </ol>
  );
}

function oneResult(
  view: View,
  result: SearchResult,
  differs: { readonly source: boolean; readonly language: boolean },
) {
  const { title, url, headings, provider, language, verifiedAt, more } = result;
  return (
    <article>
      <h2>
        <PlaceLink view={view} url={url} isBest>
          <Title title={title} url={url} />
        </PlaceLink>
      </h2>
      {hasHeadingPath(headings, title) ? (
        <p class="way">
          <HeadingPath headings={headings} title={title} />
        </p>
      ) : null}
      {quotation(result)}
      {more.length === 0 ? null : (
        <ul class="also" aria-label="Also on this page">
          {more.map((chunk) => (
            <li>
              <PlaceLink view={view} url={chunk.url}>
                {hasHeadingPath(chunk.headings, title) ? (
                  <HeadingPath headings={chunk.headings} title={title} />
                ) : (
                  'Top of the page'
                )}
              </PlaceLink>
            </li>
          ))}
        </ul>
      )}
      <p class="about" lang="en">
        <ShownAddress url={url} />
        {differs.source ? <Crawled text={provider} most={60} /> : null}
        {language === undefined || !differs.language ? null : <Crawled text={namedLanguage(language)} most={40} />}
        <span>
          checked <When at={verifiedAt} />
        </span>
        <a href={inspectorPath(view, url)}>stored copy</a>
      </p>
    </article>
  );
}

function quotation({ quotation: words, withheld: by }: FoundChunk) {
  if (by !== undefined)
    return (
      <p class="soft" lang="en">
        {withheld[by]}
      </p>
    );
  return words === undefined ? null : (
    <p class="quotation" dir="auto">
      <Quoted quotation={words} />
    </p>
  );
}

const titles: Readonly<Record<SearchFilter, string>> = Object.freeze({
  provider: 'Source',
  path: 'Path',
  lang: 'Language',
});
/** Which of the found pages are counted, where that is not all of them. */
const hints: Readonly<Partial<Record<SearchFilter, string>>> = Object.freeze({
  path: 'of pages in a folder',
  lang: 'of pages that state one',
});
/** More are folded away. */
const SHOWN = 6;

/** What a filter can be set to, and whether the counts are those of all pages. */
export type FacetCounts = Readonly<
  Record<SearchFilter, { readonly values: readonly Facet[]; readonly isExact: boolean }>
>;

/** What the search can be narrowed to, with how many of the found pages are there; undefined where there is no choice. */
export function facetList(view: View, search: PageSearch, counts: FacetCounts) {
  const lists = searchFilters.flatMap((name) => {
    const active = search.filters[name];
    const { values: found, isExact } = counts[name];
    const values = withActive(found, active);
    return values.length < 2 && active.length === 0 ? [] : [{ name, active, values, isExact }];
  });
  if (lists.length === 0) return undefined;
  return (
    <nav class="facets" aria-label="Narrow the search">
      {lists.map(({ name, active, values, isExact }) => {
        const entries = values.map((facet) => facetEntry(view, search, name, active, facet, isExact));
        return (
          <section>
            <h2>
              {titles[name]} {hints[name] === undefined ? null : <small>{hints[name]}</small>}
            </h2>
            <ul>{entries.slice(0, SHOWN)}</ul>
            {entries.length <= SHOWN ? null : (
              <details>
                <summary>{entries.length - SHOWN} more</summary>
                <ul>{entries.slice(SHOWN)}</ul>
              </details>
            )}
          </section>
        );
      })}
    </nav>
  );
}

/** A value that is chosen is there also where nothing is found by it. */
function withActive(facets: readonly Facet[], active: readonly string[]): readonly Facet[] {
  const missing = active.filter((value) => !facets.some((facet) => isSame(facet.value, value)));
  return [...missing.map((value) => ({ value, pages: 0 })), ...facets];
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function facetEntry(
  view: View,
  search: PageSearch,
  name: SearchFilter,
  active: readonly string[],
  { value, pages }: Facet,
  isExact: boolean,
): Child {
  const isActive = active.some((one) => isSame(one, value));
  const label = <Crawled text={name === 'lang' ? namedLanguage(value) : value} most={48} />;
  return (
    <li>
      {isActive ? (
        <Lead
          view={view}
          search={search}
          fields={searchFields(search, { filters: { [name]: [] } })}
          title="Remove this filter"
          isCurrent
        >
          {label} <span aria-hidden="true">×</span>
        </Lead>
      ) : (
        <Lead
          {...{ view, search, fields: searchFields(search, { filters: { [name]: [value] } }) }}
          count={isExact ? pages : undefined}
        >
          {label}{' '}
          <small>
            {number(pages)}
            {isExact ? '' : '+'}
          </small>
        </Lead>
      )}
    </li>
  );
}
