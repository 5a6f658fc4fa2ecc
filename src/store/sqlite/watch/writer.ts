// Small writes about what is watched, each one short transaction that waits for the crawler's.
import type { DatabaseSync } from 'node:sqlite';
import type { AlertNews, WatchWriter } from '../../../watch/port.ts';
import { keepForFirstCrawl, putEstimate } from '../beside.ts';
import { holdsData } from '../folder.ts';
import { guarded } from '../open.ts';
import { writeTransaction } from '../write-transaction.ts';
import { queueDeliveries } from './outbox.ts';

/** At most this many ended alerts are remembered. */
const CLOSED_KEPT = 1_000;

const texts = {
  raise: `INSERT INTO alerts (key, alert) VALUES (?, ?) ON CONFLICT (key) WHERE ended_at IS NULL DO UPDATE SET alert = excluded.alert`,
  endAlert: 'UPDATE alerts SET ended_at = ?, end_text = ? WHERE key = ? AND ended_at IS NULL',
  forgetAlerts: `DELETE FROM alerts WHERE ended_at IS NOT NULL AND id <= (
    SELECT id FROM alerts WHERE ended_at IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ${CLOSED_KEPT})`,
  sent: 'UPDATE alerts SET told_at = ? WHERE id = ? AND told_at IS NULL',
  endSent: 'UPDATE alerts SET end_told_at = ? WHERE id = ? AND end_told_at IS NULL',
  plan: `INSERT INTO planned (provider, cron, time_zone, slot, due_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET cron = excluded.cron, time_zone = excluded.time_zone, slot = excluded.slot, due_at = excluded.due_at`,
  claim: `UPDATE planned SET claimed_at = ?, claimed_slot = slot, claimed_due = due_at, cron = ?, time_zone = ?, slot = ?, due_at = ?
    WHERE provider = ? AND slot = ?`,
  endClaim: 'UPDATE planned SET claimed_at = NULL WHERE provider = ? AND claimed_at = ?',
  putBack: `UPDATE planned SET slot = claimed_slot, due_at = claimed_due, claimed_at = NULL WHERE provider = ? AND claimed_at = ?`,
} as const;

/** Writes to the connection that `open` returns, called each time. Throws DOC_STORE or DOC_STORE_FULL. */
export function createWatchWriter(folder: string, open: () => DatabaseSync): WatchWriter {
  const write = async <T>(task: (db: DatabaseSync) => T): Promise<T> =>
    guarded(folder, () => {
      const db = open();
      return writeTransaction(db, () => task(db));
    });
  return {
    keepAlerts: ({ raised, continuing, ended }: AlertNews, at, deliveries = []) =>
      write((db) => {
        const raise = db.prepare(texts.raise);
        for (const alert of [...raised, ...continuing]) raise.run(alert.key, JSON.stringify(alert));
        for (const { alert, endedAt, text } of ended) db.prepare(texts.endAlert).run(endedAt ?? at, text, alert.key);
        db.exec(texts.forgetAlerts);
        queueDeliveries(db, deliveries, at);
      }),
    markSent: (alerts, at) =>
      write((db) => {
        for (const { id, isNew, end } of alerts) {
          if (isNew) db.prepare(texts.sent).run(at, id);
          if (end !== undefined) db.prepare(texts.endSent).run(at, id);
        }
      }),
    keepEstimate: async (provider, estimate) =>
      holdsData(folder)
        ? write((db) => putEstimate(db, provider, estimate))
        : guarded(folder, () => keepForFirstCrawl(folder, provider, estimate)),
    plan: (provider, { cron, timeZone, slot, dueAt }) =>
      write((db) => void db.prepare(texts.plan).run(provider, cron, timeZone, slot, dueAt)),
    claim: (provider, slot, { cron, timeZone, slot: next, dueAt }, at) =>
      write((db) => db.prepare(texts.claim).run(at, cron, timeZone, next, dueAt, provider, slot).changes === 1),
    endClaim: (provider, claimedAt) => write((db) => void db.prepare(texts.endClaim).run(provider, claimedAt)),
    putBack: (provider, claimedAt) => write((db) => db.prepare(texts.putBack).run(provider, claimedAt).changes === 1),
  };
}
