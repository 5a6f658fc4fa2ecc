// U13: the spellings of a key beside its row: those that wait for their turn, and how those ended that were tried before.

import { afterSpelling, isGone, isOfSpelling, isRefusedAtTheDoor, mostSpellings } from '../../core/spelling.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Found, Lease, Requested } from '../../frontier/port.ts';
import { type Context, laneFor } from './context.ts';
import { digestOf } from './digest.ts';
import type { Settling } from './move.ts';
import type { Row } from './statements.ts';
import { enqueue, rankOfLease } from './waiting.ts';

/** How a spelling ended. */
interface End {
  readonly state: string;
  readonly by: string;
  readonly detail: string;
}

/** Brings URLs to how they are requested now, a piece at a time, where that is another spelling of the same key. */
export function respellAll({ sql }: Context, provider: number, requested: Requested): void {
  for (let after = 0; ; ) {
    const rows = sql.withQuery.all(provider, after);
    for (const { id, url, hash } of rows) {
      const now = requested(String(url));
      const isSame = Buffer.compare(digestOf(now.key), hash as Uint8Array) === 0;
      if (now.url === url || !isSame) continue;
      sql.renameUrl.run(now.url, Number(id));
      sql.renamePage.run(now.url, Number(id), String(url));
    }
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.id);
  }
}

/** Whether one more spelling of a key may be tried. */
function hasRoom(row: Row): boolean {
  return Number(row.spellings) + 1 < mostSpellings;
}

/** Keeps another spelling of a key that waits, in case the first comes to nothing. */
export function keepSpelling({ sql }: Context, row: Row, { url, host }: Found, now: number): void {
  const id = Number(row.id);
  if (!hasRoom(row) || isNoted(sql.spellingsOf.all(id), url)) return;
  sql.addSpelling.run(id, url, host, 'waiting', '', '', now);
  sql.countSpelling.run(id);
}

/** Whether a spelling stands beside the row already; one that was refused at the door was never tried. */
function isNoted(spellings: readonly Row[], url: string): boolean {
  return spellings.some(({ spelling, by }) => spelling === url && !isRefusedAtTheDoor(String(by)));
}

/** Whether a row that ended for a reason of its spelling begins anew with another. */
export function mayRespell({ sql }: Context, row: Row, url: string): boolean {
  const id = Number(row.id);
  if (!isOfSpelling(String(row.by)) || !hasRoom(row) || sql.pageHash.get(id) !== undefined) return false;
  return row.spellings === 0 || !isNoted(sql.spellingsOf.all(id), url);
}

/** Notes how the row's own spelling ended, before the row begins anew with another. */
export function noteSpelling({ sql }: Context, row: Row): void {
  const id = Number(row.id);
  const { url, state, by, detail, changed_at: at } = row;
  sql.addSpelling.run(id, String(url), '', String(state), String(by), String(detail), Number(at));
  sql.countSpelling.run(id);
}

/** Whether another spelling of the row's key was requested in this generation. */
export function wasRespelled({ sql }: Context, id: number, spellings: number): boolean {
  if (spellings === 0) return false;
  return sql.spellingsOf.all(id).some(({ state, by }) => state !== 'waiting' && !isRefusedAtTheDoor(String(by)));
}

/**
 * Queues the next spelling that waits, in place of one that came to nothing; undefined when there is none. F10: where a copy is
 * stored only a server that says it is gone is a reason to look for it elsewhere.
 */
export function nextSpelling(
  ctx: Context,
  { lease, provider, own, at }: Settling,
  end: End,
): { readonly state: 'waiting'; readonly by: string; readonly detail: string } | undefined {
  const { sql } = ctx;
  if (own.spellings === 0 || !isOfSpelling(end.by)) return undefined;
  if (!isGone(end.by) && sql.pageHash.get(lease.id) !== undefined) return undefined;
  const next = untried(sql.spellingsOf.all(lease.id), lease);
  if (next === undefined) return undefined;
  sql.endSpelling.run(String(own.url), end.state, end.by, end.detail, at, lease.id, Number(next.seq));
  const lane = laneFor(ctx, provider, String(next.host));
  const detail = afterSpelling(end.by, shownUrl(String(own.url)));
  sql.respellUrl.run(String(next.spelling), lane.id, detail, at, lease.id);
  enqueue(ctx, lane, rankOfLease(provider, lease), lease.id);
  return { state: 'waiting', by: 'frontier:spelling', detail };
}

/** Where redirects have led already needs no second request. */
function untried(spellings: readonly Row[], { hops }: Lease): Row | undefined {
  return spellings.find(({ state, spelling }) => state === 'waiting' && !hops.includes(String(spelling)));
}
