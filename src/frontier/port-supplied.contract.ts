// Contract: URLs that a supplier lists: what has not changed since it was settled ends without a visit, and the counts add up.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from './port.ts';
import {
  countedStates,
  ended,
  found,
  identity,
  keyOf,
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
  type TimedLedger,
  visit,
} from './port-words.contract.ts';

const options = { by: 'content:same', isWhole: true } as const;

/** The contract of supplied URLs. */
export function describeSupplied(open: OpenLedger): void {
  let ledger: TimedLedger;
  let reopen: (now: number) => Promise<TimedLedger>;
  /** Settles what waits: each URL with its own name as stamp, and as text unless `outcomes` has another. */
  const settleAll = async (outcomes: Readonly<Record<string, Outcome>> = {}): Promise<void> => {
    for (const lease of await ledger.lease(100, T)) {
      const name = lease.url.replace('https://a.test/', '');
      const stamp = { key: keyOf(`a/${name}`), stamp: name };
      await ledger.settle(lease, { ...settlement(outcomes[name] ?? page(name)), stamp });
    }
  };
  const anew = async (fresh = false): Promise<void> => {
    await ledger.finish('docs', T);
    await ledger.begin(lane(), { fresh, now: T + 5 });
  };
  const keep = (...names: readonly string[]) =>
    ledger.keepSame(
      'docs',
      names.map((name) => ({ key: keyOf(`a/${name}`), stamp: name })),
      options,
    );

  describe('supplied URLs', () => {
    beforeEach(async () => {
      ({ ledger, reopen } = await open(T));
      await ledger.begin(lane(), { fresh: false, now: T });
      await offerPages(ledger, 'a/1', 'a/2', 'a/twin', 'a/empty');
      const links = [refused('b/out', 'scope:host', { depth: 1 })];
      const empty = page('empty', { noindex: { ok: false, by: 'content:menu', detail: '' } });
      await settleAll({ 1: page('1', { links }), twin: page('1'), empty });
    });

    it('F5: with all stamps the same everything ends without a lease, and discovered is the sum of the states', async () => {
      expect(await countedStates(ledger)).toEqual({ indexed: 2, duplicate: 1, skipped: 2 });
      await anew();
      expect(await keep('1', '2', 'twin', 'empty')).toEqual([true, true, true, true]);
      expect(await countedStates(ledger)).toEqual({ unchanged: 2, duplicate: 1, skipped: 2 });
      expect(await ledger.lease(10, T + 5)).toEqual([]);
      expect(await ledger.finish('docs', T + 6)).toBe(true);
    });

    it('F5: done twice, and after kill -9 in between, it changes nothing more', async () => {
      await anew();
      await keep('1', '2', 'twin', 'empty');
      ledger = await reopen(T + 6);
      expect(await ledger.begin(lane(), { fresh: false, now: T + 6 })).toMatchObject({ how: 'resumed', waiting: 0 });
      expect(await keep('1', '2', 'twin', 'empty')).toEqual([true, true, true, true]);
      expect(await countedStates(ledger)).toEqual({ unchanged: 2, duplicate: 1, skipped: 2 });
    });

    it('M3: what is kept is verified now, as unchanged by its supplier', async () => {
      await anew();
      await keep('1', '2', 'twin', 'empty');
      await ledger.finish('docs', T + 6);
      await ledger.begin(lane(), { fresh: false, now: T + 9 });
      const leases = await ledger.lease(10, T + 9);
      expect(leases.map(({ stored }) => stored?.checkedAt)).toEqual([T + 5, T + 5]);
    });

    it('another stamp is left to a visit, and so is the twin of a page that may have changed', async () => {
      await anew();
      const listed = ['2', 'twin', 'empty'].map((name) => ({ key: keyOf(`a/${name}`), stamp: name }));
      const kept = await ledger.keepSame('docs', [{ key: keyOf('a/1'), stamp: 'other' }, ...listed], options);
      expect(kept).toEqual([false, true, false, true]);
      expect(await leaseNames(ledger, 10, T + 5)).toEqual(['a/1']);
    });

    it('F10: what is listed no more waits for the visit that removes it', async () => {
      await anew();
      expect(await keep('1', 'empty')).toEqual([true, true]);
      const [lease, ...others] = await ledger.lease(10, T + 5);
      expect([lease?.url, others]).toEqual(['https://a.test/2', []]);
      await ledger.settle(lease as NonNullable<typeof lease>, settlement(ended('gone', 'http:404')));
      expect(await countedStates(ledger)).toEqual({ unchanged: 1, skipped: 2, deleted: 1 });
      await anew();
      await keep('1', 'empty');
      expect(await countedStates(ledger)).toEqual({ unchanged: 1, skipped: 2 });
    });

    it('a failed visit has no stamp: it is visited again', async () => {
      await offerPages(ledger, 'a/3');
      await settleAll({ 3: ended('failed', 'http:500') });
      await anew();
      expect(await keep('1', '2', '3')).toEqual([true, true, false]);
      expect(await leaseNames(ledger, 10, T + 5)).toEqual(['a/3']);
    });

    it('what was refused and is listed with a stamp now is left to an offer, which brings it', async () => {
      await ledger.offer([refused('a/large', 'folder:size')], T);
      await anew();
      expect(await keep('1', '2', 'twin', 'empty', 'large')).toEqual([true, true, true, true, false]);
      await ledger.offer([found('a/large')], T + 5);
      expect(await leaseNames(ledger, 10, T + 5)).toEqual(['a/large']);
      expect(await countedStates(ledger)).toEqual({ unchanged: 2, duplicate: 1, skipped: 2, waiting: 1 });
    });

    it('U11: a page that another name led to is kept by its own key, and the name with it', async () => {
      await offerPages(ledger, 'a/name');
      await visit(ledger, 'a/name', redirect('a/5'));
      const lease = await leaseOne(ledger);
      const outcome = page('5', { identity: identity('a/5', 'redirect') });
      const stamp = { key: keyOf('a/5'), stamp: '5' };
      await ledger.settle(lease, { ...settlement(outcome), stamp });
      await offerPages(ledger, 'a/5');
      await anew();
      expect(await keep('1', '2', '5', 'twin', 'empty')).toEqual([true, true, true, true, true]);
      expect(await countedStates(ledger)).toEqual({ unchanged: 3, duplicate: 2, skipped: 2 });
    });

    it('nothing is kept by a crawl that starts over', async () => {
      await anew(true);
      expect(await keep('1', '2', 'twin')).toEqual([false, false, false]);
      expect(await countedStates(ledger)).toEqual({});
    });

    it('of a list that is not all there is, only what is listed is kept', async () => {
      await anew();
      await ledger.keepSame('docs', [{ key: keyOf('a/1'), stamp: '1' }], { ...options, isWhole: false });
      expect(await countedStates(ledger)).toEqual({ unchanged: 1, waiting: 1 });
    });

    it('a URL that nobody knows is left to an offer', async () => {
      expect(await keep('9')).toEqual([false]);
      expect(await ledger.offer([found('a/9')], T)).toEqual(['added']);
    });
  });
}
