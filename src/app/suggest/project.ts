// The manifests of a project: found below a folder, read within bounds, with the versions that locks and installed packages name.
import { join, relative, resolve, sep } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { readCargoToml } from '../../seed/manifest/cargo-toml.ts';
import { type Manifest, maxManifestBytes } from '../../seed/manifest/dependency.ts';
import { readGoMod } from '../../seed/manifest/go-mod.ts';
import { readPackageJson } from '../../seed/manifest/package-json.ts';
import { readPom } from '../../seed/manifest/pom-xml.ts';
import { readPyproject, readRequirements } from '../../seed/manifest/python.ts';
import { foldersIn, isFolder, textOfFile } from './project-files.ts';

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
    if (text === undefined) return [];
    const manifest = read(text);
    if (manifest.fault !== undefined) problem(`cannot read ${path}: ${manifest.fault}`);
    return [{ path, folder, manifest }];
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
