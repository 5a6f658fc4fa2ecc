// Judged queries in the data folder: what only a folder can get wrong.
import { describe, expect, it } from 'vitest';
import { T } from '../../../frontier/port-words.contract.ts';
import { BEFORE_OUTBOX, BEFORE_REQUEST_KINDS, inFolder, testFolders } from '../folders.contract.ts';
import { openJudged } from './judged.ts';

const folders = testFolders();

async function crawled(): Promise<string> {
  const folder = folders.newFolder();
  await folders.open(folder, T).close();
  return folder;
}

describe('judged queries in a data folder', () => {
  it('C4: a folder without a crawl has none, nor has one of an earlier version', async () => {
    expect(await openJudged(folders.newFolder()).list()).toEqual([]);
    const old = await crawled();
    inFolder(old, (db) => db.exec(`${BEFORE_OUTBOX}; ${BEFORE_REQUEST_KINDS}; PRAGMA user_version = 12`));
    const book = openJudged(old);
    expect(await book.list()).toEqual([]);
    expect(await book.scores(5)).toEqual([]);
    await book.close();
  });
});
