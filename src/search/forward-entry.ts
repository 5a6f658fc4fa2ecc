// What the index keeps of a chunk: its fields analysed, as columns of terms and as a forward index.
import { analyse } from './analyser.ts';
import { type FieldTerms, type Placed, packForward, spelledTerm, tailTerm } from './forward.ts';
import type { ChunkEntry } from './port.ts';
import { isFrequent } from './rank-words.ts';

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

/** Between the parts of a field, so that no phrase reaches from one into the next. */
const GAP = 16;
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

/** Analyses the fields that all chunks of a page share, once. */
export function entryMaker(page: EntryPage): (chunk: EntryChunk) => ChunkEntry {
  const title = parts([page.title], 'text', spelledTerm);
  const path = parts([pathWords(page.url)], 'text');
  const keywords = (page.keywords ?? []).slice(0, MOST_KEYWORDS).join(', ');
  const meta = parts([(page.description ?? '').slice(0, LONGEST_META), keywords.slice(0, LONGEST_META)], 'text');
  return ({ headings, ids, symbols, text }) => {
    const names = definedNames(ids, symbols);
    const defined = new Set(names);
    const fields = {
      title,
      headings: parts(headings, 'text', spelledTerm),
      names: parts(names, 'symbols', spelledTerm, tailOf),
      symbols: parts(
        symbols.filter((symbol) => !defined.has(symbol)),
        'symbols',
        spelledTerm,
      ),
      meta,
      path,
      body: { tokens: analyse(text, 'text') } as FieldTerms,
    };
    const body = fields.body.tokens.filter(({ term }) => !isFrequent(term));
    return {
      columns: {
        title: line(title),
        headings: line(fields.headings),
        symbols: line(fields.names, fields.symbols),
        meta: line(meta, path),
        body: line(fields.body),
      },
      forward: packForward({ ...fields, body: { tokens: body } }),
    };
  };
}

function parts(
  texts: readonly string[],
  as: 'text' | 'symbols',
  ...also: readonly ((text: string) => string)[]
): FieldTerms {
  const tokens: Placed[] = [];
  const starts: number[] = [];
  let base = 0;
  for (const text of texts) {
    const found = analyse(text, as);
    if (found.length === 0) continue;
    starts.push(base);
    for (const spell of also) tokens.push({ term: spell(text), position: base });
    let last = 0;
    for (const { term, position } of found) {
      tokens.push({ term, position: base + position });
      last = Math.max(last, position);
    }
    base += last + 1 + GAP;
  }
  return { tokens, starts, length: Math.max(0, base - GAP) };
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

function tailOf(name: string): string {
  return tailTerm(/[^.:/#>]*$/.exec(name.replace(/[^\p{L}\p{N}_]+$/u, ''))?.[0] ?? name);
}

function pathWords(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return decoded(path)
    .replace(/\.[a-z]{2,5}$/i, '')
    .slice(0, 300)
    .split(/[/_.-]+/)
    .map((word) => (word in shortened ? `${word} ${shortened[word]}` : word))
    .join(' ');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function line(...fields: readonly FieldTerms[]): string {
  return fields
    .map(({ tokens }) =>
      tokens
        .filter(({ term }) => !term.startsWith('=') && !term.startsWith('~'))
        .map(({ term }) => term)
        .join(' '),
    )
    .join(' ');
}
