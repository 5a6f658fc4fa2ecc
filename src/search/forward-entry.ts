// What the index keeps of a chunk: its fields analysed, as columns of terms and as a forward index.
import { readable } from '../core/url/percent.ts';
import { spelledHash, tailHash } from './forward.ts';
import { ForwardPacker } from './forward-pack.ts';
import { FieldReader } from './forward-read.ts';
import type { ChunkEntry } from './port.ts';
import { nextPage } from './word-table.ts';

/** What of a page every one of its chunks is found by. */
export interface EntryPage {
  readonly url: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
}

/** What of a chunk is analysed. */
export interface EntryChunk {
  readonly headings: readonly string[];
  readonly ids: readonly string[];
  readonly symbols: readonly string[];
  readonly text: string;
}

const LONGEST_META = 1_000;
const MOST_KEYWORDS = 20;
const MOST_NAMES = 200;

/** What documentation calls its folders, and what people call them. */
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

const packer = new ForwardPacker();
const reader = new FieldReader(packer);
const spelled = Object.freeze([spelledHash]);
const spelledAndTail = Object.freeze([spelledHash, tailHash]);

/**
 * Analyses the fields that all chunks of a page share, once. Given a set, it also collects there the words of the
 * chunks' texts that can be suggested, each chunk read by itself.
 */
export function entryMaker(page: EntryPage, surfaces?: Set<string>): (chunk: EntryChunk) => ChunkEntry {
  const number = nextPage();
  reader.begin();
  const title = reader.parts([page.title], 'text', spelled);
  const titleBytes = packer.take();
  const keywords = (page.keywords ?? []).slice(0, MOST_KEYWORDS).join(', ');
  const described = [(page.description ?? '').slice(0, LONGEST_META), keywords.slice(0, LONGEST_META)];
  const meta = `${reader.parts(described, 'text')} ${reader.parts([pathWords(page.url)], 'text')}`;
  const metaBytes = packer.take();
  return ({ headings, ids, symbols, text }) => {
    const names = definedNames(ids, symbols);
    const defined = new Set(names);
    const mentioned = symbols.filter((symbol) => !defined.has(symbol));
    // In the order of `forwardFields`.
    reader.begin();
    packer.add(titleBytes);
    const columns = {
      title,
      headings: reader.parts(headings, 'text', spelled),
      symbols: `${reader.parts(names, 'symbols', spelledAndTail)} ${reader.parts(mentioned, 'symbols', spelled)}`,
      meta,
      body: '',
    };
    packer.add(metaBytes);
    columns.body = reader.body(text, surfaces, number);
    return { columns, forward: packer.take() };
  };
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
