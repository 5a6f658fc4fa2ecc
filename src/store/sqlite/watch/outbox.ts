// Deliveries to webhooks in the data folder; any process may queue and send them beside a crawl.
import type { DatabaseSync } from 'node:sqlite';
import { mostDeliveries, type NewDelivery, type Outbox, type QueuedDelivery } from '../../../watch/port-outbox.ts';
import { laterReading } from '../connection.ts';
import type { Row } from '../frontier/statements.ts';
import { isLost } from '../frontier/turns.ts';
import { guarded } from '../open.ts';
import { newWorker, type Worker } from '../owner.ts';
import { writeTransaction } from '../write-transaction.ts';

/** The step of the schema that added the outbox. */
const OUTBOX_SINCE = 14;
/** Longer than a try takes. */
const TAKEN_MS = 60_000;
/** Nothing is postponed further than this: a later time was written by a clock that has been set back. */
const LATEST_MS = 25 * 3_600_000;

const texts = {
  // Due at once, whatever clock reads it.
  add: 'INSERT INTO outbox (id, receiver, event, provider, body, queued_at, due_at) VALUES (?, ?, ?, ?, ?, ?, 0)',
  leave: `DELETE FROM outbox WHERE seq <= (SELECT seq FROM outbox ORDER BY seq DESC LIMIT 1 OFFSET ${mostDeliveries})`,
  announce: 'UPDATE runs SET announced = ended_at WHERE id = ? AND ended_at = ? AND announced IS NOT ended_at',
  unannounced:
    'SELECT id, ended_at FROM runs WHERE ended_at > ? AND ended_at IS NOT NULL AND announced IS NOT ended_at ORDER BY ended_at, id',
  due: 'SELECT * FROM outbox WHERE receiver = ?1 AND (due_at <= ?2 OR due_at > ?2 + ?3) ORDER BY seq',
  take: 'UPDATE outbox SET tries = tries + 1, until = ?, pid = ?, machine = ?, worker = ? WHERE seq = ? RETURNING *',
  remove: 'DELETE FROM outbox WHERE id = ?',
  putBack: `UPDATE outbox SET due_at = ?, until = 0, worker = '' WHERE id = ?`,
  postpone: 'UPDATE outbox SET due_at = max(due_at, ?) WHERE receiver = ?',
  nextDue: 'SELECT min(max(due_at, until)) AS at FROM outbox WHERE receiver = ?',
  older: 'SELECT * FROM outbox WHERE queued_at < ?',
} as const;

/** Queues deliveries as part of the caller's transaction. */
export function queueDeliveries(db: DatabaseSync, deliveries: readonly NewDelivery[], at: number): void {
  if (deliveries.length === 0) return;
  const add = db.prepare(texts.add);
  for (const { id, receiver, event, provider, body } of deliveries) add.run(id, receiver, event, provider, body, at);
  db.exec(texts.leave);
}

/** The outbox of a folder. It reads on a connection of its own, made on first use, and writes to the one that `write` returns. */
export function openOutbox(
  folder: string,
  write: () => DatabaseSync,
): { readonly outbox: Outbox; readonly close: () => void } {
  const reader = laterReading(folder, OUTBOX_SINCE);
  let worker: Worker | undefined;
  const change = async <T>(task: (db: DatabaseSync) => T): Promise<T> =>
    guarded(folder, () => {
      const db = write();
      return writeTransaction(db, () => task(db));
    });
  const outbox: Outbox = {
    unannounced: async (since) =>
      guarded(folder, () =>
        reader
          .get()
          .prepare(texts.unannounced)
          .all(since)
          .map(({ id, ended_at: endedAt }) => ({ run: Number(id), endedAt: Number(endedAt) })),
      ),
    announce: ({ run, endedAt }, deliveries, at) =>
      change((db) => {
        const isFirst = db.prepare(texts.announce).run(run, endedAt).changes === 1;
        if (isFirst) queueDeliveries(db, deliveries, at);
        return isFirst;
      }),
    async take(receiver, now) {
      // Only a crawl makes a folder, or brings it up to date; and mostly there is nothing to take.
      const isDue = guarded(folder, () => reader.get().prepare(texts.due).get(receiver, now, LATEST_MS) !== undefined);
      if (!isDue) return undefined;
      return change((db) => {
        const free = db
          .prepare(texts.due)
          .all(receiver, now, LATEST_MS)
          .find((row) => isLost(row, now));
        if (free === undefined) return undefined;
        worker ??= newWorker();
        const { pid, machine, incarnation } = worker;
        return deliveryOf(
          db.prepare(texts.take).get(now + TAKEN_MS, pid, machine, incarnation, Number(free.seq)) as Row,
        );
      });
    },
    remove: (id) => change((db) => void db.prepare(texts.remove).run(id)),
    putBack: (id, dueAt) => change((db) => void db.prepare(texts.putBack).run(dueAt, id)),
    postpone: (receiver, until) => change((db) => void db.prepare(texts.postpone).run(until, receiver)),
    nextDue: async (receiver) =>
      guarded(folder, () => {
        const at = reader.get().prepare(texts.nextDue).get(receiver)?.at;
        return at === null || at === undefined ? undefined : Number(at);
      }),
    async removeOlder(before, now) {
      if (guarded(folder, () => reader.get().prepare(texts.older).get(before)) === undefined) return new Map();
      return change((db) => {
        const counts = new Map<string, number>();
        for (const row of db.prepare(texts.older).all(before)) {
          if (!isLost(row, now)) continue;
          db.prepare(texts.remove).run(String(row.id));
          counts.set(String(row.receiver), (counts.get(String(row.receiver)) ?? 0) + 1);
        }
        return counts;
      });
    },
  };
  return {
    outbox,
    close() {
      worker?.leave();
      reader.close();
    },
  };
}

function deliveryOf({ id, receiver, event, provider, body, queued_at: queuedAt, tries }: Row): QueuedDelivery {
  return {
    ...{ id: String(id), receiver: String(receiver), event: String(event), provider: String(provider) },
    ...{ body: String(body), queuedAt: Number(queuedAt), tries: Number(tries) },
  };
}
