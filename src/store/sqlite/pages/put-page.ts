// How a page and its parts are written, and read again.
import { shownUrl } from '../../../core/url/shown-url.ts';
import type { CopyEffect } from '../../../frontier/decide/effects.ts';
import type { ChunkRecord, PageRecord, PageVersion } from '../../../frontier/port.ts';
import {
  decodeFacts,
  decodeHeadings,
  decodeIds,
  decodeSymbols,
  decodeVersionChunks,
} from '../../../frontier/port-decode.ts';
import type { Context } from '../frontier/context.ts';
import type { ProviderState } from '../frontier/state.ts';
import type { Row } from '../frontier/statements.ts';

/** Stores a page in place of an earlier one, with its links and its draft. */
export function putPage(
  { sql }: Context,
  id: number,
  provider: ProviderState,
  { page, outgoing, draft, rhythm, index }: Extract<CopyEffect, { kind: 'store' }>,
): void {
  const { hash, finalUrl, status, contentType, etag, lastModified, title, language, words, bytes, fetchedAt } = page;
  const { fingerprint, extractor, facts, markdown, readHash = hash } = page;
  const { intervalMs = null, lastmod, lastmodWrong } = rhythm;
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
    ...[index.analyser, index.hash, intervalMs, lastmod?.at ?? null, lastmod?.generation ?? null, lastmodWrong ? 1 : 0],
    ...[readHash === hash ? '' : readHash, page.edges ?? '', page.cut ?? ''],
  );
  if (outgoing === undefined) sql.deleteLinks.run(id);
  else sql.putLinks.run(id, outgoing);
  if (draft === undefined) sql.deleteDraft.run(id);
  else sql.putDraft.run(id, draft);
}

/** Replaces a stored page by its newly cut version. */
export function cutPage({ sql }: Context, id: number, { page, index }: Extract<CopyEffect, { kind: 'cut' }>): void {
  const { hash, readHash, cut, words, fingerprint, facts, markdown } = page;
  const { targets, tokens, leftOut } = facts;
  // null removes a fact.
  const changed = JSON.stringify({ targets: targets ?? null, tokens, leftOut: leftOut ?? null });
  const hashes = [hash, readHash === hash ? '' : readHash, cut];
  sql.cutPage.run(...hashes, words, fingerprint, changed, markdown ?? null, index.analyser, index.hash, id);
  // C2: where the text is not kept, neither is what it could be made of again.
  if (markdown === undefined) sql.deleteDraft.run(id);
}

/** Removes a page with its chunks, links and draft. */
export function removePage({ sql }: Context, id: number): void {
  for (const remove of [sql.deleteLinks, sql.deleteDraft, sql.deleteChunks, sql.deletePage]) remove.run(id);
}

/** At most this many earlier versions of a page leave their hashes. */
const VERSIONS_KEPT = 20;

/** C3: keeps the hashes and counts of what is stored of a URL, before it is replaced or removed. */
export function keepVersion({ sql }: Context, id: number): void {
  sql.keepVersion.run(id);
  sql.forgetVersions.run(id, VERSIONS_KEPT);
}

/** Stores a page's chunks in place of earlier ones, each in the row of its place; returns the rows. */
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
    facts: decodeFacts(row.facts),
    markdown: textOf(row, 'markdown'),
  };
}

export function chunkOf(row: Row): ChunkRecord {
  return {
    id: String(row.id),
    headings: decodeHeadings(row.headings),
    anchor: textOf(row, 'anchor'),
    ids: decodeIds(row.ids),
    symbols: decodeSymbols(row.symbols),
    tokens: Number(row.tokens),
    hash: String(row.hash),
    code: Number(row.code),
    tables: Number(row.tables),
    preview: String(row.preview),
    text: textOf(row, 'text'),
  };
}

export function versionOf(row: Row): PageVersion {
  return {
    fetchedAt: Number(row.fetched_at),
    hash: String(row.hash),
    words: Number(row.words),
    chunks: decodeVersionChunks(row.chunks),
  };
}

function textOf(row: Row, name: string): string | undefined {
  return row[name] === null ? undefined : String(row[name]);
}
