// The input and the result of reading a page.
import type { PageForm } from '../../core/forms.ts';
import type { PageLink } from '../../core/page-links.ts';
import type { PageIndex } from '../../core/search-entry.ts';
import type { KeyPolicy } from '../../core/url/key.ts';
import type { LearntChrome } from '../../extract/edges/edge-cut.ts';
import type { Shell } from '../../extract/shell/shell.ts';
import type { SoftError } from '../../extract/soft-error.ts';
import type { ChunkRecord, PageFacts } from '../../frontier/port.ts';

/** How a provider's pages are read. */
export interface ReadingOptions {
  /** `links`: the text of a page is not read, only its links. */
  readonly want: 'all' | 'links';
  /** C2: whether the whole text is kept, or a preview of each chunk. */
  readonly retain: 'preview' | 'full';
  /** S1: whether pages are read for the search index, too. Default: no. */
  readonly index?: boolean | undefined;
  readonly selector?: string | undefined;
  readonly remove: readonly string[];
  readonly readability: boolean;
  readonly keepLinks: boolean;
  readonly imageLabel: string;
  /** E2: whether what most pages of the site have at their edges is left out. Default: yes. */
  readonly learnChrome?: boolean | undefined;
  /** H9: whether pages that may be none are looked for. Default: yes. */
  readonly softErrors?: boolean | undefined;
  /** R26: the operator's `exclude_paths` that look at the query of a link as it was written. */
  readonly excludedQueries?: readonly string[] | undefined;
}

/** E2: what is known of a site's chrome while its pages are read. */
export interface ChromeInput {
  readonly learnt: LearntChrome;
  /** Which pages are also returned as they were read: all, or those with one of these blocks at an edge. */
  readonly keep: 'all' | ReadonlySet<string>;
  /**
   * The first and the last URL of this run's pages with a learnt block: a page before or behind them may be the one that keeps the
   * block, so it is returned as it was read, too.
   */
  readonly ends: ReadonlyMap<string, readonly [first: string, last: string]>;
}

export interface ReadInput {
  readonly url: string;
  /** `draft`: a page that was read before (`ReadResult.draft`) is cut anew; only its content is returned. */
  readonly form: PageForm | 'draft';
  readonly body: Uint8Array;
  /** The site's chrome; undefined: nothing is learnt. */
  readonly chrome?: ChromeInput | undefined;
  /** For a draft: the links of the page, packed (core/page-links.ts). */
  readonly links?: Uint8Array | undefined;
  readonly charset?: string | undefined;
  readonly options: ReadingOptions;
  /** The rule for which URLs are one page, for the links in the search index. */
  readonly key?: KeyPolicy | undefined;
}

export interface ReadResult {
  readonly title: string;
  readonly language?: string | undefined;
  readonly words: number;
  /** Hashes of the normalised text, without learnt chrome and as it was read. */
  readonly hash: string;
  readonly readHash?: string | undefined;
  /** E2: edges and cut blocks, as in `PageRecord`. */
  readonly edges?: string | undefined;
  readonly cut?: string | undefined;
  /** The page as it was read, packed, where it may have to be cut anew. */
  readonly draft?: Uint8Array | undefined;
  readonly fingerprint: string;
  readonly extractor: number;
  readonly canonical?: string | undefined;
  readonly baseHref?: string | undefined;
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  /** The links as they are requested (U3). */
  readonly links: readonly ReadLink[];
  /** The links with their texts, packed for the store (core/page-links.ts). */
  readonly outgoing?: Uint8Array | undefined;
  readonly facts: PageFacts;
  readonly chunks: readonly ChunkRecord[];
  /** Index entries, only where requested; of the whole text, however much of it is kept. */
  readonly index?: PageIndex | undefined;
  /** The text, only with `retain: full`. */
  readonly markdown?: string | undefined;
  readonly flags: readonly string[];
  /** How many links were left out because there are too many. */
  readonly linksLeft?: number | undefined;
  /** H9: the kind of soft error the page is; undefined for nearly every page. */
  readonly softError?: SoftError | undefined;
  /** H9: the page is written by scripts in a browser. */
  readonly shell?: Shell | undefined;
}

export interface ReadLink extends Pick<PageLink, 'url' | 'nofollow' | 'asWritten'> {
  /** U3: hashes of its dropped queries, tracking aside. */
  readonly forms?: readonly number[] | undefined;
}

export type ReadPage = (input: ReadInput) => Promise<ReadResult>;
