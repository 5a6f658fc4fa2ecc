// One writer at a time for a small file: a lock file beside it that names its owner, and a write that happens at once.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './alive.ts';
import { DocentError } from './errors.ts';
import { PRIVATE_FILE } from './make-folder.ts';
import { unwritable } from './unwritable.ts';

/** A change takes milliseconds; a lock this old was left behind by a dead process. */
const STALE_MS = 30_000;
const PATIENCE_MS = 10_000;
const RETRY_MS = 25;
/** Errors of file systems without links. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']);

/** Runs a task while no other process holds the file's lock. Throws DOC_FILE when one keeps it too long, or nothing can be written there. */
export async function withFileLock<T>(path: string, task: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  const mine = `${process.pid} ${hostname()} ${randomUUID()}`;
  const until = performance.now() + PATIENCE_MS;
  while (!take(path, lock, mine)) {
    if (performance.now() > until)
      throw new DocentError('DOC_FILE', `cannot change ${path}: ${ownerOf(lock)} holds ${lock}`);
    breakStale(lock);
    await sleep(RETRY_MS);
  }
  try {
    sweep(path);
    return await task();
  } finally {
    // Another process may have taken this one for dead; then the lock is no longer ours.
    if (contentOf(lock) === mine) rmSync(lock, { force: true });
  }
}

/** Removes what processes that were killed have left beside the file: drafts of it, and of its lock. */
function sweep(path: string): void {
  const name = basename(path);
  const isDraft = (rest: string): boolean => /^\.\d+\.[0-9a-f]{8}\.tmp$|^\.lock\.[0-9a-f]{8}$/.test(rest);
  for (const entry of readdirSync(dirname(path))) {
    if (!entry.startsWith(name) || !isDraft(entry.slice(name.length))) continue;
    const left = join(dirname(path), entry);
    const made = statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Math.abs(Date.now() - made) >= STALE_MS) rmSync(left, { force: true });
  }
}

/**
 * Puts the text in the file's place at once: a reader sees the old one or the new one. Owner and mode stay, unless a mode is
 * passed, which then holds from the first byte on. Throws DOC_FILE, and DOC_STORE_FULL where there is no space.
 */
export function replaceFile(path: string, text: string, mode?: number): void {
  const draft = `${path}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    const before = statSync(path, { throwIfNoEntry: false });
    if (before !== undefined && !before.isFile()) throw new Error('it is not a file');
    const file = openSync(draft, 'wx', mode ?? (before === undefined ? 0o666 : before.mode & 0o777));
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (before !== undefined) {
      chmodSync(draft, mode ?? before.mode & 0o7777);
      if (before.uid !== process.getuid?.() || before.gid !== process.getgid?.()) giveTo(draft, before);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw unwritable(path, cause);
  }
}

function giveTo(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    // Only root may change a file's owner; for other users the new file is their own.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** A link is made whole or not at all, so no lock ever lacks its owner's name. */
function take(path: string, lock: string, mine: string): boolean {
  const draft = `${lock}.${randomUUID().slice(0, 8)}`;
  try {
    writeFileSync(draft, mine, { flag: 'wx', mode: PRIVATE_FILE });
    makeLock(draft, lock, mine);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(path, cause);
  } finally {
    rmSync(draft, { force: true });
  }
}

function makeLock(draft: string, lock: string, mine: string): void {
  try {
    linkSync(draft, lock);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
    writeFileSync(lock, mine, { flag: 'wx', mode: PRIVATE_FILE });
  }
}

function breakStale(lock: string): void {
  const content = contentOf(lock);
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (content === undefined || made === undefined) return;
  const [pid, host] = content.split(' ', 2) as [string, string?];
  const isDead = host === hostname() && !isAlive(Number(pid));
  if (!isDead && Math.abs(Date.now() - made) < STALE_MS) return;
  // Taken aside first: of two that find it stale one removes it, and a fresh one that was caught is put back.
  const aside = `${lock}.${randomUUID().slice(0, 8)}`;
  try {
    renameSync(lock, aside);
    if (contentOf(aside) !== content) linkSync(aside, lock);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function contentOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined; // removed in the meantime
  }
}

function ownerOf(lock: string): string {
  const [pid, host] = (contentOf(lock) ?? '').split(' ', 2);
  return pid && host ? `process ${pid} on ${host}` : 'another process';
}
