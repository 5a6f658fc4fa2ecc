// Records of runs in the data folder where it is damaged.
import { describe, expect, it } from 'vitest';
import { lane, leaseOne, offerPages, page, settlement, T } from '../../../frontier/port-words.contract.ts';
import { inFolder, testFolders } from '../folders.contract.ts';
import { openLedgerReader } from '../pages/reader.ts';
import { openWatch } from './open.ts';

const folders = testFolders();

describe('a stored value that docent did not write', () => {
  it.each([
    ['the steps of a visit', 'visits', 'steps', '[{"at":"soon"}]'],
    ['the steps of a visit', 'visits', 'steps', '[{'],
    ['the reasons of a run', 'runs', 'reasons', '{"http:404":"many"}'],
    ['the estimate of a run', 'runs', 'estimate', '{}'],
    ['the changed sections of a page', 'changes', 'sections', '{}'],
  ])('FAULTS 59: is damage that names %s (%s.%s is %s)', async (what, table, column, value) => {
    const folder = folders.newFolder();
    const ledger = folders.open(folder, T);
    await ledger.begin(lane(), { fresh: false, now: T });
    await offerPages(ledger, 'a');
    await ledger.settle(await leaseOne(ledger), settlement(page('one')));
    await ledger.finish('docs', T + 5_000);
    await ledger.close();
    inFolder(folder, (db) => db.prepare(`UPDATE ${table} SET ${column} = ?`).run(value));
    const watch = openWatch(folder);
    const urls = openLedgerReader(folder);
    const read = async () => [
      await watch.reader.runs({ limit: 1 }),
      await watch.reader.changes(1, 9),
      await urls.records({ provider: 'docs', limit: 9 }),
    ];
    await expect(read()).rejects.toThrow(
      expect.objectContaining({
        code: 'DOC_STORE_DAMAGED',
        message: expect.stringContaining(`the data in ${folder} is damaged: ${what}: `),
      }),
    );
    await urls.close();
    await watch.close();
  });
});
