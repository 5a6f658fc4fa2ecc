// The side of a thread that runs tasks: the name of a task and its arguments in, plain data out.
import { parentPort, workerData } from 'node:worker_threads';
import { loadSettings } from '../../settings.ts';
import { openPlace } from '../place.ts';
import type { ReadPlace } from './reads/read-place.ts';
import type { TaskInput, TaskReply, TaskTable, ThreadTask } from './task-threads.ts';
import { errorData } from './thread-errors.ts';

/** Runs the tasks that this thread is sent, as `openTaskThreads` sends them, until the thread is ended. */
export function serveTasks(table: TaskTable): void {
  const { settings: input, at } = workerData as TaskInput;
  const config = { path: input.config ?? '', text: input.text ?? '' };
  let place: ReadPlace | undefined;

  async function reply({ name, args }: ThreadTask): Promise<TaskReply> {
    try {
      place ??= { ...openPlace({ ...loadSettings(input), ...at }), config };
      // Tasks take the arguments that their name stands for.
      const task = table[name] as (place: ReadPlace, args: unknown) => Promise<unknown>;
      return { value: await task(place, args) };
    } catch (error) {
      return { error: errorData(error) };
    }
  }

  parentPort?.on('message', async (task: ThreadTask) => parentPort?.postMessage(await reply(task)));
  parentPort?.postMessage('ready');
}
