// The promises about runs and leases that several workers rely on: lifetimes, wishes, waking.
import { describe, expect, it } from 'vitest';
import {
  ended,
  found,
  lane,
  leaseNames,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  settlement,
  T,
  visit,
} from './port-words.contract.ts';

export function describeRuns(open: OpenLedger): void {
  describe('leases of several workers', () => {
    it('F2, F6: a lease that is not renewed in its lifetime goes to the next caller, after the gap', async () => {
      const { ledger } = await open(T);
      await ledger.begin(lane({ gapMs: 500 }), { fresh: false, now: T });
      await offerPages(ledger, 'a/1');
      const [lost] = await ledger.lease(1, T, { lifetimeMs: 1_000 });
      expect(await ledger.lease(1, T + 999)).toEqual([]);
      // The request may have been made: the host keeps its gap.
      expect(await ledger.lease(1, T + 1_000)).toEqual([]);
      expect(await ledger.nextDue(T + 1_000)).toBe(T + 1_500);
      const [again] = await ledger.lease(1, T + 1_500);
      expect(again).toMatchObject({ id: lost?.id, url: lost?.url, attempt: 0 });
      expect(again?.token).toBeGreaterThan(lost?.token ?? 0);
      if (lost === undefined || again === undefined) throw new Error('nothing is due');
      expect(await ledger.settle(lost, settlement(page('late')))).toBe('stale');
      expect(await ledger.renew([lost])).toEqual([]);
      expect(await ledger.settle(again, settlement(page('1')))).toMatchObject({ state: 'indexed', stored: 1 });
    });

    it('F6: a lease that is renewed stays in force', async () => {
      const { ledger } = await open(T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await offerPages(ledger, 'a/1');
      const [held] = await ledger.lease(1, T, { lifetimeMs: 1_000 });
      if (held === undefined) throw new Error('nothing is due');
      expect(await ledger.renew([held], 5_000)).toEqual([held]);
      expect(await ledger.lease(1, T + 4_000)).toEqual([]);
      expect(await ledger.settle(held, settlement(page('1')))).toMatchObject({ state: 'indexed' });
    });

    it('F2: only URLs of the named runs are leased', async () => {
      const { ledger } = await open(T);
      const docs = await ledger.begin(lane(), { fresh: false, now: T });
      const other = await ledger.begin(lane({ provider: 'other' }), { fresh: false, now: T });
      await ledger.offer([found('a/1'), found('b/1', { provider: 'other' })], T);
      expect(await ledger.lease(9, T, { runs: [] })).toEqual([]);
      const leases = await ledger.lease(9, T, { runs: [other.run] });
      expect(leases).toMatchObject([{ provider: 'other', run: other.run }]);
      expect(await ledger.lease(9, T, { runs: [docs.run] })).toMatchObject([{ provider: 'docs', run: docs.run }]);
    });
  });

  describe('runs', () => {
    it('M1: finished twice they are as finished once', async () => {
      const { ledger } = await open(T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await offerPages(ledger, 'a/1');
      await ledger.settle(await leaseOne(ledger), settlement(page('1')));
      expect(await ledger.finish('docs', T)).toBe(true);
      expect(await ledger.finish('docs', T + 5)).toBe(true);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ how: 'again', generation: 2 });
    });

    it('F3: count the pages they have newly stored, whichever worker stored them; text that changed is no page more', async () => {
      const { ledger } = await open(T);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ newPages: 0 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      expect(await visit(ledger, 'a/1', page('1'))).toMatchObject({ newPages: 1 });
      expect(await visit(ledger, 'a/2', ended('failed'))).toMatchObject({ newPages: 1 });
      // The page has the text of the first.
      expect(await visit(ledger, 'a/3', page('1'))).toMatchObject({ newPages: 1, stored: 1 });
      await ledger.finish('docs', T);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ how: 'again', newPages: 0 });
      expect(await visit(ledger, 'a/1', page('1, changed'))).toMatchObject({ newPages: 0, stored: 1 });
      expect(await visit(ledger, 'a/2', page('2'))).toMatchObject({ newPages: 1, stored: 2 });
    });

    it('F3: a page that gives way to its nearer twin is no longer counted', async () => {
      const { ledger } = await open(T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await ledger.offer([found('a/far', { depth: 2 }), found('a/near', { depth: 1 })], T);
      expect(await visit(ledger, 'a/far', page('same'))).toMatchObject({ newPages: 1 });
      expect(await visit(ledger, 'a/near', page('same'))).toMatchObject({ state: 'indexed', newPages: 1 });
    });

    it('F3, F6: one that was killed goes on counting its new pages, one that was finished counts from 0', async () => {
      const { ledger, reopen } = await open(T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3', 'a/4', 'a/5');
      await visit(ledger, 'a/1', page('1'));
      const second = await reopen(T);
      expect(await second.begin(lane(), { fresh: false, now: T })).toMatchObject({ how: 'resumed', newPages: 1 });
      expect(await visit(second, 'a/2', page('2'))).toMatchObject({ newPages: 2 });
      expect(await second.finish('docs', T)).toBe(false);
      expect(await second.begin(lane(), { fresh: false, now: T })).toMatchObject({ how: 'resumed', newPages: 0 });
      expect(await visit(second, 'a/3', page('3'))).toMatchObject({ newPages: 1, stored: 3 });
      const third = await reopen(T);
      expect(await third.begin(lane(), { fresh: false, now: T })).toMatchObject({ how: 'resumed', newPages: 1 });
      expect(await visit(third, 'a/4', page('4'))).toMatchObject({ newPages: 2, stored: 4 });
      expect(await third.begin(lane(), { fresh: true, now: T })).toMatchObject({ how: 'again', newPages: 0 });
      await offerPages(third, 'a/6');
      expect(await visit(third, 'a/6', page('6'))).toMatchObject({ newPages: 1, stored: 1 });
    });

    it('M1: anybody can wish them to pause, to go on and to stop; one that goes on later is wished to go', async () => {
      const { ledger } = await open(T);
      const { run } = await ledger.begin(lane(), { fresh: false, now: T });
      expect(await ledger.wishOf(run)).toBe('go');
      for (const wish of ['pause', 'go', 'stop'] as const) {
        await ledger.setWish(run, wish);
        expect(await ledger.wishOf(run)).toBe(wish);
      }
      expect((await ledger.begin(lane(), { fresh: false, now: T })).run).toBe(run);
      expect(await ledger.wishOf(run)).toBe('go');
      expect(await ledger.wishOf(run + 99)).toBe('stop');
    });

    it('F2: runs take turns at a host, and one that nobody works on keeps nobody waiting', async () => {
      const { ledger } = await open(T);
      const runs = [];
      for (const provider of ['docs', 'other'])
        runs.push((await ledger.begin(lane({ provider, gapMs: 500 }), { fresh: false, now: T })).run);
      const [docs = 0, other = 0] = runs;
      const urls = ['a/1', 'a/2', 'a/3'];
      await ledger.offer(
        urls.map((url) => found(url)),
        T,
      );
      await ledger.offer(
        urls.map((url) => found(url, { provider: 'other' })),
        T,
      );
      /** The run that looks first at that time, and whether it gets the host; a request takes no time. */
      const takes = async (run: number, now: number): Promise<boolean> => {
        const [lease] = await ledger.lease(1, now, { runs: [run] });
        if (lease !== undefined)
          await ledger.settle(lease, settlement(page(lease.url), { nextAt: now + 500, gapMs: 500 }));
        return lease !== undefined;
      };
      expect([await takes(docs, T), await takes(other, T)]).toEqual([true, false]);
      expect([await takes(docs, T + 500), await takes(other, T + 500)]).toEqual([false, true]);
      expect(await ledger.nextDue(T + 1_000, { runs: [other] })).toBe(T + 1_200);
      expect([await takes(other, T + 1_000), await takes(docs, T + 1_000)]).toEqual([false, true]);
      // The other run does not come: it is waited for at most this long.
      expect([await takes(docs, T + 1_500), await takes(docs, T + 1_700)]).toEqual([false, true]);
    });

    it('F2: a host that another run has a request under way to is due in a moment, since that ends by itself', async () => {
      const { ledger } = await open(T);
      const docs = await ledger.begin(lane({ gapMs: 500 }), { fresh: false, now: T });
      const other = await ledger.begin(lane({ provider: 'other', gapMs: 500 }), { fresh: false, now: T });
      await ledger.offer([found('a/1'), found('a/2', { provider: 'other' })], T);
      await ledger.lease(9, T, { runs: [docs.run] });
      expect(await ledger.lease(9, T, { runs: [other.run] })).toEqual([]);
      expect(await ledger.nextDue(T, { runs: [other.run] })).toBeGreaterThan(T);
      expect(await ledger.nextDue(T, { runs: [docs.run, other.run] })).toBeUndefined();
      expect(await ledger.nextDue(T)).toBeUndefined();
    });

    it('M1: nothing of a run that is to pause or stop is leased, and others go on', async () => {
      const { ledger } = await open(T);
      const docs = await ledger.begin(lane(), { fresh: false, now: T });
      const other = await ledger.begin(lane({ provider: 'other' }), { fresh: false, now: T });
      await ledger.offer([found('a/1'), found('b/1', { provider: 'other' })], T);
      for (const wish of ['pause', 'stop'] as const) {
        await ledger.setWish(docs.run, wish);
        expect(await ledger.lease(9, T, { runs: [docs.run] })).toEqual([]);
        expect(await ledger.nextDue(T, { runs: [docs.run] })).toBeUndefined();
        expect(await ledger.nextDue(T)).toBe(T);
      }
      expect(await ledger.lease(9, T)).toMatchObject([{ provider: 'other', run: other.run }]);
      expect(await ledger.nextDue(T)).toBeUndefined();
      await ledger.setWish(docs.run, 'go');
      expect(await ledger.nextDue(T, { runs: [other.run] })).toBeUndefined();
      expect(await ledger.nextDue(T, { runs: [docs.run] })).toBe(T);
      expect(await ledger.lease(9, T)).toMatchObject([{ provider: 'docs' }]);
    });

    it('F2: a worker that waits for work is woken at once, and otherwise when the time is over', async () => {
      const { ledger } = await open(T);
      await ledger.begin(lane(), { fresh: false, now: T });
      const waited = async (act: (nth: number) => Promise<unknown>): Promise<string> => {
        const stop = new AbortController();
        let end = 'not heard';
        const waiting = ledger.waitForWork(600_000, stop.signal).then(() => {
          end = 'heard';
        });
        // The first acts may come before it waits; what an act wakes is woken in one of the next turns of the event loop.
        for (let nth = 0; nth < 20 && end === 'not heard'; nth++) {
          await act(nth);
          for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
        }
        const heard = end;
        stop.abort();
        await waiting;
        return heard;
      };
      expect(await waited((nth) => offerPages(ledger, `a/${nth}`))).toBe('heard');
      expect(await waited(() => offerPages(ledger, 'a/0'))).toBe('not heard');
      expect(await waited(async () => ledger.release(await leaseOne(ledger)))).toBe('heard');
      await ledger.waitForWork(1);
      await ledger.waitForWork(600_000, AbortSignal.abort());
    });

    it('F2: hosts are all listed, or those that most waits for', async () => {
      const { ledger } = await open(T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await offerPages(ledger, 'a/1', 'b/1', 'b/2', 'b/3', 'c/1', 'c/2');
      const names = async (top?: number) => (await ledger.hosts('docs', { top })).map(({ host }) => host);
      expect(await names()).toEqual(['a.test', 'b.test', 'c.test']);
      expect(await names(2)).toEqual(['b.test', 'c.test']);
      expect(await leaseNames(ledger, 1)).toEqual(['a/1']);
    });
  });
}
