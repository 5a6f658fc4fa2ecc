// Loads what the rules of an act look at (frontier/decide), in as few statements as it can.
import type { ChunkFact } from '../../core/sections.ts';
import { factsOf, mayEnter, mayOffer } from '../../frontier/decide/facts.ts';
import { Overlay } from '../../frontier/decide/overlay.ts';
import type { Copy, CrawlFacts, NotedChange, RowFacts } from '../../frontier/decide/rows.ts';
import type { Found, Settlement, UrlKind, UrlState } from '../../frontier/port.ts';
import { isSameText, readHashOf } from '../../frontier/port-chrome.ts';
import { decodeHeadings, decodeHops, decodeSpellings } from '../../frontier/port-decode.ts';
import type { Context } from './context.ts';
import { digestOf } from './digest.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';

/** The provider's crawl as the rules see it. */
export function crawlFacts({ slug, generation, ended, run, limits }: ProviderState): CrawlFacts {
  return { provider: slug, generation, ended, run: run.kind, maxPerTemplate: limits.maxPerTemplate };
}

/** An overlay with the rows of these URLs. */
export function overlayOf(ctx: Context, provider: ProviderState, ids: readonly number[]): Overlay {
  const overlay = new Overlay(crawlFacts(provider));
  for (const id of ids) {
    const row = ctx.sql.factsById.get(provider.run.id, id);
    if (row !== undefined) overlay.load(factsIn(ctx, row));
  }
  return overlay;
}

/** All that settling a lease of this URL looks at. */
export function loadSettle(ctx: Context, provider: ProviderState, id: number, settlement: Settlement): Overlay {
  const facts = factsOf(settlement);
  const { sql } = ctx;
  const overlay = overlayOf(ctx, provider, [id]);
  for (const key of facts.keys) loadKey(ctx, provider, overlay, key);
  const text = facts.text === 'copy' ? overlay.entry(id).copy : facts.text;
  if (text !== undefined) {
    const hash = readHashOf(text);
    const twins = sql.factsByText.all(provider.run.id, provider.id, hash, provider.generation);
    overlay.loadText(
      hash,
      twins.map((row) => factsIn(ctx, row)),
    );
  }
  if (facts.replaces !== undefined)
    for (const { id: row, copy } of [overlay.entry(id), ...facts.keys.flatMap((key) => overlay.of(key) ?? [])])
      if (copy !== undefined && !isSameText(copy, facts.replaces) && !overlay.hasTwin(row, readHashOf(facts.replaces)))
        overlay.loadChunks(row, chunkFacts(ctx, row));
  loadLinks(ctx, provider, overlay, mayOffer(overlay, id, settlement.outcome) ? facts.links : (settlement.found ?? []));
  return overlay;
}

/** What offering these looks at. */
export function loadLinks(ctx: Context, provider: ProviderState, overlay: Overlay, links: readonly Found[]): void {
  for (const { key, template, host, refused } of links) {
    loadKey(ctx, provider, overlay, key);
    if (template === undefined || refused !== undefined || overlay.hasTemplate(host, template)) continue;
    if (!mayEnter(overlay.of(key)?.row, provider.generation)) continue;
    const lane = provider.lanes.get(host);
    const n = lane === undefined ? 0 : Number(ctx.sql.templateCount.get(lane.id, template)?.n ?? 0);
    overlay.loadTemplate(host, template, n);
  }
}

function loadKey(ctx: Context, provider: ProviderState, overlay: Overlay, key: string): void {
  if (overlay.hasLoaded(key)) return;
  const row = ctx.sql.factsByKey.get(provider.run.id, provider.id, digestOf(key));
  if (row === undefined) overlay.loadMissing(key);
  else overlay.load(factsIn(ctx, row), key);
}

/** The chunks of a stored page, without their text. */
function chunkFacts({ sql }: Context, page: number): readonly ChunkFact[] {
  return sql.chunkFacts.all(page).map((row) => ({
    headings: decodeHeadings(row.headings),
    anchor: row.anchor === null ? undefined : String(row.anchor),
    hash: String(row.hash),
    seq: Number(row.seq),
  }));
}

/** A row of the statements `factsBy…`. */
export function factsIn({ lanes }: Context, row: Row): RowFacts {
  const id = Number(row.id);
  const hostOf = (lane: Row[string] | undefined): string | undefined => lanes.get(Number(lane))?.host.name;
  const hopHost = row.hop_lane === null ? undefined : hostOf(row.hop_lane);
  const hops = row.hops === null ? [] : decodeHops(row.hops);
  return {
    row: {
      id,
      url: String(row.url),
      kind: row.kind as UrlKind,
      host: hostOf(row.lane),
      hop: hopHost === undefined ? undefined : { host: hopHost, hops },
      depth: Number(row.depth),
      from: row.parent === null ? undefined : Number(row.parent),
      generation: Number(row.generation),
      state: row.state as UrlState,
      by: String(row.by),
      detail: String(row.detail),
      attempt: Number(row.attempt),
      notBefore: Number(row.not_before),
      changedAt: Number(row.changed_at),
      spellings: Number(row.spellings),
    },
    copy: row.page_hash === null ? undefined : copyIn(row),
    isLeased: row.leased === 1,
    change: row.change_kind === null ? undefined : changeIn(row),
    spellings: row.spelled === null ? [] : decodeSpellings(row.spelled),
  };
}

function copyIn(row: Row): Copy {
  const { lastmod, lastmod_generation: generation } = row;
  return {
    hash: String(row.page_hash),
    readHash: row.read_hash === '' ? undefined : String(row.read_hash),
    title: String(row.title),
    extractor: Number(row.extractor),
    analyser: Number(row.analyser),
    indexHash: String(row.index_hash),
    intervalMs: row.interval_ms === null ? undefined : Number(row.interval_ms),
    lastmod: lastmod === null ? undefined : { at: Number(lastmod), generation: Number(generation) },
    lastmodWrong: row.lastmod_wrong === 1,
  };
}

function changeIn({ change_kind: kind, hash_before: before }: Row): NotedChange {
  return { kind: kind as NotedChange['kind'], hashBefore: before === null ? undefined : String(before) };
}
