// A text file written piece by piece under another name; it gets its own only when it is whole.
import { existsSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { makeFolder, PRIVATE_FILE, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import { unwritable } from '../../core/unwritable.ts';
import { draftName, releaseDraft, sweepDrafts } from './draft-name.ts';

/** How much is gathered before it is written. */
const PIECE = 64 * 1_024;

export interface FileDraft {
  /** Bytes so far. */
  readonly bytes: number;
  write(text: string): Promise<void>;
  /** Puts the file at its place, instead of what was there. */
  finish(): Promise<void>;
  /** Leaves nothing behind; after `finish` it does nothing. */
  discard(): Promise<void>;
}

/**
 * Begins a file, its folder made if needed, and what killed processes left there removed. Throws DOC_USAGE as `filePlace`; it and
 * all its methods throw DOC_FILE for what cannot be written.
 */
export async function draftFile(named: string): Promise<FileDraft> {
  const path = filePlace(named);
  const draft = draftName(path);
  const handle = await written(path, async () => {
    makeFolder(dirname(path), PRIVATE_FOLDER);
    await sweepDrafts(dirname(path));
    // One that is replaced keeps its mode.
    const before = statsAt(path);
    const made = await open(draft, 'wx', PRIVATE_FILE);
    if (before !== undefined) await made.chmod(before.mode & 0o777);
    return made;
  });
  return new Draft(path, draft, handle);
}

class Draft implements FileDraft {
  bytes = 0;
  readonly #path: string;
  readonly #draft: string;
  readonly #handle: FileHandle;
  #waiting: string[] = [];
  #length = 0;
  #open = true;
  #isInPlace = false;

  constructor(path: string, draft: string, handle: FileHandle) {
    this.#path = path;
    this.#draft = draft;
    this.#handle = handle;
  }

  async write(text: string): Promise<void> {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await written(this.#path, async () => {
      await this.#handle.sync();
      await this.#close();
      await rename(this.#draft, this.#path);
      this.#isInPlace = true;
      releaseDraft(this.#draft);
    });
  }

  async discard(): Promise<void> {
    if (this.#isInPlace) return;
    if (this.#open) await this.#close();
    await rm(this.#draft, { force: true });
    releaseDraft(this.#draft);
  }

  async #flush(): Promise<void> {
    const piece = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#length = 0;
    await written(this.#path, () => this.#handle.appendFile(piece));
    this.bytes += piece.length;
  }

  async #close(): Promise<void> {
    this.#open = false;
    await this.#handle.close();
  }
}

/** The stats of what is at a path; undefined for nothing. A link is itself, or `followed` what it leads to. Throws DOC_FILE. */
export function statsAt(path: string, followed = false): Stats | undefined {
  try {
    return (followed ? statSync : lstatSync)(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Where a file that is named would be written: a link to one leads there. Throws DOC_USAGE where there is something else than
 * a file, such as a device or a pipe: it would be replaced. Throws DOC_FILE.
 */
export function filePlace(path: string): string {
  const stat = statsAt(path);
  if (stat === undefined || stat.isFile()) return path;
  const target = stat.isSymbolicLink() ? statsAt(path, true) : stat;
  if (target?.isFile()) return realpathSync(path);
  const what = target === undefined ? 'a link to nothing' : kindOf(target);
  throw new DocentError('DOC_USAGE', `${path} is ${what}, not a file; name a file`);
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'a folder';
  if (stat.isFIFO()) return 'a pipe';
  return stat.isSocket() ? 'a socket' : 'a device';
}

/** Does something to a file of the operator's; what goes wrong becomes DOC_FILE, or DOC_STORE_FULL, with the path and the reason. */
export async function written<T>(path: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw error instanceof DocentError ? error : unwritable(path, error);
  }
}

/** Whether a whole path is a folder or lies in it, links on the way followed. */
export function liesIn(path: string, folder: string): boolean {
  const way = relative(realPath(folder), realPath(path));
  return way === '' || (way.split(sep)[0] !== '..' && !/^[a-z]:/i.test(way));
}

function realPath(path: string): string {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  return join(realpathSync(there), relative(there, path));
}
