// `docent suggest --local`: the packages of a project in node_modules as providers, each a folder of which only documentation is read.
import { dirname, relative, resolve, sep } from 'node:path';
import { providerIdFor } from '../../seed/manifest/places.ts';
import { presets } from '../../seed/presets.ts';
import type { Provider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import { realFolder } from '../folder/folder-supplier.ts';
import { configuredFolder } from '../folder/folder-target.ts';
import { notInstalled } from '../package/installed-package.ts';
import { type ConfigPlace, changeProviders } from '../providers/config-file.ts';
import type { RawPolicy } from '../providers/config-file-providers.ts';
import type { Remark } from '../providers/remarks.ts';
import type { Suggestion } from './suggest.ts';

/** What is to be indexed. */
export interface LocalPackages {
  /** The ids of their providers, those that were configured already included. */
  readonly ids: readonly string[];
  /** How many of them were written into the configuration file. */
  readonly added: number;
}

/** Whether a library is installed and brings something along to be read. */
export function isReadable({ folder, places }: Suggestion): boolean {
  return folder !== undefined && places.some(({ kind }) => kind === 'shipped');
}

/**
 * Writes these installed libraries of a project as providers into the configuration file, but for those that are there. Throws
 * DOC_FILE where one is not installed any more, and as `changeProviders`.
 */
export async function addPackages(
  project: string,
  chosen: readonly Suggestion[],
  { place, settings }: { readonly place: ConfigPlace; readonly settings: Pick<Settings, 'providers'> },
): Promise<LocalPackages> {
  const taken = new Set([...settings.providers, ...presets].map(({ provider_id: id }) => id));
  const ids: string[] = [];
  const added: RawPolicy[] = [];
  for (const one of chosen) {
    const folder = resolve(project, one.folder ?? '');
    const known = configuredFolder(realFolder(folder), settings);
    if (known !== undefined) ids.push(known.provider_id);
    else {
      const raw = policyOf(one, relative(dirname(place.absolute), folder).split(sep).join('/'), taken);
      taken.add(raw.provider_id);
      ids.push(raw.provider_id);
      added.push(raw);
    }
  }
  if (added.length > 0)
    await changeProviders(place, (list) => {
      for (const raw of added) list.add(raw);
    });
  return { ids: [...new Set(ids)], added: added.length };
}

interface PackagePolicy extends RawPolicy {
  readonly provider_id: string;
}

/** Version and library are left out: a refresh finds what is installed then. */
function policyOf(one: Suggestion, folder: string, taken: ReadonlySet<string>): PackagePolicy {
  const own = providerIdFor(one);
  const candidates = [
    own,
    `${own}-npm`,
    `${own}-npm-${(one.version ?? '').replace(/[^a-z0-9]+/gi, '-').toLowerCase()}`,
  ];
  const id = candidates.find((candidate) => !taken.has(candidate)) ?? (candidates.at(-1) as string);
  return { provider_id: id, ...(id !== one.name && { name: one.name }), folder, package: 'npm' };
}

/** The configured packages that are not installed any more. */
export function missingPackages(providers: readonly Provider[]): readonly Remark[] {
  return providers.flatMap((provider) => {
    const detail = notInstalled(provider);
    return detail === undefined ? [] : [{ provider: provider.provider_id, by: 'package:missing', detail } as const];
  });
}
