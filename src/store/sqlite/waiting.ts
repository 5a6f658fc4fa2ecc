// Where URLs wait: a queue per lane by depth and order, and beside it those that may not be asked for yet.
import type { EndState, Lease } from '../../frontier/port.ts';
import { type Context, tally } from './context.ts';
import { noteKept } from './page-changes.ts';
import type { LaneState, ProviderState } from './state.ts';
import type { Row } from './statements.ts';

/** Further back than any depth. */
export const LATER = 1_000_000;

/**
 * A URL's place in the queue: its depth. In a refresh sitemaps come first, since they may spare the pages, and pages that are not
 * stored come last, so that a cap on pages keeps nobody from looking at those that are.
 */
export function rankOf(
  { run }: ProviderState,
  { kind, depth, isStored }: { readonly kind: unknown; readonly depth: number; readonly isStored: boolean },
): number {
  if (run.kind !== 'refresh' || depth === 0) return depth;
  if (kind === 'sitemap') return 0;
  return isStored ? depth : depth + LATER;
}

/** The place of a URL that was leased. */
export function rankOfLease(provider: ProviderState, { kind, depth, stored }: Lease): number {
  return rankOf(provider, { kind, depth, isStored: stored !== undefined });
}

/** The place of a URL by its row, at a depth that may be another than its own. */
export function rankOfRow({ sql }: Context, provider: ProviderState, row: Row, depth = Number(row.depth)): number {
  const isStored = provider.run.kind === 'refresh' && sql.pageHash.get(Number(row.id)) !== undefined;
  return rankOf(provider, { kind: row.kind, depth, isStored });
}

/** Puts a URL at its place in the lane's queue. */
export function enqueue(ctx: Context, lane: LaneState, depth: number, id: number): void {
  ctx.sql.enqueue.run(lane.id, depth, id);
  setQueued(ctx, lane, lane.queued + 1);
}

/** Changes how many URLs a lane has queued; the table learns it at the end of the act. */
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

/** Takes a waiting URL out of wherever it waits; undefined when it does not wait here, as when it is leased. */
export function takeOut(ctx: Context, row: Row): { readonly lane: LaneState; readonly notBefore: number } | undefined {
  const { sql, tx } = ctx;
  const id = Number(row.id);
  const notBefore = Number(row.not_before);
  const lane = ctx.lanes.get(Number(row.hop_lane ?? row.lane));
  if (lane === undefined) return undefined;
  if (sql.dequeue.run(lane.id, rankOfRow(ctx, lane.provider, row), id).changes > 0) {
    setQueued(ctx, lane, lane.queued - 1);
    return { lane, notBefore: 0 };
  }
  if (sql.undelay.run(lane.id, notBefore, id).changes === 0) return undefined;
  tx.set(lane, 'delayed', lane.delayed - 1);
  lookAtDelayed(ctx, lane);
  return { lane, notBefore };
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

/** Ends every URL that waits in a lane; those under way are left to their visits. */
export function endLane(
  ctx: Context,
  lane: LaneState,
  { state, by, detail }: { readonly state: EndState; readonly by: string; readonly detail: string },
  now: number,
): number {
  const { sql, tx } = ctx;
  const pages = Number(sql.waitingPages.get(lane.id)?.n);
  for (const row of sql.waitingStored.all(lane.id)) noteKept(ctx, lane.provider, row, row.hash, { state, by, detail });
  const ended = Number(sql.endWaiting.run(lane.id, state, by, detail, now).changes);
  sql.clearLaneQueue.run(lane.id);
  sql.clearLaneDelayed.run(lane.id);
  setQueued(ctx, lane, 0);
  tx.set(lane, 'delayed', 0);
  tx.set(lane, 'firstDelayed', undefined);
  tally(ctx, lane.provider, 'waiting', -pages);
  tally(ctx, lane.provider, state, pages);
  return ended;
}
