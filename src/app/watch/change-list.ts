// M3: what changed in a folder, run by run: as a list, and as an Atom feed.
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Settings } from '../../settings.ts';
import type { ChangesFilter, FirstRun, RunChange, WatchReader } from '../../watch/port.ts';
import { atomFeed } from '../../watch/report/atom-feed.ts';
import type { ChangeReport } from '../../watch/report/change-report.ts';
import { configuredProvider } from '../crawl/targets.ts';
import { reportOf } from './report-facts.ts';

export interface ChangeList {
  /** The latest run first. */
  readonly changes: readonly RunChange[];
  /** First runs of the time, whose pages are all new and are not among the changes; only with the first part of the list. */
  readonly first: readonly FirstRun[];
}

/** Changes by filter. */
export async function listChanges(reader: WatchReader, filter: ChangesFilter): Promise<ChangeList> {
  const changes = await reader.changesOver(filter);
  const isFirstPart = filter.after === undefined && (filter.kind === undefined || filter.kind === 'new');
  return {
    changes: changes.map((change) => ({
      ...change,
      url: shownUrl(change.url),
      ...(change.detail !== undefined && { detail: shownUrl(change.detail) }),
    })),
    // F5: a run that stored nothing has brought no source.
    first: isFirstPart ? (await reader.firstRuns(filter)).filter(({ pages }) => pages > 0) : [],
  };
}

/** Whose feed it is: that of a folder, or of one of its providers, which is another one. */
export interface FeedOf {
  readonly folder: string;
  readonly provider?: { readonly id: string; readonly name: string } | undefined;
  /** Where it can be fetched, if anywhere. */
  readonly selfUrl?: string | undefined;
}

/** Reports as an Atom feed. */
export function feedText(reports: readonly ChangeReport[], { folder, provider, selfUrl }: FeedOf): string {
  return atomFeed(reports, {
    title: `docent${provider === undefined ? '' : `: ${provider.name}`}: what changed`,
    id: provider === undefined ? folder : `${folder} ${provider.id}`,
    selfUrl,
    now: Date.now(),
  });
}

const MOST_RUNS = 100;
/** An entry lists a hundred of each kind. */
const MOST_PAGES = 300;

/** The feed of the last runs of a folder, or of one of its providers, that changed something. */
export async function changeFeed(
  reader: WatchReader,
  settings: Settings,
  { folder, provider, selfUrl }: Omit<FeedOf, 'provider'> & { readonly provider?: string | undefined },
): Promise<string> {
  const reports: ChangeReport[] = [];
  for (const run of await reader.runs({ provider, limit: MOST_RUNS })) {
    const { new: added, updated, deleted } = run.changes;
    if (run.endedAt !== undefined && added + updated + deleted > 0)
      reports.push(await reportOf(reader, run, settings, { mostPages: MOST_PAGES }));
  }
  const name = provider === undefined ? '' : (configuredProvider(provider, settings)?.name ?? provider);
  return feedText(reports, { folder, selfUrl, provider: provider === undefined ? undefined : { id: provider, name } });
}
