// The channel's memory in the data folder: what only a folder can get wrong.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { T } from '../../../frontier/port-words.contract.ts';
import { BEFORE_OUTBOX, BEFORE_REQUEST_KINDS, inFolder, testFolders } from '../folders.contract.ts';
import { openForWriting } from '../open.ts';
import { schemaSteps } from '../schema.ts';
import { openChannelMemory } from './memory.ts';

const folders = testFolders();
const BEFORE = `DROP TABLE channel_decisions; DROP TABLE channel_service; DROP TABLE channel_aliases;
  DROP TABLE channel_answers; DROP TABLE stamps; ${BEFORE_OUTBOX}; ${BEFORE_REQUEST_KINDS}; PRAGMA user_version = 10`;
const stored = expect.objectContaining({ code: 'DOC_STORE' });

async function crawled(): Promise<string> {
  const folder = folders.newFolder();
  await folders.open(folder, T).close();
  return folder;
}

describe('the channel’s memory of a folder', () => {
  it('X2: makes none, and brings none up to date, at a question', async () => {
    const nowhere = folders.newFolder();
    const none = openChannelMemory(nowhere, { make: false });
    expect(await none.decisions()).toEqual([]);
    await expect(none.keepService({ failures: 0 })).rejects.toThrow(stored);
    expect(existsSync(nowhere)).toBe(false);
    const folder = await crawled();
    inFolder(folder, (db) => db.exec(BEFORE));
    const older = openChannelMemory(folder, { make: false });
    await expect(older.keepAlias('/a/b', '/c/d')).rejects.toThrow(/older version/);
    await older.close();
    expect(inFolder(folder, (db) => db.prepare('PRAGMA user_version').get())).toEqual({ user_version: 10 });
  });

  it('X2, C4: a folder of the version before gets the tables at a check, after a backup, with all that it held', async () => {
    const folder = await crawled();
    inFolder(folder, (db) => db.exec(`${BEFORE}; INSERT INTO blocklist VALUES ('a.test', '', 'operator', 1)`));
    const memory = openChannelMemory(folder, { make: true });
    expect(await memory.decisions()).toEqual([]);
    await memory.keepService({ failures: 1 });
    expect(await memory.service()).toEqual({ failures: 1 });
    await memory.close();
    expect(existsSync(join(folder, `before-version-${schemaSteps.length}.sqlite`))).toBe(true);
    expect(inFolder(folder, (db) => db.prepare('SELECT count(*) AS n FROM blocklist').get())).toEqual({ n: 1 });
  });

  it('X2: waits a moment for another writer, and not long', async () => {
    const folder = await crawled();
    const other = openForWriting(folder);
    other.exec('BEGIN IMMEDIATE');
    const memory = openChannelMemory(folder, { make: false });
    await expect(memory.keepService({ failures: 0 })).rejects.toThrow(stored);
    other.exec('ROLLBACK');
    await memory.keepService({ failures: 0 });
    await memory.close();
    other.close();
  });

  it('X2: what cannot be read any more counts as not kept', async () => {
    const folder = await crawled();
    inFolder(folder, (db) =>
      db.exec(
        `INSERT INTO channel_decisions VALUES ('p', '{"source":"elsewhere"}'); INSERT INTO channel_service VALUES (1, '[')`,
      ),
    );
    const memory = openChannelMemory(folder, { make: false });
    expect(await memory.decisions()).toEqual([]);
    expect(await memory.service()).toBeUndefined();
    await memory.close();
  });
});
