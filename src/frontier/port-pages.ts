// The port of stored pages: all of them in the order of their address, one at a time, as they were when it was opened.
import type { ChunkRecord, PageRecord } from './page-record.ts';

export interface StoredPage {
  /** The number of its URL. */
  readonly id: number;
  readonly provider: string;
  readonly page: PageRecord;
  /** When the site last confirmed it. */
  readonly verifiedAt: number;
}

/** A provider with stored pages. */
export interface StoredProvider {
  readonly provider: string;
  readonly pages: number;
  readonly lastVerifiedAt: number;
  /** The folder all of them lie in, as the beginning of their addresses. */
  readonly root: string;
  /** The seed that is stored, if one is: the first in the order of discovery. */
  readonly seed?: number | undefined;
}

export interface PageFilter {
  /** Only these providers; undefined or empty: all. */
  readonly providers?: readonly string[] | undefined;
  /** Parts of an address, in any case, one of which it must contain; undefined or empty: all. */
  readonly paths?: readonly string[] | undefined;
}

/** One snapshot of a folder; a crawl beside it changes nothing in it. Every method rejects with DOC_STORE for damaged data. */
export interface StoredPages {
  /** Every provider the folder knows, whether something of it is stored or not. */
  known(): Promise<readonly string[]>;
  /** The providers with stored pages that match. */
  providers(): Promise<readonly StoredProvider[]>;
  /** The matching pages of a provider by address; with `root` by the folder below it first. */
  pages(provider: string, root?: string): AsyncIterable<StoredPage>;
  page(id: number): Promise<StoredPage>;
  /** The chunks of a page, in order. */
  chunks(id: number): Promise<readonly ChunkRecord[]>;
  close(): Promise<void>;
}
