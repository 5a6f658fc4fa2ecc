// How a page and its parts are written, and read again.
import { shownUrl } from '../../core/url/shown-url.ts';
import type { ChunkRecord, PageFacts, PageRecord, PageVersion, Rhythm } from '../../frontier/port.ts';
import type { Context } from './context.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';

/** How a page stands in the search index: by which version of the analyser, and what; 0 and '' where it does not. */
export interface IndexedAs {
  readonly analyser: number;
  readonly hash: string;
}

/** How often a page is asked for again, and what sitemaps said of it. */
export interface KeptRhythm {
  readonly intervalMs: number | null;
  readonly lastmod: number | null;
  readonly lastmodGeneration: number | null;
  readonly lastmodWrong: boolean;
}

/** The rhythm of a page after a visit that found it as it was, or changed; `before` is its row, if it was stored. */
export function rhythmAfter(before: Row | undefined, same: boolean, rhythm: Rhythm | undefined): KeptRhythm {
  if (before === undefined) return { intervalMs: null, lastmod: null, lastmodGeneration: null, lastmodWrong: false };
  const number = (name: string): number | null => (before[name] === null ? null : Number(before[name]));
  return {
    intervalMs: (same ? rhythm?.sameMs : rhythm?.changedMs) ?? number('interval_ms'),
    lastmod: number('lastmod'),
    lastmodGeneration: number('lastmod_generation'),
    lastmodWrong: before.lastmod_wrong === 1 || (!same && rhythm?.lastmodSaysSame === true),
  };
}

/** What is kept beside a page, packed. */
export interface PackedParts {
  readonly outgoing?: Uint8Array | undefined;
  readonly draft?: Uint8Array | undefined;
}

/** Stores a page in place of an earlier one, with its links and its draft. */
export function putPage(
  { sql }: Context,
  id: number,
  provider: ProviderState,
  page: PageRecord,
  { outgoing, draft }: PackedParts,
  { analyser, hash: indexHash }: IndexedAs,
  { intervalMs, lastmod, lastmodGeneration, lastmodWrong }: KeptRhythm,
): void {
  const { hash, finalUrl, status, contentType, etag, lastModified, title, language, words, bytes, fetchedAt } = page;
  const { fingerprint, extractor, facts, markdown, readHash = hash } = page;
  sql.putPage.run(
    ...[
      id,
      provider.id,
      hash,
      finalUrl,
      status,
      contentType,
      etag ?? null,
      lastModified ?? null,
      title,
      language ?? null,
    ],
    ...[words, bytes, fetchedAt, fetchedAt, fingerprint, extractor, JSON.stringify(facts), markdown ?? null],
    ...[analyser, indexHash, intervalMs, lastmod, lastmodGeneration, lastmodWrong ? 1 : 0],
    ...[readHash === hash ? '' : readHash, page.edges ?? '', page.cut ?? ''],
  );
  if (outgoing === undefined) sql.deleteLinks.run(id);
  else sql.putLinks.run(id, outgoing);
  if (draft === undefined) sql.deleteDraft.run(id);
  else sql.putDraft.run(id, draft);
}

/** So many earlier versions of a page leave their hashes. */
const VERSIONS_KEPT = 20;

/** C3: keeps the hashes and counts of what is stored of a URL, before it is replaced or removed. */
export function keepVersion({ sql }: Context, id: number): void {
  sql.keepVersion.run(id);
  sql.forgetVersions.run(id, VERSIONS_KEPT);
}

/** Stores a page's chunks in place of earlier ones, each in the row of its place; answers the rows. */
export function putChunks({ sql }: Context, page: number, chunks: readonly ChunkRecord[]): readonly number[] {
  const rows = sql.chunkRows.all(page).map(({ row }) => Number(row));
  if (rows.length > chunks.length) sql.deleteChunksFrom.run(page, chunks.length);
  return chunks.map((chunk, seq) => {
    const { id, hash, headings, anchor, ids, symbols, tokens, code, tables, preview, text } = chunk;
    const values = [
      ...[id, hash, JSON.stringify(headings), anchor ?? null, JSON.stringify(ids), JSON.stringify(symbols)],
      ...[tokens, code, tables, preview, text ?? null],
    ];
    const row = rows[seq];
    if (row === undefined) return Number(sql.addChunk.run(...values, page, seq).lastInsertRowid);
    sql.changeChunk.run(...values, row);
    return row;
  });
}

export function pageOf(row: Row): PageRecord {
  return {
    finalUrl: shownUrl(String(row.final_url)),
    status: Number(row.status),
    contentType: String(row.content_type),
    etag: textOf(row, 'etag'),
    lastModified: textOf(row, 'last_modified'),
    title: String(row.title),
    language: textOf(row, 'language'),
    words: Number(row.words),
    hash: String(row.hash),
    ...(row.read_hash !== '' && { readHash: String(row.read_hash) }),
    ...(row.edges !== '' && { edges: String(row.edges) }),
    ...(row.cut !== '' && { cut: String(row.cut) }),
    bytes: Number(row.bytes),
    fetchedAt: Number(row.fetched_at),
    fingerprint: String(row.fingerprint),
    extractor: Number(row.extractor),
    facts: JSON.parse(String(row.facts)) as PageFacts,
    markdown: textOf(row, 'markdown'),
  };
}

export function chunkOf(row: Row): ChunkRecord {
  return {
    id: String(row.id),
    headings: JSON.parse(String(row.headings)) as string[],
    anchor: textOf(row, 'anchor'),
    ids: JSON.parse(String(row.ids)) as string[],
    symbols: JSON.parse(String(row.symbols)) as string[],
    tokens: Number(row.tokens),
    hash: String(row.hash),
    code: Number(row.code),
    tables: Number(row.tables),
    preview: String(row.preview),
    text: textOf(row, 'text'),
  };
}

export function versionOf(row: Row): PageVersion {
  const chunks = JSON.parse(String(row.chunks)) as readonly (readonly [string, string | null, string])[];
  return {
    fetchedAt: Number(row.fetched_at),
    hash: String(row.hash),
    words: Number(row.words),
    chunks: chunks.map(([headings, anchor, hash]) => ({
      headings: JSON.parse(headings) as string[],
      anchor: anchor ?? undefined,
      hash,
    })),
  };
}

function textOf(row: Row, name: string): string | undefined {
  return row[name] === null ? undefined : String(row[name]);
}
