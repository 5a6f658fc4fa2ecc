// What the search index keeps of a page, in few large pieces: it crosses from thread to thread and into a table with every page.
import { createHash } from 'node:crypto';

/** Shorter strings are copied anyway. */
const SHORTEST_PIECE = 13;

/** Columns of the full text, in the engine's order. */
export const indexColumns = ['title', 'headings', 'symbols', 'meta', 'body'] as const;
export type IndexColumn = (typeof indexColumns)[number];

/** What the index keeps of a chunk: terms, never text. */
export interface ChunkEntry {
  /** Terms in their order, separated by spaces. */
  readonly columns: Readonly<Record<IndexColumn, string>>;
  /** The forward index (search/forward.ts): the same for the same chunk on every engine. */
  readonly forward: Uint8Array;
}

/** A link of a page's content to another page. */
export interface AnchorLink {
  /** The key of the URL it leads to, whether or not anyone knows it yet. */
  readonly target: string;
  /** Terms of what a reader sees of it, separated by spaces. */
  readonly terms: string;
}

/** A word as a page writes it, and the term it becomes. */
export interface SurfaceWord {
  readonly word: string;
  readonly term: string;
}

/** A page's part of the index, before it is packed. */
export interface IndexParts {
  /** The version of the analyser that made it. */
  readonly analyser: number;
  readonly chunks: readonly ChunkEntry[];
  /** Each once, for suggestions. */
  readonly words: Iterable<SurfaceWord>;
  readonly anchors: readonly AnchorLink[];
  /** Links in its content to pages of its own site. */
  readonly outbound: number;
}

/** The same, packed. */
export interface PageIndex {
  readonly analyser: number;
  /** Of all of it: what is there already is not written again. */
  readonly hash: string;
  /** A line for every column of every chunk. */
  readonly columns: string;
  /** The forward indexes of all chunks, one after the other, and where each ends. */
  readonly forward: Uint8Array;
  readonly ends: readonly number[];
  /** Lines of word, tab, term. */
  readonly words: string;
  /** Lines of key, tab, terms. */
  readonly anchors: string;
  readonly outbound: number;
}

/** Packs a page's part of the index; the same parts give the same pack. Terms, words and keys hold no tabs and no line ends. */
export function packIndex({ analyser, chunks, words, anchors, outbound }: IndexParts): PageIndex {
  const lines: string[] = [];
  const ends: number[] = [];
  let length = 0;
  for (const { columns, forward } of chunks) {
    for (const column of indexColumns) lines.push(columns[column]);
    length += forward.length;
    ends.push(length);
  }
  const forward = new Uint8Array(length);
  for (const [nth, chunk] of chunks.entries()) forward.set(chunk.forward, nth === 0 ? 0 : ends[nth - 1]);
  const packed = {
    ...{ analyser, ends, forward, outbound, columns: lines.join('\n') },
    words: Array.from(words, ({ word, term }) => `${word}\t${term}`).join('\n'),
    anchors: anchors.map(({ target, terms }) => `${target}\t${terms}`).join('\n'),
  };
  return { ...packed, hash: hashOf(packed) };
}

function hashOf({ analyser, columns, forward, words, anchors, outbound }: Omit<PageIndex, 'hash'>): string {
  const hash = createHash('sha1').update(`${analyser} ${outbound}\n`).update(columns).update('\n\n').update(forward);
  return hash.update(words).update('\n\n').update(anchors).digest('base64url').slice(0, 22);
}

/** The same page as if it had no links. */
export function withoutAnchors(index: PageIndex): PageIndex {
  return index.anchors === '' ? index : { ...index, anchors: '', outbound: 0, hash: `${index.hash}-` };
}

/** The entries that were packed, in the order of the page's chunks. */
export function chunksOf({ columns, forward, ends }: PageIndex): readonly ChunkEntry[] {
  const lines = columns.split('\n');
  const line = (at: number): string => lines[at] ?? '';
  return ends.map((end, nth) => {
    const at = nth * indexColumns.length;
    return {
      columns: {
        title: line(at),
        headings: line(at + 1),
        symbols: line(at + 2),
        meta: line(at + 3),
        body: line(at + 4),
      },
      forward: forward.subarray(nth === 0 ? 0 : ends[nth - 1], end),
    };
  });
}

/** The words that were packed. */
export function wordsOf({ words }: PageIndex): readonly SurfaceWord[] {
  return pairsOf(words).map(([word, term]) => ({ word, term }));
}

/** The links that were packed. */
export function anchorsOf({ anchors }: PageIndex): readonly AnchorLink[] {
  return pairsOf(anchors).map(([target, terms]) => ({ target, terms }));
}

/** The same text by itself: a piece of a longer one keeps all of that alive. */
export function detached(text: string): string {
  return text.length < SHORTEST_PIECE ? text : Buffer.from(text).toString();
}

function pairsOf(lines: string): readonly (readonly [string, string])[] {
  if (lines === '') return [];
  return lines.split('\n').map((line) => {
    const tab = line.indexOf('\t');
    return [line.slice(0, tab), line.slice(tab + 1)];
  });
}
