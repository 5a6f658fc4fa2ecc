// What the search index keeps of a page, in few large pieces: it crosses from thread to thread and into a table with every page.
import { createHash } from 'node:crypto';

/** Engines copy shorter strings anyway. */
const SHORTEST_PIECE = 13;
const LINE_END = 0x0a;

/** Columns of the full text, in the engine's order. */
export const indexColumns = ['title', 'headings', 'symbols', 'meta', 'body'] as const;
export type IndexColumn = (typeof indexColumns)[number];

/** What the index keeps of a chunk: terms, never text. */
export interface ChunkEntry {
  /** Terms in their order, separated by spaces, in UTF-8. */
  readonly columns: Readonly<Record<IndexColumn, Uint8Array>>;
  /** The forward index (search/index/forward.ts): the same for the same chunk on every engine. */
  readonly forward: Uint8Array;
}

/** A link of a page's content to another page. */
export interface AnchorLink {
  /** The key of the URL it leads to, known or not yet known. */
  readonly target: string;
  /** Terms of what a reader sees of it, separated by spaces. */
  readonly terms: string;
}

/** A word as a page writes it, and the term it becomes. */
export interface SurfaceWord {
  readonly word: string;
  readonly term: string;
}

/** A page's part of the index. Terms, words and keys hold no tabs and no line ends. */
export interface PageIndex {
  /** The version of the analyser that made it. */
  readonly analyser: number;
  /** The hash of the whole entry: an entry that is stored already is not written again. */
  readonly hash: string;
  /** A line for every column of every chunk, in UTF-8. */
  readonly columns: Uint8Array;
  /** The forward indexes of all chunks, one after the other, and where each ends. */
  readonly forward: Uint8Array;
  readonly ends: readonly number[];
  /** Lines of word, tab, term, in UTF-8: each word once, for suggestions. */
  readonly words: Uint8Array;
  /** Lines of key, tab, terms. */
  readonly anchors: string;
  /** Links in its content to pages of its own site. */
  readonly outbound: number;
}

/** A page's part of the index with its hash. */
export function sealIndex(index: Omit<PageIndex, 'hash'>): PageIndex {
  const { analyser, columns, forward, words, anchors, outbound } = index;
  const hash = createHash('sha1').update(`${analyser} ${outbound}\n`).update(columns).update('\n\n').update(forward);
  return { ...index, hash: hash.update(words).update('\n\n').update(anchors).digest('base64url').slice(0, 22) };
}

/** The lines of a page's links. */
export function packAnchors(anchors: readonly AnchorLink[]): string {
  return anchors.map(({ target, terms }) => `${target}\t${terms}`).join('\n');
}

/** The buffers that move instead of being copied when a part of the index is sent to another thread. */
export function buffersOf({ columns, forward, words }: PageIndex): readonly ArrayBuffer[] {
  return [columns, forward, words].map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}

/** The index of a page without its links. */
export function withoutAnchors(index: PageIndex): PageIndex {
  return index.anchors === '' ? index : { ...index, anchors: '', outbound: 0, hash: `${index.hash}-` };
}

/** The entries of a page's chunks, in their order. */
export function* chunksOf({ columns, forward, ends }: PageIndex): Generator<ChunkEntry> {
  let at = 0;
  const line = (): Uint8Array => {
    const end = columns.indexOf(LINE_END, at);
    const from = at;
    at = end < 0 ? columns.length : end + 1;
    return columns.subarray(from, end < 0 ? at : end);
  };
  let start = 0;
  for (const end of ends) {
    yield {
      columns: { title: line(), headings: line(), symbols: line(), meta: line(), body: line() },
      forward: forward.subarray(start, end),
    };
    start = end;
  }
}

/** The word and its term in a line of `words`. */
export function wordIn(line: Uint8Array): SurfaceWord {
  const [word, term] = pairOf(Buffer.from(line.buffer, line.byteOffset, line.length).toString());
  return { word, term };
}

/** The links of a page. */
export function anchorsOf({ anchors }: PageIndex): readonly AnchorLink[] {
  if (anchors === '') return [];
  return anchors.split('\n').map((line) => {
    const [target, terms] = pairOf(line);
    return { target, terms };
  });
}

/** A copy of the text: a slice would keep the longer string it is from alive. */
export function detached(text: string): string {
  return text.length < SHORTEST_PIECE ? text : Buffer.from(text).toString();
}

function pairOf(line: string): readonly [string, string] {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
}
