// Questions in the data folder: what only a folder can get wrong.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lane, offerPages, T } from '../../../frontier/port-words.contract.ts';
import { BEFORE_OUTBOX, BEFORE_REQUEST_KINDS, inFolder, testFolders } from '../folders.contract.ts';
import { FILE, openForWriting } from '../open.ts';
import { schemaSteps } from '../schema.ts';
import { openQuestions } from './questions.ts';

const folders = testFolders();
/** Brings a folder back to the version that had no questions. */
const WITHOUT_QUESTIONS = `DROP TABLE questions; DROP TABLE channel_decisions; DROP TABLE channel_service;
  DROP TABLE channel_aliases; DROP TABLE channel_answers; ALTER TABLE leases DROP COLUMN until; ALTER TABLE leases DROP COLUMN worker;
  ALTER TABLE runs DROP COLUMN lane; ALTER TABLE runs DROP COLUMN wish; DROP TABLE turns; DROP INDEX hosts_touched;
  ALTER TABLE hosts DROP COLUMN touched; ALTER TABLE hosts DROP COLUMN wanted_until; ALTER TABLE hosts DROP COLUMN others;
  ALTER TABLE urls DROP COLUMN render; DROP TABLE stamps; ${BEFORE_OUTBOX}; ${BEFORE_REQUEST_KINDS}; PRAGMA user_version = 6`;

async function crawled(): Promise<string> {
  const folder = folders.newFolder();
  await folders.open(folder, T).close();
  return folder;
}

describe('questions in a data folder', () => {
  it('A5: no folder is made for them, and none is brought up to date', async () => {
    const nowhere = folders.newFolder();
    const none = openQuestions(nowhere);
    await expect(none.note({ text: 'x', found: 0, at: T })).rejects.toThrow(
      expect.objectContaining({ code: 'DOC_STORE' }),
    );
    expect(await none.note({ text: 'x', found: 1, at: T })).toBe(false);
    await expect(none.clear()).rejects.toThrow(expect.objectContaining({ code: 'DOC_STORE' }));
    expect(existsSync(nowhere)).toBe(false);
    const old = await crawled();
    inFolder(old, (db) => db.exec(WITHOUT_QUESTIONS));
    const older = openQuestions(old);
    await expect(older.note({ text: 'x', found: 0, at: T })).rejects.toThrow(/older version/);
    await older.close();
    expect(inFolder(old, (db) => db.prepare('PRAGMA user_version').get())).toEqual({ user_version: 6 });
  });

  it('A5, C4: a folder of the version before gets the table, after a backup, with all that it held', async () => {
    const folder = await crawled();
    inFolder(folder, (db) =>
      db.exec(`${WITHOUT_QUESTIONS}; INSERT INTO blocklist VALUES ('a.test', '', 'operator', 1)`),
    );
    openForWriting(folder).close();
    expect(existsSync(join(folder, `before-version-${schemaSteps.length}.sqlite`))).toBe(true);
    const book = openQuestions(folder);
    expect(await book.note({ text: 'x', found: 0, at: T })).toBe(true);
    expect(await book.count()).toBe(1);
    await book.close();
    expect(inFolder(folder, (db) => db.prepare('SELECT count(*) AS n FROM blocklist').get())).toEqual({ n: 1 });
  });

  it('A5, C4: are counted while a crawl owns the folder, and by several at once', async () => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    await ledger.begin(lane(), { fresh: false, now: T });
    const books = [openQuestions(folder), openQuestions(folder)];
    for (let n = 0; n < 20; n++) {
      await offerPages(ledger, `a/${n}`);
      for (const book of books) await book.note({ text: 'gap', found: 0, at: T + n });
    }
    expect(await books[0]?.list({ limit: 2 })).toMatchObject([{ times: 40, lastAt: T + 19 }]);
    for (const book of books) await book.close();
    expect((await ledger.counts('docs')).discovered).toBe(20);
    await ledger.close();
  });

  it('A5: one that would have to wait for ever for another writer is abandoned', async () => {
    const folder = await crawled();
    const other = openForWriting(folder);
    other.exec('BEGIN IMMEDIATE');
    const book = openQuestions(folder);
    await expect(book.note({ text: 'gap', found: 0, at: T })).rejects.toThrow(
      expect.objectContaining({ code: 'DOC_STORE' }),
    );
    other.exec('ROLLBACK');
    expect(await book.note({ text: 'gap', found: 0, at: T })).toBe(true);
    await book.close();
    other.close();
  });

  it('A5: of cleared questions no byte is left in the folder', async () => {
    const folder = await crawled();
    const bytes = (): string =>
      [FILE, `${FILE}-wal`]
        .map((name) => join(folder, name))
        .filter((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)
        .map((path) => readFileSync(path, 'latin1'))
        .join('');
    const bystander = openQuestions(folder);
    expect(await bystander.count()).toBe(0);
    const book = openQuestions(folder);
    for (let n = 0; n < 300; n++) await book.note({ text: `xvqjword ${n} ${'y'.repeat(150)}`, found: 0, at: T });
    expect(bytes()).toContain('xvqjword');
    expect(await book.clear()).toBe(300);
    expect(bytes()).not.toContain('xvqjword');
    await book.close();
    await bystander.close();
  });
});
