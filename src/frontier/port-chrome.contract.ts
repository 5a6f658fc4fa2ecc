// Contract: learnt chrome: what is kept for learning it, and what cutting a stored page anew does.
import { beforeEach, describe, expect, it } from 'vitest';
import type { CutPage } from './port-chrome.ts';
import {
  countedStates,
  indexed,
  lane,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  T,
  type TimedLedger,
  urlOf,
  visit,
} from './port-words.contract.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A page as it was read with the hash `read`, cut so that its text has the hash `hash`. */
function cutPage(hash: string, read: string, more: Partial<CutPage> = {}): CutPage {
  const facts = { targets: [], tokens: 2, leftOut: [{ edge: 'bottom', text: 'Footer' }] } as const;
  return { hash, readHash: read, cut: '/1', words: 2, fingerprint: '', facts, ...indexed([hash]), ...more };
}

/** The contract of learning chrome. */
export function describeLearning(open: OpenLedger): void {
  let ledger: TimedLedger;
  const anew = async (): Promise<void> => {
    await ledger.finish('docs', T);
    await ledger.begin(lane(), { fresh: false, now: T + 10 });
  };
  const ids = async (): Promise<readonly number[]> => (await ledger.pageEdges('docs', 0, 10)).map(({ id }) => id);
  const read = (hash: string, readHash = hash, cut = '') =>
    page(hash, { record: { readHash, edges: 'e', cut, fetchedAt: T + 10 }, ...indexed([hash]) });

  describe('learnt chrome', () => {
    beforeEach(async () => {
      ({ ledger } = await open(T));
      await ledger.begin(lane(), { fresh: false, now: T });
    });

    it('E2: is kept per provider', async () => {
      expect(await ledger.chrome('docs')).toBe('');
      await ledger.keepChrome('docs', 'learnt');
      expect(await ledger.chrome('docs')).toBe('learnt');
    });

    it('E2: the edges of stored pages are read by number, with whether this run has read them', async () => {
      const facts = { outline: [], form: 'html', rule: '', fidelity: 1, tokens: 1, noarchive: true } as const;
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      await visit(
        ledger,
        'a/1',
        page('T1', { record: { finalUrl: urlOf('a/1'), edges: 'one', readHash: 'R1', cut: '/2', fetchedAt: T } }),
      );
      await visit(ledger, 'a/2', page('T2', { record: { edges: 'two', fetchedAt: T, facts } }));
      await visit(ledger, 'a/3', page('T3'));
      const [first, second, ...others] = await ledger.pageEdges('docs', 0, 10);
      expect(first).toMatchObject({
        url: urlOf('a/1'),
        edges: 'one',
        readHash: 'R1',
        cut: '/2',
        keepsText: true,
        isFresh: true,
        asksAgain: false,
      });
      expect(second).toMatchObject({ edges: 'two', readHash: 'T2', cut: '', keepsText: false });
      expect(others).toEqual([]);
      expect(await ledger.pageEdges('docs', first?.id ?? 0, 10)).toEqual([second]);
      expect(await ledger.pageEdges('docs', 0, 1)).toEqual([first]);
      await anew();
      await visit(ledger, 'a/2', read('T2'));
      await visit(ledger, 'a/1', { kind: 'unchanged', at: T + 10, links: [] });
      expect((await ledger.pageEdges('docs', 0, 10)).map(({ isFresh }) => isFresh)).toEqual([false, true]);
    });

    it('E2: a page is kept as it was read only as long as it is stored so', async () => {
      await offerPages(ledger, 'a/1');
      const outcome = { ...read('T1'), draft: bytes('draft'), outgoing: bytes('links') };
      await visit(ledger, 'a/1', outcome as typeof outcome & { kind: 'page' });
      const [id = 0] = await ids();
      expect(await ledger.toCut(id)).toMatchObject({ draft: bytes('draft'), links: bytes('links'), noarchive: false });
      await anew();
      await visit(ledger, 'a/1', read('T2'));
      expect((await ledger.toCut(id))?.draft).toBeUndefined();
      expect(await ledger.toCut(id + 99)).toBeUndefined();
    });

    it('E2: a page that is cut anew has its new text, and is not new or updated by that', async () => {
      await offerPages(ledger, 'a/1');
      await visit(ledger, 'a/1', read('T1'));
      const [id = 0] = await ids();
      expect(await ledger.cut('docs', id, cutPage('C1', 'T1'), T + 1)).toBe(true);
      expect(await ledger.pageEdges('docs', 0, 9)).toMatchObject([{ readHash: 'T1', cut: '/1', edges: 'e' }]);
      await anew();
      expect((await leaseOne(ledger)).stored).toMatchObject({ hash: 'C1' });
      expect(await ledger.cut('docs', id, cutPage('C2', 'other'), T + 1)).toBe(false);
    });

    it('E2: neither learning nor cutting otherwise makes a page count as updated', async () => {
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      await visit(ledger, 'a/1', read('T1'));
      await visit(ledger, 'a/2', read('C2', 'T2', '/1'));
      await visit(ledger, 'a/3', read('T3'));
      await anew();
      expect(await visit(ledger, 'a/1', read('C1', 'T1', '/1'))).toMatchObject({ state: 'unchanged' });
      expect(await visit(ledger, 'a/2', read('C2', 'another footer', '/1'))).toMatchObject({ state: 'unchanged' });
      expect(await visit(ledger, 'a/3', read('T4'))).toMatchObject({ state: 'indexed' });
    });

    it('E2: a page whose footer was not known yet when it was read is unchanged once it is cut', async () => {
      await offerPages(ledger, 'a/1', 'a/2');
      await visit(ledger, 'a/1', read('C1', 'T1', '/1'));
      await visit(ledger, 'a/2', read('C2', 'T2', '/1'));
      await anew();
      expect(await visit(ledger, 'a/1', read('new footer'))).toMatchObject({ state: 'indexed' });
      expect(await visit(ledger, 'a/2', read('new text and footer'))).toMatchObject({ state: 'indexed' });
      const [one = 0, two = 0] = await ids();
      expect(await ledger.cut('docs', one, cutPage('C1', 'new footer'), T + 11)).toBe(true);
      expect(await ledger.cut('docs', two, cutPage('C3', 'new text and footer'), T + 11)).toBe(true);
      expect(await countedStates(ledger)).toEqual({ unchanged: 1, indexed: 1 });
    });

    it('E2, E6: pages that differ only in what is left out of them are joined at the end, the nearer stays', async () => {
      await offerPages(ledger, 'a/1', 'a/2', 'a/3', 'a/4', 'a/5');
      await visit(ledger, 'a/1', read('page 1 of 3'));
      await visit(ledger, 'a/2', read('C', 'page 2 of 3', '/1'));
      const [one = 0] = await ids();
      expect(await ledger.cut('docs', one, cutPage('C', 'page 1 of 3'), T)).toBe(true);
      // Chrome is not known before the end, so both pages stay until then.
      expect(await countedStates(ledger)).toMatchObject({ indexed: 2 });
      // The same text as read, however it was cut.
      expect(await visit(ledger, 'a/3', read('X', 'page 1 of 3', '/2'))).toMatchObject({ state: 'duplicate' });
      expect(await visit(ledger, 'a/4', read('Y'))).toMatchObject({ state: 'indexed' });
      expect(await ledger.joinTwins('docs', T)).toBe(1);
      expect(await countedStates(ledger)).toEqual({ indexed: 2, duplicate: 2, waiting: 1 });
      expect((await ids())[0]).toBe(one);
      expect(await ledger.joinTwins('docs', T)).toBe(0);
    });

    it('C2: a page that is cut without its text keeps nothing that it could be made of again', async () => {
      await offerPages(ledger, 'a/1');
      await visit(ledger, 'a/1', { ...read('T1'), draft: bytes('draft') } as ReturnType<typeof read> & {
        kind: 'page';
      });
      const [id = 0] = await ids();
      await ledger.cut('docs', id, cutPage('C1', 'T1', { markdown: 'text' }), T);
      expect((await ledger.toCut(id))?.draft).toEqual(bytes('draft'));
      await ledger.cut('docs', id, cutPage('C2', 'T1'), T);
      expect((await ledger.toCut(id))?.draft).toBeUndefined();
    });

    it('E2: a page that cannot be cut is requested without conditions, until it was read', async () => {
      await offerPages(ledger, 'a/1');
      await visit(ledger, 'a/1', read('T1'));
      const [id = 0] = await ids();
      await ledger.askAgain([id]);
      expect(await ledger.pageEdges('docs', 0, 9)).toMatchObject([{ asksAgain: true }]);
      await anew();
      expect((await leaseOne(ledger)).stored).toMatchObject({ asksAgain: true });
      await anew();
      await ledger.begin(lane(), { fresh: false, renew: true, now: T + 20 });
      await visit(ledger, 'a/1', read('C1', 'T1', '/1'));
      expect(await ledger.pageEdges('docs', 0, 9)).toMatchObject([{ asksAgain: false }]);
    });
  });
}
