// The ledger of a folder and its memory of robots.txt files, on one connection, for a crawl.
import type { CrawlLedger } from '../../port.ts';
import { openLedger } from './ledger.ts';

/** Opens both for crawling. Throws as `openLedger`. */
export function openCrawlLedger(folder: string, clock?: () => number): CrawlLedger {
  const ledger = openLedger(folder, clock);
  return {
    ledger,
    robots: {
      load: async (key) => ledger.loadRobots(key),
      save: async (key, saved, body) => ledger.saveRobots(key, saved, body),
    },
  };
}
