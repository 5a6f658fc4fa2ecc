// C4: one backup at a time, in a thread.
import { DocentError } from '../../core/errors.ts';
import type { BackupEnd } from './works/backup-works.ts';
import type { Works } from './works/work-pool.ts';

const underWay = new WeakSet<Works>();

/** Makes a backup, also while a crawl runs. Rejects with DOC_STORE_BUSY while another one is made, and as `backupStore`. */
export async function makeBackup(works: Works): Promise<BackupEnd> {
  if (underWay.has(works)) throw new DocentError('DOC_STORE_BUSY', 'a backup is being made; wait until it is done');
  underWay.add(works);
  try {
    return await works.run('backup', undefined);
  } finally {
    underWay.delete(works);
  }
}
