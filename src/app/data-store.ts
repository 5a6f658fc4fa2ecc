// The store of a data folder: the place of the app that says which engine keeps it.
import { DocentError } from '../core/errors.ts';
import { openStore } from '../store/open-store.ts';
import type { Store, StoreSettings } from '../store/port.ts';

/** The settings by which a folder's store is opened, here or in another thread. */
export function storeSettings(folder: string): StoreSettings {
  return { kind: 'sqlite', folder };
}

/** The store of a folder, as an absolute path; nothing is read or made before a part of it is opened. */
export function storeIn(folder: string): Store {
  return openStore(storeSettings(folder));
}

/** Opens what not every store can do. Throws DOC_USAGE for one that cannot, `what` naming it. */
export function openCapability<T>(open: (() => Promise<T>) | undefined, what: string): Promise<T> {
  if (open === undefined) throw new DocentError('DOC_USAGE', `${what} is not possible with this store`);
  return open();
}
