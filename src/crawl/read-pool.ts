// Reads pages in worker threads: a hostile page costs its own thread, not the crawl.
import { Worker } from 'node:worker_threads';
import { DocentError } from '../core/errors.ts';
import { isMachineFault, machineFault } from '../core/machine-fault.ts';
import { threadProgram } from '../core/thread-program.ts';
import type { ReadInput, ReadingOptions, ReadPage, ReadReply, ReadResult } from './reading.ts';

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

const CLOSED = 'reading was ended';

type Bounds = Required<{ [Name in 'want' | 'deadlineMs' | 'memoryMb']: NonNullable<ReadPoolOptions[Name]> }>;

/** A page that is sent ahead is copied, so that another thread can read it if this one ends. */
const MOST_AHEAD_BYTES = 1_000_000;

interface Task {
  readonly input: ReadInput;
  readonly resolve: (result: ReadResult) => void;
  readonly reject: (error: Error) => void;
}

/** A pool of reading threads. `read` rejects with DOC_EXTRACT for a page that cannot be read in time or memory, and with DOC_MACHINE where the thread is at fault. */
export function createReadPool(options: ReadPoolOptions = {}): ReadPool {
  const { want = 'all', threads = 1, deadlineMs = 5_000, memoryMb = 256 } = options;
  const waiting: Task[] = [];
  const again = (tasks: readonly Task[]): void => {
    waiting.unshift(...tasks);
  };
  const readers = Array.from({ length: threads }, () => new Reader({ want, deadlineMs, memoryMb }, next, again));

  function next(): void {
    for (let task = waiting[0]; task !== undefined; task = waiting[0]) {
      const free = readers.find((reader) => reader.isIdle) ?? readers.find((reader) => reader.hasRoomFor(task));
      if (free === undefined) return;
      waiting.shift();
      free.start(task);
    }
  }

  let isClosed = false;
  return {
    read(input) {
      return new Promise((resolve, reject) => {
        if (isClosed) return reject(unreadable({ input }, CLOSED));
        waiting.push({ input, resolve, reject });
        next();
      });
    },
    warm() {
      readers[0]?.warm();
    },
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.reject(unreadable(task, CLOSED));
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

/** One thread. It has the next page beside the one it reads, so that it need not wait for whoever stores the last one. */
class Reader {
  readonly #bounds: Bounds;
  readonly #free: () => void;
  readonly #again: (tasks: readonly Task[]) => void;
  #worker: Worker | undefined;
  /** In the order they are read. */
  readonly #tasks: Task[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Whether the thread has loaded all it needs; until then it has more time. */
  #isReady = false;

  constructor(bounds: Bounds, free: () => void, again: (tasks: readonly Task[]) => void) {
    this.#bounds = bounds;
    this.#free = free;
    this.#again = again;
  }

  get isIdle(): boolean {
    return this.#tasks.length === 0;
  }

  hasRoomFor({ input }: Task): boolean {
    return this.#tasks.length === 1 && input.body.byteLength <= MOST_AHEAD_BYTES;
  }

  warm(): void {
    // An idle thread must not keep the process alive.
    try {
      if (this.#worker === undefined) this.#spawn().unref();
    } catch {
      // The first page meets the same fault, and says so.
    }
  }

  start(task: Task): void {
    let worker: Worker;
    try {
      worker = this.#worker ?? this.#spawn();
    } catch (error) {
      task.reject(notStarted(error as Error));
      return;
    }
    worker.ref();
    // A body with a buffer of its own moves over; a view into a shared one is copied.
    const { buffer, byteLength } = task.input.body;
    const moves = this.isIdle && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    this.#tasks.push(task);
    if (this.#tasks.length === 1) this.#setTimer();
    worker.postMessage(task.input, moves ? [buffer] : []);
  }

  /** For the page that is being read. */
  #setTimer(): void {
    clearTimeout(this.#timer);
    const { deadlineMs } = this.#bounds;
    const ms = this.#isReady ? deadlineMs : Math.max(START_MS, deadlineMs);
    this.#timer = setTimeout(() => {
      if (this.#isReady) this.#giveUp(`it took longer than ${ms / 1000} s`);
      else this.#lose(new Error(`it was not up after ${ms / 1000} s`));
    }, ms);
  }

  /** What is under way is rejected. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    for (const task of this.#tasks.splice(0)) task.reject(unreadable(task, CLOSED));
    await worker?.terminate();
  }

  #spawn(): Worker {
    const { want, memoryMb } = this.#bounds;
    const worker = new Worker(threadProgram('./read-worker', import.meta.url), {
      workerData: { want },
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_MB[want],
        maxOldGenerationSizeMb: memoryMb,
        stackSizeMb: 4,
      },
    });
    worker.on('message', (reply: ReadReply) => {
      if (worker !== this.#worker) return;
      if (reply === 'ready') {
        this.#isReady = true;
        if (!this.isIdle) this.#setTimer();
      } else if ('result' in reply) this.#end(({ resolve }) => resolve(reply.result));
      else if (reply.isOurs) this.#end((task) => task.reject(notStarted(new Error(reply.error))));
      else this.#end((task) => task.reject(unreadable(task, reply.error)));
    });
    // Answers come in the order of the pages: without one nobody knows whose the next is.
    worker.on('messageerror', () => {
      if (worker === this.#worker) this.#giveUp('what its thread said could not be understood');
    });
    worker.on('error', (error) => {
      if (worker !== this.#worker) return;
      if (!this.#isReady || isMachineFault(error)) this.#lose(error);
      else
        this.#giveUp(
          (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? `it needs more than ${memoryMb} MB`
            : error.message,
        );
    });
    this.#isReady = false;
    this.#worker = worker;
    return worker;
  }

  /** The page that is being read costs the thread; the one behind it is innocent. */
  #giveUp(why: string): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#again(this.#tasks.splice(1));
    this.#end((task) => task.reject(unreadable(task, why)));
  }

  /** A thread that does not start, or finds no file or memory, is this machine's fault and no page's. */
  #lose(error: Error): void {
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    void worker?.terminate();
    for (const task of this.#tasks.splice(0)) task.reject(notStarted(error));
    this.#free();
  }

  #end(tell: (task: Task) => void): void {
    clearTimeout(this.#timer);
    const task = this.#tasks.shift();
    // An idle thread must not keep the process alive.
    if (this.isIdle) this.#worker?.unref();
    else this.#setTimer();
    if (task !== undefined) tell(task);
    this.#free();
  }
}

function notStarted(error: Error): DocentError {
  return machineFault('the thread that reads pages could not do its work', error);
}

function unreadable({ input }: Pick<Task, 'input'>, why: string): DocentError {
  return new DocentError('DOC_EXTRACT', `${input.url} could not be read: ${why}`);
}
