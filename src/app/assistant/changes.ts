// What changed since a time (M3), run by run, for an assistant that wants to know whether what it learnt still holds.
import { resolve } from 'node:path';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Settings } from '../../settings.ts';
import { checkCrawled } from '../../store/sqlite/folder.ts';
import { openWatch } from '../../store/sqlite/watch-open.ts';
import type { PageChange } from '../../watch/port.ts';

export interface ChangedPage extends Pick<PageChange, 'kind' | 'title' | 'sections'> {
  readonly url: string;
  readonly provider: string;
  /** When the run that noticed it ended, or began where it has not ended. */
  readonly at: number;
}

const MOST_RUNS = 50;
const MOST_PAGES = 1_000;

/** Pages that are not as they were, the latest runs first; of each page only the latest change. */
export function changesSince(settings: Settings, since: number, provider?: string): readonly ChangedPage[] {
  const folder = resolve(settings.options.data);
  checkCrawled(folder);
  const watch = openWatch(folder);
  try {
    const { reader } = watch;
    const seen = new Set<string>();
    const changes: ChangedPage[] = [];
    for (const run of reader.runs({ provider, limit: MOST_RUNS })) {
      const at = run.endedAt ?? run.startedAt;
      if (at < since) continue;
      for (const { kind, url, title, sections } of reader.changes(run.id, MOST_PAGES)) {
        const key = `${run.provider} ${url}`;
        if (seen.has(key) || changes.length >= MOST_PAGES) continue;
        seen.add(key);
        changes.push({ kind, url: shownUrl(url), provider: run.provider, at, title, sections });
      }
    }
    return changes;
  } finally {
    watch.close();
  }
}
