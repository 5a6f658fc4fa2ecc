// Which of the known documentations the name of a library, a version, an alias or a host refers to.

import { editDistance, suggest } from '../core/suggest.ts';
import { libraryPattern } from './library-shape.ts';
import { asCalled, asHost, asSpelled, asWritten, LONGEST_NAME, type NameReading, readingsOf } from './library-words.ts';
import {
  compareVersions,
  isOfSeries,
  parseRequested,
  parseVersion,
  type RequestedVersion,
  type Version,
} from './version.ts';

export interface Library {
  readonly name: string;
  readonly version?: string | undefined;
}

/** A library as it is written: `python@3.11`, or its name alone. */
export function libraryText({ name, version }: Library): string {
  return version === undefined ? name : `${name}@${version}`;
}

/** The library that `name` or `name@version` names; undefined for anything else. */
export function parseLibrary(text: string): Library | undefined {
  const [, name, version] = libraryPattern.exec(text) ?? [];
  return name === undefined ? undefined : { name, ...(version !== undefined && { version }) };
}

/** The order of versions in a list: the highest number first, names behind the numbers. */
export function higherVersionFirst(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  if (a !== undefined && b !== undefined) return compareVersions(b, a);
  if (a === undefined && b === undefined) return one < other ? -1 : 1;
  return a === undefined ? 1 : -1;
}

/** Something that can be searched, with the names it is found by. */
export interface LibraryEntry {
  readonly provider: string;
  /** The name shown to people; it is found by it, too. */
  readonly title: string;
  readonly library: Library;
  readonly aliases: readonly string[];
  /** Compared whole: `docs.python.org` is not found by `python`. */
  readonly hosts: readonly string[];
}

/**
 * What a name means. `how` is the reason for this entry: `exact` it was named, `range` the highest that was allowed, `nearest-lower` nothing
 * fits and this is the next older one, `only` there is no other version, `latest` no version was requested and this is the newest
 * or has no number. `ambiguous`: several entries fit equally well, or the library is there and none of its versions fits.
 */
export type LibraryMatch<E extends LibraryEntry = LibraryEntry> =
  | {
      readonly kind: 'found';
      readonly entry: E;
      readonly how: 'exact' | 'range' | 'nearest-lower' | 'only' | 'latest';
    }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly E[] }
  | { readonly kind: 'none'; readonly near: readonly E[] };

const MOST_NEAR = 5;

/** The entry that a name written by a person or an assistant refers to. Never throws; what is too long names nothing. */
export function findLibrary<E extends LibraryEntry>(entries: readonly E[], text: string): LibraryMatch<E> {
  if (text.trim().length > LONGEST_NAME) return { kind: 'none', near: [] };
  const known = entries.map(namesOf);
  const readings = readingsOf(text).filter(({ name }) => name !== '');
  for (const tiers of [strictTiers, looseTiers])
    for (const reading of readings)
      for (const fits of tiers) {
        const matching = known.filter((names) => fits(names, reading.name));
        const match = matching.length === 0 ? undefined : choose(matching, known, reading);
        if (match !== undefined) return match;
      }
  return { kind: 'none', near: nearest(known, readings) };
}

/** The names of an entry, folded once. */
interface Names<E extends LibraryEntry> {
  readonly entry: E;
  /** The name that its versions share. */
  readonly library: string;
  readonly own: readonly string[];
  readonly other: readonly string[];
  readonly hosts: readonly string[];
  readonly spelledOwn: readonly string[];
  readonly spelledOther: readonly string[];
}

function namesOf<E extends LibraryEntry>(entry: E): Names<E> {
  const { provider, title, library, aliases, hosts } = entry;
  const folded = (names: readonly string[], fold: (name: string) => string): readonly string[] =>
    [...new Set(names.map(fold))].filter((name) => name !== '');
  const own = folded([library.name, provider], asWritten);
  const other = folded([title, ...aliases], asWritten);
  return {
    entry,
    library: asSpelled(asWritten(library.name)),
    own,
    other,
    hosts: folded(hosts, (host) => asHost(host.toLowerCase())),
    spelledOwn: folded(own, asSpelled),
    spelledOther: folded(other, asSpelled),
  };
}

