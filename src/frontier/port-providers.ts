// The port of providers as a whole: which ones are known, what their crawls began with, and how much of each is stored.

/** A provider that was crawled at least once. */
export interface KnownProvider {
  readonly provider: string;
  /**
   * Pages that were found first, on no other page, in the order of their discovery. H7: they open addresses of this machine, so none
   * is among them that was refused for its scope or its address, which no seed of a command is.
   */
  readonly seeds: readonly string[];
  /** Whether a page of it is stored. */
  readonly isStored: boolean;
  /** The options of its last crawl, where it was of a plain URL. */
  readonly remembered?: string | undefined;
}

/** A provider of which something is stored. */
export interface StoredSums {
  readonly provider: string;
  readonly pages: number;
  readonly chunks: number;
  /** Whether the whole text is kept of one of the few pages that were looked at. */
  readonly whole: boolean;
  /** When the newest copy was made. */
  readonly fetchedAt: number;
  /** When the page that was not looked at for the longest was last known to be as it is stored. */
  readonly verifiedAt: number;
  /** When its last run ended, or was last seen under way. */
  readonly lastRunAt?: number | undefined;
  /** The first seed of its crawl. */
  readonly seed?: string | undefined;
  /** The options of its last crawl, where it was of a plain URL. */
  readonly remembered?: string | undefined;
}
