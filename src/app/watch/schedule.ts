// M5: when each provider of the configuration runs next, and whether it may.
import { resolve } from 'node:path';
import type { ReasonName } from '../../core/reasons.ts';
import type { Provider } from '../../seed/provider.ts';
import { mayRun } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import type { PlannedRun, RunRecord, WatchReader } from '../../watch/port.ts';
import { defaultCron, nextRuns, type ScheduleEntry } from '../../watch/schedule/schedule.ts';
import { storeIn, withWatch } from '../data-store.ts';
import { cronInWords } from './schedule-words.ts';

export interface ScheduleRow {
  readonly provider: string;
  readonly name: string;
  /** As written, or derived from its id. */
  readonly cron: string;
  readonly isDefault: boolean;
  readonly words: string;
  readonly timeZone: string;
  /** Undefined when it is not run by schedule. */
  readonly nextAt?: number | undefined;
  /** The time is past and no process has run it. */
  readonly overdue: boolean;
  readonly lastRun?: { readonly id: number; readonly endedAt: number; readonly complete: boolean } | undefined;
  readonly state: 'ok' | 'running' | 'disabled' | 'no terms verdict' | 'forbidden';
  /** Why it is not run. */
  readonly detail?: string | undefined;
}

const refusals: Readonly<Record<string, ScheduleRow['state']>> = Object.freeze({
  'terms:forbidden': 'forbidden',
  'terms:unknown': 'no terms verdict',
  'provider:disabled': 'disabled',
});

/** C8: the state of a provider that the schedule does not run, by the reason. */
export function stateOfRefusal(by: ReasonName): ScheduleRow['state'] {
  return refusals[by] ?? 'disabled';
}

/** The providers of the configuration, the next to run first. Nothing is written. Throws DOC_STORE for a folder that cannot be read. */
export async function readSchedule(settings: Settings, now: number = Date.now()): Promise<readonly ScheduleRow[]> {
  const store = storeIn(resolve(settings.options.data), settings.options.store);
  if (!store.exists()) return rowsOf(settings, undefined, now);
  return withWatch(store, ({ reader }) => rowsOf(settings, reader, now));
}

async function rowsOf(
  settings: Settings,
  reader: WatchReader | undefined,
  now: number,
): Promise<readonly ScheduleRow[]> {
  const running = new Set((await reader?.owner())?.providers);
  const entries = scheduleEntries(settings, (await reader?.planned()) ?? new Map(), running);
  // Without jitter, which is drawn when a plan is made for good.
  const next = new Map(nextRuns(now, entries, () => 0).map(({ provider, planned }) => [provider, planned]));
  const rows: ScheduleRow[] = [];
  for (const entry of entries) {
    const provider = entry.policy;
    const { provider_id: id, name } = provider;
    const verdict = mayRun(provider, 'schedule');
    const planned = next.get(id);
    const cron = provider.schedule ?? defaultCron(id);
    const last = await lastEnded(reader, id);
    rows.push({
      ...{ provider: id, name, cron, isDefault: provider.schedule === undefined, words: cronInWords(cron) },
      timeZone: entry.timeZone,
      nextAt: planned?.dueAt,
      overdue: planned !== undefined && planned.dueAt <= now,
      ...(last !== undefined && { lastRun: { id: last.id, endedAt: last.endedAt ?? 0, complete: last.complete } }),
      state: verdict.ok ? (entry.running ? 'running' : 'ok') : stateOfRefusal(verdict.by),
      ...(!verdict.ok && { detail: verdict.detail }),
    });
  }
  return rows.toSorted(
    (one, other) =>
      (one.nextAt ?? Number.POSITIVE_INFINITY) - (other.nextAt ?? Number.POSITIVE_INFINITY) ||
      (one.provider < other.provider ? -1 : 1),
  );
}

/** An entry with the policy it was made of. */
export type PolicyEntry = ScheduleEntry & { readonly policy: Provider; readonly enabled: boolean };

/** C8: the providers of the configuration as the schedule sees them; what may not run by schedule is not enabled. */
export function scheduleEntries(
  settings: Settings,
  planned: ReadonlyMap<string, PlannedRun>,
  running: ReadonlySet<string>,
): readonly PolicyEntry[] {
  return settings.providers.map((policy) => {
    const { provider_id: provider, schedule: cron, time_zone: own } = policy;
    return {
      ...{ provider, cron, timeZone: own ?? settings.timeZone, policy },
      enabled: mayRun(policy, 'schedule').ok,
      running: running.has(provider),
      planned: planned.get(provider),
    };
  });
}

/** The last run of a provider that came to an end, whole or not. */
export async function lastEnded(reader: WatchReader | undefined, provider: string): Promise<RunRecord | undefined> {
  return (await reader?.runs({ provider, limit: 3 }))?.find(({ endedAt }) => endedAt !== undefined);
}
