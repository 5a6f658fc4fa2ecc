// Every file of a folder with its time and size; what is no file of the folder is named with the reason, and never opened.
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DocentError } from '../../core/errors.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import { leftOutBy } from './left-out.ts';

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

/**
 * The files, folder by folder, in the order of their names. Throws DOC_FILE where a folder cannot be listed: its files are not
 * missing by that.
 */
export async function* walkFolder(options: WalkOptions): AsyncGenerator<WalkedFile, void> {
  const waiting: (readonly string[])[] = [[]];
  let seen = 0;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const parent = join(options.root, ...place);
    const folders: (readonly string[])[] = [];
    for (const entry of entriesOf(parent, place, options)) {
      const why = leftOutBy(entry.name, parent, options.defaultExcludes);
      const segments = [...place, entry.name];
      if (why !== undefined) options.leftOut?.(why);
      else if (isMisread(entry.name, parent)) yield { segments, bytes: 0, stamp: '', refused: notUtf8 };
      else if (entry.isDirectory()) folders.push(segments);
      else {
        const file = walked(entry, segments, options.root);
        if (file !== undefined) yield file;
      }
      if (++seen % AT_ONCE === 0) await setImmediate();
    }
    waiting.push(...folders.toReversed());
  }
}

function entriesOf(parent: string, place: readonly string[], { name }: WalkOptions): readonly Dirent[] {
  try {
    return readdirSync(parent, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    const where = [name, ...place].join('/');
    throw new DocentError('DOC_FILE', `cannot list ${where}: ${code}; nothing of ${name} was changed`, { cause });
  }
}

const notUtf8 = refuse('folder:unreadable', 'its name is not UTF-8');

/** Bytes of a name that are not UTF-8 are listed as U+FFFD, and nothing is found under that name. */
function isMisread(name: string, parent: string): boolean {
  return name.includes('\uFFFD') && lstatSync(join(parent, name), { throwIfNoEntry: false }) === undefined;
}

/** Undefined for what was removed since the folder was listed. */
function walked(entry: Dirent, segments: readonly string[], root: string): WalkedFile | undefined {
  const path = join(root, ...segments);
  try {
    if (!entry.isSymbolicLink()) return fileOf(lstatSync(path), segments);
    const refused = refusedLink(path, root);
    const stats = refused === undefined ? statSync(path) : undefined;
    return stats === undefined ? { segments, bytes: 0, stamp: '', refused } : fileOf(stats, segments);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
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

/** Why a symbolic link is not followed; undefined for one to a file of the folder. */
export function refusedLink(path: string, root: string): Refused | undefined {
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    return refuse('folder:link', 'it leads nowhere');
  }
  if (!isInside(target, root)) return refuse('folder:link', 'it leads out of the folder');
  return statSync(target).isDirectory()
    ? refuse('folder:link', 'it leads to a folder, which is read in its place')
    : undefined;
}

/** Whether a real path lies in a folder. */
export function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

/** The file system's message, without its path. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'it cannot be read';
}
