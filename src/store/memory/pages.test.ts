// Pages that are kept in memory: the contract, and that they are shown as the other engines show them.
import { expect, it } from 'vitest';
import { describeStoredPages } from '../../frontier/port-pages.contract.ts';
import { lane, leaseOne, offerPages, page, settlement, T, timed } from '../../frontier/port-words.contract.ts';
import { openMemoryLedger } from './ledger.ts';
import { createMemoryReader } from './reader.ts';
import { newMemoryData } from './records.ts';
import { openMemoryPages } from './stored-pages.ts';

describeStoredPages('in memory', async () => {
  const data = newMemoryData();
  const clock = { now: T };
  const ledger = timed(
    openMemoryLedger(() => clock.now, data),
    clock,
  );
  return { ledger, openPages: async (filter) => openMemoryPages(data, filter) };
});

it('C1: no secret of an address and nothing self-evident is shown of a page', async () => {
  const data = newMemoryData();
  const clock = { now: T };
  const ledger = timed(
    openMemoryLedger(() => clock.now, data),
    clock,
  );
  await ledger.begin(lane(), { fresh: false, now: T });
  await offerPages(ledger, 'a');
  const finalUrl = 'https://user:word@a.test/a?token=abc';
  const kept = { finalUrl, readHash: 'text', edges: '', cut: '' };
  await ledger.settle(await leaseOne(ledger), settlement(page('text', { record: kept })));
  const [record] = await createMemoryReader(data).records({ limit: 1 });
  const pages = openMemoryPages(data);
  for (const shown of [record?.page, (await pages.page(record?.id ?? 0)).page]) {
    expect(shown?.finalUrl).toBe('https://a.test/a?token=***');
    for (const name of ['readHash', 'edges', 'cut']) expect(shown).not.toHaveProperty(name);
  }
});
