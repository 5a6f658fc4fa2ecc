// The port of forgetting (C5): what would be removed, counted before anything is.
import type { RemovedCounts } from './port.ts';

/** What would be forgotten. */
export interface ForgetPreview {
  readonly removed: RemovedCounts;
  /** What an interrupted attempt has removed already; the receipt will count both. */
  readonly before?: RemovedCounts | undefined;
  /** Whose URLs they are. */
  readonly providers: readonly string[];
  /** Other URLs that gave the same text and were taken for copies: the next crawl may store one of them instead. */
  readonly copies: number;
}
