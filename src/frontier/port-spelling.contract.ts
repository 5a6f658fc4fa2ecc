// Contract: a refusal or a failure belongs to the spelling it occurred with, not to the key (U13).
import { describe, expect, it } from 'vitest';
import type { ReasonName } from '../core/reasons.ts';
import { type KeyPolicy, urlKey } from '../core/url/key.ts';
import type { FoundUrl, Outcome, SettleAnswer } from './port.ts';
import {
  begun,
  countedStates,
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
  type TimedLedger,
} from './port-words.contract.ts';

const SLASH = 'https://a.test/x/';
const HTTP = 'http://a.test/x';
const BARE = 'https://a.test/x';

/** The page /x of a.test, spelled like this. */
function spelled(url: string, facts: Partial<FoundUrl> = {}): FoundUrl {
  return found('a/x', { url, ...facts });
}

/** Takes the next URL, which must be this one, to its end. */
async function settleNext(ledger: TimedLedger, url: string, outcome: Outcome): Promise<SettleAnswer> {
  const lease = await leaseOne(ledger);
  expect(lease.url).toBe(url);
  return ledger.settle(lease, settlement(outcome));
}

/** Brings all URLs to how they are requested under this policy. */
async function respelled(ledger: TimedLedger, policy: KeyPolicy): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) after = await ledger.respell('docs', policy, after);
}

/** Every URL that waits, as it is requested. */
async function urlsOf(ledger: TimedLedger): Promise<readonly string[]> {
  return (await ledger.lease(10_000, T)).map(({ url }) => url).toSorted();
}

