// What readers of any engine promise: counts, lists, records and their history, as of the last act.
import { describe, expect, it } from 'vitest';
import { packLinks } from '../core/page-links.ts';
import type { ReasonName } from '../core/reasons.ts';
import type { LedgerReader, Turn } from './port.ts';
import {
  again,
  ended,
  found,
  identity,
  indexed,
  lane,
  leaseOne,
  offerPages,
  page,
  redirect,
  refused,
  settlement,
  T,
  type TimedLedger,
  visit,
} from './port-words.contract.ts';

/** A ledger with the provider `docs` begun, and a reader of the same data. */
export interface ReaderUnderTest {
  readonly ledger: TimedLedger;
  readonly reader: LedgerReader;
}

export function describeReader(name: string, open: () => Promise<ReaderUnderTest>): void {
  describe(`a reader ${name}`, () => {
    it('C4: sees each act as soon as it is done', async () => {
      const { ledger, reader } = await open();
      expect(await reader.providers()).toEqual([{ provider: 'docs', generation: 1, ended: false }]);
      expect(await reader.counts('docs')).toMatchObject({ discovered: 0 });
      expect(await reader.counts('nobody')).toMatchObject({ discovered: 0, waiting: 0 });
      await offerPages(ledger, 'a/1', 'a/2');
      expect(await reader.counts('docs')).toEqual(await ledger.counts('docs'));
      await visit(ledger, 'a/1', page('1'));
      await visit(ledger, 'a/2', ended('failed'));
      expect(await reader.counts('docs')).toEqual(await ledger.counts('docs'));
      await ledger.finish('docs', T);
      expect(await reader.providers()).toEqual([{ provider: 'docs', generation: 1, ended: true }]);
      await reader.close();
      await reader.close();
    });

    it('F4: returns when the next request to a host is allowed, and which requests were counted', async () => {
      const { ledger, reader } = await open();
      expect(await reader.hostTurn('a')).toBeUndefined();
      expect(await reader.requestsSince(0)).toEqual({ count: 0, oldest: undefined });
      const { turn } = await ledger.takeTurn('a', T, { gapMs: 500, lifetimeMs: 10 ** 12 });
      const parked = { parkedUntil: undefined, parkedBy: undefined };
      expect(await reader.hostTurn('a')).toEqual({ nextAt: 0, gapMs: undefined, ...parked, underWay: [500] });
      await ledger.endTurn(turn as Turn, { nextAt: T + 500, gapMs: 500 });
      await ledger.holdHost('a', T + 9_000, 'host:parked');
      expect(await reader.hostTurn('a')).toEqual({
        ...{ nextAt: T + 500, gapMs: 500, parkedUntil: T + 9_000, parkedBy: 'host:parked' },
        underWay: [],
      });
      await ledger.noteRequest('a', T - 2_000);
      await ledger.noteRequest('b', T - 1_000);
      expect(await reader.requestsSince(T - 3_000)).toEqual({ count: 2, oldest: T - 2_000 });
      expect(await reader.requestsSince(T - 3_000, 'b')).toEqual({ count: 1, oldest: T - 1_000 });
      expect(await reader.requestsSince(T - 1_000)).toEqual({ count: 0, oldest: undefined });
    });

    it('F4, H3: lists hosts by name: their clocks, what waits for them, what they answered', async () => {
      const { ledger, reader } = await open();
      expect(await reader.hosts({ limit: 10 })).toEqual([]);
      await offerPages(ledger, 'a/1', 'a/2', 'b/1');
      const lease = await leaseOne(ledger);
      await ledger.settle(lease, {
        ...settlement(again(T + 60_000), { nextAt: T + 9_000, gapMs: 500, error: true }),
        facts: { status: 429, ms: 5, bytes: 0, isPage: true },
      });
      await ledger.holdHost('b.test', T + 5_000, 'host:parked');
      const none = { parkedUntil: undefined, parkedBy: undefined, underWay: 0, tooMany: 0, unavailable: 0 };
      const [a, b] = await reader.hosts({ limit: 10 });
      expect(a).toEqual({
        ...{ ...none, host: 'a.test', nextAt: T + 9_000, gapMs: 500, waiting: 2, tooMany: 1 },
        ...{ providers: ['docs'], recentErrors: 1, recentAnswers: 1 },
      });
      expect(b).toEqual({
        ...{ ...none, host: 'b.test', nextAt: 0, gapMs: undefined, waiting: 1, recentErrors: 0, recentAnswers: 0 },
        ...{ providers: ['docs'], parkedUntil: T + 5_000, parkedBy: 'host:parked' },
      });
      expect((await reader.hosts({ limit: 1 })).map(({ host }) => host)).toEqual(['a.test']);
      expect((await reader.hosts({ limit: 10, after: 'a.test' })).map(({ host }) => host)).toEqual(['b.test']);
      expect((await reader.hosts({ limit: 10, host: 'b.test' })).map(({ host }) => host)).toEqual(['b.test']);
      expect(await reader.hosts({ limit: 10, host: 'c' })).toEqual([]);
      expect(await reader.held({ host: 'a.test', limit: 10 })).toMatchObject([{ provider: 'docs', status: 429 }]);
      expect(await reader.held({ host: 'a.test', status: 429, limit: 10, offset: 1 })).toEqual([]);
      expect(await reader.held({ host: 'a.test', status: 503, limit: 10 })).toEqual([]);
      expect(await reader.held({ host: 'b.test', limit: 10 })).toEqual([]);
      const waiting = await reader.list({ host: 'a.test', state: 'waiting', limit: 10 });
      expect(waiting.map(({ url }) => url)).toEqual(['https://a.test/1', 'https://a.test/2']);
      await ledger.spend('a.test');
      const { count } = await reader.requestsSince(0, 'a.test');
      expect((await reader.requestsByHost(0)).get('a.test')).toBe(count);
      expect((await reader.requestsByHost(Number.MAX_SAFE_INTEGER)).size).toBe(0);
      const times = await reader.requestTimes({ host: 'a.test', since: 0, limit: 9 });
      expect(times).toHaveLength(count);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(await reader.requestTimes({ host: 'a.test', since: 0, limit: 9, offset: count })).toEqual([]);
      expect(await reader.requestTimes({ host: 'c.test', since: 0, limit: 9 })).toEqual([]);
    });

    it('C3, E6: holds what is stored: pages in numbers, chunks, earlier versions, fingerprints', async () => {
      const { ledger, reader } = await open();
      expect(await reader.content('docs')).toEqual({ pages: 0, chunks: 0, tokens: 0, fidelity: 1 });
      await offerPages(ledger, 'a/1', 'a/2');
      await visit(ledger, 'a/1', page('1', { ...indexed(['one', 'two']), record: { fingerprint: 'f1' } }));
      await visit(ledger, 'a/2', page('2', { record: { finalUrl: 'https://a.test/2' } }));
      expect(await reader.content('docs')).toMatchObject({ pages: 2, chunks: 2, tokens: 6 });
      expect(await reader.storedCounts('docs')).toEqual({ pages: 2, chunks: 2 });
      expect(await reader.storedCounts('nobody')).toEqual({ pages: 0, chunks: 0 });
      const [first] = await reader.find('a.test/1');
      const id = first?.id ?? 0;
      expect((await reader.chunks(id)).map(({ text }) => text)).toEqual(['one', 'two']);
      expect(await reader.fingerprints('docs')).toEqual([{ url: 'https://a.test/1', fingerprint: 'f1' }]);
      expect(await reader.versions(id)).toEqual([]);
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await visit(ledger, 'a/1', page('1b', indexed(['one', 'three'])));
      expect(await reader.versions(id)).toMatchObject([{ hash: '1', chunks: [{ hash: 'one' }, { hash: 'two' }] }]);
      expect((await reader.chunks(id)).map(({ text }) => text)).toEqual(['one', 'three']);
    });

    it('F5: a URL’s record holds its way, its steps and its page', async () => {
      const { ledger, reader } = await open();
      await offerPages(ledger, 'a/seed');
      const seed = await leaseOne(ledger);
      await ledger.settle(seed, settlement(page('S', { links: [found('a/mid', { depth: 1, from: seed.id })] })));
      const mid = await leaseOne(ledger);
      await ledger.settle(mid, settlement(page('M', { links: [found('a/leaf', { depth: 2, from: mid.id })] })));
      const leaf = await leaseOne(ledger);
      await ledger.settle(leaf, { outcome: again(T + 5_000), steps: [{ at: T + 1, step: 'fetch', by: 'http:503' }] });
      expect(await reader.find('a.test/leaf')).toMatchObject([
        { state: 'waiting', by: 'http:503', notBefore: T + 5_000, attempt: 1, changedAt: T + 1, page: undefined },
      ]);
      const record = { etag: '"e"', language: 'en', title: 'Leaf', finalUrl: 'https://a.test/leaf' };
      const steps = [
        { at: T + 6_000, step: 'extracting' },
        { at: T + 6_001, step: 'page' },
      ];
      await ledger.settle(await leaseOne(ledger, T + 6_000), { outcome: page('L', { record }), steps });
      const [found_] = await reader.find('a.test/leaf');
      expect(found_).toMatchObject({
        provider: 'docs',
        kind: 'page',
        state: 'indexed',
        by: 'http:200',
        depth: 2,
        notBefore: 0,
      });
      expect(found_?.foundOn).toEqual(['https://a.test/seed', 'https://a.test/mid']);
      expect(found_?.steps).toEqual([
        { at: T + 1, step: 'fetch', by: 'http:503' },
        steps[0],
        { at: T + 6_001, step: 'indexed', by: 'http:200' },
      ]);
      expect(found_?.page).toMatchObject({ ...record, hash: 'L', fetchedAt: T });
      expect(found_?.page?.lastModified).toBeUndefined();
      expect(await reader.find('a.test/none')).toEqual([]);
    });

    it('F5: returns the links of a stored page, and what became of any number of keys', async () => {
      const { ledger, reader } = await open();
      await offerPages(ledger, 'a/x', 'a/y');
      const links = [{ url: 'https://a.test/y', text: 'Y', nofollow: false, inContent: true }];
      await visit(ledger, 'a/x', page('X', { outgoing: packLinks(links) }));
      await ledger.begin(lane({ provider: 'other' }), { fresh: false, now: T });
      await ledger.offer([found('a/x', { provider: 'other' })], T);
      const known = await reader.lookUp(['a.test/x', 'a.test/y', 'a.test/none']);
      expect([...known].map(([key, rows]) => [key, rows.map(({ provider, state }) => `${provider} ${state}`)])).toEqual(
        [
          ['a.test/x', ['docs indexed', 'other waiting']],
          ['a.test/y', ['docs waiting']],
        ],
      );
      expect(await reader.lookUp([])).toEqual(new Map());
      const stored = known.get('a.test/x')?.find(({ provider }) => provider === 'docs')?.id ?? 0;
      expect(await reader.linksOf(stored)).toEqual(links);
      expect(await reader.linksOf(known.get('a.test/y')?.[0]?.id ?? 0)).toEqual([]);
    });

    it('U11: returns where a redirected URL went', async () => {
      const { ledger, reader } = await open();
      await offerPages(ledger, 'a/old');
      await visit(ledger, 'a/old', redirect('b/new'));
      expect(await reader.find('a.test/old')).toMatchObject([
        { state: 'waiting', by: 'redirect:following', detail: 'https://b.test/new' },
      ]);
      await visit(ledger, 'b/new', page('N', { identity: identity('b/new', 'redirect') }));
      expect(await reader.find('a.test/old')).toMatchObject([
        { state: 'duplicate', by: 'redirect:followed', page: undefined },
      ]);
      expect(await reader.find('b.test/new')).toMatchObject([{ state: 'indexed', foundOn: ['https://a.test/old'] }]);
    });

    it('U8: lists by provider, state and reason, in pages, and counts the reasons', async () => {
      const { ledger, reader } = await open();
      await ledger.begin(lane({ provider: 'other' }), { fresh: false, now: T });
      // A name that only begins like another is not one of its family.
      const refusals = [
        'robots:rfc9309:line-2',
        'robots:rfc9309:line-3',
        'robotsx',
        'trap:cycle',
        'trap:cycle',
      ] as ReasonName[];
      await ledger.offer(
        refusals.map((by, i) => refused(`a/${i}`, by)),
        T,
      );
      await ledger.offer([found('a/w'), found('a/w', { provider: 'other' }), found('a/map', { kind: 'sitemap' })], T);
      const names = async (filter: Partial<Parameters<typeof reader.list>[0]>) =>
        (await reader.list({ limit: 100, ...filter })).map(({ url }) => url.replace('https://a.test/', ''));
      expect(await names({ state: 'skipped' })).toEqual(['0', '1', '2', '3', '4']);
      expect(await names({ by: 'robots' })).toEqual(['0', '1']);
      expect(await names({ by: 'robots:rfc9309:line-3' })).toEqual(['1']);
      expect(await names({ provider: 'other' })).toEqual(['w']);
      expect(await names({ provider: 'docs', state: 'waiting' })).toEqual(['w', 'map']);
      expect(await names({ provider: 'docs', state: 'ended' })).toEqual(['0', '1', '2', '3', '4']);
      const [, second] = await reader.list({ limit: 2 });
      expect(await names({ limit: 2, after: second?.id })).toEqual(['2', '3']);
      expect(await reader.reasons('docs')).toEqual([
        { state: 'skipped', by: 'trap:cycle', count: 2 },
        { state: 'skipped', by: 'robots:rfc9309:line-2', count: 1 },
        { state: 'skipped', by: 'robots:rfc9309:line-3', count: 1 },
        { state: 'skipped', by: 'robotsx', count: 1 },
        { state: 'waiting', by: 'frontier:queued', count: 1 },
      ]);
      // A provider with a small share of all URLs.
      expect(await reader.reasons('other')).toEqual([{ state: 'waiting', by: 'frontier:queued', count: 1 }]);
      expect(await reader.depths('other')).toMatchObject([{ count: 1, waiting: 1 }]);
      expect((await reader.paths('other', { prefix: 'a.test/', limit: 9 })).map(({ step }) => step)).toEqual(['w']);
    });

    it('F5: counts pages by their depth, and those of them that wait', async () => {
      const { ledger, reader } = await open();
      await ledger.offer(
        [refused('a/0', 'trap:cycle'), found('a/deep', { depth: 3 }), found('a/far', { depth: 3 })],
        T,
      );
      await ledger.offer([found('a/map', { kind: 'sitemap', depth: 2 })], T);
      const depths = await reader.depths('docs');
      expect(depths.map(({ depth }) => depth)).toEqual([(await reader.list({ limit: 1 }))[0]?.depth, 3]);
      expect(depths).toMatchObject([
        { count: 1, waiting: 0 },
        { count: 2, waiting: 2 },
      ]);
      expect(await reader.list({ depth: 3, kind: 'page', limit: 9 })).toHaveLength(2);
      expect(await reader.list({ depth: 7, limit: 9 })).toEqual([]);
      expect(await reader.depths('nothing')).toEqual([]);
    });

    it('U8: lists by kind, by path and by a part of the URL', async () => {
      const { ledger, reader } = await open();
      await offerPages(ledger, 'a/guide/pool', 'a/guide/pool.html', 'a/Guidebook');
      await ledger.offer([found('a/guide/map', { kind: 'sitemap' })], T);
      const names = async (filter: Partial<Parameters<typeof reader.list>[0]>) =>
        (await reader.list({ limit: 100, ...filter })).map(({ url }) => url.replace('https://a.test/', ''));
      expect(await names({ kind: 'sitemap' })).toEqual(['guide/map']);
      expect(await names({ kind: 'page', path: '/guide/' })).toEqual(['guide/pool', 'guide/pool.html']);
      expect(await names({ path: '/guide/*.html' })).toEqual(['guide/pool.html']);
      expect(await names({ text: 'guideb' })).toEqual(['Guidebook']);
      expect(await names({ path: '/guide/', text: 'pool', limit: 1 })).toEqual(['guide/pool']);
      // Each list has its own choice.
      expect(await names({})).toHaveLength(4);
      await expect(names({ path: 'guide' })).rejects.toMatchObject({ code: 'DOC_PATTERN' });
    });

    it('F5: counts the pages of a provider step by step along their addresses', async () => {
      const { ledger, reader } = await open();
      await offerPages(ledger, 'a/guide/', 'a/guide/pool', 'a/guide/api/one?page=1', 'a/guide/api/two', 'b/');
      await ledger.offer([found('a/map', { kind: 'sitemap' }), refused('a/guide/api/no', 'scope:blocked')], T);
      const steps = async (prefix: string, more: { limit?: number; offset?: number } = {}) =>
        (await reader.paths('docs', { prefix, limit: 9, ...more })).map(
          ({ step, counts }) => `${step} ${counts.waiting}+${counts.skipped}=${counts.discovered}`,
        );
      expect(await steps('')).toEqual(['a.test/ 4+1=5', 'b.test/ 1+0=1']);
      expect(await steps('a.test/guide/')).toEqual(['api/ 2+1=3', ' 1+0=1', 'pool 1+0=1']);
      expect(await steps('a.test/guide/api/')).toEqual(['no 0+1=1', 'one 1+0=1', 'two 1+0=1']);
      expect(await steps('a.test/guide/', { limit: 1, offset: 1 })).toEqual([' 1+0=1']);
      expect(await steps('a.test/nowhere/')).toEqual([]);
      expect(await reader.paths('nobody', { prefix: '', limit: 9 })).toEqual([]);
    });

    it('U8: a list holds the row of a URL, and the same records hold all that is known', async () => {
      const { ledger, reader } = await open();
      await offerPages(ledger, 'a/seed');
      const [{ id: seed = 0 } = {}] = await reader.list({ limit: 1 });
      await visit(ledger, 'a/seed', page('S', { links: [found('a/linked', { depth: 1, from: seed })] }));
      const records = await reader.records({ limit: 9 });
      expect(records).toMatchObject([
        { url: 'https://a.test/seed', parent: undefined, foundOn: [], page: { hash: 'S' } },
        { url: 'https://a.test/linked', parent: seed, foundOn: ['https://a.test/seed'], page: undefined },
      ]);
      expect(await reader.list({ limit: 9 })).toEqual(
        records.map(({ spellings: _, foundOn: __, steps: ___, page: ____, ...summary }) => summary),
      );
      expect(await reader.records({ limit: 1, after: seed })).toEqual(records.slice(1));
      expect((await reader.find('a.test/linked')).map(({ parent }) => parent)).toEqual([seed]);
    });

    it('C3: lists and counts are of this crawl; a record of an earlier one is still found', async () => {
      const { ledger, reader } = await open();
      await offerPages(ledger, 'a/1', 'a/2');
      await visit(ledger, 'a/1', page('1'));
      await visit(ledger, 'a/2', ended('skipped'));
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      expect(await reader.records({ limit: 9 })).toMatchObject([
        { url: 'https://a.test/1', state: 'waiting', page: { hash: '1' } },
      ]);
      expect(await reader.find('a.test/2')).toMatchObject([{ state: 'skipped' }]);
    });
  });
}
