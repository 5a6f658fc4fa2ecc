// A store is opened part by part: a part that only reads makes nothing and locks nothing.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { StoreAddress } from '../core/store-address.ts';
import { found, lane, refused } from '../frontier/port-words.contract.ts';
import { openStore } from './open-store.ts';
import type { Store } from './port.ts';

const root = mkdtempSync(join(tmpdir(), 'docent-store-'));
let n = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }));

function newSettings(): StoreAddress {
  return { kind: 'sqlite', folder: join(root, String(++n)) };
}

async function crawled(): Promise<{ readonly settings: StoreAddress; readonly store: Store }> {
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
  it('C4: has empty parts, and nothing of it is made', async () => {
    const settings = newSettings();
    const store = openStore(settings);
    expect(await store.identity()).toBeUndefined();
    expect(await store.check('deep')).toBeUndefined();
    expect(await store.health()).toMatchObject({ bytes: 0 });
    const [reader, pages, search, channel] = await Promise.all([
      store.openReader({ checked: true }),
      store.openPages(),
      store.openSearch(),
      store.openChannel(),
    ]);
    const asked = { any: ['pool'], phrases: [], not: [] };
    expect(await Promise.all([reader.providers(), pages.known(), channel.decisions()])).toEqual([[], [], []]);
    expect((await search.candidates(asked, { limit: 10 })).candidates).toEqual([]);
    expect(await Promise.all([store.knownProviders(), store.storedSums()])).toEqual([[], []]);
    await Promise.all([reader.close(), pages.close(), search.close(), channel.close()]);
    expect(existsSync(settings.folder)).toBe(false);
  });

  it('C4: is changed by nothing that belongs to a crawl: such a write is refused, and makes nothing', async () => {
    const settings = newSettings();
    const store = openStore(settings);
    const [judged, questions, channel] = await Promise.all([
      store.openJudged(),
      store.openQuestions(),
      store.openChannel(),
    ]);
    await expect(judged.add('pool', 'https://docs.example/pool', 1)).rejects.toThrow(nothing);
    await expect(questions.clear()).rejects.toThrow(nothing);
    await expect(channel.keepAlias('pool', '/pool/docs')).rejects.toThrow(nothing);
    await Promise.all([judged.close(), questions.close(), channel.close()]);
    expect(existsSync(settings.folder)).toBe(false);
  });

  it('C4: is there for what was opened before it was made', async () => {
    const store = openStore(newSettings());
    const watch = await store.openWatch();
    expect(await watch.reader.providers()).toEqual([]);
    const { ledger } = await store.openLedger();
    expect(await watch.reader.owner()).toMatchObject({ pid: process.pid });
    await ledger.close();
    await watch.close();
  });

  it('is made by the first crawl, and by a small write', async () => {
    const { settings, store } = await crawled();
    expect(await store.identity()).toBeDefined();
    expect(readdirSync(settings.folder)).toHaveLength(1);
    const other = openStore(newSettings());
    await (await other.openSideWriter()).close();
    expect(await other.identity()).toBeDefined();
  });
});

describe('a store', () => {
  it('C4: is crawled by one, and read by any number beside it', async () => {
    const { settings, store } = await crawled();
    const { ledger } = await store.openLedger();
    await expect(openStore(settings).openLedger()).rejects.toThrow(busy);
    const readers = [await store.openReader({ checked: true }), await openStore(settings).openReader()];
    for (const reader of readers) expect(await reader.providers()).toEqual([]);
    for (const reader of readers) await reader.close();
    const side = await store.openSideWriter();
    await side.addSeed('docs', 'https://a.test/');
    await side.close();
    expect(await ledger.inbox.seeds(['docs'])).toMatchObject([{ provider: 'docs', url: 'https://a.test/' }]);
    await ledger.close();
  });

  it('is not kept from being crawled by its readers', async () => {
    const { store } = await crawled();
    const open: readonly { close(): unknown }[] = await Promise.all([
      ...[store.openReader(), store.openPages(), store.openSearch(), store.openWatch()],
    ]);
    const { ledger } = await store.openLedger();
    await ledger.close();
    for (const one of open) await one.close();
  });

  it('H7: knows as seeds what crawls began with, and nothing that was refused for its scope or its address', async () => {
    const { store } = await crawled();
    const { ledger } = await store.openLedger();
    await ledger.begin(lane(), { fresh: false });
    await ledger.offer([
      found('a/', { url: 'http://127.0.0.1:1/' }),
      refused('b/', 'scope:host', { url: 'http://127.0.0.1:2/' }),
      refused('c/', 'scope:no-match', { url: 'http://127.0.0.1:3/' }),
      refused('d/', 'address:loopback', { url: 'http://127.0.0.1:4/' }),
      refused('e/', 'trap:extension', { url: 'http://127.0.0.1:1/a.zip' }),
      found('f/', { url: 'http://127.0.0.1:5/', depth: 1, wanted: true }),
    ]);
    await ledger.close();
    const seeds = ['http://127.0.0.1:1/', 'http://127.0.0.1:1/a.zip'];
    expect(await store.knownProviders()).toEqual([{ provider: 'docs', isStored: false, seeds }]);
  });

  it('is as it should be', async () => {
    const { store } = await crawled();
    expect(await store.check('deep')).toEqual({});
  });
});

describe('the store in a folder', () => {
  it('M4, C4: knows its size, the log included, and what is free where it is kept', async () => {
    const { settings, store } = await crawled();
    const { size } = statSync(join(settings.folder, 'docent.sqlite'));
    const { bytes, freeBytes } = await store.health();
    expect([bytes, freeBytes]).toEqual([size, expect.any(Number)]);
    writeFileSync(join(settings.folder, 'docent.sqlite-wal'), 'twelve bytes');
    expect((await store.health()).bytes).toBe(size + 12);
    expect(await openStore({ kind: 'sqlite', folder: join(settings.folder, 'docent.sqlite') }).health()).toMatchObject({
      bytes: 0,
    });
  });

  it('has another identity once other data is in its place', async () => {
    const { settings, store } = await crawled();
    const before = await store.identity();
    expect(await store.identity()).toBe(before);
    const backup = await store.openBackup();
    expect(await backup.copyTo(join(root, 'copy'))).toMatchObject({ providers: 0, pages: 0, waiting: 0 });
    const restore = await store.openRestore();
    await restore.stage(join(root, 'copy'));
    await restore.prepare('the copy', Date.now());
    await restore.swap(undefined);
    expect(await restore.settle('now')).toBe(`${settings.folder}.before-restore-now`);
    expect(await store.identity()).not.toBe(before);
    expect(await store.check('deep')).toEqual({});
    expect(await (await store.openForgetting()).copiesBeside()).toEqual([`${settings.folder}.before-restore-now`]);
  });

  it('F4: counts the requests of one day, and is the same for everybody who opens its folder', async () => {
    const { settings, store } = await crawled();
    for (const at of [0, 1, 86_400_001]) {
      const side = await openStore({ ...settings }).openSideWriter({ clock: () => at });
      await side.takeTurn('a.test', { gapMs: 0, bounds: {} });
      await side.close();
    }
    const reader = await store.openReader();
    expect(await reader.requestsSince(-1)).toEqual({ count: 2, oldest: 1 });
    await reader.close();
  });
});
