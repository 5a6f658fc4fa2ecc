// A store is opened part by part: a part that only reads makes nothing and locks nothing.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { found, lane, refused } from '../frontier/port-words.contract.ts';
import { openAtOnce } from './open-at-once.ts';
import { openStore } from './open-store.ts';
import type { Store, StoreKind, StoreSettings } from './port.ts';

const root = mkdtempSync(join(tmpdir(), 'docent-store-'));
let n = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }));

const kinds: readonly StoreKind[] = ['sqlite', 'memory'];

function newSettings(kind: StoreKind): StoreSettings {
  return { kind, folder: join(root, String(++n)) };
}

async function crawled(kind: StoreKind): Promise<{ readonly settings: StoreSettings; readonly store: Store }> {
  const settings = newSettings(kind);
  const store = openStore(settings);
  await (await store.openLedger()).ledger.close();
  return { settings, store };
}

const nothing = expect.objectContaining({
  code: 'DOC_STORE',
  message: expect.stringContaining('there is no crawl in'),
});
const busy = expect.objectContaining({ code: 'DOC_STORE_BUSY' });

const missing = (part: string) =>
  expect.objectContaining({
    code: 'DOC_CONFIG',
    message: expect.stringMatching(`^store: memory keeps no ${part}.*; use store: sqlite$`),
  });

describe('a store that is not there yet', () => {
  const kind = 'sqlite';

  it('C4: has empty parts, and nothing of it is made', async () => {
    const settings = newSettings(kind);
    const store = openStore(settings);
    expect(store.exists()).toBe(false);
    expect(await store.identity()).toBeUndefined();
    expect(await store.check('deep')).toBeUndefined();
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
    const settings = newSettings(kind);
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
    const store = openStore(newSettings(kind));
    const watch = await store.openWatch();
    expect(await watch.reader.providers()).toEqual([]);
    const { ledger } = await store.openLedger();
    expect(await watch.reader.owner()).toMatchObject({ pid: process.pid });
    await ledger.close();
    await watch.close();
  });

  it('is made by the first crawl, and by a small write', async () => {
    const { settings, store } = await crawled(kind);
    expect(store.exists()).toBe(true);
    if (kind === 'sqlite') expect(readdirSync(settings.folder)).toHaveLength(1);
    else expect(existsSync(settings.folder)).toBe(false);
    const other = openStore(newSettings(kind));
    await (await other.openSideWriter()).close();
    expect(other.exists()).toBe(true);
  });
});

describe.each(kinds)('a store of kind %s', (kind) => {
  it('C4: is crawled by one, and read by any number beside it', async () => {
    const { settings, store } = await crawled(kind);
    const { ledger } = openAtOnce(settings).openLedger();
    await expect(store.openLedger()).rejects.toThrow(busy);
    expect(() => openAtOnce(settings).openLedger()).toThrow(busy);
    const readers = [await store.openReader({ checked: true }), openAtOnce(settings).openReader()];
    for (const reader of readers) expect(await reader.providers()).toEqual([]);
    for (const reader of readers) await reader.close();
    const side = await store.openSideWriter();
    await side.addSeed('docs', 'https://a.test/');
    await side.close();
    expect(await ledger.inbox.seeds(['docs'])).toMatchObject([{ provider: 'docs', url: 'https://a.test/' }]);
    await ledger.close();
  });

  it('is not kept from being crawled by its readers', async () => {
    const { store } = await crawled(kind);
    const open: { close(): unknown }[] = await Promise.all([store.openReader(), store.openPages()]);
    if (store.lacks === undefined) open.push(await store.openSearch(), await store.openWatch());
    const { ledger } = await store.openLedger();
    await ledger.close();
    for (const one of open) await one.close();
  });

  it('H7: knows as seeds what crawls began with, and nothing that was refused for its scope or its address', async () => {
    const { store } = await crawled(kind);
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
    const { store } = await crawled(kind);
    expect(await store.check('deep')).toEqual({});
  });
});

describe('the store in a folder', () => {
  it('has another identity once other data is in its place', async () => {
    const { settings, store } = await crawled('sqlite');
    const before = await store.identity();
    expect(await store.identity()).toBe(before);
    const backup = await store.openBackup?.();
    expect(await backup?.copyTo(join(root, 'copy'))).toMatchObject({ providers: 0, pages: 0, waiting: 0 });
    const restore = await store.openRestore?.();
    await restore?.stage(join(root, 'copy'));
    await restore?.prepare('the copy', Date.now());
    await restore?.swap([], undefined);
    expect(await restore?.settle('now')).toBe(`${settings.folder}.before-restore-now`);
    expect(await store.identity()).not.toBe(before);
    expect(await store.check('deep')).toEqual({});
    expect(await (await store.openForgetting?.())?.copiesBeside()).toEqual([`${settings.folder}.before-restore-now`]);
  });
});

describe('the store in memory', () => {
  it('is the same for everybody who opens its name, and another under another name', async () => {
    const { settings, store } = await crawled('memory');
    const side = await openStore({ ...settings }).openSideWriter();
    await side.blocklist.add({ pattern: 'a.test', reason: 'no', by: 'operator', at: 1 });
    await side.takeTurn('a.test', { gapMs: 0, bounds: {} });
    const reader = openAtOnce(settings).openReader();
    expect(await reader.blocklist.list()).toHaveLength(1);
    expect(await reader.requestsSince(0, 'a.test')).toMatchObject({ count: 1 });
    expect(openStore(newSettings('memory')).exists()).toBe(false);
    expect(await store.identity()).toBe(await openStore(settings).identity());
  });

  it('counts the requests of one day', async () => {
    const { store } = await crawled('memory');
    for (const at of [0, 1, 86_400_001]) {
      const side = await store.openSideWriter({ clock: () => at });
      await side.takeTurn('a.test', { gapMs: 0, bounds: {} });
    }
    expect(await (await store.openReader()).requestsSince(-1)).toEqual({ count: 2, oldest: 1 });
  });

  it('can be dropped, unless a crawl is under way; what comes after it is another one', async () => {
    const { store } = await crawled('memory');
    const before = await store.identity();
    const { ledger } = await store.openLedger();
    expect(() => store.drop?.()).toThrow(busy);
    await ledger.close();
    store.drop?.();
    expect(store.exists()).toBe(false);
    await expect(store.openReader()).rejects.toThrow(nothing);
    await (await store.openLedger()).ledger.close();
    expect(await store.identity()).not.toBe(before);
  });

  it('reports what it does not keep, and which store does', async () => {
    const { store } = await crawled('memory');
    await expect(store.openSearch()).rejects.toThrow(missing('search index'));
    await expect(store.openWatch()).rejects.toThrow(missing('runs'));
    await expect(store.openRequests()).rejects.toThrow(missing('requests'));
    await expect(store.openQuestions()).rejects.toThrow(missing('questions'));
    expect(store).not.toHaveProperty('openBackup');
  });
});
