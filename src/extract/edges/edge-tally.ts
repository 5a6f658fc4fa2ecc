// What a site repeats at the edges of its pages, learnt by counting.
import { type Edge, edgeKey } from './edge-cut.ts';
import type { PageEdges } from './page-edges.ts';

/** A block that is chrome: it is at this edge of most pages. */
export interface LearntBlock {
  readonly key: string;
  /** It is on `pages` of `of` pages. */
  readonly pages: number;
  readonly of: number;
}

/** Fewer pages than this decide nothing, however alike they are. */
export const FEWEST = 5;
/** More than this part of the pages is most of them. */
export const MOST = 0.5;
/** Different blocks that are counted at once: nearly every page adds some of its own. */
const MOST_COUNTED = 50_000;
/** Beyond that, blocks on less than this part of the pages so far are forgotten. */
const LEAST_SHARE = 0.05;

/** The pages that a block is on: how many, and the first and the last of them in the order of their URLs. */
interface Seen {
  pages: number;
  first: string;
  last: string;
}

/** Counts the pages that each block is on. */
export class EdgeTally {
  readonly #seen = new Map<string, Seen>();
  readonly #pages = new Map<string, number>();
  readonly #only: ReadonlySet<string> | undefined;
  #forgot = false;
  #total = 0;

  /** With `only`, other blocks are not counted. */
  constructor(only?: ReadonlySet<string>) {
    this.#only = only;
  }

  get pages(): number {
    return this.#total;
  }

  /** Whether some blocks were forgotten: what remains is a list of candidates, to be counted again. */
  get forgot(): boolean {
    return this.#forgot;
  }

  /** Pages of a language. */
  pagesIn(language: string): number {
    return this.#pages.get(language) ?? 0;
  }

  count(key: string): number {
    return this.#seen.get(key)?.pages ?? 0;
  }

  /** The first and the last URL of the pages with a block. */
  ends(key: string): readonly [first: string, last: string] | undefined {
    const seen = this.#seen.get(key);
    return seen && [seen.first, seen.last];
  }

  note(edges: PageEdges, url: string): void {
    this.#total++;
    this.#pages.set(edges.language, this.pagesIn(edges.language) + 1);
    for (const key of keysOf(edges))
      if (this.#only === undefined || this.#only.has(key)) {
        const seen = this.#seen.get(key);
        if (seen === undefined) {
          this.#seen.set(key, { pages: 1, first: url, last: url });
          continue;
        }
        seen.pages++;
        if (url < seen.first) seen.first = url;
        if (url > seen.last) seen.last = url;
      }
    if (this.#seen.size > MOST_COUNTED) this.#forget();
  }

  /** Blocks on more than this part of their language's pages, and on at least `fewest`. */
  *above(share = MOST, fewest = FEWEST): IterableIterator<LearntBlock> {
    for (const [key, { pages }] of this.#seen) {
      const of = this.pagesIn(languageOfEdge(key));
      if (pages >= fewest && pages > of * share) yield { key, pages, of };
    }
  }

  #forget(): void {
    this.#forgot = true;
    for (const [key, { pages }] of this.#seen)
      if (pages <= Math.max(1, this.pagesIn(languageOfEdge(key)) * LEAST_SHARE)) this.#seen.delete(key);
  }
}

/** Every block of a page's edges once. */
export function keysOf({ language, top, bottom }: PageEdges): ReadonlySet<string> {
  const keys = new Set<string>();
  const add = (edge: Edge, hash: string): void => {
    if (hash !== '') keys.add(edgeKey(language, edge, hash));
  };
  for (const block of top) if (block !== 'heading') add('top', block.hash);
  for (const block of bottom) add('bottom', block.hash);
  return keys;
}

export function languageOfEdge(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

/** How the pages of a site are counted: all that are stored, and those that this run has read. */
export interface SiteTally {
  readonly all: EdgeTally;
  readonly fresh: EdgeTally;
}

/** What was chrome stays chrome as long as it is on more than this part of the pages: a few duplicates less must not change it back. */
export const KEPT_SHARE = 1 / 3;

/**
 * What is chrome now: what most pages have, what was chrome and many pages still have, and what most pages have that were read now
 * and have lost what was chrome at that edge: a footer was changed, and not every page was read since.
 */
export function learnFrom({ all, fresh }: SiteTally, known: ReadonlySet<string>): readonly LearntBlock[] {
  const learnt = new Map<string, LearntBlock>();
  for (const block of all.above()) learnt.set(block.key, block);
  for (const block of all.above(KEPT_SHARE)) if (known.has(block.key)) learnt.set(block.key, block);
  const replaced = replacedEdges(fresh, known);
  for (const block of fresh.above())
    if (replaced.has(placeOf(block.key)) && !learnt.has(block.key)) learnt.set(block.key, block);
  return [...learnt.values()];
}

/** Edges at which most fresh pages have lost something that was chrome there. */
function replacedEdges(fresh: EdgeTally, known: ReadonlySet<string>): ReadonlySet<string> {
  const replaced = new Set<string>();
  for (const key of known) if (fresh.count(key) < fresh.pagesIn(languageOfEdge(key)) * MOST) replaced.add(placeOf(key));
  return replaced;
}

/**
 * What was chrome and is on few pages now, but on most of those that have nothing else that is chrome at that edge: the old footer
 * of pages that were not read since, or the new one of those that were.
 */
export class LeftOvers {
  readonly #learnt: ReadonlySet<string>;
  readonly #places: ReadonlySet<string>;
  readonly #only: ReadonlySet<string>;
  readonly #pages = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  /** `learnt` is chrome anyway. */
  constructor(learnt: readonly LearntBlock[], known: ReadonlySet<string>) {
    this.#learnt = new Set(learnt.map(({ key }) => key));
    this.#places = new Set(learnt.map(({ key }) => placeOf(key)));
    this.#only = new Set([...known].filter((key) => !this.#learnt.has(key) && this.#places.has(placeOf(key))));
  }

  /** What may be kept. */
  get candidates(): ReadonlySet<string> {
    return this.#only;
  }

  note(edges: PageEdges): void {
    if (this.#only.size === 0) return;
    const keys = keysOf(edges);
    const furnished = new Set([...keys].filter((key) => this.#learnt.has(key)).map(placeOf));
    for (const edge of ['top', 'bottom'] as const) {
      const place = `${edges.language} ${edge}`;
      if (furnished.has(place)) continue;
      this.#pages.set(place, (this.#pages.get(place) ?? 0) + 1);
      for (const key of keys)
        if (this.#only.has(key) && placeOf(key) === place) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  *kept(): IterableIterator<LearntBlock> {
    for (const [key, pages] of this.#counts) {
      const of = this.#pages.get(placeOf(key)) ?? 0;
      if (pages >= FEWEST && pages > of * MOST) yield { key, pages, of };
    }
  }
}

/** The language and the edge of a block. */
function placeOf(key: string): string {
  return key.slice(0, key.lastIndexOf(' '));
}

/** While pages are still being read: the share of pages at which a block will hardly end below most. */
const SURE_SHARE = 0.9;

/** Blocks that are chrome as far as that is certain while pages are still being read. */
export function surely(tally: EdgeTally): readonly string[] {
  return [...tally.above(SURE_SHARE)].map(({ key }) => key);
}

/** Blocks whose counts so far do not decide whether they will be on most pages. */
export function undecided(tally: EdgeTally): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { key, pages, of } of tally.above(0.2)) if (pages < of * 0.95) keys.add(key);
  return keys;
}
