// The stores that end-to-end tests run on: SQLite in a folder, and the memory of the process.
import { afterAll, beforeAll, describe } from 'vitest';
import type { StoreKind } from '../../src/store/port.ts';

export const stores: readonly StoreKind[] = ['sqlite', 'memory'];
let current: StoreKind = 'sqlite';

/**
 * As `describe`, once on each store. Not for tests of files, processes and SQL, nor of runs and search, which the store in memory
 * does not keep.
 */
export function onEachStore(name: string, tests: () => void): void {
  onStores(stores, name, tests);
}

/** As `onEachStore`, for rules that store nothing of their own: in `npm test` on SQLite alone, in `npm run test:stores` on each. */
export function onAnyStore(name: string, tests: () => void): void {
  onStores(process.env.DOCENT_TEST_STORES === 'all' ? stores : ['sqlite'], name, tests);
}

function onStores(kinds: readonly StoreKind[], name: string, tests: () => void): void {
  for (const kind of kinds)
    describe(`${name} (store: ${kind})`, () => {
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
