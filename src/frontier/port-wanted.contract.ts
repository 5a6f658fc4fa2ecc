// Contract: a URL that the operator requests again is fetched, whatever is known of it, and counted once.
import { describe, expect, it } from 'vitest';
import {
  again,
  begun,
  countedStates,
  found,
  lane,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  refused,
  settlement,
  T,
  type TimedLedger,
  visit,
} from './port-words.contract.ts';

const wanted = { wanted: true } as const;
const notModified = { kind: 'unchanged', at: T, links: [] } as const;

/** A crawl of a seed and a page that it links to, both stored. */
async function crawled(open: OpenLedger) {
  const world = await begun(open);
  const { ledger } = world;
  await offerPages(ledger, 'a/seed');
  const seed = await leaseOne(ledger);
  await ledger.settle(seed, settlement(page('S', { links: [found('a/deep', { depth: 1, from: seed.id })] })));
  await visit(ledger, 'a/deep', page('D'));
  return { ...world, seed: seed.id };
}

async function crawledAgain(ledger: TimedLedger): Promise<void> {
  await ledger.finish('docs', T);
  await ledger.begin(lane(), { fresh: false, now: T });
}

export function describeWanted(open: OpenLedger): void {
  describe('what the operator requests again', () => {
    it('A2: waits again where it had ended, at its own depth, and is counted once', async () => {
      const { ledger } = await crawled(open);
      expect(await ledger.offer([found('a/deep')], T)).toEqual(['known']);
      expect(await ledger.offer([found('a/deep', wanted)], T)).toEqual(['added']);
      expect(await countedStates(ledger)).toEqual({ indexed: 1, waiting: 1 });
      const lease = await leaseOne(ledger);
      expect(lease).toMatchObject({ url: 'https://a.test/deep', depth: 1, wanted: true, stored: { hash: 'D' } });
      expect(lease.referrer).toBe('https://a.test/seed');
      expect(await ledger.settle(lease, settlement(page('D2')))).toMatchObject({ state: 'indexed', newPages: 2 });
      expect(await countedStates(ledger)).toEqual({ indexed: 2 });
      expect(await ledger.offer([found('a/deep')], T)).toEqual(['known']);
    });

    it('A2: keeps its mark until it has ended: after a pause of its host, a retry and a kill', async () => {
      const { ledger, reopen } = await crawled(open);
      await ledger.offer([found('a/deep', wanted)], T);
      await ledger.settle(await leaseOne(ledger), settlement(again(T, false)));
      await ledger.settle(await leaseOne(ledger), settlement(again(T, true)));
      const later = await reopen(T);
      await later.begin(lane(), { fresh: false, now: T });
      const lease = await leaseOne(later);
      expect(lease).toMatchObject({ wanted: true, attempt: 1 });
      await later.settle(lease, settlement(notModified));
      await crawledAgain(later);
      for (const { wanted: isWanted } of await later.lease(9, T)) expect(isWanted).toBeUndefined();
      await later.close();
    });

    it('A2: one that waits is only marked; one that is being requested is left as it is', async () => {
      const { ledger } = await crawled(open);
      await crawledAgain(ledger);
      expect(await ledger.offer([found('a/deep', wanted)], T)).toEqual(['known']);
      await visit(ledger, 'a/seed', page('S'));
      const lease = await leaseOne(ledger);
      expect(lease).toMatchObject({ url: 'https://a.test/deep', depth: 1, wanted: true });
      expect(await ledger.offer([found('a/deep', wanted)], T)).toEqual(['known']);
      await ledger.settle(lease, settlement(page('D')));
      expect(await countedStates(ledger)).toEqual({ unchanged: 2 });
    });

    it('A2: one that was never met is added, one of an earlier crawl keeps its place, one that is refused stays as it is', async () => {
      const { ledger, seed } = await crawled(open);
      await ledger.offer(
        [found('a/old', { depth: 2, from: seed, refused: { ok: false, by: 'trap:cycle', detail: '' } })],
        T,
      );
      await crawledAgain(ledger);
      const offers = [found('a/new', wanted), found('a/old', wanted), refused('a/deep', 'scope:blocked', wanted)];
      expect(await ledger.offer(offers, T)).toEqual(['added', 'added', 'known']);
      const leases = await ledger.lease(9, T);
      expect(leases.map(({ url, depth, wanted: isWanted }) => [url, depth, isWanted])).toEqual([
        ['https://a.test/seed', 0, undefined],
        ['https://a.test/new', 0, true],
        ['https://a.test/deep', 1, undefined],
        ['https://a.test/old', 2, true],
      ]);
    });
  });
}
