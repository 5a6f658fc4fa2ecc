// How the stored pages of a provider were read: by which rule, how much of each is kept, and which have little text.

/** From which a page is counted among those worth a look. */
export const readingLimits = Object.freeze({
  /** Fewer words, but some: a short page. */
  shortWords: 50,
  /** E3: less of its code, tables, headings and words kept: a page with losses. */
  fidelity: 0.95,
});

/** Pages whose content was found by one rule (E1). */
export interface RuleReadings {
  /** Empty for pages of which nothing is kept. */
  readonly rule: string;
  readonly pages: number;
  /** Without a word. */
  readonly empty: number;
  readonly short: number;
  readonly losses: number;
  /** E3: the average of how much of each page is kept, 0 to 1. */
  readonly fidelity: number;
}

/** Which pages are listed. */
export type ReadingsPart =
  | { readonly kind: 'all' | 'empty' | 'short' | 'losses' }
  | { readonly kind: 'rule'; readonly rule: string };

/** A stored page, as it was read. */
export interface PageReading {
  /** The number of its URL. */
  readonly page: number;
  readonly url: string;
  readonly title: string;
  readonly rule: string;
  readonly words: number;
  readonly fidelity: number;
  readonly chunks: number;
  /** When its text was last received, and when it was last seen to be the same. */
  readonly fetchedAt: number;
  readonly verifiedAt: number;
}

/** Each method reads one snapshot, and looks at every stored page of the provider. */
export interface ReadingsReader {
  /** The pages of a provider by rule, the most frequent first. */
  readings(provider: string): Promise<readonly RuleReadings[]>;
  /** A part of them, in the order of their numbers. */
  pagesRead(
    provider: string,
    part: ReadingsPart,
    range: { readonly limit: number; readonly after?: number | undefined },
  ): Promise<readonly PageReading[]>;
}
