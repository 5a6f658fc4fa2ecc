// What runs leave behind, in the folder: counted with each settlement, safe against a kill; and the small writes beside it.
import { describe, expect, it } from 'vitest';
import type { Outcome, Settlement } from '../../frontier/port.ts';
import { ended, found, lane, leaseOne, offerPages, page, settlement, T } from '../../frontier/port-words.contract.ts';
import { judgeAlerts } from '../../watch/alerts.ts';
import { defaultBounds } from '../../watch/bounds.ts';
import { inFolder, testFolders } from './folders.contract.ts';
import { openLedger, type SqliteLedger } from './ledger.ts';
import { openReader } from './reader.ts';
import { openWatch } from './watch-open.ts';

const folders = testFolders();
const again = { fresh: false, now: T } as const;

async function opened(folder = folders.newFolder(), now = T): Promise<{ folder: string; ledger: SqliteLedger }> {
  const ledger = openLedger(folder, now);
  await ledger.begin(lane(), { ...again, now });
  return { folder, ledger };
}

function settled(outcome: Outcome, facts: Partial<Settlement> = {}): Settlement {
  const answered = { status: 200, ms: 10, bytes: 100, isPage: true, read: { empty: false } };
  return { ...settlement(outcome), facts: answered, ...facts };
}

function latest(folder: string) {
  const watch = openWatch(folder);
  try {
    const run = watch.reader.runs({ limit: 1 })[0];
    return { run, changes: run === undefined ? [] : watch.reader.changes(run.id, 100), owner: watch.reader.owner() };
  } finally {
    watch.close();
  }
}

