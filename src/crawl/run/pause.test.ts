// Proves how long a run sleeps, what it reports about that, and when it does not wait (F4, F5, F8).
import { describe, expect, it } from 'vitest';
import { type CrawlWorld, leaseOf, openWorld, T, type WorldOptions } from '../../../test/support/crawl-world.ts';
import type { HostClosing } from '../../frontier/port.ts';
import { HOST_RUN } from './bounds.ts';

const SEED = 'http://127.0.0.1:9/';
const HOST = '127.0.0.1:9';
const HOUR = 3_600_000;

/** A run whose only URL waits for its host until then. */
async function waiting(until: number, options: WorldOptions = {}): Promise<CrawlWorld> {
  const world = await openWorld(SEED, options);
  await world.begin();
  await world.ledger.holdHost(HOST, until, 'budget:host-hour');
  world.events.length = 0;
  return world;
}

const waits = ({ events }: CrawlWorld): readonly unknown[] => events.filter(({ type }) => type === 'waiting');

describe('the length of a pause', () => {
  it('F5: is none when nothing waits', async () => {
    await using world = await openWorld(SEED, { policy: { seeds: [] } });
    await world.begin();
    expect(await world.pause.length(false)).toBeUndefined();
  });

  it('F4: lasts until the first host is due, but no longer than until other processes are looked at', async () => {
    await using world = await waiting(T + 400);
    expect(await world.pause.length(false)).toBe(400);
    world.clock.now += 400;
    expect(await world.pause.length(false)).toBe(1);
    await world.ledger.holdHost(HOST, T + 5_000, '');
    expect(await world.pause.length(false)).toBe(1_000);
  });

  it('F5: a long one is reported, once', async () => {
    await using world = await waiting(T + 2_000);
    await world.pause.length(false);
    expect(waits(world)).toEqual([]);
    await world.ledger.holdHost(HOST, T + 2_001, '');
    await world.pause.length(false);
    await world.pause.length(false);
    expect(waits(world)).toMatchObject([{ type: 'waiting', until: T + 2_001, by: 'host:clock' }]);
    await world.ledger.holdHost(HOST, T + 3_000, '');
    await world.pause.length(false);
    expect(waits(world)).toHaveLength(2);
  });

  it('is a second while something is in flight and nothing else can be started', async () => {
    await using world = await waiting(T);
    world.held.take(await world.lease());
    expect(await world.pause.length(false)).toBe(1_000);
  });

  it('is short where something else is due while there is room for it', async () => {
    await using world = await waiting(T, { concurrency: 2, policy: { seeds: [SEED, `${SEED}b`], perHost: 9 } });
    world.held.take(await world.lease());
    await world.ledger.holdHost(HOST, T + 300, '');
    expect(await world.pause.length(false)).toBe(300);
    world.held.take(leaseOf(`${SEED}c`));
    expect(await world.pause.length(false)).toBe(1_000);
  });

  it('is a second while the operator has paused the run', async () => {
    await using world = await waiting(T);
    expect(await world.pause.length(true)).toBe(1_000);
  });

  it('F3: is none at the run cap, once nothing is in flight', async () => {
    await using world = await waiting(T, { maxRunPages: 1, policy: { seeds: [SEED, `${SEED}b`], perHost: 9 } });
    const lease = await world.lease();
    world.held.take(lease);
    world.caps.note(world.policy.provider, { newPages: 1, stored: 1 });
    expect(await world.pause.length(false)).toBe(1_000);
    world.held.end(lease, T);
    expect(await world.pause.length(false)).toBeUndefined();
  });

  it('F4: with --no-wait none is longer than ten seconds', async () => {
    await using world = await waiting(T + 10_000, { wait: false });
    expect(await world.pause.length(false)).toBe(1_000);
    expect(world.pause.notWaitedFor).toBeUndefined();
    await world.ledger.holdHost(HOST, T + 10_001, 'budget:host-hour');
    expect(await world.pause.length(false)).toBeUndefined();
    expect(world.pause.notWaitedFor).toBe('budget:host-hour');
  });

  it('F4: with --no-wait the usual gap of a host is waited for', async () => {
    await using world = await waiting(T, { wait: false });
    const lease = await world.lease();
    const again = { kind: 'again', notBefore: 0, retry: false, by: 'robots:asked', detail: '' } as const;
    await world.ledger.settle(lease, { outcome: again, steps: [], host: { nextAt: T + 20_000, gapMs: 20_000 } });
    expect(await world.pause.length(false)).toBe(1_000);
    await world.ledger.holdHost(HOST, T + 20_001, '');
    expect(await world.pause.length(false)).toBeUndefined();
    expect(world.pause.notWaitedFor).toBe('host:pause');
  });

  it('F8, R11: a host that is parked is not waited for when nothing else is left to do', async () => {
    await using world = await waiting(T + HOUR);
    expect(await world.pause.length(false)).toBe(1_000);
    world.hosts.close(HOST, { by: 'host:parked', detail: '' }, T);
    expect(await world.pause.length(false)).toBeUndefined();
    // The quick retries of a robots.txt are waited for.
    await world.ledger.holdHost(HOST, T + 239_999, '');
    expect(await world.pause.length(false)).toBe(1_000);
  });
});

