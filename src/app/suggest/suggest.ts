// `docent suggest`: the libraries a project uses, with the version in use and where their documentation is; nothing is requested.
import { relative, resolve, sep } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import type { Dependency } from '../../seed/manifest/dependency.ts';
import { type DocsPlace, libraryFor, pathsBelow, placesOf, providerIdFor } from '../../seed/manifest/places.ts';
import type { FieldTexts } from '../providers/edit.ts';
import { type Installed, InstalledPackages } from './installed.ts';
import { findManifests } from './project.ts';

/** A library that the project uses. */
export interface Suggestion {
  readonly ecosystem: Dependency['ecosystem'];
  readonly name: string;
  /** The version in use; the range that is allowed where no version is known. */
  readonly version?: string | undefined;
  readonly range?: string | undefined;
  readonly versionFrom?: Installed['from'];
  readonly isDev: boolean;
  /** Relative to the project's folder. */
  readonly manifests: readonly string[];
  /** Where it is installed, relative to the project's folder; only of packages in node_modules. */
  readonly folder?: string | undefined;
  /** The first is what `--add` takes. */
  readonly places: readonly DocsPlace[];
}

export interface Suggestions {
  readonly manifests: readonly string[];
  readonly libraries: readonly Suggestion[];
  /** Manifests that could not be read, a line each. */
  readonly problems: readonly string[];
}

/** What the manifests below a folder name. Throws DOC_FILE for a folder that does not exist. */
export function suggestLibraries(folder: string): Suggestions {
  const problems: string[] = [];
  const found = findManifests(folder, (line) => problems.push(line));
  const top = resolve(folder);
  const installed = new InstalledPackages(top);
  const libraries = new Map<string, Suggestion>();
  for (const { path, folder: place, manifest } of found)
    for (const dependency of manifest.dependencies) {
      const facts = installed.factsOf(dependency, place);
      const id = `${dependency.ecosystem} ${dependency.name} ${facts.version ?? dependency.range ?? ''}`;
      const before = libraries.get(id);
      libraries.set(
        id,
        before === undefined ? suggestion(dependency, facts, path, top) : joined(before, dependency, path),
      );
    }
  const order = ({ isDev, ecosystem, name }: Suggestion): string => `${isDev ? 1 : 0} ${ecosystem} ${name}`;
  return {
    manifests: found.map(({ path }) => path),
    libraries: [...libraries.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1)),
    problems,
  };
}

function suggestion(dependency: Dependency, facts: Installed, path: string, top: string): Suggestion {
  const { ecosystem, name, range, isDev } = dependency;
  return {
    ...{ ecosystem, name, version: facts.version, range, versionFrom: facts.from, isDev },
    manifests: [path],
    folder: facts.folder === undefined ? undefined : relative(top, facts.folder).split(sep).join('/'),
    places: placesOf(dependency, facts),
  };
}

function joined(before: Suggestion, { isDev }: Dependency, path: string): Suggestion {
  return { ...before, isDev: before.isDev && isDev, manifests: [...new Set([...before.manifests, path])] };
}

/** Whether there is a preset or a URL of its documentation. */
export function hasAddress({ places }: Suggestion): boolean {
  return places.some(({ kind }) => kind !== 'shipped');
}

/**
 * What `providers add` is called with for a suggestion: a preset's id or a URL, and the fields of the policy. Throws DOC_USAGE where
 * no address is known.
 */
export function draftOf(suggestion: Suggestion): { readonly word: string; readonly fields: FieldTexts } {
  const library = libraryFor(suggestion, suggestion.version);
  const place = suggestion.places.find((one) => one.kind !== 'shipped');
  if (place === undefined)
    throw new DocentError(
      'DOC_USAGE',
      `no address of the documentation of ${suggestion.name} is known: it does not come from a registry; "docent crawl ./folder" reads a folder`,
    );
  if (place.kind === 'preset') return { word: place.preset, fields: { library } };
  return {
    word: place.url,
    fields: {
      ...{ provider_id: providerIdFor(suggestion), name: suggestion.name, library },
      allowed_path_patterns: pathsBelow(place.url),
    },
  };
}
