// Contract: what becomes of a URL after its visit, and what is stored of it.
import { describe, expect, it } from 'vitest';
import { packLinks } from '../core/page-links.ts';
import type { ReasonName } from '../core/reasons.ts';
import type { Lease } from './port.ts';
import {
  again,
  begun,
  countedStates,
  ended,
  found,
  identity,
  lane,
  leaseNames,
  leaseOne,
  type OpenLedger,
  offerPages,
  page,
  redirect,
  refused,
  settlement,
  storedNow,
  T,
  type TimedLedger,
  urlOf,
  visit,
} from './port-words.contract.ts';

const notModified = { kind: 'unchanged', at: T, links: [] } as const;

export function describeSettling(open: OpenLedger): void {
  /** A second generation with these pages stored in the first, each with its own name as text. */
  const refreshed = async (...names: readonly string[]) => {
    const opened = await begun(open);
    await offerPages(opened.ledger, ...names);
    for (const name of names) await visit(opened.ledger, name, page(name, { record: { etag: `"${name}"` } }));
    expect(await opened.ledger.finish('docs', T)).toBe(true);
    await opened.ledger.begin(lane(), { fresh: false, now: T });
    return opened;
  };

  describe('settling', () => {
    it('F5: a page is indexed, and its links offered', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      const answer = await visit(ledger, 'a/x', page('X', { links: [found('a/y', { depth: 1 })] }));
      expect(answer).toMatchObject({ state: 'indexed', added: 1 });
      expect(await storedNow(ledger)).toBe(1);
      expect(await countedStates(ledger)).toEqual({ indexed: 1, waiting: 1 });
    });

    it('FAULTS 62: a lease that is no longer in force writes nothing', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      const old = await leaseOne(ledger);
      await ledger.release(old);
      const late = settlement(page('X', { links: [found('a/y')] }), { nextAt: T + 9_000, gapMs: 1 });
      expect(await ledger.settle(old, late)).toBe('stale');
      const own = await leaseOne(ledger);
      expect(own.token).toBeGreaterThan(old.token);
      expect(await ledger.settle(old, late)).toBe('stale');
      expect(await countedStates(ledger)).toEqual({ waiting: 1 });
      expect(await ledger.settle(own, settlement(page('X')))).toMatchObject({ state: 'indexed' });
      expect(await ledger.settle(own, settlement(page('X')))).toBe('stale');
      expect(await countedStates(ledger)).toEqual({ indexed: 1 });
      expect(await ledger.hosts('docs')).toMatchObject([{ nextAt: 0 }]);
    });

    it('FAULTS 61: of many settlements of one lease, one counts', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      const lease = await leaseOne(ledger);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ledger.settle(lease, settlement(page('X')))));
      expect(answers.filter((answer) => answer !== 'stale')).toHaveLength(1);
      expect(await countedStates(ledger)).toEqual({ indexed: 1 });
    });

    it.each(['skipped', 'blocked', 'failed'] as const)('F5: a URL ends as %s', async (state) => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      expect(await visit(ledger, 'a/x', ended(state))).toMatchObject({ state, added: 0 });
      expect(await countedStates(ledger)).toEqual({ [state]: 1 });
      expect((await ledger.seeds('docs')).failed).toBe(1);
    });

    it('F5: only seeds count as failed seeds', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/x', { depth: 1 })], T);
      await visit(ledger, 'a/x', ended('failed'));
      expect((await ledger.seeds('docs')).failed).toBe(0);
    });

    it('F5, H9: a seed whose files are read in its place has not failed', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      const noindex = (by: ReasonName) => ({
        ...page('X'),
        noindex: { ok: false, by, detail: '', keepStored: true } as const,
      });
      await visit(ledger, 'a/x', noindex('shell:openapi'));
      expect((await ledger.seeds('docs')).failed).toBe(0);
      await ledger.offer([found('a/spec', { depth: 1 })], T);
      await visit(ledger, 'a/y', noindex('content:needs-browser'));
      expect((await ledger.seeds('docs')).failed).toBe(1);
      await visit(ledger, 'a/spec', page('Spec'));
      expect((await ledger.seeds('docs')).failed).toBe(1);
    });

    it('F5, H9: a seed whose files brought nothing has failed', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      await ledger.offer([found('a/spec', { depth: 1 })], T);
      const noindex = { ok: false, by: 'shell:openapi', detail: '', keepStored: true } as const;
      const shell = { ...page('X'), noindex };
      await visit(ledger, 'a/x', shell);
      expect((await ledger.seeds('docs')).failed).toBe(0);
      await visit(ledger, 'a/spec', ended('skipped'));
      expect((await ledger.seeds('docs')).failed).toBe(1);
    });

    it('R11: what waits for a host can be ended when the run ends; what is under way is left alone', async () => {
      const { ledger } = await begun(open, { perHost: 1 });
      await offerPages(ledger, 'a/1', 'a/2', 'a/3', 'b/1');
      await ledger.offer([found('a/map', { kind: 'sitemap' })], T);
      await visit(ledger, 'a/1', {
        kind: 'again',
        notBefore: T + 9_000,
        retry: false,
        by: 'robots:rfc9309:closed',
        detail: '',
      });
      const [lease] = await ledger.lease(1, T);
      const end = { state: 'blocked', by: 'robots:rfc9309:closed', detail: '' } as const;
      const host = lease?.host === 'a.test' ? 3 : 4;
      expect(await ledger.endWaiting('docs', 'a.test', end, T)).toBe(host);
      expect(await ledger.endWaiting('docs', 'nowhere.test', end, T)).toBe(0);
      expect((await ledger.counts('docs')).discovered).toBe(4);
      await ledger.settle(lease as never, settlement(page('L')));
      expect(await ledger.endWaiting('docs', 'b.test', end, T)).toBe(host === 3 ? 1 : 0);
      expect(await countedStates(ledger)).toEqual({ blocked: 3, indexed: 1 });
      expect(await ledger.finish('docs', T)).toBe(true);
    });
  });

  describe('storing once', () => {
    it('E6: the same text under another URL is a duplicate, whose links are not followed', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      await visit(ledger, 'a/x', page('X'));
      const answer = await visit(ledger, 'a/y', page('X', { links: [found('a/z')] }));
      expect(answer).toMatchObject({ state: 'duplicate', added: 0, duplicateOf: 'https://a.test/x' });
      expect(await countedStates(ledger)).toEqual({ indexed: 1, duplicate: 1 });
      expect(await storedNow(ledger)).toBe(1);
    });

    it('E6: which of two is the first does not depend on the order of answers: the nearer, then the earlier found', async () => {
      const { ledger } = await begun(open);
      await ledger.offer(
        [found('a/deep', { depth: 2 }), found('a/near', { depth: 1 }), found('a/later', { depth: 1 })],
        T,
      );
      const leases = await ledger.lease(9, T);
      const byName = (name: string) => leases.find(({ url }) => url.endsWith(name)) as (typeof leases)[number];
      expect(await ledger.settle(byName('later'), settlement(page('X')))).toMatchObject({ state: 'indexed' });
      expect(await ledger.settle(byName('near'), settlement(page('X')))).toMatchObject({ state: 'indexed' });
      expect(await ledger.settle(byName('deep'), settlement(page('X')))).toMatchObject({
        state: 'duplicate',
        duplicateOf: 'https://a.test/near',
      });
      expect(await countedStates(ledger)).toEqual({ indexed: 1, duplicate: 2 });
    });

    it('E6: the same text of another provider is no duplicate', async () => {
      const { ledger } = await begun(open);
      await ledger.begin(lane({ provider: 'other' }), { fresh: false, now: T });
      await ledger.offer([found('a/x'), found('b/x', { provider: 'other' })], T);
      await visit(ledger, 'a/x', page('X'));
      expect(await visit(ledger, 'b/x', page('X'))).toMatchObject({ state: 'indexed' });
    });

    it('R28: noindex is not stored, and its links are still followed', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      const noindex = { ok: false, by: 'robots:noindex', detail: 'meta' } as const;
      const answer = await visit(ledger, 'a/x', page('X', { noindex, links: [found('a/y')] }));
      expect(answer).toMatchObject({ state: 'skipped', added: 1 });
      expect(await storedNow(ledger)).toBe(0);
      expect(await countedStates(ledger)).toEqual({ skipped: 1, waiting: 1 });
    });
  });

  describe('redirects and canonical links', () => {
    it('U11: a redirect goes on with the same URL at the next host', async () => {
      const { ledger } = await begun(open, { perHost: 1 });
      await offerPages(ledger, 'a/x');
      expect(await visit(ledger, 'a/x', redirect('b/y'))).toMatchObject({ state: 'waiting', added: 0 });
      expect(await countedStates(ledger)).toEqual({ waiting: 1 });
      await ledger.holdHost('a.test', T + 9_000, 'host:parked');
      const lease = await leaseOne(ledger);
      expect(lease).toMatchObject({ host: 'b.test', url: 'https://b.test/y', firstUrl: 'https://a.test/x' });
      expect(lease.hops).toEqual(['https://a.test/x', 'https://b.test/y']);
      await ledger.settle(
        lease,
        settlement({ kind: 'again', notBefore: T + 5, retry: true, by: 'http:503', detail: '' }),
      );
      expect(await leaseOne(ledger, T + 5)).toMatchObject({ url: 'https://b.test/y', attempt: 1, host: 'b.test' });
    });

    it('U11: a redirect to what is stored is a duplicate without a request', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      await visit(ledger, 'a/x', page('X'));
      expect(await visit(ledger, 'a/y', redirect('a/x'))).toMatchObject({
        state: 'duplicate',
        added: 0,
        duplicateOf: 'https://a.test/x',
      });
      expect(await countedStates(ledger)).toEqual({ indexed: 1, duplicate: 1 });
    });

    it('U11: a redirect to its own key goes on', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/x', { url: 'http://a.test/x' })], T);
      await ledger.settle(await leaseOne(ledger), settlement(redirect('a/x')));
      expect(await leaseOne(ledger)).toMatchObject({ url: 'https://a.test/x', firstUrl: 'http://a.test/x' });
    });

    it('U11: the page is stored under the final key, the first is its duplicate, and the final one waits no more', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/x'), found('a/y', { depth: 2 })], T);
      const outcome = page('Y', { identity: identity('a/y', 'redirect'), links: [found('a/z')] });
      expect(await visit(ledger, 'a/x', outcome)).toMatchObject({ state: 'indexed', added: 1 });
      expect(await countedStates(ledger)).toEqual({ indexed: 1, duplicate: 1, waiting: 1 });
      expect(await leaseNames(ledger, 9)).toEqual(['a/z']);
    });

    it('U11: a final key that waits for a retry waits no more', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      await visit(ledger, 'a/y', { kind: 'again', notBefore: T + 9_000, retry: true, by: 'http:503', detail: '' });
      await visit(ledger, 'a/x', page('Y', { identity: identity('a/y', 'redirect') }));
      expect(await countedStates(ledger)).toEqual({ indexed: 1, duplicate: 1 });
      expect(await ledger.nextDue(T)).toBeUndefined();
      expect(await ledger.finish('docs', T)).toBe(true);
    });

    it('U11: a final key nobody knew is discovered with the page', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      await visit(ledger, 'a/x', page('Y', { identity: identity('a/new', 'redirect') }));
      expect(await countedStates(ledger)).toEqual({ indexed: 1, duplicate: 1 });
      expect(await ledger.offer([found('a/new')], T)).toEqual(['known']);
    });

    it('U11: a final key that was refused for depth, or failed before, takes the page', async () => {
      const { ledger } = await begun(open);
      await ledger.offer([found('a/x'), found('a/y'), found('a/z')], T);
      const deep = { ok: false, by: 'scope:depth', detail: '' } as const;
      await ledger.offer([found('a/deep', { refused: deep })], T);
      await visit(ledger, 'a/z', ended('failed'));
      await visit(ledger, 'a/x', page('D', { identity: identity('a/deep', 'canonical') }));
      await visit(ledger, 'a/y', page('Z', { identity: identity('a/z', 'redirect') }));
      expect(await countedStates(ledger)).toEqual({ indexed: 2, duplicate: 2 });
      await ledger.finish('docs', T);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ waiting: 2 });
      expect((await leaseNames(ledger, 9)).toSorted()).toEqual(['a/deep', 'a/z']);
    });

    it('U11: a final key that is under way is left to its own visit', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      const [x, y] = await ledger.lease(2, T);
      const outcome = page('Y', { identity: identity('a/y', 'redirect'), links: [found('a/z')] });
      expect(await ledger.settle(x as never, settlement(outcome))).toMatchObject({
        state: 'duplicate',
        added: 0,
        duplicateOf: 'https://a.test/y',
      });
      expect(await countedStates(ledger)).toEqual({ duplicate: 1, waiting: 1 });
      expect(await ledger.settle(y as never, settlement(page('Y')))).toMatchObject({ state: 'indexed' });
    });

    it('U12: a canonical link names the page’s key', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      await visit(ledger, 'a/x', page('X', { identity: identity('a/y', 'canonical') }));
      expect(await countedStates(ledger)).toEqual({ indexed: 1, duplicate: 1 });
      expect(await ledger.lease(9, T)).toEqual([]);
    });

    it('U12: a canonical link to a stored page is believed when the text is the same, and ignored otherwise', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/home', 'a/x', 'a/y');
      await visit(ledger, 'a/home', page('H'));
      expect(await visit(ledger, 'a/x', page('X', { identity: identity('a/home', 'canonical') }))).toMatchObject({
        state: 'indexed',
      });
      expect(await visit(ledger, 'a/y', page('H', { identity: identity('a/home', 'canonical') }))).toMatchObject({
        state: 'duplicate',
      });
      expect(await storedNow(ledger)).toBe(2);
    });

    it('U12: a canonical link to a URL that failed is ignored', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      await visit(ledger, 'a/y', ended('gone', 'http:404'));
      await visit(ledger, 'a/x', page('X', { identity: identity('a/y', 'canonical') }));
      expect(await countedStates(ledger)).toEqual({ indexed: 1, failed: 1 });
    });

    it('E6: a page found by redirect whose text is known is a duplicate under both keys', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x', 'a/y');
      await visit(ledger, 'a/x', page('X'));
      expect(await visit(ledger, 'a/y', page('X', { identity: identity('a/z', 'redirect') }))).toMatchObject({
        state: 'duplicate',
        added: 0,
        duplicateOf: 'https://a.test/x',
      });
      expect(await countedStates(ledger)).toEqual({ indexed: 1, duplicate: 2 });
    });

    it('F4: a URL that was redirected is requested from its own host in the next crawl', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/home', 'a/x');
      await visit(ledger, 'a/home', page('H'));
      await visit(ledger, 'a/x', redirect('b/x'));
      await visit(ledger, 'b/x', page('X', { identity: identity('a/home', 'canonical') }));
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      const leases = await ledger.lease(9, T);
      expect(leases.map(({ host, url }) => [host, url])).toContainEqual(['a.test', 'https://a.test/x']);
    });
  });

  describe('refreshing', () => {
    it('C3: stored pages are requested again, with what is known of them', async () => {
      const { ledger } = await refreshed('a/x', 'a/y');
      expect(await countedStates(ledger)).toEqual({ waiting: 2 });
      expect(await storedNow(ledger)).toBe(0);
      expect((await leaseOne(ledger)).stored).toMatchObject({ etag: '"a/x"', hash: 'a/x', fetchedAt: T });
    });

    it('C3: 304 and the same text are unchanged; another text is indexed', async () => {
      const { ledger } = await refreshed('a/x', 'a/y', 'a/z');
      expect(await visit(ledger, 'a/x', { ...notModified, etag: '"new"' })).toMatchObject({
        state: 'unchanged',
        added: 0,
      });
      expect(await visit(ledger, 'a/y', page('a/y', { links: [found('a/n')] }))).toMatchObject({
        state: 'unchanged',
        added: 1,
      });
      expect(await visit(ledger, 'a/z', page('Z2'))).toMatchObject({ state: 'indexed', added: 0 });
      expect(await countedStates(ledger)).toEqual({ unchanged: 2, indexed: 1, waiting: 1 });
      expect(await storedNow(ledger)).toBe(3);
      await visit(ledger, 'a/n', ended('failed'));
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      const leases = await ledger.lease(9, T);
      expect(leases.map(({ stored }) => [stored?.hash, stored?.etag])).toEqual([
        ['a/x', '"new"'],
        ['a/y', undefined],
        ['Z2', undefined],
        // The page had failed, and is requested again without conditions.
        [undefined, undefined],
      ]);
    });

    it('F5: the answer names who decided, as the record of the URL does', async () => {
      const { ledger } = await refreshed('a/x', 'a/y');
      expect(await visit(ledger, 'a/x', notModified)).toMatchObject({ by: 'http:304', detail: 'not modified' });
      expect(await visit(ledger, 'a/y', page('a/y'))).toMatchObject({ state: 'unchanged', by: 'content:same' });
      await offerPages(ledger, 'a/n', 'a/e', 'a/t');
      const noindex = { ok: false, by: 'robots:noindex', detail: 'no' } as const;
      expect(await visit(ledger, 'a/n', page('N', { noindex }))).toMatchObject({
        state: 'skipped',
        by: 'robots:noindex',
      });
      expect(await visit(ledger, 'a/e', page('a/x'))).toMatchObject({
        state: 'duplicate',
        by: 'content:duplicate',
        detail: 'https://a.test/x',
      });
      expect(await visit(ledger, 'a/t', again(T, true))).toMatchObject({ state: 'waiting', by: 'http:503' });
    });

    it('F6, F10: the links of a stored page are kept with it, and offered again when it did not change', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      const links = [{ url: urlOf('a/deep'), text: 'Deep', nofollow: false, inContent: true }];
      const lease = await leaseOne(ledger);
      const { id } = lease;
      expect(await ledger.linksOf(id)).toEqual([]);
      const tooDeep = refused('a/deep', 'scope:depth', { depth: 1 });
      await ledger.settle(lease, settlement(page('X', { links: [tooDeep], outgoing: packLinks(links) })));
      expect(await ledger.linksOf(id)).toEqual(links);
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      const deeper = { ...notModified, links: [found('a/deep', { depth: 1 })] };
      expect(await visit(ledger, 'a/x', deeper)).toMatchObject({ state: 'unchanged', added: 1 });
      expect(await ledger.linksOf(id)).toEqual(links);
      await visit(ledger, 'a/deep', page('D'));
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await visit(ledger, 'a/x', ended('gone', 'http:404'));
      expect(await ledger.linksOf(id)).toEqual([]);
    });

    it('U11, U12: a mistaken canonical link after a redirect leaves the page where the redirect led', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/c', 'a/x');
      await visit(ledger, 'a/c', page('C'));
      await visit(ledger, 'a/x', redirect('a/y'));
      const led = { ...identity('a/c', 'canonical'), otherwise: identity('a/y', 'redirect') };
      expect(await visit(ledger, 'a/y', page('Y', { identity: led }))).toMatchObject({ state: 'indexed' });
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      expect((await leaseNames(ledger, 9)).toSorted()).toEqual(['a/c', 'a/y']);
    });

    it('FAULTS 17: a 304 for a page that is not stored is a failure', async () => {
      const { ledger } = await begun(open);
      await offerPages(ledger, 'a/x');
      expect(await visit(ledger, 'a/x', notModified)).toMatchObject({ state: 'failed' });
    });

    it('E6: a page that did not change is a duplicate of one that came to have the same text', async () => {
      const { ledger } = await refreshed('a/x', 'a/y');
      await visit(ledger, 'a/x', page('a/y'));
      expect(await visit(ledger, 'a/y', notModified)).toMatchObject({
        state: 'duplicate',
        duplicateOf: 'https://a.test/x',
      });
      expect(await storedNow(ledger)).toBe(1);
    });

    it('H3: 404 and 410 delete a stored page, and fail any other URL', async () => {
      const { ledger } = await refreshed('a/x');
      await offerPages(ledger, 'a/never');
      expect(await visit(ledger, 'a/x', ended('gone', 'http:410'))).toMatchObject({ state: 'deleted', added: 0 });
      expect(await visit(ledger, 'a/never', ended('gone', 'http:404'))).toMatchObject({ state: 'failed', added: 0 });
      await ledger.finish('docs', T);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ waiting: 1 });
    });

    it.each(['skipped', 'blocked', 'failed'] as const)('F10: a page that ends as %s stays stored', async (state) => {
      const { ledger } = await refreshed('a/x');
      expect(await visit(ledger, 'a/x', ended(state))).toMatchObject({ state, added: 0 });
      await ledger.finish('docs', T);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ waiting: 1 });
      expect((await leaseOne(ledger)).stored?.hash).toBe('a/x');
    });

    it('F10: pages whose host was abandoned stay stored', async () => {
      const { ledger } = await refreshed('a/x');
      await ledger.endWaiting('docs', 'a.test', { state: 'blocked', by: 'robots:rfc9309:closed', detail: '' }, T);
      await ledger.finish('docs', T);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ waiting: 1 });
    });

    it('R28: noindex removes a stored page', async () => {
      const { ledger } = await refreshed('a/x');
      const noindex = { ok: false, by: 'robots:noindex', detail: '' } as const;
      expect(await visit(ledger, 'a/x', page('a/x', { noindex }))).toMatchObject({ state: 'skipped' });
      await ledger.finish('docs', T);
      expect(await ledger.begin(lane(), { fresh: false, now: T })).toMatchObject({ waiting: 0 });
    });

    /** The stored texts that the next generation begins with. */
    const texts = async (ledger: TimedLedger): Promise<readonly (string | undefined)[]> => {
      await ledger.finish('docs', T);
      await ledger.begin(lane(), { fresh: false, now: T });
      return (await ledger.lease(9, T)).map(({ stored }) => stored?.hash).filter((hash) => hash !== undefined);
    };

    it('F10: a redirect for now keeps the copy, known target or not, and offers where it leads', async () => {
      const { ledger } = await refreshed('a/x', 'a/y');
      const kept = { state: 'skipped', by: 'redirect:temporary', detail: urlOf('a/login') };
      expect(await visit(ledger, 'a/x', redirect('a/login', true))).toMatchObject({ ...kept, added: 1 });
      await visit(ledger, 'a/login', page('L'));
      expect(await visit(ledger, 'a/y', redirect('a/login', true))).toMatchObject({ ...kept, added: 0 });
      expect(await countedStates(ledger)).toEqual({ skipped: 2, indexed: 1 });
      expect(await texts(ledger)).toEqual(['a/x', 'a/y', 'L']);
    });

    it('U11: a redirect for now goes on with its own key, and with a URL that is not stored', async () => {
      const { ledger } = await refreshed('a/x');
      expect(await visit(ledger, 'a/x', redirect('a/x', true))).toMatchObject({ state: 'waiting' });
      await visit(ledger, 'a/x', notModified);
      await offerPages(ledger, 'a/n');
      expect(await visit(ledger, 'a/n', redirect('a/m', true))).toMatchObject({ by: 'redirect:following' });
    });

    it('F10, E6: a page that comes to have the text of another keeps its copy', async () => {
      const { ledger } = await refreshed('a/x', 'a/y', 'a/z');
      await visit(ledger, 'a/y', page('M'));
      const kept = { state: 'skipped', by: 'duplicate:collapsed', detail: urlOf('a/y'), added: 0 };
      expect(await visit(ledger, 'a/z', page('M'))).toMatchObject(kept);
      expect(await visit(ledger, 'a/x', page('M'))).toMatchObject(kept);
      expect(await texts(ledger)).toEqual(['a/x', 'M', 'a/z']);
    });

    it('F10, U12: so does one whose canonical link names the page with that text', async () => {
      const { ledger } = await refreshed('a/x', 'a/y');
      await visit(ledger, 'a/y', page('M'));
      const outcome = page('M', { identity: identity('a/y', 'canonical') });
      expect(await visit(ledger, 'a/x', outcome)).toMatchObject({ state: 'skipped', by: 'duplicate:collapsed' });
      expect(await texts(ledger)).toEqual(['a/x', 'M']);
    });

    it('F10: a page without text is stored nowhere, and moves no copy', async () => {
      const { ledger } = await refreshed('a/x');
      const noindex = { ok: false, by: 'content:empty', detail: '', keepStored: true } as const;
      const outcome = page('', { noindex, identity: identity('a/n', 'redirect') });
      expect(await visit(ledger, 'a/x', outcome)).toMatchObject({ state: 'skipped', by: 'content:empty' });
      expect(await countedStates(ledger)).toEqual({ skipped: 1 });
      expect(await texts(ledger)).toEqual(['a/x']);
    });

    it('F10: a page that moved to one that is under way keeps its copy until that one is stored', async () => {
      const { ledger } = await refreshed('a/x');
      await offerPages(ledger, 'a/y');
      const [x, y] = await ledger.lease(2, T);
      const outcome = page('Y', { identity: identity('a/y', 'redirect') });
      expect(await ledger.settle(x as Lease, settlement(outcome))).toMatchObject({ by: 'redirect:elsewhere' });
      await ledger.settle(y as Lease, settlement(ended('failed')));
      expect(await ledger.settleMoves('docs', T)).toBe(0);
      expect(await texts(ledger)).toEqual(['a/x']);
    });

    it('U11, F10: a stored page that leads to its own text is stored there, once', async () => {
      const { ledger } = await refreshed('a/x', 'a/y');
      await visit(ledger, 'a/x', page('a/x', { identity: identity('a/n', 'redirect') }));
      expect(await countedStates(ledger)).toEqual({ duplicate: 1, indexed: 1, waiting: 1 });
      await visit(ledger, 'a/y', notModified);
      expect(await ledger.settleMoves('docs', T)).toBe(0);
      expect(await texts(ledger)).toEqual(['a/y', 'a/x']);
    });

    it('F10: one that leads to a page that was stored beside it keeps its copy, whichever is visited first', async () => {
      for (const first of ['a/x', 'a/y']) {
        const { ledger } = await refreshed('a/x', 'a/y');
        if (first === 'a/y') await visit(ledger, 'a/y', notModified);
        const outcome = first === 'a/y' ? redirect('a/y') : page('a/y', { identity: identity('a/y', 'redirect') });
        await visit(ledger, 'a/x', outcome);
        expect(await countedStates(ledger)).toEqual({ skipped: 1, unchanged: 1 });
        expect(await ledger.settleMoves('docs', T)).toBe(0);
        expect(await texts(ledger)).toEqual(['a/x', 'a/y']);
      }
    });

    it('F10: a page that alone leads to a new one has moved, once nothing waits', async () => {
      const { ledger } = await refreshed('a/x', 'a/y');
      const moved = page('N', { identity: identity('a/n', 'redirect') });
      expect(await visit(ledger, 'a/x', moved)).toMatchObject({ state: 'indexed' });
      expect(await countedStates(ledger)).toEqual({ skipped: 1, indexed: 1, waiting: 1 });
      expect(await ledger.settleMoves('docs', T)).toBe(0);
      await visit(ledger, 'a/y', notModified);
      expect(await ledger.settleMoves('docs', T)).toBe(1);
      expect(await ledger.settleMoves('docs', T)).toBe(0);
      expect(await countedStates(ledger)).toEqual({ duplicate: 1, indexed: 1, unchanged: 1 });
      expect(await texts(ledger)).toEqual(['a/y', 'N']);
    });

    it.each([
      ['nearly the same', { fingerprint: '00000000ffffff7f' }, { fingerprint: '00000000ffffffff' }, 0],
      ['much less', { words: 0 }, { words: 0 }, 0],
      ['much less in one case', { words: 0 }, { words: 9 }, 2],
    ])('F10: pages that lead each to one of their own that says %s', async (_, one, other, moved) => {
      const { ledger } = await refreshed('a/x', 'a/y');
      await visit(ledger, 'a/x', page('N', { record: one, identity: identity('a/n', 'redirect') }));
      await visit(ledger, 'a/y', page('O', { record: other, identity: identity('a/o', 'redirect') }));
      expect(await ledger.settleMoves('docs', T)).toBe(moved);
      expect(await texts(ledger)).toHaveLength(4 - moved);
    });

    it.each([
      ['a redirect', redirect('a/n')],
      ['a redirect for now', redirect('a/n', true)],
      ['a canonical link', page('N', { identity: identity('a/n', 'canonical') })],
    ])('F10: pages that lead to one, the second by %s, keep their copies', async (_, second) => {
      const { ledger } = await refreshed('a/x', 'a/y');
      await visit(ledger, 'a/x', page('N', { identity: identity('a/n', 'redirect') }));
      await visit(ledger, 'a/y', second);
      expect(await ledger.settleMoves('docs', T)).toBe(0);
      expect(await countedStates(ledger)).toEqual({ skipped: 2, indexed: 1 });
      expect(await texts(ledger)).toEqual(['a/x', 'a/y', 'N']);
    });

    it('F10: new addresses that all have one text are one target', async () => {
      const { ledger } = await refreshed('a/x', 'a/y', 'a/z');
      for (const name of ['a/x', 'a/y', 'a/z'])
        await visit(ledger, name, page('M', { identity: identity(`a/new-${name.slice(2)}`, 'redirect') }));
      await ledger.settleMoves('docs', T);
      expect(await texts(ledger)).toEqual(['a/x', 'a/y', 'a/z', 'M']);
    });
  });
}
