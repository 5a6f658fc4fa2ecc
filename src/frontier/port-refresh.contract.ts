// Contract: a refresh: what comes first, what is remembered about when to request again, and what a skipped page keeps.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Lease, Outcome } from './port.ts';
import {
  ended,
  found,
  lane,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  settlement,
  T,
  type TimedLedger,
  visit,
} from './port-words.contract.ts';

const rhythm = { sameMs: 30, changedMs: 10, lastmodSaysSame: true };

/** The contract of refreshing. */
export function describeRefreshing(open: OpenLedger): void {
  let ledger: TimedLedger;
  /** A refresh of a site whose pages, each with its own name as text, were stored by a crawl. */
  const refresh = async (...names: readonly string[]): Promise<void> => {
    ({ ledger } = await open(T));
    await ledger.begin(lane(), { fresh: false, now: T });
    await offerPages(ledger, ...names);
    for (const name of names) await visit(ledger, name, page(name));
    await ledger.finish('docs', T);
    await ledger.begin(lane(), { fresh: false, now: T, run: { kind: 'refresh' } });
  };
  const anew = async (): Promise<void> => {
    await ledger.finish('docs', T);
    await ledger.begin(lane(), { fresh: false, now: T });
  };

  describe('a refresh', () => {
    beforeEach(() => refresh('a/x'));

    it('F9: leases seeds, then sitemaps one by one, then what is stored, then what is new', async () => {
      expect(await ledger.lastCrawl('docs')).toMatchObject({ generation: 2, kind: 'refresh' });
      await ledger.offer([found('a/new', { depth: 1 }), found('a/map', { depth: 1, kind: 'sitemap' })], T);
      const seeds = await ledger.lease(10, T);
      expect(seeds.map(({ url }) => url)).toEqual(['https://a.test/x']);
      await ledger.settle(seeds[0] as (typeof seeds)[0], settlement(page('a/x')));
      const [map, ...others] = await ledger.lease(10, T);
      expect([map?.kind, map?.depth, others]).toEqual(['sitemap', 1, []]);
      await ledger.settle(map as (typeof seeds)[0], settlement({ kind: 'list', links: [], detail: '' }));
      expect((await ledger.lease(10, T)).map(({ url }) => url)).toEqual(['https://a.test/new']);
    });

    it('F9: a page that was not requested is unchanged, for that reason, and does not count as checked', async () => {
      const skippedBy = { ok: false, by: 'refresh:not-due', detail: 'later' } as const;
      const answer = await visit(ledger, 'a/x', { kind: 'unchanged', at: T + 50, links: [], skippedBy });
      expect(answer).toMatchObject({ state: 'unchanged', by: 'refresh:not-due', detail: 'later' });
      await anew();
      expect((await leaseOne(ledger)).stored).toMatchObject({ checkedAt: T, lastmodWrong: false });
    });

    it('M5: when it was checked and the interval that follows are kept with the answer', async () => {
      await ledger.settle(await leaseOne(ledger), {
        ...settlement({ kind: 'unchanged', at: T + 50, links: [] }),
        rhythm,
      });
      await anew();
      const lease = await leaseOne(ledger);
      expect(lease.stored).toMatchObject({ checkedAt: T + 50, intervalMs: 30, lastmodWrong: false });
      await ledger.settle(lease, { ...settlement(page('other')), rhythm });
      await anew();
      expect((await leaseOne(ledger)).stored).toMatchObject({ intervalMs: 10, lastmodWrong: true });
    });

    it('F9: the lastmod of a sitemap holds for the generation that read it', async () => {
      await ledger.offer([found('a/x', { depth: 1, lastmod: T - 5 })], T);
      const lease = await leaseOne(ledger);
      expect(lease.stored?.lastmod).toBe(T - 5);
      await ledger.settle(lease, settlement(page('a/x')));
      await anew();
      expect((await leaseOne(ledger)).stored?.lastmod).toBeUndefined();
    });

    it('M5: a URL with a 404 knows since when, until another answer; what was not requested adds nothing', async () => {
      const gone = async (at: number, status: number, more: Partial<Outcome> = {}): Promise<Lease> => {
        const lease = await leaseOne(ledger);
        const outcome = { ...ended('gone', 'http:404'), ...more } as Outcome;
        const facts = { status, ms: 1, bytes: 0, isPage: true };
        await ledger.settle(lease, { outcome, facts, steps: [{ at, step: 'failed' }] });
        await ledger.finish('docs', T);
        await ledger.begin(lane(), { fresh: false, now: T, run: { kind: 'refresh' } });
        await offerPages(ledger, 'a/x');
        return lease;
      };
      const both = [
        { at: T + 1, status: 404 },
        { at: T + 2, status: 410 },
      ];
      expect((await gone(T + 1, 404)).gone).toBeUndefined();
      expect((await gone(T + 2, 410)).gone).toEqual([{ at: T + 1, status: 404 }]);
      expect((await gone(T + 3, 404, { notRequested: true })).gone).toEqual(both);
      expect((await gone(T + 4, 500, ended('failed'))).gone).toEqual(both);
      expect((await gone(T + 5, 404)).gone).toBeUndefined();
      expect((await leaseOne(ledger)).gone).toEqual([{ at: T + 5, status: 404 }]);
    });

    it('M5: where a crawl requests everything, leases do not carry earlier 404 answers', async () => {
      await ledger.settle(await leaseOne(ledger), {
        ...settlement(ended('gone', 'http:404')),
        facts: { status: 404, ms: 1, bytes: 0, isPage: true },
      });
      await anew();
      await offerPages(ledger, 'a/x');
      expect((await leaseOne(ledger)).gone).toBeUndefined();
    });

    it('F10: a page that failed keeps what is known of it', async () => {
      await ledger.settle(await leaseOne(ledger), { ...settlement(ended('failed')), rhythm });
      await anew();
      expect((await leaseOne(ledger)).stored).toMatchObject({ hash: 'a/x', checkedAt: T });
    });
  });
}
