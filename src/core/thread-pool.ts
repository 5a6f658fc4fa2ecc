// Runs tasks in worker threads within bounds: a task that breaks its thread costs that thread, never the process.
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { limitCpu } from './cpu-limit.ts';
import { keepThread, takeThread } from './kept-threads.ts';
import { isMachineFault } from './machine-fault.ts';

/** What the threads of a pool may take. */
export interface ThreadBounds {
  /** How many at most; each is started when there is work for it. */
  readonly threads: number;
  /** Memory of one thread. */
  readonly memory: ResourceLimits;
  /** A task that takes longer is abandoned, and its thread ended: for tasks that wait for something. Default: no bound. */
  readonly deadlineMs?: number | undefined;
  /** A task that takes more CPU is abandoned, and its thread ended: for tasks that compute, however busy the machine is. Default: no bound. */
  readonly cpuMs?: number | undefined;
  /** A thread that is not ready by then, or by the deadline where that is later, never will be; counted as the deadline is. Default: 30 s. */
  readonly startMs?: number | undefined;
  /** A task that comes while this many wait is refused. Default: no bound. */
  readonly mostWaiting?: number | undefined;
  /** A task is rejected when it is under way for the nth time in a thread that ends. Default: the first time. */
  readonly attempts?: number | undefined;
  /** How long a thread without work is kept for the next pool of the same program, data and memory. Default: it ends with its pool. */
  readonly keptMs?: number | undefined;
}

/** Why a task has no reply. */
export interface ThreadFault {
  /** `closed` and `full`: the pool took no task; `late`: the deadline passed; `ended`: the thread broke or never started. */
  readonly kind: 'closed' | 'full' | 'late' | 'ended';
  /** Its message states what happened to the task: `it took longer than 5 s`. */
  readonly error: Error;
  /** The thread did not start, or had no file or memory left: no fault of the task. */
  readonly isMachine: boolean;
}

/**
 * What runs in the threads. A program posts one message of any kind when it is ready, and then one reply to each message it gets, in
 * their order.
 */
export interface ThreadWork<Task> {
  readonly program: URL;
  /** The program's `workerData`. */
  readonly data?: unknown;
  /** The error that a task without a reply is rejected with. */
  readonly failed: (task: Task, fault: ThreadFault) => Error;
  /** Whether a thread that has this many tasks may be sent one more, so that it need not wait for it. Default: no. */
  readonly mayGoAhead?: ((task: Task, before: number) => boolean) | undefined;
  /** The buffers of a task that move to an idle thread instead of being copied; a task that goes ahead is always copied. */
  readonly moves?: ((task: Task) => readonly Transferable[]) | undefined;
}

interface Job<Task, Reply> {
  readonly task: Task;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
  /** How many threads have ended while they ran it. */
  failures: number;
}

const START_MS = 30_000;

/** A pool of threads that run one program; tasks are started in the order they come. */
export class ThreadPool<Task, Reply> {
  readonly #work: ThreadWork<Task>;
  readonly #bounds: ThreadBounds;
  readonly #threads: readonly Thread<Task, Reply>[];
  readonly #waiting: Job<Task, Reply>[] = [];
  #isClosed = false;

  constructor(work: ThreadWork<Task>, bounds: ThreadBounds) {
    this.#work = work;
    this.#bounds = bounds;
    const owner = {
      next: () => this.#next(),
      hand: (...jobs: Parameters<Owner<Task, Reply>['hand']>) => this.#hand(...jobs),
    };
    this.#threads = Array.from({ length: bounds.threads }, () => new Thread(work, bounds, owner));
  }

  /** The program's reply; rejects with what `failed` makes of a fault. */
  run(task: Task): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { mostWaiting = Number.POSITIVE_INFINITY } = this.#bounds;
      if (this.#isClosed) return reject(this.#work.failed(task, closed()));
      if (this.#waiting.length >= mostWaiting) return reject(this.#work.failed(task, full(mostWaiting)));
      this.#waiting.push({ task, resolve, reject, failures: 0 });
      this.#next();
    });
  }

  /** Has a thread load what it needs while there is nothing to do yet. */
  warm(): void {
    if (!this.#isClosed) this.#threads[0]?.warm();
  }

  /** Ends the threads; what is under way or waits is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { task, reject } of this.#waiting.splice(0)) reject(this.#work.failed(task, closed()));
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #next(): void {
    for (let job = this.#waiting[0]; job !== undefined; job = this.#waiting[0]) {
      const free =
        this.#threads.find((thread) => thread.isIdle) ?? this.#threads.find((thread) => thread.hasRoomFor(job));
      if (free === undefined) return;
      this.#waiting.shift();
      free.start(job);
    }
  }

  /** Takes back what a lost thread had: `hit` was under way in it, `rest` was not. */
  #hand(hit: readonly Job<Task, Reply>[], rest: readonly Job<Task, Reply>[], fault: ThreadFault): void {
    const { attempts = 1 } = this.#bounds;
    const isOver = (job: Job<Task, Reply>): boolean => fault.kind !== 'ended' || ++job.failures >= attempts;
    const over = new Set(hit.filter(isOver));
    this.#waiting.unshift(...hit.filter((job) => !over.has(job)), ...rest);
    for (const { task, reject } of over) reject(this.#work.failed(task, fault));
    this.#next();
  }
}

interface Owner<Task, Reply> {
  readonly next: () => void;
  readonly hand: (hit: readonly Job<Task, Reply>[], rest: readonly Job<Task, Reply>[], fault: ThreadFault) => void;
}

