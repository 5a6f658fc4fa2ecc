// Contract: what is offered, what is known, what is refused, and how it is counted.
import { describe, expect, it } from 'vitest';
import {
  begun,
  countedStates,
  found,
  lane,
  leaseNames,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  refused,
  settlement,
  storedNow,
  T,
  visit,
} from './port-words.contract.ts';

export function describeOffers(open: OpenLedger): void {
  describe('taking offers', () => {
    it('U2: returns an answer per item; one key is one URL', async () => {
      const { ledger } = await begun(open);
      const items = [
        found('a/x'),
        found('a/y'),
        found('a/x', { url: 'http://www.a.test/x/' }),
        refused('a/z', 'trap:cycle'),
      ];
      expect(await ledger.offer(items, T)).toEqual(['added', 'added', 'known', 'refused']);
      expect(await ledger.offer([refused('a/z', 'trap:cycle')], T)).toEqual(['known']);
      expect(await countedStates(ledger)).toEqual({ waiting: 2, skipped: 1 });
    });

    it('U2: providers know nothing of each other', async () => {
      const { ledger } = await begun(open);
      await ledger.begin(lane({ provider: 'other' }), { fresh: false, now: T });
      expect(await ledger.offer([found('a/x'), found('a/x', { provider: 'other' })], T)).toEqual(['added', 'added']);
      expect(await countedStates(ledger, 'other')).toEqual({ waiting: 1 });
    });

    it('F5: a refusal ends in the state it names, and is never leased', async () => {
      const { ledger } = await begun(open);
      const blocked = found('a/b', { refused: { ok: false, by: 'blocklist', detail: '', state: 'blocked' } });
      expect(await ledger.offer([refused('a/s', 'scope:no-match'), blocked], T)).toEqual(['refused', 'refused']);
      expect(await countedStates(ledger)).toEqual({ skipped: 1, blocked: 1 });
      expect(await ledger.lease(10, T)).toEqual([]);
      expect(await ledger.nextDue(T)).toBeUndefined();
    });

    it('F3: a refusal for depth is taken back when the page is found nearer to a seed, however often it was refused', async () => {
      const { ledger } = await begun(open);
      const deep = refused('a/deep', 'scope:depth', { depth: 4 });
      expect(await ledger.offer([deep], T)).toEqual(['refused']);
      expect(await ledger.offer([deep], T)).toEqual(['known']);
      expect(await countedStates(ledger)).toEqual({ skipped: 1 });
      expect(await ledger.offer([found('a/deep', { depth: 2 })], T)).toEqual(['added']);
      expect(await ledger.offer([found('a/deep', { depth: 2 }), deep], T)).toEqual(['known', 'known']);
      expect(await countedStates(ledger)).toEqual({ waiting: 1 });
      expect((await leaseOne(ledger)).depth).toBe(2);
    });

    it('F2: a URL that waits and is found nearer to a seed moves up', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/one', { depth: 1 }), found('a/two', { depth: 3 })], T);
      expect(await ledger.offer([refused('a/two', 'link:nofollow')], T)).toEqual(['known']);
      expect(await ledger.offer([found('a/two')], T)).toEqual(['known']);
      expect(await ledger.offer([found('a/one', { depth: 2 })], T)).toEqual(['known']);
      const leases = await ledger.lease(2, T);
      expect(leases.map(({ url, depth }) => [url, depth])).toEqual([
        ['https://a.test/two', 0],
        ['https://a.test/one', 1],
      ]);
    });

    it('F2: a URL found nearer to a seed while it is under way moves up when it is released and found again', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/x', { depth: 3 })], T);
      const lease = await leaseOne(ledger);
      expect(await ledger.offer([found('a/x')], T)).toEqual(['known']);
      await ledger.release(lease);
      expect(await ledger.offer([found('a/x')], T)).toEqual(['known']);
      expect((await leaseOne(ledger)).depth).toBe(0);
    });

    it('U8: too many URLs of one template at one host are refused', async () => {
      const { ledger } = await begun(open, { maxPerTemplate: 2 });
      const template = '/day/{n}';
      const offers = ['a/day/1', 'a/day/2', 'a/day/3', 'b/day/1', 'a/day/1'].map((name) => found(name, { template }));
      expect(await ledger.offer(offers, T)).toEqual(['added', 'added', 'refused', 'added', 'known']);
      expect(await ledger.offer([found('a/day/x')], T)).toEqual(['added']);
      expect(await countedStates(ledger)).toEqual({ waiting: 4, skipped: 1 });
    });

    it('F9: sitemaps are leased like pages but never counted', async () => {
      const { ledger } = await begun(open);
      expect(await ledger.offer([found('a/sitemap.xml', { kind: 'sitemap' })], T)).toEqual(['added']);
      expect(await countedStates(ledger)).toEqual({});
      expect(await ledger.finish('docs', T)).toBe(false);
      const lease = await leaseOne(ledger);
      expect(lease.kind).toBe('sitemap');
      const links = [found('a/x', { depth: 1 }), found('a/y', { depth: 1 })];
      const answer = await ledger.settle(lease, settlement({ kind: 'list', links, detail: '2 entries' }));
      expect(answer).toMatchObject({ added: 2 });
      expect(await countedStates(ledger)).toEqual({ waiting: 2 });
      expect(await storedNow(ledger)).toBe(0);
    });

    it('F9: a sitemap that is refused or fails is not counted either', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/1', { kind: 'sitemap' }), refused('a/2', 'trap:url', { kind: 'sitemap' })], T);
      await visit(ledger, 'a/1', { kind: 'ended', state: 'failed', by: 'http:500', detail: '' });
      expect(await countedStates(ledger)).toEqual({});
      expect((await ledger.seeds('docs')).failed).toBe(0);
      expect(await ledger.finish('docs', T)).toBe(true);
    });

    it('F1: a URL offered after the end opens the crawl again', async () => {
      const { ledger, reopen } = await begun(open);
      expect(await ledger.finish('docs', T)).toBe(true);
      await offerPages(ledger, 'a/late');
      expect(await ledger.finish('docs', T)).toBe(false);
      const later = await reopen(T);
      expect(await later.begin(lane(), { fresh: false, now: T })).toMatchObject({
        how: 'resumed',
        generation: 1,
        waiting: 1,
      });
      expect(await leaseNames(later, 9)).toEqual(['a/late']);
    });

    it('offers a large batch with repeats and keeps count', async () => {
      const { ledger } = await begun(open);
      const names = Array.from({ length: 400 }, (_, i) => found(`a/${i % 300}`));
      const answers = await ledger.offer(names, T);
      expect(answers.filter((answer) => answer === 'added')).toHaveLength(300);
      expect(await countedStates(ledger)).toEqual({ waiting: 300 });
    });
  });

  describe('adding links of a page', () => {
    it('F2: links enter in the act that ends the page, and are answered as a number', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      const lease = await leaseOne(ledger);
      const links = [
        found('a/y', { depth: 1 }),
        found('a/z', { depth: 1, from: lease.id }),
        refused('b/q', 'scope:no-match'),
      ];
      expect(await ledger.settle(lease, settlement(page('X', { links })))).toMatchObject({
        state: 'indexed',
        added: 1,
      });
      expect(await countedStates(ledger)).toEqual({ indexed: 1, waiting: 2, skipped: 1 });
      const last = (await ledger.lease(2, T))[1];
      expect(last).toMatchObject({ url: 'https://a.test/z', depth: 1, referrer: 'https://a.test/x' });
    });

    it('U8, U10: the first URL beyond the bound of its template is entered in the blocklist, the others are only refused', async () => {
      const { ledger } = await begun(open, { maxPerTemplate: 2 });
      const days = ['a/1', 'a/2', 'a/3', 'a/4'].map((name) => found(name, { template: '/{n}' }));
      expect(await ledger.offer(days, T)).toEqual(['added', 'added', 'refused', 'refused']);
      expect(await ledger.blocklist.list()).toEqual([
        { pattern: 'a.test/3', reason: 'trap:template, over 2 URLs like /{n}', by: 'crawler', at: T },
      ]);
    });
  });
}
