// What a data folder holds for requests outside a crawl, and where their turns are taken.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFile } from '../../../test/support/data-file.ts';
import { more } from '../../../test/support/how-long.ts';
import { silentLog } from '../../core/log.ts';
import type { Turn } from '../../frontier/port.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { lookBounds } from '../crawl/budget.ts';
import { openPlace } from '../place.ts';
import { type FolderView, LookFolder } from './look-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-folder-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const settings = (env: Record<string, string> = {}): Settings =>
  loadSettings({ cwd: folder, env: { DOCENT_DATA: folder, ...env } });
const T = 1_800_000_000_000;

/** A request that is made and answered at once; the wait, if it is not made. */
async function requestOnce({ turns }: FolderView, host: string, bounds?: ReturnType<typeof lookBounds>) {
  const { turn, wait } = await turns.takeTurn(host, { gapMs: 0, bounds });
  if (turn !== undefined) await turns.endTurn(turn, { nextAt: 0, gapMs: 0 });
  return wait;
}

describe('a data folder beside looks', () => {
  it('F4: requests at the same time do not pass a bound together, and requests to loopback do not count', async () => {
    await (await openStore({ kind: 'sqlite', folder }).openLedger(() => T)).ledger.close();
    const bounded = settings({ DOCENT_REQUESTS_PER_HOUR: '3' });
    const view = await new LookFolder(openPlace(bounded).store, silentLog, () => T).open();
    const spent = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => requestOnce(view, `h${nth}`, lookBounds(bounded))),
    );
    expect(spent.filter((wait) => wait === undefined)).toHaveLength(3);
    expect(spent.at(-1)).toMatchObject({ by: 'budget:hour', until: T + 3_600_001 });
    expect(await requestOnce(view, 'h0')).toBeUndefined();
    await view.close();
  });

  it('F4: politeness careful bounds a host for a day, where there are no runs', async () => {
    const careful = settings({ DOCENT_POLITENESS: 'careful', DOCENT_REQUESTS_PER_HOUR: '10000' });
    const view = await new LookFolder(openPlace(careful).store, silentLog, () => T).open();
    for (let nth = 0; nth < 500; nth++) expect(await requestOnce(view, 'h', lookBounds(careful))).toBeUndefined();
    expect(await requestOnce(view, 'h', lookBounds(careful))).toMatchObject({ by: 'budget:host-day' });
    expect(await requestOnce(view, 'other', lookBounds(careful))).toBeUndefined();
    expect(existsSync(dataFile(folder))).toBe(false);
    await view.close();
  });

  it('F4: without a folder turns are kept in memory for as long as the look lives, and no folder is made', async () => {
    const looks = new LookFolder(openPlace(settings()).store, silentLog, () => T);
    const [one, other] = [await looks.open(), await looks.open()];
    const { turn } = await one.turns.takeTurn('h', { gapMs: 500 });
    expect(await other.turns.takeTurn('h', { gapMs: 500 })).toMatchObject({ wait: { until: T + 100 } });
    await one.turns.endTurn(turn as Turn, { nextAt: T + 500, gapMs: 500 });
    expect(await other.turns.takeTurn('h', { gapMs: 500 })).toMatchObject({ wait: { until: T + 500 } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('F4: a folder that is made meanwhile is where turns are taken from then on', async () => {
    const view = await new LookFolder(openPlace(settings()).store, silentLog, () => T).open();
    expect(await requestOnce(view, 'h')).toBeUndefined();
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger(() => T);
    await ledger.takeTurn('h', { gapMs: 500 });
    expect(await requestOnce(view, 'h')).toMatchObject({ by: 'host:clock' });
    await view.close();
    await ledger.close();
  });

  it(
    'F4: a folder that another process keeps locked is reported once, and its requests are counted in memory',
    more,
    async () => {
      await (await openStore({ kind: 'sqlite', folder }).openLedger(() => T)).ledger.close();
      const warnings: string[] = [];
      const log = { ...silentLog, warn: (_: object, words: string) => void warnings.push(words) };
      const bounded = settings({ DOCENT_REQUESTS_PER_HOUR: '2' });
      const view = await new LookFolder(openPlace(bounded).store, log, () => T).open();
      const other = new DatabaseSync(dataFile(folder));
      other.exec('BEGIN IMMEDIATE');
      const spent = [];
      for (let nth = 0; nth < 3; nth++) spent.push(await requestOnce(view, 'h', lookBounds(bounded)));
      other.exec('ROLLBACK');
      other.close();
      expect(spent).toMatchObject([undefined, undefined, { by: 'budget:hour' }]);
      expect(warnings).toEqual([expect.stringContaining('pace and requests are kept in memory only')]);
      await view.close();
    },
  );

  it('F4: of a folder that can only be read everything is obeyed: clock, turns, leases, bounds; reported once', async () => {
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger();
    const bounded = settings({ DOCENT_REQUESTS_PER_HOUR: '3' });
    await ledger.spend('x');
    await ledger.holdHost('parked', Date.now() + 60_000, 'host:parked');
    const { turn } = await ledger.takeTurn('paused', { gapMs: 0 });
    await ledger.endTurn(turn as Turn, { nextAt: Date.now() + 60_000, gapMs: 0 });
    await ledger.close();
    const writer = await openStore({ kind: 'sqlite', folder }).openSideWriter();
    await writer.takeTurn('busy', { gapMs: 500 });
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (_: object, words: string) => void warnings.push(words) };
    const view = await new LookFolder(openPlace(bounded).store, log).open();
    // As it looks to a user who may not write: root may write everywhere.
    const locked = new DatabaseSync(dataFile(folder));
    locked.exec('BEGIN IMMEDIATE');
    try {
      expect(await requestOnce(view, 'parked')).toMatchObject({ by: 'host:parked' });
      expect(await requestOnce(view, 'paused')).toMatchObject({ by: 'host:pause' });
      expect(await requestOnce(view, 'busy')).toMatchObject({ by: 'host:clock' });
      for (const host of ['a', 'b']) expect(await requestOnce(view, host, lookBounds(bounded))).toBeUndefined();
      expect(await requestOnce(view, 'c', lookBounds(bounded))).toMatchObject({ by: 'budget:hour' });
    } finally {
      locked.exec('ROLLBACK');
      locked.close();
    }
    expect(warnings).toHaveLength(1);
    await view.close();
    await writer.close();
  });

  it('C4: a folder of a newer docent is refused', async () => {
    await (await openStore({ kind: 'sqlite', folder }).openLedger()).ledger.close();
    const db = new DatabaseSync(dataFile(folder));
    db.exec('PRAGMA user_version = 999');
    db.close();
    await expect(new LookFolder(openPlace(settings()).store, silentLog).open()).rejects.toMatchObject({
      code: 'DOC_STORE_VERSION',
    });
  });

  it('F4, FAULTS 35: a host is not closed for longer than a day by a clock that was once wrong', async () => {
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger(() => T);
    await ledger.holdHost('h', T + 400 * 86_400_000, 'host:parked');
    const view = await new LookFolder(openPlace(settings()).store, silentLog, () => T).open();
    expect(await requestOnce(view, 'h')).toMatchObject({ by: 'host:parked', until: T + 86_400_000 });
    await view.close();
    await ledger.close();
  });
});
