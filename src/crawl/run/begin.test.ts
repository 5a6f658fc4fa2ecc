// Proves what the run of a provider begins with: its trial, its lane, its seeds, and what earlier runs have left (F3, F4, F6, F12).
import { describe, expect, it } from 'vitest';
import { type CrawlWorld, openWorld, T, type WorldOptions } from '../../../test/support/crawl-world.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { EdgePlaces } from '../../extract/edges/edge-places.ts';
import { packLearnt } from '../../extract/edges/learnt-text.ts';
import type { Outcome } from '../../frontier/port.ts';
import { page } from '../../frontier/port-words.contract.ts';
import { beginProvider } from './begin.ts';
import { HOST_RUN } from './bounds.ts';

const SEED = 'http://127.0.0.1:9/';
const HOST = '127.0.0.1:9';
const failed: Outcome = { kind: 'ended', state: 'failed', by: 'http:500', detail: '' };

/** Settles the next URLs as pages, each with a text of its own. */
async function storePages(world: CrawlWorld, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const lease = await world.lease();
    await world.ledger.settle(lease, { outcome: page(lease.url), steps: [] });
  }
}

const warnings = ({ events }: CrawlWorld): readonly string[] =>
  events.flatMap((event) => (event.type === 'warning' ? [event.by] : []));

describe('begin', () => {
  it('F1, F9: offers the seeds and the sitemap of the provider, and reports that it has started', async () => {
    await using world = await openWorld(SEED, {
      policy: { seeds: [SEED, `${SEED}b`], sitemapUrl: `${SEED}s.xml`, perHost: 9 },
    });
    await world.begin();
    expect(world.events[0]).toMatchObject({ type: 'started', how: 'first', waiting: 0 });
    const leases = await world.ledger.lease(9, { runs: world.held.runs });
    expect(leases.map(({ url, kind, depth }) => `${kind} ${url} ${depth}`)).toEqual([
      ...[`page ${SEED} 0`, `page ${SEED}b 0`, `sitemap ${SEED}s.xml 0`],
    ]);
  });

  it('C2: reports once that only a preview is kept, where that is so', async () => {
    const store = temporaryStore();
    const notes = async (options: WorldOptions): Promise<number> => {
      await using world = await openWorld(SEED, options);
      await world.begin();
      return world.events.filter((event) => event.type === 'note' && event.by === 'retain:preview').length;
    };
    expect(await notes({ store, env: { DOCENT_RETAIN: 'preview' } })).toBe(1);
    expect(await notes({ store, env: { DOCENT_RETAIN: 'preview' } })).toBe(0);
    expect(await notes({ env: { DOCENT_RETAIN: 'full' } })).toBe(0);
  });

  it('F12: a first run is a trial of a few pages; killed it goes on as one, ended it is over', async () => {
    const store = temporaryStore();
    const options = { store, policy: { trialPages: 2, seeds: ['', 'a', 'b'].map((path) => `${SEED}${path}`) } };
    for (const count of [1, 1]) {
      await using world = await openWorld(SEED, options);
      await world.begin();
      expect(warnings(world)).toEqual(['trial']);
      await storePages(world, count);
    }
    await using world = await openWorld(SEED, options);
    await world.begin();
    expect(warnings(world)).toEqual([]);
    await storePages(world, 1);
  });

  it('F6: a crawl goes on with what was stopped; a refresh only with a refresh', async () => {
    const seeds = ['', 'a', 'b'].map((path) => `${SEED}${path}`);
    const store = temporaryStore();
    {
      await using world = await openWorld(SEED, { store, policy: { seeds } });
      await world.begin();
      await storePages(world, 2);
      await world.ledger.finish(world.policy.provider);
    }
    {
      await using world = await openWorld(SEED, { store, policy: { seeds } });
      await world.begin();
      expect(world.events[0]).toMatchObject({ how: 'resumed', waiting: 1 });
      await world.ledger.finish(world.policy.provider);
    }
    for (const how of ['again', 'resumed']) {
      await using world = await openWorld(SEED, { store, policy: { seeds } });
      await beginProvider(world.policy, { ...world, refresh: true });
      expect(world.events[0]).toMatchObject({ how, waiting: 3 });
    }
  });

  it('F3: a refresh looks at all that is stored, also where a crawl was once allowed more pages', async () => {
    const seeds = ['', 'a'].map((path) => `${SEED}${path}`);
    const store = temporaryStore();
    {
      await using world = await openWorld(SEED, { store, policy: { seeds } });
      await world.begin();
      await storePages(world, 2);
      await world.ledger.finish(world.policy.provider);
    }
    await using world = await openWorld(SEED, { store, policy: { seeds, maxPages: 1 } });
    await beginProvider(world.policy, { ...world, refresh: true });
    await storePages(world, 2);
    expect(await world.ledger.counts(world.policy.provider)).toMatchObject({ unchanged: 2, waiting: 0 });
  });

  it('F3, F6: a run that was killed at its cap has reached it, and reports it', async () => {
    const store = temporaryStore();
    const options = { store, maxRunPages: 2, policy: { seeds: ['', 'a', 'b'].map((path) => `${SEED}${path}`) } };
    {
      await using world = await openWorld(SEED, options);
      await world.begin();
      expect(world.caps.isReached).toBe(false);
      await storePages(world, 2);
    }
    {
      await using world = await openWorld(SEED, options);
      await world.begin();
      expect(warnings(world)).toEqual(['cap:run']);
      expect(world.caps.isReached).toBe(true);
      await world.ledger.finish(world.policy.provider);
    }
    // That run is over: the next may store as many again.
    await using world = await openWorld(SEED, options);
    await world.begin();
    expect(world.caps.isReached).toBe(false);
  });

  it('F4, F8: a bound on requests per run is over with the run; a host that is parked stays parked', async () => {
    const store = temporaryStore();
    {
      await using world = await openWorld(SEED, { store });
      await world.begin();
      await world.ledger.holdHost(HOST, T + 60_000, HOST_RUN);
    }
    {
      await using world = await openWorld(SEED, { store });
      await world.begin();
      expect(await world.ledger.nextDue()).toBe(T);
      await world.ledger.holdHost(HOST, T + 60_000, 'host:parked');
    }
    await using world = await openWorld(SEED, { store });
    await world.begin();
    expect(await world.ledger.nextDue()).toBe(T + 60_000);
    expect(world.hosts.isClosed(HOST)).toBe(true);
  });

  it('F8: goes on with earlier answers of hosts', async () => {
    const store = temporaryStore();
    {
      await using world = await openWorld(SEED, { store });
      await world.begin();
      const host = { nextAt: T, gapMs: 0, error: true };
      await world.ledger.settle(await world.lease(), { outcome: failed, steps: [], host });
    }
    await using world = await openWorld(SEED, { store });
    await world.begin();
    expect(world.hosts.stateOf(HOST)).toEqual({ recentErrors: 1, recentAnswers: 1 });
  });

  it('E2: goes on with the chrome that was learnt', async () => {
    const store = temporaryStore();
    const learnt = packLearnt([{ key: 'en top ~menu', pages: 9, of: 10 }], new EdgePlaces([]));
    {
      await using world = await openWorld(SEED, { store });
      await world.begin();
      await world.ledger.keepChrome(world.policy.provider, learnt);
    }
    await using world = await openWorld(SEED, { store });
    await world.begin();
    expect([...(world.visitNeeds.chrome.inputFor(world.policy.provider)?.learnt.keys ?? [])]).toEqual(['en top ~menu']);
  });
});
