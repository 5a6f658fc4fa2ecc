// Long work in threads: the server responds to others meanwhile.
import { threadProgram } from '../../../core/thread-program.ts';
import { openTaskThreads, type TaskInput, type TaskThreads } from '../task-threads.ts';
import type { works } from './works.ts';

export type { Removal } from './forget-works.ts';

/** Works on one data folder, in threads. */
export type Works = TaskThreads<typeof works>;

/** One removal and one backup at a time, and a thread that is free for what is short. */
const BOUNDS = Object.freeze({
  threads: 3,
  deadlineMs: 3_600_000,
  startMs: 15_000,
  mostWaiting: 100,
  memory: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512, stackSizeMb: 2 },
});

/** Working threads on one folder. */
export function createWorks(input: TaskInput): Works {
  return openTaskThreads<typeof works>({
    ...input,
    program: threadProgram('./work-worker', import.meta.url),
    bounds: BOUNDS,
  });
}
