// The histories' interface to an engine: how its files are loaded, opened, read and written beside it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { urlKey } from '../../src/core/url/key.ts';
import { requestedUrl } from '../../src/core/url/requested.ts';
import type { Ledger, LedgerReader } from '../../src/frontier/port.ts';
import { type TestClock, type TimedLedger, timed } from '../../src/frontier/port-words.contract.ts';
import { surfaceKeys } from '../../src/search/decide/near-words.ts';
import type { WatchReader } from '../../src/watch/port.ts';
import { providerNames } from './world.ts';

/** The watch port of a folder; that of an earlier engine returns no promises. */
interface Watched {
  readonly reader: WatchReader;
  close(): unknown;
}

/** A reader of a folder; lists of an earlier engine hold records. */
type Reading = Omit<LedgerReader, 'records'> & Partial<Pick<LedgerReader, 'records'>>;

/** A SQLite engine, of this checkout or of an earlier commit. */
export interface Engine {
  /** Opens the ledger of a folder. */
  open(folder: string, now: number): HistoryLedger;
  /** Adds a seed as another process would. */
  addSeed(folder: string, provider: string, url: string): Promise<void>;
  reader(folder: string): Reading;
  watch(folder: string): Watched;
  /** A connection to the tables themselves. */
  tables(folder: string): DatabaseSync;
  /** How a key is written in the tables. */
  digestOf(key: string): Uint8Array;
}

/** How engines before the move of the rules are opened: their acts name their time, and the rules of changes are passed to them. */
type OpenBefore = (folder: string, now: number, rules: object) => HistoryLedger;

/** Histories last for days, and renew no lease. */
const FOR_EVER = 10 ** 12;

/** A ledger whose acts name their time, whose inbox is one act and who counts seeds that failed, as the earlier engines do. */
export type HistoryLedger = Omit<TimedLedger, 'inbox' | 'seeds'> & {
  inbox(): Promise<readonly object[]>;
  failedSeeds(provider: string): Promise<number>;
};

/** What earlier engines call back for: how a URL is requested, and by which keys a word is found. */
interface CallingBack {
  refreshIndex(most: number, keysOf: typeof surfaceKeys, only?: 'words'): Promise<number>;
  respell(provider: string, requested: (url: string) => { readonly url: string; readonly key: string }): Promise<void>;
}

/** The acts of an engine that calls back, with rules in place of functions. */
function actsOfRules(ledger: CallingBack): Pick<Ledger, 'refreshIndex' | 'respell'> {
  return {
    refreshIndex: (most, only) => ledger.refreshIndex(most, surfaceKeys, only),
    async respell(provider, policy) {
      await ledger.respell(provider, (url) => ({ url: requestedUrl(url, policy), key: urlKey(url, policy) }));
      return undefined;
    },
  };
}

/** A ledger of today, called as the earlier ones are; `callsBack`: one of an engine that takes functions. */
export function timedFor(ledger: Ledger, clock: TestClock, callsBack = false): HistoryLedger {
  const acts = timed(ledger, clock);
  const lease = (count: number, now: number) => acts.lease(count, now, { lifetimeMs: FOR_EVER });
  const failedSeeds = async (provider: string) => (await ledger.seeds(provider)).failed;
  const rules = callsBack ? actsOfRules(ledger as unknown as CallingBack) : {};
  const before = { lease, inbox: inboxBefore(ledger), ...('seeds' in ledger && { failedSeeds }), ...rules };
  return new Proxy(acts, {
    get: (target, name) => Reflect.get(Object.hasOwn(before, name) ? before : target, name),
  }) as unknown as HistoryLedger;
}

/** The inbox as it was: what came since the last call is returned, and what that call returned is removed. */
function inboxBefore({ inbox }: Ledger): HistoryLedger['inbox'] {
  let answered: readonly number[] = [];
  return async () => {
    const items = (await inbox.seeds(providerNames)).filter(({ id }) => !answered.includes(id));
    await inbox.takenUp(answered);
    answered = items.map(({ id }) => id);
    return items.map(({ provider, url }) => ({ kind: 'seed', provider, url }));
  };
}

type OpenLedgerReader = typeof import('../../src/store/sqlite/pages/reader.ts')['openLedgerReader'];

/** The reader's module; earlier engines call the function `openReader`. */
interface Readers {
  readonly openLedgerReader?: OpenLedgerReader;
  readonly openReader?: OpenLedgerReader;
}

/** Loads the engine whose sources are in a folder. */
export async function loadEngine(sources: string): Promise<Engine> {
  // In earlier engines all files lie in one folder, with today's folder in some of their names.
  const load = async <T>(path: string, before = path): Promise<T> => {
    const here = existsSync(join(sources, path)) ? path : before;
    return (await import(pathToFileURL(join(sources, here)).href)) as T;
  };
  const { openLedger } = await load<typeof import('../../src/store/sqlite/frontier/ledger.ts')>(
    'store/sqlite/frontier/ledger.ts',
    'store/sqlite/frontier/ledger.ts',
  );
  const { openReader, openLedgerReader = openReader } = await load<Readers>(
    'store/sqlite/pages/reader.ts',
    'store/sqlite/pages/reader.ts',
  );
  const { openSideWriter } = await load<typeof import('../../src/store/sqlite/frontier/side-writer.ts')>(
    'store/sqlite/frontier/side-writer.ts',
    'store/sqlite/frontier/side-writer.ts',
  );
  const { openWatch } = await load<typeof import('../../src/store/sqlite/watch/open.ts')>(
    'store/sqlite/watch/open.ts',
    'store/sqlite/watch/open.ts',
  );
  const { digestOf } = await load<typeof import('../../src/store/sqlite/digest.ts')>('store/sqlite/digest.ts');
  const { FILE } = await load<typeof import('../../src/store/sqlite/folder.ts')>('store/sqlite/folder.ts');
  const isBefore = existsSync(join(sources, 'watch/page-change.ts'));
  const callsBack = !existsSync(join(sources, 'search/decide/near-words.ts'));
  const rulesIn = isBefore ? 'watch' : 'core';
  const { pageChangeKind } = await load<typeof import('../../src/core/page-change.ts')>(`${rulesIn}/page-change.ts`);
  const { sectionChanges } = await load<typeof import('../../src/core/sections.ts')>(`${rulesIn}/sections.ts`);
  const rules = { kindOf: pageChangeKind, sectionsOf: sectionChanges };
  const open = (folder: string, now: number): HistoryLedger => {
    if (isBefore) return (openLedger as unknown as OpenBefore)(folder, now, rules);
    const clock = { now };
    return timedFor(
      openLedger(folder, () => clock.now),
      clock,
      callsBack,
    );
  };
  return {
    open,
    async addSeed(folder, provider, url) {
      const writer = openSideWriter(folder);
      await writer.addSeed(provider, url);
      await writer.close();
    },
    reader: (folder) => (openLedgerReader as OpenLedgerReader)(folder),
    watch: (folder) => openWatch(folder),
    tables: (folder) => new DatabaseSync(join(folder, FILE), { readOnly: true }),
    digestOf,
  };
}