export function describeSpellings(open: OpenLedger): void {
  describe('spellings of a key', () => {
    it.each<ReasonName>(['dynamic', 'trap:length', 'trap:cycle', 'excludePaths', 'scope:blocked', 'scope:no-match'])(
      'U13: a key that a link was refused for by %s is open for a link that is not',
      async (by) => {
        const { ledger } = await begun(open);
        expect(await ledger.offer([refused('a/x', by)], T)).toEqual(['refused']);
        expect(await ledger.offer([refused('a/x', by)], T)).toEqual(['known']);
        expect(await ledger.offer([found('a/x')], T)).toEqual(['added']);
        expect(await ledger.offer([found('a/x'), refused('a/x', by)], T)).toEqual(['known', 'known']);
        expect(await countedStates(ledger)).toEqual({ waiting: 1 });
        expect(await settleNext(ledger, BARE, page('T'))).toMatchObject({ state: 'indexed' });
        expect(await countedStates(ledger)).toEqual({ indexed: 1 });
      },
    );

    it.each<ReasonName>([
      'http:404',
      'http:410',
      'DOC_TLS',
      'DOC_CONNECT',
      'DOC_DNS',
      'robots:rfc9309:line-2',
      'redirect:loop',
    ])('U13: a spelling that ends by %s leaves the key to one that is found later', async (by) => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(SLASH)], T);
      const state = by.startsWith('http:4') ? 'gone' : 'failed';
      expect(await settleNext(ledger, SLASH, ended(state, by))).toMatchObject({ state: 'failed', by });
      expect(await ledger.offer([spelled(SLASH)], T)).toEqual(['known']);
      expect(await ledger.offer([spelled(BARE)], T)).toEqual(['added']);
      expect(await countedStates(ledger)).toEqual({ waiting: 1 });
      expect(await settleNext(ledger, BARE, page('T'))).toMatchObject({ state: 'indexed' });
      expect(await countedStates(ledger)).toEqual({ indexed: 1 });
    });

    it('U13: a spelling that was found while the first was under way has its turn when that one fails', async () => {
      const { ledger, reopen } = await begun(open);
      expect(await ledger.offer([spelled(SLASH), spelled(HTTP)], T)).toEqual(['added', 'known']);
      expect(await settleNext(ledger, SLASH, ended('gone', 'http:404'))).toMatchObject({
        state: 'waiting',
        by: 'frontier:spelling',
      });
      expect(await countedStates(ledger)).toEqual({ waiting: 1 });
      const later = await reopen(T);
      await later.begin(lane(), { fresh: false, now: T });
      expect(await settleNext(later, HTTP, page('T'))).toMatchObject({ state: 'indexed' });
      expect(await countedStates(later)).toEqual({ indexed: 1 });
    });

    it.each<ReasonName>(['http:500', 'http:403', 'http:401', 'content:empty', 'trap:template', 'robots:noindex'])(
      'U13: what ends by %s is closed whatever its spelling',
      async (by) => {
        const { ledger } = await begun(open);
        await ledger.offer([spelled(SLASH), spelled(HTTP)], T);
        expect(await settleNext(ledger, SLASH, ended('failed', by))).toMatchObject({ state: 'failed' });
        expect(await ledger.offer([spelled(BARE)], T)).toEqual(['known']);
        expect(await countedStates(ledger)).toEqual({ failed: 1 });
        expect(await ledger.lease(1, T)).toEqual([]);
      },
    );

    it('U13: a key that begins anew further from a seed moves up for a nearer link, also of a spelling that has failed', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(SLASH, { depth: 1 })], T);
      await settleNext(ledger, SLASH, ended('gone', 'http:404'));
      expect(await ledger.offer([spelled(SLASH, { depth: 3 })], T)).toEqual(['known']);
      expect(await ledger.offer([found('a/y', { depth: 4 }), spelled(BARE, { depth: 5 })], T)).toEqual([
        'added',
        'added',
      ]);
      expect(await ledger.offer([spelled(SLASH, { depth: 3 })], T)).toEqual(['known']);
      expect((await ledger.lease(2, T)).map(({ url, depth }) => [url, depth])).toEqual([
        [BARE, 3],
        ['https://a.test/y', 4],
      ]);
    });

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
      expect(await countedStates(ledger)).toEqual({ failed: 1 });
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

    it('F10, U13: a stored copy is not looked for by another spelling while its server only fails', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(SLASH)], T);
      await settleNext(ledger, SLASH, page('T'));
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await ledger.offer([spelled(BARE)], T);
      expect(await settleNext(ledger, SLASH, ended('failed', 'DOC_CONNECT'))).toMatchObject({ state: 'failed' });
      expect(await ledger.offer([spelled(HTTP)], T)).toEqual(['known']);
      expect(await ledger.lease(1, T)).toEqual([]);
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      expect((await leaseOne(ledger)).stored?.hash).toBe('T');
    });

    it('H2, U13: conditions of one spelling do not hold for another', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(SLASH)], T);
      await settleNext(ledger, SLASH, page('T'));
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await ledger.offer([spelled(BARE)], T);
      const lease = await leaseOne(ledger);
      expect([lease.url, lease.respelled]).toEqual([SLASH, undefined]);
      await ledger.settle(lease, settlement(ended('gone', 'http:404')));
      expect(await leaseOne(ledger)).toMatchObject({ url: BARE, respelled: true });
    });

    it('U13: the URL that a link was refused for is tried after another spelling of it has failed', async () => {
      const { ledger } = await begun(open);
      const offers = [refused('a/x', 'dynamic'), spelled(SLASH), spelled(BARE)];
      expect(await ledger.offer(offers, T)).toEqual(['refused', 'added', 'known']);
      await settleNext(ledger, SLASH, ended('gone', 'http:404'));
      expect(await settleNext(ledger, BARE, page('T'))).toMatchObject({ state: 'indexed' });
    });

    it('H9, U13: a spelling that only shows "not found" leaves the key to another', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(SLASH), spelled(BARE)], T);
      const noindex = { ok: false, by: 'content:soft-error', detail: 'not found', keepStored: true } as const;
      expect(await settleNext(ledger, SLASH, page('E', { noindex }))).toMatchObject({ by: 'frontier:spelling' });
      expect(await settleNext(ledger, BARE, page('T'))).toMatchObject({ state: 'indexed' });
      expect(await countedStates(ledger)).toEqual({ indexed: 1 });
    });

    it('U13: a spelling that has failed is not tried twice', async () => {
      const { ledger, reopen } = await begun(open);
      await ledger.offer([spelled(SLASH)], T);
      await settleNext(ledger, SLASH, ended('gone', 'http:404'));
      await ledger.offer([spelled(BARE)], T);
      await settleNext(ledger, BARE, ended('gone', 'http:404'));
      const later = await reopen(T);
      await later.begin(lane(), { fresh: false, now: T });
      expect(await later.offer([spelled(SLASH), spelled(BARE)], T)).toEqual(['known', 'known']);
    });

    it('M5, U13: a URL that is skipped because of an earlier 404 is not requested by another spelling', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(SLASH), spelled(BARE)], T);
      const ended = { kind: 'ended', state: 'gone', by: 'http:404', detail: '', notRequested: true } as const;
      expect(await settleNext(ledger, SLASH, ended)).toMatchObject({ state: 'failed' });
      expect(await ledger.lease(1, T)).toEqual([]);
    });

    it('U13: a spelling that would have to wait gives way to another at once, if there is one', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([spelled(SLASH)], T);
      const wait = { kind: 'again', notBefore: T + 30_000, retry: true, by: 'DOC_TLS', detail: '' } as const;
      expect(await settleNext(ledger, SLASH, { ...wait, orSpelling: true })).toMatchObject({ by: 'DOC_TLS' });
      await ledger.offer([spelled(BARE)], T);
      const lease = await leaseOne(ledger, T + 30_000);
      expect([lease.url, lease.attempt]).toEqual([SLASH, 1]);
      expect(await ledger.settle(lease, settlement({ ...wait, orSpelling: true }))).toMatchObject({
        state: 'waiting',
        by: 'frontier:spelling',
      });
      expect(await leaseOne(ledger, T + 30_000)).toMatchObject({ url: BARE, attempt: 0 });
    });

    it('U3: URLs of an earlier version get the spelling they are requested by, those of another key do not', async () => {
      const { ledger } = await begun(open);
      const stored = (url: string, query: 'keep' | 'tracking'): FoundUrl =>
        found('a/x', { url, key: urlKey(url, { query }) });
      const dropped = stored(`${BARE}?utm_source=x&id=1`, 'tracking');
      await ledger.offer([dropped, stored('https://a.test/y?ref=2', 'keep')], T);
      await respelled(ledger, { query: 'tracking' });
      expect(await urlsOf(ledger)).toEqual([`${BARE}?id=1`, 'https://a.test/y?ref=2']);
    });

    it('U3: thousands of them get their spelling, too, a piece at a time', async () => {
      const { ledger } = await begun(open, { perHost: 10_000, perProvider: 10_000, maxPages: 10_000 });
      const urls = Array.from({ length: 2_500 }, (_, nth) => `https://a.test/${10_000 + nth}`);
      await ledger.offer(
        urls.map((key) => found('a/x', { key, url: `${key}?id=2` })),
        T,
      );
      await respelled(ledger, { query: 'drop' });
      expect(await urlsOf(ledger)).toEqual(urls);
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
        expect(await countedStates(ledger)).toEqual({ failed: 1 });
        await ledger.finish('docs', T);
        await ledger.begin(lane(), { fresh: false, now: T });
      }
    });

    it('U2: a refused spelling changes nothing about a page that is stored', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/x')], T);
      await settleNext(ledger, BARE, page('T'));
      expect(await ledger.offer([refused('a/x', 'dynamic'), spelled(SLASH)], T)).toEqual(['known', 'known']);
      expect(await countedStates(ledger)).toEqual({ indexed: 1 });
    });
  });
}
