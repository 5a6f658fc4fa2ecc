// M2: the stored pages whose chunks are out of the bounds of their source, and how: what an alert about chunks is made of.

import { counted } from '../../core/counted.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { AlertBounds } from '../../watch/alerts/bounds.ts';
import type { PageChunks } from '../../watch/metrics/quality.ts';
import type { Place } from '../place.ts';
import { withReaders } from './report.ts';
import { boundsFor } from './source-bounds.ts';

/** A page, and how its chunks are out of bounds. */
export interface ChunkRow {
  readonly provider: string;
  readonly url: string;
  readonly chunks: number;
  /** Undefined without chunks. */
  readonly averageTokens: number | undefined;
  /** Of its chunks, those whose text is in an earlier one. */
  readonly repeated: number;
  /** At least one line. */
  readonly out: readonly string[];
}

/** At most this many such pages of the sources, in the order they were found, and how many there are. */
export function readChunkList(
  place: Place,
  { providers, limit }: { readonly providers: readonly string[]; readonly limit: number },
): Promise<{ readonly rows: readonly ChunkRow[]; readonly total: number }> {
  const { settings } = place;
  return withReaders(place, true, async ({ reader }) => {
    const rows: ChunkRow[] = [];
    let total = 0;
    for (const provider of providers) {
      const { bounds } = boundsFor(provider, settings);
      const seen = new Set<string>();
      for await (const { page, ...chunks } of reader.pageChunks(provider)) {
        const found = chunkFacts(chunks, bounds, seen);
        if (found.out.length === 0) continue;
        if (++total > limit) continue;
        const [stored] = await reader.pagesRead(provider, { kind: 'all' }, { limit: 1, after: page - 1 });
        if (stored !== undefined) rows.push({ provider, url: shownUrl(stored.url), ...found });
      }
    }
    return { rows, total };
  });
}

/** How the chunks of a page are out of bounds; `seen` has those of the pages before, and takes these. */
function chunkFacts(
  { tokens, hashes }: PageChunks,
  bounds: AlertBounds,
  seen: Set<string>,
): Omit<ChunkRow, 'provider' | 'url'> {
  let repeated = 0;
  for (const hash of hashes) {
    if (seen.has(hash)) repeated++;
    seen.add(hash);
  }
  const chunks = tokens.length;
  const averageTokens = chunks === 0 ? undefined : tokens.reduce((sum, n) => sum + n, 0) / chunks;
  const short = chunks < 2 ? 0 : tokens.filter((n) => n < bounds.chunk_tokens_least).length;
  const isLong = averageTokens !== undefined && averageTokens > bounds.average_tokens_most;
  const isShort = averageTokens !== undefined && averageTokens < bounds.average_tokens_least;
  const average = `${counted(Math.round(averageTokens ?? 0), 'token')} a chunk`;
  const out = [
    ...(chunks < bounds.page_chunks_least ? [`${counted(chunks, 'chunk')}, at least ${bounds.page_chunks_least}`] : []),
    ...(chunks > bounds.page_chunks_most ? [`${counted(chunks, 'chunk')}, at most ${bounds.page_chunks_most}`] : []),
    ...(isShort ? [`${average}, at least ${bounds.average_tokens_least}`] : []),
    ...(isLong ? [`${average}, at most ${bounds.average_tokens_most}`] : []),
    ...(short > 0 ? [`${counted(short, 'chunk')} under ${counted(bounds.chunk_tokens_least, 'token')}`] : []),
    ...(repeated > 0 ? [`${counted(repeated, 'chunk')} also on an earlier page`] : []),
  ];
  return { chunks, averageTokens, repeated, out };
}
