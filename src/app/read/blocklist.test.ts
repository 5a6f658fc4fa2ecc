// U10: what the operator may enter in the blocklist: a beginning of a path, and no pattern.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings, type Settings } from '../../settings.ts';
import { openPlace } from '../place.ts';
import { block, unblock } from './blocklist.ts';
import { openSideDoor, readBlocklist } from './reading.ts';

let folder: string;
let settings: Settings;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  settings = loadSettings({ cwd: folder, env: {}, flags: { data: join(folder, 'data') } });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('an entry of the blocklist', () => {
  it.each([
    ['docs.example/b/*', 'docs.example/b'],
    ['https://docs.example/b/**', 'docs.example/b'],
    ['docs.example/b/*/c', 'docs.example/b'],
    ['docs.example/b/v*', 'docs.example/b'],
    ['docs.example/*', 'docs.example'],
    ['docs.example:8080/a/b/*.html', 'docs.example:8080/a/b'],
    ['docs.example/**/private', 'docs.example'],
    ['docs.example/a?page=*', 'docs.example/a'],
  ])('U10: %s is a pattern, and refused with what to write', async (what, instead) => {
    const refused = block(what, 'test', openPlace(settings).store);
    await expect(refused).rejects.toMatchObject({ code: 'DOC_URL' });
    await expect(refused).rejects.toThrow(`write ${instead}; `);
  });

  it('U10: of an earlier version that is a pattern can be taken off', async () => {
    const side = await openSideDoor(openPlace(settings).store);
    await side.block('docs.example/b/*', 'earlier');
    await side.close();
    expect(await unblock('docs.example/b/*', openPlace(settings).store)).toBe(true);
    expect(await readBlocklist(openPlace(settings).store)).toEqual([]);
  });

  it('U10: a star that belongs to the URL is written as %2A', async () => {
    expect(await block('docs.example/a%2Ab', 'test', openPlace(settings).store)).toMatchObject({ isNew: true });
  });
});
