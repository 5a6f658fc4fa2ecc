// A supplier's list at the beginning of a run: unchanged pages end at once, the rest is offered.
import type { FoundUrl, Ledger } from '../../frontier/port.ts';
import type { ListedUrl } from '../../frontier/port-supplied.ts';
import { toFound } from '../visit/discover.ts';
import type { VisitNeeds } from '../visit/visit-needs.ts';
import { keptStamp } from './kept-stamp.ts';
import type { CrawlPolicy } from './policy.ts';
import type { Supplier } from './supplier.ts';

/** A long list is offered in pieces, so that nothing else waits for it. */
const OFFERED_AT_ONCE = 2_000;

/** A listed URL as it is offered, and with its stamp where it may be kept. */
export interface ListedOffer {
  readonly offer: FoundUrl;
  readonly listed: ListedUrl | undefined;
}

/** The offers of a supplier's list. Throws what `Supplier.list` throws. */
export async function listSupplied(
  policy: CrawlPolicy,
  supplier: Supplier,
  { blocked }: Pick<VisitNeeds, 'blocked'>,
): Promise<readonly ListedOffer[]> {
  const found: ListedOffer[] = [];
  for await (const { url, stamp, depth, refused } of supplier.list()) {
    const judged = toFound({ url, depth }, policy, blocked);
    const offer = refused === undefined || judged.refused !== undefined ? judged : { ...judged, refused };
    const kept = offer.refused === undefined ? keptStamp(stamp, policy) : undefined;
    found.push({ offer, listed: kept === undefined ? undefined : { key: offer.key, stamp: kept } });
  }
  return found;
}

/** Ends unchanged pages, unless the run starts over, and offers the rest. */
export async function offerSupplied(
  policy: CrawlPolicy,
  supplier: Supplier,
  found: readonly ListedOffer[],
  { ledger, fresh }: { readonly ledger: Pick<Ledger, 'offer' | 'keepSame'>; readonly fresh: boolean },
): Promise<void> {
  const listed = fresh ? [] : found.flatMap(({ listed }) => listed ?? []);
  const kept = await ledger.keepSame(policy.provider, listed, { by: supplier.sameBy, isWhole: supplier.isWhole });
  const same = new Set(listed.filter((_, nth) => kept[nth]));
  const rest = found.flatMap(({ offer, listed }) => (listed !== undefined && same.has(listed) ? [] : [offer]));
  supplier.expect?.(rest.flatMap(({ url, refused }) => (refused === undefined ? [url] : [])));
  for (let at = 0; at < rest.length; at += OFFERED_AT_ONCE) await ledger.offer(rest.slice(at, at + OFFERED_AT_ONCE));
}
