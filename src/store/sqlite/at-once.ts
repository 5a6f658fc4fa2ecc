// The parts of the embedded store that open without waiting.
import type { StoreAtOnce } from '../port.ts';
import { openCrawlLedger } from './frontier/crawl-ledger.ts';
import { knownSeeds } from './frontier/known-seeds.ts';
import { openLedgerReader } from './pages/reader.ts';

/** The store of a folder. */
export function openSqliteAtOnce(folder: string): StoreAtOnce {
  return {
    openLedger: (clock) => openCrawlLedger(folder, clock),
    openReader: (options) => openLedgerReader(folder, options),
    knownProviders: () => knownSeeds(folder),
  };
}
