// The search port: what an engine keeps of each chunk, and what it answers a query with; the ranking is not its business.

/** ASCII characters besides letters and digits that terms may contain; an engine must not split terms at them. */
export const termCharacters = '_.:>/#@$%+-';

/** Columns of the full text, in the engine's order. */
export const indexColumns = ['title', 'headings', 'symbols', 'meta', 'body'] as const;
export type IndexColumn = (typeof indexColumns)[number];

/** What the index keeps of a chunk: terms, never text. */
export interface ChunkEntry {
  /** Terms in their order, separated by spaces. */
  readonly columns: Readonly<Record<IndexColumn, string>>;
  /** The forward index (forward.ts): the same for the same chunk on every engine. */
  readonly forward: Uint8Array;
}

/** A page as it is written, in place of what was there. */
export interface PageEntry {
  /** The number of its URL. */
  readonly page: number;
  readonly chunks: readonly { readonly row: number; readonly entry: ChunkEntry }[];
  /** Words as the page writes them, each once, for suggestions. */
  readonly words: readonly string[];
}

/** A link of a page's content to another page. */
export interface AnchorLink {
  readonly target: number;
  /** Terms of what a reader sees of it, separated by spaces. */
  readonly terms: string;
}

/** What is looked for, in terms of the analyser. */
export interface CandidateQuery {
  /** Each counts; none has to be there. */
  readonly any: readonly string[];
  /** These bring no candidates, and are only counted. */
  readonly also?: readonly string[] | undefined;
  /** Those of them that are whole identifiers: chunks that name them are looked for by themselves, too. */
  readonly names?: readonly string[] | undefined;
  /** Terms that begin with this count too. */
  readonly prefix?: string | undefined;
  /** Terms that stand one after the other, all of them. */
  readonly phrases: readonly (readonly string[])[];
  readonly not: readonly (readonly string[])[];
  readonly filter?: CandidateFilter | undefined;
}

/** Each list: one of these; an empty one asks nothing. */
export interface CandidateFilter {
  readonly providers: readonly string[];
  /** Parts of the path, as they stand in it. */
  readonly paths: readonly string[];
  /** `ko` stands for `ko-KR` too. */
  readonly languages: readonly string[];
}

export interface Candidate {
  readonly row: number;
  readonly page: number;
  /** Its place on the page, from 0. */
  readonly seq: number;
  readonly forward: Uint8Array;
}

/** What pages call another one when they link to it. */
export interface AnchorText {
  /** Separated by spaces. */
  readonly terms: string;
  /** Pages that call it so. */
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
  /** What links to it say, the most frequent first; empty when they are left out. */
  readonly anchors: readonly AnchorText[];
  /** Of the text, for pages that say nearly the same; may be empty. */
  readonly fingerprint: string;
  readonly fetchedAt: number;
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
  /** Whether inbound anchor texts count. Default: true. */
  readonly anchors?: boolean | undefined;
}

/** Writing, inside the transaction that stores the page. */
export interface IndexWriter {
  /** Replaces what the index holds of a page. */
  put(entry: PageEntry): void;
  /** Nothing of the page is found any more. */
  remove(page: number): void;
  /** Replaces what a page's links say about others. */
  putLinks(source: number, links: readonly AnchorLink[]): void;
  /** Brings up to so many anchor texts and suggestions up to date, which settling a page leaves behind; answers how many were. */
  refresh(most: number): number;
  /** Leaves nothing of removed pages in the index's files. */
  optimize(): void;
}

/** Reading, beside a writer. */
export interface IndexReader {
  candidates(query: CandidateQuery, options: CandidateOptions): CandidateSet;
  /** Words as pages write them that share a key (suggestions.ts), with how many chunks hold the term they become. */
  wordsLike(keys: readonly string[]): readonly { readonly word: string; readonly chunks: number }[];
  /** The version of the analyser that wrote it; undefined before anything was written. */
  analyserVersion(): number | undefined;
}
