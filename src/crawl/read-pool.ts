// Reads pages in worker threads: a hostile page costs its own thread, not the crawl.
import { Worker } from 'node:worker_threads';
import { DocentError } from '../core/errors.ts';
import type { ReadInput, ReadingOptions, ReadPage, ReadResult } from './reading.ts';

export interface ReadPool {
  readonly read: ReadPage;
  /** Has a thread load what it needs while there is nothing to read yet. */
  warm(): void;
  close(): Promise<void>;
}

export interface ReadPoolOptions {
  /** What every page is read for; a thread loads no more than that needs. Default: all. */
  readonly want?: ReadingOptions['want'] | undefined;
  readonly threads?: number | undefined;
  /** A page that takes longer is given up, and its thread with it. */
  readonly deadlineMs?: number | undefined;
  /** Memory of one thread; a page that needs more is given up. */
  readonly memoryMb?: number | undefined;
}

/** Trees are short-lived and large: a smaller nursery lets them grow old before they die, which costs more than the memory. */
const YOUNG_MB = { all: 64, links: 24 } as const;

/** A thread that is not up by then never will be. */
const START_MS = 30_000;

type Bounds = Required<{ [Name in 'want' | 'deadlineMs' | 'memoryMb']: NonNullable<ReadPoolOptions[Name]> }>;

interface Task {
  readonly input: ReadInput;
  readonly resolve: (result: ReadResult) => void;
  readonly reject: (error: Error) => void;
}

/** A pool of reading threads. `read` rejects with DOC_EXTRACT for a page that cannot be read in time or memory. */
export function createReadPool(options: ReadPoolOptions = {}): ReadPool {
  const { want = 'all', threads = 1, deadlineMs = 5_000, memoryMb = 256 } = options;
  const waiting: Task[] = [];
  const readers = Array.from({ length: threads }, () => new Reader({ want, deadlineMs, memoryMb }, next));

  function next(reader: Reader): void {
    const task = waiting.shift();
    if (task !== undefined) reader.start(task);
  }

  return {
    read(input) {
      return new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject });
        const idle = readers.find((reader) => reader.idle);
        if (idle !== undefined) next(idle);
      });
    },
    warm() {
      readers[0]?.warm();
    },
    async close() {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

class Reader {
  readonly #want: ReadingOptions['want'];
  readonly #deadlineMs: number;
  readonly #memoryMb: number;
  readonly #free: (reader: Reader) => void;
  #worker: Worker | undefined;
  #task: Task | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the thread has loaded all it needs; until then it has more time. */
  #isReady = false;
  #id = 0;

  constructor({ want, deadlineMs, memoryMb }: Bounds, free: (reader: Reader) => void) {
    this.#want = want;
    this.#deadlineMs = deadlineMs;
    this.#memoryMb = memoryMb;
    this.#free = free;
  }

  get idle(): boolean {
    return this.#task === undefined;
  }

  warm(): void {
    // An idle thread must not keep the process alive.
    if (this.#worker === undefined) this.#spawn().unref();
  }

  start(task: Task): void {
    this.#task = task;
    const worker = this.#worker ?? this.#spawn();
    worker.ref();
    this.#setTimer(this.#isReady ? this.#deadlineMs : Math.max(START_MS, this.#deadlineMs));
    // A body with a buffer of its own moves over; a view into a shared one is copied.
    const { buffer, byteLength } = task.input.body;
    const own = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    worker.postMessage({ id: ++this.#id, input: task.input }, own ? [buffer] : []);
  }

  #setTimer(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveUp(`it took longer than ${ms / 1000} s`), ms);
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #spawn(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './read-worker.ts' : './read-worker.js';
    const worker = new Worker(new URL(file, import.meta.url), {
      workerData: { want: this.#want },
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_MB[this.#want],
        maxOldGenerationSizeMb: this.#memoryMb,
        stackSizeMb: 4,
      },
    });
    worker.on('message', ({ id, result, error }: { id: number; result?: ReadResult; error?: string }) => {
      if (id === 0) {
        this.#isReady = true;
        if (this.#task !== undefined) this.#setTimer(this.#deadlineMs);
        return;
      }
      if (id !== this.#id) return;
      if (result !== undefined) this.#end((task) => task.resolve(result));
      else this.#end((task) => task.reject(unreadable(task, error ?? 'unknown')));
    });
    worker.on('error', (error) => {
      if (worker === this.#worker)
        this.#giveUp(
          (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? `it needs more than ${this.#memoryMb} MB`
            : error.message,
        );
    });
    this.#isReady = false;
    this.#worker = worker;
    return worker;
  }

  #giveUp(why: string): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#end((task) => task.reject(unreadable(task, why)));
  }

  #end(tell: (task: Task) => void): void {
    clearTimeout(this.#timer);
    const task = this.#task;
    this.#task = undefined;
    // An idle thread must not keep the process alive.
    this.#worker?.unref();
    if (task !== undefined) tell(task);
    this.#free(this);
  }
}

function unreadable({ input }: Task, why: string): DocentError {
  return new DocentError('DOC_EXTRACT', `${input.url} could not be read: ${why}`);
}
