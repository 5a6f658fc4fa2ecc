// C4: small writes beside a running crawl, which picks them up within seconds.
import type { Blocklist } from '../../frontier/port.ts';
import { createBlocklist } from './blocklist.ts';
import { guarded, openForWriting } from './open.ts';

export interface SideWriter {
  readonly blocklist: Blocklist;
  /** F1: a seed for the crawl under way, or for the next one. */
  addSeed(provider: string, url: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a folder without owning it; each write is one short transaction that waits for the crawler's. Throws as `openLedger`, never DOC_STORE_BUSY. */
export function openSideWriter(folder: string): SideWriter {
  const db = openForWriting(folder);
  try {
    const addSeed = db.prepare("INSERT INTO inbox (kind, provider, url) VALUES ('seed', ?, ?)");
    return {
      blocklist: createBlocklist(db, folder),
      async addSeed(provider, url) {
        guarded(folder, () => addSeed.run(provider, url));
      },
      async close() {
        if (db.isOpen) db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
