// Reads of sources: their list with what is stored of each, and one of them with its policy.

import { hostKey } from '../../../core/url/host.ts';
import { type Robot, robotsInUse } from '../../bot/robots-in-use.ts';
import { openProviderList } from '../../providers/config-file-providers.ts';
import type { CrawledNames } from '../../providers/policy-changes.ts';
import {
  listSources,
  type SourceDetails,
  type SourceFilter,
  type SourceRow,
  showSource,
} from '../../providers/sources.ts';
import type { ReadPlace } from './read-place.ts';

export const providerReads = {
  /** Sources; undefined where there is none with the id `after`. */
  sources: (place: ReadPlace, filter: SourceFilter): Promise<readonly SourceRow[] | undefined> =>
    listSources(place, filter),
  /** The seeds of everything that was crawled into the folder. */
  crawledSeeds: async (place: ReadPlace): Promise<readonly string[]> =>
    (await place.store.knownProviders()).flatMap(({ seeds }) => seeds),
  /** What was crawled into the folder; not what has no seed any more. */
  crawledNames: async (place: ReadPlace): Promise<CrawledNames> => {
    const known = (await place.store.knownProviders()).filter(({ seeds }) => seeds.length > 0);
    return new Map(known.map(({ provider, seeds }) => [provider, [...new Set(seeds.map(hostKey))]]));
  },
  /** A4: the robots that sites see. */
  robotsInUse: async (place: ReadPlace): Promise<readonly Robot[]> => {
    const known = await place.store.knownProviders();
    return robotsInUse(
      place.settings,
      known.map(({ provider }) => provider),
    );
  },
  /** One source; undefined where there is none of this id. */
  source: (place: ReadPlace, { id }: { id: string }): Promise<SourceDetails | undefined> =>
    showSource(place, openProviderList(place.config.path, place.config.text), id),
};
