// Opens the store at an address: the only way into the engines.
import type { StoreAddress } from '../core/store-address.ts';
import type { Store } from './port.ts';
import { openSqliteStore } from './sqlite/store.ts';

/** The store at an address. Nothing is read, made or loaded before a part of it is opened. */
export function openStore(address: StoreAddress): Store {
  switch (address.kind) {
    case 'sqlite':
      return openSqliteStore(address.folder);
  }
}