describe('the record of a run', () => {
  it('M3: a run that had stopped at its cap keeps its end when the next one begins anew', async () => {
    const { folder, ledger } = await opened();
    await offerPages(ledger, 'a', 'b');
    await ledger.settle(await leaseOne(ledger), settled(page('one')));
    await ledger.finish('docs', T + 5_000);
    const full = { ...lane(), maxPages: 1 };
    await ledger.begin(full, { fresh: false, renew: 'when-full', now: T + 90_000 });
    const watch = openWatch(folder);
    const [second, first] = watch.reader.runs({ limit: 2 });
    watch.close();
    await ledger.close();
    expect(first).toMatchObject({ startedAt: T, endedAt: T + 5_000 });
    expect(second).toMatchObject({ startedAt: T + 90_000, endedAt: undefined });
  });

  it('F6, M1: counts with each settlement; after a crash it has what was settled, and goes on as the same run', async () => {
    const { folder, ledger } = await opened();
    await offerPages(ledger, 'a/1', 'a/2', 'a/3');
    await ledger.settle(await leaseOne(ledger), settled(page('one')));
    await ledger.settle(
      await leaseOne(ledger),
      settled(ended('gone'), { facts: { status: 404, ms: 5, bytes: 7, isPage: true } }),
    );
    await leaseOne(ledger);
    const crashed = folders.crashed(folder);
    await ledger.close();
    const counts = {
      requests: 2,
      ok: 1,
      clientErrors: 1,
      read: 1,
      bytes: 107,
      hosts: [{ host: 'a.test', answers: 2, ms: 15 }],
    };
    expect(latest(crashed).run).toMatchObject({ id: 1, complete: false, counters: { ...counts, stored: 1 } });
    expect(latest(crashed).run?.endedAt).toBeUndefined();
    const { ledger: next } = await opened(crashed, T + 1_000);
    expect(latest(crashed)).toMatchObject({ run: { id: 1 }, owner: { pid: process.pid, providers: ['docs'] } });
    await next.settle(await leaseOne(next, T + 1_000), settled(page('three')));
    expect(await next.finish('docs', T + 2_000)).toBe(true);
    expect(latest(crashed).run).toMatchObject({
      ...{ id: 1, generation: 1, complete: true, endedAt: T + 2_000, changes: { new: 2, deleted: 0 } },
      counters: { ...counts, requests: 3, ok: 2, read: 2, bytes: 207, hosts: [{ answers: 3, ms: 25 }], stored: 2 },
      reasons: { 'http:200': 2, 'http:500': 1 },
    });
    expect(latest(crashed).owner?.providers).toEqual([]);
    await next.close();
  });

  it('M3: a page that turns out to be another’s twin is counted once, against what was stored when the run began', async () => {
    const { folder, ledger } = await opened();
    await ledger.offer([found('a/deep', { depth: 2 })], T);
    await ledger.settle(await leaseOne(ledger), settled(page('same')));
    await ledger.offer([found('a/near', { depth: 1 })], T);
    await ledger.settle(await leaseOne(ledger), settled(page('same')));
    expect(latest(folder).run?.changes).toMatchObject({ new: 1, excluded: 0 });
    expect(latest(folder).changes.map(({ kind, url }) => [kind, url])).toEqual([['new', 'https://a.test/near']]);
    await ledger.finish('docs', T);
    // The nearer one is gone, and the other is itself again.
    await ledger.begin(lane(), again);
    await ledger.offer([found('a/deep', { depth: 2 })], T);
    await ledger.settle(await leaseOne(ledger), settled(ended('gone')));
    await ledger.settle(await leaseOne(ledger), settled(page('same')));
    expect(
      latest(folder)
        .changes.map(({ kind, url }) => `${kind} ${url}`)
        .sort(),
    ).toEqual(['deleted https://a.test/near', 'new https://a.test/deep']);
    expect(latest(folder).run?.changes).toMatchObject({ new: 1, deleted: 1, unchanged: 0 });
    await ledger.close();
  });

  it('F10: stored pages that a rule refuses, or whose host is given up, are told and kept', async () => {
    const { folder, ledger } = await opened();
    await offerPages(ledger, 'a/1', 'b/1');
    for (const text of ['one', 'two']) await ledger.settle(await leaseOne(ledger), settled(page(text)));
    await ledger.finish('docs', T);
    await ledger.begin(lane(), again);
    await ledger.endWaiting('docs', 'b.test', { state: 'blocked', by: 'robots:rfc9309:closed', detail: '' }, T);
    await ledger.begin(lane(), { ...again, fresh: true });
    await ledger.offer([found('a/1', { refused: { ok: false, by: 'scope:blocked', detail: '/1' } })], T);
    expect(latest(folder)).toMatchObject({
      run: { id: 3, counters: { storedBefore: 2, stored: 2 }, changes: { excluded: 1 } },
      changes: [{ kind: 'excluded', url: 'https://a.test/1', by: 'scope:blocked', detail: '/1' }],
    });
    const watch = openWatch(folder);
    // One that was left behind ended when it was last heard of.
    expect(watch.reader.run(2)).toMatchObject({ endedAt: T, complete: false, changes: { excluded: 1 } });
    expect(watch.reader.run(9)).toBeUndefined();
    watch.close();
    await ledger.close();
  });

  it('F12: the estimate before a run stands in its record', async () => {
    const folder = folders.newFolder();
    const watch = openWatch(folder);
    watch.writer.keepEstimate('docs', { pages: 3, bytes: 4, seconds: 5 });
    const { ledger } = await opened(folder);
    expect(watch.reader.runs({ limit: 1 })).toMatchObject([{ estimate: { pages: 3, bytes: 4, seconds: 5 } }]);
    await ledger.finish('docs', T);
    await ledger.begin(lane(), again);
    expect(watch.reader.runs({ provider: 'docs', limit: 1, before: 3 })[0]?.estimate).toBeUndefined();
    watch.close();
    await ledger.close();
  });
});

