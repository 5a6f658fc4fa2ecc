// Contract: a refusal or a failure belongs to the spelling it met, not to the key (U13).
import { describe, expect, it } from 'vitest';
import type { Found, Ledger, Outcome, SettleAnswer } from './port.ts';
import {
  begun,
  counted,
  ended,
  found,
  lane,
  leaseOne,
  type OpenLedger,
  page,
  redirect,
  refused,
  settlement,
  T,
} from './port-words.contract.ts';

const SLASH = 'https://a.test/x/';
const HTTP = 'http://a.test/x';
const BARE = 'https://a.test/x';

/** The page /x of a.test, spelled like this. */
function spelled(url: string, facts: Partial<Found> = {}): Found {
  return found('a/x', { url, ...facts });
}

/** Takes the next URL, which must be this one, to its end. */
async function settleNext(ledger: Ledger, url: string, outcome: Outcome): Promise<SettleAnswer> {
  const lease = await leaseOne(ledger);
  expect(lease.url).toBe(url);
  return ledger.settle(lease, settlement(outcome));
}

export function describeSpellings(open: OpenLedger): void {
  describe('spellings of a key', () => {
    it.each(['dynamic', 'trap:length', 'trap:cycle', 'excludePaths', 'scope:blocked', 'scope:no-match'])(
      'U13, N1: a key that a link was refused for by %s is open for a link that is not',
      async (by) => {
        const { ledger } = await begun(open);
        expect(await ledger.offer([refused('a/x', by)], T)).toEqual(['refused']);
        expect(await ledger.offer([refused('a/x', by)], T)).toEqual(['known']);
        expect(await ledger.offer([found('a/x')], T)).toEqual(['added']);
        expect(await ledger.offer([found('a/x'), refused('a/x', by)], T)).toEqual(['known', 'known']);
        expect(await counted(ledger)).toEqual({ waiting: 1 });
        expect(await settleNext(ledger, BARE, page('T'))).toMatchObject({ state: 'indexed' });
        expect(await counted(ledger)).toEqual({ indexed: 1 });
      },
    );

    it.each(['http:404', 'http:410', 'DOC_TLS', 'DOC_CONNECT', 'DOC_DNS', 'robots:rfc9309:line-2', 'redirect:loop'])(
      'U13, N1: a spelling that ends by %s leaves the key to one that is met later',
      async (by) => {
        const { ledger } = await begun(open);
        await ledger.offer([spelled(SLASH)], T);
        const state = by.startsWith('http:4') ? 'gone' : 'failed';
        expect(await settleNext(ledger, SLASH, ended(state, by))).toMatchObject({ state: 'failed', by });
        expect(await ledger.offer([spelled(SLASH)], T)).toEqual(['known']);
        expect(await ledger.offer([spelled(BARE)], T)).toEqual(['added']);
        expect(await counted(ledger)).toEqual({ waiting: 1 });
        expect(await settleNext(ledger, BARE, page('T'))).toMatchObject({ state: 'indexed' });
        expect(await counted(ledger)).toEqual({ indexed: 1 });
      },
    );

    it('U13, N1: a spelling that was met while the first was under way has its turn when that one fails', async () => {
      const { ledger, reopen } = await begun(open);
      expect(await ledger.offer([spelled(SLASH), spelled(HTTP)], T)).toEqual(['added', 'known']);
      expect(await settleNext(ledger, SLASH, ended('gone', 'http:404'))).toMatchObject({
        state: 'waiting',
        by: 'frontier:spelling',
      });
      expect(await counted(ledger)).toEqual({ waiting: 1 });
      const later = await reopen(T);
      await later.begin(lane(), { fresh: false, now: T });
      expect(await settleNext(later, HTTP, page('T'))).toMatchObject({ state: 'indexed' });
      expect(await counted(later)).toEqual({ indexed: 1 });
    });

    it.each(['http:500', 'http:403', 'http:401', 'content:empty', 'trap:template', 'robots:noindex'])(
      'U13: what ends by %s is closed whatever its spelling',
      async (by) => {
        const { ledger } = await begun(open);
        await ledger.offer([spelled(SLASH), spelled(HTTP)], T);
        expect(await settleNext(ledger, SLASH, ended('failed', by))).toMatchObject({ state: 'failed' });
        expect(await ledger.offer([spelled(BARE)], T)).toEqual(['known']);
        expect(await counted(ledger)).toEqual({ failed: 1 });
        expect(await ledger.lease(1, T)).toEqual([]);
      },
    );

    it('U13: at most three spellings of a key are requested', async () => {
      const { ledger } = await begun(open);
      const urls = [SLASH, HTTP, BARE, 'http://www.a.test/x', 'http://www.a.test/x/'];
      await ledger.offer(
        urls.map((url) => spelled(url)),
        T,
      );
      for (const url of urls.slice(0, 3)) await settleNext(ledger, url, ended('gone', 'http:404'));
      expect(await ledger.lease(1, T)).toEqual([]);
      expect(
        await ledger.offer(
          urls.map((url) => spelled(url)),
          T,
        ),
      ).toEqual(urls.map(() => 'known'));
      expect(await counted(ledger)).toEqual({ failed: 1 });
    });

    it('U13: where a redirect of the first spelling led needs no request of its own', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(BARE), spelled(SLASH)], T);
      await settleNext(ledger, BARE, { ...redirect('a/x'), to: SLASH } as Outcome);
      expect(await settleNext(ledger, SLASH, ended('gone', 'http:404'))).toMatchObject({ state: 'failed' });
      expect(await ledger.lease(1, T)).toEqual([]);
    });

    it('F10, U13: a stored copy stays until no spelling of it is left', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(SLASH)], T);
      await settleNext(ledger, SLASH, page('T'));
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await ledger.offer([spelled(BARE)], T);
      await settleNext(ledger, SLASH, ended('gone', 'http:404'));
      expect((await leaseOne(ledger)).stored?.hash).toBe('T');
    });

    it('U13: a new generation tries every spelling anew', async () => {
      const { ledger } = await begun(open);
      for (let generation = 1; generation <= 3; generation++) {
        await ledger.offer([spelled(SLASH), spelled(BARE), spelled(HTTP)], T);
        const urls: string[] = [];
        for (let n = 0; n < 3; n++) {
          const lease = await leaseOne(ledger);
          urls.push(lease.url);
          await ledger.settle(lease, settlement(ended('gone', 'http:404')));
        }
        expect(urls.toSorted()).toEqual([HTTP, BARE, SLASH].toSorted());
        expect(await counted(ledger)).toEqual({ failed: 1 });
        await ledger.finish('docs', T);
        await ledger.begin(lane(), { fresh: false, now: T });
      }
    });

    it('U2: a refused spelling changes nothing about a page that is stored', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/x')], T);
      await settleNext(ledger, BARE, page('T'));
      expect(await ledger.offer([refused('a/x', 'dynamic'), spelled(SLASH)], T)).toEqual(['known', 'known']);
      expect(await counted(ledger)).toEqual({ indexed: 1 });
    });
  });
}
