// Opens parts of a store without waiting, for callers that promise to throw at once; the engine is loaded with this file.
import type { StoreAtOnce, StoreSettings } from './port.ts';
import { openSqliteAtOnce } from './sqlite/at-once.ts';

/** The store, without reading or making anything before a part of it is opened. */
export function openAtOnce(settings: StoreSettings): StoreAtOnce {
  switch (settings.kind) {
    case 'sqlite':
      return openSqliteAtOnce(settings.folder);
  }
}
