// Writes what an act changes (frontier/decide/effects.ts), within its transaction.
import type { CopyEffect, Effects, IndexChange, PlaceChange } from '../../../frontier/decide/effects.ts';
import type { UrlRow } from '../../../frontier/decide/rows.ts';
import { digestOf } from '../digest.ts';
import { cutPage, keepVersion, putChunks, putPage, removePage } from '../pages/put-page.ts';
import { cutInIndex, joinInIndex, putInIndex, removeFromIndex } from '../search/put-index.ts';
import { type Context, laneFor, tally } from './context.ts';
import { add } from './run-record.ts';
import type { ProviderState } from './state.ts';
import { delay, enqueue, rerank, takeOut } from './waiting.ts';

/** Writes all effects of an act on a provider. */
export function write(ctx: Context, provider: ProviderState, effects: Effects): void {
  const { sql, tx } = ctx;
  const numbers = new Map<number, number>();
  const numberOf = (id: number): number => numbers.get(id) ?? id;
  for (const host of effects.hosts) laneFor(ctx, provider, host);
  for (const { row, added } of effects.rows) {
    const columns = columnsOf(ctx, provider, row);
    if (added === undefined) sql.saveUrl.run(...columns, row.id);
    else {
      const { lastInsertRowid } = sql.addUrl.run(...columns, provider.id, digestOf(added.key), added.foundAt);
      numbers.set(row.id, Number(lastInsertRowid));
    }
  }
  for (const place of effects.places) move(ctx, provider, numberOf(place.id), place);
  for (const { id, spelling } of effects.spellings) {
    const { seq, url, host, state, by, detail, at } = spelling;
    sql.putSpelling.run(numberOf(id), seq, url, host, state, by, detail, at);
  }
  for (const { host, template, more } of effects.templates)
    sql.countTemplate.run(laneFor(ctx, provider, host).id, template, more);
  for (const { pattern, reason, at } of effects.blocked) sql.blockTrap.run(pattern, reason, at);
  for (const copy of effects.copies) writeCopy(ctx, provider, copy, numberOf);
  writeChanges(ctx, provider, effects, numberOf);
  for (const [state, n] of effects.tally) if (n !== 0) tally(ctx, provider, state, n);
  if (effects.reopens) {
    tx.set(provider, 'ended', false);
    sql.reopenProvider.run(provider.id);
  }
}

/** M3: what a run did to pages, and how many. */
export function writeChanges(
  ctx: Context,
  provider: ProviderState,
  { changes, counts }: Pick<Effects, 'changes' | 'counts'>,
  numberOf = (id: number): number => id,
): void {
  const { sql } = ctx;
  for (const { id, put } of changes) {
    if (put === undefined) sql.dropChange.run(provider.run.id, numberOf(id));
    else {
      const { kind, by, detail, hashBefore = null, title = null, sections } = put;
      const listed = sections === undefined ? null : JSON.stringify(sections);
      sql.putChange.run(provider.run.id, numberOf(id), kind, by, detail, hashBefore, title, listed);
    }
  }
  for (const [kind, n] of counts) add(ctx, provider, kind, n);
}

/** The columns of a URL that change, in the order of the statements `addUrl` and `saveUrl`. */
function columnsOf(ctx: Context, provider: ProviderState, row: Readonly<UrlRow>) {
  const { url, host, hop, kind, depth, from, generation, state, by, detail, attempt, notBefore, changedAt } = row;
  const lane = host === undefined ? 0 : laneFor(ctx, provider, host).id;
  const hopLane = hop === undefined ? null : laneFor(ctx, provider, hop.host).id;
  const hops = hop === undefined ? null : JSON.stringify(hop.hops);
  return [
    ...[url, lane, hopLane, hops, kind, depth, from ?? null, generation, state, by, detail, attempt, notBefore],
    ...[changedAt, row.spellings, row.mode === 'render' ? 1 : 0, row.wanted ? 1 : 0],
  ];
}

function move(ctx: Context, provider: ProviderState, id: number, { out, in: place, rank }: PlaceChange): void {
  if (out !== undefined && rank !== undefined) rerank(ctx, laneFor(ctx, provider, out.host), out, id, rank);
  else if (out !== undefined) takeOut(ctx, laneFor(ctx, provider, out.host), out, id);
  if (place === undefined) return;
  const lane = laneFor(ctx, provider, place.host);
  if (place.notBefore > 0) delay(ctx, lane, place.rank, id, place.notBefore);
  else enqueue(ctx, lane, place.rank, id);
}

function writeCopy(ctx: Context, provider: ProviderState, effect: CopyEffect, numberOf: (id: number) => number): void {
  const { sql } = ctx;
  const id = numberOf(effect.id);
  switch (effect.kind) {
    case 'store': {
      putPage(ctx, id, provider, effect);
      writeIndex(ctx, id, putChunks(ctx, id, effect.chunks), effect.index);
      return;
    }
    case 'cut': {
      cutPage(ctx, id, effect);
      writeIndex(ctx, id, putChunks(ctx, id, effect.page.chunks), effect.index);
      return;
    }
    case 'remove':
      removeFromIndex(ctx, id);
      removePage(ctx, id);
      return;
    case 'keepVersion':
      keepVersion(ctx, id);
      return;
    case 'dropVersion':
      sql.dropVersion.run(id, effect.fetchedAt);
      return;
    case 'verify': {
      const { at, etag = null, lastModified = null, intervalMs = null } = effect;
      sql.verifyPage.run(at, etag, lastModified, intervalMs, id);
      return;
    }
    case 'failing':
      sql.setFailing.run(id);
      return;
    case 'lastmod':
      sql.setLastmod.run(effect.lastmod.at, effect.lastmod.generation, id);
      return;
    case 'join':
      joinInIndex(ctx, id, numberOf(effect.page));
  }
}

function writeIndex(ctx: Context, id: number, rows: readonly number[], { isNew, isCut, entry }: IndexChange): void {
  if (!isNew) return;
  if (isCut && entry !== undefined) cutInIndex(ctx, id, rows, entry);
  else putInIndex(ctx, id, rows, entry);
}
