// Runs searches in worker threads: node:sqlite is synchronous, and a query that takes long must not stop the process.
import { Worker } from 'node:worker_threads';
import { DocentError, type ErrorCode } from '../../core/errors.ts';
import { threadProgram } from '../../core/thread-program.ts';
import type { StoreSettings } from '../../store/port.ts';
import type { PassageRequest } from './passages.ts';
import type { SearchRequest } from './request.ts';
import type { FoundPassages, SearchAnswer } from './result.ts';

export interface SearchPoolOptions {
  readonly store: StoreSettings;
  /** Each is started when there is work for it, and takes some 50 MB. Default: 1. */
  readonly threads?: number | undefined;
  /** A query that takes longer is given up, and its thread with it. Default: 2 s. */
  readonly deadlineMs?: number | undefined;
  /** The program of a thread. Default: search-worker. */
  readonly program?: URL | undefined;
}

export interface SearchPool {
  /** Rejects with DOC_SEARCH when it takes too long, twice ends its thread, or too many wait; with DOC_STORE when the data cannot be read. */
  run(text: string, request: SearchRequest): Promise<SearchAnswer>;
  /** The same for the passages of an answer. */
  passages(text: string, request: SearchRequest, want: PassageRequest): Promise<FoundPassages>;
  /** Ends the threads; what is under way is rejected. */
  close(): Promise<void>;
}

/** What a thread is sent, and what it says; 0 is its first word: it is ready. */
export interface SearchTask {
  readonly id: number;
  readonly text: string;
  readonly request: SearchRequest;
  /** Passages are wanted, and not a list of pages. */
  readonly passages?: PassageRequest | undefined;
}
export type SearchReply =
  | { readonly id: number; readonly answer: SearchAnswer | FoundPassages }
  | { readonly id: number; readonly error: { readonly code?: ErrorCode | undefined; readonly message: string } };

/** A thread that is not up by then never will be. */
const START_MS = 15_000;
const MOST_WAITING = 1_000;
const ATTEMPTS = 2;
/** Answers with whole passages leave much behind: with 8 and 24 MB a quarter of a thread’s time is collecting it. */
const MEMORY = Object.freeze({ maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 64, stackSizeMb: 2 });

interface Waiting extends Omit<SearchTask, 'id'> {
  readonly resolve: (answer: SearchAnswer | FoundPassages) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
}

/** A pool of search threads on one store. */
export function createSearchPool(options: SearchPoolOptions): SearchPool {
  const { store, threads = 1, deadlineMs = 2_000, program = threadProgram('./worker', import.meta.url) } = options;
  const waiting: Waiting[] = [];
  const searchers: Searcher[] = [];
  let isClosed = false;

  const next = (): void => {
    if (waiting.length === 0) return;
    const idle = searchers.find((one) => one.isIdle) ?? (searchers.length < threads ? added() : undefined);
    const task = idle && waiting.shift();
    if (idle !== undefined && task !== undefined) idle.start(task);
  };
  const again = (task: Waiting): boolean => {
    if (isClosed || task.attempts >= ATTEMPTS) return false;
    waiting.unshift(task);
    return true;
  };
  const added = (): Searcher => {
    const searcher = new Searcher({ store, deadlineMs, program }, next, again);
    searchers.push(searcher);
    return searcher;
  };

  const run = (task: Omit<SearchTask, 'id'>): Promise<SearchAnswer | FoundPassages> => {
    if (isClosed) return Promise.reject(new DocentError('DOC_SEARCH', 'the search was closed'));
    if (waiting.length >= MOST_WAITING)
      return Promise.reject(new DocentError('DOC_SEARCH', `${MOST_WAITING} searches are waiting already`));
    return new Promise((resolve, reject) => {
      waiting.push({ ...task, resolve, reject, attempts: 0 });
      next();
    });
  };

  return {
    // A thread answers what it was asked for.
    run: (text, request) => run({ text, request }) as Promise<SearchAnswer>,
    passages: (text, request, passages) => run({ text, request, passages }) as Promise<FoundPassages>,
    async close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new DocentError('DOC_SEARCH', 'the search was closed'));
      await Promise.all(searchers.map((one) => one.close()));
    },
  };
}

interface Given {
  readonly store: StoreSettings;
  readonly deadlineMs: number;
  readonly program: URL;
}

/** One thread, started anew when it ends. */
class Searcher {
  readonly #given: Given;
  readonly #free: () => void;
  readonly #again: (task: Waiting) => boolean;
  #worker: Worker | undefined;
  #task: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the thread is up; until then it has more time. */
  #isReady = false;
  #id = 0;

  constructor(given: Given, free: () => void, again: (task: Waiting) => boolean) {
    this.#given = given;
    this.#free = free;
    this.#again = again;
  }

  get isIdle(): boolean {
    return this.#task === undefined;
  }

  start(task: Waiting): void {
    this.#task = task;
    task.attempts++;
    const worker = this.#worker ?? this.#spawn();
    worker.ref();
    this.#setTimer(this.#isReady ? this.#given.deadlineMs : START_MS);
    const { text, request, passages } = task;
    worker.postMessage({ id: ++this.#id, text, request, passages } satisfies SearchTask);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#end(({ reject }) => reject(new DocentError('DOC_SEARCH', 'the search was closed')));
    await worker?.terminate();
  }

  #setTimer(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveUp(`it took longer than ${ms / 1_000} s`, false), ms);
  }

  #spawn(): Worker {
    const { store, program } = this.#given;
    const worker = new Worker(program, { workerData: { store }, resourceLimits: MEMORY });
    worker.on('message', (reply: SearchReply | { readonly id: 0 }) => this.#hear(reply));
    const ended = (why: string): void => {
      if (worker === this.#worker) this.#giveUp(why, true);
    };
    worker.on('error', (error) => ended(`its thread ended: ${error instanceof Error ? error.message : String(error)}`));
    worker.on('exit', (code) => ended(`its thread ended with code ${code}`));
    this.#isReady = false;
    this.#worker = worker;
    return worker;
  }

  #hear(reply: SearchReply | { readonly id: 0 }): void {
    if (!('answer' in reply || 'error' in reply)) {
      this.#isReady = true;
      if (this.#task !== undefined) this.#setTimer(this.#given.deadlineMs);
    } else if (reply.id === this.#id) {
      if ('answer' in reply) this.#end(({ resolve }) => resolve(reply.answer));
      else {
        const { code = 'DOC_INTERNAL', message } = reply.error;
        this.#end(({ reject }) => reject(new DocentError(code, message)));
      }
    }
  }

  /** The thread is done for; its query may have been innocent, and is asked once more unless it was given its time. */
  #giveUp(why: string, mayTryAgain: boolean): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#end((task) => {
      if (!mayTryAgain || !this.#again(task))
        task.reject(new DocentError('DOC_SEARCH', `the search was given up: ${why}`));
    });
  }

  #end(tell: (task: Waiting) => void): void {
    clearTimeout(this.#timer);
    const task = this.#task;
    this.#task = undefined;
    // An idle thread must not keep the process alive.
    this.#worker?.unref();
    if (task !== undefined) tell(task);
    this.#free();
  }
}