describe('beside a crawl', () => {
  it('M1, M2: alerts are kept while they last, and the latest that are over', async () => {
    const { folder, ledger } = await opened();
    const { reader, writer, close } = openWatch(folder);
    const judge = (value: number, now: number) =>
      judgeAlerts({
        ...{ provider: 'docs', bounds: defaultBounds, now, open: reader.alerts() },
        measures: [{ bound: 'error_rate', value }],
      });
    writer.keepAlerts(judge(50, T), T);
    writer.keepAlerts(judge(60, T + 1), T + 1);
    expect(reader.alerts()).toMatchObject([{ bound: 'error_rate', value: 60, since: T }]);
    writer.keepAlerts(judge(0, T + 2), T + 2);
    expect([reader.alerts(), reader.alerts({ closed: 5 })]).toMatchObject([[], [{ value: 60, endedAt: T + 2 }]]);
    close();
    await ledger.close();
  });

  it('M1: begin and end of an alert are untold until each is marked, and going on is not told', async () => {
    const { reader, writer, close } = openWatch(folders.newFolder());
    const keep = (value: number, now: number): void => {
      const measures = [{ bound: 'error_rate' as const, value }];
      const open = now === T ? [] : reader.alerts();
      writer.keepAlerts(judgeAlerts({ provider: 'docs', bounds: defaultBounds, now, open, measures }), now);
    };
    keep(50, T);
    const begun = reader.untold();
    expect(begun).toMatchObject([{ isNew: true, end: undefined, alert: { bound: 'error_rate', value: 50 } }]);
    keep(60, T + 1);
    expect(reader.untold()).toMatchObject([{ isNew: true, alert: { value: 60 } }]);
    keep(0, T + 2);
    // What was read before it ended tells only of its begin.
    writer.markTold(begun, T + 3);
    expect(reader.untold()).toMatchObject([{ isNew: false, end: expect.stringContaining('over') }]);
    writer.markTold(reader.untold(), T + 4);
    expect(reader.untold()).toEqual([]);
    close();
  });

  it('M5: a slot is taken by one scheduler only', () => {
    const folder = folders.newFolder();
    const one = openWatch(folder);
    const other = openWatch(folder);
    const planned = { cron: '0 3 * * 1', timeZone: 'UTC', slot: T, dueAt: T + 5 };
    const next = { ...planned, slot: T + 100, dueAt: T + 101 };
    one.writer.plan('docs', planned);
    expect(other.reader.planned()).toEqual(new Map([['docs', planned]]));
    expect([one.writer.claim('docs', T, next, T), other.writer.claim('docs', T, next, T)]).toEqual([true, false]);
    expect(other.reader.planned().get('docs')).toEqual(next);
    // Another expression plans anew, and forgets no slot that was taken.
    other.writer.plan('docs', { ...next, cron: '0 4 * * 1' });
    expect(other.reader.claims()).toEqual(new Map([['docs', T]]));
    expect([other.writer.putBack('docs', T - 1), other.writer.putBack('docs', T)]).toEqual([false, true]);
    expect(one.writer.putBack('docs', T)).toBe(false);
    expect(one.reader.planned().get('docs')).toEqual({ ...planned, cron: '0 4 * * 1' });
    expect([one.writer.claim('docs', T, next, T + 9), one.reader.claims().size]).toEqual([true, 1]);
    one.writer.endClaim('docs', T + 9);
    expect([one.reader.claims().size, one.reader.planned().get('docs')]).toEqual([0, next]);
    one.close();
    other.close();
  });

  it('C5: deletion requests are open until they are closed, once', () => {
    const { reader, writer, close } = openWatch(folders.newFolder());
    const id = writer.addRequest({ what: 'a.test/x', contact: 'me', note: 'please', askedAt: T, deadline: T + 5 });
    expect(reader.requests()).toMatchObject([{ id, what: 'a.test/x', state: 'open', deadline: T + 5 }]);
    const end = { state: 'done', at: T + 2, note: 'removed', receipt: 1 } as const;
    expect([writer.closeRequest(id, end), writer.closeRequest(id, end)]).toEqual([true, false]);
    expect(reader.requests()).toEqual([]);
    expect(reader.requests({ all: true })).toMatchObject([{ state: 'done', closedAt: T + 2, receipt: 1 }]);
    expect([reader.receipts(), reader.owner()]).toEqual([[], undefined]);
    close();
  });
});

describe('a stored value that docent did not write', () => {
  it.each([
    ['the steps of a visit', 'visits', 'steps', '[{"at":"soon"}]'],
    ['the steps of a visit', 'visits', 'steps', '[{'],
    ['the reasons of a run', 'runs', 'reasons', '{"http:404":"many"}'],
    ['the estimate of a run', 'runs', 'estimate', '{}'],
    ['the changed sections of a page', 'changes', 'sections', '{}'],
  ])('FAULTS 59: is damage that names %s (%s.%s is %s)', async (what, table, column, value) => {
    const { folder, ledger } = await opened();
    await offerPages(ledger, 'a');
    await ledger.settle(await leaseOne(ledger), settled(page('one')));
    await ledger.finish('docs', T + 5_000);
    await ledger.close();
    inFolder(folder, (db) => db.prepare(`UPDATE ${table} SET ${column} = ?`).run(value));
    const { reader, close } = openWatch(folder);
    const urls = openReader(folder);
    const read = async () => [
      reader.runs({ limit: 1 }),
      reader.changes(1, 9),
      await urls.list({ provider: 'docs', limit: 9 }),
    ];
    await expect(read()).rejects.toThrow(
      expect.objectContaining({
        code: 'DOC_STORE_DAMAGED',
        message: expect.stringContaining(`the data in ${folder} is damaged: ${what}: `),
      }),
    );
    await urls.close();
    close();
  });
});
