// Where the files of a server are.
import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../settings.ts';
import { backupFolder, ownFile, ownFileNames } from './own-files.ts';

describe('the files of a server', () => {
  it('A2: keep their names, so that tokens and sessions of an earlier version are found', () => {
    expect(ownFileNames).toEqual(['server-tokens.json', 'server-sessions.json', 'server-token', 'server-time']);
    expect(ownFile('/srv/data', 'sessions').split(sep)).toEqual(['', 'srv', 'data', 'server-sessions.json']);
  });

  it('C4: of backups are beside the data folder, or where backup_folder says', () => {
    const of = (flags: Record<string, string>) => backupFolder(loadSettings({ cwd: '/srv', env: {}, flags }));
    expect(of({})).toBe('/srv/.docent-backups');
    expect(of({ data: '/other/place' })).toBe('/other/place-backups');
    expect(of({ backup_folder: '/backups' })).toBe('/backups');
  });
});
