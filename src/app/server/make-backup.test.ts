// Proves that backups of a server come one after the other.
import { expect, it } from 'vitest';
import { makeBackup } from './make-backup.ts';
import type { BackupEnd } from './works/backup-works.ts';
import type { Works } from './works/work-pool.ts';

it('C4: a second backup is refused while one is made, and made afterwards', async () => {
  const waiting: ((end: BackupEnd) => void)[] = [];
  const works = { run: () => new Promise((resolve) => waiting.push(resolve)) } as unknown as Works;
  const first = makeBackup(works);
  await expect(makeBackup(works)).rejects.toThrow(expect.objectContaining({ code: 'DOC_STORE_BUSY' }));
  waiting[0]?.({ kind: 'nothing' });
  await first;
  const second = makeBackup(works);
  waiting[1]?.({ kind: 'nothing' });
  await expect(second).resolves.toEqual({ kind: 'nothing' });
});
