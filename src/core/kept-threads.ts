// Threads of closed pools that had no work left: kept for a moment, so that the next pool of the same program need not start one.
import type { Worker } from 'node:worker_threads';

/** A thread without work, and whether its program has loaded all it needs. */
interface KeptThread {
  readonly worker: Worker;
  readonly isReady: boolean;
}

interface Kept {
  readonly worker: Worker;
  isReady: boolean;
  readonly timer: NodeJS.Timeout;
}

const kept = new Map<string, Kept>();

/**
 * Keeps a thread for the next pool with this key, for at most this long; returns false where one is kept already. What the thread
 * posts or breaks of meanwhile concerns nobody: a thread that ends is forgotten.
 */
export function keepThread(key: string, { worker, isReady }: KeptThread, ms: number): boolean {
  if (kept.has(key)) return false;
  const forget = (): void => {
    if (kept.get(key)?.worker === worker) drop(key);
  };
  const timer = setTimeout(() => {
    forget();
    void worker.terminate();
  }, ms);
  timer.unref();
  const entry: Kept = { worker, isReady, timer };
  unheard(worker);
  worker.on('message', () => {
    entry.isReady = true;
  });
  worker.on('error', forget);
  worker.on('exit', forget);
  worker.unref();
  kept.set(key, entry);
  return true;
}

/** The thread that was kept with this key, which is the caller's from now on. */
export function takeThread(key: string): KeptThread | undefined {
  const entry = drop(key);
  if (entry !== undefined) unheard(entry.worker);
  return entry;
}

function drop(key: string): Kept | undefined {
  const entry = kept.get(key);
  clearTimeout(entry?.timer);
  kept.delete(key);
  return entry;
}

/** Takes the owner's listeners away; others are Node's own. */
function unheard(worker: Worker): void {
  for (const event of ['message', 'messageerror', 'error', 'exit']) worker.removeAllListeners(event);
}
