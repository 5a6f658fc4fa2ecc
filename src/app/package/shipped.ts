// What an installed package brings along to be read: README, CHANGELOG, docs folders, type declarations.
import { readdirSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { isOwnFile } from '../suggest/project-files.ts';

/** A file that documents a package, relative to its folder, with forward slashes. */
export interface ShippedFile {
  readonly path: string;
  readonly kind: 'README' | 'CHANGELOG' | 'docs' | 'types';
}

const README = /^readme(?:\.(?:md|markdown|txt|rst))?$/i;
const CHANGELOG = /^(?:changelog|changes|history)(?:\.(?:md|markdown|txt))?$/i;
const DOCS_FOLDER = /^(?:docs?|documentation|guides?)$/i;
const DOCS_FILE = /\.(?:md|mdx|markdown|txt|html?)$/i;
const DECLARATIONS = /\.d\.[cm]?ts$/;
const MOST_FILES = 400;
const DEEPEST = 8;

/** Every such file; links, and what lies in a further node_modules, are left out. `types` are the declarations its manifest names. */
export function shippedFiles(folder: string, types: readonly string[]): readonly ShippedFile[] {
  const top = namesIn(folder);
  const own = top.flatMap(({ name, isFile }): readonly ShippedFile[] => {
    if (!isFile) return [];
    return README.test(name)
      ? [{ path: name, kind: 'README' }]
      : CHANGELOG.test(name)
        ? [{ path: name, kind: 'CHANGELOG' }]
        : [];
  });
  const docs = top
    .filter(({ name, isFolder }) => isFolder && DOCS_FOLDER.test(name))
    .flatMap(({ name }) => filesBelow(folder, name, DOCS_FILE, 0))
    .map((path): ShippedFile => ({ path, kind: 'docs' }));
  return [...own, ...docs, ...declarations(folder, types)].slice(0, MOST_FILES);
}

/** Which kinds of documentation a package brings along. */
export function shippedKinds(folder: string, types: readonly string[]): readonly ShippedFile['kind'][] {
  return [...new Set(shippedFiles(folder, types).map(({ kind }) => kind))];
}

/** The declarations its manifest names with those beside them; where it names none, index.d.ts. */
function declarations(folder: string, types: readonly string[]): readonly ShippedFile[] {
  const named = (types.length === 0 ? ['index.d.ts'] : types)
    .map((path) => relative(folder, resolve(folder, path)).split(sep).join('/'))
    .filter((path) => DECLARATIONS.test(path) && !path.startsWith('../') && isOwnFile(join(folder, path)));
  const beside = named.flatMap((path) => {
    const place = posix.dirname(path);
    if (place !== '.') return filesBelow(folder, place, DECLARATIONS, 0);
    const siblings = namesIn(folder).filter(({ name, isFile }) => isFile && DECLARATIONS.test(name));
    return [...siblings.map(({ name }) => name), ...filesBelow(folder, 'types', DECLARATIONS, 0)];
  });
  return [...new Set([...named, ...beside])].map((path) => ({ path, kind: 'types' }));
}

function filesBelow(root: string, below: string, wanted: RegExp, depth: number): readonly string[] {
  if (depth > DEEPEST) return [];
  const found: string[] = [];
  for (const { name, isFile, isFolder } of namesIn(join(root, below))) {
    if (found.length >= MOST_FILES) break;
    if (isFile && wanted.test(name)) found.push(`${below}/${name}`);
    else if (isFolder && name !== 'node_modules')
      found.push(...filesBelow(root, `${below}/${name}`, wanted, depth + 1));
  }
  return found;
}

interface Name {
  readonly name: string;
  readonly isFile: boolean;
  readonly isFolder: boolean;
}

function namesIn(folder: string): readonly Name[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => ({ name: entry.name, isFile: entry.isFile(), isFolder: entry.isDirectory() }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return []; // nothing is shipped in what cannot be read
  }
}
