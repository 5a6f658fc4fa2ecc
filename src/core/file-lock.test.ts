// What changes of a small file leave behind, and what they clear away.
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile, withFileLock } from './file-lock.ts';

it('C4: drafts that killed processes have left are removed by the next change, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-lock-'));
  try {
    const path = join(folder, 'exports.json');
    const old = [
      'exports.json.4711.0a1b2c3d.tmp',
      'exports.json.lock.0a1b2c3d',
      'exports.json.bak',
      'other.json.1.0a1b2c3d.tmp',
    ];
    for (const name of old) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), 1, 1);
    }
    writeFileSync(join(folder, 'exports.json.4712.0a1b2c3d.tmp'), 'being written');
    await withFileLock(path, async () => replaceFile(path, '[]'));
    expect(readdirSync(folder).toSorted()).toEqual([
      ...['exports.json', 'exports.json.4712.0a1b2c3d.tmp', 'exports.json.bak', 'other.json.1.0a1b2c3d.tmp'],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('C4: a lock that another process has taken in the middle of a change stays that one’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-lock-'));
  try {
    const lock = join(folder, 'exports.json.lock');
    await withFileLock(join(folder, 'exports.json'), async () => writeFileSync(lock, '4711 other a1'));
    expect(readFileSync(lock, 'utf8')).toBe('4711 other a1');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a file keeps its mode, or has the one that is passed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-lock-'));
  try {
    const path = join(folder, 'secret.json');
    const mode = (): number => statSync(path).mode & 0o777;
    replaceFile(path, 'a', 0o600);
    expect(mode()).toBe(0o600);
    replaceFile(path, 'b');
    expect(mode()).toBe(0o600);
    chmodSync(path, 0o644);
    replaceFile(path, 'c', 0o600);
    expect(mode()).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
