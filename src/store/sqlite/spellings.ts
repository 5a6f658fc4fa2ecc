// U13: the spellings of a key beside its row: those that wait for their turn, and how those ended that were tried before.

import { mostSpellings } from '../../core/spelling.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Found, Lease } from '../../frontier/port.ts';
import { type Context, laneFor } from './context.ts';
import type { Settling } from './move.ts';
import type { Row } from './statements.ts';
import { enqueue, rankOfLease } from './waiting.ts';

/** How a spelling ended. */
interface End {
  readonly state: string;
  readonly by: string;
  readonly detail: string;
}

/** Brings the URLs of a provider's pages to how they are requested now. */
export function respellAll({ sql }: Context, provider: number, requested: (url: string) => string): void {
  for (const { id, url } of sql.withQuery.all(provider)) {
    const now = requested(String(url));
    if (now === url) continue;
    sql.renameUrl.run(now, Number(id));
    sql.renamePage.run(now, Number(id), String(url));
  }
}

/** Whether one more spelling of a key may be tried. */
export function hasRoom(row: Row): boolean {
  return Number(row.spellings) + 1 < mostSpellings;
}

/** Keeps another spelling of a key that waits, in case the first comes to nothing. */
export function keepSpelling({ sql }: Context, row: Row, { url, host }: Found, now: number): void {
  const id = Number(row.id);
  if (!hasRoom(row) || sql.spellingsOf.all(id).some(({ spelling }) => spelling === url)) return;
  sql.addSpelling.run(id, url, host, 'waiting', '', '', now);
  sql.countSpelling.run(id);
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
  return spellings > 0 && sql.spellingsOf.all(id).some(({ state }) => state !== 'waiting');
}

/** Queues the next spelling that waits, in place of one that came to nothing; undefined when there is none. */
export function nextSpelling(
  ctx: Context,
  { lease, provider, own, at }: Settling,
  end: End,
): { readonly state: 'waiting'; readonly by: string; readonly detail: string } | undefined {
  if (own.spellings === 0) return undefined;
  const { sql } = ctx;
  const next = untried(sql.spellingsOf.all(lease.id), lease);
  if (next === undefined) return undefined;
  sql.endSpelling.run(String(own.url), end.state, end.by, end.detail, at, lease.id, Number(next.seq));
  const lane = laneFor(ctx, provider, String(next.host));
  const detail = `${end.by} as ${shownUrl(String(own.url))}`;
  sql.respellUrl.run(String(next.spelling), lane.id, detail, at, lease.id);
  enqueue(ctx, lane, rankOfLease(provider, lease), lease.id);
  return { state: 'waiting', by: 'frontier:spelling', detail };
}

/** Where redirects have led already needs no second request. */
function untried(spellings: readonly Row[], { hops }: Lease): Row | undefined {
  return spellings.find(({ state, spelling }) => state === 'waiting' && !hops.includes(String(spelling)));
}
