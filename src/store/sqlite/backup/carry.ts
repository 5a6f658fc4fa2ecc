// C5: what was forgotten, requested and blocked in a folder outlives a restore over it.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DamagedValue } from '../../../core/decode.ts';
import { resealed } from '../../../forget/decide/receipt-chain.ts';
import type { Receipt } from '../../../forget/port.ts';
import type { Removals, StoredRow } from '../../port-backup.ts';
import { isDamage } from '../check.ts';
import { backupOf, exportOf, mergeCopies } from '../forget/copy-rows.ts';
import { receiptOf, receiptsIn, unfinished } from '../forget/receipt.ts';
import type { Row } from '../frontier/statements.ts';
import { FILE } from '../open.ts';
import { requestSource } from '../requests/requests.ts';

const BUSY_MS = 5_000;

/** Reads the removals, of damaged data as many as can be read. Throws what SQLite throws for other reasons. */
export function removalsIn(db: DatabaseSync): Removals {
  let isWhole = true;
  const salvaged = <T>(task: () => Iterable<T>): readonly T[] => {
    const found: T[] = [];
    try {
      for (const one of task()) found.push(one);
    } catch (error) {
      // A stored value that cannot be parsed is damage too.
      if (!isDamage(error) && !(error instanceof DamagedValue)) throw error;
      isWhole = false;
    }
    return found;
  };
  const names = salvaged(() => db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).iterate());
  const tables = new Set(names.map(({ name }) => name));
  // Older data has not all of them yet.
  const rows = (name: string, table = (): string => name): readonly Row[] =>
    salvaged(() => (tables.has(name) ? db.prepare(`SELECT * FROM ${table()} ORDER BY 1`).iterate() : []));
  const receipts = rows('receipts').flatMap((row) => salvaged(() => [receiptOf(row)]));
  const requests = rows('receipts', () => requestSource(db));
  const blocklist = rows('blocklist');
  const exports = rows('exports').flatMap((row) => salvaged(() => [exportOf(row)]));
  const backups = rows('backups').map(backupOf);
  const begun = salvaged(() => (tables.has('receipts') ? unfinished(db) : []));
  return { receipts, unfinished: begun, requests, blocklist, exports, backups, isWhole };
}

/** Reads the removals from damaged data that cannot be locked; undefined where nothing can be read. */
export function removalsLeftIn(folder: string): Removals | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(join(folder, FILE), { readOnly: true, timeout: BUSY_MS });
    const removals = removalsIn(db);
    return { ...removals, isWhole: false };
  } catch {
    return undefined;
  } finally {
    if (db?.isOpen) db.close();
  }
}

/** Adds removals to the copy in a folder, and returns the receipts that were not in it, since it holds their text again. */
export function carryRemovals(folder: string, removals: Removals): readonly Receipt[] {
  const db = new DatabaseSync(join(folder, FILE), { timeout: BUSY_MS });
  try {
    db.exec('PRAGMA secure_delete = ON; BEGIN IMMEDIATE');
    const known = receiptsIn(db);
    const digests = new Map(known.map(({ id, digest }) => [digest, id]));
    const fresh = removals.receipts.filter(({ digest }) => !digests.has(digest));
    // The numbers of receipts in the copy; equal ones have the same digest.
    const ids = new Map<number, number>();
    for (const { id, digest } of removals.receipts) {
      const same = digests.get(digest);
      if (same !== undefined) ids.set(id, same);
    }
    const isTail = removals.receipts.slice(0, known.length).every(({ digest }) => digests.has(digest));
    const seals = isTail
      ? fresh.map(({ digest }) => digest)
      : resealed(known.at(-1)?.digest ?? '', removals.receipts, fresh);
    const add = db.prepare('INSERT INTO receipts (at, what, kind, removed, blocked, digest) VALUES (?, ?, ?, ?, ?, ?)');
    fresh.forEach(({ id, at, what, kind, removed, blocked }, n) => {
      const end = add.run(at, what, kind, JSON.stringify(removed), blocked ? 1 : 0, String(seals[n]));
      ids.set(id, Number(end.lastInsertRowid));
    });
    carryRequests(db, removals.requests, ids, new Set(fresh.map(({ id }) => id)));
    const block = db.prepare(`INSERT INTO blocklist (pattern, reason, by, at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET reason = excluded.reason, by = excluded.by, at = excluded.at WHERE excluded.by = 'operator'`);
    for (const { pattern, reason, by, at } of removals.blocklist)
      block.run(String(pattern), String(reason), String(by), Number(at));
    mergeCopies(db, removals);
    db.exec('COMMIT');
    return fresh.map((receipt, n) => ({
      ...receipt,
      id: ids.get(receipt.id) as number,
      digest: String(seals[n]),
    }));
  } finally {
    db.close();
  }
}

/** A request whose text is back with the copy is open again. */
function carryRequests(
  db: DatabaseSync,
  requests: readonly StoredRow[],
  ids: ReadonlyMap<number, number>,
  undone: ReadonlySet<number>,
): void {
  // The same request: one of two that is closed has lost contact and message.
  const find = db.prepare(`SELECT id FROM filed_requests WHERE kind = ?1 AND what = ?2 AND note = ?3 AND asked_at = ?4
    AND (state <> 'open' OR ?5 <> 'open' OR (contact = ?6 AND message = ?7)) ORDER BY id`);
  const add = db.prepare(
    'INSERT INTO filed_requests (kind, what, note, asked_at, contact, message, deadline) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const close =
    db.prepare(`UPDATE filed_requests SET contact = '', message = '', state = ?, closed_at = ?, closed_note = ?,
    receipt = ? WHERE id = ?`);
  const taken = new Set<number>();
  for (const row of requests) {
    const key = [String(row.kind), String(row.what), String(row.note), Number(row.asked_at)] as const;
    const words = [String(row.contact), String(row.message)] as const;
    const found = find.all(...key, String(row.state), ...words).find((one) => !taken.has(Number(one.id)))?.id;
    const id = Number(found ?? add.run(...key, ...words, Number(row.deadline)).lastInsertRowid);
    taken.add(id);
    const receipt = row.receipt === null ? null : Number(row.receipt);
    if (row.state === 'open' || (receipt !== null && undone.has(receipt))) continue;
    const at = row.closed_at === null ? null : Number(row.closed_at);
    const note = row.closed_note === null ? null : String(row.closed_note);
    close.run(String(row.state), at, note, receipt === null ? null : (ids.get(receipt) ?? null), id);
  }
}
