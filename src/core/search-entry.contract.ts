// A page's part of the index as tests write it: in strings.
import {
  type AnchorLink,
  type IndexColumn,
  indexColumns,
  type PageIndex,
  packAnchors,
  type SurfaceWord,
  sealIndex,
} from './search-entry.ts';

export interface IndexParts {
  readonly analyser: number;
  readonly chunks: readonly {
    readonly columns: Readonly<Record<IndexColumn, string>>;
    readonly forward: Uint8Array;
  }[];
  readonly words: readonly SurfaceWord[];
  readonly anchors: readonly AnchorLink[];
  readonly outbound: number;
}

/** Packs them as the analyser does. */
export function packIndex({ analyser, chunks, words, anchors, outbound }: IndexParts): PageIndex {
  const encoder = new TextEncoder();
  const ends: number[] = [];
  for (const { forward } of chunks) ends.push((ends.at(-1) ?? 0) + forward.length);
  return sealIndex({
    ...{ analyser, ends, outbound },
    columns: encoder.encode(chunks.flatMap(({ columns }) => indexColumns.map((column) => columns[column])).join('\n')),
    forward: new Uint8Array(chunks.flatMap(({ forward }) => [...forward])),
    words: encoder.encode(words.map(({ word, term }) => `${word}\t${term}`).join('\n')),
    anchors: packAnchors(anchors),
  });
}

/** The columns of chunks in strings. */
export function columnsIn(columns: Readonly<Record<IndexColumn, Uint8Array>>): Readonly<Record<IndexColumn, string>> {
  const text = (name: IndexColumn): string => Buffer.from(columns[name]).toString();
  return {
    ...{ title: text('title'), headings: text('headings'), symbols: text('symbols') },
    ...{ meta: text('meta'), body: text('body') },
  };
}

/** The lines of words, as they were written. */
export function wordsIn(words: Uint8Array): readonly SurfaceWord[] {
  const lines = Buffer.from(words).toString();
  return lines === '' ? [] : lines.split('\n').map((line) => wordOf(line.split('\t')));
}

function wordOf([word = '', term = '']: readonly string[]): SurfaceWord {
  return { word, term };
}
