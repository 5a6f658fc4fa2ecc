// Contract: hosts that nobody answers for are closed, every process knows it, and a person's command forgets it.
import { describe, expect, it } from 'vitest';
import type { HostClosing, HostNews, Outcome } from './port.ts';
import {
  again,
  begun,
  ended,
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

const refused: HostClosing = { by: 'DOC_CONNECT', detail: 'nothing listens', until: T + 60_000, ends: 'failed' };
const answered503: HostClosing = {
  ...{ by: 'robots:rfc9309:closed', detail: 'answered 503', until: T + 60_000, ends: 'blocked' },
};
const closedBy = (closing: HostClosing | 'open'): HostNews => ({ nextAt: T + 500, gapMs: 500, closing });
const unanswered = (by: 'DOC_CONNECT' | 'DOC_TIMEOUT', notBefore: number): Outcome => ({
  ...{ kind: 'again', retry: true, detail: '' },
  ...{ by, notBefore },
});

export function describeUnanswered(open: OpenLedger): void {
  describe('what nobody answered', () => {
    it('F5: a closed host is left alone until its time, by every process, which knows why', async () => {
      const { ledger, reopen, beside } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2', 'b/1');
      await ledger.settle(await leaseOne(ledger), settlement(ended('failed'), closedBy(refused)));
      expect(await leaseNames(ledger, 9, T + 30_000)).toEqual(['b/1']);
      expect(await ledger.nextDue(T + 30_000)).toBe(refused.until);
      const other = await beside();
      const wait = { until: refused.until, by: 'DOC_CONNECT', detail: 'nothing listens' };
      expect(await other.takeTurn('a.test', { gapMs: 0 })).toEqual({ wait });
      const later = await reopen(T + 30_000);
      await later.begin(lane(), { fresh: false, now: T + 30_000 });
      expect(await later.hosts('docs')).toContainEqual(expect.objectContaining({ host: 'a.test', closing: refused }));
      expect(await leaseNames(later, 9, refused.until)).toContain('a/2');
    });

    it('F5: a host that answers is open again', async () => {
      const { ledger, reopen } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2');
      const [one, two] = await ledger.lease(2, T);
      await ledger.settle(one as never, settlement(ended('failed'), closedBy(refused)));
      await ledger.settle(two as never, settlement(page('2'), { nextAt: T + 600, gapMs: 500 }));
      const [closed] = await ledger.hosts('docs');
      expect(closed?.closing).toEqual(refused);
      const turn = await ledger.takeTurn('b.test', T, { gapMs: 0 });
      await ledger.endTurn(turn.turn as never, { nextAt: T, gapMs: 0 });
      await offerPages(ledger, 'a/3');
      await ledger.settle(await leaseOne(ledger, refused.until), settlement(page('3'), closedBy('open')));
      const later = await reopen(refused.until);
      await later.begin(lane(), { fresh: false, now: refused.until });
      expect((await later.hosts('docs'))[0]?.closing).toBeUndefined();
    });

    it('F5: of the hosts that are named it is forgotten, and the gap after the last request holds', async () => {
      const { ledger, beside, reopen } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2', 'b/1', 'b/2');
      for (const lease of await ledger.lease(2, T)) {
        const news = { ...closedBy(refused), error: 'unanswered' } as const;
        await ledger.settle(lease, settlement(ended('failed'), news));
      }
      await ledger.forgetUnanswered(['a.test', 'unknown.test']);
      expect(await leaseNames(ledger, 9, T + 499)).toEqual([]);
      expect(await leaseNames(ledger, 9, T + 500)).toEqual(['a/2']);
      const [a, b] = await ledger.hosts('docs');
      expect([a?.closing, a?.recentErrors, b?.closing, b?.recentErrors]).toEqual([undefined, 0, refused, 1]);
      // Another process forgets it of a host that this one crawls.
      await (await beside()).forgetUnanswered(['b.test']);
      expect(await leaseNames(ledger, 9, T + 500)).toEqual(['b/2']);
      const later = await reopen(T + 500);
      await later.begin(lane(), { fresh: false, now: T + 500 });
      expect((await later.hosts('docs')).map(({ closing }) => closing)).toEqual([undefined, undefined]);
    });

    it('F5: what a host answered stays: a robots.txt that answered, a pause, a parked host', async () => {
      const { ledger, beside } = await begun(open);
      await offerPages(ledger, 'a/1', 'a/2', 'b/1', 'c/1', 'c/2');
      const leases = await ledger.lease(9, T);
      const of = (host: string) => leases.find((lease) => lease.host === host) as never;
      await ledger.settle(of('a.test'), settlement(ended('failed'), closedBy(answered503)));
      await ledger.settle(of('b.test'), settlement(again(0), { nextAt: T + 60_000, gapMs: 500, error: true }));
      await ledger.settle(of('c.test'), settlement(page('1'), { nextAt: T, gapMs: 0, error: true }));
      await ledger.holdHost('c.test', T + 60_000, 'host:parked');
      for (const forgetting of [ledger, await beside()]) {
        await forgetting.forgetUnanswered(['a.test', 'b.test', 'c.test']);
        expect(await leaseNames(ledger, 9, T + 59_999)).toEqual([]);
        expect((await ledger.hosts('docs')).map(({ recentErrors }) => recentErrors)).toEqual([0, 1, 1]);
      }
    });

    it('F5, F8: a host that is parked because nobody answered is free again', async () => {
      const { ledger, reopen } = await begun(open);
      await offerPages(ledger, ...Array.from({ length: 21 }, (_, i) => `a/${i}`));
      for (let i = 0; i < 20; i++)
        await ledger.settle(
          await leaseOne(ledger),
          settlement(ended('failed'), { nextAt: T, gapMs: 0, error: 'unanswered' }),
        );
      await ledger.holdHost('a.test', T + 60_000, 'host:parked');
      expect((await ledger.hosts('docs'))[0]).toMatchObject({ recentErrors: 20, parkedUntil: T + 60_000 });
      await ledger.forgetUnanswered(['a.test']);
      const later = await reopen(T);
      await later.begin(lane(), { fresh: false, now: T });
      const free = { recentErrors: 0, recentAnswers: 0, parkedUntil: undefined, parkedBy: undefined };
      expect((await later.hosts('docs'))[0]).toMatchObject(free);
      expect(await leaseNames(later, 9)).toEqual(['a/20']);
    });

    it('F5: URLs for which nobody answered are due at once, with their retries, and those that failed wait again', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/waits', 'a/failed', 'a/busy', 'a/gone', 'a/stored', 'b/waits');
      await visit(ledger, 'a/waits', unanswered('DOC_TIMEOUT', T + 30_000));
      await visit(ledger, 'a/failed', ended('failed', 'DOC_CONNECT'));
      await visit(ledger, 'a/busy', again(T + 30_000, true));
      await visit(ledger, 'a/gone', ended('failed', 'http:500'));
      await visit(ledger, 'a/stored', page('S'));
      await visit(ledger, 'b/waits', unanswered('DOC_CONNECT', T + 30_000));
      expect(await ledger.retryUnanswered('docs', ['a.test'])).toBe(2);
      expect(await ledger.counts('docs')).toMatchObject({ waiting: 4, failed: 1, indexed: 1, discovered: 6 });
      const leases = await ledger.lease(9, T);
      expect(leases.map(({ firstUrl, attempt }) => [firstUrl, attempt])).toEqual([
        ['https://a.test/waits', 0],
        ['https://a.test/failed', 0],
      ]);
      expect(await ledger.retryUnanswered('docs', ['a.test'])).toBe(0);
    });

    it('F5: a crawl that had ended goes on when one of its URLs waits again', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/1');
      await visit(ledger, 'a/1', ended('failed', 'DOC_DNS'));
      expect(await ledger.finish('docs', T)).toBe(true);
      expect(await ledger.retryUnanswered('docs', ['a.test'])).toBe(1);
      expect(await ledger.lastCrawl('docs')).toMatchObject({ ended: false });
      expect(await leaseNames(ledger, 9)).toEqual(['a/1']);
    });

    it('F5: how many seeds there are, and how many were not read', async () => {
      const { ledger } = await begun(open);
      expect(await ledger.seeds('docs')).toEqual({ all: 0, failed: 0 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      expect(await ledger.seeds('docs')).toEqual({ all: 3, failed: 0 });
      await visit(ledger, 'a/1', ended('failed', 'DOC_DNS'));
      await visit(ledger, 'a/2', page('2'));
      expect(await ledger.seeds('docs')).toEqual({ all: 3, failed: 1 });
    });
  });
}
