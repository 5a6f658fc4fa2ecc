// U11, U12: under which key a page is stored that was found by another.
import { reasonHas } from '../../core/reasons.ts';
import { type FoundUrl, identityReason, type Lease, type PageIdentity } from '../port.ts';
import { isSameText, type TextHashes } from '../port-chrome.ts';
import { COLLAPSED, type Ended, end, keepCopy, removeCopy } from './end.ts';
import { leadElsewhere } from './move.ts';
import { enter } from './offer.ts';
import type { Entry, Overlay } from './overlay.ts';
import { placeOf } from './place.ts';
import { isStored } from './rows.ts';

/**
 * The row to store the page under; or `elsewhere` when it is stored there already, or about to be by its own visit.
 * The URL it was found by is a duplicate then, unless its canonical link is mistaken, or it has a copy that may be of another page.
 */
export function takeIdentity(
  overlay: Overlay,
  own: Entry,
  lease: Lease,
  identity: PageIdentity,
  text: TextHashes,
  at: number,
): { readonly entry: Entry } | { readonly elsewhere: Ended } {
  const { generation, provider } = overlay.crawl;
  const { key, url } = identity;
  const target = overlay.of(key);
  if (target !== undefined && (target === own || target.row.kind !== 'page')) return { entry: own };
  const current = target?.row.generation === generation ? target : undefined;
  if (current !== undefined && identity.by === 'canonical' && isMistaken(current, text, generation)) {
    const { otherwise } = identity;
    return otherwise === undefined ? { entry: own } : takeIdentity(overlay, own, lease, otherwise, text, at);
  }
  const waits = current?.row.state === 'waiting';
  const isLeased = waits && current.isLeased;
  const isThere = current !== undefined && isStored(current.row, generation);
  const isElsewhere = isLeased || isThere;
  const by = identityReason(identity.by, isElsewhere);
  const { copy } = own;
  /** The row of the other key, which need not be visited any more. */
  const taken = (): Entry => {
    const { host, depth, id: from } = lease;
    const found: FoundUrl = { provider, key, url, host, depth, kind: 'page', from };
    const entry = waits ? current : enter(overlay, found, target, at);
    overlay.takeOut(entry.id, placeOf(overlay.crawl, entry));
    return entry;
  };
  if (isThere && identity.by === 'canonical' && copy !== undefined && !isSameText(copy, text))
    return { elsewhere: keepCopy(overlay, own, 'skipped', COLLAPSED, url, at) };
  if (copy !== undefined && (isLeased || !isSameText(copy, text))) {
    const kept = leadElsewhere(overlay, own, identity.by, current?.row.url ?? url, at);
    return isElsewhere ? { elsewhere: kept } : { entry: taken() };
  }
  const before = removeCopy(overlay, own);
  const ended = end(overlay, own, 'duplicate', by, url, at, { before, isGone: true });
  if (current !== undefined && isElsewhere) {
    overlay.copy({ kind: 'join', id: own.id, page: current.id });
    return { elsewhere: ended };
  }
  const entry = taken();
  overlay.copy({ kind: 'join', id: own.id, page: entry.id });
  return { entry };
}

/** A canonical link to a page with another text, or that ended without one, is a mistake of the site. */
function isMistaken({ row, copy }: Entry, text: TextHashes, generation: number): boolean {
  if (isStored(row, generation)) return copy === undefined || !isSameText(copy, text);
  return row.state !== 'waiting' && !reasonHas(row.by, 'soft');
}
