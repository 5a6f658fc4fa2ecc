// C5, A4: requests of a data folder, each read or written on a connection of its own.
import type { DatabaseSync } from 'node:sqlite';
import type { FiledRequest, FiledRequests, RequestFilter } from '../../../requests/port.ts';
import { readOnce, writeOnce } from '../connection.ts';
import { blockAsOperator } from '../frontier/blocklist.ts';
import type { Row } from '../frontier/statements.ts';

const texts = {
  openOnes: `SELECT count(*) AS n FROM filed_requests WHERE kind = ? AND state = 'open'`,
  add: 'INSERT INTO filed_requests (kind, what, message, contact, note, asked_at, deadline) VALUES (?, ?, ?, ?, ?, ?, ?)',
  close: `UPDATE filed_requests SET contact = '', message = '', state = ?, closed_at = ?, closed_note = ?, receipt = ?
    WHERE id = ? AND state = 'open'`,
} as const;

/** The requests of a folder; opens nothing yet. Each act throws DOC_STORE or DOC_STORE_FULL. */
export function openRequests(folder: string): FiledRequests {
  return {
    list: async (filter = {}) => readOnce(folder, (db) => listed(db, filter)),
    find: async (id) =>
      readOnce(folder, (db) => {
        const row = db.prepare(`SELECT * FROM ${requestSource(db)} WHERE id = ?`).get(id);
        return row === undefined ? undefined : requestOf(row);
      }),
    add: async ({ kind, what, message, contact, note, askedAt, deadline }, mostOpen) =>
      writeOnce(folder, (db) => {
        if (Number(db.prepare(texts.openOnes).get(kind)?.n) >= mostOpen) return undefined;
        const added = db.prepare(texts.add).run(kind, what, message, contact, note, askedAt, deadline);
        return Number(added.lastInsertRowid);
      }),
    close: async (id, { state, at, note, receipt, block }) =>
      writeOnce(folder, (db) => {
        const isClosed = db.prepare(texts.close).run(state, at, note, receipt ?? null, id).changes === 1;
        if (isClosed && block !== undefined) blockAsOperator(db, [block], at);
        return isClosed;
      }),
  };
}

function listed(db: DatabaseSync, { kind, state = 'open', after, limit }: RequestFilter): readonly FiledRequest[] {
  const table = requestSource(db);
  const rows = db.prepare(`SELECT * FROM ${table} WHERE (?1 IS NULL OR kind = ?1)
    AND (?2 = 'all' OR (state = 'open') = (?2 = 'open'))
    AND (?3 IS NULL OR (deadline, id) > (SELECT deadline, id FROM ${table} WHERE id = ?3))
    ORDER BY deadline, id LIMIT ?4`);
  return rows.all(kind ?? null, state, after ?? null, limit ?? -1).map(requestOf);
}

/** What requests are read from: a folder that no newer docent has written into has deletions only. Call it with receipts there. */
export function requestSource(db: DatabaseSync): string {
  const isNew = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'filed_requests'`).get() !== undefined;
  return isNew ? 'filed_requests' : `(SELECT *, 'deletion' AS kind, '' AS message FROM deletion_requests)`;
}

function requestOf(row: Row): FiledRequest {
  return {
    ...{ id: Number(row.id), kind: row.kind as FiledRequest['kind'], what: String(row.what) },
    ...{ message: String(row.message), contact: String(row.contact), note: String(row.note) },
    ...{ askedAt: Number(row.asked_at), deadline: Number(row.deadline), state: row.state as FiledRequest['state'] },
    closedAt: row.closed_at === null ? undefined : Number(row.closed_at),
    closedNote: row.closed_note === null ? undefined : String(row.closed_note),
    receipt: row.receipt === null ? undefined : Number(row.receipt),
  };
}
