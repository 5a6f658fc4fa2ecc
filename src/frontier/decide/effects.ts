// What an act changes, for an engine to write in one transaction.
import type { PageChangeKind } from '../../core/page-change.ts';
import type { PageIndex } from '../../core/search-entry.ts';
import type { SectionChange } from '../../core/sections.ts';
import type { ChunkRecord, PageRecord, UrlState } from '../port.ts';
import type { CutPage } from '../port-chrome.ts';
import type { Lastmod, Spelling, UrlRow } from './rows.ts';

export interface Effects {
  /** Where URLs wait from now on, in the order in which the rules came to them: hosts that are new to the crawl get their turns in it. */
  readonly hosts: readonly string[];
  /** New and changed ones. */
  readonly rows: readonly RowEffect[];
  readonly places: readonly PlaceChange[];
  /** By `seq`; one that is not there yet is added. */
  readonly spellings: readonly { readonly id: number; readonly spelling: Spelling }[];
  /** U8: how many URLs of a template were added at a host. */
  readonly templates: readonly { readonly host: string; readonly template: string; readonly more: number }[];
  /** U10: what the crawler itself enters in the blocklist, where it is not there yet. */
  readonly blocked: readonly { readonly pattern: string; readonly reason: string; readonly at: number }[];
  /** In this order. */
  readonly copies: readonly CopyEffect[];
  readonly changes: readonly ChangeEffect[];
  /** By how much the run's counts of pages change. */
  readonly counts: ReadonlyMap<PageChangeKind | 'unchanged', number>;
  /** By how much the provider's counts of pages by state change. */
  readonly tally: ReadonlyMap<UrlState, number>;
  /** A crawl that had ended has something to do again. */
  readonly reopens: boolean;
}

export interface RowEffect {
  readonly row: Readonly<UrlRow>;
  /** Of a new one; its number is negative, and other effects may name it. */
  readonly added?: { readonly key: string; readonly foundAt: number } | undefined;
  /** Of a changed one. */
  readonly before?: Readonly<UrlRow> | undefined;
}

/** Where a URL waits. */
export interface QueuePlace {
  readonly host: string;
  readonly rank: number;
  /** Above 0: it is not queued before then. */
  readonly notBefore: number;
}

/** A URL that waits elsewhere now, or no more. */
export interface PlaceChange {
  readonly id: number;
  /** Where it is taken out. `notBefore` is that of its row: once that has passed it may be queued or still be delayed. */
  readonly out?: QueuePlace | undefined;
  /** Where it is put in. */
  readonly in?: QueuePlace | undefined;
  /** It stays as it waits, queued or delayed, at another rank. */
  readonly rank?: number | undefined;
}

/** The rhythm of a page as it is kept: when it is requested again, and its lastmod in sitemaps. */
export interface KeptRhythm {
  readonly intervalMs: number | undefined;
  readonly lastmod: Lastmod | undefined;
  readonly lastmodWrong: boolean;
}

/** Something that becomes of stored text. */
export type CopyEffect =
  | {
      readonly kind: 'store';
      readonly id: number;
      readonly page: PageRecord;
      readonly chunks: readonly ChunkRecord[];
      readonly outgoing?: Uint8Array | undefined;
      readonly draft?: Uint8Array | undefined;
      readonly rhythm: KeptRhythm;
      readonly index: IndexChange;
    }
  /** The stored page, cut anew. */
  | { readonly kind: 'cut'; readonly id: number; readonly page: CutPage; readonly index: IndexChange }
  /** Page, chunks, links, draft and its part of the index. */
  | { readonly kind: 'remove'; readonly id: number }
  /** C3: its hashes and counts are kept before it is replaced or removed. */
  | { readonly kind: 'keepVersion'; readonly id: number }
  | { readonly kind: 'dropVersion'; readonly id: number; readonly fetchedAt: number }
  /** It was found as it is stored; what is undefined stays. */
  | {
      readonly kind: 'verify';
      readonly id: number;
      readonly at: number;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
      readonly intervalMs: number | undefined;
    }
  /** Its last answer was an error: it is due with the next refresh. */
  | { readonly kind: 'failing'; readonly id: number }
  | { readonly kind: 'lastmod'; readonly id: number; readonly lastmod: Lastmod }
  /** Links to a URL count for the page it turned out to be. */
  | { readonly kind: 'join'; readonly id: number; readonly page: number };

/** The state of a page in the search index from now on; `isNew`: something has to be written for that. */
export interface IndexChange {
  readonly analyser: number;
  readonly hash: string;
  readonly isNew: boolean;
  readonly entry: PageIndex | undefined;
  /** What is there was made by the same analyser, and only chunks differ. */
  readonly isCut?: true | undefined;
}

/** M3: what this run did to a page; without `put` it did nothing that is reported. */
export interface ChangeEffect {
  readonly id: number;
  readonly put?:
    | {
        readonly kind: PageChangeKind;
        readonly by: string;
        readonly detail: string;
        readonly hashBefore: string | undefined;
        /** Only of a removed page. */
        readonly title: string | undefined;
        readonly sections: readonly SectionChange[] | undefined;
      }
    | undefined;
}
