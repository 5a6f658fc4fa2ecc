// The contract of records of runs, and of the small writes beside a crawl: every engine keeps these promises, and proves it by running this suite.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { urlKey } from '../core/url/key.ts';
import type { Outcome, Settlement } from '../frontier/port.ts';
import {
  ended,
  found,
  lane,
  leaseOne,
  offerPages,
  page,
  settlement,
  T,
  type TimedLedger,
} from '../frontier/port-words.contract.ts';
import { judgeAlerts } from './alerts/alerts.ts';
import { defaultBounds } from './alerts/bounds.ts';
import type { ChangesFilter, ChangesPart, CrawlOwner, PageChange, RunRecord, Watch } from './port.ts';
import { type FetchFilter, HOUR_MS } from './port-fetches.ts';

/** The store of one test. */
export interface WatchedStore {
  /** Opens the ledger of a crawl that keeps what its runs change; makes the store. */
  openLedger(now: number): Promise<TimedLedger>;
  openWatch(): Promise<Watch>;
  /** Leaves the store as a crash at this moment would, its owner dead. */
  crash(): Promise<void>;
}

/** A store that can say whether something was crawled into it. */
export interface NamedStore extends WatchedStore {
  /** Undefined where nothing was. */
  identity(): Promise<string | undefined>;
}

const again = { fresh: false, now: T } as const;

function settled(outcome: Outcome, facts: Partial<Settlement> = {}): Settlement {
  const answered = { status: 200, ms: 10, bytes: 100, isPage: true, read: { empty: false } };
  return { ...settlement(outcome), facts: answered, ...facts };
}

