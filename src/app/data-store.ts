// The store of a data folder: the place of the app that chooses its engine.
import { DocentError } from '../core/errors.ts';
import { openStore } from '../store/open-store.ts';
import type { Store, StoreKind, StorePart, StoreSettings } from '../store/port.ts';
import type { Watch } from '../watch/port.ts';

/** The settings by which a folder's store is opened, here or in another thread; `kind` is the option `store`. */
export function storeSettings(folder: string, kind: StoreKind): StoreSettings {
  return { kind, folder };
}

/** The store of a folder, as an absolute path; nothing is read or made before a part of it is opened. */
export function storeIn(folder: string, kind: StoreKind): Store {
  return openStore(storeSettings(folder, kind));
}

/** Watches a store for one task. Throws as `Store.openWatch`, and what the task throws. */
export async function withWatch<T>(store: Store, task: (watch: Watch) => Promise<T>): Promise<T> {
  const watch = await store.openWatch();
  try {
    return await task(watch);
  } finally {
    await watch.close();
  }
}

/** Throws DOC_CONFIG for a store that does not keep this; nothing is opened. */
export function checkKept(store: Store, part: StorePart): void {
  const lack = store.lacks?.[part];
  if (lack !== undefined) throw new DocentError('DOC_CONFIG', lack);
}

/** Opens what not every store can do. Throws DOC_CONFIG for one that cannot, `what` naming it. */
export function openCapability<T>(open: (() => Promise<T>) | undefined, what: string): Promise<T> {
  if (open === undefined)
    throw new DocentError('DOC_CONFIG', `${what} is not possible with this store; use store: sqlite`);
  return open();
}
