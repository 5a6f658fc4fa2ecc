// E2: what the ledger keeps for learning a site's chrome from its own pages, and for cutting pages by it afterwards.
import type { PageIndex } from '../core/search-entry.ts';
import type { ChunkRecord, PageFacts, PageRecord } from './page-record.ts';

/** The two hashes of a page's text: without learnt chrome, and as it was read. */
export type TextHashes = Pick<PageRecord, 'hash' | 'readHash'>;

/** Whether two pages have the same text, however they were cut. */
export function isSameText(one: TextHashes, other: TextHashes): boolean {
  return one.hash === other.hash || readHashOf(one) === readHashOf(other);
}

/** The hash of a page as it was read. */
export function readHashOf({ hash, readHash = hash }: TextHashes): string {
  return readHash;
}

/** The edges of a stored page. */
export interface EdgePage {
  readonly id: number;
  /** Its `finalUrl`. */
  readonly url: string;
  readonly readHash: string;
  /** The edges as in `PageRecord`. */
  readonly edges: string;
  readonly cut: string;
  readonly extractor: number;
  /** Whether text of the page is kept: its author may forbid that. */
  readonly keepsText: boolean;
  /** Whether the page was read in this generation. */
  readonly isFresh: boolean;
  /** Whether the page must be requested without conditions, because it could not be cut. */
  readonly asksAgain: boolean;
}

/** The input for cutting a stored page anew. */
export interface PageToCut {
  readonly url: string;
  /** The page as it was read, packed (`Outcome.draft`), where it is kept. */
  readonly draft?: Uint8Array | undefined;
  /** Packed (core/page-links.ts). */
  readonly links?: Uint8Array | undefined;
  readonly noarchive: boolean;
}

/** A stored page, cut anew. */
export interface CutPage {
  readonly hash: string;
  readonly readHash: string;
  readonly cut: string;
  readonly words: number;
  readonly fingerprint: string;
  /** These replace the stored facts; the others stay. */
  readonly facts: Pick<PageFacts, 'targets' | 'tokens' | 'leftOut'>;
  readonly markdown?: string | undefined;
  readonly chunks: readonly ChunkRecord[];
  readonly index?: PageIndex | undefined;
}

export interface ChromeKeeper {
  /** What was learnt of the provider's pages, as it was kept; empty when nothing was. */
  chrome(provider: string): Promise<string>;
  keepChrome(provider: string, learnt: string): Promise<void>;
  /** The edges of the provider's stored HTML pages, by number. */
  pageEdges(provider: string, after: number, limit: number): Promise<readonly EdgePage[]>;
  /** The page of this number; undefined when none is stored. */
  toCut(id: number): Promise<PageToCut | undefined>;
  /**
   * Puts a page that was cut anew in place of what is stored, unless another text was stored meanwhile; returns whether it did.
   * A page whose text is again what it was before this run counts as unchanged, not as updated.
   */
  cut(provider: string, id: number, page: CutPage): Promise<boolean>;
  /** E6: of pages with the same text without learnt chrome the first stays, and the others are duplicates; returns how many. */
  joinTwins(provider: string): Promise<number>;
  /** Requests these pages without conditions when they are due. */
  askAgain(ids: readonly number[]): Promise<void>;
}
