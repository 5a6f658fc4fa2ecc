// The outbox in the data folder: what only a folder can get wrong.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lane, T } from '../../../frontier/port-words.contract.ts';
import { BEFORE_OUTBOX, inFolder, testFolders } from '../folders.contract.ts';
import { FILE, openForWriting } from '../open.ts';
import { schemaSteps } from '../schema.ts';
import { openWatch } from './open.ts';

const folders = testFolders();
const WITHOUT_OUTBOX = `${BEFORE_OUTBOX}; PRAGMA user_version = 13`;

async function crawled(): Promise<string> {
  const folder = folders.newFolder();
  const ledger = folders.open(folder, T);
  await ledger.begin(lane(), { fresh: false, now: T });
  await ledger.finish('docs', T);
  await ledger.close();
  return folder;
}

describe('the outbox in a data folder', () => {
  it('C4: looking for deliveries makes no folder, and brings none up to date', async () => {
    const nowhere = folders.newFolder();
    const none = openWatch(nowhere);
    expect(await none.outbox.take('one', T)).toBeUndefined();
    expect(await none.outbox.nextDue('one')).toBeUndefined();
    expect(await none.outbox.unannounced(0)).toEqual([]);
    expect(await none.outbox.removeOlder(T, T)).toEqual(new Map());
    await none.close();
    expect(existsSync(nowhere)).toBe(false);
    const old = await crawled();
    inFolder(old, (db) => db.exec(WITHOUT_OUTBOX));
    const older = openWatch(old);
    await expect(older.outbox.take('one', T)).rejects.toThrow(/older version/);
    await older.close();
    expect(inFolder(old, (db) => db.prepare('PRAGMA user_version').get())).toEqual({ user_version: 13 });
  });

  it('C4, M1: runs that ended before there was an outbox count as announced', async () => {
    const folder = await crawled();
    inFolder(folder, (db) => db.exec(WITHOUT_OUTBOX));
    openForWriting(folder).close();
    expect(existsSync(join(folder, `before-version-${schemaSteps.length}.sqlite`))).toBe(true);
    const watch = openWatch(folder);
    expect(await watch.outbox.unannounced(0)).toEqual([]);
    await watch.close();
  });

  it('M1: ends that are not announced are found by an index, however many runs there are', async () => {
    const folder = await crawled();
    const plan = inFolder(folder, (db) =>
      db
        .prepare(
          'EXPLAIN QUERY PLAN SELECT id FROM runs WHERE ended_at > 1 AND ended_at IS NOT NULL AND announced IS NOT ended_at ORDER BY ended_at, id',
        )
        .all(),
    );
    expect(JSON.stringify(plan)).toContain('runs_unannounced');
  });

  it('C5: of a delivery that was removed no byte is left in the file', async () => {
    const folder = await crawled();
    const watch = openWatch(folder);
    const body = JSON.stringify({ text: 'xvqjword '.repeat(2_000) });
    const delivery = { id: 'a', receiver: 'one', event: 'alert', provider: 'docs', body };
    await watch.outbox.announce({ run: 1, endedAt: T }, [delivery], T);
    await watch.outbox.take('one', T);
    await watch.outbox.remove('a');
    await watch.close();
    openForWriting(folder).close();
    expect(readFileSync(join(folder, FILE), 'latin1')).not.toContain('xvqjword');
  });
});
