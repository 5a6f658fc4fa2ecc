// What the rules of an act (frontier/decide) read from the tables: all that is known of a row in one statement.
import type { ChunkFact } from '../../../core/sections.ts';
import { type FactSource, loadRows } from '../../../frontier/decide/load.ts';
import { Overlay } from '../../../frontier/decide/overlay.ts';
import type { Copy, CrawlFacts, NotedChange, RowFacts } from '../../../frontier/decide/rows.ts';
import type { UrlKind, UrlState, VisitMode } from '../../../frontier/port.ts';
import { decodeHeadings, decodeHops, decodeSpellings } from '../../../frontier/port-decode.ts';
import { digestOf } from '../digest.ts';
import type { Context } from './context.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';

/** The provider's crawl as the rules see it. */
export function crawlFacts({ slug, generation, ended, run, limits }: ProviderState): CrawlFacts {
  return { provider: slug, generation, ended, run: run.kind, maxPerTemplate: limits.maxPerTemplate };
}

/** What the tables hold of a provider within an act. */
export function factSource(ctx: Context, { id: provider, run, generation, lanes }: ProviderState): FactSource {
  const { sql } = ctx;
  const factsOf = (row: Row | undefined): RowFacts | undefined => row && factsIn(ctx, row);
  return {
    row: (id) => factsOf(sql.factsById.get(run.id, id)),
    rowOf: (key) => factsOf(sql.factsByKey.get(run.id, provider, digestOf(key))),
    rowsWith: (hash) => sql.factsByText.all(run.id, provider, hash, generation).map((row) => factsIn(ctx, row)),
    chunksOf: (page) => sql.chunkFacts.all(page).map(chunkIn),
    countOf(host, template) {
      const lane = lanes.get(host);
      return lane === undefined ? 0 : Number(sql.templateCount.get(lane.id, template)?.n ?? 0);
    },
  };
}

/** An overlay with the rows of these URLs. */
export function overlayOf(ctx: Context, provider: ProviderState, ids: readonly number[]): Overlay {
  const overlay = new Overlay(crawlFacts(provider));
  loadRows(overlay, factSource(ctx, provider), ids);
  return overlay;
}

function chunkIn({ headings, anchor, hash, seq }: Row): ChunkFact {
  return {
    headings: decodeHeadings(headings),
    anchor: anchor === null ? undefined : String(anchor),
    hash: String(hash),
    seq: Number(seq),
  };
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
      mode: modeIn(row),
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
      wanted: row.wanted === 1,
      spellings: Number(row.spellings),
    },
    copy: row.page_hash === null ? undefined : copyIn(row),
    isLeased: row.leased === 1,
    change: row.change_kind === null ? undefined : changeIn(row),
    spellings: row.spelled === null ? [] : decodeSpellings(row.spelled),
  };
}

/** How a URL is visited, by its row. */
export function modeIn({ render }: Row): VisitMode {
  return render === 1 ? 'render' : 'plain';
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
