// The libraries of a data folder as Context7 lists them: one entry for all versions of a name, with an id to query it by.
import { higherVersionFirst } from '../../seed/library.ts';
import type { StoredLibrary } from '../read/libraries.ts';

/** A library in a list; sums over all its versions. */
export interface OfferedLibrary {
  /** `/docs/python`; a version follows behind a slash or an @. */
  readonly id: string;
  readonly title: string;
  /** The highest first. */
  readonly versions: readonly string[];
  readonly hosts: readonly string[];
  readonly pages: number;
  readonly chunks: number;
  /** `full` where whole texts are kept of every version. */
  readonly retain: 'full' | 'preview';
  /** When its newest copy was made. */
  readonly fetchedAt: number;
  /** Since when at the latest every page is known to be as it is stored. */
  readonly verifiedAt: number;
}

/** What ids of libraries begin with. */
export const ID_PREFIX = '/docs/';

/** What all versions of a library have in common. */
export function libraryKey({ library }: StoredLibrary): string {
  return library.name.toLowerCase();
}

/** The id of one version of a library, or of a library without versions. */
export function versionId({ library: { name, version } }: StoredLibrary): string {
  return version === undefined ? `${ID_PREFIX}${name}` : `${ID_PREFIX}${name}/${version}`;
}

/** One entry for each name, in the order of the first of each. */
export function offeredLibraries(libraries: readonly StoredLibrary[]): readonly OfferedLibrary[] {
  return [...Map.groupBy(libraries, libraryKey).values()].map(offered);
}

function offered(parts: readonly StoredLibrary[]): OfferedLibrary {
  const [{ provider, title, library }] = parts as readonly [StoredLibrary];
  const titles = new Set(parts.map((one) => one.title));
  const versions = new Set(parts.flatMap((one) => one.library.version ?? []));
  return {
    id: `${ID_PREFIX}${library.name}`,
    title: titles.size === 1 && title !== provider ? title : library.name,
    versions: [...versions].toSorted(higherVersionFirst),
    hosts: [...new Set(parts.flatMap(({ hosts }) => hosts))],
    pages: parts.reduce((sum, { pages }) => sum + pages, 0),
    chunks: parts.reduce((sum, { chunks }) => sum + chunks, 0),
    retain: parts.every(({ retain }) => retain === 'full') ? 'full' : 'preview',
    fetchedAt: Math.max(...parts.map(({ fetchedAt }) => fetchedAt)),
    verifiedAt: Math.min(...parts.map(({ verifiedAt }) => verifiedAt)),
  };
}
