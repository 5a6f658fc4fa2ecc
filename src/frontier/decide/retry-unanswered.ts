// F5: a person's command tries again what nobody answered, as if it had never been tried.
import { reasonHas } from '../../core/reasons.ts';
import type { Overlay } from './overlay.ts';
import { placeOf } from './place.ts';

/** Lets these URLs wait for a first request, of those for which nobody answered; returns how many. */
export function retryUnanswered(overlay: Overlay, ids: readonly number[], now: number): number {
  let retried = 0;
  for (const id of ids) {
    const entry = overlay.entry(id);
    const { row, isLeased } = entry;
    if (isLeased || row.generation !== overlay.crawl.generation || !reasonHas(row.by, 'unanswered')) continue;
    if (row.state !== 'waiting' && row.state !== 'failed') continue;
    if (row.state === 'waiting') overlay.takeOut(id, placeOf(overlay.crawl, entry));
    overlay.change(id, { state: 'waiting', attempt: 0, notBefore: 0, hop: undefined, changedAt: now });
    overlay.put(id, placeOf(overlay.crawl, entry));
    overlay.reopen();
    retried++;
  }
  return retried;
}
