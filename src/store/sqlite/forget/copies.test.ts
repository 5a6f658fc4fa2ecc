// Exports and backups of a data folder: the contract, the files in which earlier versions listed them, and folders that may only be read.
import { existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeCopies } from '../../../forget/port-copies.contract.ts';
import type { ExportRecord } from '../../../forget/port-copies.ts';
import { lane, T } from '../../../frontier/port-words.contract.ts';
import type { Removals } from '../../port-backup.ts';
import { openRestore } from '../backup/open-restore.ts';
import { BEFORE_COPIES, inFolder, testFolders } from '../folders.contract.ts';
import { FILE } from '../open.ts';
import { schemaSteps } from '../schema.ts';
import { openWatch } from '../watch/open.ts';
import { openCopies } from './copies.ts';

const folders = testFolders();

describeCopies('in a data folder', async () => {
  const folder = folders.newFolder();
  return { openCopies: async () => openCopies(folder), openLedger: async () => folders.open(folder, T) };
});

const jsonl: ExportRecord = { out: '/out/x', format: 'jsonl', at: T, providers: ['docs'], pages: 7 };
const earlier = { file: '/out/earlier', at: T - 1 };
const backup = { file: '/out/one', at: T };
const BEFORE = schemaSteps.findIndex((text) => text.includes('CREATE TABLE backups'));

async function crawledFolder(): Promise<string> {
  const folder = folders.newFolder();
  await folders.open(folder, T).close();
  return folder;
}

/** A folder of before there were tables, and with what its version listed in files. */
async function olderFolder(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await crawledFolder();
  inFolder(folder, (db) => db.exec(`${BEFORE_COPIES}; PRAGMA user_version = ${BEFORE}`));
  list(folder, files);
  return folder;
}

function list(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, `${name}.json`), typeof value === 'string' ? value : JSON.stringify(value));
}

