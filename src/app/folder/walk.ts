// Every file of a folder with its time and size; what is no file of the folder is named with the reason, and never opened.
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DocentError } from '../../core/errors.ts';
import { isMachineFault } from '../../core/machine-fault.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import { leftOutBy } from './left-out.ts';
import { isInside, leadsOut, namesBelow, type Opened, openInside } from './open-inside.ts';

/** A file, or what is in the place of one. */
export interface WalkedFile {
  /** From the folder to it. */
  readonly segments: readonly string[];
  readonly bytes: number;
  /** Time and size. */
  readonly stamp: string;
  readonly refused?: Refused | undefined;
}

export interface WalkOptions {
  /** As `realpath` has it. */
  readonly root: string;
  /** How the folder is called in messages. */
  readonly name: string;
  readonly defaultExcludes: boolean;
  /** Called for each file and folder that is left out, with the reason. */
  readonly leftOut?: ((why: string) => void) | undefined;
}

/** Other things have their turn after this many files. */
const AT_ONCE = 500;

/** A folder that is to be listed, with what it was when its name was. */
interface Found {
  readonly place: readonly string[];
  readonly stats?: Stats | undefined;
}

/**
 * The files, folder by folder, in the order of their names. A folder below that cannot be listed is named with the reason, in the
 * place of its files. Throws DOC_FILE where the folder itself cannot be listed: its files are not missing by that.
 */
export async function* walkFolder(options: WalkOptions): AsyncGenerator<WalkedFile, void> {
  const waiting: Found[] = [{ place: [] }];
  let seen = 0;
  for (let found = waiting.pop(); found !== undefined; found = waiting.pop()) {
    const { place } = found;
    const opened = openFolder(found, options);
    if (opened === undefined) continue;
    if ('refused' in opened) {
      yield { segments: [...place, ''], bytes: 0, stamp: '', refused: opened.refused };
      continue;
    }
    const folders: Found[] = [];
    try {
      for (const entry of opened.entries) {
        const why = leftOutBy(entry.name, opened.path, options.defaultExcludes);
        const segments = [...place, entry.name];
        const file = why === undefined ? walked(entry, segments, opened.path, options) : undefined;
        if (why !== undefined) options.leftOut?.(why);
        else if (file !== undefined && 'isFolder' in file) folders.push({ place: segments, stats: file.stats });
        else if (file !== undefined) yield file;
        if (++seen % AT_ONCE === 0) await setImmediate();
      }
    } finally {
      opened.close();
    }
    waiting.push(...folders.toReversed());
  }
}

type Listed = Pick<Opened, 'path' | 'close'> & { readonly entries: readonly Dirent[] };

/** A folder with its entries, or why it is not listed; undefined for one that was removed since its name was listed. */
function openFolder(
  { place, stats }: Found,
  { root, name }: WalkOptions,
): Listed | { readonly refused: Refused } | undefined {
  const isRoot = stats === undefined;
  let opened: Opened | { readonly refused: Refused } | undefined;
  try {
    opened = openInside(root, join(root, ...place), 'folder');
    if (!('refused' in opened)) {
      const isOther = !isRoot && (opened.stats.ino !== stats.ino || opened.stats.dev !== stats.dev);
      if (!isOther) return { path: opened.path, close: opened.close, entries: entriesOf(opened.path) };
      opened.close();
      opened = { refused: exchanged };
    }
    if (!isRoot) return opened;
  } catch (error) {
    if (opened !== undefined && 'close' in opened) opened.close();
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (!isRoot && code === 'ENOENT') return undefined;
    if (!isRoot && !isMachineFault(error)) return { refused: refuse('folder:unreadable', code) };
    const where = [name, ...place].join('/');
    throw new DocentError('DOC_FILE', `cannot list ${where}: ${code}; nothing of ${name} was changed`, {
      cause: error,
    });
  }
  throw new DocentError('DOC_FILE', `cannot list ${name}: ${opened.refused.detail}; nothing of ${name} was changed`);
}

function entriesOf(path: string): readonly Dirent[] {
  return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const exchanged = refuse('folder:unreadable', 'it was exchanged while the folder was listed');
const notUtf8 = refuse('folder:unreadable', 'its name is not UTF-8');

/** Bytes of a name that are not UTF-8 are listed as U+FFFD, and nothing is found under that name. */
function isMisread(name: string, parent: string): boolean {
  return name.includes('\uFFFD') && lstatSync(join(parent, name), { throwIfNoEntry: false }) === undefined;
}

/** A file, or a folder to be listed in its turn; undefined for what was removed since the folder was listed. `parent` leads to that. */
function walked(
  { name }: Dirent,
  segments: readonly string[],
  parent: string,
  options: WalkOptions,
): WalkedFile | { readonly isFolder: true; readonly stats: Stats } | undefined {
  const path = join(parent, name);
  try {
    if (isMisread(name, parent)) return { segments, bytes: 0, stamp: '', refused: notUtf8 };
    const stats = lstatSync(path);
    if (stats.isDirectory()) return { isFolder: true, stats };
    if (!stats.isSymbolicLink()) return fileOf(stats, segments);
    const target = linkTarget(path, options);
    return 'refused' in target ? { segments, bytes: 0, stamp: '', ...target } : fileOf(target.stats, segments);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (isMachineFault(error)) throw error;
    return { segments, bytes: 0, stamp: '', refused: refuse('folder:unreadable', codeOf(error)) };
  }
}

function fileOf(stats: Stats, segments: readonly string[]): WalkedFile {
  const bytes = stats.size;
  const refused = stats.isFile() ? undefined : refuse('folder:special', 'it is no regular file');
  return { segments, bytes: refused === undefined ? bytes : 0, stamp: stampOf(stats), refused };
}

/** Time and size of a file: as long as they stay the same it is taken to be the same. */
export function stampOf({ size, mtimeMs, ctimeMs }: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs'>): string {
  return `${size} ${mtimeMs} ${ctimeMs}`;
}

/** What a symbolic link leads to: a file of the folder; else why it is not followed. */
function linkTarget(
  path: string,
  { root, defaultExcludes }: Pick<WalkOptions, 'root' | 'defaultExcludes'>,
): { readonly stats: Stats } | { readonly refused: Refused } {
  let target: string;
  try {
    target = realpathSync(path);
  } catch (error) {
    if (isMachineFault(error)) throw error;
    return { refused: refuse('folder:link', 'it leads nowhere') };
  }
  if (!isInside(target, root)) return { refused: leadsOut };
  if (statSync(target).isDirectory())
    return { refused: refuse('folder:link', 'it leads to a folder, which is read in its place') };
  const opened = openInside(root, target, 'file');
  if ('refused' in opened) return opened;
  opened.close();
  const why = leftOutPlace(root, opened.place, defaultExcludes);
  return why === undefined ? opened : { refused: refuse('folder:left-out', why) };
}

/** Why a real path in the folder is left out, if it is: it may have been reached by another name. */
export function leftOutPlace(root: string, place: string, defaultExcludes: boolean): string | undefined {
  return leftOutNames(root, namesBelow(root, place), defaultExcludes);
}

/** Why what these names lead to is left out, if it is. */
export function leftOutNames(root: string, names: readonly string[], defaultExcludes: boolean): string | undefined {
  for (const [at, name] of names.entries()) {
    const why = leftOutBy(name, join(root, ...names.slice(0, at)), defaultExcludes);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** The file system's message, without its path. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'it cannot be read';
}
