// The in-memory ledger keeps the contract.
import { expect, it } from 'vitest';
import { describeLedger } from '../../frontier/port.contract.ts';
import { describeReader } from '../../frontier/port-reader.contract.ts';
import { lane, T, timed } from '../../frontier/port-words.contract.ts';
import { openMemoryLedger } from './ledger.ts';
import { createMemoryReader } from './reader.ts';
import { newMemoryData } from './records.ts';
import { createMemorySideWriter } from './side-writer.ts';

describeLedger('in memory', async (now) => {
  const data = newMemoryData();
  const clock = { now };
  const open = () =>
    timed(
      openMemoryLedger(() => clock.now, data),
      clock,
    );
  return {
    ledger: open(),
    reopen: async (later) => {
      clock.now = later;
      return open();
    },
    beside: async () => createMemorySideWriter(data, { clock: () => clock.now }),
    clock,
  };
});

it('keeps nothing but what is passed to it', async () => {
  const limits = { provider: 'docs', perProvider: 1, perHost: 1, gapMs: 0, maxPages: 1, maxPerTemplate: 1 };
  await openMemoryLedger(() => 0).begin(limits, { fresh: false });
  expect(await openMemoryLedger(() => 0).lastCrawl('docs')).toBeUndefined();
});

describeReader('in memory', async () => {
  const data = newMemoryData();
  const clock = { now: T };
  const ledger = timed(
    openMemoryLedger(() => clock.now, data),
    clock,
  );
  await ledger.begin(lane(), { fresh: false, now: T });
  return { ledger, reader: createMemoryReader(data) };
});
