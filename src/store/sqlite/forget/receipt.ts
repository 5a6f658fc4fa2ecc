// C5: how far a removal has got, kept with each step of it, and the receipt it ends with.
import type { DatabaseSync } from 'node:sqlite';
import { sealReceipt } from '../../../forget/decide/receipt-chain.ts';
import type { Forgettable, Receipt, ReceiptFields, RemovedCounts } from '../../../forget/port.ts';
import { decodeRemoved } from '../../../forget/port-decode.ts';
import type { Row } from '../frontier/statements.ts';

const FIELDS = [
  'urls',
  'pages',
  'chunks',
  'versions',
  'links',
  'robots',
] as const satisfies readonly (keyof RemovedCounts)[];
const PREFIX = 'forget:';

export const nothingRemoved: RemovedCounts = Object.freeze({
  ...{ urls: 0, pages: 0, chunks: 0, versions: 0, links: 0, robots: 0 },
});

/** The sum of two counts. */
export function addCounts(one: RemovedCounts, other: RemovedCounts): RemovedCounts {
  return Object.fromEntries(FIELDS.map((field) => [field, one[field] + other[field]])) as RemovedCounts;
}

type Named = Pick<Forgettable, 'kind' | 'what'>;

/** Notes what this transaction removed, so that a receipt counts all attempts. */
export function noteRemoved(db: DatabaseSync, target: Named, removed: RemovedCounts): void {
  const add = db.prepare(
    'INSERT INTO counters (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = value + ?2',
  );
  for (const field of FIELDS) add.run(nameOf(target, field), removed[field]);
}

/** The counts of unfinished attempts so far; undefined when there are none. */
export function removedSoFar(db: DatabaseSync, target: Named): RemovedCounts | undefined {
  const read = db.prepare('SELECT value FROM counters WHERE name = ?');
  const values = FIELDS.map((field) => [field, read.get(nameOf(target, field))?.value] as const);
  if (values.every(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(values.map(([field, value]) => [field, Number(value ?? 0)])) as RemovedCounts;
}

/** Removals that began and have no receipt. */
export function unfinished(db: DatabaseSync): readonly Named[] {
  const rows = db.prepare(`SELECT name FROM counters WHERE name LIKE '${PREFIX}urls:%' ORDER BY name`).all();
  return rows.map(({ name }) => {
    const [kind = '', ...what] = String(name).slice(`${PREFIX}urls:`.length).split(':');
    return { kind: kind as Named['kind'], what: what.join(':') };
  });
}

/** Writes the receipt and ends the attempt, in the caller's transaction. */
export function writeReceipt(db: DatabaseSync, fields: ReceiptFields): Receipt {
  const before = db.prepare('SELECT digest FROM receipts ORDER BY id DESC LIMIT 1').get()?.digest;
  const digest = sealReceipt(String(before ?? ''), fields);
  const { at, what, kind, removed, blocked } = fields;
  const { lastInsertRowid } = db
    .prepare('INSERT INTO receipts (at, what, kind, removed, blocked, digest) VALUES (?, ?, ?, ?, ?, ?)')
    .run(at, what, kind, JSON.stringify(removed), blocked ? 1 : 0, digest);
  const end = db.prepare('DELETE FROM counters WHERE name = ?');
  for (const field of FIELDS) end.run(nameOf(fields, field));
  return { id: Number(lastInsertRowid), ...fields, digest };
}

/** The receipts, the oldest first. */
export function receiptsIn(db: DatabaseSync): readonly Receipt[] {
  return db.prepare('SELECT * FROM receipts ORDER BY id').all().map(receiptOf);
}

/** A row of the receipts. Throws DamagedValue. */
export function receiptOf(row: Row): Receipt {
  return {
    ...{ id: Number(row.id), at: Number(row.at), what: String(row.what), kind: row.kind as Receipt['kind'] },
    removed: decodeRemoved(row.removed),
    blocked: row.blocked === 1,
    digest: String(row.digest),
  };
}

function nameOf({ kind, what }: Named, field: string): string {
  return `${PREFIX}${field}:${kind}:${what}`;
}
