// What a project depends on by its manifests: the types that all readers of manifests share.

export type Ecosystem = 'npm' | 'pypi' | 'cargo' | 'go' | 'maven';

/** A direct dependency as a manifest names it. */
export interface Dependency {
  readonly ecosystem: Ecosystem;
  /** As its ecosystem spells it: `@scope/name`, `group:artifact`, a module path. */
  readonly name: string;
  /** What the manifest allows, such as `^1.2.0`; left out where it states none. */
  readonly range?: string | undefined;
  /** The one version it allows, where it is written that way. */
  readonly exact?: string | undefined;
  /** Only for development or tests. */
  readonly isDev: boolean;
  /** The name it is installed under, where that is another. */
  readonly installedAs?: string | undefined;
  /** It comes from a folder, a file or a repository: in the registry of its ecosystem another package may have its name. */
  readonly isElsewhere?: true | undefined;
  /** The page of the repository it comes from. */
  readonly repository?: string | undefined;
}

/** The content of a manifest: its dependencies, and the folders of further manifests that belong to it. */
export interface Manifest {
  readonly dependencies: readonly Dependency[];
  /** Folders or `folder/*` patterns of a workspace, relative to the manifest. */
  readonly members: readonly string[];
  /** Why nothing could be read from it, where the text as a whole is none of its kind. */
  readonly fault?: string | undefined;
}

/** No manifest of a person has more; the rest of a longer one is left out. */
export const MOST_DEPENDENCIES = 2_000;

/** Most bytes of a manifest that is read. */
export const maxManifestBytes = 2_000_000;

/** Most bytes of a lock file that is read. */
export const maxLockBytes = 50_000_000;

/** Names that may be part of a URL and of a path below node_modules, for each ecosystem. */
const names: Readonly<Record<Ecosystem, RegExp>> = Object.freeze({
  npm: /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-zA-Z0-9~-][a-zA-Z0-9._~-]*$/,
  pypi: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
  cargo: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
  go: /^[A-Za-z0-9][A-Za-z0-9._~-]*(?:\/[A-Za-z0-9._~-]+)*$/,
  maven: /^[A-Za-z0-9_][A-Za-z0-9._-]*:[A-Za-z0-9_][A-Za-z0-9._-]*$/,
});

/** Whether a name is one that its ecosystem could have; what is none is never part of a path or a URL. */
export function isPackageName(ecosystem: Ecosystem, name: string): boolean {
  return name.length <= 214 && !name.split('/').includes('..') && names[ecosystem].test(name);
}

/** A version that may be part of a URL and follow a library's name. */
export function isPlainVersion(text: string): boolean {
  return /^v?\d[A-Za-z0-9._+-]{0,60}$/.test(text);
}

/** The usable dependencies, each name once: what a package is needed for counts more than what it is developed with. */
export function cleaned(found: readonly Dependency[]): readonly Dependency[] {
  const byName = new Map<string, Dependency>();
  for (const one of found) {
    if (byName.size >= MOST_DEPENDENCIES) break;
    if (!isPackageName(one.ecosystem, one.name)) continue;
    const before = byName.get(one.name);
    if (before === undefined || (before.isDev && !one.isDev)) byName.set(one.name, one);
  }
  return [...byName.values()];
}
