// What the operator wants of a run, kept in its record by a process that has nothing to do with it.
import type { RunWish } from '../../frontier/port-runs.ts';
import type { Store } from '../../store/port.ts';

/** Keeps the wish for a run of any process; the one that works on it follows it. */
export async function keepRunWish(store: Store, run: number, wish: RunWish): Promise<void> {
  const side = await store.openSideWriter();
  await side.setWish(run, wish).finally(() => side.close());
}
