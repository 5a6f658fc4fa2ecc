// The search port: what an engine returns for a query, from what it keeps of each chunk (core/search-entry.ts); ranking is done elsewhere.

/** ASCII characters besides letters and digits that terms may contain; an engine must not split terms at them. */
export const termCharacters = '_.:>/#@$%+-';

/** A query to an engine, in terms of the analyser. */
export interface CandidateQuery {
  /** Terms of which each counts; none has to occur. */
  readonly any: readonly string[];
  /** Terms that bring no candidates, and are only counted. */
  readonly also?: readonly string[] | undefined;
  /** The terms of `any` that are whole identifiers: chunks that define them are looked for separately, too. */
  readonly names?: readonly string[] | undefined;
  /** Terms that begin with this count too. */
  readonly prefix?: string | undefined;
  /** Phrases, all of which must occur: terms in a row. */
  readonly phrases: readonly (readonly string[])[];
  readonly not: readonly (readonly string[])[];
  readonly filter?: CandidateFilter | undefined;
}

/** Restricts pages: one value of each list must match; an empty list restricts nothing. */
export interface CandidateFilter {
  readonly providers: readonly string[];
  /** Parts of the path, as they are in it. */
  readonly paths: readonly string[];
  /** `ko` includes `ko-KR`. */
  readonly languages: readonly string[];
}

export interface Candidate {
  readonly row: number;
  readonly page: number;
  /** Its place on the page, from 0. */
  readonly seq: number;
  readonly forward: Uint8Array;
}

/** The text of links from other pages to a page. */
export interface AnchorText {
  /** The terms of the text, separated by spaces. */
  readonly terms: string;
  /** How many pages link with this text. */
  readonly pages: number;
}

/** What the crawl learnt about a page. */
export interface PageSignals {
  readonly page: number;
  /** Links from the seed. */
  readonly depth: number;
  /** Pages whose content links to it. */
  readonly inbound: number;
  /** Links in its content to other pages, and its words: an index of a site is all links. */
  readonly outbound: number;
  readonly words: number;
  /** Chunks of it that the engine found, whether or not they are among the candidates. */
  readonly found: number;
  /** The texts of links to it, the most frequent first; empty when they are left out, or none holds a term of the query. */
  readonly anchors: readonly AnchorText[];
  /** The fingerprint of the text, to find pages with nearly the same text; may be empty. */
  readonly fingerprint: string;
  readonly fetchedAt: number;
}

/** Where a page lies, for counts of what was found. */
export interface PagePlace {
  readonly page: number;
  readonly provider: string;
  /** Where it was fetched, as it is shown. */
  readonly url: string;
  readonly language?: string | undefined;
}

/** A stored page whose content links to another. */
export interface LinkingPage {
  readonly page: number;
  readonly provider: string;
  /** Where it was fetched. */
  readonly url: string;
  readonly title: string;
}

export interface CandidateSet {
  readonly candidates: readonly Candidate[];
  readonly pages: ReadonlyMap<number, PageSignals>;
  /** Chunks in the index, and how many of them hold each term of the query. */
  readonly chunks: number;
  readonly holding: ReadonlyMap<string, number>;
  /** Terms that begin with the query's prefix, the most frequent first. */
  readonly completions: readonly string[];
}

export interface CandidateOptions {
  readonly limit: number;
  /** Chunks of one page among them, so that a long page does not fill them. Default: 2. */
  readonly perPage?: number | undefined;
  /** Whether inbound anchor texts count. Default: true. */
  readonly anchors?: boolean | undefined;
}

/** A word as pages write it, and how many chunks hold the term it becomes. */
export interface SurfaceCount {
  readonly word: string;
  readonly chunks: number;
}

/** The parts of a chunk that an answer shows. */
export interface ChunkDetails {
  /** The chunk's row, as in `Candidate`. */
  readonly row: number;
  readonly page: number;
  /** The chunk's own id, and the hash of its text. */
  readonly id: string;
  readonly hash: string;
  /** Where the page was fetched, without the anchor. */
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly anchor?: string | undefined;
  readonly ids: readonly string[];
  readonly tokens: number;
  /** C2: the beginning of the text; empty where nothing may be kept (R28), and where the whole text is. */
  readonly preview: string;
  /** C2: the text, only where it is kept whole. */
  readonly text?: string | undefined;
  readonly provider: string;
  readonly language?: string | undefined;
  readonly fetchedAt: number;
  /** When the page was last known to have this text: fetched, or answered 304. */
  readonly verifiedAt: number;
  /** R28: the page may be found, but not quoted. */
  readonly noarchive: boolean;
  readonly nosnippet: boolean;
  /** The page held words in invisible characters; what they spelled, where it is known. */
  readonly hidden?: string | undefined;
}

/** Reads the index, beside a writer. Every method rejects with DOC_STORE for data that cannot be used. */
export interface IndexReader {
  candidates(query: CandidateQuery, options: CandidateOptions): Promise<CandidateSet>;
  /** The details of chunks, in the order of `rows`; removed chunks are left out. */
  details(rows: readonly number[]): Promise<readonly ChunkDetails[]>;
  /** Words as pages write them that are near this one (decide/near-words.ts), folded; it is among them where pages have it. */
  wordsNear(word: string): Promise<readonly SurfaceCount[]>;
  /** Words as pages write them that begin like this, folded, those in the most chunks first. */
  wordsFrom(prefix: string, most: number): Promise<readonly SurfaceCount[]>;
  /** Where these pages lie; removed ones are left out. */
  places(pages: readonly number[]): Promise<readonly PagePlace[]>;
  /** S3: other pages whose content links to a URL, which need not be stored, or to one that turned out to be the same; by number. */
  linkedFrom(
    url: number,
    options: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<readonly LinkingPage[]>;
  /** The version of the analyser that wrote it, the oldest where there are several; undefined before anything was written. */
  analyserVersion(): Promise<number | undefined>;
  /** Whether some page in it was written by another version of the analyser than this one. */
  isStale(version: number): Promise<boolean>;
}

/** A reader with a connection of its own. */
export interface OpenIndexReader extends IndexReader {
  /** One snapshot for all that a task requests, whatever is written meanwhile; one task at a time. */
  together<T>(task: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
