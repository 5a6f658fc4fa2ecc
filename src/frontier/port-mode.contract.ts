// Contract: the mode of a visit: plain, until a visit requests a browser, then in the browser until the URL ends (H8).
import { describe, expect, it } from 'vitest';
import type { Outcome } from './port.ts';
import {
  begun,
  ended,
  found,
  type LedgerUnderTest,
  lane,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  redirect,
  settlement,
  T,
  type TimedLedger,
} from './port-words.contract.ts';

/** Requests the next visit in a browser. */
const inBrowser: Extract<Outcome, { kind: 'again' }> = {
  ...{ kind: 'again', notBefore: 0, retry: false, by: 'content:needs-browser', detail: '' },
  mode: 'render',
};
/** Requests another visit in the same mode. */
const later: Outcome = { ...inBrowser, mode: undefined, retry: true };

/** Settles what is next, and returns how it was visited. */
async function visitNext(ledger: TimedLedger, outcome: Outcome, now = T): Promise<string> {
  const lease = await leaseOne(ledger, now);
  await ledger.settle(lease, settlement(outcome));
  return lease.mode;
}

/** A ledger with a page that waits for a browser. */
async function toRender(open: OpenLedger): Promise<LedgerUnderTest> {
  const opened = await begun(open);
  await offerPages(opened.ledger, 'a/x');
  expect(await visitNext(opened.ledger, inBrowser)).toBe('plain');
  return opened;
}

export function describeModes(open: OpenLedger): void {
  describe('the mode of a lease', () => {
    it('H8: is plain until a visit requests a browser, of that URL only', async () => {
      const { ledger } = await toRender(open);
      await offerPages(ledger, 'a/y');
      const leases = await ledger.lease(9, T);
      expect(leases.map(({ url, mode, attempt }) => [url, mode, attempt])).toEqual([
        ['https://a.test/x', 'render', 0],
        ['https://a.test/y', 'plain', 0],
      ]);
    });

    it('H8, F4: a navigation waits for the host’s turn, and has it alone', async () => {
      const { ledger } = await begun(open, { gapMs: 1_000 });
      await offerPages(ledger, 'a/x', 'a/y');
      const first = await leaseOne(ledger);
      await ledger.settle(first, settlement(inBrowser, { nextAt: T + 1_000, gapMs: 1_000 }));
      expect(await ledger.lease(9, T + 999)).toEqual([]);
      expect((await ledger.lease(9, T + 1_000)).map(({ url, mode }) => [url, mode])).toEqual([
        ['https://a.test/x', 'render'],
      ]);
      expect(await ledger.nextDue(T + 1_000)).toBeUndefined();
    });

    it('H8: stays through retries, redirects and leases that are released or lost', async () => {
      const { ledger } = await toRender(open);
      expect(await visitNext(ledger, later)).toBe('render');
      expect(await visitNext(ledger, redirect('b/x'))).toBe('render');
      await ledger.release(await leaseOne(ledger));
      const [lost] = await ledger.lease(1, T, { lifetimeMs: 1_000 });
      expect(lost).toMatchObject({ url: 'https://b.test/x', mode: 'render', attempt: 1 });
      expect(await leaseOne(ledger, T + 2_000)).toMatchObject({ id: lost?.id, mode: 'render' });
    });

    it('H8, F6: outlives the process', async () => {
      const { reopen } = await toRender(open);
      const next = await reopen(T);
      await next.begin(lane(), { fresh: false, now: T });
      expect((await leaseOne(next)).mode).toBe('render');
      await next.close();
    });

    it('H8: a visit may take it back', async () => {
      const { ledger } = await toRender(open);
      expect(await visitNext(ledger, { ...inBrowser, mode: 'plain' })).toBe('render');
      expect((await leaseOne(ledger)).mode).toBe('plain');
    });

    it('H8: is over when the URL ends: the next crawl begins plainly', async () => {
      const { ledger } = await toRender(open);
      expect(await visitNext(ledger, page('X'))).toBe('render');
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      expect((await leaseOne(ledger)).mode).toBe('plain');
    });

    it.each([
      ['is begun anew', { fresh: false, renew: true }],
      ['begins without what is known', { fresh: true }],
    ])('H8: is over when the crawl %s while the URL waits', async (_, options) => {
      const { ledger } = await toRender(open);
      await ledger.begin(lane(), { ...options, now: T });
      await offerPages(ledger, 'a/x');
      expect((await leaseOne(ledger)).mode).toBe('plain');
    });

    it('H8: is over when all that waits for the host ends', async () => {
      const { ledger } = await toRender(open);
      await ledger.endWaiting('docs', 'a.test', { state: 'failed', by: 'http:404', detail: '' }, T);
      // U13: the URL ended for a reason of its spelling.
      expect(await ledger.offer([found('a/x', { url: 'https://a.test/x/' })], T)).toEqual(['added']);
      expect((await leaseOne(ledger)).mode).toBe('plain');
    });

    it('H8, U13: another spelling begins plainly', async () => {
      const { ledger } = await toRender(open);
      await ledger.offer([found('a/x', { url: 'https://a.test/x/' })], T);
      expect(await visitNext(ledger, ended('failed', 'http:404'))).toBe('render');
      expect(await leaseOne(ledger)).toMatchObject({ url: 'https://a.test/x/', mode: 'plain' });
    });
  });
}
