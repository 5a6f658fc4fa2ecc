// The state of a source in one word, and when its pages are to be checked; every door shows these.
import type { RunRecord } from '../port.ts';
import type { RunState, StateOfRun } from './run-state.ts';

/**
 * `never reached`: nothing was ever read of it. `empty`: it was read, and no page is stored. `fresh`: its pages were checked as lately as its schedule wants.
 * `due`: it is time to check them. `overdue`: it was time long ago, and nobody did. `failing`: its last run read nothing. `paused`: its
 * run is. `disabled`: by the operator. `forbidden`: its terms forbid crawling.
 */
export const sourceStates = [
  ...(['never reached', 'empty', 'fresh', 'due', 'overdue', 'failing', 'paused', 'disabled', 'forbidden'] as const),
] as const;
export type SourceState = (typeof sourceStates)[number];

export interface SourceStateFacts {
  /** C8: why no command runs it. */
  readonly refused?: 'disabled' | 'forbidden' | undefined;
  /** The state of its latest run, and of the last one that ended. */
  readonly latest?: RunState | undefined;
  readonly ended?: RunState | undefined;
  /** Whether one of its runs ever brought an answer. */
  readonly wasReached: boolean;
  /** Stored pages. */
  readonly pages: number;
  readonly times: CheckTimes;
}

/** The state of a source. */
export function stateOfSource(facts: SourceStateFacts, now: number): SourceState {
  const { refused, latest, ended, wasReached, pages, times } = facts;
  if (refused !== undefined) return refused;
  if (latest === 'paused') return 'paused';
  if (pages === 0 && !wasReached) return 'never reached';
  // What failed before is being tried again.
  if (ended === 'failed' && latest !== 'running') return 'failing';
  if (pages === 0) return 'empty';
  const { dueAt, overdueAt } = times;
  if (dueAt !== undefined && now < dueAt) return 'fresh';
  return latest === 'running' || (overdueAt !== undefined && now < overdueAt) ? 'due' : 'overdue';
}

/** When the pages of a source are to be checked, and when that is late; undefined where they never were. */
export interface CheckTimes {
  readonly dueAt?: number | undefined;
  readonly overdueAt?: number | undefined;
}

const DAY_MS = 86_400_000;
const UNSCHEDULED = Object.freeze({ dueMs: 7 * DAY_MS, overdueMs: 30 * DAY_MS });
/** Jitter and a run under way delay a scheduled run; more than this means that nobody runs the schedule. */
const LATE_MS = 2 * 3_600_000;

/** Whether a planned run was not made although its time is past. */
export function isPlanLate(plannedAt: number | undefined, now: number): boolean {
  return plannedAt !== undefined && now - plannedAt > LATE_MS;
}

/**
 * When a source is to be checked: an interval of its schedule after the last time, or at its planned run, whichever is first; without a
 * schedule a week after, and late a month after.
 */
export function checkTimes({
  checkedAt,
  everyMs,
  plannedAt,
}: {
  readonly checkedAt?: number | undefined;
  /** From one run of its schedule to the next; undefined where no schedule runs it. */
  readonly everyMs?: number | undefined;
  readonly plannedAt?: number | undefined;
}): CheckTimes {
  if (checkedAt === undefined) return {};
  if (everyMs === undefined)
    return { dueAt: checkedAt + UNSCHEDULED.dueMs, overdueAt: checkedAt + UNSCHEDULED.overdueMs };
  // A plan of before its last check is done.
  const planned = plannedAt === undefined || plannedAt <= checkedAt ? Number.POSITIVE_INFINITY : plannedAt;
  const dueAt = Math.min(checkedAt + everyMs, planned);
  return { dueAt, overdueAt: dueAt + LATE_MS };
}

/** What a run says of when the pages of its source were checked. */
export interface CheckingRun {
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  /** Whether its source answered. */
  readonly wasReached: boolean;
  /** Nothing was stored before it. */
  readonly isFirst: boolean;
  /** No page that is stored waits for it any more. */
  readonly isWhole: boolean;
}

/** When every stored page of a source had been looked at, by its runs, the latest first. */
export function lastCheck(runs: readonly CheckingRun[]): number | undefined {
  for (const { startedAt, endedAt, wasReached, isFirst, isWhole } of runs) {
    if (!wasReached) continue;
    // Whatever a first run has stored, it read since it began.
    if (isFirst) return endedAt ?? startedAt;
    if (isWhole && endedAt !== undefined) return endedAt;
  }
  return undefined;
}

/** A run by its record, and its state. */
export function checkingRun(run: RunRecord, { state, because }: StateOfRun): CheckingRun {
  const { startedAt, endedAt, counters, changes, complete } = run;
  const { requests, ok, notModified, clientErrors, serverErrors, storedBefore = 0 } = counters;
  const found = requests > 0 ? ok + notModified + clientErrors + serverErrors : changes.new + changes.updated;
  return {
    ...{ startedAt, endedAt, isFirst: storedBefore === 0 },
    // Files of a folder are read without requests.
    wasReached: found > 0 || (requests === 0 && changes.unchanged > 0),
    isWhole: state !== 'failed' && (complete || because === 'limit'),
  };
}

/** How many pages are of sources in the state `fresh`. */
export function freshPages(rows: readonly { readonly state: SourceState; readonly pages: number }[]): number {
  return rows.reduce((sum, { state, pages }) => (state === 'fresh' ? sum + pages : sum), 0);
}
