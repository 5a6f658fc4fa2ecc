// Threads kept from one pool to the next: who gets them, for how long, and what becomes of those that break.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { HANG_MS } from '../../test/support/until.ts';
import { ThreadPool, type ThreadWork } from './thread-pool.ts';

interface Reply {
  readonly thread: number;
  readonly had: number;
}

function programOf(body: string): URL {
  const source = `import { parentPort, threadId } from 'node:worker_threads';
    let had = 0;
    parentPort.on('message', (task) => { ${body}; parentPort.postMessage({ thread: threadId, had: ++had }); });
    parentPort.postMessage('ready');`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

let programs = 0;

/** Pools of a program that no other test has. */
function pools(
  keptMs: number | undefined,
): (more?: Partial<ThreadWork<string>>, memoryMb?: number) => ThreadPool<string, Reply> {
  const program = programOf(`if (task === 'hang') for (;;); if (task === 'die') process.exit(3); ${++programs}`);
  return (more = {}, memoryMb = 24) =>
    new ThreadPool<string, Reply>(
      { program, failed: (_, { error }) => error, ...more },
      { threads: 1, memory: { maxOldGenerationSizeMb: memoryMb }, keptMs, deadlineMs: 600_000 },
    );
}

describe('the thread of a closed pool', () => {
  it('serves the next pool of the same program, data and memory', async () => {
    const open = pools(600_000);
    const first = open();
    const { thread } = await first.run('a');
    await first.close();
    const second = open();
    expect(await second.run('b')).toEqual({ thread, had: 2 });
    await second.close();
  });

  it('does not serve one of other data or memory', async () => {
    const open = pools(600_000);
    const first = open();
    const { thread } = await first.run('a');
    await first.close();
    for (const other of [open({ data: 'other' }), open({}, 32)]) {
      expect((await other.run('b')).thread).not.toBe(thread);
      await other.close();
    }
  });

  it('ends with its pool where nothing is to be kept', async () => {
    const open = pools(undefined);
    const first = open();
    const { thread } = await first.run('a');
    await first.close();
    const second = open();
    expect((await second.run('b')).thread).not.toBe(thread);
    await second.close();
  });

  it('ends where it had work, and that is rejected', async () => {
    const open = pools(600_000);
    const first = open();
    const { thread } = await first.run('a');
    const hanging = first.run('hang');
    const ended = expect(hanging).rejects.toThrow('its threads were ended');
    await first.close();
    await ended;
    const second = open();
    expect((await second.run('b')).thread).not.toBe(thread);
    await second.close();
  });

  it('is kept although it is still loading, and is waited for', async () => {
    const open = pools(600_000);
    const first = open();
    first.warm();
    await first.close();
    const second = open();
    expect(await second.run('b')).toMatchObject({ had: 1 });
    await second.close();
  });

  it('ends after its time, and one that breaks meanwhile is forgotten', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const open = pools(60_000);
      const first = open();
      const { thread } = await first.run('a');
      await first.close();
      vi.advanceTimersByTime(60_000);
      const second = open();
      const late = await second.run('b');
      expect(late.thread).not.toBe(thread);
      const dying = pools(60_000);
      const third = dying();
      const started = once(process, 'worker') as Promise<[Worker]>;
      const { thread: broken } = await third.run('a');
      const [worker] = await started;
      await third.close();
      worker.postMessage('die');
      await once(worker, 'exit');
      const fourth = dying();
      expect((await fourth.run('b')).thread).not.toBe(broken);
      await Promise.all([second.close(), fourth.close()]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps no process alive', () => {
    const module = new URL('./thread-pool.ts', import.meta.url).href;
    const text = `import { ThreadPool } from ${JSON.stringify(module)};
      const pool = new ThreadPool({ program: new URL(process.argv[1]), failed: (_, { error }) => error },
        { threads: 1, memory: {}, keptMs: 600_000 });
      await pool.run('a');
      await pool.close();
      console.log('done');`;
    const args = ['--input-type=module', '-e', text, programOf('').href];
    expect(execFileSync(process.execPath, args, { timeout: HANG_MS }).toString().trim()).toBe('done');
  });
});
