// The stored pages of a data folder: one without a crawl, and what is shown of a page.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lane, leaseOne, offerPages, page, settlement, T } from '../../../frontier/port-words.contract.ts';
import { testFolders } from '../folders.contract.ts';
import { openLedgerReader } from './reader.ts';
import { openStoredPages } from './stored-pages.ts';

const folders = testFolders();

it('C6: none are there where nothing was crawled, and no folder is made', async () => {
  const folder = folders.newFolder();
  const pages = openStoredPages(folder);
  expect(await pages.known()).toEqual([]);
  expect(await pages.providers()).toEqual([]);
  await pages.close();
  expect(existsSync(folder)).toBe(false);
});

it('C1: no secret of an address and nothing self-evident is shown of a page', async () => {
  const folder = folders.newFolder();
  const ledger = folders.open(folder, T);
  await ledger.begin(lane(), { fresh: false, now: T });
  await offerPages(ledger, 'a');
  const finalUrl = 'https://user:word@a.test/a?token=abc';
  const kept = { finalUrl, readHash: 'text', edges: '', cut: '' };
  await ledger.settle(await leaseOne(ledger), settlement(page('text', { record: kept })));
  const reader = openLedgerReader(folder);
  const [record] = await reader.records({ limit: 1 });
  await reader.close();
  const pages = openStoredPages(folder);
  const { page: stored } = await pages.page(record?.id ?? 0);
  await pages.close();
  for (const shown of [record?.page, stored]) {
    expect(shown?.finalUrl).toBe('https://a.test/a?token=***');
    for (const name of ['readHash', 'edges', 'cut']) expect(shown).not.toHaveProperty(name);
  }
});
