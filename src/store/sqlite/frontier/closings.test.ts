// Why hosts are closed and how many seeds were read, in a folder: of an earlier version, and in the records of runs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  begun,
  ended,
  lane,
  leaseOne,
  offerPages,
  page,
  settlement,
  T,
  visit,
} from '../../../frontier/port-words.contract.ts';
import { BEFORE_CLOSINGS, inFolder, testFolders } from '../folders.contract.ts';
import { openLedgerReader } from '../pages/reader.ts';
import { schemaSteps } from '../schema.ts';
import { openWatch } from '../watch/open.ts';
import { openSideWriter } from './side-writer.ts';

const folders = testFolders();
const closing = { by: 'DOC_DNS', detail: 'no such host', until: T + 60_000, ends: 'failed' } as const;

/** A folder whose run has ended: of its two seeds one was read, and the host of the other is closed. */
async function crawled(): Promise<string> {
  const folder = folders.newFolder();
  const ledger = folders.open(folder, T);
  await ledger.begin(lane(), { fresh: false, now: T });
  await offerPages(ledger, 'a/1', 'b/1');
  await visit(ledger, 'a/1', page('1'));
  const news = { nextAt: T + 500, gapMs: 500, closing, error: 'unanswered' } as const;
  await ledger.settle(await leaseOne(ledger), settlement(ended('failed', 'DOC_DNS'), news));
  await ledger.finish('docs', T);
  await ledger.close();
  return folder;
}

it('F5: the record of a run has its seeds, and readers know why a host is closed', async () => {
  const folder = await crawled();
  const watch = openWatch(folder);
  expect((await watch.reader.runs({ limit: 1 }))[0]?.seeds).toEqual({ all: 2, failed: 1 });
  await watch.close();
  const reader = openLedgerReader(folder);
  expect(await reader.hosts({ host: 'b.test', limit: 1 })).toMatchObject([{ closing, recentErrors: 1 }]);
  await reader.close();
});

it('F5, C4: a folder of the version before is read as it is, and brought up to date after a backup', async () => {
  const folder = await crawled();
  const before = schemaSteps.findIndex((text) => text.includes('ADD COLUMN closing'));
  inFolder(folder, (db) => db.exec(`${BEFORE_CLOSINGS}; PRAGMA user_version = ${before}`));
  const reader = openLedgerReader(folder);
  expect((await reader.hosts({ host: 'b.test', limit: 1 }))[0]).toMatchObject({ closing: undefined, gapMs: 500 });
  expect((await reader.hostTurn('b.test'))?.nextAt).toBe(T + 500);
  await reader.close();
  const watch = openWatch(folder);
  expect((await watch.reader.runs({ limit: 1 }))[0]?.seeds).toBeUndefined();
  await watch.close();
  const side = openSideWriter(folder);
  await side.forgetUnanswered(['b.test']);
  await side.close();
  expect(existsSync(join(folder, `before-version-${schemaSteps.length}.sqlite`))).toBe(true);
  const { ledger } = await begun(async () => ({ ledger: folders.open(folder, T + 500) }) as never);
  expect((await ledger.hosts('docs')).map(({ recentErrors }) => recentErrors)).toEqual([0, 0]);
});
