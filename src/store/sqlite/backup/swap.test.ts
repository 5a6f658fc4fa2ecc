// The data of a folder replaced by one rename, also where the file system can do less (C4).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolders } from '../folders.contract.ts';
import { settleSwap, swapData } from './swap.ts';

const folders = testFolders();

describe('data that is replaced', () => {
  it('C4: on a file system where a file has one name only is copied before it is replaced', async () => {
    const data = folders.newFolder();
    mkdirSync(join(data, '.restoring'), { recursive: true });
    for (const [name, text] of Object.entries({
      ...{ 'docent.sqlite': 'old', 'docent.sqlite-wal': 'log', 'more.txt': 'more', 'exports.json': '[]' },
      '.restoring/docent.sqlite': 'new',
    }))
      writeFileSync(join(data, name), text);
    const refuses = (): Promise<never> => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    await swapData(data, refuses);
    const before = String(await settleSwap(data, 'now'));
    expect(before).toBe(`${data}.before-restore-now`);
    expect(readdirSync(before).sort()).toEqual(['docent.sqlite', 'docent.sqlite-wal', 'exports.json']);
    expect(readdirSync(data).sort()).toEqual(['docent.sqlite', 'exports.json', 'more.txt']);
    expect(readFileSync(join(data, 'docent.sqlite'), 'utf8')).toBe('new');
    expect(readFileSync(join(before, 'docent.sqlite'), 'utf8')).toBe('old');
  });

  it('C4: stays, with its log, when the backup cannot take its place', async () => {
    const data = folders.newFolder();
    mkdirSync(join(data, '.restoring'), { recursive: true });
    writeFileSync(join(data, 'docent.sqlite'), 'old');
    writeFileSync(join(data, 'docent.sqlite-wal'), 'log');
    await expect(swapData(data)).rejects.toThrow('ENOENT');
    expect(await settleSwap(data, 'now')).toBeUndefined();
    expect(readdirSync(data).sort()).toEqual(['docent.sqlite', 'docent.sqlite-wal']);
  });
});
