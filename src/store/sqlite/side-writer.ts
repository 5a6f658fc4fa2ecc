// C4: small writes beside a running crawl, which picks them up within seconds.
import type { SideWriter, SideWriterOptions } from '../../frontier/port-beside.ts';
import { createBlocklist } from './blocklist.ts';
import { createInbox } from './inbox.ts';
import { guarded, openForWriting } from './open.ts';

const DAY_MS = 86_400_000;

/** Opens a folder without owning it; each write is one short transaction that waits for the crawler's. Throws as `openLedger`, never DOC_STORE_BUSY. */
export function openSideWriter(folder: string, { busyMs }: SideWriterOptions = {}): SideWriter {
  const db = openForWriting(folder);
  try {
    if (busyMs !== undefined) db.exec(`PRAGMA busy_timeout = ${Math.trunc(busyMs)}`);
    const setWish = db.prepare('UPDATE runs SET wish = ? WHERE id = ?');
    const addRequest = db.prepare('INSERT INTO requests (at, host) VALUES (?, ?)');
    const forgetRequests = db.prepare('DELETE FROM requests WHERE at < ?');
    return {
      ...createInbox(db, folder),
      blocklist: createBlocklist(db, folder),
      async setWish(run, wish) {
        guarded(folder, () => setWish.run(wish, run));
      },
      async noteRequest(host, at) {
        guarded(folder, () => {
          addRequest.run(at, host);
          forgetRequests.run(at - DAY_MS);
        });
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
