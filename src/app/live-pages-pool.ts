// Reads single pages in threads, with a crawl's deadline and memory bound: a hostile page costs its thread, not the server.
import { Worker } from 'node:worker_threads';
import { DocentError } from '../core/errors.ts';
import { isMachineFault, machineFault } from '../core/machine-fault.ts';
import { threadProgram } from '../core/thread-program.ts';
import { Line, Patience } from './host-clock-line.ts';
import type { PageInput, PageOutput, PageReply } from './read-one-extract.ts';

export interface PagePoolOptions {
  /** Each is started when there is work for it. */
  readonly threads: number;
  /** A page that takes longer is given up, and its thread with it. */
  readonly deadlineMs: number;
  /** Memory of one thread; a page that needs more is given up. */
  readonly memoryMb: number;
}

/** A thread that is not up by then never will be. */
const START_MS = 30_000;
/** As in a crawl: trees are short-lived and large. */
const YOUNG_MB = 64;

/** A pool of reading threads. */
export class PagePool {
  readonly #bounds: PagePoolOptions;
  readonly #line: Line;
  readonly #threads = new Set<PageThread>();
  readonly #idle: PageThread[] = [];
  #isClosed = false;

  constructor(bounds: PagePoolOptions) {
    this.#bounds = bounds;
    this.#line = new Line(bounds.threads);
  }

  /** Rejects with DOC_EXTRACT for a page that cannot be read in time or memory, with DOC_MACHINE where the thread is at fault. */
  read(input: PageInput): Promise<PageOutput> {
    const patience = new Patience();
    const why = () => ({ until: 0, by: 'live:busy', detail: '' }) as const;
    return this.#line.run(
      async () => {
        if (this.#isClosed) throw unreadable(input, CLOSED);
        const thread = this.#idle.pop() ?? new PageThread(this.#bounds);
        this.#threads.add(thread);
        try {
          return await thread.read(input);
        } finally {
          this.#idle.push(thread);
        }
      },
      patience,
      why,
    );
  }

  /** Ends the threads; what is under way or waits is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }
}

const CLOSED = 'reading was ended';

interface Task {
  readonly input: PageInput;
  readonly resolve: (output: PageOutput) => void;
  readonly reject: (error: Error) => void;
}

/** One thread with at most one page, started anew after it was given up. */
class PageThread {
  readonly #bounds: PagePoolOptions;
  #worker: Worker | undefined;
  #task: Task | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the thread has loaded all it needs; until then it has more time. */
  #isReady = false;

  constructor(bounds: PagePoolOptions) {
    this.#bounds = bounds;
  }

  read(input: PageInput): Promise<PageOutput> {
    return new Promise((resolve, reject) => {
      this.#task = { input, resolve, reject };
      try {
        const worker = this.#worker ?? this.#spawn();
        worker.ref();
        this.#setTimer();
        worker.postMessage(input);
      } catch (error) {
        this.#lose(error as Error);
      }
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#drop(({ input, reject }) => reject(unreadable(input, CLOSED)));
    await worker?.terminate();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const { deadlineMs } = this.#bounds;
    const ms = this.#isReady ? deadlineMs : Math.max(START_MS, deadlineMs);
    const late = `it took longer than ${ms / 1_000} s`;
    this.#timer = setTimeout(() => (this.#isReady ? this.#giveUp(late) : this.#lose(new Error(late))), ms);
  }

  #spawn(): Worker {
    const { memoryMb } = this.#bounds;
    const limits = { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 };
    const worker = new Worker(threadProgram('./read-one-worker', import.meta.url), { resourceLimits: limits });
    worker.on('message', (reply: PageReply) => {
      if (worker === this.#worker) this.#hear(reply);
    });
    worker.on('messageerror', () => {
      if (worker === this.#worker) this.#giveUp('what its thread said could not be understood');
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker !== this.#worker) return;
      if (!this.#isReady || isMachineFault(error)) this.#lose(error);
      else if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#giveUp(`it needs more than ${memoryMb} MB`);
      else this.#giveUp(error.message);
    });
    this.#isReady = false;
    this.#worker = worker;
    return worker;
  }

  #hear(reply: PageReply): void {
    if (reply === 'ready') {
      this.#isReady = true;
      if (this.#task !== undefined) this.#setTimer();
    } else if ('output' in reply) this.#end(({ resolve }) => resolve(reply.output));
    else if (reply.isOurs) this.#end(({ reject }) => reject(atFault(new Error(reply.error))));
    else this.#end(({ input, reject }) => reject(unreadable(input, reply.error)));
  }

  /** The page costs the thread. */
  #giveUp(why: string): void {
    this.#drop(({ input, reject }) => reject(unreadable(input, why)));
  }

  /** A thread that does not start, or finds no file or memory, is this machine's fault and no page's. */
  #lose(error: Error): void {
    this.#drop(({ reject }) => reject(atFault(error)));
  }

  #drop(tell: (task: Task) => void): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#end(tell);
  }

  #end(tell: (task: Task) => void): void {
    clearTimeout(this.#timer);
    // An idle thread must not keep the process alive.
    this.#worker?.unref();
    const task = this.#task;
    this.#task = undefined;
    if (task !== undefined) tell(task);
  }
}

function atFault(error: Error): DocentError {
  return machineFault('the thread that reads pages could not do its work', error);
}

function unreadable({ url }: PageInput, why: string): DocentError {
  return new DocentError('DOC_EXTRACT', `${url} could not be read: ${why}`);
}
