// Where things are in this repository, for the tests that look at it from outside.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder, without a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The pinned runtime, which `npm …` and `npx …` use. */
export const pinnedNode = join(root, 'node_modules/node/bin/node');

/** A file of the repository as text. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Every file below a folder of the repository, as paths below that folder with forward slashes, sorted. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(root, folder).length + 1)
        .split(sep)
        .join('/'),
    )
    .sort();
}
