// Runs searches in worker threads: node:sqlite is synchronous, and a query that takes long must not stop the process.
import { DocentError, type ErrorCode } from '../../core/errors.ts';
import type { StoreAddress } from '../../core/store-address.ts';
import { type ThreadFault, ThreadPool } from '../../core/thread-pool.ts';
import { threadProgram } from '../../core/thread-program.ts';
import type { PassageRequest } from './passages.ts';
import type { SearchRequest } from './request.ts';
import type { FoundPassages, SearchAnswer } from './result.ts';

export interface SearchPoolOptions {
  readonly store: StoreAddress;
  /** Each is started when there is work for it, and takes some 50 MB. Default: 1. */
  readonly threads?: number | undefined;
  /** A query that takes more CPU is ended, and its thread with it. Default: 2 s. */
  readonly cpuMs?: number | undefined;
  /** The program of a thread. Default: search-worker. */
  readonly program?: URL | undefined;
}

export interface SearchPool {
  /** Rejects with DOC_SEARCH when it takes too long, twice ends its thread, or too many wait; with DOC_STORE when the data cannot be read. */
  run(text: string, request: SearchRequest): Promise<SearchAnswer>;
  /** As `run`, for the passages of an answer. */
  passages(text: string, request: SearchRequest, passages: PassageRequest): Promise<FoundPassages>;
  /** As `run`, for queries that complete or correct this one. */
  suggest(text: string, most: number): Promise<readonly string[]>;
  /** Ends the threads; what is under way is rejected. */
  close(): Promise<void>;
}

/** What a thread is sent. */
export type SearchTask =
  | {
      readonly text: string;
      readonly request: SearchRequest;
      /** Set for passages instead of a list of pages. */
      readonly passages?: PassageRequest | undefined;
    }
  | { readonly text: string; readonly suggest: number };

type SearchFound = SearchAnswer | FoundPassages | readonly string[];

/** What it replies. */
export type SearchReply =
  | { readonly answer: SearchFound }
  | { readonly error: { readonly code?: ErrorCode | undefined; readonly message: string } };

const START_MS = 15_000;
const MOST_WAITING = 1_000;
/** A query may not be the cause of its thread's end: it is run once more unless it took too long. */
const ATTEMPTS = 2;
/** Answers with whole passages leave much garbage: with 8 and 24 MB a quarter of a thread’s time is collecting it. */
const MEMORY = Object.freeze({ maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 64, stackSizeMb: 2 });

/** A pool of search threads on one store. */
export function createSearchPool(options: SearchPoolOptions): SearchPool {
  const { store, threads = 1, cpuMs = 2_000, program = threadProgram('./worker', import.meta.url) } = options;
  const pool = new ThreadPool<SearchTask, SearchReply>(
    { program, data: { store }, failed: (_, fault) => notSearched(fault) },
    { threads, cpuMs, startMs: START_MS, memory: MEMORY, mostWaiting: MOST_WAITING, attempts: ATTEMPTS },
  );

  async function run(task: SearchTask): Promise<SearchFound> {
    const reply = await pool.run(task);
    if ('answer' in reply) return reply.answer;
    const { code = 'DOC_INTERNAL', message } = reply.error;
    throw new DocentError(code, message);
  }

  return {
    // A thread returns what its task requests.
    run: (text, request) => run({ text, request }) as Promise<SearchAnswer>,
    passages: (text, request, passages) => run({ text, request, passages }) as Promise<FoundPassages>,
    suggest: (text, most) => run({ text, suggest: most }) as Promise<readonly string[]>,
    close: () => pool.close(),
  };
}

function notSearched({ kind, error }: ThreadFault): DocentError {
  if (kind === 'closed') return new DocentError('DOC_SEARCH', 'the search was closed');
  if (kind === 'full') return new DocentError('DOC_SEARCH', `${MOST_WAITING} searches are waiting already`);
  const why = kind === 'ended' ? `its thread ended: ${error.message}` : error.message;
  return new DocentError('DOC_SEARCH', `the search was ended: ${why}`);
}
