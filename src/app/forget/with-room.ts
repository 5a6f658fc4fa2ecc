// A task that needs the store to itself, beside a server that crawls into it.
import { DocentError } from '../../core/errors.ts';
import type { Neighbours } from '../../store/port-neighbours.ts';

/**
 * Runs the task. Where it throws DOC_STORE_BUSY because a server of another process crawls there, the server leaves the store, the task
 * runs once more, and the server goes on. Throws what the task throws.
 */
export async function withRoom<T>(neighbours: Neighbours, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    const isBusy = error instanceof DocentError && error.code === 'DOC_STORE_BUSY';
    const room = isBusy ? await neighbours.requestRoom() : undefined;
    if (room === undefined) throw error;
    try {
      return await task();
    } finally {
      await room.leave();
    }
  }
}