type Fits = (names: Names<LibraryEntry>, name: string) => boolean;

/** The nearest to what was written wins, and own names come before aliases. */
const strictTiers: readonly Fits[] = [
  ({ own }, name) => own.includes(name),
  ({ other }, name) => other.includes(name),
  ({ hosts }, name) => /[.:]/.test(name) && hosts.includes(asHost(name)),
  ({ spelledOwn }, name) => spelledOwn.includes(asSpelled(name)),
  ({ spelledOther }, name) => spelledOther.includes(asSpelled(name)),
];

const looseTiers: readonly Fits[] = [
  ({ spelledOwn }, name) => spelledOwn.some((one) => asCalled(one) === asCalled(asSpelled(name))),
  ({ spelledOther }, name) => spelledOther.some((one) => asCalled(one) === asCalled(asSpelled(name))),
];

/** Which of the entries with a name; undefined where the reading does not decide. */
function choose<E extends LibraryEntry>(
  named: readonly Names<E>[],
  known: readonly Names<E>[],
  { name, version, guessed }: NameReading,
): LibraryMatch<E> | undefined {
  const libraries = new Set(named.map(({ library }) => library));
  if (version === undefined) return unversioned(named, known, name);
  const requested = parseRequested(version);
  // An alias may belong to one version, and another be requested.
  const versions = known.filter(({ library }) => libraries.has(library));
  const grouped = [...Map.groupBy(versions, ({ library }) => library).values()].map((all) => all.map(dated));
  const fitting = grouped.flatMap((all) => fitsRequested(all, requested) ?? []);
  const [first] = fitting;
  if (fitting.length > 0)
    return foundAmong(
      fitting.flatMap(({ among }) => among),
      first?.how ?? 'exact',
    );
  if (guessed && requested.kind === 'name' && requested.name !== LATEST) return undefined;
  if (requested.kind === 'name' && requested.name === LATEST) return unversioned(versions, known, name);
  const lower = grouped.length === 1 ? below(grouped[0] ?? [], requested) : [];
  if (lower.length > 0) return foundAmong(lower, 'nearest-lower');
  return { kind: 'ambiguous', candidates: versions.map(({ entry }) => entry) };
}

type How = Extract<LibraryMatch, { kind: 'found' }>['how'];

const LATEST = 'latest';

function foundAmong<E extends LibraryEntry>(among: readonly Dated<E>[], how: How): LibraryMatch<E> {
  const [first, ...others] = among;
  return first !== undefined && others.length === 0
    ? { kind: 'found', entry: first.entry, how }
    : { kind: 'ambiguous', candidates: among.map(({ entry }) => entry) };
}

/** The only entry, or the newest version of one library. */
function unversioned<E extends LibraryEntry>(
  named: readonly Names<E>[],
  known: readonly Names<E>[],
  name: string,
): LibraryMatch<E> {
  const all = named.map(dated);
  const [first] = named;
  if (first !== undefined && named.length === 1) {
    // Named by what no other version is called, or by a name that contains the version.
    const hasOthers = known.some((one) => one !== first && one.library === first.library);
    const { version } = first.entry.library;
    const namesVersion = version !== undefined && asSpelled(name).endsWith(asSpelled(asWritten(version)));
    return foundAmong(all, hasOthers || namesVersion ? 'exact' : 'only');
  }
  if (named.some(({ library }) => library !== first?.library))
    return { kind: 'ambiguous', candidates: named.map(({ entry }) => entry) };
  const called = (word: string | undefined): readonly Dated<E>[] => all.filter((one) => one.name === word);
  const numbered = all.filter((one) => one.version !== undefined);
  const ranked = [called(undefined), called(LATEST), highest(numbered), called('stable')];
  return foundAmong(ranked.find(({ length }) => length > 0) ?? all, 'latest');
}

