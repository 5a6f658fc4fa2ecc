// The rows that the rules of a URL's state work on, however an engine keeps them.
import type { PageChangeKind } from '../../core/page-change.ts';
import type { SpellingRecord } from '../../core/spelling.ts';
import type { RunKind, UrlKind, UrlState, VisitMode } from '../port.ts';

/** A URL of one provider. */
export interface UrlRow {
  /** Negative until the engine has stored the new row. */
  readonly id: number;
  url: string;
  kind: UrlKind;
  /** How it is visited while it waits; `plain` once it has ended. */
  mode: VisitMode;
  /** The host it is requested at; undefined for a URL that was only ever refused. */
  host: string | undefined;
  /** Where redirects have led so far, while the URL waits to follow them. */
  hop: Hop | undefined;
  depth: number;
  /** The page it was found on. */
  from: number | undefined;
  generation: number;
  state: UrlState;
  by: string;
  detail: string;
  attempt: number;
  notBefore: number;
  changedAt: number;
  /** While it waits: the operator requested it, and it is fetched whether or not it is due. */
  wanted: boolean;
  /** U13: how many other spellings of its key are kept or were tried in this generation. */
  spellings: number;
}

export interface Hop {
  readonly host: string;
  /** All URLs of the chain, the first included. */
  readonly hops: readonly string[];
}

/** The facts of a stored page that the rules read. */
export interface Copy {
  readonly hash: string;
  /** The hash of the page as it was read; undefined where that is the same. */
  readonly readHash?: string | undefined;
  readonly title: string;
  readonly extractor: number;
  /** Its state in the search index: by which version of the analyser, and what; 0 and '' where it is not indexed. */
  readonly analyser: number;
  readonly indexHash: string;
  readonly intervalMs: number | undefined;
  readonly lastmod: Lastmod | undefined;
  /** Whether a sitemap was once wrong about this page. */
  readonly lastmodWrong: boolean;
}

/** F9: the lastmod in a sitemap of a generation. */
export interface Lastmod {
  readonly at: number;
  readonly generation: number;
}

/** U13: a spelling of a key beside its row. */
export interface Spelling extends SpellingRecord {
  readonly seq: number;
  readonly host: string;
  readonly at: number;
}

/** M3: what this run did to a page so far. */
export interface NotedChange {
  readonly kind: PageChangeKind;
  /** The hash of the text that was stored when the run began. */
  readonly hashBefore: string | undefined;
}

/** All that is known of a URL when an act begins. */
export interface RowFacts {
  readonly row: UrlRow;
  readonly copy: Copy | undefined;
  /** Whether a lease is in force. */
  readonly isLeased: boolean;
  readonly change: NotedChange | undefined;
  readonly spellings: readonly Spelling[];
}

/** The provider's crawl that an act belongs to. */
export interface CrawlFacts {
  readonly provider: string;
  readonly generation: number;
  readonly ended: boolean;
  readonly run: RunKind;
  readonly maxPerTemplate: number;
}

/** Whether a row's page is stored in this generation. */
export function isStored(row: Pick<UrlRow, 'generation' | 'state'>, generation: number): boolean {
  return row.generation === generation && (row.state === 'indexed' || row.state === 'unchanged');
}

/** A rank behind any depth. */
export const LATER = 1_000_000;

/**
 * A URL's place in the queue: its depth. In a refresh sitemaps come first, since they may make page requests needless, and pages
 * that are not stored come last, so that a cap on pages does not keep stored ones from being checked.
 */
export function rankOf(
  run: RunKind,
  { kind, depth, isStored }: { readonly kind: UrlKind; readonly depth: number; readonly isStored: boolean },
): number {
  if (run !== 'refresh' || depth === 0) return depth;
  if (kind === 'sitemap') return 0;
  return isStored ? depth : depth + LATER;
}
