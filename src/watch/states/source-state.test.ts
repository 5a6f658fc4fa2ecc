// The table of the states of sources, and of the times at which they are to be checked (M5).
import { describe, expect, it } from 'vitest';
import {
  type CheckingRun,
  checkTimes,
  freshPages,
  isPlanLate,
  lastCheck,
  type SourceState,
  type SourceStateFacts,
  sourceStates,
  stateOfSource,
} from './source-state.ts';

const T = 1_700_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const checked: SourceStateFacts = {
  ...{ latest: 'complete', ended: 'complete', wasReached: true, pages: 12 },
  times: checkTimes({ checkedAt: T, everyMs: WEEK }),
};

const table: readonly (readonly [what: string, facts: SourceStateFacts, now: number, state: SourceState])[] = [
  ['configured, and never run', { wasReached: false, pages: 0, times: {} }, T, 'never reached'],
  [
    'its first run failed, and nobody answered',
    { ...checked, latest: 'failed', ended: 'failed', wasReached: false, pages: 0, times: {} },
    T,
    'never reached',
  ],
  ['its first run failed: errors came', { ...checked, ended: 'failed', pages: 0, times: {} }, T, 'failing'],
  ['read, and nothing to store', { ...checked, pages: 0 }, T, 'empty'],
  ['just read', checked, T, 'fresh'],
  ['limited, all that is stored was read', { ...checked, latest: 'incomplete', ended: 'incomplete' }, T, 'fresh'],
  ['a day before its time', checked, T + 6 * DAY, 'fresh'],
  ['its time has come', checked, T + WEEK, 'due'],
  ['late', checked, T + WEEK + 3 * HOUR, 'overdue'],
  ['late, and a run is under way', { ...checked, latest: 'running' }, T + 3 * WEEK, 'due'],
  ['no time of a check is known', { ...checked, times: {} }, T, 'overdue'],
  ['without a schedule, for six days', { ...checked, times: checkTimes({ checkedAt: T }) }, T + 6 * DAY, 'fresh'],
  ['without a schedule, for a week', { ...checked, times: checkTimes({ checkedAt: T }) }, T + 8 * DAY, 'due'],
  ['without a schedule, for a month', { ...checked, times: checkTimes({ checkedAt: T }) }, T + 31 * DAY, 'overdue'],
  ['its last run failed', { ...checked, latest: 'failed', ended: 'failed' }, T, 'failing'],
  ['its last run failed, the next is under way', { ...checked, latest: 'running', ended: 'failed' }, T, 'fresh'],
  ['its run is paused', { ...checked, latest: 'paused' }, T, 'paused'],
  ['disabled', { ...checked, refused: 'disabled' }, T, 'disabled'],
  ['forbidden, and paused', { ...checked, refused: 'forbidden', latest: 'paused' }, T, 'forbidden'],
];

describe('the state of a source', () => {
  it.each(table)('M5: %s', (_, facts, now, state) => {
    expect(stateOfSource(facts, now)).toBe(state);
  });

  it('M5: every state is in the table', () => {
    expect(new Set(table.map(([, , , state]) => state))).toEqual(new Set(sourceStates));
  });

  it('M5: without a stored page nothing is fresh', () => {
    for (const [, facts, now] of table)
      expect(['fresh', 'due', 'overdue']).not.toContain(stateOfSource({ ...facts, pages: 0 }, now));
  });

  it('M5: a plan that is earlier than its interval holds, one from before the last check does not', () => {
    expect(checkTimes({ checkedAt: T, everyMs: WEEK, plannedAt: T + DAY }).dueAt).toBe(T + DAY);
    expect(checkTimes({ checkedAt: T, everyMs: WEEK, plannedAt: T - DAY }).dueAt).toBe(T + WEEK);
    expect(checkTimes({ everyMs: WEEK, plannedAt: T })).toEqual({});
    expect(isPlanLate(T, T + HOUR)).toBe(false);
    expect(isPlanLate(T, T + 3 * HOUR)).toBe(true);
    expect(isPlanLate(undefined, T)).toBe(false);
  });
});

describe('the last check', () => {
  const run: CheckingRun = {
    ...{ startedAt: T, endedAt: T + HOUR },
    ...{ wasReached: true, isFirst: false, isWhole: true },
  };
  it.each<readonly [string, readonly CheckingRun[], number | undefined]>([
    ['no run', [], undefined],
    ['one that looked at all', [run], T + HOUR],
    ['a first one that was cut off', [{ ...run, endedAt: undefined, isWhole: false, isFirst: true }], T],
    ['a first one that was stopped', [{ ...run, isWhole: false, isFirst: true }], T + HOUR],
    ['a later one that was stopped', [{ ...run, isWhole: false, startedAt: T + DAY }, run], T + HOUR],
    ['one that reached nothing', [{ ...run, endedAt: T + DAY, wasReached: false }, run], T + HOUR],
  ])('M5: %s', (_, runs, at) => {
    expect(lastCheck(runs)).toBe(at);
  });

  it('M5: fresh is counted in pages', () => {
    const rows = [
      { state: 'fresh', pages: 200 },
      { state: 'due', pages: 40 },
      { state: 'never reached', pages: 0 },
    ] as const;
    expect(freshPages(rows)).toBe(200);
  });
});
