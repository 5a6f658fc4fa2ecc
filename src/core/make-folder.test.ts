// Proves that a folder is made, or refused at once.
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, PRIVATE_FOLDER } from './make-folder.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-make-folder-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('C4: makes those above it too, and leaves what is there', () => {
    const path = join(folder, 'a/b/c');
    makeFolder(path);
    writeFileSync(join(path, 'x'), '');
    makeFolder(path);
    makeFolder('/');
    expect(statSync(join(path, 'x')).isFile()).toBe(true);
  });

  it('C5: makes a private one with those above it that are missing, and leaves the mode of one that is there', () => {
    makeFolder(join(folder, 'open'));
    const before = statSync(join(folder, 'open')).mode;
    expect(before & 0o077).toBeGreaterThan(0);
    const path = join(folder, 'open/above/private');
    makeFolder(path, PRIVATE_FOLDER);
    for (const made of [path, join(folder, 'open/above')]) expect(statSync(made).mode & 0o777).toBe(0o700);
    makeFolder(join(folder, 'open'), PRIVATE_FOLDER);
    expect(statSync(join(folder, 'open')).mode).toBe(before);
  });

  it('C4: a file in the way, and a link to nothing, are refused', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nothing'), join(folder, 'link'));
    for (const name of ['file', 'file/below', 'link', 'link/below'])
      expect(() => makeFolder(join(folder, name))).toThrow();
  });

  it.skipIf(!existsSync('/proc/self'))('C4: a system that makes no folders fails at once', () => {
    for (const path of ['/proc/docent', '/proc/docent/below'])
      expect(() => makeFolder(path)).toThrow(/^no folder can be made in \/proc|EACCES|EROFS|EPERM/);
  });
});
