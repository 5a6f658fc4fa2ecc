// Opens what lies in a folder and nothing else, also while somebody exchanges names in it for links.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { sep } from 'node:path';
import { type Refused, refuse } from '../../core/verdict.ts';
import { specialPlace } from './special-place.ts';

/** What was opened: a file, or a folder to be listed. */
export interface Opened {
  /** Leads to what was opened, whatever has its name by now; where the system has no such path, it is the name. */
  readonly path: string;
  /** Where it lies. */
  readonly place: string;
  readonly stats: Stats;
  readonly descriptor: number;
  close(): void;
}

const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_NOCTTY = 0, O_DIRECTORY = 0 } = constants;

export const leadsOut: Refused = refuse('folder:link', 'it leads out of the folder');
const isSpecial = refuse('folder:special', 'it is no regular file');

/**
 * Opens a file or a folder by its real path. Refused are what lies elsewhere once it is open, what is neither, and what a kernel makes
 * up. Throws the file system's error. On Linux the system says where an opened file lies; elsewhere its name is looked at again, and
 * has to lead to the same file.
 */
export function openInside(
  root: string,
  path: string,
  kind: 'file' | 'folder',
): Opened | { readonly refused: Refused } {
  const isOfKind = (stats: Stats): boolean => (kind === 'file' ? stats.isFile() : stats.isDirectory());
  // Before it is opened: opening a device may already do something.
  const before = lstatSync(path);
  if (!isOfKind(before)) return { refused: before.isSymbolicLink() ? leadsOut : isSpecial };
  const flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | (kind === 'folder' ? O_DIRECTORY : 0);
  const descriptor = openSync(path, flags);
  const close = (): void => closeSync(descriptor);
  try {
    const stats = fstatSync(descriptor);
    const own = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : undefined;
    const place = placeOf(own, path, stats);
    const refused = refusalOf(stats, { root, place, path: own ?? path, isOfKind });
    if (refused === undefined && place !== undefined) return { path: own ?? path, place, stats, descriptor, close };
    close();
    return { refused: refused ?? leadsOut };
  } catch (error) {
    close();
    throw error;
  }
}

/** Where an opened file lies; undefined where its name leads to another one by now. */
function placeOf(own: string | undefined, path: string, { dev, ino }: Stats): string | undefined {
  try {
    if (own !== undefined) return readlinkSync(own);
  } catch {
    // There is no /proc here.
  }
  const real = realpathSync(path);
  const now = lstatSync(real);
  return now.dev === dev && now.ino === ino ? real : undefined;
}

function refusalOf(
  stats: Stats,
  {
    root,
    place,
    path,
    isOfKind,
  }: {
    readonly root: string;
    readonly place: string | undefined;
    readonly path: string;
    readonly isOfKind: (stats: Stats) => boolean;
  },
): Refused | undefined {
  if (place === undefined || !isInside(place, root)) return leadsOut;
  if (!isOfKind(stats)) return isSpecial;
  // What lies where the folder lies was looked at with it.
  const special = stats.dev === statSync(root, { throwIfNoEntry: false })?.dev ? undefined : specialPlace(path);
  return special === undefined ? undefined : refuse('folder:special', `it is of the file system ${special}`);
}

/** Whether a real path lies in a folder. */
export function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

/** The names on the way from a folder to a real path in it. */
export function namesBelow(root: string, place: string): readonly string[] {
  return place.slice(root.length).split(sep).filter(Boolean);
}
