// Reading the search index of a data folder without a crawl.
import { expect, it } from 'vitest';
import { testFolders } from '../folders.contract.ts';
import { openSearchReader } from './open.ts';

const folders = testFolders();

it('S1: is empty where nothing was crawled', async () => {
  const index = openSearchReader(folders.newFolder());
  expect(await index.wordsFrom('pool', 10)).toEqual([]);
  await index.close();
});
