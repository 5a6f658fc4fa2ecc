// C5: deletion requests and receipts of a data folder, each read or written on a connection of its own.
import type { DatabaseSync } from 'node:sqlite';
import type { DeletionRequest, Forgetting, Receipt } from '../../../forget/port.ts';
import { decodeRemoved } from '../../../forget/port-decode.ts';
import type { Row } from '../frontier/statements.ts';
import { guarded, openForReading, openForWriting } from '../open.ts';
import { writeTransaction } from '../write-transaction.ts';

const texts = {
  requests: `SELECT * FROM deletion_requests WHERE ? OR state = 'open' ORDER BY deadline, id`,
  receipts: 'SELECT * FROM receipts ORDER BY id',
  add: 'INSERT INTO deletion_requests (what, contact, note, asked_at, deadline) VALUES (?, ?, ?, ?, ?)',
  close: `UPDATE deletion_requests SET state = ?, closed_at = ?, closed_note = ?, receipt = ? WHERE id = ? AND state = 'open'`,
} as const;

/** The part of forgetting that keeps its records. Throws DOC_STORE or DOC_STORE_FULL. */
export function deletionRecords(
  folder: string,
): Pick<Forgetting, 'receipts' | 'requests' | 'addRequest' | 'closeRequest'> {
  const read = async <T>(task: (db: DatabaseSync) => T): Promise<T> => using(folder, openForReading(folder), task);
  const write = async <T>(task: (db: DatabaseSync) => T): Promise<T> =>
    using(folder, openForWriting(folder), (db) => writeTransaction(db, () => task(db)));
  return {
    receipts: () => read((db) => db.prepare(texts.receipts).all().map(receiptOf)),
    requests: ({ all = false } = {}) =>
      read((db) =>
        db
          .prepare(texts.requests)
          .all(all ? 1 : 0)
          .map(requestOf),
      ),
    addRequest: ({ what, contact, note, askedAt, deadline }) =>
      write((db) => Number(db.prepare(texts.add).run(what, contact, note, askedAt, deadline).lastInsertRowid)),
    closeRequest: (id, { state, at, note, receipt }) =>
      write((db) => db.prepare(texts.close).run(state, at, note, receipt ?? null, id).changes === 1),
  };
}

function using<T>(folder: string, db: DatabaseSync, task: (db: DatabaseSync) => T): T {
  try {
    return guarded(folder, () => task(db));
  } finally {
    db.close();
  }
}

function requestOf(row: Row): DeletionRequest {
  return {
    ...{ id: Number(row.id), what: String(row.what), contact: String(row.contact), note: String(row.note) },
    ...{ askedAt: Number(row.asked_at), deadline: Number(row.deadline), state: row.state as DeletionRequest['state'] },
    closedAt: row.closed_at === null ? undefined : Number(row.closed_at),
    closedNote: row.closed_note === null ? undefined : String(row.closed_note),
    receipt: row.receipt === null ? undefined : Number(row.receipt),
  };
}

/** A row of the receipts. */
export function receiptOf(row: Row): Receipt {
  return {
    ...{ id: Number(row.id), at: Number(row.at), what: String(row.what), kind: row.kind as Receipt['kind'] },
    removed: decodeRemoved(row.removed),
    blocked: row.blocked === 1,
    digest: String(row.digest),
  };
}
