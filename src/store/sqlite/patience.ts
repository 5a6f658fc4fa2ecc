// Waiting for another connection's transaction without blocking the process, which SQLite's own waiting does: acts are tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import { DocentError } from '../../core/errors.ts';

/** Tries an act again, as long as it throws because another transaction is in the way; for no longer than it was made for. */
export type Patiently = <T>(act: () => T | Promise<T>) => Promise<T>;

const AGAIN_MS = 25;
const SQLITE_BUSY = 5;

/** Acts wait this long, on a connection whose `busy_timeout` is 0; with 0 they are tried once. */
export function patience(ms: number): Patiently {
  return async (act) => {
    for (const until = performance.now() + ms; ; await sleep(AGAIN_MS)) {
      try {
        return await act();
      } catch (error) {
        if (performance.now() >= until || !isLocked(error)) throw error;
      }
    }
  };
}

/** The same acts, done patiently. */
export function donePatiently<T extends object>(acts: T, patiently: Patiently): T {
  const entries = Object.entries(acts).map(([name, act]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]) => patiently(() => act(...args)),
  ]);
  // Each has the arguments and the result of the act in whose place it is.
  return Object.fromEntries(entries) as T;
}

function isLocked(error: unknown): boolean {
  const { errcode = 0 } = (error instanceof DocentError ? (error.cause as { errcode?: number }) : undefined) ?? {};
  return (errcode & 0xff) === SQLITE_BUSY;
}
