// Reading the search index of a data folder: the contract, and a folder without a crawl.
import { expect, it } from 'vitest';
import { T } from '../../../frontier/port-words.contract.ts';
import { describeSearch } from '../../../search/port.contract.ts';
import { testFolders } from '../folders.contract.ts';
import { openSearchReader } from './open.ts';

const folders = testFolders();

describeSearch('of a data folder', async () => {
  const folder = folders.newFolder();
  return { ledger: folders.open(folder, T), openSearch: async () => openSearchReader(folder) };
});

it('S1: is empty where nothing was crawled', async () => {
  const index = openSearchReader(folders.newFolder());
  expect(await index.wordsFrom('pool', 10)).toEqual([]);
  await index.close();
});
