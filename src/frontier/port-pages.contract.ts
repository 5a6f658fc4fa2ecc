// The contract of stored pages: every engine keeps these promises, and proves it by running this suite.
import { afterEach, describe, expect, it } from 'vitest';
import type { PageFilter, StoredPages } from './port-pages.ts';
import { found, indexed, lane, page, T, type TimedLedger, urlOf, visit } from './port-words.contract.ts';

/** The store of one test. */
export interface PagedStore {
  /** The ledger of the store, which begins empty. */
  readonly ledger: TimedLedger;
  openPages(filter?: PageFilter): Promise<StoredPages>;
}

/** Runs the whole contract against an engine; `open` returns an empty store each time. */
export function describeStoredPages(name: string, open: () => Promise<PagedStore>): void {
  describe(`stored pages ${name}`, () => {
    const opened: { close(): Promise<void> }[] = [];
    afterEach(async () => {
      // Readers first: closing a ledger waits for readers.
      for (const one of opened.splice(0).reverse()) await one.close();
    });
    /** A store with a provider for each of these lists of names, and their pages. */
    const crawled = async (providers: Readonly<Record<string, readonly string[]>>): Promise<PagedStore> => {
      const store = await open();
      opened.push(store.ledger);
      for (const [provider, names] of Object.entries(providers)) {
        await store.ledger.begin(lane({ provider }), { fresh: false, now: T });
        for (const one of names) await keep(store.ledger, provider, one);
      }
      return store;
    };
    const keep = async (ledger: TimedLedger, provider: string, called: string): Promise<void> => {
      await ledger.offer([found(called, { provider })], T);
      const record = { finalUrl: urlOf(called), markdown: `# ${called}` };
      await visit(ledger, called, page(called, { ...indexed([`${called} one`, `${called} two`]), record }));
    };
    const pagesOf = async (store: PagedStore, filter?: PageFilter): Promise<StoredPages> => {
      const pages = await store.openPages(filter);
      opened.push(pages);
      return pages;
    };
    const urlsIn = async (pages: StoredPages, provider: string, root?: string): Promise<readonly string[]> => {
      const urls: string[] = [];
      for await (const one of pages.pages(provider, root)) urls.push(one.page.finalUrl);
      return urls;
    };

    it('C6: are listed by provider, with what all of its pages have in common', async () => {
      const store = await crawled({ docs: ['a/x/2', 'a/x/1'], other: ['b/1'], empty: [] });
      const pages = await pagesOf(store);
      expect(await pages.known()).toEqual(['docs', 'empty', 'other']);
      expect(await pages.providers()).toMatchObject([
        { provider: 'docs', pages: 2, root: 'https://a.test/x/', seed: expect.any(Number) },
        { provider: 'other', pages: 1, root: 'https://b.test/' },
      ]);
    });

    it('C6: come in the order of their addresses; below a root, by the folder first', async () => {
      const store = await crawled({ docs: ['a/b/1', 'a/c', 'a/a/2', 'a/a/1'] });
      const pages = await pagesOf(store);
      const [a1, a2, b1, c] = ['a/a/1', 'a/a/2', 'a/b/1', 'a/c'].map(urlOf);
      expect(await urlsIn(pages, 'docs')).toEqual([a1, a2, b1, c]);
      expect(await urlsIn(pages, 'docs', 'https://a.test/')).toEqual([c, a1, a2, b1]);
      expect(await urlsIn(pages, 'nobody')).toEqual([]);
    });

    it('C6: are whole, with their chunks in order', async () => {
      const store = await crawled({ docs: ['a/1'] });
      const pages = await pagesOf(store);
      const [{ seed = -1 } = {}] = await pages.providers();
      const one = await pages.page(seed);
      expect(one).toMatchObject({ id: seed, provider: 'docs', page: { markdown: '# a/1', fetchedAt: T } });
      expect((await pages.chunks(one.id)).map(({ text }) => text)).toEqual(['a/1 one', 'a/1 two']);
      expect(await pages.chunks(-1)).toEqual([]);
    });

    it('C6: keep to providers and to parts of an address, whatever its case', async () => {
      const store = await crawled({ docs: ['a/guide/1', 'a/api/1'], other: ['b/guide/1'] });
      const guides = await pagesOf(store, { paths: ['GUIDE/', '/none/'] });
      expect((await guides.providers()).map(({ provider, pages }) => [provider, pages])).toEqual([
        ['docs', 1],
        ['other', 1],
      ]);
      expect(await urlsIn(guides, 'docs')).toEqual([urlOf('a/guide/1')]);
      const other = await pagesOf(store, { providers: ['other'] });
      expect((await other.providers()).map(({ provider }) => provider)).toEqual(['other']);
      expect(await other.known()).toEqual(['docs', 'other']);
    });

    it('C4: are as they were when opened, whatever a crawl stores meanwhile, and read by several at once', async () => {
      const store = await crawled({ docs: ['a/1', 'a/2'] });
      const pages = await pagesOf(store);
      expect(await pages.known()).toEqual(['docs']);
      await keep(store.ledger, 'docs', 'a/3');
      const both = await Promise.all([urlsIn(pages, 'docs'), urlsIn(pages, 'docs')]);
      expect(both).toEqual(Array(2).fill(['a/1', 'a/2'].map(urlOf)));
      expect(await urlsIn(await pagesOf(store), 'docs')).toHaveLength(3);
    });
  });
}
