// The limit of CPU: what computes is late by its own thread's time, and nothing else makes a task late.
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { more } from '../../test/support/how-long.ts';
import { type ThreadFault, ThreadPool } from './thread-pool.ts';

/** A thread that runs the code of each task, and replies with what that returns. */
const program = programOf(`
parentPort.on('message', async ({ code, gate }) => parentPort.postMessage(await eval('(async () => {' + code + '})()')));
parentPort.postMessage('ready');`);

interface Task {
  readonly code: string;
  readonly gate?: Int32Array | undefined;
}

let pool: ThreadPool<Task, unknown> | undefined;
const helpers: Worker[] = [];
afterEach(() => Promise.all([pool?.close(), ...helpers.splice(0).map((helper) => helper.terminate())]));

function programOf(text: string): URL {
  const source = `import { parentPort, workerData } from 'node:worker_threads';${text}`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

function opened(cpuMs: number, threads = 1): (code: string, gate?: Int32Array) => Promise<unknown> {
  const failed = (_: Task, { kind, isMachine, error }: ThreadFault) =>
    new Error(`${kind}, ${isMachine}: ${error.message}`);
  const work = { program, failed, mayGoAhead: () => true };
  pool = new ThreadPool(work, { threads, memory: { maxOldGenerationSizeMb: 256 }, cpuMs });
  const { run } = pool;
  return (code, gate) => run.call(pool, { code, gate });
}

/** Code that takes about N milliseconds of CPU. */
const burn = (n: number): string => `let x = 1; for (let n = ${n * 1.5e5}; n > 0; n--) x = (Math.imul(x, n) + n) | 0;`;

/** A thread that computes for ever. */
function busy(): void {
  helpers.push(new Worker(programOf('parentPort.postMessage(0); for (;;);')));
}

describe('FAULTS 68: a task that computes for longer than its limit is late', () => {
  const isLate = async (_: string, code: string): Promise<void> => {
    // On a machine so busy that the thread does not tell its CPU in time, that is what it is late by.
    await expect(opened(300)(code)).rejects.toThrow(/^late, false: it took longer than (0\.3 s of CPU|1\.8 s)$/);
  };
  it.each([
    ['a loop', 'for (;;);'],
    ['a loop that awaits', 'for (;;) await null;'],
    ['a regular expression that tries all ways', "/^(a+)+$/.test('a'.repeat(60) + 'b');"],
  ])('FAULTS 68: %s', isLate);
  it.each([
    ['a loop that lets others run', 'for (;;) await new Promise((go) => setImmediate(go));'],
    ['recursion', 'const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); f(60);'],
    ['garbage', 'for (let kept; ; kept = new Array(1000).fill(kept?.length));'],
    ['JSON, in pieces', "const text = JSON.stringify(Array(1e5).fill('word')); for (;;) JSON.parse(text);"],
    ['sorting', 'for (;;) Float64Array.from({ length: 1e5 }, (_, n) => -n).sort();'],
    [
      'text that grows and is thrown away',
      "for (let text = ''; ; text = text.length > 1e6 ? '' : text + text.length);",
    ],
    [
      'a digest',
      "const { createHash } = await import('node:crypto'); for (;;) createHash('sha256').update('x'.repeat(1e5)).digest();",
    ],
  ])('FAULTS 68: %s', more, isLate);
});

describe('FAULTS 68: a task is not late for what else takes time', () => {
  it('the sum of many tasks of one thread', async () => {
    const run = opened(1_500);
    for (let nth = 0; nth < 8; nth++) expect(await run(`${burn(100)} return x === 0.5 ? x : ${nth}`)).toBe(nth);
  });

  it('a task before it that took nearly all of its own limit, and those sent ahead', async () => {
    const run = opened(1_500);
    expect(await Promise.all([300, 300, 300].map((ms) => run(`${burn(ms)} return x === 0.5 ? x : 1`)))).toEqual([
      1, 1, 1,
    ]);
  });

  it('other threads that compute, more of them than there are cores', async () => {
    for (let nth = 0; nth < 4; nth++) busy();
    const run = opened(3_000, 2);
    expect(await Promise.all([1, 2].map((n) => run(`${burn(300)} return x === 0.5 ? x : ${n}`)))).toEqual([1, 2]);
  });

  it('rest, for far longer than the limit', more, async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const rests = opened(700)('await Atomics.waitAsync(gate, 0, 0).value; return 1', gate);
    await elsewhere(3_000, gate);
    expect(await rests).toBe(1);
  });

  it('a process that is stopped for far longer than the limit, and hears the reply only then', more, async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const run = opened(300);
    await run('return 0');
    const rests = run('await Atomics.waitAsync(gate, 0, 0).value; return 1', gate);
    void elsewhere(4_000, gate);
    // This thread hears nothing until the other one is done.
    Atomics.wait(gate, 0, 0);
    expect(await rests).toBe(1);
  });
});

/** Takes this much CPU in a thread of its own, and opens the gate then. */
function elsewhere(ms: number, gate: Int32Array): Promise<unknown> {
  const helper = new Worker(
    programOf(`${burn(ms)} Atomics.store(workerData, 0, 1); Atomics.notify(workerData, 0); parentPort.postMessage(1);`),
    { workerData: gate },
  );
  helpers.push(helper);
  return new Promise((resolve) => helper.once('message', resolve));
}
