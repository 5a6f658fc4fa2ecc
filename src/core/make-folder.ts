// A folder, made with those above it where they are missing.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** For what may name people: only the user who made it reads it. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/**
 * Makes a folder, and those above it that are missing, with this mode; what is there already stays as it is. Throws what the file system throws. (Node's own `recursive` retries forever
 * where a system reports a parent folder as missing although it exists, as /proc does.)
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (isFolder(path)) return;
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    if (isFolder(above))
      throw Object.assign(new Error(`no folder can be made in ${above}`, { cause: error }), { code: 'ENOENT' });
    makeFolder(above, mode);
    makeFolder(path, mode);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
