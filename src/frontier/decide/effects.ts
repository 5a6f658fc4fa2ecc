// What an act changes, for an engine to write in one transaction.
import type { PageChangeKind } from '../../core/page-change.ts';
import type { PageIndex } from '../../core/search-entry.ts';
import type { SectionChange } from '../../core/sections.ts';
import type { ChunkRecord, PageRecord, UrlState } from '../port.ts';
import type { CutPage } from '../port-chrome.ts';
import type { Lastmod, Spelling, UrlRow } from './rows.ts';

export interface Effects {
  /** Hosts at which URLs wait now, in the order the rules reached them; new hosts get their turns in this order. */
  readonly hosts: readonly string[];
  /** New and changed URLs. */
  readonly rows: readonly RowEffect[];
  readonly places: readonly PlaceChange[];
  /** Spellings by `seq`; one without a row is added. */
  readonly spellings: readonly { readonly id: number; readonly spelling: Spelling }[];
  /** U8: how many URLs of a template were added at a host. */
  readonly templates: readonly { readonly host: string; readonly template: string; readonly more: number }[];
  /** U10: patterns that the crawler itself adds to the blocklist. */
  readonly blocked: readonly { readonly pattern: string; readonly reason: string; readonly at: number }[];
  /** Changes of stored text, to be written in this order. */
  readonly copies: readonly CopyEffect[];
  readonly changes: readonly ChangeEffect[];
  /** By how much the run's counts of pages change. */
  readonly counts: ReadonlyMap<PageChangeKind | 'unchanged', number>;
  /** By how much the provider's counts of pages by state change. */
  readonly tally: ReadonlyMap<UrlState, number>;
  /** Whether a crawl that had ended has URLs waiting again. */
  readonly reopens: boolean;
}

export interface RowEffect {
  readonly row: Readonly<UrlRow>;
  /** Set for a new URL; its number is negative, and other effects may refer to it. */
  readonly added?: { readonly key: string; readonly foundAt: number } | undefined;
  /** The row of a changed URL before the act. */
  readonly before?: Readonly<UrlRow> | undefined;
}

/** Where a URL waits. */
export interface QueuePlace {
  readonly host: string;
  readonly rank: number;
  /** Above 0: the URL is not queued before this time. */
  readonly notBefore: number;
}

/** A URL whose place in the queues changes, or that leaves them. */
export interface PlaceChange {
  readonly id: number;
  /** The place it leaves. `notBefore` is that of its row: once that has passed the URL may be queued or still delayed. */
  readonly out?: QueuePlace | undefined;
  /** The place it enters. */
  readonly in?: QueuePlace | undefined;
  /** Its new rank; it stays queued or delayed as it was. */
  readonly rank?: number | undefined;
}

/** The rhythm of a page as it is kept: when it is requested again, and its lastmod in sitemaps. */
export interface KeptRhythm {
  readonly intervalMs: number | undefined;
  readonly lastmod: Lastmod | undefined;
  readonly lastmodWrong: boolean;
}

/** A change of stored text. */
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
  /** The stored page is replaced by its newly cut version. */
  | { readonly kind: 'cut'; readonly id: number; readonly page: CutPage; readonly index: IndexChange }
  /** Page, chunks, links, draft and index entries are removed. */
  | { readonly kind: 'remove'; readonly id: number }
  /** C3: keeps the page's hashes and counts before it is replaced or removed. */
  | { readonly kind: 'keepVersion'; readonly id: number }
  | { readonly kind: 'dropVersion'; readonly id: number; readonly fetchedAt: number }
  /** The page is as it is stored; undefined fields keep their values. */
  | {
      readonly kind: 'verify';
      readonly id: number;
      readonly at: number;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
      readonly intervalMs: number | undefined;
    }
  /** The page's last response was an error: it is due with the next refresh. */
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
  /** The index entries are of the same analyser, and only chunks differ. */
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
        /** Set only for a removed page. */
        readonly title: string | undefined;
        readonly sections: readonly SectionChange[] | undefined;
      }
    | undefined;
}
