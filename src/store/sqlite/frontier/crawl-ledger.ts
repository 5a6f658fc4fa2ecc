// The ledger of a folder and its memory of robots.txt files, on one connection, for a crawl.
import type { CrawlLedger } from '../../port.ts';
import { BUSY_MS } from '../open.ts';
import { patience } from '../patience.ts';
import { openLedger } from './ledger.ts';

/** Opens both for crawling; another transaction is waited for without blocking the process. Rejects as `openLedger` throws. */
export function openCrawlLedger(folder: string, clock?: () => number): Promise<CrawlLedger> {
  return patience(BUSY_MS)(() => {
    const ledger = openLedger(folder, clock, 0);
    return {
      ledger,
      robots: {
        load: async (key) => ledger.loadRobots(key),
        save: async (key, saved, body) => ledger.saveRobots(key, saved, body),
      },
    };
  });
}
