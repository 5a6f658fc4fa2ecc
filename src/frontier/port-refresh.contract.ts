// Contract: a refresh: what comes first, what is remembered about when to ask again, and what a page that was spared keeps.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from './port.ts';
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
  visit,
} from './port-words.contract.ts';

const rhythm = { sameMs: 30, changedMs: 10, lastmodSaysSame: true };

/** Refreshing. */
export function describeRefreshing(open: OpenLedger): void {
  let ledger: Ledger;
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

    it('F9: a page that nobody was asked about is unchanged, for that reason, and was not checked by that', async () => {
      const spared = { ok: false, by: 'refresh:not-due', detail: 'later' } as const;
      const answer = await visit(ledger, 'a/x', { kind: 'unchanged', at: T + 50, links: [], spared });
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

    it('F9: what a sitemap says holds for the generation that read it', async () => {
      await ledger.offer([found('a/x', { depth: 1, lastmod: T - 5 })], T);
      const lease = await leaseOne(ledger);
      expect(lease.stored?.lastmod).toBe(T - 5);
      await ledger.settle(lease, settlement(page('a/x')));
      await anew();
      expect((await leaseOne(ledger)).stored?.lastmod).toBeUndefined();
    });

    it('F10: a page that failed keeps what is known of it', async () => {
      await ledger.settle(await leaseOne(ledger), { ...settlement(ended('failed')), rhythm });
      await anew();
      expect((await leaseOne(ledger)).stored).toMatchObject({ hash: 'a/x', checkedAt: T });
    });
  });
}
