// Opens parts of a store without waiting, for callers that promise to throw at once; the engine is loaded with this file.
import type { StoreAddress } from '../core/store-address.ts';
import type { StoreAtOnce } from './port.ts';
import { openSqliteAtOnce } from './sqlite/at-once.ts';

/** The store, without reading or making anything before a part of it is opened. */
export function openAtOnce(address: StoreAddress): StoreAtOnce {
  switch (address.kind) {
    case 'sqlite':
      return openSqliteAtOnce(address.folder);
  }
}
