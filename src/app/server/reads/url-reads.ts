// Reads of URLs: lists by filter, counts by state and reason, counts along their addresses.
import type { Accounting, PathQuestion, PathStep, UrlFilter, UrlSummary } from '../../../frontier/port.ts';
import type { Reading } from '../../read/reading.ts';
import { type ReadPlace, reading } from './read-place.ts';

/** How many URLs of a provider ended how, and for which reasons. */
export interface UrlCounts {
  readonly provider: string;
  /** Whether its last crawl came to its end. */
  readonly ended: boolean;
  readonly counts: Accounting;
  readonly reasons: Awaited<ReturnType<Reading['reasons']>>;
}

export const urlReads = {
  /** URLs in the order they were found; none where nothing was crawled yet. */
  urls: (place: ReadPlace, filter: UrlFilter): Promise<readonly UrlSummary[]> =>
    reading(place, (reader) => reader.list(filter)),
  /** Counts by state of each provider that was crawled: kept sums, quick for any number of URLs. */
  urlSums: (place: ReadPlace, _: undefined): Promise<readonly Pick<UrlCounts, 'provider' | 'counts'>[]> =>
    reading(place, async (reader) =>
      Promise.all(
        (await reader.providers()).map(async ({ provider }) => ({ provider, counts: await reader.counts(provider) })),
      ),
    ),
  /** Counts by state and reason, of one provider or of each. */
  urlCounts: (place: ReadPlace, { provider }: { provider?: string | undefined }): Promise<readonly UrlCounts[]> =>
    reading(place, async (reader) => {
      const all = await reader.providers();
      const chosen = provider === undefined ? all : all.filter((one) => one.provider === provider);
      return Promise.all(
        chosen.map(async ({ provider: name, ended }) => ({
          ...{ provider: name, ended },
          counts: await reader.counts(name),
          reasons: await reader.reasons(name),
        })),
      );
    }),
  /** Counts by the next step of the addresses below a prefix; undefined for a provider that was never crawled. */
  urlTree: (
    place: ReadPlace,
    { provider, ...question }: PathQuestion & { readonly provider: string },
  ): Promise<readonly PathStep[] | undefined> =>
    reading(place, async (reader) => {
      const isKnown = (await reader.providers()).some((one) => one.provider === provider);
      return isKnown ? reader.paths(provider, question) : undefined;
    }),
};