/** Runs the whole contract against an engine; `open` returns an empty store each time. */
export function describeWatch(name: string, open: () => Promise<NamedStore>): void {
  describe(`watching ${name}`, () => {
    let store: NamedStore;
    const watches: Watch[] = [];
    const openWatch = async (): Promise<Watch> => {
      const watch = await store.openWatch();
      watches.push(watch);
      return watch;
    };
    const opened = async (now = T): Promise<TimedLedger> => {
      const ledger = await store.openLedger(now);
      await ledger.begin(lane(), { ...again, now });
      return ledger;
    };
    const latest = async (): Promise<Latest> => {
      const { reader } = await openWatch();
      const [run] = await reader.runs({ limit: 1 });
      const changes = run === undefined ? [] : await reader.changes(run.id, 100);
      return { run, changes, owner: await reader.owner() };
    };
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      for (const watch of watches.splice(0)) await watch.close();
    });

    describe('the record of a run', () => {
      it('M3: a run that had stopped at its cap keeps its end when the next one begins anew', async () => {
        const ledger = await opened();
        await offerPages(ledger, 'a', 'b');
        await ledger.settle(await leaseOne(ledger), settled(page('one')));
        await ledger.finish('docs', T + 5_000);
        const full = { ...lane(), maxPages: 1 };
        await ledger.begin(full, { fresh: false, renew: 'when-full', now: T + 90_000 });
        const [second, first] = await (await openWatch()).reader.runs({ limit: 2 });
        await ledger.close();
        expect(first).toMatchObject({ startedAt: T, endedAt: T + 5_000 });
        expect(second).toMatchObject({ startedAt: T + 90_000, endedAt: undefined });
      });

      it('F5: it keeps what became of its seeds and why it ended with work waiting, until it goes on', async () => {
        const ledger = await opened();
        await offerPages(ledger, 'a/1', 'a/2', 'a/3');
        await ledger.settle(await leaseOne(ledger), settled(page('one')));
        await ledger.settle(await leaseOne(ledger), settled(ended('failed')));
        expect((await latest()).run?.endedBy).toBeUndefined();
        await ledger.finish('docs', T, 'budget:hour');
        expect((await latest()).run).toMatchObject({
          seeds: { all: 3, failed: 1 },
          endedBy: 'budget:hour',
          maxPages: 1_000,
        });
        await ledger.begin(lane(), again);
        expect((await latest()).run?.endedBy).toBeUndefined();
        await ledger.settle(await leaseOne(ledger), settled(page('three')));
        await ledger.finish('docs', T, 'budget:hour');
        expect((await latest()).run).toMatchObject({ complete: true, seeds: { all: 3, failed: 1 } });
        expect((await latest()).run?.endedBy).toBeUndefined();
        await ledger.close();
      });

      it('M5: of pages that were not due it knows by interval when the first was looked at, until the next run', async () => {
        const ledger = await opened();
        await offerPages(ledger, 'a/1', 'a/2');
        await ledger.settle(await leaseOne(ledger), settled(page('one')));
        await ledger.settle(await leaseOne(ledger), settled(page('two')));
        await ledger.finish('docs', T);
        await ledger.begin(lane(), { ...again, run: { kind: 'refresh' } });
        const skippedBy = { ok: false, by: 'refresh:not-due', detail: 'later' } as const;
        for (const _ of [1, 2])
          await ledger.settle(await leaseOne(ledger), settlement({ kind: 'unchanged', at: T, links: [], skippedBy }));
        await ledger.finish('docs', T);
        const { reader } = await openWatch();
        expect(await reader.notDue(2)).toEqual([{ checkedAt: T, intervalMs: undefined }]);
        expect(await reader.notDue(1)).toEqual([]);
        await ledger.begin(lane(), again);
        expect(await reader.notDue(2)).toEqual([]);
        await ledger.close();
      });

      it('F6, M1: counts with each settlement; after a crash it has what was settled, and goes on as the same run', async () => {
        const ledger = await opened();
        await offerPages(ledger, 'a/1', 'a/2', 'a/3');
        await ledger.settle(await leaseOne(ledger), settled(page('one')));
        await ledger.settle(
          await leaseOne(ledger),
          settled(ended('gone'), { facts: { status: 404, ms: 5, bytes: 7, isPage: true } }),
        );
        await leaseOne(ledger);
        await store.crash();
        await ledger.close();
        const counts = {
          requests: 2,
          ok: 1,
          clientErrors: 1,
          read: 1,
          bytes: 107,
          hosts: [{ host: 'a.test', answers: 2, ms: 15 }],
        };
        expect((await latest()).run).toMatchObject({ id: 1, complete: false, counters: { ...counts, stored: 1 } });
        expect((await latest()).run?.endedAt).toBeUndefined();
        const next = await opened(T + 1_000);
        expect(await latest()).toMatchObject({ run: { id: 1 }, owner: { pid: process.pid, providers: ['docs'] } });
        await next.settle(await leaseOne(next, T + 1_000), settled(page('three')));
        expect(await next.finish('docs', T + 2_000)).toBe(true);
        expect((await latest()).run).toMatchObject({
          ...{ id: 1, generation: 1, complete: true, endedAt: T + 2_000, changes: { new: 2, deleted: 0 } },
          counters: { ...counts, requests: 3, ok: 2, read: 2, bytes: 207, hosts: [{ answers: 3, ms: 25 }], stored: 2 },
          reasons: { 'http:200': 2, 'http:500': 1 },
        });
        expect((await latest()).owner?.providers).toEqual([]);
        await next.close();
      });

      it('M3: a page that turns out to be another’s twin is counted once, against what was stored when the run began', async () => {
        const ledger = await opened();
        await ledger.offer([found('a/deep', { depth: 2 })], T);
        await ledger.settle(await leaseOne(ledger), settled(page('same')));
        await ledger.offer([found('a/near', { depth: 1 })], T);
        await ledger.settle(await leaseOne(ledger), settled(page('same')));
        expect((await latest()).run?.changes).toMatchObject({ new: 1, excluded: 0 });
        expect((await latest()).changes.map(({ kind, url }) => [kind, url])).toEqual([['new', 'https://a.test/near']]);
        await ledger.finish('docs', T);
        // The nearer page is removed, and the other is no duplicate any more.
        await ledger.begin(lane(), again);
        await ledger.offer([found('a/deep', { depth: 2 })], T);
        await ledger.settle(await leaseOne(ledger), settled(ended('gone')));
        await ledger.settle(await leaseOne(ledger), settled(page('same')));
        expect((await latest()).changes.map(({ kind, url }) => `${kind} ${url}`).sort()).toEqual([
          'deleted https://a.test/near',
          'new https://a.test/deep',
        ]);
        const { run } = await latest();
        expect(run?.changes).toMatchObject({ new: 1, deleted: 1, unchanged: 0 });
        const { reader } = await openWatch();
        const id = run?.id ?? 0;
        const kinds = async (limit: number, part: ChangesPart): Promise<readonly string[]> =>
          (await reader.changes(id, limit, part)).map(({ kind }) => kind);
        const all = await kinds(9, {});
        expect(await kinds(9, { kind: 'new' })).toEqual(['new']);
        expect(await kinds(9, { kind: 'new', offset: 1 })).toEqual([]);
        expect([await kinds(1, {}), await kinds(1, { offset: 1 })]).toEqual([all.slice(0, 1), all.slice(1)]);
        expect([await reader.changeCount(id), await reader.changeCount(id, 'new')]).toEqual([2, 1]);
        expect([await reader.changeCount(id, 'updated'), await reader.changeCount(999)]).toEqual([0, 0]);
        await ledger.close();
      });

      it('M3: lists the changes of all runs but the first, the latest run first, in pages', async () => {
        const ledger = await opened();
        await offerPages(ledger, 'a/1', 'a/2', 'a/3');
        for (const text of ['1', '2', '3']) await ledger.settle(await leaseOne(ledger), settled(page(text)));
        await ledger.finish('docs', T + 1_000);
        const { reader } = await openWatch();
        expect(await reader.changesOver({ limit: 9 })).toEqual([]);
        expect(await reader.firstRuns({})).toEqual([{ provider: 'docs', run: 1, at: T + 1_000, pages: 3 }]);
        expect(await reader.firstRuns({ since: T + 1_001 })).toEqual([]);
        expect(await reader.firstRuns({ provider: 'other' })).toEqual([]);
        for (const [run, outcomes] of [
          [2, [page('1b'), page('2'), page('3b')]],
          [3, [page('1c'), ended('gone'), page('3b')]],
        ] as const) {
          await ledger.begin(lane(), { ...again, now: T + run * 2_000 });
          for (const outcome of outcomes)
            await ledger.settle(await leaseOne(ledger, T + run * 2_000), settled(outcome));
          await ledger.finish('docs', T + run * 2_000);
        }
        const listed = async (filter: Partial<ChangesFilter> = {}): Promise<readonly string[]> =>
          (await reader.changesOver({ limit: 9, ...filter })).map(
            ({ kind, url, run, at }) => `${run} ${at - T} ${kind} ${url.slice('https://a.test'.length)}`,
          );
        const all = ['3 6000 updated /1', '3 6000 deleted /2', '2 4000 updated /1', '2 4000 updated /3'];
        expect(await listed()).toEqual(all);
        expect(await listed({ kind: 'deleted' })).toEqual([all[1]]);
        expect(await listed({ since: T + 5_000 })).toEqual(all.slice(0, 2));
        expect(await listed({ provider: 'other' })).toEqual([]);
        const [, last] = await reader.changesOver({ limit: 2 });
        expect(last).toMatchObject({ provider: 'docs', title: expect.any(String) });
        const own = (await reader.changesOver({ limit: 9 })).filter(({ page }) => page === last?.page);
        expect(await reader.changesOf(last?.page ?? 0, 9)).toEqual([
          ...own,
          expect.objectContaining({ kind: 'new', run: 1 }),
        ]);
        expect(await reader.changesOf(last?.page ?? 0, 1)).toEqual(own.slice(0, 1));
        expect(await reader.changesOf(999, 9)).toEqual([]);
        expect(await listed({ limit: 1, after: last })).toEqual([all[2]]);
        expect(await listed({ after: (await reader.changesOver({ limit: 3 })).at(-1) })).toEqual([all[3]]);
        await ledger.close();
      });

      it('M3: a page that was fetched once more in its run is counted once, as it ended', async () => {
        const ledger = await opened();
        await ledger.offer([found('a/page')], T);
        await ledger.settle(await leaseOne(ledger), settled(page('one')));
        await ledger.offer([found('a/page', { wanted: true })], T);
        await ledger.settle(await leaseOne(ledger), settled(page('two')));
        expect((await latest()).run?.changes).toMatchObject({ new: 1, updated: 0, unchanged: 0 });
        await ledger.finish('docs', T);
        await ledger.begin(lane(), again);
        await ledger.settle(await leaseOne(ledger), settled(page('two')));
        expect((await latest()).run?.changes).toMatchObject({ updated: 0, unchanged: 1 });
        await ledger.offer([found('a/page', { wanted: true })], T);
        expect((await latest()).run?.changes).toMatchObject({ updated: 0, unchanged: 0 });
        await ledger.settle(await leaseOne(ledger), settled(page('three')));
        expect((await latest()).run?.changes).toMatchObject({ updated: 1, unchanged: 0 });
        await ledger.close();
      });

      it('F10: stored pages that a rule refuses, or whose host is abandoned, are reported and kept', async () => {
        const ledger = await opened();
        await offerPages(ledger, 'a/1', 'b/1');
        for (const text of ['one', 'two']) await ledger.settle(await leaseOne(ledger), settled(page(text)));
        await ledger.finish('docs', T);
        await ledger.begin(lane(), again);
        await ledger.endWaiting('docs', 'b.test', { state: 'blocked', by: 'robots:rfc9309:closed', detail: '' }, T);
        await ledger.begin(lane(), { ...again, fresh: true });
        await ledger.offer([found('a/1', { refused: { ok: false, by: 'scope:blocked', detail: '/1' } })], T);
        expect(await latest()).toMatchObject({
          run: { id: 3, counters: { storedBefore: 2, stored: 2 }, changes: { excluded: 1 } },
          changes: [{ kind: 'excluded', url: 'https://a.test/1', by: 'scope:blocked', detail: '/1' }],
        });
        const { reader } = await openWatch();
        // A run that was left behind ended at its last sign of life.
        expect(await reader.run(2)).toMatchObject({ endedAt: T, complete: false, changes: { excluded: 1 } });
        expect(await reader.run(9)).toBeUndefined();
        await ledger.close();
      });

      it('F12: estimates before the first crawl make no store, and each is in the record of its first run', async () => {
        const { reader, writer } = await openWatch();
        await writer.keepEstimate('docs', { pages: 8, bytes: 8, seconds: 8 });
        await writer.keepEstimate('other', { pages: 2, bytes: 2, seconds: 2 });
        await writer.keepEstimate('docs', { pages: 3, bytes: 4, seconds: 5 });
        expect(await store.identity()).toBeUndefined();
        const ledger = await opened();
        expect(await reader.runs({ limit: 1 })).toMatchObject([{ estimate: { pages: 3, bytes: 4, seconds: 5 } }]);
        await ledger.begin(lane({ provider: 'other' }), again);
        expect(await reader.runs({ limit: 1 })).toMatchObject([{ estimate: { pages: 2, bytes: 2, seconds: 2 } }]);
        await ledger.finish('docs', T);
        await ledger.begin(lane(), again);
        expect((await reader.runs({ provider: 'docs', limit: 1 }))[0]?.estimate).toBeUndefined();
        await ledger.close();
      });

      it('F12: the estimate before a run is in its record', async () => {
        const { reader, writer } = await openWatch();
        await writer.keepEstimate('docs', { pages: 3, bytes: 4, seconds: 5 });
        const ledger = await opened();
        expect(await reader.runs({ limit: 1 })).toMatchObject([{ estimate: { pages: 3, bytes: 4, seconds: 5 } }]);
        await ledger.finish('docs', T);
        await ledger.begin(lane(), again);
        expect((await reader.runs({ provider: 'docs', limit: 1, before: 3 }))[0]?.estimate).toBeUndefined();
        await ledger.close();
      });
    });

    describe('beside a crawl', () => {
      it('M1, M2: alerts are kept while they last, and the latest that are over', async () => {
        const ledger = await opened();
        const { reader, writer } = await openWatch();
        const judge = async (value: number, now: number) =>
          judgeAlerts({
            run: 1,
            ...{ provider: 'docs', bounds: defaultBounds, now, open: await reader.alerts() },
            measures: [{ bound: 'error_rate', value }],
          });
        await writer.keepAlerts(await judge(50, T), T);
        await writer.keepAlerts(await judge(60, T + 1), T + 1);
        expect(await reader.alerts()).toMatchObject([{ bound: 'error_rate', value: 60, since: T }]);
        await writer.keepAlerts(await judge(0, T + 2), T + 2);
        expect(await reader.alerts()).toEqual([]);
        expect(await reader.alerts({ closed: 5 })).toMatchObject([{ value: 60, endedAt: T + 2 }]);
        await ledger.close();
      });

      it('M1: begin and end of an alert are unsent until each is marked; an alert that goes on is not sent again', async () => {
        const { reader, writer } = await openWatch();
        const keep = async (value: number, now: number): Promise<void> => {
          const measures = [{ bound: 'error_rate' as const, value }];
          const open = now === T ? [] : await reader.alerts();
          await writer.keepAlerts(
            judgeAlerts({ run: 1, provider: 'docs', bounds: defaultBounds, now, open, measures }),
            now,
          );
        };
        await keep(50, T);
        const begun = await reader.unsent();
        expect(begun).toMatchObject([{ isNew: true, end: undefined, alert: { bound: 'error_rate', value: 50 } }]);
        await keep(60, T + 1);
        expect(await reader.unsent()).toMatchObject([{ isNew: true, alert: { value: 60 } }]);
        await keep(0, T + 2);
        // The list read before the alert ended has only its begin.
        await writer.markSent(begun, T + 3);
        expect(await reader.unsent()).toMatchObject([{ isNew: false, end: expect.stringContaining('over') }]);
        await writer.markSent(await reader.unsent(), T + 4);
        expect(await reader.unsent()).toEqual([]);
      });

      it('M5: a slot is taken by one scheduler only', async () => {
        const [one, other] = [await openWatch(), await openWatch()];
        const planned = { cron: '0 3 * * 1', timeZone: 'UTC', slot: T, dueAt: T + 5 };
        const next = { ...planned, slot: T + 100, dueAt: T + 101 };
        await one.writer.plan('docs', planned);
        expect(await other.reader.planned()).toEqual(new Map([['docs', planned]]));
        expect(await one.writer.claim('docs', T, next, T)).toBe(true);
        expect(await other.writer.claim('docs', T, next, T)).toBe(false);
        expect((await other.reader.planned()).get('docs')).toEqual(next);
        // Another expression plans anew, and forgets no slot that was taken.
        await other.writer.plan('docs', { ...next, cron: '0 4 * * 1' });
        expect(await other.reader.claims()).toEqual(new Map([['docs', T]]));
        expect(await other.writer.putBack('docs', T - 1)).toBe(false);
        expect(await other.writer.putBack('docs', T)).toBe(true);
        expect(await one.writer.putBack('docs', T)).toBe(false);
        expect((await one.reader.planned()).get('docs')).toEqual({ ...planned, cron: '0 4 * * 1' });
        expect(await one.writer.claim('docs', T, next, T + 9)).toBe(true);
        expect((await one.reader.claims()).size).toBe(1);
        await one.writer.endClaim('docs', T + 9);
        expect((await one.reader.claims()).size).toBe(0);
        expect((await one.reader.planned()).get('docs')).toEqual(next);
      });

      it('M2: the chunks of a provider come page by page, those of pages without any last', async () => {
        const ledger = await opened();
        await offerPages(ledger, 'a/1', 'a/2', 'a/3');
        for (const text of ['one', 'two', 'three']) await ledger.settle(await leaseOne(ledger), settled(page(text)));
        const { reader } = await openWatch();
        const chunksOf = async (provider: string): Promise<readonly number[]> => {
          const sizes: number[] = [];
          for await (const { tokens, hashes } of reader.pageChunks(provider)) {
            expect(hashes).toHaveLength(tokens.length);
            // Other data may be read meanwhile.
            expect(await reader.providers()).toEqual(['docs']);
            sizes.push(tokens.length);
          }
          return sizes;
        };
        const [once, twice] = await Promise.all([chunksOf('docs'), chunksOf('docs')]);
        expect(once).toHaveLength(3);
        expect(twice).toEqual(once);
        expect(await chunksOf('nobody')).toEqual([]);
        await ledger.close();
      });

      it('A3: page requests are counted by the hour, and by what they brought, and listed the latest first', async () => {
        const ledger = await opened();
        const hour = Math.floor(T / HOUR_MS) * HOUR_MS;
        const visit = async (outcome: Outcome, at: number, status?: number): Promise<void> => {
          const steps = [{ at, step: 'fetch' }];
          const facts = { status, ms: 20, bytes: 300, isPage: true };
          await ledger.settle(await leaseOne(ledger), settled(outcome, { steps, facts }));
        };
        await offerPages(ledger, 'a/1', 'a/2', 'b/1');
        await visit(page('one'), T, 200);
        await visit(ended('failed'), T + 1, 404);
        await visit(ended('failed'), T + HOUR_MS);
        const { reader } = await openWatch();
        expect(await reader.hours({ since: T - HOUR_MS })).toEqual([
          { at: hour, fetched: 2, unchanged: 0, changed: 1, failed: 1 },
          { at: hour + HOUR_MS, fetched: 1, unchanged: 0, changed: 0, failed: 1 },
        ]);
        expect(await reader.hours({ since: T + HOUR_MS })).toMatchObject([{ fetched: 1 }]);
        expect(await reader.fetchCounts({})).toEqual({
          fetched: 3,
          results: { changed: 1, unchanged: 0, failed: 2, other: 0 },
          statuses: { '2xx': 1, '304': 0, '4xx': 1, '5xx': 0, other: 1 },
        });
        const urls = async (filter: FetchFilter): Promise<readonly string[]> => {
          const found = await reader.fetches({ ...filter, limit: 9 });
          expect((await reader.fetchCounts(filter)).fetched).toBe(found.length);
          return found.map(({ url }) => new URL(url).host + new URL(url).pathname);
        };
        expect(await urls({})).toEqual(['a.test/2', 'b.test/1', 'a.test/1']);
        expect(await urls({ since: T + 1 })).toEqual(['a.test/2', 'b.test/1']);
        expect(await urls({ until: T + 1 })).toEqual(['a.test/1']);
        expect(await urls({ result: 'failed', host: 'b.test' })).toEqual(['b.test/1']);
        expect(await urls({ status: '4xx' })).toEqual(['b.test/1']);
        expect(await urls({ status: 'other' })).toEqual(['a.test/2']);
        expect(await urls({ status: 200 })).toEqual(['a.test/1']);
        expect(await urls({ run: 1, provider: 'docs' })).toHaveLength(3);
        expect(await urls({ run: 2 })).toEqual([]);
        expect(await urls({ provider: 'nobody' })).toEqual([]);
        const [latest, ...others] = await reader.fetches({ limit: 9 });
        expect(latest).toMatchObject({
          ...{ at: T + HOUR_MS, provider: 'docs', run: 1, host: 'a.test', status: undefined, ms: 20, bytes: 300 },
          ...{ result: 'failed', state: 'failed' },
        });
        expect(await reader.fetches({ limit: 9, after: latest?.cursor })).toEqual(others);
        expect(await reader.fetches({ limit: 1, after: 'no cursor' })).toEqual([latest]);
        expect(await reader.fetchesByRun(T)).toEqual(new Map([[1, 3]]));
        expect(await reader.fetchesByRun(T + 2 * HOUR_MS)).toEqual(new Map());
        await ledger.close();
      });

      it('E1, E3: stored pages are counted by the rule that found their content, and listed in parts', async () => {
        const ledger = await opened();
        await offerPages(ledger, 'a/1', 'a/2', 'a/3');
        for (const text of ['one', 'two', 'three']) await ledger.settle(await leaseOne(ledger), settled(page(text)));
        const { reader } = await openWatch();
        const [only, ...others] = await reader.readings('docs');
        expect(others).toEqual([]);
        expect(only).toMatchObject({ rule: 'article', pages: 3, losses: 0, fidelity: 1 });
        const listed = await reader.pagesRead('docs', { kind: 'rule', rule: 'article' }, { limit: 2 });
        expect(listed.map(({ url }) => url)).toHaveLength(2);
        const after = listed.at(-1)?.page;
        const rest = await reader.pagesRead('docs', { kind: 'rule', rule: 'article' }, { limit: 2, after });
        expect([...listed, ...rest].map(({ url }) => url)).toEqual(['1', '2', '3'].map((n) => `https://a.test/${n}`));
        expect(await reader.pagesRead('docs', { kind: 'losses' }, { limit: 9 })).toEqual([]);
        expect(await reader.readings('nobody')).toEqual([]);
        await ledger.close();
      });

      it('M4: what became of a URL is read by its address, the latest first; there is nothing of an unknown one', async () => {
        const ledger = await opened();
        await ledger.offer([found('a/1', { key: urlKey('https://a.test/1') })], T);
        await ledger.settle(await leaseOne(ledger), settled(page('one')));
        const { reader } = await openWatch();
        expect(await reader.history('https://a.test/1', 5)).toMatchObject([{ run: 1, state: 'indexed', status: 200 }]);
        expect(await reader.history('https://a.test/9', 5)).toEqual([]);
        await ledger.close();
      });

      it('C4: a store without a crawl is empty for readers, and is created by writers', async () => {
        const { reader, writer } = await openWatch();
        expect(await reader.runs({ limit: 1 })).toEqual([]);
        await writer.endClaim('docs', T);
        expect(await reader.runs({ limit: 1 })).toEqual([]);
        expect(await reader.providers()).toEqual([]);
        expect(await reader.owner()).toBeUndefined();
      });
    });
  });
}

interface Latest {
  readonly run: RunRecord | undefined;
  readonly changes: readonly PageChange[];
  readonly owner: CrawlOwner | undefined;
}
