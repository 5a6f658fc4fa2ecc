// The table of the states of hosts (F4, F8, R11).
import { describe, expect, it } from 'vitest';
import { type HostStateFacts, type HostWord, hostWords, stateOfHost } from './host-state.ts';

const well: HostStateFacts = {
  ...{ isStopped: false, recentAnswers: 12, recentErrors: 0, isBudgetSpent: false, isSlowed: false },
  robots: { state: 'open', status: 404 },
};
const silent = { ...well, robots: undefined, recentAnswers: 0 };

const table: readonly (readonly [what: string, facts: HostStateFacts, state: HostWord])[] = [
  ['URLs wait for it', silent, 'not requested yet'],
  ['it answers', well, 'ok'],
  ['it answers, with rules', { ...well, robots: { state: 'rules', status: 200 } }, 'ok'],
  ['errors among its answers', { ...well, recentErrors: 5, isSlowed: true }, 'slow'],
  ['it requested a pause', { ...well, heldBy: 'host:pause' }, 'slow'],
  ['too many errors', { ...well, recentErrors: 12, heldBy: 'host:parked' }, 'parked'],
  ['robots.txt answers 503', { ...silent, robots: { state: 'closed', status: 503 } }, 'closed by robots'],
  [
    'robots.txt is requested again later',
    { ...silent, robots: { state: 'deferred', status: 500 } },
    'closed by robots',
  ],
  ['held for its robots.txt', { ...silent, heldBy: 'robots:rfc9309:closed' }, 'closed by robots'],
  ['its name does not exist', { ...silent, robots: { state: 'closed', status: 0 } }, 'unreachable'],
  [
    'nobody listens, where robots.txt allows then',
    { ...well, robots: { state: 'open', status: 0 }, recentErrors: 12 },
    'unreachable',
  ],
  ['pages came, robots.txt did not', { ...well, robots: { state: 'open', status: 0 } }, 'ok'],
  ['closed by what nobody answered', { ...silent, heldBy: 'DOC_DNS' }, 'unreachable'],
  ['its hour is spent', { ...well, isBudgetSpent: true }, 'out of budget'],
  ['its share of the run is spent', { ...well, heldBy: 'budget:host-run' }, 'out of budget'],
  ['stopped, and closed besides', { ...well, isStopped: true, robots: { state: 'closed', status: 0 } }, 'stopped'],
];

describe('the state of a host', () => {
  it.each(table)('F8: %s', (_, facts, state) => {
    expect(stateOfHost(facts)).toBe(state);
  });

  it('F8: every state is in the table', () => {
    expect(new Set(table.map(([, , state]) => state))).toEqual(new Set(hostWords));
  });
});
