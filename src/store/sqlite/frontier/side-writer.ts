// C4: small writes beside a running crawl, which picks them up within seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { DocentError } from '../../../core/errors.ts';
import type { SideWriter, SideWriterOptions } from '../../../frontier/port-beside.ts';
import { guarded, openForWriting } from '../open.ts';
import { newWorker } from '../owner.ts';
import { writeTransaction } from '../write-transaction.ts';
import { createBlocklist } from './blocklist.ts';
import { createInbox } from './inbox.ts';
import { TurnRows } from './turns.ts';

/** How long another transaction may block the process, and how soon it tries again. */
const BLOCKED_MS = 25;

/** Opens a folder without owning it; each write is one short transaction that waits for the crawler's. Throws as `openLedger`, never DOC_STORE_BUSY. */
export function openSideWriter(folder: string, { busyMs, clock = Date.now }: SideWriterOptions = {}): SideWriter {
  const db = openForWriting(folder);
  const worker = newWorker();
  const patiently = async <T>(act: () => T): Promise<T> => {
    for (const until = performance.now() + (busyMs ?? 0); ; await sleep(BLOCKED_MS)) {
      try {
        return write(act);
      } catch (error) {
        if (performance.now() >= until || !isLocked(error)) throw error;
      }
    }
  };
  const write = <T>(act: () => T): T => guarded(folder, () => writeTransaction(db, act));
  try {
    if (busyMs !== undefined) db.exec(`PRAGMA busy_timeout = ${BLOCKED_MS}`);
    const setWish = db.prepare('UPDATE runs SET wish = ? WHERE id = ?');
    const turns = new TurnRows(db, worker);
    const open = new Set<string>();
    const inbox = createInbox(db, folder);
    return {
      ...inbox,
      inbox,
      blocklist: createBlocklist(db, folder),
      async setWish(run, wish) {
        guarded(folder, () => setWish.run(wish, run));
      },
      async takeTurn(host, wish) {
        const answer = await patiently(() => turns.take(host, wish, clock()));
        if (answer.turn !== undefined) open.add(answer.turn.token);
        return answer;
      },
      async endTurn(turn, news) {
        await patiently(() => turns.end(turn, news));
        open.delete(turn.token);
      },
      async forgetUnanswered(hosts) {
        await patiently(() => turns.forgetUnanswered(hosts));
      },
      async close() {
        if (!db.isOpen) return;
        try {
          if (open.size > 0) write(() => turns.endAll(clock()));
        } finally {
          worker.leave();
          db.close();
        }
      },
    };
  } catch (error) {
    worker.leave();
    db.close();
    throw error;
  }
}

const SQLITE_BUSY = 5;

function isLocked(error: unknown): boolean {
  const { errcode = 0 } = (error instanceof DocentError ? (error.cause as { errcode?: number }) : undefined) ?? {};
  return (errcode & 0xff) === SQLITE_BUSY;
}
