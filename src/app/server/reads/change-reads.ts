// Reads of what changed: the list over all runs, and the feed.
import type { ChangesFilter, RunRecord } from '../../../watch/port.ts';
import { withWatch } from '../../data-store.ts';
import { type ChangeList, changeFeed, feedText, listChanges } from '../../watch/change-list.ts';
import type { ReadPlace } from './read-place.ts';

export const changeReads = {
  /** Changes of pages, the latest run first; none where nothing was crawled yet. */
  async changes(place: ReadPlace, filter: ChangesFilter): Promise<ChangeList> {
    const store = place.store;
    if (!store.exists()) return { changes: [], first: [] };
    return withWatch(store, ({ reader }) => listChanges(reader, filter));
  },
  /** How many pages changed in each of these runs, by kind; runs that are not known are left out. */
  async changeCounts(
    place: ReadPlace,
    { runs }: { readonly runs: readonly number[] },
  ): Promise<readonly (readonly [run: number, counts: RunRecord['changes']])[]> {
    const store = place.store;
    if (!store.exists()) return [];
    return withWatch(store, async ({ reader }) => {
      const found = await Promise.all(runs.map((id) => reader.run(id)));
      return found.flatMap((run) => (run === undefined ? [] : [[run.id, run.changes] as const]));
    });
  },
  /** The feed, of one provider or of all; undefined for a provider that has no run. */
  async changeFeed(
    place: ReadPlace,
    { provider, selfUrl }: { provider?: string | undefined; selfUrl?: string | undefined },
  ): Promise<string | undefined> {
    const store = place.store;
    const { settings } = place;
    const folder = place.store.name;
    if (!store.exists()) return provider === undefined ? feedText([], { folder, selfUrl }) : undefined;
    return withWatch(store, async ({ reader }) => {
      if (provider !== undefined && !(await reader.providers()).includes(provider)) return undefined;
      return changeFeed(reader, settings, { folder, provider, selfUrl });
    });
  },
};
