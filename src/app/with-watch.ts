// A store watched for one task.
import type { Store } from '../store/port.ts';
import type { Watch } from '../watch/port.ts';

/** Watches a store for one task. Throws as `Store.openWatch`, and what the task throws. */
export async function withWatch<T>(store: Store, task: (watch: Watch) => Promise<T>): Promise<T> {
  const watch = await store.openWatch();
  try {
    return await task(watch);
  } finally {
    await watch.close();
  }
}
