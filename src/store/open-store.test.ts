// A store is opened part by part: what only reads makes nothing and keeps nobody out.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openAtOnce } from './open-at-once.ts';
import { openStore } from './open-store.ts';
import type { Store, StoreSettings } from './port.ts';

const root = mkdtempSync(join(tmpdir(), 'docent-store-'));
let n = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }));

function newSettings(): StoreSettings {
  return { kind: 'sqlite', folder: join(root, String(++n)) };
}

async function crawled(): Promise<{ readonly settings: StoreSettings; readonly store: Store }> {
  const settings = newSettings();
  const store = openStore(settings);
  await (await store.openLedger()).ledger.close();
  return { settings, store };
}

const nothing = expect.objectContaining({
  code: 'DOC_STORE',
  message: expect.stringContaining('there is no crawl in'),
});
const busy = expect.objectContaining({ code: 'DOC_STORE_BUSY' });

describe('a store that is not there yet', () => {
  it('is reported by everything that reads, and nothing of it is made', async () => {
    const settings = newSettings();
    const store = openStore(settings);
    expect(store.exists()).toBe(false);
    expect(() => store.checkExists()).toThrow(nothing);
    expect(() => store.identity()).toThrow(nothing);
    expect(await store.check('deep')).toBeUndefined();
    for (const read of [
      () => store.openReader(),
      () => store.openSearch(),
      () => store.openPages(),
      () => store.knownProviders(),
      () => store.storedSums(),
    ])
      await expect(read()).rejects.toThrow(nothing);
    for (const open of [store.openWatch, store.openQuestions]) await (await open()).close();
    expect(() => openAtOnce(settings).openReader()).toThrow(nothing);
    expect(() => openAtOnce(settings).knownProviders()).toThrow(nothing);
    expect(existsSync(settings.folder)).toBe(false);
  });

  it('is made by the first crawl, and by a small write', async () => {
    const { settings, store } = await crawled();
    expect(store.exists()).toBe(true);
    expect(readdirSync(settings.folder)).toHaveLength(1);
    const other = openStore(newSettings());
    await (await other.openSideWriter()).close();
    expect(other.exists()).toBe(true);
  });
});

describe('a store', () => {
  it('C4: is crawled by one, and read by any number beside it', async () => {
    const { settings, store } = await crawled();
    const { ledger } = openAtOnce(settings).openLedger();
    await expect(store.openLedger()).rejects.toThrow(busy);
    expect(() => openAtOnce(settings).openLedger()).toThrow(busy);
    const readers = [await store.openReader({ checked: true }), openAtOnce(settings).openReader()];
    for (const reader of readers) expect(await reader.providers()).toEqual([]);
    for (const reader of readers) await reader.close();
    const side = await store.openSideWriter();
    await side.addSeed('docs', 'https://a.test/');
    await side.close();
    expect(await ledger.inbox()).toEqual([{ kind: 'seed', provider: 'docs', url: 'https://a.test/' }]);
    await ledger.close();
  });

  it('is not kept from being crawled by its readers', async () => {
    const { store } = await crawled();
    const open = await Promise.all([store.openReader(), store.openSearch(), store.openPages(), store.openWatch()]);
    const { ledger } = await store.openLedger();
    await ledger.close();
    for (const one of open) await one.close();
  });

  it('has another identity once other data stands in its place', async () => {
    const { settings, store } = await crawled();
    const before = store.identity();
    expect(store.identity()).toBe(before);
    const backup = await store.openBackup?.();
    expect(await backup?.copyTo(join(root, 'copy'))).toMatchObject({ providers: 0, pages: 0, waiting: 0 });
    const restore = await store.openRestore?.();
    await restore?.stage(join(root, 'copy'));
    await restore?.prepare('the copy', Date.now());
    await restore?.swap([], undefined);
    expect(await restore?.settle('now')).toBe(`${settings.folder}.before-restore-now`);
    expect(store.identity()).not.toBe(before);
    expect(await store.check('deep')).toEqual({});
    expect((await store.openForgetting?.())?.copiesBeside()).toEqual([`${settings.folder}.before-restore-now`]);
  });
});
