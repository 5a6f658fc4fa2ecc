// What the histories know of an engine: how its files are loaded, opened, read and written beside it; nothing else of them is used.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Ledger, LedgerReader } from '../../src/frontier/port.ts';
import type { ChangeRules, WatchReader } from '../../src/watch/port.ts';

/** A SQLite engine, of this checkout or of an earlier commit. */
export interface Engine {
  /** Opens the ledger of a folder; without rules, changes of pages are not kept. */
  open(folder: string, now: number, withRules: boolean): Ledger;
  /** As another process would. */
  addSeed(folder: string, provider: string, url: string): Promise<void>;
  reader(folder: string): LedgerReader;
  watch(folder: string): { readonly reader: WatchReader; close(): void };
  /** A connection to the tables themselves. */
  tables(folder: string): DatabaseSync;
  /** How a key is written in the tables. */
  digestOf(key: string): Uint8Array;
}

/** Loads the engine whose sources are in a folder. */
export async function loadEngine(sources: string): Promise<Engine> {
  const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(join(sources, path)).href)) as T;
  const { openLedger } = await load<typeof import('../../src/store/sqlite/ledger.ts')>('store/sqlite/ledger.ts');
  const { openReader, openSideWriter } =
    await load<typeof import('../../src/store/sqlite/reader.ts')>('store/sqlite/reader.ts');
  const { openWatch } = await load<typeof import('../../src/store/sqlite/watch-open.ts')>('store/sqlite/watch-open.ts');
  const { digestOf } = await load<typeof import('../../src/store/sqlite/digest.ts')>('store/sqlite/digest.ts');
  const { FILE } = await load<typeof import('../../src/store/sqlite/folder.ts')>('store/sqlite/folder.ts');
  const { pageChangeKind } = await load<typeof import('../../src/watch/page-change.ts')>('watch/page-change.ts');
  const { sectionChanges } = await load<typeof import('../../src/watch/sections.ts')>('watch/sections.ts');
  const rules: ChangeRules = { kindOf: pageChangeKind, sectionsOf: sectionChanges };
  return {
    open: (folder, now, withRules) => openLedger(folder, now, withRules ? rules : undefined),
    async addSeed(folder, provider, url) {
      const writer = openSideWriter(folder);
      await writer.addSeed(provider, url);
      await writer.close();
    },
    reader: (folder) => openReader(folder),
    watch: (folder) => openWatch(folder),
    tables: (folder) => new DatabaseSync(join(folder, FILE), { readOnly: true }),
    digestOf,
  };
}
