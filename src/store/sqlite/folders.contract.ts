// Data folders for the tests of the embedded ledger: made, copied as a crash would leave them, and removed.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll } from 'vitest';
import type { LedgerUnderTest } from '../../frontier/port.contract.ts';
import type { SideWriter } from '../../frontier/port-beside.ts';
import { type TestClock, type TimedLedger, timed } from '../../frontier/port-words.contract.ts';
import type { StorePlace, StorePlaces } from '../port.contract.ts';
import type { Store } from '../port.ts';
import { openLedger, type SqliteLedger } from './frontier/ledger.ts';
import { openSideWriter } from './frontier/side-writer.ts';
import { FILE } from './open.ts';
import { openSqliteStore } from './store.ts';

/** A process number that no process has: Linux stops at 4,194,304. */
export const NO_PROCESS = 2_000_000_000;

/** Makes folders that are removed, and ledgers that are closed, when the file's tests have run. */
export function testFolders() {
  const root = mkdtempSync(join(tmpdir(), 'docent-ledger-'));
  const ledgers: SqliteLedger[] = [];
  let n = 0;
  const newFolder = (): string => join(root, String(++n));
  const writers: SideWriter[] = [];
  const open = (
    folder: string,
    now: number,
    clock: TestClock = { now },
  ): TimedLedger & Pick<SqliteLedger, 'saveRobots' | 'loadRobots'> => {
    clock.now = now;
    const ledger = openLedger(folder, () => clock.now);
    ledgers.push(ledger);
    return timed(ledger, clock) as ReturnType<typeof open>;
  };
  afterAll(async () => {
    for (const writer of writers) await writer.close();
    for (const ledger of ledgers) await ledger.close().catch(() => undefined);
    rmSync(root, { recursive: true, force: true });
  });
  /** The folder as the disk shows it at this moment, its owner dead. */
  const crashed = (folder: string): string => {
    const copy = newFolder();
    mkdirSync(copy);
    for (const name of [FILE, `${FILE}-wal`])
      if (existsSync(join(folder, name))) cpSync(join(folder, name), join(copy, name));
    inFolder(copy, (db) => db.prepare('UPDATE owner SET pid = ?').run(NO_PROCESS));
    return copy;
  };
  /** A folder as it is when it was opened once: making one takes longer than most tests. */
  let opened: string | undefined;
  const openedOnce = async (): Promise<string> => {
    if (opened === undefined) {
      opened = newFolder();
      await openLedger(opened).close();
    }
    const folder = newFolder();
    mkdirSync(folder);
    cpSync(join(opened, FILE), join(folder, FILE));
    return folder;
  };
  const underTest = async (now: number): Promise<LedgerUnderTest> => {
    let folder = await openedOnce();
    const clock = { now };
    const ledger = open(folder, now, clock);
    let last = ledger;
    return {
      ledger,
      async reopen(later) {
        folder = crashed(folder);
        // The copy no longer needs it; thousands of open files would be too many.
        await last.close();
        last = open(folder, later, clock);
        return last;
      },
      async beside() {
        const writer = openSideWriter(folder, { clock: () => clock.now });
        writers.push(writer);
        return writer;
      },
      clock,
    };
  };
  /** Places for the contract of a store; `wrap` puts something in front of each. */
  const places = (wrap = (store: Store): Store => store): StorePlaces => {
    const at = (folder: string): Store => wrap(openSqliteStore(folder));
    const placeOf = (folder: string): StorePlace => ({ store: at(folder), crashed: () => placeOf(crashed(folder)) });
    return { empty: () => placeOf(newFolder()), opened: async () => placeOf(await openedOnce()), at };
  };
  return { newFolder, open, crashed, underTest, places };
}

/** Takes a folder back to before requests had kinds, as far as its tables go. */
export const BEFORE_REQUEST_KINDS = `ALTER TABLE filed_requests DROP COLUMN kind;
  ALTER TABLE filed_requests DROP COLUMN message; ALTER TABLE filed_requests RENAME TO deletion_requests`;

/** Takes a folder back to before it listed exports and backups, as far as its tables go. */
export const BEFORE_COPIES = 'DROP TABLE exports; DROP TABLE backups';

/** Takes a folder back to before it kept why hosts are closed, as far as its tables go; what is named first came later. */
export const BEFORE_CLOSINGS = `${BEFORE_COPIES}; ALTER TABLE hosts DROP COLUMN closed_until; ALTER TABLE hosts DROP COLUMN closing;
  ALTER TABLE runs DROP COLUMN seeds; ALTER TABLE runs DROP COLUMN seeds_failed;
  ALTER TABLE runs DROP COLUMN ended_by`;

/** Takes a folder back to before there was an outbox, as far as its tables go; what is named first came later. */
export const BEFORE_OUTBOX = `${BEFORE_CLOSINGS}; DROP TABLE judged; DROP TABLE judged_scores; DROP INDEX visits_by_time; ALTER TABLE visits DROP COLUMN at;
  ALTER TABLE visits DROP COLUMN host; ALTER TABLE visits DROP COLUMN result; DROP INDEX visits_held; ALTER TABLE urls DROP COLUMN wanted;
  DROP TABLE outbox; DROP INDEX runs_unannounced; ALTER TABLE runs DROP COLUMN announced`;

/** Changes a folder's database directly, without the engine. */
export function inFolder<T>(folder: string, task: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, FILE));
  try {
    return task(db);
  } finally {
    db.close();
  }
}
