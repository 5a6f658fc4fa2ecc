// S1: the port of the search index's upkeep: what settling leaves behind, and pages that another version of the analyser has read.
import type { PageIndex } from '../core/search-entry.ts';
import type { ChunkRecord } from './page-record.ts';

/** The index can be rebuilt from pages whose text is kept; for the others only a visit restores it. */
export interface IndexUpkeep {
  /**
   * Brings at most `most` parts of the search index up to date that settling leaves behind: what links call a page, and words, so that
   * they are found by those near them (search/decide/near-words.ts). Returns how many, 0 when nothing is left to do. Words alone can
   * be requested: what links call a page changes with every page, and is better gathered at the end.
   */
  refreshIndex(most: number, only?: 'words'): Promise<number>;
  /**
   * Takes what is left of removed and replaced pages out of the index, a piece at a time; returns whether that is done. Rejects with
   * DOC_STORE_DAMAGED for an index that is found to be damaged: nothing ends complete over it.
   */
  cleanIndex(): Promise<boolean>;
  /** How many stored pages were indexed by another version of the analyser, or not at all; those without text need a visit. */
  behindIndex(analyser: number): Promise<{ readonly withText: number; readonly withoutText: number }>;
  /** The pages behind whose text is kept, by number. */
  toIndex(analyser: number, after: number, limit: number): Promise<readonly PageToIndex[]>;
  /** Puts stored pages into the index in place of what was there, save those whose text has another hash by now; returns how many. */
  putIndex(entries: readonly IndexEntry[]): Promise<number>;
}

/** S1: what a rebuild of the search index reads of a stored page. */
export interface PageToIndex {
  readonly id: number;
  readonly provider: string;
  /** The hash of the text. */
  readonly hash: string;
  readonly url: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly chunks: readonly (Pick<ChunkRecord, 'headings' | 'ids' | 'symbols'> & { readonly text: string })[];
  /** Packed (core/page-links.ts). */
  readonly links?: Uint8Array | undefined;
}

/** A page's part of the index, and the hash of the text it was made of. */
export interface IndexEntry {
  readonly id: number;
  readonly hash: string;
  readonly index: PageIndex;
}
