// The stored pages of a data folder: the contract, and a folder without a crawl.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeStoredPages } from '../../../frontier/port-pages.contract.ts';
import { T } from '../../../frontier/port-words.contract.ts';
import { testFolders } from '../folders.contract.ts';
import { openStoredPages } from './stored-pages.ts';

const folders = testFolders();

describeStoredPages('of a data folder', async () => {
  const folder = folders.newFolder();
  return { ledger: folders.open(folder, T), openPages: async (filter) => openStoredPages(folder, filter) };
});

it('C6: none are there where nothing was crawled, and no folder is made', async () => {
  const folder = folders.newFolder();
  const pages = openStoredPages(folder);
  expect(await pages.known()).toEqual([]);
  expect(await pages.providers()).toEqual([]);
  await pages.close();
  expect(existsSync(folder)).toBe(false);
});
