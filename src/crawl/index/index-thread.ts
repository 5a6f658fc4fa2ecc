// Analyses stored pages in a thread of its own, while the calling thread reads and writes.
import { ThreadPool } from '../../core/thread-pool.ts';
import { threadProgram } from '../../core/thread-program.ts';
import type { IndexEntry } from '../../frontier/port.ts';
import { indexStored, type KeyedPage } from './index-page.ts';

/** Objects of a page are short-lived: a smaller nursery would promote them. */
const YOUNG_MB = 64;

/** Makes the index entries of pages. */
export interface Indexer {
  /** The entries of pages, in their order. Rejects when a page's links cannot be unpacked, or the thread is lost. */
  readonly index: (pages: readonly KeyedPage[]) => Promise<readonly IndexEntry[]>;
  readonly close: () => Promise<void>;
}

/** An indexer in this thread. */
export const indexHere: Indexer = Object.freeze({
  index: async (pages: readonly KeyedPage[]) => pages.map(indexStored),
  close: async () => {},
});

/** An indexer in a thread of its own, which queues work. Once the thread is lost, every call rejects. */
export function indexInThread(): Indexer {
  const pool = new ThreadPool<readonly KeyedPage[], readonly IndexEntry[]>(
    {
      program: threadProgram('./index-worker', import.meta.url),
      failed: (_, { error }) => error,
      mayGoAhead: () => true,
    },
    { threads: 1, memory: { maxYoungGenerationSizeMb: YOUNG_MB } },
  );
  let lost: Error | undefined;
  return {
    async index(pages) {
      try {
        return await pool.run(pages);
      } catch (error) {
        lost ??= error as Error;
        await pool.close();
        throw lost;
      }
    },
    close: () => pool.close(),
  };
}
