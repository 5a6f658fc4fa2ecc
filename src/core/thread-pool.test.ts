// Worker threads within bounds: what breaks a thread costs that thread, and every task has an end.
import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HANG_MS } from '../../test/support/until.ts';
import { type ThreadBounds, type ThreadFault, ThreadPool, type ThreadWork } from './thread-pool.ts';

/** A thread that runs a task and replies with it, its own number and its count of tasks. */
const program = programOf(`
let had = 0;
parentPort.on('message', async (task) => {
  had++;
  if (task.do === 'hang') for (;;);
  if (task.do === 'throw') throw new Error('broken');
  if (task.do === 'exit') process.exit(7);
  if (task.do === 'fault') throw Object.assign(new Error('no file'), { code: 'EMFILE' });
  if (task.do === 'grow') for (const kept = []; ; ) kept.push(new Array(1000).fill(had));
  if (task.do === 'wait') Atomics.wait(task.gate, 0, 0);
  if (task.do === 'rest') await Atomics.waitAsync(task.gate, 0, 0).value;
  parentPort.postMessage({ name: task.name, thread: threadId, had, bytes: task.body?.byteLength, data: workerData });
});
parentPort.postMessage('ready');`);

interface Task {
  readonly name?: string;
  readonly do?: 'hang' | 'wait' | 'rest' | 'throw' | 'exit' | 'fault' | 'grow';
  /** What `wait` and `rest` wait for. */
  readonly gate?: Int32Array;
  readonly body?: Uint8Array<ArrayBuffer>;
}
interface Reply {
  readonly name?: string;
  readonly thread: number;
  readonly had: number;
  readonly bytes?: number;
  readonly data: unknown;
}

class Failed extends Error {
  readonly fault: ThreadFault;
  constructor(name: string | undefined, fault: ThreadFault) {
    super(`${name}: ${fault.error.message}`);
    this.fault = fault;
  }
}

/** No task that ends takes this long; for those that do not, the timers are not the machine's. */
const DEADLINE_MS = 600_000;

let pool: ThreadPool<Task, Reply> | undefined;
afterEach(() => vi.useRealTimers());
afterEach(() => pool?.close());

function opened(bounds: Partial<ThreadBounds> = {}, work: Partial<ThreadWork<Task>> = {}): ThreadPool<Task, Reply> {
  pool = new ThreadPool<Task, Reply>(
    { program, failed: ({ name }, fault) => new Failed(name, fault), ...work },
    { threads: 1, memory: { maxOldGenerationSizeMb: 24 }, deadlineMs: DEADLINE_MS, ...bounds },
  );
  return pool;
}

