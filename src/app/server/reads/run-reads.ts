// Reads of runs: their list, one of them, what it changed.
import type { PageChangeKind } from '../../../core/page-change.ts';
import { shownData } from '../../../core/url/shown-url.ts';
import { type RunChanges, type RunDetails, runDetails } from '../../crawl/run-details.ts';
import { type RunView, viewsOf } from '../../crawl/runs.ts';
import { withWatch } from '../../with-watch.ts';
import type { ReadPlace } from './read-place.ts';

export const runReads = {
  /** Runs, the latest first; none where nothing was crawled yet. `before`: only those with a smaller number. */
  runs: (
    { store }: ReadPlace,
    { provider, limit, before }: { provider?: string | undefined; limit: number; before?: number | undefined },
  ): Promise<readonly RunView[]> =>
    withWatch(store, async ({ reader }) => viewsOf(await reader.runs({ provider, limit, before }), reader)),
  /** One run; undefined where there is none of this number. */
  run: ({ store }: ReadPlace, { id }: { id: number }): Promise<RunView | undefined> =>
    withWatch(store, async ({ reader }) => {
      const found = await reader.run(id);
      return found === undefined ? undefined : (await viewsOf([found], reader))[0];
    }),
  /** Everything that is stored of a run; undefined where there is none of this number. */
  runDetails: ({ store }: ReadPlace, { id }: { id: number }): Promise<RunDetails | undefined> => runDetails(store, id),
  /** The pages that a run changed, in the order of their numbers; undefined where there is no run of this number. */
  runChanges: (
    { store }: ReadPlace,
    { id, kind, limit }: { id: number; kind?: PageChangeKind | undefined; limit: number },
  ): Promise<RunChanges | undefined> =>
    withWatch(store, async ({ reader }) => {
      const run = await reader.run(id);
      if (run === undefined) return undefined;
      const { provider, changes: counts } = run;
      return { provider, counts, pages: shownData(await reader.changes(id, limit, { kind })) };
    }),
};
