// M5: when each provider of the configuration runs next, and the state of its pages.

import type { SourceState } from '../../watch/states/source-state.ts';
import type { RunView } from '../crawl/runs.ts';
import type { Place } from '../place.ts';
import { everySource, type SourceRow } from '../providers/sources.ts';
import type { ScheduleSlot } from './schedule-slots.ts';

export interface ScheduleRow extends Omit<ScheduleSlot, 'everySec'> {
  readonly state: SourceState;
  /** Why it is failing, forbidden, disabled or not run by schedule. */
  readonly detail?: string | undefined;
  /** A run of it is under way. */
  readonly running: boolean;
  readonly lastRun?: Pick<RunView, 'id' | 'endedAt' | 'state' | 'because'> | undefined;
}

/** The providers of the configuration, the next to run first. Nothing is written. Throws DOC_STORE for a folder that cannot be read. */
export async function readSchedule(place: Place, now: number = Date.now()): Promise<readonly ScheduleRow[]> {
  const rows = (await everySource(place, { from: ['file'] }, now)).flatMap((row) => rowOf(row) ?? []);
  return rows.toSorted(
    (one, other) =>
      (one.nextAt ?? Number.POSITIVE_INFINITY) - (other.nextAt ?? Number.POSITIVE_INFINITY) ||
      (one.provider < other.provider ? -1 : 1),
  );
}

function rowOf({ id, name, state, detail, schedule, lastRun }: SourceRow): ScheduleRow | undefined {
  if (schedule === undefined) return undefined;
  const { everySec: _, ...slot } = schedule;
  const { id: run, endedAt, state: ended, because } = lastRun ?? {};
  return {
    ...{ provider: id, name, ...slot, state, running: ended === 'running' },
    ...(detail !== undefined && { detail }),
    ...(run !== undefined && ended !== undefined && { lastRun: { id: run, endedAt, state: ended, because } }),
  };
}
