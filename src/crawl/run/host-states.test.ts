// Proves F8 and R11: how hosts are judged by their answers in the store, and what becomes of closed ones.
import { describe, expect, it } from 'vitest';
import { HOST_RUN } from './bounds.ts';
import { HostStates } from './host-states.ts';

const NOW = 1_000_000;
const host = { host: 'a.test', nextAt: 0, waiting: 1, recentErrors: 0, recentAnswers: 0 };

describe('HostStates', () => {
  it.each([
    ['well while it has answered only a few times', 9, 9, 'well'],
    ['well where half of its answers are errors', 5, 10, 'well'],
    ['slowed where more than half are', 6, 10, 'slowed'],
    ['slowed until there are twenty answers', 19, 19, 'slowed'],
    ['parked where more than half of twenty are', 11, 20, 'parked'],
  ] as const)('F8: a host is %s', (_, recentErrors, recentAnswers, health) => {
    const hosts = new HostStates();
    expect(hosts.note('a.test', { recentErrors, recentAnswers })).toBe(health);
    expect(hosts.stateOf('a.test')).toEqual({ recentErrors, recentAnswers });
    expect(hosts.stateOf('b.test')).toEqual({ recentErrors: 0, recentAnswers: 0 });
  });

  it('F8: goes on with the answers that earlier runs had', () => {
    const hosts = new HostStates();
    hosts.load({ ...host, recentErrors: 7, recentAnswers: 12 }, NOW);
    expect(hosts.stateOf('a.test')).toEqual({ recentErrors: 7, recentAnswers: 12 });
    expect(hosts.isClosed('a.test')).toBe(false);
  });

  it.each([
    ['closed while it is parked', { parkedUntil: NOW + 1, parkedBy: 'host:parked' }, true],
    ['closed for a reason that this version does not know', { parkedUntil: NOW + 1, parkedBy: 'of another day' }, true],
    ['open again once that is over', { parkedUntil: NOW, parkedBy: 'host:parked' }, false],
    ['open where only a budget holds it', { parkedUntil: NOW + 1, parkedBy: 'budget:host-hour' }, false],
  ])('F8: a host of an earlier run is %s', (_, parked, isClosed) => {
    const hosts = new HostStates();
    hosts.load({ ...host, ...parked }, NOW);
    expect(hosts.isClosed('a.test')).toBe(isClosed);
    expect(hosts.whyWaiting()).toBe(isClosed ? 'host:parked' : undefined);
  });

  it('R11: a host whose robots.txt is out of reach is closed until that answers', () => {
    const hosts = new HostStates();
    hosts.close('a.test', { by: 'robots:rfc9309:closed', detail: 'answers 503', ends: 'blocked' }, NOW);
    expect(hosts.isClosed('a.test')).toBe(true);
    expect(hosts.whyWaiting()).toBe('robots:rfc9309:closed');
    hosts.answered('a.test');
    expect(hosts.isClosed('a.test')).toBe(false);
  });

  it('F8: an answer of robots.txt does not open a host that is parked', () => {
    const hosts = new HostStates();
    hosts.close('a.test', { by: 'host:parked', detail: '' }, NOW);
    hosts.answered('a.test');
    expect(hosts.isClosed('a.test')).toBe(true);
  });

  it('R11: what waits ends with the run only where robots.txt is closed or cannot be reached', () => {
    const hosts = new HostStates();
    hosts.close('blocked.test', { by: 'robots:rfc9309:closed', detail: 'b', ends: 'blocked' }, NOW);
    hosts.close('failed.test', { by: 'DOC_DNS', detail: 'f', ends: 'failed' }, NOW);
    hosts.close('deferred.test', { by: 'robots:rfc9309:deferred', detail: 'd', ends: 'waiting' }, NOW);
    hosts.close('parked.test', { by: 'host:parked', detail: 'p' }, NOW);
    expect(hosts.endingWithRun().map((closed) => `${closed.host} ${closed.state} ${closed.by}`)).toEqual([
      'blocked.test blocked robots:rfc9309:closed',
      'failed.test failed DOC_DNS',
    ]);
  });

  it('F4: the bound on requests per host is named before anything else that keeps URLs waiting', () => {
    const hosts = new HostStates();
    hosts.close('a.test', { by: 'host:parked', detail: '' }, NOW);
    hosts.close('b.test', { by: HOST_RUN, detail: '' }, NOW);
    expect(hosts.whyWaiting()).toBe(HOST_RUN);
  });
});
