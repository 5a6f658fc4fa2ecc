// The folder at a glance: sources and how many of their pages are fresh, runs under way, open alerts, and what changed in a day.

import { shownData } from '../../core/url/shown-url.ts';
import { storedRate } from '../../crawl/run/status.ts';
import type { Accounting } from '../../frontier/port.ts';
import type { Store } from '../../store/port.ts';
import type { KeptAlert, RunRecord, WatchReader } from '../../watch/port.ts';
import { HOUR_MS, type HourCounts } from '../../watch/port-fetches.ts';
import { freshPages } from '../../watch/states/source-state.ts';
import { type RunView, viewsOf } from '../crawl/runs.ts';
import type { Place } from '../place.ts';
import { listSources, type SourceRow } from '../providers/sources.ts';
import { listRequests } from '../requests/requests.ts';
import { withWatch } from '../with-watch.ts';

export type { HourCounts } from '../../watch/port-fetches.ts';

export interface Overview {
  /** Sources of the configuration, and those that were crawled without it. */
  readonly sources: number;
  readonly pages: number;
  readonly chunks: number;
  /** Pages of sources that are fresh. */
  readonly fresh: number;
  readonly alerts: readonly KeptAlert[];
  /** Runs that a process works on, or that are paused. */
  readonly running: readonly RunUnderWay[];
  /** Runs of the last 24 hours that changed something, the latest first. */
  readonly changed: readonly ChangedByRun[];
  /** The last 24 hours, the earliest first, the one under way among them. */
  readonly hours: readonly HourCounts[];
}

export interface RunUnderWay {
  readonly run: RunView;
  readonly counts: Accounting;
  /** Visits in a second since its begin, without pauses, as the store knows them. */
  readonly perSecond: number;
}

export interface ChangedByRun extends Pick<RunRecord, 'id' | 'provider' | 'startedAt' | 'endedAt' | 'changes'> {}

const DAY_MS = 86_400_000;
const MOST_SOURCES = 1_000;
const LOOKED_AT = 100;
const LISTED = 20;
const HOURS_SHOWN = 24;

/** The overview of a folder; of one without a crawl what is configured. Throws DOC_STORE for a folder that cannot be read. */
export async function overviewOf({ settings, store }: Place, now: number = Date.now()): Promise<Overview> {
  const filter = { from: ['file', 'crawl'], limit: MOST_SOURCES } as const;
  const rows = (await listSources({ settings, store }, filter, now)) ?? [];
  const sum = (of: (row: SourceRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const sums = {
    ...{ sources: rows.length, pages: sum(({ pages }) => pages), chunks: sum(({ chunks }) => chunks) },
    fresh: freshPages(rows),
  };
  return withWatch(store, async ({ reader }) => {
    const records = await reader.runs({ limit: LOOKED_AT });
    const views = await viewsOf(records, reader);
    const counts = new Map(rows.map((row) => [row.id, row.counts]));
    const running = underWay(views).flatMap((run) => {
      const counted = counts.get(run.provider);
      const record = records.find(({ id }) => id === run.id);
      if (counted === undefined || record === undefined) return [];
      return [{ run, counts: counted, perSecond: storedRate(record.counters) }];
    });
    return {
      ...sums,
      alerts: shownData(await reader.alerts()),
      running,
      hours: await lastHours(reader, now),
      changed: records
        .filter((run) => (run.endedAt ?? run.counters.endedAt) > now - DAY_MS && hasChanges(run))
        .slice(0, LISTED)
        .map(({ id, provider, startedAt, endedAt, changes }) => ({ id, provider, startedAt, endedAt, changes })),
    };
  });
}

/** The latest runs of their sources, of those that a process works on or that are paused. */
function underWay(views: readonly RunView[]): readonly RunView[] {
  return views.filter(
    ({ state, provider }, nth) =>
      (state === 'running' || state === 'paused') && views.findIndex((one) => one.provider === provider) === nth,
  );
}

/** What needs a look, as numbers. */
export interface OpenThings {
  readonly alerts: number;
  readonly runs: number;
  readonly requests: number;
}

/** How many alerts and requests are open and how many runs are under way. Throws DOC_STORE for data that cannot be read. */
export async function openThings(store: Store): Promise<OpenThings> {
  const requests = await listRequests(store);
  return withWatch(store, async ({ reader }) => ({
    alerts: (await reader.alerts()).length,
    runs: underWay(await viewsOf(await reader.runs({ limit: LOOKED_AT }), reader)).length,
    requests: requests.length,
  }));
}

async function lastHours(reader: WatchReader, now: number): Promise<readonly HourCounts[]> {
  const first = Math.floor(now / HOUR_MS) * HOUR_MS - (HOURS_SHOWN - 1) * HOUR_MS;
  const known = new Map((await reader.hours({ since: first })).map((hour) => [hour.at, hour]));
  return Array.from({ length: HOURS_SHOWN }, (_, nth) => {
    const at = first + nth * HOUR_MS;
    return known.get(at) ?? { at, fetched: 0, unchanged: 0, changed: 0, failed: 0 };
  });
}

function hasChanges({ changes }: RunRecord): boolean {
  return changes.new + changes.updated + changes.deleted + changes.unreachable + changes.excluded > 0;
}