function programOf(text: string): URL {
  const source = `import { parentPort, threadId, workerData } from 'node:worker_threads';${text}`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

const ahead = { mayGoAhead: () => true };

describe('a pool of threads', () => {
  it('starts tasks in the order they come, and a thread only where the others have work', async () => {
    const { run } = bound(opened({ threads: 3 }, { data: 'what it was started with' }));
    const first = await run({ name: 'alone' });
    expect(first).toMatchObject({ had: 1, data: 'what it was started with' });
    expect(await run({ name: 'next' })).toMatchObject({ thread: first.thread, had: 2 });
    const names = Array.from({ length: 12 }, (_, nth) => `${nth}`);
    const replies = await Promise.all(names.map((name) => run({ name })));
    expect(replies.map(({ name }) => name)).toEqual(names);
    expect(new Set(replies.map(({ thread }) => thread)).size).toBe(3);
  });

  it('replies to the first task from the thread that was warmed', async () => {
    const threads = opened({ threads: 2 });
    threads.warm();
    threads.warm();
    expect(await threads.run({ name: 'a' })).toMatchObject({ name: 'a', had: 1 });
  });

  it.each([
    ['throw', 'broken'],
    ['exit', 'the thread exited with code 7'],
    ['grow', 'it needs more than 24 MB'],
  ] as const)('replaces a thread that a task ends: %s', async (what, why) => {
    const { run } = bound(opened());
    const { thread } = await run({});
    await expect(run({ name: what, do: what })).rejects.toMatchObject({
      message: `${what}: ${why}`,
      fault: { kind: 'ended', isMachine: false },
    });
    expect((await run({})).thread).not.toBe(thread);
  });

  it('gives up a task at its deadline, which begins with its own turn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { run } = bound(opened({}, ahead));
    await run({});
    const gates = ['a', 'b'].map((name) => ({ name, gate: new Int32Array(new SharedArrayBuffer(4)) }));
    const ending = gates.map(({ name, gate }) => run({ name, do: 'wait', gate }));
    let late: unknown;
    const hanging = run({ name: 'c', do: 'hang' }).catch((error) => {
      late = error;
    });
    for (const [nth, { gate }] of gates.entries()) {
      vi.advanceTimersByTime(DEADLINE_MS - 1);
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      await ending[nth];
    }
    vi.advanceTimersByTime(DEADLINE_MS - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(late).toBeUndefined();
    vi.advanceTimersByTime(1);
    await hanging;
    expect(late).toMatchObject({ message: 'c: it took longer than 600 s', fault: { kind: 'late' } });
  });

  it('FAULTS 68: a limit of CPU ends what computes, and not what a busy machine holds up', async () => {
    const { run } = bound(opened({ threads: 2, cpuMs: 500 }));
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const heldUp = run({ name: 'held up', do: 'rest', gate });
    await expect(run({ name: 'computes', do: 'hang' })).rejects.toMatchObject({
      message: 'computes: it took longer than 0.5 s of CPU',
      fault: { kind: 'late', isMachine: false },
    });
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    expect(await heldUp).toMatchObject({ name: 'held up' });
  });

  it('runs what was sent ahead to a thread that ended in another one', async () => {
    const { run } = bound(opened({}, ahead));
    const { thread } = await run({});
    const ended = run({ do: 'throw' });
    const behind = [run({ name: 'a' }), run({ name: 'b' })];
    await expect(ended).rejects.toThrow('broken');
    const replies = await Promise.all(behind);
    expect(replies.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(replies[0]?.thread).not.toBe(thread);
  });

  it('rejects all that a thread has when the machine is at fault', async () => {
    const { run } = bound(opened({}, ahead));
    await run({});
    const all = await Promise.allSettled([run({ name: 'a', do: 'fault' }), run({ name: 'b' })]);
    expect(all).toMatchObject(['a', 'b'].map((name) => ({ reason: { message: `${name}: no file` } })));
    expect(all).toMatchObject([1, 2].map(() => ({ reason: { fault: { isMachine: true } } })));
    expect(await run({})).toMatchObject({ had: 1 });
  });

  it.each([
    ['ends before it is ready', "throw new Error('no start');", 'no start', DEADLINE_MS],
    ['is never ready', 'for (;;);', 'the thread was not ready after 0.2 s', 200],
  ])('reports a fault of the machine when a thread %s', async (_, text, why, startMs) => {
    const threads = opened({ deadlineMs: 10, startMs }, { program: programOf(text) });
    await expect(threads.run({ name: 'a' })).rejects.toMatchObject({
      message: `a: ${why}`,
      fault: { isMachine: true },
    });
  });

  it('tries a task again in another thread where it may, but never one that was late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { run } = bound(opened({ attempts: 3, memory: {} }));
    const before = (await run({})).thread;
    await expect(run({ do: 'throw' })).rejects.toThrow('broken');
    // Threads are numbered in order: three had the task.
    expect((await run({})).thread).toBe(before + 3);
    const late = expect(run({ do: 'hang' })).rejects.toMatchObject({ fault: { kind: 'late' } });
    vi.advanceTimersByTime(DEADLINE_MS);
    await late;
    expect((await run({})).thread).toBe(before + 4);
  });

  it('refuses more tasks than may wait', async () => {
    const { run } = bound(opened({ mostWaiting: 2 }));
    const all = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => run({ name })));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(all[3]).toMatchObject({ reason: { message: 'd: 2 are waiting already', fault: { kind: 'full' } } });
  });

  it('moves buffers to an idle thread, and copies those of a task that goes ahead', async () => {
    const { run } = bound(opened({}, { ...ahead, moves: ({ body }) => (body === undefined ? [] : [body.buffer]) }));
    const [moved, copied] = [new Uint8Array(8), new Uint8Array(9)];
    const replies = await Promise.all([run({ body: moved }), run({ body: copied })]);
    expect(replies.map(({ bytes }) => bytes)).toEqual([8, 9]);
    expect([moved.byteLength, copied.byteLength]).toEqual([0, 9]);
  });

  it('rejects a task that cannot be sent, and goes on', async () => {
    const { run } = bound(opened());
    await expect(run({ name: 'a', body: (() => {}) as never })).rejects.toMatchObject({ fault: { isMachine: true } });
    expect(await run({})).toMatchObject({ had: 1 });
  });

  it('rejects what is under way, what waits and what comes when it is closed', async () => {
    const threads = opened();
    const all = Promise.allSettled(['a', 'b'].map((name) => threads.run({ name, do: 'hang' })));
    await threads.close();
    const late = await Promise.allSettled([threads.run({ name: 'c' })]);
    for (const one of [...(await all), ...late]) expect(one).toMatchObject({ reason: { fault: { kind: 'closed' } } });
  });

  it('does not keep the process alive while its threads are idle', () => {
    const module = new URL('./thread-pool.ts', import.meta.url).href;
    const text = `import { ThreadPool } from ${JSON.stringify(module)};
      const pool = new ThreadPool({ program: new URL(process.argv[1]), failed: (_, { error }) => error },
        { threads: 1, memory: {}, deadlineMs: 60_000 });
      pool.warm();
      console.log((await pool.run({ name: 'done' })).name);`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', text, program.href], {
      timeout: HANG_MS,
    });
    expect(output.toString().trim()).toBe('done');
  });
});

function bound(threads: ThreadPool<Task, Reply>): { readonly run: (task: Task) => Promise<Reply> } {
  return { run: (task) => threads.run(task) };
}
