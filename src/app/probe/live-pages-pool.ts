// Reads single pages in threads, with a crawl's deadline and memory bound: a hostile page costs its thread, not the server.
import { threadProgram } from '../../core/thread-program.ts';
import { ReadThreads, type ReadThreadsOptions } from '../../crawl/read/read-threads.ts';
import type { PageInput, PageOutput } from './read-one-extract.ts';

export type PagePoolOptions = Omit<ReadThreadsOptions, 'youngMb'>;

/** As in a crawl. */
const YOUNG_MB = 64;

/** A pool of reading threads. */
export class PagePool extends ReadThreads<PageInput, PageOutput> {
  constructor(bounds: PagePoolOptions) {
    super({ program: threadProgram('./read-one-worker', import.meta.url) }, { ...bounds, youngMb: YOUNG_MB });
  }
}
