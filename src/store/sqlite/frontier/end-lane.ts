// Ends what waits for a host, as a run ends: one update for all, and a note for each page that is stored.
import { type Ended, noteChange } from '../../../frontier/decide/end.ts';
import { Overlay } from '../../../frontier/decide/overlay.ts';
import type { EndState } from '../../../frontier/port.ts';
import { type Context, tally } from './context.ts';
import { crawlFacts, factsIn } from './load-facts.ts';
import type { LaneState } from './state.ts';
import { setQueued } from './waiting.ts';
import { writeChanges } from './write-effects.ts';

/** Ends every URL that waits in a lane; those under way are left to their visits. */
export function endLane(
  ctx: Context,
  lane: LaneState,
  { state, by, detail }: { readonly state: EndState; readonly by: string; readonly detail: string },
  now: number,
): number {
  const { sql, tx } = ctx;
  const pages = Number(sql.waitingPages.get(lane.id)?.n);
  noteKept(ctx, lane, { state, by, detail });
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

/** M3: stored pages that waited in a lane that ends stay, and the run reports that. */
function noteKept(ctx: Context, lane: LaneState, end: Ended): void {
  const overlay = new Overlay(crawlFacts(lane.provider));
  for (const row of ctx.sql.factsOfWaiting.all(lane.provider.run.id, lane.id)) {
    const facts = factsIn(ctx, row);
    overlay.load(facts);
    const entry = overlay.entry(facts.row.id);
    noteChange(overlay, entry, entry.row, end, { before: entry.copy, hash: entry.copy?.hash });
  }
  writeChanges(ctx, lane.provider, overlay.effects());
}
