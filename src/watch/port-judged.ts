// The port of judged queries: searches with the page that should be found first, and how well they did over time.

/** At most this many are kept; more say no more. */
export const mostJudged = 500;
/** At most this many measurements are kept, the latest. */
export const mostScores = 200;

/** A query and the page that answers it. */
export interface JudgedQuery {
  readonly id: number;
  readonly query: string;
  readonly url: string;
  readonly addedAt: number;
  /** The place of the page when it was last measured, from 1; undefined: not among the first ten. */
  readonly rank?: number | undefined;
  /** Undefined: not yet. */
  readonly measuredAt?: number | undefined;
}

/** One measurement of all of them. */
export interface JudgedScore {
  readonly at: number;
  readonly queries: number;
  /** Those whose page was among the first ten. */
  readonly found: number;
  /** The mean of 1 / rank, 0 where it was not found. */
  readonly mrr: number;
}

export interface MeasuredRank {
  readonly id: number;
  readonly rank: number | undefined;
}

/** Each write is one short transaction, beside a running crawl too. Every method rejects with DOC_STORE for data that cannot be used. */
export interface JudgedQueries {
  /** The number of the query with this page: a new one, or that of the same. Undefined where `mostJudged` are kept. */
  add(query: string, url: string, at: number): Promise<number | undefined>;
  remove(id: number): Promise<boolean>;
  /** In the order they were added. */
  list(): Promise<readonly JudgedQuery[]>;
  /** Notes the ranks of one measurement, and its score. */
  measured(ranks: readonly MeasuredRank[], score: JudgedScore): Promise<void>;
  /** The latest first. */
  scores(limit: number): Promise<readonly JudgedScore[]>;
  close(): Promise<void>;
}
