// Files and folders of a project, looked at within bounds: what is not there, or cannot be read, is nothing.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../../core/bounded-file.ts';
import { DocentError } from '../../core/errors.ts';

/** Folders of what others wrote, or of what was built. */
const SKIPPED = /^(?:\..*|node_modules|vendor|target|dist|build|out|venv|__pycache__|site-packages)$/;

/** The folders in a folder, by name; links are not followed. */
export function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name))
      .map(({ name }) => join(folder, name))
      .toSorted();
  } catch {
    return []; // not a folder, or not ours to read
  }
}

/** The text of a regular file; undefined where there is none, and where it is too large or unreadable, which is reported. */
export function textOfFile(
  path: string,
  maxBytes: number,
  problem: (line: string) => void = () => {},
): string | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
  } catch {
    return undefined; // most folders have no such file
  }
  try {
    return readBounded({ name: path, path, maxBytes, over: 'refuse' }).toString('utf8');
  } catch (error) {
    if (!(error instanceof DocentError)) throw error;
    problem(error.message);
    return undefined;
  }
}

/** Whether a folder is there; a link to one counts. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // manifests of others name paths that cannot be, too long or with a NUL
  }
}

/** Whether a regular file is there, and not a link. */
export function isOwnFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false; // as above
  }
}
