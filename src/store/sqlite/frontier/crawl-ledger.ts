// The ledger of a folder and its memory of robots.txt files, on one connection, for a crawl.
import type { CrawlLedger } from '../../port.ts';
import { BUSY_MS } from '../open.ts';
import { patience } from '../patience.ts';
import { openLedger } from './ledger.ts';

/** As `openCrawlLedger`; another transaction is waited for without blocking the process. */
export function openLedgerPatiently(folder: string, clock?: () => number): Promise<CrawlLedger> {
  return patience(BUSY_MS)(() => openCrawlLedger(folder, clock, 0));
}

/** Opens both for crawling. Throws as `openLedger`. */
export function openCrawlLedger(folder: string, clock?: () => number, busyMs?: number): CrawlLedger {
  const ledger = openLedger(folder, clock, busyMs);
  return {
    ledger,
    robots: {
      load: async (key) => ledger.loadRobots(key),
      save: async (key, saved, body) => ledger.saveRobots(key, saved, body),
    },
  };
}
