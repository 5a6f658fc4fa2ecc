// The contract of copies of a store (C4): every engine that can be backed up keeps these promises, and proves it by running this suite.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { more } from '../../test/support/how-long.ts';
import { parseForgettable } from '../forget/forgettable.ts';
import { type Forgettable, type Receipt, takeSteps } from '../forget/port.ts';
import { lane, offerPages, openTimed, page, T, type TimedLedger, visit } from '../frontier/port-words.contract.ts';
import type { Store } from './port.ts';
import type { Backup, Removals, Restore } from './port-backup.ts';

const busy = expect.objectContaining({ code: 'DOC_STORE_BUSY' });
const elsewhere = (message: string) =>
  expect.objectContaining({ code: 'DOC_USAGE', message: expect.stringContaining(message) });
const noBackup = expect.objectContaining({ code: 'DOC_STORE' });

/** Runs the whole contract against an engine; `open` returns the store of a folder. */
export function describeBackup(name: string, open: (folder: string) => Store): void {
  describe(`copies of a store ${name}`, () => {
    let root: string;
    let folder: string;
    let file: string;
    let store: Store;
    let backup: Backup;
    let restore: Restore;
    const ledgerOf = async (one: Store): Promise<TimedLedger> => {
      const ledger = await openTimed((clock) => one.openLedger(clock), T);
      await ledger.begin(lane(), { fresh: false, now: T });
      return ledger;
    };
    /** One page stored, two URLs waiting; the ledger is open, and one of the two is in flight. */
    const crawling = async (): Promise<TimedLedger> => {
      const ledger = await ledgerOf(store);
      await offerPages(ledger, 'a/1', 'a/2', 'a/3');
      await visit(ledger, 'a/1', page('one'));
      await ledger.lease(1, T);
      return ledger;
    };
    const states = async (): Promise<Readonly<Record<string, string>>> => {
      const reader = await store.openReader();
      const urls = await reader.list({ limit: 9 });
      await reader.close();
      return Object.fromEntries(urls.map(({ url, state }) => [url, state]));
    };
    const forget = async (word: string): Promise<Receipt | undefined> => {
      const target = parseForgettable(word, { stripWww: false, templateOf: () => undefined }) as Forgettable;
      const options = { now: T + 9, block: [] };
      return (await takeSteps((await store.openForgetting()).forget(target, options))).receipt;
    };
    beforeAll(() => {
      root = mkdtempSync(join(tmpdir(), 'docent-copies-'));
    });
    afterAll(() => rmSync(root, { recursive: true, force: true }));
    beforeEach(async () => {
      const place = mkdtempSync(join(root, 'place-'));
      folder = join(place, 'data');
      file = join(place, 'copy');
      store = open(folder);
      backup = await store.openBackup();
      restore = await store.openRestore();
    });

    it('C4: there must be something to copy', async () => {
      await expect(backup.copyTo(file)).rejects.toThrow(noBackup);
      expect(await store.identity()).toBeUndefined();
    });

    it('C4: a copy holds what was there when it began, and the crawl beside it goes on', async () => {
      const ledger = await crawling();
      expect(await backup.copyTo(file)).toMatchObject({ providers: 1, pages: 1, waiting: 2 });
      await visit(ledger, 'a/3', page('three'));
      expect(await backup.copyTo(join(root, 'later'))).toMatchObject({ providers: 1, pages: 2, waiting: 1 });
      await ledger.close();
      expect(await restore.isInUse(file)).toBe(false);
    });

    it('C4, F6: a copy that is restored goes on where it was, and what was in flight waits again', async () => {
      const ledger = await crawling();
      const facts = await backup.copyTo(file);
      await ledger.close();
      store = open(join(folder, '../other'));
      restore = await store.openRestore();
      await restore.stage(file);
      expect(await store.identity()).toBeUndefined();
      expect(await restore.prepare('the copy', T)).toEqual(facts);
      await restore.swap(undefined);
      expect(await restore.settle('now')).toBeUndefined();
      expect(await states()).toEqual({
        'https://a.test/1': 'indexed',
        'https://a.test/2': 'waiting',
        'https://a.test/3': 'waiting',
      });
      const later = await ledgerOf(store);
      expect(await later.lease(9, T)).toHaveLength(2);
      await later.close();
    });

    it('C4: what is no backup is refused before anything is replaced', async () => {
      await (await crawling()).close();
      const before = await states();
      writeFileSync(file, 'no backup of anything');
      await restore.stage(file);
      await expect(restore.prepare('copy.txt', T)).rejects.toThrow(
        expect.objectContaining({ code: 'DOC_STORE', message: expect.stringContaining('copy.txt') }),
      );
      expect(await restore.settle('now')).toBeUndefined();
      expect(await states()).toEqual(before);
    });

    // Whoever finds it occupied waits for five seconds.
    it(
      'C4: a store that is crawled into is not occupied, and one that is occupied is not crawled into',
      more,
      async () => {
        const ledger = await crawling();
        await expect(restore.occupy()).rejects.toThrow(busy);
        await ledger.close();
        const occupied = await restore.occupy();
        await expect(store.openLedger()).rejects.toThrow(busy);
        await occupied.leave();
        await occupied.leave();
        await (await ledgerOf(store)).close();
      },
    );

    it('C4: replaced data waits until it is put beside the store', async () => {
      await (await crawling()).close();
      await backup.copyTo(file);
      const ledger = await ledgerOf(store);
      await visit(ledger, 'a/2', page('two'));
      await ledger.close();
      const before = await store.identity();
      const occupied = await restore.occupy();
      await restore.stage(file);
      await restore.prepare('the copy', T);
      expect(await occupied.shutOut()).toMatchObject({ receipts: [], unfinished: [], isWhole: true });
      expect(await restore.unsettled()).toBeUndefined();
      await restore.swap(occupied);
      await occupied.leave();
      expect(await store.identity()).not.toBe(before);
      expect(await states()).toMatchObject({ 'https://a.test/2': 'waiting' });
      expect((await store.check('quick'))?.unsettled).toBe(await restore.unsettled());
      const place = String(await restore.settle('now'));
      expect(await restore.unsettled()).toBeUndefined();
      expect(await (await store.openForgetting()).copiesBeside()).toEqual([place]);
      store = open(place);
      expect(await states()).toMatchObject({ 'https://a.test/2': 'indexed' });
    });

    it('C4: data or nothing is in the place of a restore, whatever others keep there; anything else is refused', async () => {
      expect(await restore.state([])).toBe('nothing');
      mkdirSync(folder);
      writeFileSync(join(folder, 'ours'), '');
      expect(await restore.state(['ours', 'theirs'])).toBe('nothing');
      await expect(restore.state([])).rejects.toThrow(elsewhere('holds no data of docent'));
      await (await crawling()).close();
      expect(await restore.state([])).toBe('data');
      await expect((await open(join(folder, 'ours')).openRestore()).state([])).rejects.toThrow(
        elsewhere('is not a folder'),
      );
    });

    it('C4: nothing stays of a restore that ends before it replaces anything', async () => {
      await (await crawling()).close();
      await backup.copyTo(file);
      const other = await open(join(folder, '../other')).openRestore();
      await other.stage(file);
      expect(await other.settle('now')).toBeUndefined();
      expect(existsSync(join(folder, '../other'))).toBe(false);
    });

    it('C4: a second place is found where the first is taken', async () => {
      await (await crawling()).close();
      await backup.copyTo(file);
      mkdirSync(`${folder}.before-restore-now`);
      await restore.stage(file);
      await restore.prepare('the copy', T);
      await restore.swap(undefined);
      expect(await restore.settle('now')).toBe(`${folder}.before-restore-now-2`);
    });

    it('C5: what was forgotten since the copy was made is carried over, and named', async () => {
      await (await crawling()).close();
      await backup.copyTo(file);
      const receipt = await forget('https://a.test/1');
      const writer = await store.openSideWriter();
      await writer.blocklist.add({ pattern: 'a.test/1', reason: 'asked for', by: 'operator', at: T });
      await writer.close();
      const occupied = await restore.occupy();
      await restore.stage(file);
      await restore.prepare('the copy', T);
      const removals = (await occupied.shutOut()) as Removals;
      expect(removals.receipts).toEqual([receipt]);
      expect(await restore.carry(removals)).toEqual([receipt]);
      expect(await restore.carry(removals)).toEqual([]);
      await restore.swap(occupied);
      await occupied.leave();
      await restore.settle('now');
      expect(await states()).toMatchObject({ 'https://a.test/1': 'indexed' });
      expect(await (await store.openForgetting()).receipts()).toEqual([receipt]);
      const reader = await store.openReader();
      expect(await reader.blocklist.list()).toMatchObject([{ pattern: 'a.test/1' }]);
      await reader.close();
    });

    it('C5: exports and backups of the copy and of the data are listed, and the file that was restored from', async () => {
      await (await crawling()).close();
      const copies = await store.openCopies();
      const made = { out: '/out/x', format: 'jsonl', at: T, providers: ['docs'], pages: 1 } as const;
      const earlier = { ...made, out: '/out/earlier', at: T - 1 };
      for (const one of [earlier, made]) await copies.noteExport(one);
      await copies.noteBackup({ file: '/out/first', at: T });
      await backup.copyTo(file);
      const later = { ...made, at: T + 1, pages: 2 };
      await copies.noteExport(later);
      await copies.noteBackup({ file: '/out/second', at: T + 1 });
      const occupied = await restore.occupy();
      await restore.stage(file);
      await restore.prepare(file, T + 2);
      const removals = (await occupied.shutOut()) as Removals;
      for (let times = 0; times < 2; times++) expect(await restore.carry(removals)).toEqual([]);
      await restore.swap(occupied);
      await occupied.leave();
      const place = String(await restore.settle('now'));
      expect(await copies.exports()).toEqual([earlier, later]);
      expect((await copies.backups()).map((one) => one.file)).toEqual(['/out/first', '/out/second', file]);
      expect(await (await open(place).openCopies()).exports()).toEqual([earlier, later]);
    });

    it('C5: of a copy that is restored elsewhere its own exports and backups are listed, since they hold its text', async () => {
      await (await crawling()).close();
      await (await store.openCopies()).noteBackup({ file: '/out/first', at: T });
      await backup.copyTo(file);
      store = open(join(folder, '../other'));
      restore = await store.openRestore();
      await restore.stage(file);
      await restore.prepare(file, T + 2);
      await restore.swap(undefined);
      await restore.settle('now');
      const backups = await (await store.openCopies()).backups();
      expect(backups).toEqual([
        { file: '/out/first', at: T },
        { file, at: T + 2 },
      ]);
    });

    it('C5, A4: requests filed and closed since the copy was made are carried over, each once', async () => {
      await (await crawling()).close();
      const requests = await store.openRequests();
      const words = { what: '', message: 'Why?', contact: 'she', note: '', askedAt: T, deadline: T + 1 };
      const add = (contact: string) => requests.add({ kind: 'inquiry', ...words, contact }, 10);
      const [first] = [await add('she'), await add('he'), await add('she')];
      await backup.copyTo(file);
      await requests.close(first as number, { state: 'answered', at: T + 2, note: 'so it is' });
      await requests.add({ kind: 'proposal', ...words, what: 'https://b.test/' }, 10);
      const before = await requests.list({ state: 'all' });
      const occupied = await restore.occupy();
      await restore.stage(file);
      await restore.prepare('the copy', T);
      const removals = (await occupied.shutOut()) as Removals;
      for (let times = 0; times < 2; times++) expect(await restore.carry(removals)).toEqual([]);
      await restore.swap(occupied);
      await occupied.leave();
      await restore.settle('now');
      // What was answered since has lost its contact in the copy, too.
      expect(await requests.list({ state: 'all' })).toEqual(before);
    });
  });
}
