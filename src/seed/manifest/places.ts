// Where the documentation of a dependency is: a preset, the home it names, the address its ecosystem has for every package, or its own files.
import type { Dependency, Ecosystem } from './dependency.ts';
import { presetOf } from './preset-packages.ts';

/** One place; the first of a list is the best. */
export type DocsPlace =
  | { readonly kind: 'preset'; readonly preset: string }
  /** What its installed metadata names. */
  | { readonly kind: 'homepage'; readonly url: string }
  /** The address that its ecosystem has for every package. */
  | { readonly kind: 'registry'; readonly url: string }
  /** What it brings along itself. */
  | { readonly kind: 'shipped'; readonly what: readonly string[] };

/** What is known of a dependency beside its manifest. */
export interface InstalledFacts {
  /** The version in use. */
  readonly version?: string | undefined;
  readonly homepage?: string | undefined;
  readonly repository?: string | undefined;
  /** Kinds of documentation below its folder: README, docs, CHANGELOG, types. */
  readonly ships: readonly string[];
}

/** Every place there is, the best one first; none for a package that is in no registry and names no home. */
export function placesOf(dependency: Dependency, facts: InstalledFacts): readonly DocsPlace[] {
  const { ecosystem, name, isElsewhere, repository } = dependency;
  const preset = presetOf(ecosystem, name);
  const home = facts.homepage ?? facts.repository ?? repository;
  return [
    ...(preset === undefined ? [] : [{ kind: 'preset', preset } as const]),
    ...(home === undefined ? [] : [{ kind: 'homepage', url: home } as const]),
    ...(isElsewhere ? [] : [{ kind: 'registry', url: registryUrl(ecosystem, name, facts.version) } as const]),
    ...(facts.ships.length === 0 ? [] : [{ kind: 'shipped', what: facts.ships } as const]),
  ];
}

/** The address of a package in its ecosystem, of one version where that is known. */
export function registryUrl(ecosystem: Ecosystem, name: string, version: string | undefined): string {
  switch (ecosystem) {
    case 'npm':
      return `https://www.npmjs.com/package/${name}${version === undefined ? '' : `/v/${version}`}`;
    case 'pypi':
      return `https://pypi.org/project/${name}/${version === undefined ? '' : `${version}/`}`;
    case 'cargo':
      return `https://docs.rs/${name}/${version ?? 'latest'}/`;
    case 'go':
      return `https://pkg.go.dev/${name}${version === undefined ? '' : `@${version}`}`;
    case 'maven':
      return `https://javadoc.io/doc/${name.replace(':', '/')}/${version ?? 'latest'}/`;
  }
}

/** The id of the provider that a dependency becomes: `@types/node` is types-node, `org.slf4j:slf4j-api` slf4j-api. */
export function providerIdFor({ ecosystem, name }: Pick<Dependency, 'ecosystem' | 'name'>): string {
  const last = ecosystem === 'maven' ? name.split(':')[1] : ecosystem === 'go' ? lastOfModule(name) : name;
  const slug = (last ?? name)
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/[.-]{2,}/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return slug === '' ? ecosystem : slug;
}

/** `name@version` as searches and assistants name it; without a version where only a range is known. */
export function libraryFor(
  { ecosystem, name }: Pick<Dependency, 'ecosystem' | 'name'>,
  version: string | undefined,
): string {
  const plain = ecosystem === 'maven' ? (name.split(':')[1] as string) : name;
  const whole = version === undefined ? plain : `${plain}@${version.replace(/^v(?=\d)/, '')}`;
  return whole.length <= 100 ? whole : plain.slice(-100).replace(/^[^a-zA-Z0-9]+/, '');
}

/** The paths that belong to a place: its own and everything below it. */
export function pathsBelow(url: string): readonly string[] {
  const { pathname } = new URL(url);
  const folder = pathname.replace(/\/(?:index\.html?)?$/, '');
  return [/[*?[\]{}!()\\]/.test(folder) ? '/**' : `${folder}/**`];
}

function lastOfModule(name: string): string {
  const parts = name.split('/').filter((part) => !/^v\d+$/.test(part));
  return parts.at(-1) ?? name;
}
