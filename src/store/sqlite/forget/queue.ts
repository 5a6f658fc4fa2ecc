// C5: takes URLs out of the queues, at any place.
import type { DatabaseSync } from 'node:sqlite';
import { LATER } from '../../../frontier/decide/rows.ts';
import type { Row } from '../frontier/statements.ts';

/** Takes a URL out of queue, delays and leases, and returns the place it had; undefined when it did not wait. */
export type TakeOut = (row: Row) => number | undefined;

/** Prepares the statements of `TakeOut`, which is called inside a transaction. */
export function createTakeOut(db: DatabaseSync): TakeOut {
  // All ranks that `rankOf` can return: one key lookup each, instead of reading the whole lane for every URL.
  const dequeue = db.prepare(
    `DELETE FROM queue WHERE lane = ?1 AND depth IN (?2, ?2 + ${LATER}, 0) AND url = ?3 RETURNING depth`,
  );
  const undelay = db.prepare('DELETE FROM delayed WHERE lane = ? AND not_before = ? AND url = ? RETURNING depth');
  const unlease = db.prepare('DELETE FROM leases WHERE url = ? RETURNING depth');
  const oneLess = db.prepare('UPDATE lanes SET queued = queued - ? WHERE id = ?');
  return (row) => {
    const [id, lane] = [Number(row.id), Number(row.hop_lane ?? row.lane)];
    const queued = dequeue.all(lane, Number(row.depth), id);
    if (queued.length > 0) oneLess.run(queued.length, lane);
    const found = [...queued, ...undelay.all(lane, Number(row.not_before), id), ...unlease.all(id)];
    return found[0] === undefined ? undefined : Number(found[0].depth);
  };
}

/** Removes queue entries of removed URLs: their numbers may be used again. */
export function removeOrphans(db: DatabaseSync): void {
  for (const table of ['delayed', 'leases']) db.exec(`DELETE FROM ${table} WHERE url NOT IN (SELECT id FROM urls)`);
  if (db.prepare('DELETE FROM queue WHERE url NOT IN (SELECT id FROM urls)').run().changes > 0)
    db.exec('UPDATE lanes SET queued = (SELECT count(*) FROM queue WHERE lane = lanes.id)');
}
