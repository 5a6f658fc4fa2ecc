// What a search returns; the types programs see.
import type { ScorePart } from '../../search/rank/rank.ts';
import type { UntrustedFlag } from '../../search/untrusted/untrusted.ts';
import type { HeldTo } from '../read/libraries.ts';
import type { SearchFacets } from './facets.ts';

export type { ScorePart } from '../../search/rank/rank.ts';

/** A few words of a chunk, at most 200 characters, without Markdown's marks. */
export interface Quotation {
  readonly text: string;
  /** Where in `text` words of the query begin and end, in UTF-16 units; in order, none over another. */
  readonly marks: readonly (readonly [start: number, end: number])[];
  /** Only the beginning of the chunk is kept (`retain: preview`), and this is from there. */
  readonly fromPreview: boolean;
  /** No word of the query is in the text that is kept of the chunk: in its title or headings, or beyond the preview. */
  readonly matchOutside: boolean;
}

/** A part of a page that was found. */
export interface FoundChunk {
  /** The chunk's own id. */
  readonly chunk: string;
  /** The page, with the anchor nearest to the match. */
  readonly url: string;
  /** Headings above it, the outermost first. */
  readonly headings: readonly string[];
  /** How long it is, by the o200k tokenizer. */
  readonly tokens: number;
  readonly score: number;
  readonly quotation?: Quotation | undefined;
  /** R28: the directive of the page that forbids quoting it. */
  readonly withheld?: 'nosnippet' | 'noarchive' | undefined;
}

/** A page that was found, by its best chunk. */
export interface SearchResult extends FoundChunk {
  readonly title: string;
  readonly provider: string;
  /** As the page states: `en`, `ko-KR`. */
  readonly language?: string | undefined;
  /** When the copy was fetched, and when the site last confirmed it; milliseconds since 1970. */
  readonly crawledAt: number;
  readonly verifiedAt: number;
  /** Further chunks of the page, the best first. */
  readonly more: readonly FoundChunk[];
  /** With `explain`: what the score is the sum of. */
  readonly parts?: readonly ScorePart[] | undefined;
}

/** A term of a query as the analyser made it. */
export interface QueryTokenView {
  readonly term: string;
  /** A word, a whole identifier or a part of one, a pair of characters, or a word that begins as the query ends. */
  readonly kind: 'word' | 'whole' | 'part' | 'gram' | 'completion';
  /** Its place in the query; several may share one. */
  readonly position: number;
  /** It is in a phrase, which must occur. */
  readonly must: boolean;
  /** Chunks that hold it. */
  readonly chunks: number;
  /** How significant it is: rare terms more than frequent ones; 0 for one that no chunk holds. */
  readonly weight: number;
}

/** A query as it was understood; terms are folded and stemmed. */
export interface UnderstoodQuery {
  readonly text: string;
  readonly terms: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  readonly not: readonly (readonly string[])[];
  readonly prefix?: string | undefined;
  readonly filters: {
    readonly provider: readonly string[];
    readonly path: readonly string[];
    readonly lang: readonly string[];
  };
  /** Only its first 1,000 characters were looked at. */
  readonly cut?: true | undefined;
  /** With `explain`: what the analyser made of it. */
  readonly tokens?: readonly QueryTokenView[] | undefined;
}

export interface SearchAnswer {
  readonly query: UnderstoodQuery;
  /** With `library`: what it was held to, and why. */
  readonly libraries?: readonly HeldTo[] | undefined;
  /** No page holds the phrase word for word: these answer its words without the quotation marks. */
  readonly withoutPhrases?: true | undefined;
  /** Pages that answer; `atLeast` where not all were looked through. */
  readonly found: { readonly pages: number; readonly atLeast: boolean };
  /** The query with a misspelt word set right, when little was found. */
  readonly didYouMean?: string | undefined;
  readonly results: readonly SearchResult[];
  /** With `facets`: counts over the pages that were found and looked through. */
  readonly facets?: SearchFacets | undefined;
  /** Chunks in the index; `stale` when another version of docent wrote some of it: the next crawl brings it up to date. */
  readonly index: { readonly chunks: number; readonly stale: boolean };
  readonly tookMs: number;
}

/** A part of a page that goes into an answer. */
export interface Passage extends Omit<FoundChunk, 'quotation'> {
  readonly title: string;
  readonly provider: string;
  readonly language?: string | undefined;
  /** When the copy was fetched, and when the site last confirmed it; milliseconds since 1970. */
  readonly crawledAt: number;
  readonly verifiedAt: number;
  /** The whole chunk as Markdown where it may be kept (C2), else a quotation of at most 200 characters; none where the page forbids it. */
  readonly text?: string | undefined;
  /** Whether `text` is the whole chunk. */
  readonly whole: boolean;
  /** The whole chunk is kept, and did not fit into the budget: `text` is a quotation of it. */
  readonly cut?: true | undefined;
  /** Why the text looks as if it were written for an assistant rather than for a reader; empty for nearly every text. */
  readonly flags: readonly UntrustedFlag[];
  /** Other places of nearly the same text. */
  readonly also?: readonly string[] | undefined;
  /** X1: the text is not from the index: who has sent it, by which name it is known there, and when that copy was made. Its score is 0. */
  readonly channel?: { readonly name: 'context7'; readonly library: string; readonly updatedAt: number } | undefined;
}

/** Passages in the order in which they are used; more are left where `more` is true. */
export interface FoundPassages
  extends Pick<SearchAnswer, 'query' | 'withoutPhrases' | 'found' | 'didYouMean' | 'index'> {
  readonly passages: readonly PlacedPassage[];
  /** Words of the query that are found nowhere, as they were typed. */
  readonly absent?: readonly string[] | undefined;
  /** The first place that was not looked at. */
  readonly end: number;
  readonly more: boolean;
}

export interface PlacedPassage {
  /** Its place in the order, which is the same for every budget; and that of its page in the ranking. */
  readonly place: number;
  readonly rank: number;
  readonly passage: Passage;
  /** The passage with a quotation in place of the whole text, where a shorter one is needed. */
  readonly short?: Passage | undefined;
}
