// Where on its page a block is: below which headings and inside which entries, and where a new section starts.
import type { Block, EntryBlock, HeadingBlock } from '../core/document.ts';

/** A heading or an entry, seen from what is below it. */
export interface HeadingPlace {
  readonly kind: 'heading' | 'entry';
  /** A heading's level; of an entry, how deep it is nested in others. */
  readonly level: number;
  readonly entryDepth: number;
  readonly above: HeadingPlace | undefined;
  readonly depth: number;
  /** The texts from the outermost to this one, each on one line; without the page's title. */
  readonly headings: readonly string[];
  /** The id that a link to it ends with. */
  readonly anchor: string | undefined;
}

// A hostile page may have one long heading above thousands of chunks.
const longestHeading = 200;
const deepestPath = 16;

/** Follows the blocks of a page in their order. */
export class PlaceWatch {
  readonly #title: string;
  #place: HeadingPlace | undefined;
  #last: Block | undefined;

  constructor(title: string) {
    this.#title = oneLine(title);
  }

  /** The block's place, and whether it starts a section: a heading, an entry, or what follows an entry outside of it. */
  next(block: Block): { readonly place: HeadingPlace | undefined; readonly starts: boolean } {
    const last = this.#last;
    this.#last = block;
    if (block.kind === 'entry') {
      // Several terms in a row are explained together; the first one names them.
      if (last?.kind === 'entry' && last.entryDepth === block.entryDepth) return { place: this.#place, starts: false };
      this.#climb((place) => place.entryDepth >= block.entryDepth);
      this.#enter(block, block.entryDepth);
    } else if (block.kind === 'heading') {
      const { level, entryDepth } = block;
      this.#climb(
        (place) =>
          place.entryDepth > entryDepth ||
          (place.kind === 'heading' && place.entryDepth === entryDepth && place.level >= level),
      );
      this.#enter(block, level);
    } else {
      this.#climb((place) => place.entryDepth > block.entryDepth);
      return { place: this.#place, starts: last === undefined || block.entryDepth < last.entryDepth };
    }
    return { place: this.#place, starts: true };
  }

  #climb(isLeft: (place: HeadingPlace) => boolean): void {
    while (this.#place !== undefined && isLeft(this.#place)) this.#place = this.#place.above;
  }

  #enter({ kind, text, entryDepth, anchor }: HeadingBlock | EntryBlock, level: number): void {
    const above = this.#place;
    const line = oneLine(text);
    const path = above?.headings ?? [];
    const isRedundant = line === '' || (kind === 'heading' && level === 1 && line === this.#title);
    const headings = isRedundant || path.length >= deepestPath ? path : [...path, line];
    this.#place = { kind, level, entryDepth, above, depth: (above?.depth ?? 0) + 1, headings, anchor };
  }
}

/** How deep the lowest heading or entry is that both are below or equal to; 0: they only share the page. */
export function sharedDepth(one: HeadingPlace | undefined, other: HeadingPlace | undefined): number {
  let [a, b] = [one, other];
  while (a !== b) {
    if (b === undefined || (a !== undefined && a.depth > b.depth)) a = a?.above;
    else b = b.above;
  }
  return a?.depth ?? 0;
}

/** Whether a place is this one or around it. */
export function isAround(place: HeadingPlace | undefined, inner: HeadingPlace | undefined): boolean {
  for (let at = inner; at !== undefined; at = at.above) if (at === place) return true;
  return false;
}

function oneLine(text: string): string {
  const start = text.length > 4 * longestHeading ? text.slice(0, 4 * longestHeading) : text;
  // Skips the single spaces that most white space is.
  return start
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim()
    .slice(0, longestHeading)
    .toWellFormed();
}