describe('a budget', () => {
  const bounded = { policy: { bounded: true }, budget: { perHour: 2 } };

  it('F4: that is spent keeps everything waiting until its oldest request is an hour old, and reports it once', async () => {
    await using world = await waiting(T, bounded);
    await world.ledger.spend(HOST);
    world.clock.now = T + 100;
    await world.ledger.spend(HOST);
    expect(await world.pause.isOverBudget()).toBe(true);
    expect(await world.pause.length(false)).toBe(1_000);
    expect(waits(world)).toMatchObject([{ by: 'budget:hour', until: expect.any(Number) }]);
    world.clock.now = T + HOUR + 1;
    expect(await world.pause.isOverBudget()).toBe(false);
  });

  it('F4: does not hold for a site of one’s own', async () => {
    await using world = await waiting(T, { budget: { perHour: 1 } });
    await world.ledger.spend(HOST);
    expect(await world.pause.isOverBudget()).toBe(false);
  });
});

describe('a URL that is postponed', () => {
  const wait = { until: T + 5_000, detail: 'for a reason' };

  it('F4: by the clock of another host waits alone', async () => {
    await using world = await waiting(T);
    const outcome = await world.pause.postpone(HOST, { ...wait, by: 'host:clock' });
    expect(outcome).toEqual({
      kind: 'again',
      retry: false,
      by: 'host:clock',
      detail: 'for a reason',
      notBefore: T + 5_000,
    });
    expect(await world.ledger.nextDue()).toBe(T);
  });

  it('F4: by a budget of its host waits with the whole host, and that is reported', async () => {
    await using world = await waiting(T);
    expect(await world.pause.postpone(HOST, { ...wait, by: 'budget:host-hour' })).toMatchObject({ notBefore: 0 });
    expect(await world.ledger.nextDue()).toBe(T + 5_000);
    expect(waits(world)).toMatchObject([{ by: 'budget:host-hour', detail: `${HOST}: for a reason` }]);
    expect(world.hosts.isClosed(HOST)).toBe(false);
  });

  it('F4: by the bound on requests per run closes its host, with one warning', async () => {
    await using world = await waiting(T);
    await world.pause.postpone(HOST, { ...wait, by: HOST_RUN });
    await world.pause.postpone(HOST, { ...wait, by: HOST_RUN });
    expect(world.events).toMatchObject([{ type: 'warning', provider: world.policy.provider, by: HOST_RUN }]);
    expect(world.hosts.isClosed(HOST)).toBe(true);
  });
});

