// C4: a backup that somebody requested of the server.
import { makeBackup } from '../../app/server/make-backup.ts';
import type { Means } from './means.ts';
import { HttpProblem } from './problem.ts';

/** Makes a backup. Rejects as `makeBackup`, and with not_found or backups_full. */
export async function madeBackup({ works }: Pick<Means, 'works'>) {
  const end = await makeBackup(works);
  if (end.kind === 'nothing')
    throw new HttpProblem('not_found', 'nothing was crawled yet, so there is nothing to back up');
  if (end.kind === 'many')
    throw new HttpProblem('backups_full', `${end.folder} holds ${end.there} backups of the server; it keeps no more`);
  return end.made;
}
