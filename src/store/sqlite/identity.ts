// U11, U12: under which key a page is stored that was found by another.
import { reasonHas } from '../../core/reasons.ts';
import { type Found, type Identity, identityReason } from '../../frontier/port.ts';
import { isSameText, type TextHashes } from '../../frontier/port-chrome.ts';
import type { Context } from './context.ts';
import { hashesOf, isStored, type Moved, moveTo, removePage, type Settling, storedBefore } from './move.ts';
import { enter, rowOf } from './offer.ts';
import { COLLAPSED, keepCopy, noteChange } from './page-changes.ts';
import { joinInIndex } from './put-index.ts';
import type { Row } from './statements.ts';
import { takeOut } from './waiting.ts';

/**
 * The row to store the page under; or `elsewhere` when it is stored there already, or about to be by its own visit.
 * The URL it was found by is a duplicate then, unless a canonical link names nothing that could be true.
 */
export function takeIdentity(
  ctx: Context,
  settling: Settling,
  identity: Identity,
  text: TextHashes,
): { readonly row: Row } | { readonly elsewhere: Moved } {
  const { lease, provider, own, at } = settling;
  const row = rowOf(ctx, provider, identity.key);
  if (row !== undefined && (row.id === own.id || row.kind !== 'page')) return { row: own };
  const current = row !== undefined && row.generation === provider.generation ? row : undefined;
  if (current !== undefined && identity.by === 'canonical' && isMistaken(ctx, settling, current, text))
    return identity.otherwise === undefined ? { row: own } : takeIdentity(ctx, settling, identity.otherwise, text);
  const waits = current?.state === 'waiting';
  const leased = waits && ctx.sql.leaseOf.get(Number(current.id)) !== undefined;
  const stored = current !== undefined && isStored(provider, current);
  const elsewhere = leased || stored;
  const by = identityReason(identity.by, elsewhere);
  const copy = storedBefore(ctx, lease.id);
  if (stored && identity.by === 'canonical' && copy !== undefined && !isSameText(copy, text))
    return { elsewhere: keepCopy(ctx, settling, own, copy, 'skipped', COLLAPSED, identity.url) };
  // F10: its own visit may come to nothing; the next crawl finds one of the two too many.
  if (leased && copy !== undefined)
    return { elsewhere: keepCopy(ctx, settling, own, copy, 'duplicate', by, identity.url) };
  const before = removePage(ctx, lease.id);
  const moved = moveTo(ctx, provider, own, 'duplicate', by, identity.url, at);
  noteChange(ctx, provider, own, before, { ...moved, isGone: true });
  if (elsewhere) {
    joinInIndex(ctx, lease.id, Number(current?.id));
    return { elsewhere: moved };
  }
  if (!waits) {
    const { key, url } = identity;
    const { host, depth, id: from } = lease;
    const found: Found = { provider: provider.slug, key, url, host, depth, kind: 'page', from };
    enter(ctx, found, provider, row, at);
  }
  const taken = rowOf(ctx, provider, identity.key) as Row;
  takeOut(ctx, taken);
  joinInIndex(ctx, lease.id, Number(taken.id));
  return { row: taken };
}

/** A canonical link to a page that says something else, or that ended without one, is a mistake of the site's. */
function isMistaken({ sql }: Context, { provider }: Settling, target: Row, text: TextHashes): boolean {
  if (isStored(provider, target)) {
    const stored = sql.pageHash.get(Number(target.id));
    return stored === undefined || !isSameText(hashesOf(stored), text);
  }
  return target.state !== 'waiting' && !reasonHas(String(target.by), 'soft');
}
