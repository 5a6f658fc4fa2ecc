// The parts of chunks that an answer shows: each by its row; facts of pages are remembered as long as nothing is written.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { shownUrl } from '../../../core/url/shown-url.ts';
import { decodeHeadings, decodeIds } from '../../../frontier/port-decode.ts';
import type { ChunkDetails } from '../../../search/port.ts';
import type { Row } from '../frontier/statements.ts';

const CHUNK = 'SELECT page, id, hash, headings, anchor, ids, tokens, preview, text FROM chunks WHERE row = ?';
const PAGE = `SELECT p.final_url, p.title, p.language, p.fetched_at, p.verified_at, p.facts ->> 'noarchive' AS noarchive,
  p.facts ->> 'nosnippet' AS nosnippet, p.facts ->> 'hidden' AS hidden, o.slug FROM pages p LEFT JOIN providers o ON o.id = p.provider WHERE p.url = ?`;

type PageDetails = Pick<
  ChunkDetails,
  'url' | 'title' | 'provider' | 'language' | 'fetchedAt' | 'verifiedAt' | 'noarchive' | 'nosnippet' | 'hidden'
>;

/** Half a megabyte or so: the facts of a page are read from its outline, which may be long. */
const MOST_REMEMBERED = 1_000;

/** Reads what is shown of chunks on one connection. */
export class DetailsReader {
  readonly #chunk: StatementSync;
  readonly #page: StatementSync;
  readonly #pages = new Map<number, PageDetails>();

  constructor(db: DatabaseSync) {
    this.#chunk = db.prepare(CHUNK);
    this.#page = db.prepare(PAGE);
  }

  /** Forgets all pages, because something was written. */
  forget(): void {
    this.#pages.clear();
  }

  /** As `IndexReader.details`. */
  details(rows: readonly number[]): readonly ChunkDetails[] {
    const details: ChunkDetails[] = [];
    for (const row of rows) {
      const chunk = this.#chunk.get(row);
      if (chunk === undefined) continue;
      const page = this.#pageOf(Number(chunk.page));
      if (page !== undefined) details.push(detailsOf(row, chunk, page));
    }
    return details;
  }

  #pageOf(number: number): PageDetails | undefined {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const row = this.#page.get(number);
    if (row === undefined) return undefined;
    const page = pageOf(row);
    if (this.#pages.size >= MOST_REMEMBERED) this.#pages.clear();
    this.#pages.set(number, page);
    return page;
  }
}

function pageOf(row: Row): PageDetails {
  return {
    url: shownUrl(String(row.final_url)),
    title: String(row.title),
    provider: String(row.slug ?? ''),
    language: row.language === null ? undefined : String(row.language),
    fetchedAt: Number(row.fetched_at),
    verifiedAt: Number(row.verified_at),
    noarchive: row.noarchive === 1,
    nosnippet: row.nosnippet === 1,
    hidden: row.hidden === null ? undefined : String(row.hidden),
  };
}

function detailsOf(row: number, chunk: Row, page: PageDetails): ChunkDetails {
  return {
    ...page,
    row,
    page: Number(chunk.page),
    id: String(chunk.id),
    hash: String(chunk.hash),
    headings: decodeHeadings(chunk.headings),
    anchor: chunk.anchor === null ? undefined : String(chunk.anchor),
    ids: decodeIds(chunk.ids),
    tokens: Number(chunk.tokens),
    preview: String(chunk.preview),
    text: chunk.text === null ? undefined : String(chunk.text),
  };
}
