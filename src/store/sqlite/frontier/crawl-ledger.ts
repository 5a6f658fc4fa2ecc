// What a crawl works with: the ledger of a folder, and what it remembers of robots.txt files through the same connection.
import type { CrawlLedger } from '../../port.ts';
import { openLedger } from './ledger.ts';

/** Throws as `openLedger`. */
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
