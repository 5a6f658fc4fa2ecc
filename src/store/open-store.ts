// Opens the store that settings name: the only way into the engines.
import type { Store, StoreSettings } from './port.ts';
import { openSqliteStore } from './sqlite/store.ts';

/** The store that settings name. Nothing is read, made or loaded before a part of it is opened. */
export function openStore(settings: StoreSettings): Store {
  switch (settings.kind) {
    case 'sqlite':
      return openSqliteStore(settings.folder);
  }
}
