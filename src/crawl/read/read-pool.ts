// Reads pages in worker threads: a hostile page costs its own thread, not the crawl.
import { threadProgram } from '../../core/thread-program.ts';
import { ReadThreads } from './read-threads.ts';
import type { ReadInput, ReadingOptions, ReadPage, ReadResult } from './reading.ts';

export interface ReadPool {
  readonly read: ReadPage;
  /** Lets a thread load its modules while there is nothing to read yet. */
  warm(): void;
  close(): Promise<void>;
}

export interface ReadPoolOptions {
  /** The results wanted of every page; a thread loads no more modules than these need. Default: all. */
  readonly want?: ReadingOptions['want'] | undefined;
  readonly threads?: number | undefined;
  /** A page that takes more CPU is aborted, and its thread with it. */
  readonly cpuMs?: number | undefined;
  /** Memory of one thread; a page that needs more is aborted. */
  readonly memoryMb?: number | undefined;
}

const YOUNG_MB = { all: 64, links: 24 } as const;

/** A page that is sent ahead is copied, so that another thread can read it if this one ends. */
const MOST_AHEAD_BYTES = 1_000_000;

/** A pool of reading threads. `read` rejects with DOC_EXTRACT for a page that cannot be read in time or memory, and with DOC_MACHINE where the thread is at fault. */
export function createReadPool(options: ReadPoolOptions = {}): ReadPool {
  const { want = 'all', threads = 1, cpuMs = 5_000, memoryMb = 256 } = options;
  const pool = new ReadThreads<ReadInput, ReadResult>(
    {
      program: threadProgram('./read-worker', import.meta.url),
      data: { want },
      // A thread has the next page beside the current one, so that it need not wait until that is stored.
      mayGoAhead: ({ body }, before) => before === 1 && body.byteLength <= MOST_AHEAD_BYTES,
      moves: ({ body: { buffer, byteLength } }) =>
        // A body with a buffer of its own moves over; a view into a shared one is copied.
        buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
    },
    { threads, cpuMs, memoryMb, youngMb: YOUNG_MB[want] },
  );
  return { read: (input) => pool.read(input), warm: () => pool.warm(), close: () => pool.close() };
}
