// package.json: what a project needs, and the metadata of an installed package.
import { isMap } from '../../core/decode.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import { cleaned, type Dependency, isPackageName, isPlainVersion, type Manifest } from './dependency.ts';

const SECTIONS = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'] as const;

/** The dependencies in package.json; none, and a fault, for a text that is no JSON object. Never throws. */
export function readPackageJson(text: string): Manifest {
  const raw = parsedMap(text);
  if (raw === undefined) return { dependencies: [], members: [], fault: 'it is no JSON object' };
  const found = SECTIONS.flatMap((section): readonly Dependency[] => {
    const list = raw[section];
    if (!isMap(list)) return [];
    return Object.entries(list).map(([name, range]) => npmDependency(name, range, section === 'devDependencies'));
  });
  const { workspaces } = raw;
  const members = Array.isArray(workspaces) ? workspaces : isMap(workspaces) ? workspaces.packages : [];
  return {
    dependencies: cleaned(found),
    members: Array.isArray(members) ? members.filter((member) => typeof member === 'string') : [],
  };
}

function npmDependency(alias: string, raw: unknown, isDev: boolean): Dependency {
  const said = typeof raw === 'string' ? raw : '';
  // `npm:real@1.2.3`: the package that is installed under another name.
  const [, real, behind] = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(said) ?? [];
  const range = real === undefined ? said : (behind ?? '');
  const name = real ?? alias;
  return {
    ...{ ecosystem: 'npm', name, isDev },
    ...(range !== '' && range.length <= 100 && { range }),
    ...(isPlainVersion(range) && { exact: range }),
    ...(real !== undefined && isPackageName('npm', alias) && { installedAs: alias }),
    ...(ELSEWHERE.test(range) && { isElsewhere: true, repository: repositoryIn(range) }),
  };
}

/** No range of versions has a slash. */
const ELSEWHERE = /\/|^(?:file|link|portal|workspace|gist):/;

/** The repository that a dependency is taken from, if it is one. */
function repositoryIn(source: string): string | undefined {
  const isRepository = /^(?:git[+:@]|(?:github|gitlab|bitbucket):|[\w-][\w.-]*\/[\w.-]+(?:#|$))/.test(source);
  return isRepository ? repositoryUrl(source.replace(/#.*$/, '')) : undefined;
}

/** The metadata of an installed package. */
export interface PackageFacts {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** Where its documentation is, or its home: an http(s) URL. */
  readonly homepage?: string | undefined;
  /** The page of its repository. */
  readonly repository?: string | undefined;
  /** Its folder there, without slashes at the ends; left out where it is all of it. */
  readonly directory?: string | undefined;
  /** The type declarations it names, relative to its folder. */
  readonly types: readonly string[];
}

/** The facts in package.json of an installed package. Never throws. */
export function readPackageFacts(text: string): PackageFacts {
  const { name, version, homepage, repository, types, typings, exports } = jsonMap(text);
  const from = isMap(repository) ? repository.url : repository;
  const named = [types, typings].filter((path) => typeof path === 'string' && path.length < LONGEST_PATH) as string[];
  return {
    ...(typeof name === 'string' && isPackageName('npm', name) && { name }),
    ...(typeof version === 'string' && isPlainVersion(version) && { version }),
    ...(typeof homepage === 'string' && { homepage: webUrl(homepage) }),
    ...(typeof from === 'string' && { repository: repositoryUrl(from) }),
    ...(isMap(repository) && { directory: plainFolder(repository.directory) }),
    types: [...new Set([...named, ...exportedTypes(exports)])].slice(0, MOST_TYPES),
  };
}

const LONGEST_PATH = 500;
const MOST_TYPES = 100;
const DEEPEST = 5;

function plainFolder(path: unknown): string | undefined {
  const plain = typeof path === 'string' ? path.replace(/^(?:\.?\/)+|\/+$/g, '') : '';
  return /^[\w@.-]+(?:\/[\w@.-]+)*$/.test(plain) && plain.length < LONGEST_PATH ? plain : undefined;
}

/** The declarations among what a package exports, by whatever condition. */
function exportedTypes(exported: unknown, depth = 0): readonly string[] {
  if (typeof exported === 'string')
    return /\.d\.[cm]?ts$/.test(exported) && exported.length < LONGEST_PATH && !exported.includes('*')
      ? [exported]
      : [];
  if (!isMap(exported) || depth > DEEPEST) return [];
  return Object.values(exported).flatMap((inner) => exportedTypes(inner, depth + 1));
}

/** The versions that package-lock.json installs at the top, by name. Never throws. */
export function readPackageLock(text: string): ReadonlyMap<string, string> {
  const { packages, dependencies } = jsonMap(text);
  const versions = new Map<string, string>();
  const note = (name: string, entry: unknown): void => {
    if (isMap(entry) && typeof entry.version === 'string' && isPlainVersion(entry.version))
      versions.set(name, entry.version);
  };
  if (isMap(packages)) {
    for (const [path, entry] of Object.entries(packages))
      if (path.startsWith('node_modules/') && !path.includes('/node_modules/')) note(path.slice(13), entry);
  } else if (isMap(dependencies)) for (const [name, entry] of Object.entries(dependencies)) note(name, entry);
  return versions;
}

/** An http(s) URL as it may be written down, without user and password; undefined for anything else. */
export function webUrl(text: string): string | undefined {
  const url = text.length > 1_024 ? undefined : parseHttpUrl(text.trim());
  if (url === undefined) return undefined;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

/** `git+https://…/x.git`, `git@host:a/b`, `github:a/b` and `a/b` as the page of the repository. */
function repositoryUrl(text: string): string | undefined {
  if (text.length > 500) return undefined;
  const [, host = 'github', path] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  if (path !== undefined) return `https://${host === 'bitbucket' ? 'bitbucket.org' : `${host}.com`}/${path}`;
  const plain = text
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/]/, 'https://$1/')
    .replace(/^git:\/\//, 'https://')
    .replace(/\.git$/, '');
  return webUrl(plain);
}

function jsonMap(text: string): Readonly<Record<string, unknown>> {
  return parsedMap(text) ?? {};
}

function parsedMap(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isMap(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