/** One thread, started when it has work and again after it was lost. */
class Thread<Task, Reply> {
  readonly #work: ThreadWork<Task>;
  readonly #bounds: ThreadBounds;
  readonly #owner: Owner<Task, Reply>;
  #worker: Worker | undefined;
  /** In the order of their replies; the first is under way. */
  readonly #jobs: Job<Task, Reply>[] = [];
  /** Ends the deadline of the task that is under way. */
  #endLimit: (() => void) | undefined;
  /** Whether the program has loaded all it needs; until then it has more time. */
  #isReady = false;

  constructor(work: ThreadWork<Task>, bounds: ThreadBounds, owner: Owner<Task, Reply>) {
    this.#work = work;
    this.#bounds = bounds;
    this.#owner = owner;
  }

  get isIdle(): boolean {
    return this.#jobs.length === 0;
  }

  hasRoomFor({ task }: Job<Task, Reply>): boolean {
    return this.#work.mayGoAhead?.(task, this.#jobs.length) ?? false;
  }

  warm(): void {
    try {
      // An idle thread must not keep the process alive.
      if (this.#worker === undefined) this.#spawn().unref();
    } catch {
      // The first task meets the same fault, and reports it.
    }
  }

  start(job: Job<Task, Reply>): void {
    const moved = this.isIdle ? (this.#work.moves?.(job.task) ?? []) : [];
    try {
      const worker = this.#worker ?? this.#spawn();
      worker.ref();
      worker.postMessage(job.task, moved);
      if (this.#jobs.push(job) === 1) this.#limit(worker);
    } catch (error) {
      if (this.isIdle) this.#worker?.unref();
      job.reject(this.#work.failed(job.task, { kind: 'ended', error: error as Error, isMachine: true }));
    }
  }

  async close(): Promise<void> {
    const { keptMs = 0 } = this.#bounds;
    const mayKeep = keptMs > 0 && this.isIdle;
    const worker = this.#drop();
    for (const { task, reject } of this.#jobs.splice(0)) reject(this.#work.failed(task, closed()));
    if (worker !== undefined && mayKeep && keepThread(this.#key, { worker, isReady: this.#isReady }, keptMs)) return;
    await worker?.terminate();
  }

  /** Starts the deadline of the task that is under way. */
  #limit(worker: Worker): void {
    this.#endLimit?.();
    const { deadlineMs, cpuMs, startMs = START_MS } = this.#bounds;
    const most = cpuMs ?? deadlineMs;
    if (most === undefined) return;
    const ms = this.#isReady ? most : Math.max(startMs, most);
    const late = (error: Error): void => this.#lose('late', this.#isReady ? error : notReady(ms));
    if (cpuMs !== undefined) {
      this.#endLimit = limitCpu(worker, ms, late);
      return;
    }
    const timer = setTimeout(() => late(new Error(`it took longer than ${ms / 1_000} s`)), ms);
    this.#endLimit = () => clearTimeout(timer);
  }

  #spawn(): Worker {
    const { program, data } = this.#work;
    const kept = this.#bounds.keptMs === undefined ? undefined : takeThread(this.#key);
    const worker = kept?.worker ?? new Worker(program, { workerData: data, resourceLimits: this.#bounds.memory });
    const lose = (error: Error): void => {
      if (worker === this.#worker) this.#lose('ended', error);
    };
    worker.on('message', (message: Reply) => {
      if (worker === this.#worker) this.#hear(worker, message);
    });
    // Replies come in the order of the tasks: if one is missing, the next cannot be assigned.
    worker.on('messageerror', () => lose(new Error('what the thread replied could not be read')));
    worker.on('error', (error) => lose(this.#inWords(error)));
    worker.on('exit', (code) => lose(new Error(`the thread exited with code ${code}`)));
    this.#isReady = kept?.isReady ?? false;
    this.#worker = worker;
    return worker;
  }

  #hear(worker: Worker, message: Reply): void {
    if (!this.#isReady) {
      this.#isReady = true;
      if (!this.isIdle) this.#limit(worker);
      return;
    }
    const job = this.#jobs.shift();
    this.#endLimit?.();
    if (this.isIdle) worker.unref();
    else this.#limit(worker);
    job?.resolve(message);
    this.#owner.next();
  }

  /** What is under way costs the thread; what was sent ahead is not blamed, unless the machine would fail it too. */
  #lose(kind: 'late' | 'ended', error: Error): void {
    const isMachine = !this.#isReady || isMachineFault(error);
    void this.#drop()?.terminate();
    const jobs = this.#jobs.splice(0);
    const hit = isMachine ? jobs.splice(0) : jobs.splice(0, 1);
    this.#owner.hand(hit, jobs, { kind, error, isMachine });
  }

  /** Threads with the same key may stand in for each other. */
  get #key(): string {
    return JSON.stringify([this.#work.program, this.#work.data, this.#bounds.memory]);
  }

  #drop(): Worker | undefined {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#endLimit?.();
    return worker;
  }

  #inWords(error: unknown): Error {
    if (!(error instanceof Error)) return new Error(String(error));
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY' || !this.#isReady) return error;
    return new Error(`it needs more than ${this.#bounds.memory.maxOldGenerationSizeMb} MB`, { cause: error });
  }
}

function notReady(ms: number): Error {
  return new Error(`the thread was not ready after ${ms / 1_000} s`);
}

function closed(): ThreadFault {
  return { kind: 'closed', error: new Error('its threads were ended'), isMachine: false };
}

function full(most: number): ThreadFault {
  return { kind: 'full', error: new Error(`${most} are waiting already`), isMachine: false };
}
