// A limit for the CPU that a thread takes: on a busy machine a task takes longer, and is not late for it.
import type { Worker } from 'node:worker_threads';
import { machineFault } from './machine-fault.ts';

/** When a task is looked at first, as a share of its limit: most have ended by then. */
const FIRST = 0.1;
const LEAST_WAIT_MS = 20;
/** A thread that does not tell its CPU for six times the limit is late: before Node.js 24.6 none can, later one in a long statement of SQLite. */
const MOST_SILENT = 6;
/** A thread that neither replies nor uses its limit for sixty times as long does not run: this machine is at fault. */
const MOST_IDLE = 60;

/** Calls `late` once the thread has taken this much CPU from now on. Returns a function that ends the limit. */
export function limitCpu(worker: Worker, ms: number, late: (error: Error) => void): () => void {
  // Counted as waited for, not by the clock: a process that was stopped or blocked for a while hears first what came meanwhile.
  let waited = 0;
  let before: number | undefined;
  let next: NodeJS.Timeout | undefined;
  let silent: NodeJS.Timeout | undefined;
  let isOver = false;

  function stop(): void {
    isOver = true;
    clearTimeout(next);
    clearTimeout(silent);
  }
  function end(error: Error): void {
    stop();
    late(error);
  }
  function listen(times = MOST_SILENT): void {
    clearTimeout(silent);
    const why = new Error(`it took longer than ${seconds(ms * MOST_SILENT)}`);
    silent = setTimeout(() => (times > 1 ? listen(times - 1) : end(why)), ms);
  }
  async function look(): Promise<void> {
    const used = await cpuOf(worker);
    if (isOver || used === undefined) return;
    before ??= used;
    const left = ms - (used - before);
    if (left <= 0) return end(new Error(`it took longer than ${seconds(ms)} of CPU`));
    if (waited > ms * MOST_IDLE)
      return end(machineFault('its thread does not run', new Error(`no reply in ${seconds(ms * MOST_IDLE)}`)));
    listen();
    const wait = Math.max(left, LEAST_WAIT_MS);
    waited += wait;
    next = setTimeout(look, wait);
  }

  next = setTimeout(look, ms * FIRST);
  listen();
  return stop;
}

/** The milliseconds of CPU that a thread has taken; undefined where it has ended, or Node.js is too old to tell. */
async function cpuOf(worker: Worker): Promise<number | undefined> {
  try {
    const used = await worker.cpuUsage?.();
    return used && (used.user + used.system) / 1_000;
  } catch {
    return undefined; // its `exit` tells more
  }
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}
