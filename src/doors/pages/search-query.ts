// What a search page was requested with, and the addresses of pages like it.
import type { Search } from '../../app/search/search.ts';
import type { Means } from '../http/means.ts';
import type { SameAs } from './layout.tsx';
import type { PageCall } from './page-route.ts';
import { shellWord } from './same.ts';

/** What a search can be narrowed to. */
export const searchFilters = ['provider', 'path', 'lang'] as const;

export type SearchFilter = (typeof searchFilters)[number];
export type Filters = Readonly<Record<SearchFilter, readonly string[]>>;

/** A search as a page was requested with it. */
export interface PageSearch {
  /** As it was typed. */
  readonly q: string;
  readonly view: 'pages' | 'answer';
  readonly filters: Filters;
  /** Pages before the first one that is shown. */
  readonly offset: number;
  /** Where an answer goes on. */
  readonly cursor: string | undefined;
  /** It is still being typed. */
  readonly isTyping: boolean;
  /** It is to be in no address. */
  readonly isPosted: boolean;
}

const LONGEST_QUERY = 2_000;
/** A longer query is not repeated in the command that does the same. */
const LONGEST_SHOWN = 200;
const NO_WORDS = '"…"';
const MOST_VALUES = 8;
/** As far as a search goes. */
const FURTHEST = 1_000;

/** Reads the fields of a search; what makes no sense is left out. */
export function readSearch({ query, isPosted = false }: Pick<PageCall, 'query' | 'isPosted'>): PageSearch {
  const values = (name: SearchFilter): readonly string[] =>
    [...new Set(query.getAll(name).map((value) => value.trim()))]
      .filter((value) => value !== '' && value.length <= LONGEST_QUERY / 2)
      .slice(0, MOST_VALUES);
  const view = query.get('view') === 'answer' ? 'answer' : 'pages';
  const cursor = query.get('cursor') || undefined;
  return {
    q: (query.get('q') ?? '').slice(0, LONGEST_QUERY).toWellFormed(),
    view,
    filters: { provider: values('provider'), path: values('path'), lang: values('lang') },
    offset:
      view === 'pages' && cursor !== undefined && /^\d{1,4}$/.test(cursor) ? Math.min(FURTHEST, Number(cursor)) : 0,
    cursor: view === 'answer' ? cursor : undefined,
    isTyping: query.has('typing'),
    isPosted,
  };
}

/** The fields of a search, in the order in which addresses have them; `changed` in place of its own. */
export function searchFields(
  { q, view, filters }: PageSearch,
  changed: {
    readonly q?: string;
    readonly view?: PageSearch['view'];
    readonly filters?: Partial<Filters>;
    readonly cursor?: string | undefined;
  } = {},
): readonly (readonly [name: string, value: string])[] {
  const narrowed = { ...filters, ...changed.filters };
  return [
    ['q', changed.q ?? q],
    ...((changed.view ?? view) === 'answer' ? [['view', 'answer'] as const] : []),
    ...searchFilters.flatMap((name) => narrowed[name].map((value) => [name, value] as const)),
    ...(changed.cursor === undefined ? [] : [['cursor', changed.cursor] as const]),
  ];
}

/** The search of this server; undefined while nothing was crawled yet. */
export async function openedSearch(means: Pick<Means, 'place' | 'search'>): Promise<Search | undefined> {
  return (await means.place().store.identity()) === undefined ? undefined : means.search();
}

/** The command and the API call that find the same. */
export function sameSearch(search: PageSearch, part?: 'explain'): SameAs {
  const { q, view, filters, isPosted } = search;
  const isAnswer = view === 'answer';
  const command = isAnswer ? 'docent answer' : `docent search${part === undefined ? '' : ` --${part}`}`;
  const flags = searchFilters
    .flatMap((name) => filters[name].map((value) => ` --${name} ${shellWord(value)}`))
    .join('');
  const words = q.trim() === '' || q.length > LONGEST_SHOWN ? NO_WORDS : shellWord(q);
  const fields = searchFields({ ...search, view: 'pages' }, words === NO_WORDS || isPosted ? { q: '…' } : {});
  const query = fields.map(([name, value]) => `${name}=${value === '…' ? value : encodeURIComponent(value)}`).join('&');
  return {
    cli: `${command}${flags} ${q.startsWith('--') ? '-- ' : ''}${words}`,
    api: isAnswer ? 'POST /answer' : `GET /search?${query}&${part ?? 'facets'}=true`,
  };
}
