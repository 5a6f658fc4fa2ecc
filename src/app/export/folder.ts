// A folder of Markdown files: made aside, then moved in; what others wrote there is never touched (C6).
import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { DocentError } from '../../core/errors.ts';
import { makeFolder, PRIVATE_FOLDER } from '../../core/make-folder.ts';
import { removeAtDeath } from './at-death.ts';
import { draftFile, statsAt, written } from './file.ts';
import { FileList, MANIFEST } from './manifest.ts';
import { pathFor } from './names.ts';

/** Where files wait until all are there. */
const ASIDE = '.docent-export-partial';

export interface FolderEnd {
  readonly files: number;
  /** Removed files of ours: their pages are not stored any more. */
  readonly removed: number;
  /** Files in the way that are not as docent wrote them, left as they are. */
  readonly kept: number;
}

/** Refuses a target that is no folder, or holds something. Throws DOC_USAGE. */
export function checkFolder(target: string, force: boolean): void {
  const stat = statsAt(target, true);
  if (stat === undefined) return;
  if (!stat.isDirectory())
    throw new DocentError('DOC_USAGE', `${target} is not a folder, and --format markdown writes one`);
  const isEmpty = readdirSync(target).every((name) => name === ASIDE);
  if (!isEmpty && !force)
    throw new DocentError(
      'DOC_USAGE',
      `${target} is not empty; --force replaces what docent exported there, and leaves everything else as it is`,
    );
}

/** Files on their way into a target folder. Every method throws DOC_FILE for what cannot be written. */
export class FolderDraft {
  bytes = 0;
  readonly #target: string;
  readonly #files = new FileList();
  #isNew = false;
  /** What is made in a folder of the operator's is as open as that folder; a new one is private. */
  #mode = PRIVATE_FOLDER;
  #keep = (): void => {};
  /** The folder that was looked at last: files come in the order of their paths. */
  #lastFolder = '';

  constructor(target: string) {
    this.#target = target;
  }

  async begin(): Promise<void> {
    await written(this.#target, async () => {
      const aside = join(this.#target, ASIDE);
      const before = statsAt(this.#target, true);
      this.#isNew = before === undefined;
      if (before !== undefined) this.#mode = before.mode & 0o777;
      await rm(aside, { recursive: true, force: true });
      makeFolder(aside, PRIVATE_FOLDER);
      this.#keep = removeAtDeath(aside);
    });
    await this.#files.load(join(this.#target, MANIFEST));
  }

  async add(url: string, provider: string, text: string): Promise<void> {
    const n = this.#files.add(pathFor(url), hash('sha256', text, 'hex'), `${provider}\n${url}`);
    await written(this.#target, () => writeFile(this.#aside(n), text, { flag: 'wx', mode: this.#mode & 0o666 }));
    this.bytes += Buffer.byteLength(text);
  }

  /** Moves everything in, and takes away what the last export had and this one has not. */
  async finish(): Promise<FolderEnd> {
    // Whatever ends this half way, the list knows every file that is ours.
    await this.#list(true);
    const inTheWay: number[] = [];
    let files = 0;
    for (const { n, path, sha256 } of this.#files.fresh()) {
      if (await written(join(this.#target, path), () => this.#moveIn(n, path, sha256))) files++;
      else inTheWay.push(n);
    }
    let removed = 0;
    let kept = inTheWay.length;
    for (const path of this.#files.stale()) {
      const was = await written(join(this.#target, path), () => this.#takeAway(path));
      if (was === 'removed') removed++;
      if (was === 'changed') kept++;
    }
    this.#files.drop(inTheWay);
    await this.#list(false);
    return { files, removed, kept };
  }

  /** Leaves nothing half done behind, and the folder as it was. */
  async discard(): Promise<void> {
    this.#files.close();
    await rm(join(this.#target, ASIDE), { recursive: true, force: true });
    this.#keep();
    // With something in it, it stays by itself.
    if (this.#isNew) await rmdir(this.#target).catch(() => {});
  }

  #aside(n: number): string {
    return join(this.#target, ASIDE, String(n));
  }

  async #list(both: boolean): Promise<void> {
    const draft = await draftFile(join(this.#target, MANIFEST));
    try {
      for (const line of this.#files.lines(both)) await draft.write(line);
      await draft.finish();
    } finally {
      await draft.discard();
    }
  }

  async #moveIn(n: number, path: string, sha256: string): Promise<boolean> {
    if (!(await this.#folderOf(path, true))) return false;
    const place = join(this.#target, path);
    const there = await hashAt(place);
    const isOurs = there === undefined || there === sha256 || (there !== 'other' && this.#files.wrote(path, there));
    if (isOurs) await rename(this.#aside(n), place);
    return isOurs;
  }

  async #takeAway(path: string): Promise<'removed' | 'changed' | 'missing'> {
    if (!(await this.#folderOf(path, false))) return 'missing';
    const place = join(this.#target, path);
    const there = await hashAt(place);
    if (there === undefined) return 'missing';
    if (!this.#files.wrote(path, there)) return 'changed';
    await unlink(place);
    this.#lastFolder = '';
    // Folders that are empty now are removed too; one that is not stays by itself.
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      const isRemoved = await rmdir(join(this.#target, folder)).then(
        () => true,
        () => false,
      );
      if (!isRemoved) break;
    }
    return 'removed';
  }

  /** Whether every folder on the way is one, and no link to elsewhere; made where it is missing and `make` is set. */
  async #folderOf(path: string, make: boolean): Promise<boolean> {
    const way = dirname(path);
    if (way === this.#lastFolder) return true;
    let folder = this.#target;
    for (const name of way === '.' ? [] : way.split('/')) {
      folder = join(folder, name);
      const stat = await lstat(folder).catch(() => undefined);
      if (stat === undefined && !make) return false;
      if (stat === undefined) await mkdir(folder, { mode: this.#mode });
      else if (!stat.isDirectory()) return false;
    }
    this.#lastFolder = way;
    return true;
  }
}

/** The hash of a file; undefined where there is none, `other` for what is no plain file. */
async function hashAt(path: string): Promise<string | undefined> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat === undefined) return undefined;
  return stat.isFile() ? hash('sha256', await readFile(path), 'hex') : 'other';
}
