// Contract: how pages get into the search index, stay there, and leave it.
import { describe, expect, it } from 'vitest';
import {
  begun,
  ended,
  found,
  identity,
  indexed,
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

/** Ends the crawl and begins the next. */
async function nextCrawl(ledger: TimedLedger): Promise<void> {
  await ledger.finish('docs', T);
  await ledger.begin(lane(), { fresh: false, now: T });
}

/** The version of the analyser that indexed the only page, as the next lease shows. */
async function analyserOf(ledger: TimedLedger): Promise<number | undefined> {
  await nextCrawl(ledger);
  const lease = await leaseOne(ledger);
  await ledger.release(lease);
  return lease.stored?.analyser;
}

const whole = (text: string) => ({ markdown: text });

export function describeIndexing(open: OpenLedger): void {
  describe('the search index', () => {
    it('S1: a visit hears which version of the analyser indexed the page; 0 where it is not indexed', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      await visit(ledger, 'a/x', page('X'));
      expect(await analyserOf(ledger)).toBe(0);
      await visit(ledger, 'a/x', page('X', indexed(['one'], {}, 3)));
      expect(await analyserOf(ledger)).toBe(3);
      await visit(ledger, 'a/x', page('X', indexed(['one'], {}, 4)));
      expect(await analyserOf(ledger)).toBe(4);
    });

    it('S1: a page that is stored without being read for the index stays in it only as it was', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      const { chunks, index } = indexed(['one'], {}, 3);
      await visit(ledger, 'a/x', page('X', { chunks, index }));
      await nextCrawl(ledger);
      await visit(ledger, 'a/x', page('X', { chunks }));
      expect(await analyserOf(ledger)).toBe(3);
      await visit(ledger, 'a/x', page('X', { chunks, record: { extractor: 2 } }));
      expect(await analyserOf(ledger)).toBe(0);
      await visit(ledger, 'a/x', page('X', { chunks, index, record: { extractor: 2 } }));
      expect(await analyserOf(ledger)).toBe(3);
      await visit(ledger, 'a/x', page('Y', { chunks }));
      expect(await analyserOf(ledger)).toBe(0);
    });

    it('S1: what another version indexed, or none, is reported as far as its text is kept, and can be put', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y', 'a/z', 'a/q');
      const { chunks, index } = indexed(['one', 'two'], {}, 3);
      await visit(ledger, 'a/x', page('X', { chunks, record: whole('one two') }));
      await visit(ledger, 'a/y', page('Y', { ...indexed(['one']), record: whole('one') }));
      await visit(ledger, 'a/z', page('Z', indexed(['one'])));
      await visit(ledger, 'a/q', page('Q', { chunks, index, record: whole('one two') }));
      const pages = await ledger.toIndex(3, 0, 10);
      expect(await ledger.behindIndex(3)).toEqual({ withText: 2, withoutText: 1 });
      expect(await ledger.behindIndex(1)).toEqual({ withText: 2, withoutText: 0 });
      expect(pages.map(({ provider, hash }) => [provider, hash])).toEqual([
        ['docs', 'X'],
        ['docs', 'Y'],
      ]);
      const [x, y] = pages as [(typeof pages)[0], (typeof pages)[0]];
      expect(x.chunks.map(({ text }) => text)).toEqual(['one', 'two']);
      expect((await ledger.toIndex(3, 0, 1)).map(({ id }) => id)).toEqual([x.id]);
      expect((await ledger.toIndex(3, x.id, 10)).map(({ id }) => id)).toEqual([y.id]);
      // Some pages were read meanwhile, and no longer have the analysed text.
      const entries = [
        { id: y.id, hash: 'other', index: indexed(['one'], {}, 3).index },
        { id: y.id, hash: 'Y', index },
        { id: 999, hash: 'X', index },
        { id: x.id, hash: 'X', index },
      ];
      expect(await ledger.putIndex(entries)).toBe(1);
      expect((await ledger.toIndex(3, 0, 10)).map(({ id }) => id)).toEqual([y.id]);
    });

    it('S1: a page that is removed, or moves under another key, is no longer to be indexed', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      const more = { ...indexed(['one']), record: whole('one') };
      await visit(ledger, 'a/x', page('X', more));
      await visit(ledger, 'a/y', page('Y', { ...more, identity: identity('a/z', 'redirect') }));
      expect(await ledger.toIndex(9, 0, 10)).toHaveLength(2);
      await nextCrawl(ledger);
      await visit(ledger, 'a/x', ended('gone'));
      await visit(ledger, 'a/z', page('Y', { ...more, noindex: { ok: false, by: 'robots:noindex', detail: '' } }));
      expect(await ledger.toIndex(9, 0, 10)).toEqual([]);
    });

    it('S1: what settling leaves behind is done in pieces, and then there is nothing left to do', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/x'), found('a/y')], T);
      await visit(ledger, 'a/x', page('X', indexed(['one two three'], { 'a/y': 'why' })));
      const lease = await leaseOne(ledger);
      await ledger.settle(lease, settlement(page('Y', indexed(['four'], { 'a/x': 'ex' }))));
      while ((await ledger.refreshIndex(1)) > 0);
      expect(await ledger.refreshIndex(100)).toBe(0);
      while (!(await ledger.cleanIndex()));
      expect(await ledger.cleanIndex()).toBe(true);
    });
  });
}
