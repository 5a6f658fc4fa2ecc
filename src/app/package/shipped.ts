// What an installed package brings along to be read: README, CHANGELOG, docs folders, type declarations.
import { readdirSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { isMachineFault } from '../../core/machine-fault.ts';
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
/** Most files that are read of a package. */
export const mostShippedFiles = 400;
const DEEPEST = 8;

/**
 * Every such file, README first and declarations last, up to one more than `mostShippedFiles`; links, and what lies in a further
 * node_modules, are left out. `types` are the declarations its manifest names.
 */
export function shippedFiles(folder: string, types: readonly string[]): readonly ShippedFile[] {
  const top = namesIn(folder);
  const named = (wanted: RegExp, kind: ShippedFile['kind']): readonly ShippedFile[] =>
    top.filter(({ name, isFile }) => isFile && wanted.test(name)).map(({ name }) => ({ path: name, kind }));
  const docs = top
    .filter(({ name, isFolder }) => isFolder && DOCS_FOLDER.test(name))
    .flatMap(({ name }) => filesBelow(folder, name, DOCS_FILE, 0))
    .map((path): ShippedFile => ({ path, kind: 'docs' }));
  const all = [...named(README, 'README'), ...docs, ...named(CHANGELOG, 'CHANGELOG'), ...declarations(folder, types)];
  return all.slice(0, mostShippedFiles + 1);
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
  return eachOnce([...named, ...beside]).map((path) => ({ path, kind: 'types' }));
}

/** Declarations for import and for require have the same text: those for require are left out beside others. */
function eachOnce(paths: readonly string[]): readonly string[] {
  const isForRequire = (path: string): boolean => path.endsWith('.d.cts');
  const others = new Set(paths.filter((path) => !isForRequire(path)).map(posix.dirname));
  return [...new Set(paths)].filter((path) => !isForRequire(path) || !others.has(posix.dirname(path)));
}

function filesBelow(root: string, below: string, wanted: RegExp, depth: number): readonly string[] {
  if (depth > DEEPEST) return [];
  const found: string[] = [];
  for (const { name, isFile, isFolder } of namesIn(join(root, below))) {
    if (found.length > mostShippedFiles) break;
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
  } catch (error) {
    // Nothing is shipped in what cannot be read; but a machine without a free file handle says nothing about the package.
    if (isMachineFault(error)) throw error;
    return [];
  }
}
