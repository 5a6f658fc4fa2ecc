// A folder that a restore locks: no other process writes there, and none reads while its data is replaced (C4).
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { more } from '../../../../test/support/how-long.ts';
import { FILE } from '../folder.ts';
import { inFolder, testFolders } from '../folders.contract.ts';
import { openLedger } from '../frontier/ledger.ts';
import { claim } from '../owner.ts';
import { openLedgerReader } from '../pages/reader.ts';
import { occupyFolder } from './restore.ts';

const folders = testFolders();

describe('a folder that is restored into', () => {
  afterEach(() => vi.useRealTimers());

  it('C4: is nobody else’s for as long as it takes, and after that nobody’s', async () => {
    const data = folders.newFolder();
    await openLedger(data).close();
    const occupied = occupyFolder(data);
    const other = new DatabaseSync(join(data, FILE), { timeout: 0 });
    try {
      const now = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 });
      const busy = expect.objectContaining({
        code: 'DOC_STORE_BUSY',
        message: expect.stringContaining('in use by pid'),
      });
      expect(() => claim(other, data)).toThrow(busy);
      await occupied.leave();
      claim(other, data).release();
    } finally {
      other.close();
    }
  });

  it('C4: is shut for readers while its data is replaced, and refused while someone reads', async () => {
    const data = folders.newFolder();
    await openLedger(data).close();
    const reader = new DatabaseSync(join(data, FILE), { readOnly: true, timeout: 0 });
    const count = (): unknown => reader.prepare('SELECT count(*) AS n FROM blocklist').get()?.n;
    expect(count()).toBe(0);
    const occupied = occupyFolder(data, 50);
    await expect(occupied.shutOut()).rejects.toThrow(expect.objectContaining({ code: 'DOC_STORE_BUSY' }));
    reader.close();
    const second = occupyFolder(data, 50);
    expect(await second.shutOut()).toMatchObject({ blocklist: [] });
    expect(readdirSync(data)).toEqual([FILE]);
    const other = new DatabaseSync(join(data, FILE), { readOnly: true, timeout: 0 });
    expect(() => other.prepare('SELECT count(*) FROM blocklist')).toThrow('locked');
    other.close();
    await second.leave();
    expect(inFolder(data, (db) => db.prepare('SELECT count(*) AS n FROM owner').get()?.n)).toBe(0);
  });

  it('C4: refuses a reader that has waited in vain while its data is replaced', more, async () => {
    const data = folders.newFolder();
    await openLedger(data).close();
    const occupied = occupyFolder(data);
    await occupied.shutOut();
    expect(() => openLedgerReader(data)).toThrow('locked');
    await occupied.leave();
  });
});
