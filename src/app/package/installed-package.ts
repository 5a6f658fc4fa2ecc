// An installed package: what its package.json says of it, and by which name and version it is searched.
import { join } from 'node:path';
import { maxManifestBytes } from '../../seed/manifest/dependency.ts';
import { type PackageFacts, readPackageFacts } from '../../seed/manifest/package-json.ts';
import { libraryFor } from '../../seed/manifest/places.ts';
import type { Provider } from '../../seed/provider.ts';
import { textOfFile } from '../suggest/project-files.ts';

/** The facts of the package in a folder; undefined where no package is installed there. */
export function packageIn(folder: string): PackageFacts | undefined {
  const text = textOfFile(join(folder, 'package.json'), maxManifestBytes);
  return text === undefined ? undefined : readPackageFacts(text);
}

/** The provider with the library that is installed now; as it is where it is no package, or its policy names a library. */
export function withInstalled(provider: Provider): Provider {
  const { package: ecosystem, folder, library } = provider;
  if (ecosystem === undefined || folder === undefined || library !== undefined) return provider;
  const { name = provider.name, version } = packageIn(folder) ?? {};
  return { ...provider, library: libraryFor({ ecosystem, name }, version) };
}

/** Why nothing of a package can be read, in words; undefined while it is installed, and for what is no package. */
export function notInstalled({
  provider_id: id,
  package: ecosystem,
  folder,
}: Pick<Provider, 'provider_id' | 'package' | 'folder'>): string | undefined {
  if (ecosystem === undefined || folder === undefined || packageIn(folder) !== undefined) return undefined;
  return `the package is not installed any more; what is stored of it stays, until "docent providers remove ${id}" and "docent forget ${id}"`;
}
