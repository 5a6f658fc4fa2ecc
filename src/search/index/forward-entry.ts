// The index entries of a page's chunks: their fields analysed, as columns of terms and as forward indexes.
import { readable } from '../../core/url/percent.ts';
import { ByteRow } from './byte-row.ts';
import { spelledHash, tailHash } from './forward.ts';
import { ForwardPacker } from './forward-pack.ts';
import { FieldReader } from './forward-read.ts';
import { words } from './word-table.ts';

/** The fields of a page by which each of its chunks is found. */
export interface EntryPage {
  readonly url: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
}

/** The fields of a chunk that are analysed. */
export interface EntryChunk {
  readonly headings: readonly string[];
  readonly ids: readonly string[];
  readonly symbols: readonly string[];
  readonly text: string;
}

const LONGEST_META = 1_000;
const MOST_KEYWORDS = 20;
const MOST_NAMES = 200;

/** Names of folders in documentation, and the words that users search for. */
const shortened: Readonly<Record<string, string>> = Object.freeze({
  ref: 'reference',
  lib: 'library',
  intro: 'introduction',
  config: 'configuration',
  conf: 'configuration',
  admin: 'administration',
  auth: 'authentication',
  async: 'asynchronous',
  db: 'database',
  dev: 'development',
  env: 'environment',
  func: 'function',
  functions: 'function',
  howto: 'guide',
  howtos: 'guide',
  topics: 'guide',
  tutorial: 'guide',
  spec: 'specification',
});

/** Ids that count instead of naming: `id1`, `index-12`, `section-2.1`, hashes. */
const counted = /^(?:[a-z]{0,8}[-_.:]?\d[\d.-]*|[\da-f]{8,}|id-[\d.]+)$/i;

const lineEnd = 0x0a;
const space = 0x20;

const forward = new ForwardPacker();
const lines = new ByteRow(65_536);
const surfaces = new ByteRow(16_384);
const reader = new FieldReader({ forward, lines, surfaces });
const spelled = Object.freeze([spelledHash]);
const spelledAndTail = Object.freeze([spelledHash, tailHash]);

/** The index entries of a page's chunks, in the form of `PageIndex`. */
export interface PageEntries {
  readonly columns: Uint8Array<ArrayBuffer>;
  readonly forward: Uint8Array<ArrayBuffer>;
  readonly ends: readonly number[];
  readonly words: Uint8Array<ArrayBuffer>;
}

/** Analyses all chunks of a page; the fields they share, once. Never throws because of the page; linear. */
export function pageEntries(page: EntryPage, chunks: readonly EntryChunk[]): PageEntries {
  words.beginPage();
  // Drops what an earlier error left half done.
  forward.begin();
  lines.clear();
  surfaces.clear();
  reader.parts([page.title], 'text', spelled);
  const title = { line: lines.take(), forward: forward.take() };
  const keywords = (page.keywords ?? []).slice(0, MOST_KEYWORDS).join(', ');
  reader.parts([(page.description ?? '').slice(0, LONGEST_META), keywords.slice(0, LONGEST_META)], 'text');
  lines.putByte(space);
  reader.parts([pathWords(page.url)], 'text');
  const meta = { line: lines.take(), forward: forward.take() };
  const ends: number[] = [];
  for (const { headings, ids, symbols, text } of chunks) {
    const names = definedNames(ids, symbols);
    const defined = new Set(names);
    // Fields are added in the order of `forwardFields` and `indexColumns`.
    forward.add(title.forward);
    lines.putAll(title.line);
    lines.putByte(lineEnd);
    reader.parts(headings, 'text', spelled);
    lines.putByte(lineEnd);
    reader.parts(names, 'symbols', spelledAndTail);
    lines.putByte(space);
    reader.parts(
      symbols.filter((symbol) => !defined.has(symbol)),
      'symbols',
      spelled,
    );
    lines.putByte(lineEnd);
    forward.add(meta.forward);
    lines.putAll(meta.line);
    lines.putByte(lineEnd);
    reader.body(text);
    lines.putByte(lineEnd);
    ends.push(forward.size);
  }
  return { columns: taken(lines), forward: forward.take(), ends, words: taken(surfaces) };
}

/** The lines of a row, without the last line end. */
function taken(row: ByteRow): Uint8Array<ArrayBuffer> {
  row.cut(Math.max(0, row.size - 1));
  return row.take();
}

/** The names a chunk defines: its ids, as they are written where they are symbols too. */
function definedNames(ids: readonly string[], symbols: readonly string[]): readonly string[] {
  const known = new Set(symbols);
  const names = new Set<string>();
  for (const id of ids) {
    if (names.size === MOST_NAMES) break;
    if (counted.test(id) || id.length > 200) continue;
    if (known.has(id)) names.add(id);
    else names.add(symbols.find((symbol) => symbol.length > 2 && id.endsWith(symbol)) ?? id);
  }
  return [...names];
}

function pathWords(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return readable(path)
    .replace(/\.[a-z]{2,5}$/i, '')
    .slice(0, 300)
    .split(/[/_.-]+/)
    .map((word) => (word in shortened ? `${word} ${shortened[word]}` : word))
    .join(' ');
}
