// Reads of the store in threads.
import { threadProgram } from '../../../core/thread-program.ts';
import { openTaskThreads, type TaskInput, type TaskThreads } from '../task-threads.ts';
import type { reads } from './reads.ts';

/** Reads of one data folder, in threads. */
export type Reads = TaskThreads<typeof reads>;

const BOUNDS = Object.freeze({
  threads: 2,
  deadlineMs: 20_000,
  startMs: 15_000,
  mostWaiting: 500,
  memory: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128, stackSizeMb: 2 },
});

/** Reading threads on one folder. */
export function createReads(input: TaskInput): Reads {
  return openTaskThreads<typeof reads>({
    ...input,
    program: threadProgram('./read-worker', import.meta.url),
    bounds: BOUNDS,
  });
}
