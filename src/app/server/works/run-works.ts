// What callers want of runs: paused, resumed, stopped; a URL fetched again, more seeds.
import type { RunWish } from '../../../frontier/port-runs.ts';
import { keepRunWish } from '../../crawl/run-wish.ts';
import { addSeeds, type Seeded } from '../../providers/add-seeds.ts';
import type { ConfigPlace } from '../../providers/config-file.ts';
import { refuseForeignSeeds } from '../../providers/policy-changes.ts';
import type { ReadPlace } from '../reads/read-place.ts';

export const runWorks = {
  /** Keeps the operator's wish for a run. */
  setWish: ({ store }: ReadPlace, { run, wish }: { readonly run: number; readonly wish: RunWish }): Promise<void> =>
    keepRunWish(store, run, wish),
  /** Has a URL fetched once more by the next run of its provider that looks, or by one that is under way. */
  async wantUrl(
    place: ReadPlace,
    { provider, url }: { readonly provider: string; readonly url: string },
  ): Promise<void> {
    const side = await place.store.openSideWriter();
    await side.addWanted(provider, url).finally(() => side.close());
  },
  /** Adds seeds to a source of the configuration file, and to its run that is under way. Rejects as `addSeeds`. */
  addSeeds: (
    at: ReadPlace,
    { place, id, urls }: { readonly place: ConfigPlace; readonly id: string; readonly urls: readonly string[] },
  ): Promise<Seeded> => addSeeds(at, place, id, urls, refuseForeignSeeds),
};
