// How many of the pages that a query found lie where: by source, by path, by language; runs in a search thread.
import type { PagePlace } from '../../search/port.ts';

/** A value that a filter takes, and how many of the found pages have it. */
export interface Facet {
  readonly value: string;
  readonly pages: number;
}

/** What a search can be narrowed to, by the name of the filter; the most pages first. */
export interface SearchFacets {
  readonly provider: readonly Facet[];
  /** Folders one step below the folder that all found pages of a host lie in; a page counts for each that its address contains. */
  readonly path: readonly Facet[];
  /** `ko` for `ko-KR` too; pages that state no language are not counted. */
  readonly lang: readonly Facet[];
}

const MOST_VALUES = 20;

/** The facets of found pages. */
export function facetsOf(places: readonly PagePlace[]): SearchFacets {
  return {
    provider: counted(places.map(({ provider }) => provider)),
    path: counted(pathsOf(places.map(({ url }) => url))),
    lang: counted(places.flatMap(({ language }) => language?.toLowerCase().split('-', 1) ?? [])),
  };
}

function counted(values: readonly string[]): readonly Facet[] {
  const pages = new Map<string, number>();
  for (const value of values) pages.set(value, (pages.get(value) ?? 0) + 1);
  return [...pages]
    .map(([value, count]) => ({ value, pages: count }))
    .toSorted((one, other) => other.pages - one.pages || (one.value < other.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}

/** For each page the folders that a filter would find it by, wherever they are in its address. */
function pathsOf(urls: readonly string[]): readonly string[] {
  // A filter makes no difference between large and small letters.
  const folders = new Map(foldersOf(urls).map((folder) => [folder.toLowerCase(), folder]));
  return urls.flatMap((url) => {
    const address = url.toLowerCase();
    return [...folders].filter(([folder]) => address.includes(folder)).map(([, written]) => written);
  });
}

/** The folder of each page that lies in one below what the pages of its host have in common. */
function foldersOf(urls: readonly string[]): readonly string[] {
  const byHost = Map.groupBy(
    urls.flatMap((url) => URL.parse(url) ?? []),
    ({ host }) => host,
  );
  return [...byHost.values()].flatMap((pages) => {
    const folders = pages.map(({ pathname }) => pathname.split('/').slice(1, -1));
    const shared = sharedLength(folders);
    return folders
      .filter(({ length }) => length > shared)
      .map((folder) => `/${folder.slice(0, shared + 1).join('/')}/`);
  });
}

function sharedLength([first = [], ...others]: readonly (readonly string[])[]): number {
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  return length;
}
