// What is kept of a page: the page itself, its facts, and its chunks.
import type { PageForm } from '../core/forms.ts';

export interface PageRecord {
  readonly finalUrl: string;
  readonly status: number;
  readonly contentType: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly title: string;
  readonly language?: string | undefined;
  readonly words: number;
  /** The hash of the normalised text, without learnt chrome: decides whether a page changed, or is a duplicate. */
  readonly hash: string;
  /** The hash of the text as it was read. Default: `hash`. */
  readonly readHash?: string | undefined;
  /** E2: the page's edges, to learn from, and which blocks of them were left out (both packed; extract/edges). Default: none. */
  readonly edges?: string | undefined;
  readonly cut?: string | undefined;
  readonly bytes: number;
  readonly fetchedAt: number;
  /** 64 bits in hexadecimal: pages with nearly the same text differ in few of them. Empty when there is too little text. */
  readonly fingerprint: string;
  /** The version of the extraction; a page read by another version is written anew. */
  readonly extractor: number;
  readonly facts: PageFacts;
  /** C2: the text, only where it may be kept whole. */
  readonly markdown?: string | undefined;
}

/** E4: what a page states about itself, and how it was read. */
export interface PageFacts {
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly canonical?: string | undefined;
  readonly published?: string | undefined;
  readonly modified?: string | undefined;
  /** Headings and API entries, in order. */
  readonly outline: readonly { readonly level: number; readonly text: string; readonly anchor?: string | undefined }[];
  /** Other places with an id, with the name they begin with, as far as they have one. */
  readonly targets?: readonly { readonly id: string; readonly text: string }[] | undefined;
  /** The page's form: HTML, or one that needs no converting. */
  readonly form: PageForm;
  /** E1: where its content was found. */
  readonly rule: string;
  /** E3: how much of the source the Markdown keeps, 0 to 1. */
  readonly fidelity: number;
  readonly tokens: number;
  /** E2: what was left out because it is at this edge of most pages of the site; the beginning of each block. */
  readonly leftOut?: readonly { readonly edge: 'top' | 'bottom'; readonly text: string }[] | undefined;
  /** U3: by which rules its links lost their queries, where they did: by others the page is read anew. */
  readonly linkRules?: string | undefined;
  /** H9: its words are those of a missing page or of a login, which alone decide nothing. */
  readonly softError?: 'not-found' | 'login' | undefined;
  /** FAULTS 48: its text held invisible characters that hide something; what they spelled, empty where that is not known. */
  readonly hidden?: string | undefined;
  /** R28: the page may be found, but not quoted. */
  readonly noarchive?: boolean | undefined;
  readonly nosnippet?: boolean | undefined;
}

/** C1: a part of a page that is found and shown as one. */
export interface ChunkRecord {
  readonly id: string;
  readonly headings: readonly string[];
  readonly anchor?: string | undefined;
  readonly ids: readonly string[];
  /** Identifiers and code names in it, for search. */
  readonly symbols: readonly string[];
  readonly tokens: number;
  /** The hash of its text. */
  readonly hash: string;
  readonly code: number;
  readonly tables: number;
  /** C2: its beginning, at most 500 characters; empty where the whole text is kept. */
  readonly preview: string;
  /** C2: its text, only where that may be kept whole. */
  readonly text?: string | undefined;
}
