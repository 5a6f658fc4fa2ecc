// Where a URL waits: at the host it is requested at, by its rank.
import type { Lease } from '../port.ts';
import type { QueuePlace } from './effects.ts';
import type { Entry } from './overlay.ts';
import { type CrawlFacts, rankOf } from './rows.ts';

/** The place of a URL that was leased. */
export function placeOfLease(
  { run }: Pick<CrawlFacts, 'run'>,
  { kind, depth, stored, host }: Lease,
  at = host,
  notBefore = 0,
): QueuePlace {
  return { host: at, rank: rankOf(run, { kind, depth, isStored: stored !== undefined }), notBefore };
}

/** The place of a URL that waits, by its row, at a depth that may be another than its own. */
export function placeOf({ run }: CrawlFacts, { row, copy }: Entry, depth = row.depth): QueuePlace {
  const { kind, hop, host, notBefore } = row;
  return { host: hop?.host ?? host ?? '', rank: rankOf(run, { kind, depth, isStored: copy !== undefined }), notBefore };
}
