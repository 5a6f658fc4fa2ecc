// Turns in a folder as several processes see them: dead ones, other machines, and a dead owner.
import { describe, expect, it } from 'vitest';
import { begun, lane, leaseNames, leaseOne, offerPages, T } from '../../../frontier/port-words.contract.ts';
import { inFolder, NO_PROCESS, testFolders } from '../folders.contract.ts';
import { openSideWriter } from './side-writer.ts';

const folders = testFolders();
const gap = { gapMs: 1_000 };
const soon = { wait: { by: 'host:clock', until: T + 100 } };

/** A folder that is crawled, and a writer beside it with the same clock. */
async function crawled() {
  const folder = folders.newFolder();
  const clock = { now: T };
  const ledger = folders.open(folder, T, clock);
  await ledger.begin(lane({ gapMs: 1_000 }), { fresh: false, now: T });
  await offerPages(ledger, 'a/1', 'a/2');
  const beside = () => openSideWriter(folder, { clock: () => clock.now });
  const change = (text: string, ...values: (string | number)[]) =>
    inFolder(folder, (db) => db.prepare(text).run(...values));
  return { folder, clock, ledger, beside, change };
}

describe('a turn whose process was killed', () => {
  it('F4: is void for the crawl, and the gap runs from the moment it looks', async () => {
    const { ledger, beside, change } = await crawled();
    await beside().takeTurn('a.test', gap);
    expect(await leaseNames(ledger, 9, T + 10)).toEqual([]);
    change('UPDATE turns SET pid = ?', NO_PROCESS);
    change("UPDATE turns SET worker = 'killed' || substr(worker, 37)");
    expect(await leaseNames(ledger, 9, T + 500)).toEqual([]);
    expect(await ledger.nextDue(T + 500)).toBe(T + 1_500);
    expect(await leaseNames(ledger, 9, T + 1_500)).toEqual(['a/1']);
  });

  it('F4: is void for others beside the crawl, and the crawl hears of the gap', async () => {
    const { ledger, beside, change, clock } = await crawled();
    await beside().takeTurn('a.test', gap);
    change("UPDATE turns SET pid = ?, worker = 'nobody'", NO_PROCESS);
    const other = beside();
    clock.now = T + 500;
    expect(await other.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 1_500 } });
    expect(await leaseNames(ledger, 9, T + 1_499)).toEqual([]);
    clock.now = T + 1_500;
    expect(await other.takeTurn('a.test', gap)).toMatchObject({ turn: { host: 'a.test' } });
    await other.close();
  });

  it('F4: is void when the folder is opened; one of a process that lives is not', async () => {
    const { folder, ledger, beside, change } = await crawled();
    await beside().takeTurn('a.test', gap);
    change("UPDATE turns SET pid = ?, worker = 'nobody'", NO_PROCESS);
    const living = beside();
    await living.takeTurn('b.test', gap);
    await ledger.close();
    const next = folders.open(folder, T + 50);
    expect(await next.takeTurn('a.test', T + 50, gap)).toMatchObject({ wait: { until: T + 1_050 } });
    expect(await next.takeTurn('b.test', T + 50, gap)).toMatchObject({ wait: { until: T + 150 } });
    await living.close();
  });

  it('F4: on another machine, or in another container, is void when its time is over', async () => {
    const { beside, change, clock } = await crawled();
    const [one, other] = [beside(), beside()];
    for (const host of ['a.test', 'b.test']) await one.takeTurn(host, gap);
    change("UPDATE turns SET machine = 'elsewhere', pid = ? WHERE host = 'a.test'", NO_PROCESS);
    change("UPDATE turns SET worker = 'name boot/container 1', pid = ? WHERE host = 'b.test'", NO_PROCESS);
    for (const host of ['a.test', 'b.test']) expect(await other.takeTurn(host, gap)).toMatchObject(soon);
    clock.now = T + 60_000;
    for (const host of ['a.test', 'b.test'])
      expect(await other.takeTurn(host, gap)).toMatchObject({ wait: { until: T + 61_000 } });
    for (const writer of [one, other]) await writer.close();
  });
});

describe('a lease', () => {
  it('F4: of a crawl that was killed is void for others, after the gap; the next crawl has its URL again', async () => {
    const { folder, ledger, beside, change, clock } = await crawled();
    await leaseOne(ledger);
    const one = beside();
    expect(await one.takeTurn('a.test', gap)).toMatchObject(soon);
    change('UPDATE owner SET heartbeat = 0, pid = ?', NO_PROCESS);
    expect(await one.takeTurn('a.test', gap)).toMatchObject({ wait: { until: T + 1_000 } });
    clock.now = T + 1_000;
    const { turn } = await one.takeTurn('a.test', gap);
    expect(turn).toBeDefined();
    const next = folders.open(folder, T + 1_000, clock);
    await next.begin(lane({ gapMs: 1_000 }), { fresh: false, now: T + 1_000 });
    expect(await leaseNames(next, 9, T + 1_000)).toEqual([]);
    await one.close();
    expect(await leaseNames(next, 9, T + 2_000)).toEqual(['a/1']);
  });
});

describe('an owner', () => {
  it('F4: counts requests of others also after all earlier ones were forgotten', async () => {
    const { ledger, beside, clock } = await crawled();
    const bounds = { budget: { perHour: 2, perDay: 99 } };
    for (const host of ['a.test', 'b.test']) await ledger.spend(host, bounds);
    clock.now = T + 48 * 3_600_000;
    const one = beside();
    for (const host of ['c.test', 'd.test']) await one.takeTurn(host, { gapMs: 0, bounds });
    expect(await ledger.spend('e.test', bounds)).toMatchObject({ by: 'budget:hour' });
    await one.close();
  });

  it('F4: takes a turn that was never seen in memory for what it is', async () => {
    const { ledger, beside } = await begun(folders.underTest, { gapMs: 1_000 });
    await (await beside()).takeTurn('z.test', gap);
    await offerPages(ledger, 'z/1');
    expect(await leaseNames(ledger, 9)).toEqual([]);
  });
});
