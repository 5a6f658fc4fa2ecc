// What changed since a time (M3), run by run, so that an assistant knows whether what it learnt still holds.
import { shownUrl } from '../../core/url/shown-url.ts';
import type { PageChange, RunRecord } from '../../watch/port.ts';
import type { Place } from '../place.ts';
import { listedIn } from '../watch/listed.ts';
import { withWatch } from '../with-watch.ts';

export interface ChangedPage extends Pick<PageChange, 'kind' | 'title' | 'sections'> {
  readonly url: string;
  readonly provider: string;
  /** When the run that noticed it ended, or began where it has not ended. */
  readonly at: number;
}

/** What happened since then: pages that are not as they were, and libraries that were crawled for the first time. */
export interface Changes {
  readonly pages: readonly ChangedPage[];
  readonly first: readonly { readonly provider: string; readonly at: number; readonly pages: number }[];
}

const MOST_RUNS = 50;
const MOST_PAGES = 1_000;

/** The latest runs first; of each page only the latest change. A first crawl is one line: every page of it is new. */
export function changesSince(
  { settings, store }: Place,
  since: number,
  providers?: readonly string[],
): Promise<Changes> {
  return withWatch(store, async ({ reader }) => {
    const seen = new Set<string>();
    const pages: ChangedPage[] = [];
    const first: Changes['first'][number][] = [];
    const runs: RunRecord[] = [];
    for (const provider of providers ?? [undefined]) runs.push(...(await reader.runs({ provider, limit: MOST_RUNS })));
    const isListed = await listedIn(reader, settings);
    for (const run of runs.toSorted((one, other) => other.id - one.id)) {
      const at = run.endedAt ?? run.startedAt;
      if (at < since || !isListed(run.provider)) continue;
      if (run.counters.storedBefore === undefined) {
        first.push({ provider: run.provider, at, pages: run.changes.new });
        continue;
      }
      for (const { kind, url, title, sections } of await reader.changes(run.id, MOST_PAGES)) {
        const key = `${run.provider} ${url}`;
        if (seen.has(key) || pages.length >= MOST_PAGES) continue;
        seen.add(key);
        pages.push({ kind, url: shownUrl(url), provider: run.provider, at, title, sections });
      }
    }
    return { pages, first };
  });
}
