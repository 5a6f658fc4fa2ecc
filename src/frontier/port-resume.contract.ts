// Contract: how crawls begin, stop, are killed and go on.
import { describe, expect, it } from 'vitest';
import {
  again,
  begun,
  countedStates,
  ended,
  found,
  HOUR,
  lane,
  leaseNames,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  redirect,
  refused,
  settlement,
  T,
  visit,
} from './port-words.contract.ts';

export function describeResuming(open: OpenLedger): void {
  describe('beginning', () => {
    it('F6: how far the last crawl got is known to a new process before it begins', async () => {
      const { ledger, reopen } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      await visit(ledger, 'a/x', page('X'));
      const later = await reopen(T);
      expect(await later.lastCrawl('docs')).toEqual({ generation: 1, ended: false, stored: 1, kind: 'crawl' });
    });

    it('F6: a crawl is the first, goes on while it has not ended, and then begins again', async () => {
      const { ledger } = await open(T);
      expect(await ledger.lastCrawl('docs')).toBeUndefined();
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({
        how: 'first',
        generation: 1,
        waiting: 0,
      });
      expect(await ledger.lastCrawl('docs')).toEqual({ generation: 1, ended: false, stored: 0, kind: 'crawl' });
      await offerPages(ledger, 'a/x', 'a/y');
      await visit(ledger, 'a/x', page('X'));
      expect(await ledger.finish('docs', T)).toBe(false);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({
        how: 'resumed',
        generation: 1,
        waiting: 1,
      });
      await visit(ledger, 'a/y', ended('failed'));
      expect(await ledger.finish('docs', T)).toBe(true);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({
        how: 'again',
        generation: 2,
        waiting: 2,
      });
      expect(await countedStates(ledger)).toEqual({ waiting: 2 });
    });

    it('F6: what is known from the last crawl is new again in the next', async () => {
      const { ledger } = await begun(open);
      await ledger.offer(
        [found('a/x'), found('a/y'), found('a/z', { refused: { ok: false, by: 'trap:cycle', detail: '' } })],
        T,
      );
      await visit(ledger, 'a/x', page('X'));
      await visit(ledger, 'a/y', ended('failed'));
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      expect(await ledger.offer([found('a/x'), found('a/y'), found('a/z')], T)).toEqual(['known', 'known', 'added']);
      expect(await countedStates(ledger)).toEqual({ waiting: 3 });
    });

    it('F6: fresh begins anew at once: nothing waits, nothing is requested conditionally, nothing stored is lost', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y', 'a/z');
      await visit(ledger, 'a/x', page('X'));
      await visit(ledger, 'a/y', again(T + 1_000));
      const inFlight = await leaseOne(ledger);
      expect(await ledger.begin(lane({ perProvider: 1 }), { fresh: true, now: T })).toMatchObject({
        how: 'again',
        generation: 2,
        waiting: 0,
      });
      expect(await ledger.settle(inFlight, settlement(page('Z')))).toBe('stale');
      expect(await countedStates(ledger)).toEqual({});
      expect(await ledger.nextDue(T)).toBeUndefined();
      expect(await offerPages(ledger, 'a/x')).toEqual(['added']);
      expect((await leaseOne(ledger)).stored).toBeUndefined();
      expect(await ledger.begin(lane(), { fresh: true, now: T })).toMatchObject({ generation: 3 });
      expect(await ledger.finish('docs', T)).toBe(true);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ generation: 4, waiting: 1 });
      expect((await leaseOne(ledger)).stored?.hash).toBe('X');
    });

    it('F10: a stored page that a rule refused in a fresh crawl is requested again in the next', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      await visit(ledger, 'a/x', page('X'));
      await ledger.begin(lane(), { fresh: true, now: T });
      await ledger.offer([refused('a/x', 'trap:cycle')], T);
      expect(await ledger.finish('docs', T)).toBe(true);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ waiting: 1 });
      expect(await leaseOne(ledger)).toMatchObject({ url: 'https://a.test/x', stored: { hash: 'X' } });
    });

    it('F6: a fresh crawl that was killed stays fresh', async () => {
      const { ledger, reopen } = await begun(open);
      await offerPages(ledger, 'a/x');
      await visit(ledger, 'a/x', page('X'));
      await ledger.begin(lane(), { fresh: true, now: T });
      await offerPages(ledger, 'a/x');
      const later = await reopen(T);
      await later.begin(lane(), { fresh: false, now: T });
      expect((await leaseOne(later)).stored).toBeUndefined();
      await later.close();
    });

    it('F3: limits may change when a crawl goes on', async () => {
      const { ledger } = await begun(open, { perHost: 1 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      await ledger.lease(9, T);
      await ledger.begin(lane({ perHost: 2 }), { fresh: false, now: T });
      expect(await ledger.lease(9, T)).toHaveLength(1);
    });

    it('F5: a crawl ends only when nothing of it waits, under way or delayed', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      const lease = await leaseOne(ledger);
      expect(await ledger.finish('docs', T)).toBe(false);
      await ledger.settle(lease, settlement(again(T + HOUR)));
      expect(await ledger.finish('docs', T)).toBe(false);
      await visit(ledger, 'a/x', page('X'), T + HOUR);
      expect(await ledger.finish('docs', T)).toBe(true);
      expect(await ledger.finish('docs', T)).toBe(true);
    });
  });

  describe('after kill -9', () => {
    it('F6: what was in flight is leased again with a higher token, and the old lease writes nothing', async () => {
      const { ledger, reopen } = await begun(open);
      await ledger.offer([found('a/1'), found('a/2'), found('a/3', { depth: 1 })], T);
      const [lost, kept] = await ledger.lease(2, T);
      await ledger.settle(kept as never, settlement(page('2')));
      const later = await reopen(T);
      expect(await later.settle(lost as never, settlement(page('1')))).toBe('stale');
      expect(await later.begin(lane(), { fresh: false, now: T })).toMatchObject({
        how: 'resumed',
        generation: 1,
        waiting: 2,
      });
      expect(await countedStates(later)).toEqual({ indexed: 1, waiting: 2 });
      const leases = await later.lease(9, T);
      expect(leases.map(({ url }) => url)).toEqual(['https://a.test/1', 'https://a.test/3']);
      expect(leases[0]?.token).toBeGreaterThan(kept?.token as number);
      expect(await later.settle(lost as never, settlement(page('1')))).toBe('stale');
      expect(await later.settle(leases[0] as never, settlement(page('1')))).toMatchObject({ state: 'indexed' });
      await later.close();
    });

    it('F6: retries, redirects, depth, clocks, parking and answers survive', async () => {
      const { ledger, reopen } = await begun(open, { perHost: 1 });
      await offerPages(ledger, 'a/x', 'a/y', 'c/z');
      await visit(ledger, 'a/x', redirect('b/x'));
      await visit(ledger, 'b/x', again(T + 8_000));
      await ledger.holdHost('c.test', T + 7_000, 'host:parked');
      const y = await leaseOne(ledger);
      await ledger.settle(y, settlement(again(T + 1_000, false), { nextAt: T + 6_000, gapMs: 10, error: true }));
      const before = await ledger.hosts('docs');
      const later = await reopen(T);
      await later.begin(lane({ perHost: 1 }), { fresh: false, now: T });
      expect(await later.hosts('docs')).toEqual(before);
      expect(await later.nextDue(T)).toBe(T + 6_000);
      expect(await leaseNames(later, 9, T + 6_000)).toEqual(['a/y']);
      expect(await leaseNames(later, 9, T + 7_000)).toEqual(['c/z']);
      const [x] = await later.lease(9, T + 8_000);
      expect(x).toMatchObject({ url: 'https://b.test/x', firstUrl: 'https://a.test/x', attempt: 1, depth: 0 });
      await later.close();
    });

    it('F4: a host that a dead process sent a request to is left alone for its gap', async () => {
      const { ledger, reopen } = await begun(open, { gapMs: 1_500 });
      await offerPages(ledger, 'a/1', 'b/1', 'b/2');
      const b = (await ledger.lease(2, T)).find(({ host }) => host === 'b.test');
      await ledger.settle(b as never, settlement(page('B'), { nextAt: T, gapMs: 4_000 }));
      await ledger.lease(9, T);
      const later = await reopen(T + 100_000);
      await later.begin(lane(), { fresh: false, now: T + 100_000 });
      expect(await later.lease(9, T + 101_499)).toEqual([]);
      expect(await leaseNames(later, 9, T + 101_500)).toEqual(['a/1']);
      expect(await later.nextDue(T + 101_500)).toBe(T + 104_000);
      await later.close();
    });

    it('FAULTS 35: no time lies further ahead than a day after a clock was set back', async () => {
      const { ledger, reopen } = await begun(open);
      await offerPages(ledger, 'a/1', 'b/1', 'c/1');
      const year = T + 365 * 24 * HOUR;
      const [a, b] = await ledger.lease(2, T);
      await ledger.settle(a as never, settlement(again(year)));
      await ledger.settle(b as never, settlement(again(T), { nextAt: year, gapMs: 5 }));
      await ledger.holdHost('c.test', year, 'host:parked');
      await ledger.noteRequest('a.test', T + HOUR);
      const later = await reopen(T);
      await later.begin(lane(), { fresh: false, now: T });
      expect(await later.nextDue(T)).toBe(T + 24 * HOUR);
      expect((await leaseNames(later, 9, T + 24 * HOUR)).toSorted()).toEqual(['a/1', 'b/1', 'c/1']);
      expect(await later.requestsSince(T - 1)).toEqual({ count: 1, oldest: T });
      expect(await later.requestsSince(T)).toEqual({ count: 0, oldest: undefined });
      await later.close();
    });

    it('FAULTS 35: what is waited for comes as much earlier as the clock was put back since', async () => {
      const { ledger, reopen } = await begun(open);
      await offerPages(ledger, 'a/1', 'b/1', 'c/1');
      const [a, b] = await ledger.lease(2, T);
      await ledger.settle(a as never, settlement(again(T + 5_000)));
      await ledger.settle(b as never, settlement(again(T), { nextAt: T + 3_000, gapMs: 5 }));
      await ledger.holdHost('c.test', T + 7_000, 'host:parked');
      const later = await reopen(T - HOUR);
      await later.begin(lane(), { fresh: false, now: T - HOUR });
      expect(await later.lease(9, T - HOUR)).toEqual([]);
      expect(await leaseNames(later, 9, T - HOUR + 3_000)).toEqual(['b/1']);
      expect(await leaseNames(later, 9, T - HOUR + 5_000)).toEqual(['a/1']);
      expect(await leaseNames(later, 9, T - HOUR + 7_000)).toEqual(['c/1']);
      await later.close();
    });

    it('F6: templates and refusals are remembered', async () => {
      const { ledger, reopen } = await begun(open, { maxPerTemplate: 1 });
      const like = (name: string) => found(name, { template: '/{n}' });
      await ledger.offer([like('a/1'), like('a/2')], T);
      const later = await reopen(T);
      await later.begin(lane({ maxPerTemplate: 1 }), { fresh: false, now: T });
      expect(await later.offer([like('a/1'), like('a/2'), like('a/3')], T)).toEqual(['known', 'known', 'refused']);
      await later.close();
    });
  });

  describe('what other processes request', () => {
    it('F1: a seed is returned to crawls of its provider until it was taken up, also after a kill', async () => {
      const { ledger, reopen, beside } = await begun(open);
      const side = await beside();
      expect(await ledger.inbox.seeds(['docs'])).toEqual([]);
      await side.addSeed('docs', 'https://a.test/1');
      await side.addSeed('other', 'https://b.test/1');
      await side.addWanted('docs', 'https://a.test/2');
      const urls = ['https://a.test/1', 'https://a.test/2'];
      expect((await ledger.inbox.seeds(['docs'])).map(({ url }) => url)).toEqual(urls);
      const later = await reopen(T);
      const seeds = await later.inbox.seeds(['docs', 'none']);
      expect(seeds.map(({ url, wanted }) => [url, wanted])).toEqual([
        [urls[0], undefined],
        [urls[1], true],
      ]);
      await later.inbox.takenUp(seeds.map(({ id }) => id));
      expect(await later.inbox.seeds(['docs'])).toEqual([]);
      // The other provider was not crawled meanwhile: its seed still waits.
      expect(await later.inbox.seeds(['other'])).toMatchObject([{ provider: 'other', url: 'https://b.test/1' }]);
      await side.close();
      await later.close();
    });

    it('C4: a requested run waits until it is begun or refused, or is taken back', async () => {
      const { ledger, beside } = await begun(open);
      const side = await beside();
      const [first, second, third] = [
        await side.requestRun('one'),
        await side.requestRun('two'),
        await side.requestRun('three'),
      ];
      expect(await ledger.inbox.requestedRuns()).toEqual([
        { id: first, request: 'one' },
        { id: second, request: 'two' },
        { id: third, request: 'three' },
      ]);
      expect(await ledger.inbox.seeds(['docs', ''])).toEqual([]);
      expect(await side.answerTo(first)).toEqual({ state: 'waiting' });
      await ledger.inbox.takenUp([first]);
      await ledger.inbox.refuseRun(second, 'not here');
      expect(await side.answerTo(first)).toEqual({ state: 'begun' });
      expect(await side.answerTo(second)).toEqual({ state: 'refused', why: 'not here' });
      expect(await side.takeBack(first)).toBe(false);
      expect(await side.takeBack(third)).toBe(true);
      expect(await ledger.inbox.requestedRuns()).toEqual([]);
      await ledger.inbox.refuseRun(third, 'too late');
      expect(await side.takeBack(third)).toBe(false);
      expect(await side.takeBack(second)).toBe(true);
      await side.close();
      await ledger.close();
    });

    it('C4: a process that crawls nothing sees the same requests, and answers them', async () => {
      const { ledger, beside } = await begun(open);
      const [requester, server] = [await beside(), await beside()];
      const [first, second] = [await requester.requestRun('one'), await requester.requestRun('two')];
      expect(await server.inbox.requestedRuns()).toEqual(await ledger.inbox.requestedRuns());
      await server.inbox.takenUp([first]);
      await server.inbox.refuseRun(second, 'not here');
      expect(await requester.answerTo(first)).toEqual({ state: 'begun' });
      expect(await requester.answerTo(second)).toEqual({ state: 'refused', why: 'not here' });
      await Promise.all([requester.close(), server.close()]);
      await ledger.close();
    });

    it('the wish for a run can be set from another process, and stays', async () => {
      const { ledger, reopen, beside } = await open(T);
      const { run } = await ledger.begin(lane(), { fresh: false, now: T });
      const side = await beside();
      await side.setWish(run, 'pause');
      await side.close();
      expect(await ledger.wishOf(run)).toBe('pause');
      const later = await reopen(T);
      expect(await later.wishOf(run)).toBe('pause');
      await later.close();
    });

    it('U10: the blocklist is added to, listed with reason and date, and taken from', async () => {
      const { ledger, reopen } = await open(T);
      const entry = { pattern: 'a.test/private', reason: '403', by: 'crawler', at: T } as const;
      const site = { pattern: 'b.test', reason: 'asked us', by: 'operator', at: T + 1 } as const;
      expect(await ledger.blocklist.add(site)).toBe(true);
      expect(await ledger.blocklist.add(entry)).toBe(true);
      expect(await ledger.blocklist.add({ ...entry, reason: 'again' })).toBe(false);
      expect(await ledger.blocklist.list()).toEqual([entry, site]);
      const later = await reopen(T);
      expect(await later.blocklist.remove('b.test')).toBe(true);
      expect(await later.blocklist.remove('b.test')).toBe(false);
      expect(await later.blocklist.list()).toEqual([entry]);
      await later.close();
    });
  });
}
