// Which pages lose a block that a site repeats, and which one keeps it: pages in one folder prove nothing about pages elsewhere.

import { saysSomething } from './edge-hash.ts';
import { FEWEST, keysOf, languageOfEdge, MOST } from './edge-tally.ts';
import type { PageEdges } from './page-edges.ts';

/** Where a block is left out. */
export interface EdgePlace {
  /** The first page with it, in the order of URLs, whose text is kept: it keeps the block when all others lose it. */
  readonly keeper: string;
  /** How the URLs begin of the pages that lose it. */
  readonly folder: string;
}

interface Found {
  readonly counts: Map<string, number>;
  first: string;
  /** The first whose text is kept. */
  firstKept: string | undefined;
}

/** Counts, folder by folder, the pages that candidates for chrome are on. */
export class EdgePlaces {
  readonly #found: ReadonlyMap<string, Found>;
  /** By language: pages in each folder, deeper ones included. */
  readonly #pages = new Map<string, Map<string, number>>();

  constructor(keys: Iterable<string>) {
    const found: [string, Found][] = [];
    // A counter is left out of all pages: nothing is lost with it.
    for (const key of keys)
      if (isSaying(key)) found.push([key, { counts: new Map(), first: '', firstKept: undefined }]);
    this.#found = new Map(found);
  }

  note(edges: PageEdges, url: string, keepsText: boolean): void {
    if (this.#found.size === 0) return;
    const folders = foldersOf(url);
    const pages = this.#pages.get(edges.language) ?? new Map<string, number>();
    this.#pages.set(edges.language, pages);
    countIn(pages, folders);
    for (const key of keysOf(edges)) {
      const found = this.#found.get(key);
      if (found === undefined) continue;
      countIn(found.counts, folders);
      if (found.first === '' || url < found.first) found.first = url;
      if (keepsText && (found.firstKept === undefined || url < found.firstKept)) found.firstKept = url;
    }
  }

  /**
   * Where a block is left out: in the largest folder in which no single folder below decides about the pages beside it. Those decide for
   * themselves: enough of them have the block, and more than `share` of them. `everywhere` for a counter; undefined where no pages decide.
   */
  of(key: string, share = MOST): EdgePlace | 'everywhere' | undefined {
    if (!isSaying(key)) return 'everywhere';
    const found = this.#found.get(key);
    const pages = this.#pages.get(languageOfEdge(key));
    if (found === undefined || pages === undefined) return undefined;
    const { counts, first, firstKept = first } = found;
    const below = Map.groupBy(counts.keys(), (folder) => (folder === '' ? undefined : parentOf(folder)));
    for (let folder = ''; ; ) {
      const largest = largestOf(below.get(folder) ?? [], counts);
      const within = counts.get(largest ?? '') ?? 0;
      // Pages each in a place of its own.
      if (largest === undefined || within < 2) return { keeper: firstKept, folder };
      const beside = (counts.get(folder) ?? 0) - within;
      const besideInAll = (pages.get(folder) ?? 0) - (pages.get(largest) ?? 0);
      if (beside >= FEWEST && beside > besideInAll * share) return { keeper: firstKept, folder };
      if (within < FEWEST) return undefined;
      folder = largest;
    }
  }
}

function isSaying(key: string): boolean {
  return saysSomething(key.slice(key.lastIndexOf(' ') + 1));
}

function countIn(counts: Map<string, number>, folders: readonly string[]): void {
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
}

/** The folder with the most pages; of two with as many the first. */
function largestOf(folders: readonly string[], counts: ReadonlyMap<string, number>): string | undefined {
  const pagesIn = (folder: string | undefined): number => counts.get(folder ?? '') ?? 0;
  let largest: string | undefined;
  for (const folder of folders) {
    const more = largest === undefined ? 1 : pagesIn(folder) - pagesIn(largest);
    if (more > 0 || (more === 0 && folder < (largest ?? ''))) largest = folder;
  }
  return largest;
}

/** The beginnings of a URL that are folders: all, its host, and each folder of its path. A page `…/name/` is no folder of its own. */
function foldersOf(url: string): readonly string[] {
  const folders = [''];
  const path = /^[^?#]*?(?=\/?(?:[?#]|$))/.exec(url)?.[0] ?? '';
  for (let at = path.indexOf('/', path.indexOf('//') + 2); at >= 0; at = path.indexOf('/', at + 1))
    folders.push(path.slice(0, at + 1));
  return folders;
}

/** The folder that a folder lies in. */
function parentOf(folder: string): string {
  const at = folder.lastIndexOf('/', folder.length - 2);
  return at < folder.indexOf('//') + 2 ? '' : folder.slice(0, at + 1);
}

/** The folder that all of these pages lie in, of which these are the first and the last in the order of URLs. */
export function folderOfAll([first, last]: readonly [string, string]): string {
  const others = new Set(foldersOf(last));
  return foldersOf(first).findLast((folder) => others.has(folder)) ?? '';
}
