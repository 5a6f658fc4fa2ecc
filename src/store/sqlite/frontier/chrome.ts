// E2: learnt chrome: the edges of stored pages, and pages that are cut anew.
import { decideCut, decideTwins } from '../../../frontier/decide/cut.ts';
import { type CutPage, type EdgePage, type PageToCut, readHashOf } from '../../../frontier/port-chrome.ts';
import { versionOf } from '../pages/put-page.ts';
import type { Context } from './context.ts';
import { overlayOf } from './load-facts.ts';
import type { ProviderState } from './state.ts';
import type { Row } from './statements.ts';
import { write } from './write-effects.ts';

export function pageEdges(
  { sql }: Context,
  { id, slug }: ProviderState,
  after: number,
  limit: number,
): readonly EdgePage[] {
  const began = Number(sql.provider.get(slug)?.began_at ?? 0);
  return sql.pageEdges.all(id, after, limit).map((row) => {
    return {
      id: Number(row.url),
      url: String(row.final_url),
      readHash: readHashOf({ hash: String(row.hash), readHash: String(row.read_hash) || undefined }),
      edges: String(row.edges),
      cut: String(row.cut),
      extractor: Number(row.extractor),
      keepsText: row.noarchive === 0,
      isFresh: Number(row.fetched_at) >= began,
      asksAgain: row.asks_again === 1,
    };
  });
}

export function toCut({ sql }: Context, id: number): PageToCut | undefined {
  const row = sql.toCut.get(id);
  if (row === undefined) return undefined;
  const bytes = (value: Row[string] | undefined): Uint8Array | undefined =>
    value instanceof Uint8Array ? value : undefined;
  return {
    url: String(row.final_url),
    draft: bytes(row.draft),
    links: bytes(row.links),
    noarchive: row.noarchive === 1,
  };
}

/** Replaces a stored page by its newly cut version. */
export function cutStored(ctx: Context, provider: ProviderState, id: number, page: CutPage, at: number): boolean {
  const last = ctx.sql.lastVersion.get(id);
  const overlay = overlayOf(ctx, provider, [id]);
  if (!overlay.has(id)) return false;
  const isCut = decideCut(overlay, id, page, last && versionOf({ ...last, words: 0 }), at);
  write(ctx, provider, overlay.effects());
  return isCut;
}

/** E6: of pages with the same text without learnt chrome the first stays. Returns how many did not. */
export function joinTwins(ctx: Context, provider: ProviderState, at: number): number {
  const { id, generation } = provider;
  const groups = ctx.sql.cutTwins
    .all(id, generation)
    .map(({ hash }) => ctx.sql.withText.all(id, String(hash), generation).map((row) => Number(row.id)));
  const overlay = overlayOf(ctx, provider, groups.flat());
  const joined = decideTwins(overlay, groups, at);
  write(ctx, provider, overlay.effects());
  return joined;
}
