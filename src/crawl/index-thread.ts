// Analyses stored pages in a thread of its own, while the thread that asks reads and writes.
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../core/thread-program.ts';
import type { IndexEntry } from '../frontier/port.ts';
import { indexStored, type KeyedPage } from './index-page.ts';

/** What is made of a page dies with it: a smaller nursery lets it grow old. */
const YOUNG_MB = 64;

/** Makes pages' parts of the index. */
export interface Indexer {
  /** The entries of pages, in their order. Rejects when a page's links cannot be unpacked, or the thread is lost. */
  readonly index: (pages: readonly KeyedPage[]) => Promise<readonly IndexEntry[]>;
  readonly close: () => Promise<void>;
}

/** In this thread. */
export const indexHere: Indexer = Object.freeze({
  index: async (pages: readonly KeyedPage[]) => pages.map(indexStored),
  close: async () => {},
});

interface Task {
  readonly resolve: (entries: readonly IndexEntry[]) => void;
  readonly reject: (error: Error) => void;
}

/** In a thread, which may be asked for more before it has answered. Once it is lost, everything rejects. */
export function indexInThread(): Indexer {
  const worker = new Worker(threadProgram('./index-worker', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  // It answers in the order it is asked.
  const waiting: Task[] = [];
  let lost: Error | undefined;
  worker.on('message', (entries: readonly IndexEntry[]) => waiting.shift()?.resolve(entries));
  const lose = (error: Error): void => {
    lost ??= error;
    for (const { reject } of waiting.splice(0)) reject(lost);
  };
  worker.on('error', lose);
  worker.on('exit', () => lose(new Error('the thread that analyses pages has ended')));
  return {
    index: (pages) =>
      new Promise((resolve, reject) => {
        if (lost !== undefined) return reject(lost);
        worker.postMessage(pages);
        waiting.push({ resolve, reject });
      }),
    async close() {
      await worker.terminate();
    },
  };
}
