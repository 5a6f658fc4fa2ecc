// F5: what Ctrl-C and a termination signal do to a run, here and in another process, with a terminal and without.
import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnywhereRun } from '../../../app/crawl/run-anywhere.ts';
import { type Keys, stopOnSignals } from './stop-signals.ts';

interface Scene {
  /** What was done to the run, in order. */
  readonly acts: string[];
  /** The lines that were printed. */
  readonly remarks: string[];
  readonly terminal: Terminal;
  readonly run: { where: AnywhereRun['where']; stopRun: AnywhereRun['stopRun'] };
  readonly release: () => void;
}

/** A terminal at which a test presses keys. */
class Terminal extends EventEmitter implements Keys {
  readonly isTTY: boolean;
  isRaw = false;
  isRead = false;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  setRawMode(on: boolean): void {
    this.isRaw = on;
  }

  override once(event: 'data', listener: (data: string) => void): this {
    return super.once(event, listener);
  }

  resume(): void {
    this.isRead = true;
  }

  pause(): void {
    this.isRead = false;
  }

  press(key: string): void {
    this.emit('data', key);
  }
}

const ELSEWHERE = { kind: 'elsewhere', pid: 42 } as const;
const scenes: Scene[] = [];

function scene(where: AnywhereRun['where'], isTTY = true): Scene {
  const acts: string[] = [];
  const remarks: string[] = [];
  const terminal = new Terminal(isTTY);
  const run = {
    where,
    stop: () => void acts.push('stop'),
    stopRun: async () => void acts.push('stopRun'),
  };
  const release = stopOnSignals(run, { remark: (line) => void remarks.push(line) }, terminal);
  const made = { acts, remarks, terminal, run, release };
  scenes.push(made);
  return made;
}

afterEach(() => {
  vi.restoreAllMocks();
  for (const { release } of scenes.splice(0)) release();
});

/** As the system does it: the handlers of this process hear of it. */
function signal(name: 'SIGINT' | 'SIGTERM'): void {
  process.emit(name, name);
}

const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a signal to a run of this process', () => {
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    it(`F5: ${name} stops it, the second ends the process with 130`, () => {
      const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
      const { acts, remarks } = scene({ kind: 'here' });
      signal(name);
      expect([acts, remarks.length, exit.mock.calls]).toEqual([['stop'], 1, []]);
      signal(name);
      expect([acts, remarks.length, exit.mock.calls]).toEqual([['stop', 'stop'], 1, [[130]]]);
    });

  it('F5: has no listener any more once it is over', () => {
    const { acts, release } = scene({ kind: 'here' });
    const before = process.listenerCount('SIGINT');
    release();
    expect(process.listenerCount('SIGINT')).toBe(before - 1);
    process.emit('SIGTERM', 'SIGTERM');
    expect(acts).toEqual([]);
  });
});

describe('Ctrl-C while a run of another process is followed', () => {
  for (const [key, what, acts, last] of [
    ['f', 'stops following it', ['stop'], /process 42 goes on with the run/],
    ['F', 'stops following it', ['stop'], /process 42 goes on with the run/],
    ['\u0003', 'stops following it', ['stop'], /process 42 goes on with the run/],
    ['s', 'stops the run', ['stopRun'], /the run stops after what is in flight/],
    ['x', 'changes nothing', [], /following it/],
  ] as const)
    it(`C4: asks, and the key ${JSON.stringify(key)} ${what}`, async () => {
      const { acts: done, remarks, terminal } = scene(ELSEWHERE);
      signal('SIGINT');
      expect(remarks).toEqual([
        expect.stringMatching(/in process 42: press f to stop following it, s to stop the run/),
      ]);
      expect([done, terminal.isRaw, terminal.isRead]).toEqual([[], true, true]);
      terminal.press(key);
      await heard();
      expect(done).toEqual(acts);
      expect(remarks.at(-1)).toMatch(last);
      expect([terminal.isRaw, terminal.isRead]).toEqual([false, false]);
    });

  it('C4: asks again the next time', async () => {
    const { acts, remarks, terminal } = scene(ELSEWHERE);
    for (const key of ['x', 'f']) {
      signal('SIGINT');
      terminal.press(key);
      await heard();
    }
    expect(acts).toEqual(['stop']);
    expect(remarks.filter((line) => line.includes('press f'))).toHaveLength(2);
  });

  it('C4: stops following without a question where there is no terminal', async () => {
    const { acts, remarks, terminal } = scene({ kind: 'elsewhere', pid: undefined }, false);
    signal('SIGINT');
    await heard();
    expect(acts).toEqual(['stop']);
    expect(remarks).toEqual([expect.stringContaining('another process goes on with the run')]);
    expect(terminal.listenerCount('data')).toBe(0);
  });

  it('C4: SIGTERM stops following without a question: nobody may be there to answer', async () => {
    const { acts, terminal } = scene(ELSEWHERE);
    signal('SIGTERM');
    await heard();
    expect([acts, terminal.isRaw]).toEqual([['stop'], false]);
  });

  it('C4: SIGTERM during the question stops following, and restores the terminal', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const { acts, remarks, terminal } = scene(ELSEWHERE);
    signal('SIGINT');
    signal('SIGTERM');
    await heard();
    expect([acts, exit.mock.calls]).toEqual([['stop'], []]);
    expect(remarks.at(-1)).toMatch(/process 42 goes on with the run/);
    expect([terminal.isRaw, terminal.isRead, terminal.listenerCount('data')]).toEqual([false, false, 0]);
  });

  it('C4: a run that ends during the question restores the terminal, and nothing is done to it', async () => {
    const { acts, remarks, terminal, release } = scene(ELSEWHERE);
    signal('SIGINT');
    release();
    await heard();
    expect([terminal.isRaw, terminal.isRead, terminal.listenerCount('data')]).toEqual([false, false, 0]);
    expect([acts, remarks.length]).toEqual([[], 1]);
  });

  it('C4: reports that the run cannot be stopped', async () => {
    const { remarks, terminal, run } = scene(ELSEWHERE);
    run.stopRun = () => Promise.reject(new Error('the disk is full'));
    signal('SIGINT');
    terminal.press('s');
    await heard();
    expect(remarks.at(-1)).toBe('the run could not be stopped: the disk is full');
  });

  it('F5: a run that has come back meanwhile is stopped as one of this process', async () => {
    const { acts, remarks, run } = scene(ELSEWHERE);
    run.where = { kind: 'here' };
    signal('SIGINT');
    expect([acts, remarks.at(-1)]).toEqual([['stop'], expect.stringContaining('press Ctrl-C again')]);
  });
});
