// Which libraries a data folder holds documentation of, and which of them a name refers to.
import { DocentError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { hostKey, parseHttpUrl } from '../../core/url/host.ts';
import type { StoredSums } from '../../frontier/port-providers.ts';
import {
  findLibrary,
  type Library,
  type LibraryEntry,
  type LibraryMatch,
  libraryText,
  parseLibrary,
} from '../../seed/library.ts';
import type { Provider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import { readRemembered } from '../crawl/remembered-options.ts';
import { configuredProvider, ownId, providerIdOf } from '../crawl/targets.ts';
import type { Place } from '../place.ts';

/** A provider with stored pages, and the names it is found by. */
export interface StoredLibrary extends LibraryEntry {
  readonly pages: number;
  readonly chunks: number;
  /** `full` where whole texts are kept; a page may still forbid keeping its own. */
  readonly retain: 'full' | 'preview';
  /** When its newest copy was made, in milliseconds. */
  readonly fetchedAt: number;
  /** Since when at the latest every page is known to be as it is stored. */
  readonly verifiedAt: number;
  /** When its last run ended, or was last seen under way. */
  readonly lastRunAt?: number | undefined;
}

/** Everything that can be searched, by provider. Throws DOC_STORE for data that cannot be read. */
export async function librariesIn({ settings, store }: Place): Promise<readonly StoredLibrary[]> {
  const sums = await store.storedSums();
  return sums.map((one) => libraryOf(one, settings));
}

/** What providers are called: `python@3.11`, or the id; nothing else where nothing is stored. Rejects as `librariesIn`. */
export async function libraryNames(place: Place): Promise<(provider: string) => string> {
  const libraries = await librariesIn(place);
  const names = new Map(libraries.map(({ provider, library }) => [provider, libraryText(library)]));
  return (provider) => names.get(provider) ?? provider;
}

/** Which of them matches a name, an alias, a host or a URL, with or without a version. Rejects as `librariesIn`. */
export async function resolveLibrary(place: Place, word: string): Promise<LibraryMatch<StoredLibrary>> {
  return matchIn(await librariesIn(place), place.settings, word);
}

function matchIn(libraries: readonly StoredLibrary[], settings: Settings, word: string): LibraryMatch<StoredLibrary> {
  // The crawl of this very URL comes before others of its host.
  const crawled = urlProvider(word, settings);
  const id = crawled ?? ownId(word.trim(), settings);
  const own = libraries.find(({ provider }) => provider === id);
  if (own !== undefined) return { kind: 'found', entry: own, how: 'exact' };
  // Several crawls that carry one name and version are one library, represented by its first.
  const first = new Map(libraries.toReversed().map((one) => [sharedName(one) ?? one.provider, one]));
  return findLibrary(
    libraries.filter((one) => first.get(sharedName(one) ?? one.provider) === one),
    word,
  );
}

/** The name and version that several crawls may share; none where there is none. */
function sharedName({ provider, library: { name, version } }: StoredLibrary): string | undefined {
  return name === provider && version === undefined ? undefined : `${name.toLowerCase()} ${version ?? ''}`;
}

/** The crawls of a match: that of the provider that was named, or all of one library. */
function partsOf(libraries: readonly StoredLibrary[], entry: StoredLibrary, word: string): readonly StoredLibrary[] {
  const shared = sharedName(entry);
  if (shared === undefined || entry.provider === word.trim() || parseHttpUrl(word) !== undefined) return [entry];
  return libraries.filter((one) => sharedName(one) === shared);
}

function urlProvider(word: string, settings: Settings): string | undefined {
  if (parseHttpUrl(word) === undefined) return undefined;
  try {
    return providerIdOf(word, settings, 'stranger');
  } catch {
    return undefined; // a URL that may not be crawled was not crawled
  }
}

/** What a search is held to by the name of a library, and why this one: see `LibraryMatch`. */
export interface HeldTo {
  readonly asked: string;
  readonly provider: string;
  readonly library: Library;
  readonly how: Extract<LibraryMatch, { kind: 'found' }>['how'];
}

/** What these names match; a library of several crawls is as many. Throws DOC_USAGE for a name that matches none or several, with candidates. */
export async function heldTo(place: Place, names: readonly string[]): Promise<readonly HeldTo[]> {
  const libraries = await librariesIn(place);
  return names.flatMap((word) => {
    const match = matchIn(libraries, place.settings, word);
    if (match.kind !== 'found') throw new DocentError('DOC_USAGE', printable(problemOf(match, word, libraries)));
    const parts = partsOf(libraries, match.entry, word);
    return parts.map(({ provider, library }) => ({ asked: word, provider, library, how: match.how }));
  });
}

const MOST_NAMED = 10;
const LONGEST_SHOWN = 60;

function problemOf(
  match: Exclude<LibraryMatch<StoredLibrary>, { kind: 'found' }>,
  word: string,
  libraries: readonly StoredLibrary[],
): string {
  const name = word.length > LONGEST_SHOWN ? `${word.slice(0, LONGEST_SHOWN).toWellFormed()}…` : word;
  if (match.kind === 'ambiguous')
    return match.candidates.length === 1
      ? `there is no such version of "${name}" here, only ${listed(match.candidates)}`
      : `"${name}" may be one of ${listed(match.candidates)}; name one of them`;
  if (match.near.length > 0) return `there is no library "${name}" here; did you mean ${listed(match.near, ' or ')}?`;
  const all = libraries.length === 0 ? 'nothing is stored yet' : `there are ${listed(libraries)}`;
  return `there is no library "${name}" here; ${all}`;
}

/** The libraries by the name of the provider, which is always understood, with the library where that adds something. */
function listed(libraries: readonly StoredLibrary[], last = ', '): string {
  const names = libraries.slice(0, MOST_NAMED).map(({ provider, library: named }) => {
    const library = libraryText(named);
    return library === provider ? provider : `${provider} (${library})`;
  });
  const more = libraries.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(last);
}

/** The library of a provider, by its policy, its preset, or the options of a plain URL's crawl. */
function libraryOf(sums: StoredSums, settings: Settings): StoredLibrary {
  const { provider, pages, chunks, whole, fetchedAt, verifiedAt, lastRunAt, seed } = sums;
  const policy = configuredProvider(provider, settings);
  // What is stored of a package is of the version that was installed then.
  const named = policy?.library ?? (isNamedByStore(policy) ? readRemembered(sums.remembered).library : undefined);
  const library = (typeof named === 'string' ? parseLibrary(named) : undefined) ?? { name: provider };
  const seeds = policy?.seed_urls ?? (seed === undefined ? [] : [seed]);
  return {
    provider,
    title: policy?.name ?? provider,
    library,
    aliases: policy?.aliases ?? [],
    hosts: [...new Set(seeds.map(hostKey))],
    ...{ pages, chunks, fetchedAt, verifiedAt },
    retain: whole ? 'full' : 'preview',
    ...(lastRunAt !== undefined && { lastRunAt }),
  };
}

function isNamedByStore(policy: Provider | undefined): boolean {
  return policy === undefined || policy.package !== undefined;
}
