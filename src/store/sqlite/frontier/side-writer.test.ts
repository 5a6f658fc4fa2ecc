// Small writes beside a crawl: while somebody else's transaction is in the way, and with what a ledger hears of them.

import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { dataFile } from '../../../../test/support/data-file.ts';
import { lane, T } from '../../../frontier/port-words.contract.ts';
import { openChannelMemory } from '../channel/memory.ts';
import { testFolders } from '../folders.contract.ts';
import { openCrawlLedger } from './crawl-ledger.ts';
import { openSideWriter } from './side-writer.ts';

const folders = testFolders();

describe('C4: a write beside a transaction of another connection', () => {
  it('C4: waits for it without blocking the process', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    const { run } = await ledger.begin(lane(), { fresh: false, now: T });
    await ledger.close();
    const side = openSideWriter(folder, { busyMs: 600_000, clock: () => T });
    const channel = openChannelMemory(folder, { make: true });
    const other = new DatabaseSync(dataFile(folder));
    // The process that waits is the one that ends the transaction.
    other.exec('BEGIN IMMEDIATE');
    const acts = [
      side.setWish(run, 'pause'),
      side.addWanted('docs', 'https://a.test/1'),
      side.requestRun('{}'),
      side.inbox.takenUp([99]),
      side.blocklist.add({ pattern: 'b.test', reason: '', by: 'operator', at: T }),
      side.takeTurn('a.test', { gapMs: 0 }),
      channel.keepAlias('/a/b', '/c/d'),
    ];
    const opened = openCrawlLedger(folder, () => T);
    let done = 0;
    for (const act of [...acts, opened]) void act.then(() => done++);
    await turn();
    expect(done).toBe(0);
    other.exec('ROLLBACK');
    await Promise.all(acts);
    await (await opened).ledger.close();
    other.close();
    await channel.close();
    await side.close();
  });

  it('A2: has the ledger of a run that is told of it follow the wish at once', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    const { run } = await ledger.begin(lane(), { fresh: false, now: T });
    const side = openSideWriter(folder);
    await side.setWish(run, 'pause');
    const waiting = ledger.waitForWork(600_000);
    expect(await ledger.wishOf(run)).toBe('pause');
    // Hangs where it is not woken.
    await waiting;
    await side.close();
  });
});
