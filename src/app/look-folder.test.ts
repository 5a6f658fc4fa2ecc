// What a data folder says to those who only look, and where their requests are counted.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFile } from '../../test/data-file.ts';
import { silentLog } from '../core/log.ts';
import { loadSettings, type Settings } from '../settings.ts';
import { storeIn } from './data-store.ts';
import { LookFolder } from './look-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settings = (env: Record<string, string>): Settings =>
  loadSettings({ cwd: folder, env: { DOCENT_DATA: folder, ...env } });
const T = 1_800_000_000_000;

describe('a data folder beside looks', () => {
  it('F4: requests at the same time do not pass a bound together, and what loopback is asked does not count', async () => {
    await (await storeIn(folder, 'sqlite').openLedger(() => T)).ledger.close();
    const looks = new LookFolder(settings({ DOCENT_REQUESTS_PER_HOUR: '3' }), silentLog, () => T);
    const view = await looks.open();
    const spent = await Promise.all(Array.from({ length: 8 }, (_, nth) => view.spend(`h${nth}`, true)));
    expect(spent.filter((wait) => wait === undefined)).toHaveLength(3);
    expect(spent.at(-1)).toMatchObject({ by: 'budget:hour', until: T + 3_600_001 });
    expect(await view.hold('h0', true)).toMatchObject({ by: 'budget:hour' });
    expect([await view.spend('h0', false), await view.hold('h0', false)]).toEqual([undefined, undefined]);
    await view.close();
  });

  it('F4: politeness careful bounds a host for a day, where there are no runs', async () => {
    const careful = settings({ DOCENT_POLITENESS: 'careful', DOCENT_REQUESTS_PER_HOUR: '10000' });
    const view = await new LookFolder(careful, silentLog, () => T).open();
    for (let nth = 0; nth < 500; nth++) expect(await view.spend('h', true)).toBeUndefined();
    expect(await view.spend('h', true)).toMatchObject({ by: 'budget:host-day' });
    expect(await view.spend('other', true)).toBeUndefined();
    expect(existsSync(dataFile(folder))).toBe(false);
    await view.close();
  });

  it('F4: a folder that cannot be written is told once, and its requests are counted in memory', async () => {
    await (await storeIn(folder, 'sqlite').openLedger(() => T)).ledger.close();
    const told: string[] = [];
    const log = { ...silentLog, warn: (_: object, words: string) => void told.push(words) };
    const view = await new LookFolder(settings({ DOCENT_REQUESTS_PER_HOUR: '2' }), log, () => T).open();
    const other = new DatabaseSync(dataFile(folder));
    other.exec('BEGIN IMMEDIATE');
    const spent = [await view.spend('h', true), await view.spend('h', true), await view.spend('h', true)];
    other.exec('ROLLBACK');
    other.close();
    expect(spent).toMatchObject([undefined, undefined, { by: 'budget:hour' }]);
    expect(told).toEqual([expect.stringContaining('requests are counted in memory only')]);
    await view.close();
  });

  it('F4, FAULTS 35: a host is not closed for longer than a day by a clock that was once wrong', async () => {
    const { ledger } = await storeIn(folder, 'sqlite').openLedger(() => T);
    await ledger.holdHost('h', T + 400 * 86_400_000, 'host:parked');
    const view = await new LookFolder(settings({}), silentLog, () => T).open();
    expect(await view.hold('h', true)).toMatchObject({ by: 'host:parked', until: T + 86_400_000 });
    await view.close();
    await ledger.close();
  });
});
