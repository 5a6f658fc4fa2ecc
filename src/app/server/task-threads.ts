// Functions of the app that a server runs in threads: node:sqlite is synchronous, and the server responds to others meanwhile.
import { DocentError } from '../../core/errors.ts';
import { type ThreadBounds, type ThreadFault, ThreadPool } from '../../core/thread-pool.ts';
import type { Settings, SettingsInput } from '../../settings.ts';
import type { ReadPlace } from './reads/read-place.ts';
import { type ErrorData, errorFrom } from './thread-errors.ts';

/** Functions by name. Arguments and results are plain data: both are copied between threads. */
export type TaskTable = Readonly<Record<string, (place: ReadPlace, args: never) => Promise<unknown>>>;

export type ArgumentsOf<T extends TaskTable, N extends keyof T> = Parameters<T[N]>[1];
export type ValueOf<T extends TaskTable, N extends keyof T> = Awaited<ReturnType<T[N]>>;

/** How a thread reads the settings, and where it works whatever they say. */
export interface TaskInput {
  readonly settings: SettingsInput;
  readonly at: Pick<Settings, 'data' | 'store'>;
}

/** Tasks at one place, in threads. */
export interface TaskThreads<T extends TaskTable> {
  /**
   * Runs a task in a thread. Rejects with what it throws, as a DocentError where it is one; with DOC_BUSY when it takes too long or
   * too many wait.
   */
  run<N extends keyof T & string>(name: N, args: ArgumentsOf<T, N>): Promise<ValueOf<T, N>>;
  /** Tasks that begin from now on see these settings. */
  use(settings: SettingsInput): void;
  close(): Promise<void>;
}

/** What a thread is sent. */
export interface ThreadTask {
  readonly name: string;
  readonly args: unknown;
}

/** What it replies. */
export type TaskReply = { readonly value: unknown } | { readonly error: ErrorData };

export interface TaskThreadsOptions extends TaskInput {
  /** A program that calls `serveTasks` with the table. */
  readonly program: URL;
  readonly bounds: ThreadBounds;
}

/** Threads on one place; each is started when there is work for it. */
export function openTaskThreads<T extends TaskTable>(options: TaskThreadsOptions): TaskThreads<T> {
  const { program, bounds, at } = options;
  let pool = start(options.settings);
  const closing = new Set<Promise<void>>();
  let running = new Map<typeof pool, number>();

  function start(settings: SettingsInput): ThreadPool<ThreadTask, TaskReply> {
    return new ThreadPool<ThreadTask, TaskReply>(
      {
        program,
        data: { settings, at } satisfies TaskInput,
        failed: (task, fault) => notDone(task, fault, bounds),
      },
      bounds,
    );
  }

  function end(old: typeof pool): void {
    running.delete(old);
    const ended = old.close().finally(() => closing.delete(ended));
    closing.add(ended);
  }

  return {
    async run(name, args) {
      const own = pool;
      running.set(own, (running.get(own) ?? 0) + 1);
      try {
        const reply = await own.run({ name, args });
        if ('error' in reply) throw errorFrom(reply.error);
        // A thread returns what its task returns.
        return reply.value as never;
      } finally {
        const left = (running.get(own) ?? 1) - 1;
        running.set(own, left);
        if (own !== pool && left === 0) end(own);
      }
    },
    use(settings) {
      const old = pool;
      pool = start(settings);
      if ((running.get(old) ?? 0) === 0) end(old);
    },
    async close() {
      for (const old of running.keys()) if (old !== pool) end(old);
      running = new Map();
      end(pool);
      await Promise.all(closing);
    },
  };
}

function notDone({ name }: ThreadTask, { kind, error }: ThreadFault, { mostWaiting }: ThreadBounds): DocentError {
  if (kind === 'closed') return new DocentError('DOC_BUSY', 'the server is ending');
  if (kind === 'full') return new DocentError('DOC_BUSY', `${mostWaiting} tasks are waiting already`);
  return new DocentError('DOC_BUSY', `${name} was ended: ${error.message}`);
}
