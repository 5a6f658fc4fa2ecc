// The store of a data folder: the place of the app that chooses its engine.

import type { StoreAddress } from '../core/store-address.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/port.ts';
import type { Watch } from '../watch/port.ts';

/** The settings by which a folder's store is opened, here or in another thread. The option `store`, where it is a path, is that folder. */
export function storeSettings(folder: string, _store: string): StoreAddress {
  return { kind: 'sqlite', folder };
}

/** The store of a folder, as an absolute path; nothing is read or made before a part of it is opened. */
export function storeIn(folder: string, store: string): Store {
  return openStore(storeSettings(folder, store));
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
