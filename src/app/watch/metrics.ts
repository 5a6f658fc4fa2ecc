// M4: Prometheus metrics, health and the history of a URL, read from a data folder for the process that serves them.

import { DocentError } from '../../core/errors.ts';
import { nothingCrawled } from '../../core/store-address.ts';
import { shownData } from '../../core/url/shown-url.ts';
import { version } from '../../core/version.ts';
import type { LedgerReader } from '../../frontier/port.ts';
import { mayRun } from '../../seed/terms.ts';
import type { Store } from '../../store/port.ts';
import { type Health, type HealthFacts, healthOf } from '../../watch/alerts/health.ts';
import { metricFamilies, type ProviderFacts } from '../../watch/metrics/metric-families.ts';
import { runMetrics } from '../../watch/metrics/metrics.ts';
import { expose } from '../../watch/metrics/prometheus.ts';
import type { HistoryEntry, RunRecord, WatchReader } from '../../watch/port.ts';
import { changeRateOf } from '../../watch/report/change-report.ts';
import { runStateText, stateOfRecord } from '../../watch/states/run-state.ts';
import type { Place } from '../place.ts';
import { everySource } from '../providers/sources.ts';
import { withWatch } from '../with-watch.ts';

export { prometheusType } from '../../watch/metrics/prometheus.ts';

/**
 * The metrics of a folder in Prometheus' text format: sources of the configuration, and those that were crawled. Throws DOC_STORE without
 * a crawl.
 */
export async function metricsText(place: Place): Promise<string> {
  const { settings, store } = place;
  return withWatch(store, async ({ reader }) => {
    const planned = await reader.planned();
    const alerts = await reader.alerts();
    const facts: ProviderFacts[] = [];
    for (const { id: provider, from, state, counts, pages, chunks, lastRun } of await everySource({
      settings,
      store,
    })) {
      if (from === 'preset' && lastRun === undefined) continue;
      const { discovered: _, ...urls } = counts;
      const last = await lastEnded(reader, provider);
      facts.push({
        ...{ provider, urls, pages, chunks, state },
        ...(lastRun !== undefined && { runState: runStateText(lastRun) }),
        running: lastRun?.state === 'running',
        openAlerts: alerts.filter((alert) => alert.provider === provider).length,
        ...(await totalsOf(reader, provider)),
        ...(last !== undefined && { lastRun: lastRunOf(last) }),
        nextRunAt: planned.get(provider)?.dueAt,
      });
    }
    return expose(metricFamilies(facts, version));
  });
}

/** The last run of a provider that came to an end, whole or not. */
async function lastEnded(reader: WatchReader, provider: string): Promise<RunRecord | undefined> {
  return (await reader.runs({ provider, limit: 3 })).find(({ endedAt }) => endedAt !== undefined);
}

function lastRunOf(run: RunRecord): NonNullable<ProviderFacts['lastRun']> {
  const { durationMs, successRate, averageMs } = runMetrics(run.counters);
  const { changes, counters } = run;
  return {
    endedAt: run.endedAt ?? 0,
    complete: run.complete,
    ...{ durationMs, successRate, averageMs },
    changeRate: changeRateOf(changes, counters.stored, counters.storedBefore === undefined),
  };
}

const RUNS_AT_ONCE = 500;

/** The totals of all runs that the folder remembers. */
async function totalsOf(
  reader: WatchReader,
  provider: string,
): Promise<{ readonly requestsTotal: number; readonly bytesTotal: number }> {
  const totals = { requestsTotal: 0, bytesTotal: 0 };
  let before: number | undefined;
  for (;;) {
    const runs = await reader.runs({ provider, limit: RUNS_AT_ONCE, before });
    for (const { counters } of runs) {
      totals.requestsTotal += counters.requests;
      totals.bytesTotal += counters.bytes;
    }
    if (runs.length < RUNS_AT_ONCE) return totals;
    before = runs.at(-1)?.id;
  }
}

/**
 * Whether all is well with the settings' folder; never throws. Only what the settings schedule can be overdue: a provider that was
 * taken out of the configuration keeps its last plan. `mayBeNew`: a folder without a crawl is no problem.
 */
export async function healthReport(
  { settings, store }: Place,
  { now = Date.now(), mayBeNew = false }: { readonly now?: number; readonly mayBeNew?: boolean } = {},
): Promise<Health> {
  const { freeBytes } = await store.health();
  try {
    const isNew = (await store.identity()) === undefined;
    if (isNew && !mayBeNew) throw nothingCrawled(store.name);
    if (isNew) return healthOf({ isNew: true, providers: [], openAlerts: 0, freeBytes }, now);
    const facts = await withReaders(store, async (reader, ledger): Promise<HealthFacts> => {
      const owner = await reader.owner();
      const planned = await reader.planned();
      const providers = (await ledger.providers()).map(({ provider }) => provider);
      const scheduled = settings.providers.filter((one) => mayRun(one, 'schedule').ok).map((one) => one.provider_id);
      const states: HealthFacts['providers'][number][] = [];
      for (const provider of new Set([...providers, ...planned.keys()])) {
        const [latest] = await reader.runs({ provider, limit: 1 });
        const last = await lastEnded(reader, provider);
        states.push({
          provider,
          running: latest !== undefined && latest.endedAt === undefined,
          ...(last?.endedAt !== undefined && {
            lastRun: { endedAt: last.endedAt, failed: stateOfRecord(last, false).state === 'failed' },
          }),
          ...(scheduled.includes(provider) && { dueAt: planned.get(provider)?.dueAt }),
        });
      }
      const openAlerts = (await reader.alerts()).length;
      return { owner, providers: states, openAlerts, freeBytes };
    });
    return healthOf(facts, now);
  } catch (error) {
    const storeProblem = error instanceof DocentError ? error.message : 'the data folder cannot be read';
    return healthOf({ storeProblem, providers: [], openAlerts: 0, freeBytes }, now);
  }
}

/** One visit of a URL, and the provider of its run. */
export interface Visited extends HistoryEntry {
  readonly provider: string;
}

/** What became of a URL, visit by visit, the latest first. */
export async function historyOf(store: Store, url: string, limit = 20): Promise<readonly Visited[]> {
  return withWatch(store, async ({ reader }) => {
    const entries = await reader.history(url, limit);
    const runs = new Map<number, string | undefined>();
    for (const { run: id } of entries) if (!runs.has(id)) runs.set(id, (await reader.run(id))?.provider);
    return shownData(entries.map((entry) => ({ ...entry, provider: runs.get(entry.run) ?? '' })));
  });
}

async function withReaders<T>(
  store: Store,
  task: (reader: WatchReader, ledger: LedgerReader) => Promise<T>,
): Promise<T> {
  return withWatch(store, async ({ reader }) => {
    const ledger = await store.openReader();
    try {
      return await task(reader, ledger);
    } finally {
      await ledger.close();
    }
  });
}
