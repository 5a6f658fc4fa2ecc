// The port of forgetting (C5): what would be removed, counted before anything is, the removal, and what it leaves.
import type { ForgetOptions, Forgettable, Forgotten, Receipt, RemovedCounts } from './port.ts';

/** A store that can forget pages, paths and providers. Every method throws DOC_STORE for data that cannot be read. */
export interface Forgetting {
  /** Counts what `forget` would remove, and reports each URL; changes nothing, also beside a crawl. */
  preview(target: Forgettable, onUrl: (url: string) => void): Promise<ForgetPreview>;
  /**
   * Removes what is meant and all traces of it, writes its receipt and leaves no byte of it in the data. A kill at any moment is
   * made good by doing it again, and the receipt is written once. Throws DOC_STORE_BUSY while a crawl runs, DOC_STORE_FULL
   * where there is no space to write the data anew.
   */
  forget(target: Forgettable, options: ForgetOptions): Promise<Forgotten>;
  /** Removals that began and were not finished. */
  unfinished(): Promise<readonly Pick<Receipt, 'kind' | 'what'>[]>;
  /** Takes the terms of replaced and removed pages out of the index, if any are left there. False while a crawl runs. */
  cleanLeftTerms(keysOf: (word: string) => readonly string[]): Promise<boolean>;
  /** Copies that docent itself has put beside the data, before an update or a restore. */
  copiesBeside(): Promise<readonly string[]>;
}

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
