// The stores that end-to-end tests run on: SQLite in a folder, and the memory of the process.
import { afterAll, beforeAll, describe } from 'vitest';
import type { StoreKind } from '../../src/store/port.ts';
import { more } from './how-long.ts';

export const stores: readonly StoreKind[] = ['sqlite', 'memory'];
let current: StoreKind = 'sqlite';

/**
 * As `describe`, once on each store: in `npm test` on SQLite, in `npm run test:more` in memory. Not for tests of files, processes and
 * SQL, nor of runs and search, which the store in memory does not keep.
 */
export function onEachStore(name: string, tests: () => void): void {
  for (const kind of stores)
    describe(`${name} (store: ${kind})`, kind === 'memory' ? more : {}, () => {
      beforeAll(() => {
        current = kind;
      });
      afterAll(() => {
        current = 'sqlite';
      });
      tests();
    });
}

/** The store that the test at hand runs on: SQLite outside of `onEachStore`. */
export function storeNow(): StoreKind {
  return current;
}
