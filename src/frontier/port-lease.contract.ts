// Contract: who is next, within which limits, and when.
import { describe, expect, it } from 'vitest';
import type { Turn } from './port.ts';
import {
  again,
  begun,
  countedStates,
  ended,
  found,
  lane,
  leaseNames,
  leaseOne,
  nameOf,
  type OpenLedger,
  offerPages,
  page,
  settlement,
  storedNow,
  T,
  urlOf,
  visit,
} from './port-words.contract.ts';

export function describeLeasing(open: OpenLedger): void {
  describe('leasing', () => {
    it('F2: shallow before deep, and first found first within a depth', async () => {
      const { ledger } = await begun(open);
      const depths = { 'a/d2': 2, 'a/d0': 0, 'a/d1': 1, 'a/d1b': 1, 'a/d0b': 0 };
      await ledger.offer(
        Object.entries(depths).map(([name, depth]) => found(name, { depth })),
        T,
      );
      expect(await leaseNames(ledger, 3)).toEqual(['a/d0', 'a/d0b', 'a/d1']);
      expect(await leaseNames(ledger, 9)).toEqual(['a/d1b', 'a/d2']);
      expect(await leaseNames(ledger, 9)).toEqual([]);
    });

    it('F2: hosts take turns, so that one endless site starves nobody', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2', 'a/3', 'a/4', 'b/1', 'b/2', 'c/1');
      expect((await leaseNames(ledger, 4)).toSorted()).toEqual(['a/1', 'a/2', 'b/1', 'c/1']);
      expect(await leaseNames(ledger, 1)).toEqual(['b/2']);
      await ledger.offer([found('c/2', { depth: 5 })], T);
      expect((await leaseNames(ledger, 2)).toSorted()).toEqual(['a/3', 'c/2']);
    });

    it('F2: two providers on one host take turns', async () => {
      const { ledger } = await begun(open, { perHost: 1 });
      await ledger.begin(lane({ provider: 'other', perHost: 1 }), { fresh: false, now: T });
      for (const provider of ['docs', 'other'])
        await ledger.offer(
          ['a/1', 'a/2', 'a/3'].map((name) => found(name, { provider })),
          T,
        );
      const turns: string[] = [];
      for (let i = 0; i < 4; i++) {
        const lease = await leaseOne(ledger);
        turns.push(lease.provider);
        await ledger.settle(lease, settlement(page(`${i}`)));
      }
      expect(turns.filter((provider) => provider === 'docs')).toHaveLength(2);
      expect(turns[0]).not.toBe(turns[1]);
    });

    it('F4: never more at once to a host, or of a provider, than allowed', async () => {
      const { ledger } = await begun(open, { perHost: 2, perProvider: 3 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1');
      const leases = await ledger.lease(9, T);
      expect(leases).toHaveLength(3);
      expect(new Set(leases.map(({ host }) => host)).size).toBe(3);
      expect(await ledger.lease(9, T)).toEqual([]);
      expect(await ledger.nextDue(T)).toBeUndefined();
      await ledger.settle(leases[1] as never, settlement(ended('failed')));
      expect(await ledger.nextDue(T)).toBe(T);
      expect(await ledger.lease(9, T)).toHaveLength(1);
    });

    it('F4: the limit of a host holds across providers', async () => {
      const { ledger } = await begun(open, { perHost: 1 });
      await ledger.begin(lane({ provider: 'other', perHost: 1 }), { fresh: false, now: T });
      await ledger.offer([found('a/1'), found('a/1', { provider: 'other' })], T);
      expect(await ledger.lease(9, T)).toHaveLength(1);
    });

    it('F3: max_pages is never exceeded, however many requests are under way', async () => {
      const { ledger } = await begun(open, { maxPages: 3 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6');
      const first = await ledger.lease(9, T);
      expect(first).toHaveLength(3);
      await ledger.settle(first[0] as never, settlement(page('1')));
      await ledger.settle(first[1] as never, settlement(ended('failed')));
      expect(await leaseNames(ledger, 9)).toEqual(['a/4']);
      await ledger.settle(first[2] as never, settlement(page('3')));
      expect(await ledger.lease(9, T)).toEqual([]);
      expect(await ledger.nextDue(T)).toBeUndefined();
      expect(await storedNow(ledger)).toBe(2);
      expect(await countedStates(ledger)).toEqual({ indexed: 2, failed: 1, waiting: 3 });
    });

    it('F4: nothing is leased before the host’s clock allows it, and nextDue returns exactly when', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2', 'b/1');
      const [a, b] = await ledger.lease(2, T);
      await ledger.settle(a as never, settlement(page('1'), { nextAt: T + 1_500, gapMs: 1_500 }));
      await ledger.settle(b as never, settlement(page('2'), { nextAt: T + 900, gapMs: 900 }));
      expect(await ledger.nextDue(T)).toBe(T + 1_500);
      expect(await ledger.lease(9, T + 1_499)).toEqual([]);
      expect(await leaseNames(ledger, 9, T + 1_500)).toEqual(['a/2']);
    });

    it('F4: later news never shortens a wait that was promised', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      const [first, second] = await ledger.lease(2, T);
      await ledger.settle(first as never, settlement(ended('failed'), { nextAt: T + 60_000, gapMs: 1_000 }));
      await ledger.settle(second as never, settlement(ended('failed'), { nextAt: T + 1_000, gapMs: 1_000 }));
      expect(await ledger.nextDue(T)).toBe(T + 60_000);
    });

    it('F8: nothing is leased from a parked host; others go on', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/1', 'b/1');
      await ledger.holdHost('a.test', T + 5_000, 'host:parked');
      expect(await leaseNames(ledger, 9)).toEqual(['b/1']);
      expect(await ledger.nextDue(T)).toBe(T + 5_000);
      expect(await ledger.hosts('docs')).toContainEqual(
        expect.objectContaining({ host: 'a.test', parkedUntil: T + 5_000, parkedBy: 'host:parked', waiting: 1 }),
      );
      expect(await leaseNames(ledger, 9, T + 5_000)).toEqual(['a/1']);
    });

    it('F8: the last twenty answers of a host are known', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, ...Array.from({ length: 30 }, (_, i) => `a/${i}`));
      for (let i = 0; i < 30; i++) {
        const error = i % 3 === 0 ? true : i % 3 === 1 ? false : undefined;
        await ledger.settle(await leaseOne(ledger), settlement(ended('failed'), { nextAt: T, gapMs: 0, error }));
      }
      const [host] = await ledger.hosts('docs');
      expect(host).toMatchObject({ recentErrors: 10, recentAnswers: 20, waiting: 0 });
    });

    it('F8: a settlement returns the last answers of its host, whichever provider and which request brought them', async () => {
      const { ledger } = await begun(open);
      await ledger.begin(lane({ provider: 'other' }), { fresh: false, now: T });
      await ledger.offer([found('a/1'), found('b/1'), found('a/2', { provider: 'other' })], T);
      const settled = async (name: string, error?: boolean) => {
        const leases = await ledger.lease(9, T);
        const own = leases.find(({ url }) => nameOf(url) === name);
        for (const lease of leases) if (lease !== own) await ledger.release(lease);
        return ledger.settle(own as never, settlement(ended('failed'), { nextAt: T, gapMs: 0, error }));
      };
      expect(await settled('a/1', true)).toMatchObject({ host: { recentErrors: 1, recentAnswers: 1 } });
      expect(await settled('b/1', false)).toMatchObject({ host: { recentErrors: 0, recentAnswers: 1 } });
      const { turn } = await ledger.takeTurn('a.test', T, { gapMs: 0 });
      await ledger.endTurn(turn as Turn, { nextAt: T, gapMs: 0, error: true });
      // Nothing was requested: the host's answers are as before.
      expect(await settled('a/2')).toMatchObject({ host: { recentErrors: 2, recentAnswers: 2 } });
    });

    it('H3: a retry comes back at its time, at its old place, and is counted', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      expect(await visit(ledger, 'a/1', again(T + 30_000))).toMatchObject({ state: 'waiting', added: 0 });
      expect(await visit(ledger, 'a/2', again(T + 20_000, false))).toMatchObject({ state: 'waiting', added: 0 });
      expect(await countedStates(ledger)).toEqual({ waiting: 3 });
      expect(await leaseNames(ledger, 9)).toEqual(['a/3']);
      expect(await ledger.nextDue(T)).toBe(T + 20_000);
      expect(await ledger.lease(9, T + 19_999)).toEqual([]);
      const late = await ledger.lease(9, T + 40_000);
      expect(late.map(({ firstUrl, attempt }) => [firstUrl, attempt])).toEqual([
        ['https://a.test/1', 1],
        ['https://a.test/2', 0],
      ]);
      expect(await ledger.finish('docs', T)).toBe(false);
    });

    it('H3: a delayed URL waits for its host’s clock as well', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/1');
      await ledger.settle(await leaseOne(ledger), settlement(again(T + 1_000), { nextAt: T + 4_000, gapMs: 500 }));
      expect(await ledger.nextDue(T)).toBe(T + 4_000);
      expect(await ledger.nextDue(T + 9_000)).toBe(T + 9_000);
    });

    it('F2: a delayed URL found nearer to a seed moves up and keeps its time', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/1', { depth: 3 }), found('a/2', { depth: 1 })], T);
      await visit(ledger, 'a/1', again(T + 1_000));
      await offerPages(ledger, 'a/1');
      expect(await ledger.nextDue(T)).toBe(T);
      expect(await leaseNames(ledger, 1)).toEqual(['a/2']);
      expect(await ledger.nextDue(T)).toBe(T + 1_000);
      expect((await leaseOne(ledger, T + 1_000)).depth).toBe(0);
    });

    it('F4: where a gap is kept, requests to a host do not overlap, whatever perHost is', async () => {
      const { ledger } = await begun(open, { perHost: 8, gapMs: 1_000 });
      await ledger.offer([found('a/1'), found('a/2'), found('b/1')], T);
      expect((await ledger.lease(9, T)).map(({ host }) => host).toSorted()).toEqual(['a.test', 'b.test']);
    });

    it('F4, R17: the same holds for a gap that was learnt from the host', async () => {
      const { ledger } = await begun(open, { perHost: 8 });
      await ledger.offer([found('a/1'), found('a/2'), found('a/3')], T);
      const leases = await ledger.lease(9, T);
      expect(leases).toHaveLength(3);
      for (const lease of leases) await ledger.release(lease, { nextAt: T + 500, gapMs: 500 });
      expect(await ledger.lease(9, T + 500)).toHaveLength(1);
    });

    it('release returns a URL to its old place; nothing is used up', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/1'), found('a/2'), found('a/3', { depth: 1 })], T);
      const first = await leaseOne(ledger);
      await ledger.release(first, { nextAt: T + 700, gapMs: 0 });
      expect(await ledger.nextDue(T)).toBe(T + 700);
      const leases = await ledger.lease(9, T + 700);
      expect(leases.map(({ id, attempt }) => [id, attempt])[0]).toEqual([first.id, 0]);
      expect(leases).toHaveLength(3);
      await ledger.release(first);
      expect(await ledger.lease(9, T + 700)).toEqual([]);
    });

    it('FAULTS 61: a URL is leased to one taker at a time, with rising tokens', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, ...Array.from({ length: 50 }, (_, i) => `a/${i}`));
      const takers = await Promise.all(Array.from({ length: 200 }, () => ledger.lease(1, T)));
      // Which taker comes first is the engine's; the tokens rise in the order in which the URLs were found.
      const leases = takers.flat().toSorted((a, b) => a.token - b.token);
      expect(leases.map(({ url }) => url)).toEqual(Array.from({ length: 50 }, (_, i) => urlOf(`a/${i}`)));
      expect(new Set(leases.map(({ token }) => token)).size).toBe(50);
    });

    it('nextDue is undefined when nothing waits', async () => {
      const { ledger } = await begun(open);
      expect(await ledger.nextDue(T)).toBeUndefined();
      await offerPages(ledger, 'a/1');
      expect(await ledger.nextDue(T)).toBe(T);
      await visit(ledger, 'a/1', page('1'));
      expect(await ledger.nextDue(T)).toBeUndefined();
    });
  });

  describe('budgets', () => {
    it('F4: requests are counted in rolling windows, over all hosts and per host, across restarts', async () => {
      const { ledger, reopen } = await open(T);
      for (const [host, ago] of [
        ['a', 90],
        ['a', 50],
        ['b', 40],
        ['a', 10],
      ] as const) {
        await ledger.noteRequest(host, T - ago * 60_000);
      }
      for (const open of [async () => ledger, () => reopen(T)]) {
        const at = await open();
        expect(await at.requestsSince(T - 3_600_000)).toEqual({ count: 3, oldest: T - 50 * 60_000 });
        expect(await at.requestsSince(T - 3_600_000, 'a')).toEqual({ count: 2, oldest: T - 50 * 60_000 });
        expect(await at.requestsSince(T - 3_600_000, 'c')).toEqual({ count: 0, oldest: undefined });
        expect(await at.requestsSince(T - 50 * 60_000)).toEqual({ count: 2, oldest: T - 40 * 60_000 });
      }
    });
  });
}