const filesOf = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('a folder whose exports and backups are in files', () => {
  it('C4, C5: is listed as it is, and nothing of it changes', async () => {
    const folder = await olderFolder({ exports: [jsonl], backups: [earlier, backup] });
    const copies = openCopies(folder);
    expect(await copies.exports()).toEqual([jsonl]);
    expect(await copies.backups()).toEqual([earlier, backup]);
    expect(filesOf(folder)).toEqual(['backups.json', 'exports.json']);
    expect(existsSync(join(folder, `before-version-${schemaSteps.length}.sqlite`))).toBe(false);
  });

  it('C4, C5: has new ones there as well, and no table changes before the next crawl', async () => {
    const folder = await olderFolder({ exports: [{ ...jsonl, at: T + 5 }, 'no record'], backups: [earlier] });
    const copies = openCopies(folder);
    const again = { ...jsonl, pages: 1 };
    expect([await copies.noteExport(again), await copies.noteBackup(backup)]).toEqual([true, true]);
    expect({ exports: await copies.exports(), backups: await copies.backups() }).toEqual({
      ...{ exports: [again], backups: [earlier, backup] },
    });
    expect(inFolder(folder, (db) => db.prepare('PRAGMA user_version').get())).toEqual({ user_version: BEFORE });
    expect(filesOf(folder)).toEqual(['backups.json', 'exports.json']);
    await folders.open(folder, T).close();
    expect(filesOf(folder)).toEqual([]);
    expect({ exports: await copies.exports(), backups: await copies.backups() }).toEqual({
      ...{ exports: [again], backups: [earlier, backup] },
    });
  });

  it('C4, C5, F12: has them in tables, and no files, once it was opened for writing', async () => {
    const folder = await olderFolder({
      ...{ exports: [jsonl], backups: [earlier, backup] },
      estimates: { docs: { pages: 3, bytes: 4, seconds: 5 } },
    });
    const ledger = folders.open(folder, T);
    expect(filesOf(folder)).toEqual([]);
    await ledger.begin(lane(), { fresh: false, now: T });
    const watch = openWatch(folder);
    expect(await watch.reader.runs({ limit: 1 })).toMatchObject([{ estimate: { pages: 3, bytes: 4, seconds: 5 } }]);
    await watch.close();
    await ledger.close();
    const copies = openCopies(folder);
    expect(await copies.exports()).toEqual([jsonl]);
    expect(await copies.backups()).toEqual([earlier, backup]);
    expect(existsSync(join(folder, `before-version-${schemaSteps.length}.sqlite`))).toBe(true);
  });

  it('C4, C5: that was left with them by a kill has each once, and what was noted since stays', async () => {
    const folder = await olderFolder({ exports: [jsonl], backups: [earlier, backup] });
    const copies = openCopies(folder);
    const since = { ...jsonl, at: T + 1, pages: 8 };
    await folders.open(folder, T).close();
    await copies.noteExport(since);
    list(folder, { exports: [jsonl], backups: [earlier, backup] });
    const all = { exports: [since], backups: [earlier, backup] };
    expect({ exports: await copies.exports(), backups: await copies.backups() }).toEqual(all);
    await folders.open(folder, T).close();
    expect(filesOf(folder)).toEqual([]);
    expect({ exports: await copies.exports(), backups: await copies.backups() }).toEqual(all);
  });

  it('C4, C5: has them in the data that a restore puts in its place, and the old data keeps them', async () => {
    const folder = await olderFolder({ exports: [jsonl], backups: [earlier] });
    const file = `${await crawledFolder()}/${FILE}`;
    const restore = openRestore(folder);
    const occupied = await restore.occupy();
    await restore.stage(file);
    await restore.prepare(file, T);
    await restore.carry((await occupied.shutOut()) as Removals);
    await restore.swap(occupied);
    await occupied.leave();
    const place = String(await restore.settle('now'));
    for (const one of [folder, place]) expect(await openCopies(one).exports()).toEqual([jsonl]);
    expect(await openCopies(place).backups()).toEqual([earlier]);
    expect(await openCopies(folder).backups()).toEqual([earlier, { file, at: T }]);
  });

  it('C4, FAULTS 59: keeps what is a record of a list, drops the rest, and opens', async () => {
    const folder = await olderFolder({
      exports: [1, null, { out: 1 }, { ...jsonl, format: 'pdf' }, { ...jsonl, providers: [{}] }, jsonl],
      backups: `[${JSON.stringify(backup)}, {"file": "/out/late", "at": 1e999}, {"file": "/out/huge", "at": 9007199254740993}]`,
      estimates: '{"docs": {"pages": 1e999, "bytes": 1, "seconds": 1}, "__proto__": {"pages": "1"}, "other": []}',
    });
    const ledger = folders.open(folder, T);
    await ledger.begin(lane(), { fresh: false, now: T });
    const watch = openWatch(folder);
    expect((await watch.reader.runs({ limit: 1 }))[0]?.estimate).toBeUndefined();
    await watch.close();
    await ledger.close();
    const copies = openCopies(folder);
    expect({ exports: await copies.exports(), backups: await copies.backups() }).toEqual({
      ...{ exports: [jsonl], backups: [backup] },
    });
    expect(filesOf(folder)).toEqual([]);
  });

  it.each([
    ['no JSON', '[{'],
    ['nothing', ''],
    ['another shape', { out: '/out/x' }],
    ['depths', '['.repeat(1_000_000)],
  ])('C4, FAULTS 59: opens also where they hold %s, and none is listed', async (_, text) => {
    const folder = await olderFolder({ exports: text, backups: text, estimates: text });
    await folders.open(folder, T).close();
    const copies = openCopies(folder);
    expect([await copies.exports(), await copies.backups(), filesOf(folder)]).toEqual([[], [], []]);
  });

  it('C4, FAULTS 59: opens where a list is larger than any, a folder or a link to a device', async () => {
    const folder = await olderFolder({ exports: [jsonl] });
    truncateSync(join(folder, 'exports.json'), 3_000_000_000);
    mkdirSync(join(folder, 'backups.json'));
    symlinkSync('/dev/zero', join(folder, 'estimates.json'));
    await folders.open(folder, T).close();
    const copies = openCopies(folder);
    expect([await copies.exports(), await copies.backups()]).toEqual([[], []]);
    expect(filesOf(folder)).toEqual(['backups.json', 'estimates.json']);
  });
});

it('C5: a folder in which SQLite can make no file lists them, and notes none', async () => {
  const folder = await crawledFolder();
  const copies = openCopies(folder);
  expect(await copies.noteExport(jsonl)).toBe(true);
  mkdirSync(join(folder, `${FILE}-shm`));
  expect(await copies.exports()).toEqual([jsonl]);
  expect([await copies.noteExport({ ...jsonl, pages: 1 }), await copies.noteBackup(backup)]).toEqual([false, false]);
});
