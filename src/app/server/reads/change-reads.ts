// Reads of what changed: the list over all runs, and the feed.
import type { ChangesFilter, RunRecord } from '../../../watch/port.ts';
import { type ChangeList, changeFeed, listChanges } from '../../watch/change-list.ts';
import { withWatch } from '../../with-watch.ts';
import type { ReadPlace } from './read-place.ts';

export const changeReads = {
  /** Changes of pages, the latest run first; none where nothing was crawled yet. */
  changes: ({ store }: ReadPlace, filter: ChangesFilter): Promise<ChangeList> =>
    withWatch(store, ({ reader }) => listChanges(reader, filter)),
  /** How many pages changed in each of these runs, by kind; runs that are not known are left out. */
  changeCounts: (
    { store }: ReadPlace,
    { runs }: { readonly runs: readonly number[] },
  ): Promise<readonly (readonly [run: number, counts: RunRecord['changes']])[]> =>
    withWatch(store, async ({ reader }) => {
      const found = await Promise.all(runs.map((id) => reader.run(id)));
      return found.flatMap((run) => (run === undefined ? [] : [[run.id, run.changes] as const]));
    }),
  /** The feed, of one provider or of all; undefined for a provider that has no run. */
  changeFeed: (
    { settings, store }: ReadPlace,
    { provider, selfUrl }: { provider?: string | undefined; selfUrl?: string | undefined },
  ): Promise<string | undefined> =>
    withWatch(store, async ({ reader }) => {
      if (provider !== undefined && !(await reader.providers()).includes(provider)) return undefined;
      return changeFeed(reader, settings, { folder: store.name, provider, selfUrl });
    }),
};
