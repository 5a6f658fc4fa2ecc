// The table of the states of runs (F5, C4).
import { describe, expect, it } from 'vitest';
import { amountsIn, causeOf, type RunStateFacts, runStates, runStateText, stateOfRun } from './run-state.ts';

/** A run that ended with everything done. */
const done: RunStateFacts = {
  ...{ isOpen: false, hasEnded: true, wish: 'go', isDone: true },
  ...{ requests: 12, answered: 12, stored: 12, waiting: 0, maxPages: 200, seeds: { all: 1, failed: 0 } },
};
const left: RunStateFacts = { ...done, isDone: false, waiting: 970, stored: 200 };
const dead = { all: 1, failed: 1 };
const half = { all: 2, failed: 1 };

const table: readonly (readonly [what: string, facts: RunStateFacts, state: string, why?: string])[] = [
  ['requested of another process', { ...done, isQueued: true }, 'queued'],
  ['under way', { ...left, isOpen: true, hasEnded: false, seeds: undefined }, 'running'],
  ['under way, and to pause', { ...left, isOpen: true, hasEnded: false, wish: 'pause' }, 'paused'],
  ['paused, its process gone', { ...left, hasEnded: false, wish: 'pause' }, 'paused'],
  ['paused, and ended by its process', { ...left, wish: 'pause' }, 'paused'],
  ['stopped', { ...left, wish: 'stop' }, 'stopped'],
  ['stopped, its process gone', { ...left, hasEnded: false, wish: 'stop' }, 'stopped'],
  ['stopped when all was done', { ...done, wish: 'stop' }, 'complete'],
  ['interrupted', { ...left, endedBy: 'run:stopped' }, 'stopped'],
  ['interrupted before its seed was read', { ...left, endedBy: 'run:stopped', seeds: dead }, 'stopped'],
  ['cut off', { ...left, hasEnded: false }, 'killed'],
  ['its seed refused', { ...done, seeds: dead }, 'failed', 'its seed could not be read'],
  ['two seeds, both dead', { ...done, seeds: { all: 2, failed: 2 } }, 'failed', 'none of 2 seeds could be read'],
  ['its seed dead, and links of an earlier run wait', { ...left, seeds: dead }, 'failed'],
  [
    'one seed of two dead',
    { ...done, seeds: half, reasons: { 'http:200': 3, DOC_CONNECT: 1 } },
    'incomplete (host)',
    '1 of 2 seeds could not be read',
  ],
  [
    'one seed of two forbidden',
    { ...done, seeds: half, reasons: { 'http:200': 3, 'terms:forbidden': 1 } },
    'incomplete (terms)',
    '1 of 2 seeds could not be read',
  ],
  ['max_pages', { ...left, endedBy: 'cap:pages' }, 'incomplete (limit)', 'limit reached: 200 of about 1,170'],
  ['a trial', { ...left, stored: 20, endedBy: 'trial' }, 'incomplete (limit)', 'trial over: 20 of about 990'],
  [
    'max_run_pages',
    { ...left, endedBy: 'cap:run' },
    'incomplete (limit)',
    'limit of one run reached: 200 of about 1,170',
  ],
  [
    'the hour spent, and nobody waits',
    { ...left, endedBy: 'budget:hour' },
    'incomplete (budget)',
    'the budget of requests is used up: 970 URLs waiting',
  ],
  [
    'the budget spent before its seed',
    { ...left, endedBy: 'budget:day', seeds: { all: 1, failed: 0 } },
    'incomplete (budget)',
  ],
  ['a parked host', { ...left, endedBy: 'host:parked' }, 'incomplete (host)', 'a host is parked: 970 URLs waiting'],
  [
    'robots.txt out of reach',
    { ...left, endedBy: 'robots:rfc9309:deferred' },
    'incomplete (host)',
    'robots.txt of a host cannot be read: 970 URLs waiting',
  ],
  ['everything read', done, 'complete'],
  ['files of a folder, no request', { ...done, requests: 0, answered: 0 }, 'complete'],
  ['of an earlier version, at its limit', { ...left, seeds: undefined }, 'incomplete (limit)'],
  [
    'of an earlier version, something waits',
    { ...left, seeds: undefined, stored: 3 },
    'incomplete',
    '970 URLs waiting',
  ],
  ['of an earlier version, nothing answered', { ...done, seeds: undefined, answered: 0, stored: 0 }, 'failed'],
  ['of an earlier version, nothing answered now', { ...done, seeds: undefined, answered: 0, stored: 9 }, 'complete'],
];

describe('the state of a run', () => {
  it.each(table.map(([what, ...rest]) => ({ what, rest })))('F5: $what', ({ rest: [facts, state, why] }) => {
    const found = stateOfRun(facts);
    expect(runStateText(found)).toBe(state);
    if (why !== undefined) expect(found.why).toBe(why);
  });

  it('F5: every state is in the table', () => {
    expect(new Set(table.map(([, , state]) => state.split(' ')[0]))).toEqual(new Set(runStates));
  });

  it('F5: one that failed or is incomplete names why, and no other does', () => {
    for (const [, facts] of table) {
      const { state, why } = stateOfRun(facts);
      expect(why !== undefined, state).toBe(state === 'failed' || state === 'incomplete');
    }
  });

  it.each([
    ['cap:pages', 'limit'],
    ['budget:host-run', 'budget'],
    ['host:pause', 'host'],
    ['DOC_DNS', 'host'],
    ['provider:disabled', 'terms'],
  ])('F5: %s is of the cause %s', (by, cause) => {
    expect(causeOf(by)).toBe(cause);
  });

  it('F5: what was stored and what waits is counted by the reasons', () => {
    const reasons = { 'http:200': 3, 'refresh:not-due': 2, 'frontier:queued': 4, 'budget:host-hour': 5, 'http:404': 6 };
    expect(amountsIn(reasons)).toEqual({ stored: 5, waiting: 9 });
  });
});
