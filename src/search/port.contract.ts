// The contract of reading the search index: every engine keeps these promises, and proves it by running this suite.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageRecord } from '../frontier/page-record.ts';
import { found, indexed, lane, page, T, type TimedLedger, urlOf, visit } from '../frontier/port-words.contract.ts';
import type { CandidateQuery, CandidateSet, OpenIndexReader } from './port.ts';

/** The store of one test. */
export interface SearchedStore {
  /** The ledger of the store, which begins empty. */
  readonly ledger: TimedLedger;
  openSearch(): Promise<OpenIndexReader>;
}

interface Facts {
  readonly provider?: string;
  readonly links?: Readonly<Record<string, string>>;
  readonly record?: Partial<PageRecord>;
}

const everything = { providers: [], paths: [], languages: [] } as const;

/** Runs the whole contract against an engine; `open` returns an empty store each time. */
export function describeSearch(name: string, open: () => Promise<SearchedStore>): void {
  describe(`the search index ${name}`, () => {
    let store: SearchedStore;
    let reader: OpenIndexReader;
    /** Crawls a page of this name of these words, a chunk each. */
    const stored = async (called: string, bodies: readonly string[], facts: Facts = {}): Promise<void> => {
      const { provider = 'docs', links, record } = facts;
      await store.ledger.offer([found(called, { provider })], T);
      const whole = { finalUrl: urlOf(called), language: 'en', ...record };
      await visit(store.ledger, called, page(called, { ...indexed(bodies, links), record: whole }));
    };
    const refresh = async (): Promise<void> => {
      while ((await store.ledger.refreshIndex(3)) > 0);
    };
    const candidates = (any: readonly string[], more: Partial<CandidateQuery> = {}): Promise<CandidateSet> =>
      reader.candidates({ any, phrases: [], not: [], ...more }, { limit: 200 });
    /** The texts of the chunks that are candidates. */
    const textsFor = async (any: readonly string[], more?: Partial<CandidateQuery>): Promise<readonly unknown[]> => {
      const set = await candidates(any, more);
      const details = await reader.details(set.candidates.map(({ row }) => row));
      return details.map(({ text }) => text).toSorted();
    };
    beforeEach(async () => {
      store = await open();
      for (const provider of ['docs', 'other']) await store.ledger.begin(lane({ provider }), { fresh: false, now: T });
      reader = await store.openSearch();
    });
    afterEach(async () => {
      await reader.close();
      await store.ledger.close();
    });

    it('S1: finds what was stored, and returns how many chunks hold each term', async () => {
      expect(await candidates(['slot'])).toMatchObject({ candidates: [], chunks: 0 });
      expect(await reader.analyserVersion()).toBeUndefined();
      await stored('a/1', ['replication slot', 'slot']);
      await stored('a/2', ['replication lag']);
      const set = await candidates(['slot', 'replication', 'absent']);
      expect(Object.fromEntries(set.holding)).toEqual({ slot: 2, replication: 2, absent: 0 });
      expect(set.chunks).toBe(3);
      expect(set.candidates.map(({ seq }) => seq).toSorted()).toEqual([0, 0, 1]);
      expect(await textsFor(['slot', 'replication'])).toEqual(['replication lag', 'replication slot', 'slot']);
      expect(await reader.analyserVersion()).toBe(1);
      expect([await reader.isStale(1), await reader.isStale(2)]).toEqual([false, true]);
    });

    it('S1: shows chunks in the requested order, and leaves out what is there no more', async () => {
      await stored('a/1', ['one two', 'two']);
      const rows = (await candidates(['two'])).candidates.map(({ row }) => row).toSorted((one, other) => other - one);
      const details = await reader.details([...rows, 999_999]);
      expect(details.map(({ row }) => row)).toEqual(rows);
      expect(details[0]).toMatchObject({ provider: 'docs', url: urlOf('a/1'), language: 'en', fetchedAt: T });
      expect(await reader.details([])).toEqual([]);
    });

    it('S1: leaves out what must not occur, requires all words of a phrase, and completes a beginning', async () => {
      await stored('a/1', ['replication slot']);
      await stored('a/2', ['replication lag']);
      expect(await textsFor(['replication'], { not: [['lag']] })).toEqual(['replication slot']);
      const phrases = [['replication', 'slot']];
      expect(await textsFor(['replication', 'slot'], { phrases })).toEqual(['replication slot']);
      expect(await textsFor([], { prefix: 'sl' })).toEqual(['replication slot']);
      expect((await candidates([], { prefix: 'sl' })).completions).toEqual(['slot']);
    });

    it('S1: keeps to providers, paths and languages', async () => {
      await stored('a/guide', ['word one'], { record: { language: 'ko-KR' } });
      await stored('a/api', ['word two'], { provider: 'other' });
      const textsIn = (filter: object): Promise<readonly unknown[]> =>
        textsFor(['word'], { filter: { ...everything, ...filter } });
      expect(await textsIn({ providers: ['other'] })).toEqual(['word two']);
      expect(await textsIn({ paths: ['Guide'] })).toEqual(['word one']);
      expect(await textsIn({ languages: ['ko'] })).toEqual(['word one']);
      expect(await textsIn({ providers: ['other'], languages: ['ko'] })).toEqual([]);
      expect(await textsIn({})).toEqual(['word one', 'word two']);
    });

    it('S3: counts inbound links and keeps their texts, and finds a page by them unless that is left out', async () => {
      await stored('a/1', ['word'], { links: { 'a/3': 'installation manual' } });
      await stored('a/2', ['word'], { links: { 'a/3': 'installation manual', 'a/2': 'itself' } });
      await stored('a/3', ['nothing alike']);
      await refresh();
      const set = await candidates(['installation']);
      expect([...set.pages.values()]).toMatchObject([
        { inbound: 2, anchors: [{ terms: 'installation manual', pages: 2 }], outbound: 0 },
      ]);
      const plain = { any: ['installation'], phrases: [], not: [] };
      expect((await reader.candidates(plain, { limit: 9, anchors: false })).candidates).toEqual([]);
      const target = (await reader.candidates(plain, { limit: 9 })).candidates[0]?.page ?? 0;
      const linking = await reader.linkedFrom(target, { limit: 9 });
      expect(linking).toMatchObject([{ url: urlOf('a/1'), provider: 'docs' }, { url: urlOf('a/2') }]);
      const [first, second] = linking;
      expect(await reader.linkedFrom(target, { limit: 1 })).toEqual([first]);
      expect(await reader.linkedFrom(target, { limit: 9, after: first?.page })).toEqual([second]);
      expect(await reader.linkedFrom(second?.page ?? 0, { limit: 9 })).toEqual([]);
    });

    it('S1: returns words that are a slip or two from another, or are that, with how many chunks hold them', async () => {
      await stored('a/1', ['replication']);
      await stored('a/2', ['replica replicas replication']);
      expect(await reader.wordsNear('replica')).toEqual([]);
      await refresh();
      const [replica, replicas] = ['replica', 'replicas'].map((word) => ({ word, chunks: 1 }));
      expect(await reader.wordsNear('replica')).toEqual([replica, replicas]);
      expect(await reader.wordsNear('replcia')).toEqual([replica, replicas]);
      expect(await reader.wordsNear('replicatoin')).toEqual([{ word: 'replication', chunks: 2 }]);
      expect(await reader.wordsNear('xyz')).toEqual([]);
    });

    it('S1: of words near each other those in no chunk any more are left out', async () => {
      await stored('a/1', ['replica']);
      await stored('a/2', ['replicas']);
      await refresh();
      await store.ledger.finish('docs', T);
      await store.ledger.begin(lane({ provider: 'docs' }), { fresh: false, now: T });
      await visit(store.ledger, 'a/1', page('other', indexed(['something'])));
      await refresh();
      expect(await reader.wordsNear('replica')).toEqual([{ word: 'replicas', chunks: 1 }]);
    });

    it('S6: returns words that begin alike, the most frequent first', async () => {
      await stored('a/1', ['replication replica']);
      await stored('a/2', ['replication respect']);
      await refresh();
      const words = [
        { word: 'replication', chunks: 2 },
        { word: 'replica', chunks: 1 },
      ];
      expect(await reader.wordsFrom('repl', 9)).toEqual(words);
      expect(await reader.wordsFrom('repl', 1)).toEqual(words.slice(0, 1));
      expect(await reader.wordsFrom('xyz', 9)).toEqual([]);
    });

    it('S6: returns where pages lie, and leaves out what is there no more', async () => {
      await stored('a/guide', ['word'], { record: { language: 'ko-KR' } });
      const [{ page = 0 } = {}] = (await candidates(['word'])).candidates;
      expect(await reader.places([page, 999_999])).toEqual([
        { page, provider: 'docs', url: urlOf('a/guide'), language: 'ko-KR' },
      ]);
    });

    it('S6: a task sees one state of the index, whatever is written meanwhile; the next one sees the rest', async () => {
      await stored('a/1', ['word one']);
      const seen = await reader.together(async () => {
        const before = await textsFor(['word']);
        await stored('a/2', ['word two']);
        return [before, await textsFor(['word'])];
      });
      expect(seen).toEqual([['word one'], ['word one']]);
      expect(await textsFor(['word'])).toEqual(['word one', 'word two']);
      await expect(reader.together(() => Promise.reject(new Error('a fault of the task')))).rejects.toThrow('a fault');
      expect(await reader.together(() => textsFor(['word']))).toEqual(['word one', 'word two']);
    });

    it.each(['"', 'a" OR b', 'NEAR(', '*', "'; DROP TABLE pages; --", 'body : x', '\u0000', '^', 'a AND', '가'])(
      'S1: takes %j for a term, not for syntax',
      async (term) => {
        await stored('a/1', ['word']);
        expect(await textsFor([term, 'word'])).toEqual(['word']);
        const all = await textsFor(['word'], { phrases: [[term]], names: [term], prefix: term });
        expect(all.length).toBeLessThan(2);
        expect((await textsFor(['word'], { not: [[term]] })).length).toBeLessThan(2);
      },
    );
  });
}
