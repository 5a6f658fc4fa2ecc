// Opens the store that settings name: the way into the engines, which nobody outside this room knows.
import { openMemoryStore } from './memory/store.ts';
import type { Store, StoreSettings } from './port.ts';
import { openSqliteStore } from './sqlite/store.ts';

/** Nothing is read or made, and nothing of the engine is loaded, before a part of it is opened. */
export function openStore(settings: StoreSettings): Store {
  switch (settings.kind) {
    case 'sqlite':
      return openSqliteStore(settings.folder);
    case 'memory':
      return openMemoryStore(settings.folder);
  }
}
