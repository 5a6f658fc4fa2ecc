// A page's part of the search index: written with the page, unless it is unchanged, and removed with it.
import type { PageIndex } from '../../../core/search-entry.ts';
import type { IndexEntry, PageToIndex } from '../../../frontier/port.ts';
import { decodeFacts, decodeHeadings, decodeIds, decodeSymbols } from '../../../frontier/port-decode.ts';
import type { Context } from '../frontier/context.ts';

/** Writes a page's part of the index in place of what was there; without one, nothing of the page is found. */
export function putInIndex(
  { tx, index: writer }: Context,
  page: number,
  rows: readonly number[],
  index: PageIndex | undefined,
): void {
  tx.onRollback(() => writer.forgetRemembered());
  if (index === undefined) writer.remove(page);
  else writer.put({ page, rows, index });
}

/** Writes the index entries of a newly cut page; its links stay. */
export function cutInIndex(
  { tx, index: writer }: Context,
  page: number,
  rows: readonly number[],
  index: PageIndex,
): void {
  tx.onRollback(() => writer.forgetRemembered());
  writer.cut({ page, rows, index });
}

/** Stored pages that another version of the analyser put into the index, or none, as far as their text is kept. */
export function toIndex({ sql }: Context, analyser: number, after: number, limit: number): readonly PageToIndex[] {
  return sql.toIndex.all(analyser, after, limit).map((row) => {
    const { description, keywords } = decodeFacts(row.facts);
    return {
      ...{ id: Number(row.url), provider: String(row.slug), hash: String(row.hash) },
      ...{ url: String(row.final_url), title: String(row.title), description, keywords },
      chunks: sql.chunksToIndex.all(Number(row.url)).map(({ headings, ids, symbols, text }) => ({
        headings: decodeHeadings(headings),
        ids: decodeIds(ids),
        symbols: decodeSymbols(symbols),
        text: String(text),
      })),
      links: row.links instanceof Uint8Array ? row.links : undefined,
    };
  });
}

/** Puts a stored page into the index, unless its text is no longer what was read. */
export function putStored(ctx: Context, { id, hash, index }: IndexEntry): boolean {
  const stored = ctx.sql.pageHash.get(id);
  const rows = ctx.sql.chunkRows.all(id).map(({ row }) => Number(row));
  if (stored?.hash !== hash || rows.length !== index.ends.length) return false;
  ctx.sql.setIndexed.run(index.analyser, index.hash, id);
  putInIndex(ctx, id, rows, index);
  return true;
}

/** Removes a page from the index. */
export function removeFromIndex({ index }: Context, page: number): void {
  index.remove(page);
}

/** Links to a URL count for the page it turned out to be. */
export function joinInIndex({ tx, index }: Context, url: number, page: number): void {
  tx.onRollback(() => index.forgetRemembered());
  index.join(url, page);
}
