// The contract of what was made of a store (C5): every engine that lists exports and backups proves it by running this suite.
import { beforeEach, describe, expect, it } from 'vitest';
import { T, type TimedLedger } from '../frontier/port-words.contract.ts';
import type { Copies, ExportRecord } from './port-copies.ts';

/** The store of one test. */
export interface CopiedPlace {
  /** Opens the lists, as another process would. */
  openCopies(): Promise<Copies>;
  /** Opens the ledger of a crawl; makes the store. */
  openLedger(): Promise<TimedLedger>;
}

const jsonl: ExportRecord = {
  ...{ out: '/out/docs.jsonl', format: 'jsonl', at: T, providers: ['docs', 'other'], pages: 7 },
};
const noCrawl = expect.objectContaining({ code: 'DOC_STORE' });

/** Runs the whole contract against an engine; `open` returns an empty store each time. */
export function describeCopies(name: string, open: () => Promise<CopiedPlace>): void {
  describe(`exports and backups ${name}`, () => {
    let store: CopiedPlace;
    let copies: Copies;
    beforeEach(async () => {
      store = await open();
      copies = await store.openCopies();
    });

    it('C5: where nothing was crawled there are none, and none can be noted', async () => {
      await expect(copies.noteExport(jsonl)).rejects.toThrow(noCrawl);
      await expect(copies.noteBackup({ file: '/out/one', at: T })).rejects.toThrow(noCrawl);
      expect([await copies.exports(), await copies.backups()]).toEqual([[], []]);
    });

    it('C5: they are listed as they were noted, the oldest first, beside a crawl and by any process', async () => {
      const ledger = await store.openLedger();
      const folder: ExportRecord = { out: '/out/문서 "x"', format: 'markdown', at: T - 5, providers: [], pages: 0 };
      expect([await copies.noteExport(jsonl), await copies.noteExport(folder)]).toEqual([true, true]);
      for (const [file, at] of [['/out/b', T] as const, ['/out/a', T - 1] as const])
        expect(await copies.noteBackup({ file, at })).toBe(true);
      for (const one of [copies, await store.openCopies()]) {
        expect(await one.exports()).toEqual([folder, jsonl]);
        expect(await one.backups()).toEqual([
          { file: '/out/a', at: T - 1 },
          { file: '/out/b', at: T },
        ]);
      }
      await ledger.close();
    });

    it('C5: each place is listed once, with what was made there last, also where the clock was set back', async () => {
      await (await store.openLedger()).close();
      const again: ExportRecord = { ...jsonl, format: 'llms', at: T - 9, providers: ['new'], pages: 1 };
      for (const one of [jsonl, again]) await copies.noteExport(one);
      for (const at of [T, T - 9]) await copies.noteBackup({ file: '/out/one', at });
      expect(await copies.exports()).toEqual([again]);
      expect(await copies.backups()).toEqual([{ file: '/out/one', at: T - 9 }]);
    });

    it('C5: each of several that are noted at once is listed', async () => {
      await (await store.openLedger()).close();
      const files = Array.from({ length: 8 }, (_, n) => `/out/${n}`);
      await Promise.all(files.map((file) => copies.noteBackup({ file, at: T })));
      expect((await copies.backups()).map(({ file }) => file)).toEqual(files);
    });
  });
}
