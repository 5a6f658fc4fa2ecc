// Providers as a whole, in memory: which ones are known, what their crawls began with, and how much of each is stored.
import { reasonHas } from '../../core/reasons.ts';
import type { KnownProvider, StoredSums } from '../../frontier/port-providers.ts';
import type { MemoryData, ProviderEntry } from './records.ts';

/** How many pages are checked for whether the whole text is kept, as in the other engines. */
const LOOKED_AT = 5;

/** Every provider, by name. */
export function knownProviders(data: MemoryData): readonly KnownProvider[] {
  return byName(data).map(({ slug, remembered }) => ({
    provider: slug,
    ...(remembered !== undefined && { remembered }),
    seeds: seedsOf(data, slug),
    isStored: data.urls.some(({ provider, stored }) => provider === slug && stored !== undefined),
  }));
}

/** Every provider with a stored page, by name. When its last run ended is not kept in memory. */
export function storedSums(data: MemoryData): readonly StoredSums[] {
  return byName(data).flatMap(({ slug, remembered }) => {
    const pages = data.urls.flatMap(({ provider, stored }) => (provider === slug && stored ? [stored] : []));
    const [seed] = seedsOf(data, slug);
    if (pages.length === 0) return [];
    return [
      {
        provider: slug,
        pages: pages.length,
        chunks: pages.reduce((sum, { chunks }) => sum + chunks.length, 0),
        whole: pages.slice(0, LOOKED_AT).some(({ page }) => page.markdown !== undefined),
        fetchedAt: latest(pages.map(({ page }) => page.fetchedAt)),
        verifiedAt: -latest(pages.map(({ checkedAt }) => -checkedAt)),
        ...(seed !== undefined && { seed }),
        ...(remembered !== undefined && { remembered }),
      },
    ];
  });
}

function byName({ providers }: MemoryData): readonly ProviderEntry[] {
  return [...providers.values()].toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Pages that were found first, on no other page, in the order of their discovery. */
function seedsOf({ urls }: MemoryData, slug: string): readonly string[] {
  return urls.flatMap(({ provider, row: { kind, depth, from, url, by } }) =>
    provider === slug && kind === 'page' && depth === 0 && from === undefined && !reasonHas(by, 'ofNoSeed')
      ? [url]
      : [],
  );
}

function latest(times: readonly number[]): number {
  return times.reduce((one, other) => Math.max(one, other));
}
