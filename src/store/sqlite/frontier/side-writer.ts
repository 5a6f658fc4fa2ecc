// C4: small writes beside a running crawl, which picks them up within seconds.
import type { SideWriter, SideWriterOptions } from '../../../frontier/port-beside.ts';
import { guarded, openForWriting } from '../open.ts';
import { newWorker } from '../owner.ts';
import { donePatiently, patience } from '../patience.ts';
import { writeTransaction } from '../write-transaction.ts';
import { createBlocklist } from './blocklist.ts';
import { createInbox } from './inbox.ts';
import { TurnRows } from './turns.ts';

/** Opens a folder without owning it; each write is one short transaction that waits for the crawler's. Throws as `openLedger`, never DOC_STORE_BUSY. */
export function openSideWriter(folder: string, { busyMs, clock = Date.now }: SideWriterOptions = {}): SideWriter {
  const db = openForWriting(folder);
  const worker = newWorker();
  const patiently = patience(busyMs ?? 0);
  const write = <T>(act: () => T): Promise<T> => patiently(() => guarded(folder, () => writeTransaction(db, act)));
  try {
    if (busyMs !== undefined) db.exec('PRAGMA busy_timeout = 0');
    const setWish = db.prepare('UPDATE runs SET wish = ? WHERE id = ?');
    const turns = new TurnRows(db, worker);
    const open = new Set<string>();
    const inbox = donePatiently(createInbox(db, folder), patiently);
    return {
      ...inbox,
      inbox,
      blocklist: donePatiently(createBlocklist(db, folder), patiently),
      async setWish(run, wish) {
        await write(() => setWish.run(wish, run));
      },
      async takeTurn(host, wish) {
        const answer = await write(() => turns.take(host, wish, clock()));
        if (answer.turn !== undefined) open.add(answer.turn.token);
        return answer;
      },
      async endTurn(turn, news) {
        await write(() => turns.end(turn, news));
        open.delete(turn.token);
      },
      async forgetUnanswered(hosts) {
        await write(() => turns.forgetUnanswered(hosts));
      },
      async close() {
        if (!db.isOpen) return;
        try {
          if (open.size > 0) await write(() => turns.endAll(clock()));
        } finally {
          worker.leave();
          if (db.isOpen) db.close();
        }
      },
    };
  } catch (error) {
    worker.leave();
    db.close();
    throw error;
  }
}
