// Where URLs wait: a queue per lane by depth and order, and beside it delayed URLs.
import type { QueuePlace } from '../../../frontier/decide/effects.ts';
import type { Context } from './context.ts';
import type { LaneState } from './state.ts';

/** Puts a URL at its place in the lane's queue. */
export function enqueue(ctx: Context, lane: LaneState, depth: number, id: number): void {
  ctx.sql.enqueue.run(lane.id, depth, id);
  setQueued(ctx, lane, lane.queued + 1);
}

/** Changes how many URLs a lane has queued; the table is written at the end of the act. */
export function setQueued({ sql, tx }: Context, lane: LaneState, queued: number): void {
  tx.set(lane, 'queued', queued);
  tx.saveOnce(lane, () => sql.saveLane.run(lane.queued, lane.id));
}

/** Lets a URL wait until a time. */
export function delay({ sql, tx }: Context, lane: LaneState, depth: number, id: number, notBefore: number): void {
  sql.delay.run(lane.id, notBefore, id, depth);
  tx.set(lane, 'delayed', lane.delayed + 1);
  tx.set(lane, 'firstDelayed', Math.min(lane.firstDelayed ?? notBefore, notBefore));
}

/** Takes a waiting URL out of its place; returns the time it was delayed until, 0 where it was queued. */
export function takeOut(
  ctx: Context,
  lane: LaneState,
  { rank, notBefore }: QueuePlace,
  id: number,
): number | undefined {
  const { sql, tx } = ctx;
  if (sql.dequeue.run(lane.id, rank, id).changes > 0) {
    setQueued(ctx, lane, lane.queued - 1);
    return 0;
  }
  if (sql.undelay.run(lane.id, notBefore, id).changes === 0) return undefined;
  tx.set(lane, 'delayed', lane.delayed - 1);
  lookAtDelayed(ctx, lane);
  return notBefore;
}

/** Moves a waiting URL to another rank; it stays queued or delayed as it was. */
export function rerank(ctx: Context, lane: LaneState, place: QueuePlace, id: number, rank: number): void {
  const notBefore = takeOut(ctx, lane, place, id);
  if (notBefore === undefined) return;
  if (notBefore > 0) delay(ctx, lane, rank, id, notBefore);
  else enqueue(ctx, lane, rank, id);
}

/** Queues what has waited long enough. */
export function promote(ctx: Context, lane: LaneState, now: number): void {
  const { sql, tx } = ctx;
  const due = sql.dueDelayed.all(lane.id, now);
  for (const { not_before: notBefore, url, depth } of due) {
    sql.undelay.run(lane.id, Number(notBefore), Number(url));
    sql.enqueue.run(lane.id, Number(depth), Number(url));
  }
  tx.set(lane, 'delayed', lane.delayed - due.length);
  setQueued(ctx, lane, lane.queued + due.length);
  lookAtDelayed(ctx, lane);
}

function lookAtDelayed({ sql, tx }: Context, lane: LaneState): void {
  const first = sql.firstDelayed.get(lane.id);
  tx.set(lane, 'firstDelayed', first === undefined ? undefined : Number(first.not_before));
}
