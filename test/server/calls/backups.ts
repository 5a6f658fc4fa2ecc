// Calls of the operations on backups.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Backups {
  readonly folder: string;
  readonly backups: readonly { readonly file: string; readonly bytes?: number }[];
}

export const backupCalls: ExampleCalls = ({ folder }) => {
  const place = join(folder, '.docent-backups');
  let file = '';
  return [
    {
      ...{ shows: 'that there is none yet, and where they will be', operation: 'listBackups', status: 200 },
      check: (value: Backups) => expect(value).toEqual({ folder: place, backups: [] }),
    },
    {
      ...{ shows: 'that one is made beside the data', operation: 'makeBackup', status: 201 },
      check(made: { file: string; bytes: number; pages: number; noted: boolean }) {
        expect(made).toMatchObject({ providers: expect.any(Number), noted: true });
        expect(made.pages).toBeGreaterThan(5);
        expect(dirname(made.file)).toBe(place);
        expect(statSync(made.file).size).toBe(made.bytes);
        file = made.file;
      },
    },
    {
      ...{ shows: 'that it is listed', operation: 'listBackups', status: 200 },
      check: ({ backups }: Backups) => expect(backups).toMatchObject([{ file, bytes: expect.any(Number) }]),
    },
    { shows: 'that no caller names the file', operation: 'makeBackup', query: { file: '/etc/x' }, status: 400 },
    { shows: 'that backups have no filter', operation: 'listBackups', query: { file: 'x' }, status: 400 },
  ];
};
