// M5: the times at which the providers of the configuration are run by schedule, and whether they may.

import type { Provider } from '../../seed/provider.ts';
import { mayRun } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import type { PlannedRun, WatchReader } from '../../watch/port.ts';
import { nextRun } from '../../watch/schedule/cron.ts';
import { defaultCron, nextRuns, type ScheduleEntry } from '../../watch/schedule/schedule.ts';
import { isPlanLate } from '../../watch/states/source-state.ts';
import type { Place } from '../place.ts';
import { withWatch } from '../with-watch.ts';
import { cronInWords } from './schedule-words.ts';

/** When a provider runs by schedule. */
export interface ScheduleSlot {
  readonly provider: string;
  readonly name: string;
  /** As written, or derived from its id. */
  readonly cron: string;
  readonly isDefault: boolean;
  readonly words: string;
  readonly timeZone: string;
  /** Undefined when it is not run by schedule. */
  readonly nextAt?: number | undefined;
  /** The time is past, and no process has run it for hours. */
  readonly overdue: boolean;
  /** The time from one run to the next, in seconds: how old the pages of a source become by its schedule. */
  readonly everySec: number;
}

/** The providers of the configuration with their slots. Nothing is written. Throws DOC_STORE for a folder that cannot be read. */
export async function scheduleSlots({ settings, store }: Place, now: number): Promise<readonly ScheduleSlot[]> {
  return withWatch(store, ({ reader }) => slotsOf(settings, reader, now));
}

async function slotsOf(settings: Settings, reader: WatchReader, now: number): Promise<readonly ScheduleSlot[]> {
  const running = new Set((await reader.owner())?.providers);
  const entries = scheduleEntries(settings, await reader.planned(), running);
  // Without jitter, which is drawn when a plan is made for good.
  const next = new Map(nextRuns(now, entries, () => 0).map(({ provider, planned }) => [provider, planned]));
  return entries.map(({ policy, timeZone, running: isUnderWay }) => {
    const { provider_id: id, name } = policy;
    const cron = policy.schedule ?? defaultCron(id);
    const nextAt = next.get(id)?.dueAt;
    const first = nextRun(cron, now, timeZone);
    return {
      ...{ provider: id, name, cron, isDefault: policy.schedule === undefined, words: cronInWords(cron) },
      ...{ timeZone, nextAt, overdue: !isUnderWay && isPlanLate(nextAt, now) },
      everySec: Math.round((nextRun(cron, first, timeZone) - first) / 1_000),
    };
  });
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
