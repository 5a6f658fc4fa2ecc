// Puts a backup into a store; what was there before is kept beside it (C4).
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import type { Store } from '../../store/port.ts';
import type { CopyFacts, Restore } from '../../store/port-backup.ts';
import { written } from '../export/file.ts';
import { ownFileNames } from '../server/own-files.ts';
import type { BackupCall } from './backup.ts';
import { carryOver, type Returned } from './carry.ts';

export interface RestoreResult extends CopyFacts {
  readonly file: string;
  readonly folder: string;
  /** Where the data that was in the folder is now. */
  readonly before?: string | undefined;
  /** What was forgotten in that data after the backup was made, and is back now. */
  readonly returned: readonly Returned[];
  /** False where the data was damaged, so that not all of its receipts, requests, blocklist and lists could be carried over. */
  readonly isCarried: boolean;
  /** Where the data is now that an earlier restore replaced before it was killed. */
  readonly settled?: string | undefined;
}

/**
 * Puts a backup into a store, ready for the next crawl to go on. Receipts, requests, the blocklist and the lists of exports and backups
 * of the data it replaces stay. Throws DOC_FILE or DOC_STORE for a file that is no whole backup, DOC_STORE_VERSION for a newer one,
 * DOC_STORE_BUSY for a store that is crawled into or has a server, DOC_USAGE for one that holds something; with `force` data is moved
 * aside, anything else is refused all the same.
 */
export async function restoreStore(store: Store, { file: named, force = false }: BackupCall): Promise<RestoreResult> {
  const file = resolve(named);
  checkFile(file);
  await refuseServed(store);
  const restore = await store.openRestore();
  await refuseInUse(file, restore);
  // Who may use the server is in no backup, and stays what it is.
  const state = await restore.state(ownFileNames);
  if (state === 'data' && !force) throw dataInTheWay(store.name);
  const occupied = state === 'data' ? await restore.occupy() : undefined;
  try {
    const settled = await written(store.name, async () => {
      const earlier = await restore.settle(timeStamp());
      await restore.stage(file);
      return earlier;
    });
    const facts = await restore.prepare(file, Date.now());
    const removals = await occupied?.shutOut();
    const returned = removals === undefined ? [] : await carryOver(removals, restore, store.name);
    await written(store.name, () => restore.swap(occupied));
    await occupied?.leave();
    const before = await movedAside(restore);
    const isCarried = occupied === undefined || removals?.isWhole === true;
    return { file, folder: store.name, ...facts, before, returned, isCarried, settled };
  } finally {
    await occupied?.leave();
    // What was replaced and could not be moved stays there, for the next time.
    if ((await restore.unsettled()) === undefined) await restore.settle(timeStamp()).catch(() => {});
  }
}

/** The restore is done by then: what goes wrong is only about where the old data lies. */
async function movedAside(restore: Restore): Promise<string | undefined> {
  try {
    return await restore.settle(timeStamp());
  } catch (error) {
    const place = await restore.unsettled();
    if (place === undefined) throw error;
    const reason = (error as Error).message;
    throw new DocentError(
      'DOC_FILE',
      `the backup is in its place, but the data that was there could not be moved out of ${place}: ${reason}`,
      { cause: error },
    );
  }
}

function checkFile(file: string): void {
  let isFile = false;
  try {
    isFile = statSync(file).isFile();
  } catch (error) {
    throw unreadableFile(file, error);
  }
  if (!isFile) throw new DocentError('DOC_FILE', `${file} is not a file, so no backup`);
}

/** A server has the present data in memory, and would go on with runs that the backup does not know. */
async function refuseServed({ name, neighbours }: Store): Promise<void> {
  const server = await neighbours.server();
  if (server !== undefined)
    throw new DocentError(
      'DOC_STORE_BUSY',
      `${name} is served by pid ${server.pid}: stop that server ("docent serve") first, and start it again after the restore`,
    );
}

async function refuseInUse(file: string, restore: Restore): Promise<void> {
  if (await restore.isInUse(file))
    throw new DocentError('DOC_USAGE', `${file} is a database in use, not a backup; make one with "docent backup"`);
}

function dataInTheWay(name: string): DocentError {
  return new DocentError(
    'DOC_USAGE',
    `${name} holds data; --force puts the backup in its place and keeps it as ${basename(name)}.before-restore-<time>`,
  );
}

function timeStamp(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '');
}

/** DOC_FILE with the path and the reason. */
function unreadableFile(path: string, cause: unknown): DocentError {
  const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const reason = isMissing ? 'it does not exist' : (cause as Error).message;
  return new DocentError('DOC_FILE', `cannot read ${path}: ${reason}`, { cause });
}
