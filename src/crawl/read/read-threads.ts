// Threads that read pages: the errors of unreadable pages, and the memory limits of reading.
import { DocentError } from '../../core/errors.ts';
import { machineFault } from '../../core/machine-fault.ts';
import { type ThreadFault, ThreadPool, type ThreadWork } from '../../core/thread-pool.ts';

/** A reading thread's reply to a page. */
export type ThreadReply<Result> =
  | { readonly result: Result }
  /** `isOurs`: the machine is at fault, not the page. */
  | { readonly error: string; readonly isOurs: boolean };

export interface ReadThreadsOptions {
  readonly threads: number;
  /** A page that takes more CPU is aborted, and its thread with it. */
  readonly cpuMs: number;
  /** Memory of one thread; a page that needs more is aborted. */
  readonly memoryMb: number;
  /** Trees are short-lived and large: a smaller nursery would promote them, which costs more than the memory. */
  readonly youngMb: number;
}

/** A run that begins within this time of the end of another takes over its thread, which has loaded all that reading needs. */
const KEPT_MS = 5_000;

/** A pool of threads that read pages. */
export class ReadThreads<Input extends { readonly url: string }, Result> {
  readonly #pool: ThreadPool<Input, ThreadReply<Result>>;

  constructor(work: Omit<ThreadWork<Input>, 'failed'>, options: ReadThreadsOptions) {
    const { threads, cpuMs, memoryMb, youngMb } = options;
    const memory = { maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 };
    this.#pool = new ThreadPool({ ...work, failed: notRead }, { threads, cpuMs, memory, keptMs: KEPT_MS });
  }

  /** Reads a page. Rejects with DOC_EXTRACT for a page that cannot be read in time or memory, with DOC_MACHINE where the thread is at fault. */
  async read(input: Input): Promise<Result> {
    const reply = await this.#pool.run(input);
    if ('result' in reply) return reply.result;
    throw reply.isOurs ? atFault(new Error(reply.error)) : unreadable(input.url, reply.error);
  }

  warm(): void {
    this.#pool.warm();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function notRead({ url }: { readonly url: string }, { kind, error, isMachine }: ThreadFault): DocentError {
  if (kind === 'closed') return unreadable(url, 'reading was ended');
  return isMachine ? atFault(error) : unreadable(url, error.message);
}

function atFault(error: Error): DocentError {
  return machineFault('the thread that reads pages could not do its work', error);
}

function unreadable(url: string, why: string): DocentError {
  return new DocentError('DOC_EXTRACT', `${url} could not be read: ${why}`);
}
