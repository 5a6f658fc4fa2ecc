// The contract of forgetting (C5): every engine that can forget keeps these promises, and proves it by running this suite.
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerReader } from '../frontier/port.ts';
import {
  found,
  indexed,
  lane,
  offerPages,
  page,
  T,
  type TimedLedger,
  urlOf,
  visit,
} from '../frontier/port-words.contract.ts';
import { brokenReceipt } from './decide/receipt-chain.ts';
import { parseForgettable } from './forgettable.ts';
import { type ForgetOptions, type Forgettable, type Forgetting, type Forgotten, takeSteps } from './port.ts';

/** The store of one test. */
export interface ForgettingStore {
  readonly forgetting: Forgetting;
  /** Opens the ledger for a crawl; makes the store. */
  openLedger(now: number): Promise<TimedLedger>;
  openReader(): Promise<LedgerReader>;
}

const options: ForgetOptions = { now: T + 1, block: [] };

function target(word: string): Forgettable {
  return parseForgettable(word, { stripWww: false, templateOf: () => undefined }) as Forgettable;
}

/** Runs the whole contract against an engine; `open` returns an empty store each time. */
export function describeForgetting(name: string, open: () => Promise<ForgettingStore>): void {
  describe(`forgetting ${name}`, () => {
    let store: ForgettingStore;
    let forgetting: Forgetting;
    /** Three pages, of which the first links to the other two; one lies below the other. */
    async function crawled(): Promise<void> {
      const ledger = await store.openLedger(T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await offerPages(ledger, 'a/home');
      const links = ['a/b', 'a/b/c'].map((one) => found(one, { depth: 1 }));
      await visit(ledger, 'a/home', page('H', { ...indexed(['home'], { 'a/b': 'bee', 'a/b/c': 'sea' }), links }));
      await visit(ledger, 'a/b', page('B', indexed(['bee'])));
      await visit(ledger, 'a/b/c', page('C', indexed(['sea', 'shore'])));
      await ledger.finish('docs', T);
      await ledger.close();
    }
    const stored = async (): Promise<readonly string[]> => {
      const reader = await store.openReader();
      const urls = await reader.list({ limit: 9 });
      await reader.close();
      return urls.map(({ url }) => url);
    };
    const receipts = () => forgetting.receipts();
    const forget = (word: string, more: Partial<ForgetOptions> = {}): Promise<Forgotten> =>
      takeSteps(forgetting.forget(target(word), { ...options, ...more }));
    const preview = (word: string, most = 9) => forgetting.preview(target(word), most);
    beforeEach(async () => {
      store = await open();
      forgetting = store.forgetting;
    });

    it('C5: there must be something to forget', async () => {
      const nothing = expect.objectContaining({ code: 'DOC_STORE' });
      expect(await preview('a.test/b')).toMatchObject({ urls: [], providers: [], mentions: 0, copies: 0 });
      expect([await forgetting.unfinished(), await receipts(), await forgetting.copiesBeside()]).toEqual([[], [], []]);
      await expect(forget('a.test/b')).rejects.toThrow(nothing);
    });

    it('C5: a preview counts what would go and lists the first of its URLs, and changes nothing', async () => {
      await crawled();
      expect(await preview('a.test/b')).toMatchObject({
        removed: { urls: 2, pages: 2, chunks: 3 },
        before: undefined,
        providers: ['docs'],
        urls: [urlOf('a/b'), urlOf('a/b/c')],
      });
      expect(await preview('a.test/b', 1)).toMatchObject({ removed: { urls: 2 }, urls: [urlOf('a/b')] });
      expect(await preview('https://a.test/b')).toMatchObject({ removed: { urls: 1 }, urls: [urlOf('a/b')] });
      expect(await preview('provider:docs')).toMatchObject({ removed: { urls: 3, pages: 3 } });
      expect(await preview('elsewhere.test')).toMatchObject({
        removed: { urls: 0, pages: 0 },
        providers: [],
        urls: [],
      });
      expect(await stored()).toHaveLength(3);
      expect(await receipts()).toEqual([]);
    });

    it('C5: removes what was foreseen, with one receipt that holds, and nothing else', async () => {
      await crawled();
      const { removed } = await preview('a.test/b');
      const done = await forget('a.test/b');
      expect(done).toMatchObject({ end: 'forgotten', removed, receipt: { kind: 'path', what: 'a.test/b', removed } });
      expect(await stored()).toEqual([urlOf('a/home')]);
      expect(await receipts()).toEqual([done.receipt]);
      expect(await forgetting.unfinished()).toEqual([]);
      await forget('provider:docs', { now: T + 2 });
      expect(await stored()).toEqual([]);
      expect((await receipts()).map(({ at, kind }) => [at, kind])).toEqual([
        [T + 1, 'path'],
        [T + 2, 'provider'],
      ]);
      expect(brokenReceipt(await receipts())).toBeUndefined();
    });

    it('C5: writes no receipt when nothing was removed, unless it is always required', async () => {
      await crawled();
      const done = await forget('elsewhere.test');
      expect([done.end, done.receipt]).toEqual(['nothing', undefined]);
      expect(await receipts()).toEqual([]);
      const always = await forget('elsewhere.test', { always: true });
      expect(await receipts()).toEqual([always.receipt]);
    });

    it('U10: enters what is never to be fetched again in the blocklist', async () => {
      await crawled();
      const block = [{ pattern: 'a.test/b', reason: 'asked for' }];
      expect((await forget('a.test/b', { block })).receipt?.blocked).toBe(true);
      const reader = await store.openReader();
      expect(await reader.blocklist.list()).toMatchObject([{ pattern: 'a.test/b', reason: 'asked for' }]);
      await reader.close();
    });

    it('C5: is refused while a crawl runs, and a preview is not', async () => {
      await crawled();
      const ledger = await store.openLedger(T);
      await expect(forget('a.test/b')).rejects.toThrow(expect.objectContaining({ code: 'DOC_STORE_BUSY' }));
      expect(await preview('a.test/b')).toMatchObject({ removed: { pages: 2 } });
      await ledger.close();
      expect(await stored()).toHaveLength(3);
    });

    it('C5: terms of replaced pages stay in the index while a crawl runs, and leave it afterwards', async () => {
      await crawled();
      expect(await forgetting.cleanLeftTerms()).toBe(true);
      const ledger = await store.openLedger(T);
      await ledger.begin(lane(), { fresh: false, now: T });
      await visit(ledger, 'a/home', page('H2', indexed(['house'])));
      expect(await forgetting.cleanLeftTerms()).toBe(false);
      await ledger.close();
      expect(await forgetting.cleanLeftTerms()).toBe(true);
    });

    it('C5: an attempt that was broken off is named, and done again it counts both', async () => {
      await crawled();
      const { removed } = await preview('a.test/b');
      const steps: unknown[] = [];
      for await (const step of forgetting.forget(target('a.test/b'), options)) {
        steps.push(step);
        if ('step' in step && step.step === 'index') break;
      }
      expect(steps).toContainEqual({ step: 'rows', urls: 2 });
      expect(steps.at(-1)).toEqual({ step: 'index', urls: 2 });
      expect(await forgetting.unfinished()).toEqual([{ kind: 'path', what: 'a.test/b' }]);
      expect(await receipts()).toEqual([]);
      expect((await preview('a.test/b')).before).toMatchObject({ urls: 2 });
      const done = await forget('a.test/b');
      expect(done).toMatchObject({ end: 'forgotten', removed });
      expect(await receipts()).toEqual([done.receipt]);
      expect(await forgetting.unfinished()).toEqual([]);
    });

    it('C5: knows of no copies where none were made', async () => {
      await crawled();
      expect(await forgetting.copiesBeside()).toEqual([]);
    });
  });
}
