// Any number of processes read a folder, and write small things into it, while one crawls.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { inAll, scaled } from '../../../../test/support/how-long.ts';
import { lane, offerPages, T } from '../../../frontier/port-words.contract.ts';
import { inFolder, testFolders } from '../folders.contract.ts';
import { openSideWriter } from '../frontier/side-writer.ts';
import { openLedgerReader } from './reader.ts';

const folders = testFolders();
const counted = { gapMs: 0, bounds: {} };

async function crawl() {
  const folder = folders.newFolder();
  const ledger = folders.open(folder, T);
  await ledger.begin(lane(), { fresh: false, now: T });
  return { folder, ledger, reader: openLedgerReader(folder) };
}

describe('reading beside a crawl', () => {
  it('C4: is of nothing where nothing was crawled', async () => {
    const reader = openLedgerReader(folders.newFolder());
    expect(await reader.providers()).toEqual([]);
    expect(await reader.list({ limit: 10 })).toEqual([]);
    await reader.close();
  });

  it('F4: returns what robots.txt of a host was, and which requests others have counted', async () => {
    const { folder, ledger, reader } = await crawl();
    expect(await reader.robots('http://a')).toBeUndefined();
    ledger.saveRobots('http://a', '{}', new Uint8Array([1, 2]));
    expect(await reader.robots('http://a')).toEqual({ saved: '{}', body: new Uint8Array([1, 2]) });
    await ledger.noteRequest('a', T - 2_000);
    const writer = openSideWriter(folder, { clock: () => T - 1_000 });
    await writer.takeTurn('b', counted);
    await writer.close();
    expect(await reader.requestsSince(T - 3_000)).toEqual({ count: 2, oldest: T - 2_000 });
    expect(await reader.requestsSince(T - 3_000, 'b')).toEqual({ count: 1, oldest: T - 1_000 });
    expect(await reader.requestsSince(T - 1_000)).toEqual({ count: 0, oldest: undefined });
    await reader.close();
    await ledger.close();
    expect(await folders.open(folder, T).requestsSince(T - 3_000)).toEqual({ count: 2, oldest: T - 2_000 });
  });

  it('F4: a request that is counted beside a crawl makes those of more than a day ago forgotten', async () => {
    const { folder, reader } = await crawl();
    for (const at of [T - 90_000_000, T]) {
      const writer = openSideWriter(folder, { clock: () => at });
      await writer.takeTurn('a', counted);
      await writer.close();
    }
    expect(await reader.requestsSince(0)).toEqual({ count: 1, oldest: T });
    await reader.close();
  });

  it('U8: a choice among very many URLs, and their counts by path, do not compare each with each', scaled, async () => {
    const urls = inAll(5_000, 100_000);
    const { ledger, reader } = await crawl();
    for (let from = 0; from < urls; from += 1_000)
      await offerPages(ledger, ...Array.from({ length: 1_000 }, (_, at) => `a/part-${at % 50}/page-${from + at}`));
    expect(await reader.list({ limit: 50, path: `/part-7/*${urls - 93}`, text: 'PAGE' })).toHaveLength(1);
    expect(await reader.list({ limit: 50, path: 're:none' })).toEqual([]);
    expect(await reader.paths('docs', { prefix: 'a.test/', limit: 99 })).toHaveLength(50);
    await reader.close();
  });

  it('F5: a way that goes in circles ends', async () => {
    const { ledger, reader, folder } = await crawl();
    await offerPages(ledger, 'a/1', 'a/2');
    inFolder(folder, (db) => db.exec('UPDATE urls SET parent = 3 - id'));
    expect((await reader.find('a.test/1'))[0]?.foundOn).toEqual(['https://a.test/1', 'https://a.test/2']);
  });

  it('FAULTS 60: another process reads while acts are going on', async () => {
    const { folder, ledger } = await crawl();
    await offerPages(ledger, 'a/1');
    const code = `
      import { openLedgerReader } from ${JSON.stringify(new URL('./reader.ts', import.meta.url).href)};
      console.log((await openLedgerReader(${JSON.stringify(folder)}).counts('docs')).waiting);`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })).toBe('1\n');
    expect(await offerPages(ledger, 'a/2')).toEqual(['added']);
  });
});

describe('small writes beside a crawl', () => {
  it('C4: seeds and blocklist entries of other processes reach the crawler', async () => {
    const { folder, ledger, reader } = await crawl();
    const writer = openSideWriter(folder);
    const entry = { pattern: 'b.test', reason: 'asked us', by: 'operator', at: T } as const;
    expect(await writer.blocklist.add(entry)).toBe(true);
    await writer.addSeed('docs', 'https://a.test/new');
    expect(await ledger.blocklist.list()).toEqual([entry]);
    expect(await reader.blocklist.list()).toEqual([entry]);
    expect(await ledger.inbox.seeds(['docs'])).toMatchObject([{ provider: 'docs', url: 'https://a.test/new' }]);
    expect(await writer.blocklist.remove('b.test')).toBe(true);
    expect(await ledger.blocklist.list()).toEqual([]);
    await writer.close();
    await writer.close();
  });

  it('U10: a site can be blocked before the first crawl', async () => {
    const folder = folders.newFolder();
    const writer = openSideWriter(folder);
    await writer.blocklist.add({ pattern: 'b.test', reason: '', by: 'operator', at: T });
    await writer.close();
    expect(await folders.open(folder, T).blocklist.list()).toHaveLength(1);
  });

  it('C4: writers and crawler wait for each other', async () => {
    const { folder, ledger } = await crawl();
    const url = JSON.stringify(new URL('../frontier/side-writer.ts', import.meta.url).href);
    const code = `
      import { openSideWriter } from ${url};
      const writer = openSideWriter(${JSON.stringify(folder)});
      for (let i = 0; i < 200; i++) await writer.addSeed('docs', 'https://a.test/' + i);
      await writer.close();`;
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
    let seen = 0;
    const ended_ = new Promise<number | null>((resolve) => child.on('close', resolve));
    let over = false;
    const takeSeeds = async (): Promise<number> => {
      const seeds = await ledger.inbox.seeds(['docs']);
      await ledger.inbox.takenUp(seeds.map(({ id }) => id));
      return seeds.length;
    };
    void ended_.then(() => {
      over = true;
    });
    for (let i = 0; !over; i++) {
      await offerPages(ledger, `a/${i}`);
      seen += await takeSeeds();
      await new Promise((resolve) => setImmediate(resolve));
    }
    seen += await takeSeeds();
    expect(await ended_).toBe(0);
    expect(seen).toBe(200);
  });
});