describe('F5: a run that a person started', () => {
  const byHand = { robotsMs: 120_000 };
  const closing = { by: 'robots:rfc9309:closed', detail: 'robots.txt answered 503', ends: 'blocked' } as const;
  /** A run whose only URL waits for its seed's host, which is closed for this. */
  const closed = async (facts: HostClosing, options: WorldOptions = {}): Promise<CrawlWorld> => {
    const world = await openWorld(SEED, { ...options, policy: { byHand, ...options.policy } });
    await world.begin();
    const lease = await world.lease();
    await world.ledger.release(lease, { nextAt: T, gapMs: 0, closing: facts });
    world.hosts.close(HOST, facts, T);
    world.events.length = 0;
    return world;
  };

  it.each<[string, HostClosing, boolean]>([
    ['waits for a robots.txt that answers 503, within two minutes', { ...closing, until: T + 120_000 }, true],
    ['does not wait for it any longer', { ...closing, until: T + 120_001 }, false],
    ['waits for one that does not answer in time', { ...closing, by: 'DOC_TIMEOUT', until: T + 30_000 }, true],
    ['does not wait where nothing listens', { ...closing, by: 'DOC_CONNECT', until: T + 30_000 }, false],
    ['does not wait for a host that is not there', { ...closing, by: 'DOC_DNS', until: T + 30_000 }, false],
    ['does not wait for another certificate', { ...closing, by: 'DOC_TLS', until: T + 30_000 }, false],
  ])('%s', async (_, facts, waitsForIt) => {
    await using world = await closed(facts);
    expect((await world.pause.length(false)) !== undefined).toBe(waitsForIt);
  });

  it('counts the two minutes from the first failure', async () => {
    await using world = await closed({ ...closing, until: T + 60_000 });
    world.clock.now = T + 60_000;
    const again = { ...closing, until: T + 120_001 };
    const lease = await world.lease();
    await world.ledger.release(lease, { nextAt: T, gapMs: 0, closing: again });
    world.hosts.close(HOST, again, world.clock.now);
    expect(await world.pause.length(false)).toBeUndefined();
  });

  it('says once what it waits for, and until when at most', async () => {
    await using world = await closed({ ...closing, until: T + 30_000 });
    await world.pause.length(false);
    await world.pause.length(false);
    const detail = `${HOST}: robots.txt answered 503`;
    expect(waits(world)).toEqual([{ type: 'waiting', until: T + 120_000, atMost: true, by: closing.by, detail }]);
  });

  it('H3: the schedule waits for either', async () => {
    await using world = await closed(
      { ...closing, by: 'DOC_CONNECT', until: T + 30_000 },
      { policy: { byHand: undefined } },
    );
    expect(await world.pause.length(false)).toBe(1_000);
    expect(waits(world)).toMatchObject([{ until: T + 30_000, by: 'DOC_CONNECT' }]);
  });
});

describe('a request without an answer', () => {
  it('F5: is reported once, with the time until which it is waited for; that of a page later', async () => {
    await using world = await waiting(T);
    const seed = leaseOf(SEED, { depth: 0 });
    world.held.take(seed);
    world.held.request(seed, `${SEED}robots.txt`, T, 15_000);
    world.clock.now = T + 999;
    await world.pause.length(false);
    expect(waits(world)).toEqual([]);
    world.clock.now = T + 1_000;
    for (let look = 0; look < 2; look++) await world.pause.length(false);
    const event = {
      type: 'waiting',
      until: T + 15_000,
      atMost: true,
      by: 'host:silent',
      detail: `${SEED}robots.txt has not answered yet`,
    };
    expect(waits(world)).toEqual([event]);
    const page = leaseOf(`${SEED}page`);
    world.held.take(page);
    world.held.end(seed, T + 2_000);
    world.held.request(page, page.url, T + 2_000, 30_000);
    world.clock.now = T + 11_999;
    await world.pause.length(false);
    expect(waits(world)).toHaveLength(1);
    world.clock.now = T + 12_000;
    await world.pause.length(false);
    expect(waits(world)[1]).toMatchObject({ until: T + 32_000, detail: expect.stringContaining('/page') });
  });

  it('H3: a URL that is requested again is named, and why', async () => {
    await using world = await waiting(T + 30_000);
    world.hosts.retries(HOST, { url: SEED, by: 'http:500', detail: 'requested again in 30 s' });
    await world.pause.length(false);
    expect(waits(world)).toMatchObject([{ by: 'http:500', detail: `${SEED} (http:500): requested again in 30 s` }]);
  });
});
