// The manifests of a project: found below a folder, read within bounds, with the versions that locks and installed packages name.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { readBounded } from '../../core/bounded-file.ts';
import { DocentError } from '../../core/errors.ts';
import { readCargoToml } from '../../seed/manifest/cargo-toml.ts';
import { type Manifest, maxManifestBytes } from '../../seed/manifest/dependency.ts';
import { readGoMod } from '../../seed/manifest/go-mod.ts';
import { readPackageJson } from '../../seed/manifest/package-json.ts';
import { readPom } from '../../seed/manifest/pom-xml.ts';
import { readPyproject, readRequirements } from '../../seed/manifest/python.ts';

/** A manifest that was found. */
export interface FoundManifest {
  /** Relative to the project's folder. */
  readonly path: string;
  /** The folder it lies in. */
  readonly folder: string;
  readonly manifest: Manifest;
}

const readers: Readonly<Record<string, (text: string) => Manifest>> = Object.freeze({
  'package.json': readPackageJson,
  'pyproject.toml': readPyproject,
  'requirements.txt': readRequirements,
  'Cargo.toml': readCargoToml,
  'go.mod': readGoMod,
  'pom.xml': readPom,
});

/** Folders of what others wrote, or of what was built. */
const SKIPPED = /^(?:\..*|node_modules|vendor|target|dist|build|out|venv|__pycache__|site-packages)$/;
const MOST_FOLDERS = 200;

/**
 * Every manifest of a project: in its folder, one level below, and in the members of its workspaces. Throws DOC_FILE for a folder that
 * does not exist; a manifest that cannot be read is reported to `problem`.
 */
export function findManifests(root: string, problem: (line: string) => void): readonly FoundManifest[] {
  const top = resolve(root);
  if (!isFolder(top)) throw new DocentError('DOC_FILE', `${root} is no folder`);
  const waiting = [top, ...foldersIn(top)];
  const seen = new Set<string>();
  const found: FoundManifest[] = [];
  for (let at = 0; at < waiting.length && seen.size < MOST_FOLDERS; at++) {
    const folder = waiting[at] as string;
    if (seen.has(folder)) continue;
    seen.add(folder);
    for (const one of manifestsIn(folder, top, problem)) {
      found.push(one);
      waiting.push(...membersOf(one, top));
    }
  }
  return found;
}

function manifestsIn(folder: string, top: string, problem: (line: string) => void): readonly FoundManifest[] {
  return Object.entries(readers).flatMap(([name, read]) => {
    const text = textOfFile(join(folder, name), maxManifestBytes, problem);
    const path = relative(top, join(folder, name));
    return text === undefined ? [] : [{ path, folder, manifest: read(text) }];
  });
}

/** A member is a folder inside the project; `packages/*` is each folder in packages. */
function membersOf({ folder, manifest }: FoundManifest, top: string): readonly string[] {
  return manifest.members.slice(0, MOST_FOLDERS).flatMap((member) => {
    const isEach = /\/\*{1,2}$/.test(member);
    const place = resolve(folder, member.replace(/\/\*{1,2}$/, ''));
    if (/[*?[\]{}!]/.test(place) || !`${place}${sep}`.startsWith(`${top}${sep}`)) return [];
    return isEach ? foldersIn(place) : isFolder(place) ? [place] : [];
  });
}

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
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether a regular file is there, and not a link. */
export function isOwnFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
