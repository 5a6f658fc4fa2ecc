// Step 3 of a URL's way: what was found enters the ledger once, refused at once where a rule said so.

import { reasonHas } from '../../core/reasons.ts';
import { isOtherSpelling, isRefusedAtTheDoor } from '../../core/spelling.ts';
import { blockPatternOf } from '../../core/url/key.ts';
import type { Found, OfferAnswer, UrlState } from '../../frontier/port.ts';
import { type Context, laneFor, providerOf, tally } from './context.ts';
import { digestOf } from './digest.ts';
import { noteKept } from './page-changes.ts';
import { keepSpelling, mayRespell, noteSpelling } from './spellings.ts';
import { type LaneState, type ProviderState, remember } from './state.ts';
import type { Row } from './statements.ts';
import { delay, enqueue, rankOf, rankOfRow, takeOut } from './waiting.ts';

/** Offers every link; answers how many were new. */
export function offerAll(ctx: Context, links: readonly Found[], now: number): number {
  let added = 0;
  for (const link of links) if (offer(ctx, link, now) === 'added') added++;
  return added;
}

/** Adds a URL that this generation does not know. */
export function offer(ctx: Context, found: Found, now: number): OfferAnswer {
  const provider = providerOf(ctx, found.provider);
  const { depth, refused, lastmod } = found;
  if (lastmod === undefined && (provider.known.get(spellingId(found)) ?? Infinity) <= depth) return 'known';
  const digest = digestOf(found.key);
  const row = ctx.sql.urlByHash.get(provider.id, digest);
  if (row !== undefined && lastmod !== undefined) ctx.sql.setLastmod.run(lastmod, provider.generation, Number(row.id));
  if (row === undefined || row.generation !== provider.generation) return enter(ctx, found, provider, row, now);
  // The refusal was about the way there, not about the page: met nearer to a seed, it is welcome.
  const tooDeep = reasonHas(String(row.by), 'soft');
  if (tooDeep && refused === undefined) return enter(ctx, found, provider, row, now);
  if (refused === undefined && row.kind === 'page' && isOtherSpelling(textsOf(row), found.url)) {
    if (row.state === 'waiting') keepSpelling(ctx, row, found, now);
    else if (mayRespell(ctx, row, found.url)) return respell(ctx, found, provider, row, now);
  }
  const nearer = refused === undefined && row.state === 'waiting' && depth < Number(row.depth);
  const moved = nearer && moveUp(ctx, found, row);
  if (!tooDeep) note(ctx, provider, found, row.state !== 'waiting' ? 0 : moved ? depth : Number(row.depth));
  return 'known';
}

/** The row of a key, of whichever generation. */
export function rowOf({ sql }: Context, provider: ProviderState, key: string): Row | undefined {
  return sql.urlByHash.get(provider.id, digestOf(key));
}

/** Adds a URL, or begins anew with one that has its row already. */
export function enter(
  ctx: Context,
  found: Found,
  provider: ProviderState,
  row: Row | undefined,
  now: number,
): OfferAnswer {
  const { url, kind, depth } = found;
  const from = found.from ?? null;
  const { sql, tx } = ctx;
  // Refused links lead to any number of hosts; none of them needs a lane.
  const lane = found.refused === undefined ? laneFor(ctx, provider, found.host) : undefined;
  const refused = found.refused ?? trapOf(ctx, lane, found, now);
  const state: UrlState = refused === undefined ? 'waiting' : (refused.state ?? 'skipped');
  const { by, detail } = refused ?? { by: 'frontier:queued', detail: '' };
  const { id: owner, generation } = provider;
  let id = Number(row?.id);
  if (row === undefined) {
    const digest = digestOf(found.key);
    id = Number(
      sql.addUrl.run(owner, digest, url, lane?.id ?? 0, kind, depth, from, generation, state, by, detail, now, now)
        .lastInsertRowid,
    );
  } else {
    if (row.generation === generation && row.kind === 'page') tally(ctx, provider, row.state as UrlState, -1);
    sql.againUrl.run(url, lane?.id ?? 0, kind, depth, from, generation, state, by, detail, now, id);
    if (refused !== undefined) noteKept(ctx, provider, row, sql.pageHash.get(id)?.hash, { state, by, detail });
  }
  if (kind === 'page') tally(ctx, provider, state, 1);
  if (!reasonHas(by, 'soft')) note(ctx, provider, found, state === 'waiting' ? depth : 0);
  if (refused !== undefined || lane === undefined) return 'refused';
  const isStored = row !== undefined && sql.pageHash.get(id) !== undefined;
  enqueue(ctx, lane, rankOf(provider, { kind, depth, isStored }), id);
  if (provider.ended) {
    tx.set(provider, 'ended', false);
    sql.reopenProvider.run(provider.id);
  }
  return 'added';
}

/** U8: counts the URL's template, and refuses it when there are too many like it. */
function trapOf(
  { sql }: Context,
  lane: LaneState | undefined,
  { template, key }: Found,
  now: number,
): Found['refused'] {
  if (template === undefined || lane === undefined) return undefined;
  const most = lane.provider.limits.maxPerTemplate;
  const n = Number(sql.templateCount.get(lane.id, template)?.n ?? 0);
  // One more is counted than is taken, so that only the first refusal is entered in the blocklist.
  if (n <= most) sql.countTemplate.run(lane.id, template);
  if (n < most) return undefined;
  const detail = `over ${most} URLs like ${template}`;
  if (n === most) sql.blockTrap.run(blockPatternOf(key), `trap:template, ${detail}`, now);
  return { ok: false, by: 'trap:template', detail };
}

/** Found nearer to a seed while it waits, a URL takes the place it would have had; false when it is under way. */
function moveUp(ctx: Context, { depth, from }: Found, row: Row): boolean {
  const place = takeOut(ctx, row);
  if (place === undefined) return false;
  const id = Number(row.id);
  ctx.sql.nearerUrl.run(depth, from ?? null, id);
  const rank = rankOfRow(ctx, place.lane.provider, row, depth);
  if (place.notBefore > 0) delay(ctx, place.lane, rank, id, place.notBefore);
  else enqueue(ctx, place.lane, rank, id);
  return true;
}

function note({ tx }: Context, provider: ProviderState, found: Found, depth: number): void {
  tx.afterCommit(() => remember(provider, spellingId(found), depth));
}

/** U13: what is known is known of a spelling: of the same URL, linked otherwise, another verdict may be true. */
function spellingId({ key, url, refused }: Found): string {
  return `${refused === undefined ? '' : '!'}${key} ${url}`;
}

/** U13: the spelling that was met first was refused or failed; this one has its own turn. */
function respell(ctx: Context, found: Found, provider: ProviderState, row: Row, now: number): OfferAnswer {
  noteSpelling(ctx, row);
  // One that was requested has been counted with its template already.
  const counted = isRefusedAtTheDoor(String(row.by)) ? found : { ...found, template: undefined };
  return enter(ctx, counted, provider, row, now);
}

function textsOf({ url, by }: Row): { readonly url: string; readonly by: string } {
  return { url: String(url), by: String(by) };
}
