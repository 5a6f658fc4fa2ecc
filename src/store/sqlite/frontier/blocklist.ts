// U10: the blocklist in the data folder; any process may change it.
import type { DatabaseSync } from 'node:sqlite';
import type { BlockEntry, Blocklist } from '../../../frontier/port.ts';
import { guarded } from '../open.ts';

/** The folder's blocklist through this connection. */
export function createBlocklist(db: DatabaseSync, folder: string): Blocklist {
  const insert = db.prepare('INSERT OR IGNORE INTO blocklist (pattern, reason, by, at) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM blocklist WHERE pattern = ?');
  return {
    ...createBlocklistReader(db, folder),
    async add({ pattern, reason, by, at }) {
      return guarded(folder, () => insert.run(pattern, reason, by, at).changes > 0);
    },
    async remove(pattern) {
      return guarded(folder, () => remove.run(pattern).changes > 0);
    },
  };
}

/** Enters patterns in the operator's name, also in place of the crawler's entries; in the caller's transaction. */
export function blockAsOperator(
  db: DatabaseSync,
  block: readonly Pick<BlockEntry, 'pattern' | 'reason'>[],
  at: number,
): void {
  const add = db.prepare(
    `INSERT INTO blocklist (pattern, reason, by, at) VALUES (?, ?, 'operator', ?)
      ON CONFLICT DO UPDATE SET by = 'operator', reason = excluded.reason WHERE by <> 'operator'`,
  );
  for (const { pattern, reason } of block) add.run(pattern, reason, at);
}

/** The folder's blocklist through a connection that may only read. */
export function createBlocklistReader(db: DatabaseSync, folder: string): Pick<Blocklist, 'list'> {
  const all = db.prepare('SELECT pattern, reason, by, at FROM blocklist ORDER BY at, pattern');
  return {
    async list() {
      return guarded(folder, () => all.all().map((row) => ({ ...row }) as unknown as BlockEntry));
    },
  };
}