/** An entry with its version: in numbers, and as a name. */
interface Dated<E extends LibraryEntry> {
  readonly entry: E;
  readonly version: Version | undefined;
  /** As it is written; undefined where it has none. */
  readonly name: string | undefined;
}

function dated<E extends LibraryEntry>({ entry }: Names<E>): Dated<E> {
  const { version } = entry.library;
  return {
    entry,
    version: version === undefined ? undefined : parseVersion(version),
    name: version === undefined ? undefined : asWritten(version),
  };
}

/** The highest release, or the highest of all where none is one; several where they are of the same version. */
function highest<E extends LibraryEntry>(all: readonly Dated<E>[]): readonly Dated<E>[] {
  const releases = all.filter(({ version }) => version?.pre === undefined);
  return highestOf(releases.length > 0 ? releases : all);
}

function highestOf<E extends LibraryEntry>(all: readonly Dated<E>[]): readonly Dated<E>[] {
  const versions = all.flatMap(({ version }) => (version === undefined ? [] : [version]));
  const top = versions.toSorted(compareVersions).at(-1);
  return all.filter(({ version }) => top !== undefined && version !== undefined && compareVersions(version, top) === 0);
}

interface Fitting<E extends LibraryEntry> {
  readonly among: readonly Dated<E>[];
  readonly how: How;
}

/** The versions of a library that fit the request. */
function fitsRequested<E extends LibraryEntry>(
  all: readonly Dated<E>[],
  requested: RequestedVersion,
): Fitting<E> | undefined {
  const having = (has: (version: Version) => boolean): readonly Dated<E>[] =>
    all.filter(({ version }) => version !== undefined && has(version));
  if (requested.kind === 'name')
    return fitting(
      all.filter(({ name }) => name === requested.name),
      'exact',
    );
  if (requested.kind === 'range') return fitting(highest(having((version) => requested.has(version))), 'range');
  const same = having((version) => compareVersions(version, requested.version) === 0);
  if (same.length > 0) return fitting(same, 'exact');
  const series = having((version) => isOfSeries(version, requested.version));
  return fitting(highest(series), series.length > 1 ? 'range' : 'exact');
}

function fitting<E extends LibraryEntry>(among: readonly Dated<E>[], how: How): Fitting<E> | undefined {
  return among.length === 0 ? undefined : { among, how };
}

/** The next older version than what was requested, or than where the range begins. */
function below<E extends LibraryEntry>(all: readonly Dated<E>[], requested: RequestedVersion): readonly Dated<E>[] {
  const bound =
    requested.kind === 'exact' ? requested.version : requested.kind === 'range' ? requested.from : undefined;
  if (bound === undefined) return [];
  return highestOf(all.filter(({ version }) => version !== undefined && compareVersions(version, bound) <= 0));
}

/** Entries with a name that is a slip away from what was written, then those it is a word of. */
function nearest<E extends LibraryEntry>(known: readonly Names<E>[], readings: readonly NameReading[]): readonly E[] {
  const words = [...new Set(readings.map(({ name }) => asSpelled(name)))].filter((word) => word.length > 1);
  const ranked = known.flatMap(({ entry, own, other, spelledOwn, spelledOther }) => {
    const names = [...spelledOwn, ...spelledOther];
    const slips = words.flatMap((word) => {
      const suggestion = suggest(word, names);
      return suggestion === undefined ? [] : [editDistance(word, suggestion)];
    });
    const parts = new Set([...own, ...other].flatMap((name) => name.split(/[ ._/@-]+/)));
    if (slips.length === 0 && !words.some((word) => word.length > 2 && parts.has(word))) return [];
    return [{ entry, distance: slips.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...slips) }];
  });
  return ranked
    .toSorted((a, b) => (a.distance === b.distance ? 0 : a.distance - b.distance))
    .slice(0, MOST_NEAR)
    .map(({ entry }) => entry);
}
