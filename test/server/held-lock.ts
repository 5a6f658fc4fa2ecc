// Somebody else's transaction holds the write lock of a server's data while a caller asks for a change: others are answered all the same.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { dataFile } from '../support/data-file.ts';
import { until } from '../support/until.ts';
import type { TestServer } from './open.ts';

/** What a caller gets. */
export interface Changed {
  readonly status: number;
  readonly text: string;
}

export interface HeldLock extends Disposable {
  /**
   * Calls while the lock is held, and releases it only when others have been answered; returns what the caller gets then. The server
   * shares the thread of the test, so a write of its own thread can only wait in vain: it blocks the release it waits for. Such a call,
   * and one that waited in a thread for longer than that may, is made again.
   */
  during(call: () => Promise<Changed>): Promise<Changed>;
  /** Holds the lock for a task. */
  hold<T>(task: () => Promise<T>): Promise<T>;
  /** Leaves a run as one that was paused by a process that has ended. */
  leavePaused(run: number): void;
  /** Resolves when no run is under way: what runs settle is written by the server's own thread. */
  noRun(): Promise<void>;
}

/** Of the process, of the API and of a page: the latter read the store. */
const LOOKS = ['/healthz', '/admin/v1/runs', '/requests'];
const ROUNDS = 6;
/** What SQLite calls a lock that was not released in time, and the page about the robot. */
const IN_VAIN = /database is locked|could not be kept just now/;

/** A lock on the data of a server. */
export function openHeldLock({ address, folder }: TestServer): HeldLock {
  const db = new DatabaseSync(dataFile(join(folder, '.docent')), { timeout: 5_000 });
  const look = async (): Promise<void> => {
    for (const path of LOOKS) {
      const response = await fetch(`${address}${path}`);
      await response.arrayBuffer();
      expect(response.status, path).toBe(200);
    }
  };
  const underWay = db.prepare(
    'SELECT 1 FROM owner UNION ALL SELECT 1 FROM runs WHERE ended_at IS NULL OR announced IS NOT ended_at',
  );
  const hold = async <T>(task: () => Promise<T>): Promise<T> => {
    db.exec('BEGIN IMMEDIATE');
    return task().finally(() => db.exec('ROLLBACK'));
  };
  return {
    hold,
    during: (call) =>
      until(async () => {
        // Threads that the last call has ended are started again before.
        await look();
        const { calling } = await hold(async () => {
          const calling = call();
          calling.catch(() => {}); // thrown below
          for (let round = 0; round < ROUNDS; round++) await look();
          return { calling };
        });
        const changed = await calling;
        return IN_VAIN.test(changed.text) ? undefined : changed;
      }),
    leavePaused(run) {
      db.exec(`UPDATE providers SET ended = 0 WHERE id = (SELECT provider FROM runs WHERE id = ${run});
        UPDATE runs SET wish = 'pause', ended_at = NULL, complete = 0 WHERE id = ${run}`);
    },
    noRun: async () => void (await until(() => underWay.get() === undefined)),
    [Symbol.dispose]: () => db.close(),
  };
}
