// What is installed of a dependency: its version and its home by node_modules, site-packages and lock files.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Dependency, maxLockBytes, maxManifestBytes } from '../../seed/manifest/dependency.ts';
import { readPackageFacts, readPackageLock } from '../../seed/manifest/package-json.ts';
import type { InstalledFacts } from '../../seed/manifest/places.ts';
import { type DistributionFacts, readMetadata, readPackageList } from '../../seed/manifest/python.ts';
import { shippedKinds } from '../package/shipped.ts';
import { foldersIn, isFolder, textOfFile } from './project-files.ts';

/** The facts of a dependency, and where its version was found. */
export interface Installed extends InstalledFacts {
  readonly from?: 'installed' | 'lock' | 'manifest' | undefined;
  /** Its folder below node_modules. */
  readonly folder?: string | undefined;
}

/** Looks up what is installed for the manifests of one project; what was read is remembered. */
export class InstalledPackages {
  readonly #top: string;
  readonly #locks = new Map<string, ReadonlyMap<string, string>>();
  readonly #distributions = new Map<string, ReadonlyMap<string, DistributionFacts>>();

  constructor(top: string) {
    this.#top = top;
  }

  /** What is known of a dependency of a manifest in that folder; installed before locked before written. */
  factsOf(dependency: Dependency, folder: string): Installed {
    const found = this.#installed(dependency, folder);
    const locked = found?.version === undefined ? this.#locked(dependency, folder) : undefined;
    const version = found?.version ?? locked ?? dependency.exact;
    const from = found?.version !== undefined ? 'installed' : locked !== undefined ? 'lock' : 'manifest';
    return { ships: [], ...found, version, ...(version !== undefined && { from }) };
  }

  #installed({ ecosystem, name, installedAs = name }: Dependency, folder: string): Installed | undefined {
    if (ecosystem === 'npm') return this.#inNodeModules(installedAs, folder);
    if (ecosystem !== 'pypi') return undefined;
    const places = this.#upwards(folder).flatMap(sitePackages);
    const found = places.map((place) => this.#distributionsIn(place).get(name)).find((facts) => facts !== undefined);
    return found && { version: found.version, homepage: found.homepage, ships: [] };
  }

  /** As Node.js looks for it: beside the manifest, then in each folder above, not further than the project. */
  #inNodeModules(name: string, folder: string): Installed | undefined {
    for (const place of this.#upwards(folder)) {
      const own = join(place, 'node_modules', name);
      const text = textOfFile(join(own, 'package.json'), maxManifestBytes);
      if (text === undefined) continue;
      const { version, homepage, repository, types } = readPackageFacts(text);
      return { version, homepage, repository, ships: shippedKinds(own, types), folder: own };
    }
    return undefined;
  }

  #locked({ ecosystem, name, installedAs = name }: Dependency, folder: string): string | undefined {
    for (const place of this.#upwards(folder))
      for (const [file, read] of locks[ecosystem] ?? []) {
        const version = this.#lock(join(place, file), read).get(installedAs);
        if (version !== undefined) return version;
      }
    return undefined;
  }

  #lock(path: string, read: (text: string) => ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const known = this.#locks.get(path) ?? read(textOfFile(path, maxLockBytes) ?? '');
    this.#locks.set(path, known);
    return known;
  }

  #distributionsIn(place: string): ReadonlyMap<string, DistributionFacts> {
    const known = this.#distributions.get(place) ?? distributions(place);
    this.#distributions.set(place, known);
    return known;
  }

  #upwards(folder: string): readonly string[] {
    const places = [folder];
    while (places.at(-1) !== this.#top && dirname(places.at(-1) as string) !== places.at(-1))
      places.push(dirname(places.at(-1) as string));
    return places;
  }
}

type LockReader = readonly [file: string, read: (text: string) => ReadonlyMap<string, string>];

const locks: Readonly<Partial<Record<Dependency['ecosystem'], readonly LockReader[]>>> = Object.freeze({
  npm: [['package-lock.json', readPackageLock]],
  pypi: [
    ['uv.lock', readPackageList],
    ['poetry.lock', readPackageList],
  ],
  cargo: [['Cargo.lock', readPackageList]],
});

/** The folders with installed distributions in a virtual environment of a project. */
function sitePackages(folder: string): readonly string[] {
  return ['.venv', 'venv', 'env'].flatMap((name) => {
    const lib = join(folder, name, 'lib');
    const versions = foldersIn(lib).filter((path) => /python3[\d.]*$/.test(path));
    return [...versions.map((path) => join(path, 'site-packages')), join(folder, name, 'Lib', 'site-packages')].filter(
      isFolder,
    );
  });
}

const MOST_DISTRIBUTIONS = 5_000;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not ours to read
  }
}

function distributions(place: string): ReadonlyMap<string, DistributionFacts> {
  const names = namesIn(place)
    .filter((name) => name.endsWith('.dist-info'))
    .slice(0, MOST_DISTRIBUTIONS);
  const facts = names.map((name) => readMetadata(textOfFile(join(place, name, 'METADATA'), maxManifestBytes) ?? ''));
  return new Map(facts.flatMap((one) => (one.name === undefined ? [] : [[one.name, one] as const])));
}
