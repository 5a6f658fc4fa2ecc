// Takes away what is half done when a signal ends the process; what SIGKILL leaves behind the next run removes (C6).
import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const halfDone = new Set<string>();

/** Removes a file or folder when the process is ended by a signal without another listener; until the returned function is called. */
export function removeAtDeath(path: string): () => void {
  if (halfDone.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  halfDone.add(path);
  return () => {
    if (!halfDone.delete(path) || halfDone.size > 0) return;
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

function end(signal: NodeJS.Signals): void {
  // Another listener decides whether the work goes on.
  if (process.listenerCount(signal) > 1) return;
  for (const path of halfDone) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // It stays, as after SIGKILL.
    }
  }
  for (const one of SIGNALS) process.off(one, end);
  process.kill(process.pid, signal);
}
