// The ways in which a name of a library may be written, and which parts of a written text are name and version.
import { hostKey } from '../core/url/host.ts';

/** Longer texts are no name. */
export const LONGEST_NAME = 200;

/** The text for comparison: compatible forms of characters, capitals, runs of spaces and invisible characters are normalised. */
export function asWritten(text: string): string {
  return text
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .trim()
    .slice(0, LONGEST_NAME);
}

/** The folded text without dots, dashes, underscores and spaces; between numbers they stay, as a dot. */
export function asSpelled(written: string): string {
  return written
    .replace(/(?<=\d)[ ._-]+(?=\d)/g, '\u0000')
    .replace(/[ ._-]/g, '')
    .replaceAll('\u0000', '.');
}

/** The text without the ending `js`, which is often left out. */
export function asCalled(spelled: string): string {
  return spelled.length > 3 ? spelled.replace(/js$/, '') : spelled;
}

/** The host of a URL, or of what may be one. */
export function asHost(written: string): string {
  return hostKey(written.includes('://') ? written : `https://${written}`);
}

/** One way to read what was written. */
export interface NameReading {
  readonly name: string;
  readonly version?: string | undefined;
  /** The version is only guessed to be one: the reading is of no use where it is not understood. */
  readonly guessed?: true;
}

const MOST_GUESSES = 16;

/** Every way to read it, the likeliest first: as a name, as `/owner/name/version`, with a version behind @, a sign, a space or nothing. */
export function readingsOf(text: string): readonly NameReading[] {
  const written = asWritten(text);
  const readings: NameReading[] = [{ name: written }, ...ownerReadings(written)];
  const at = written.lastIndexOf('@');
  if (at > 0) readings.push(reading(written.slice(0, at), written.slice(at + 1)));
  const [, named, signed] = /^([^<>=~^!]+)([<>=~^!].*)$/.exec(written) ?? [];
  // `python@>=3.10` is read above.
  if (named !== undefined && signed !== undefined && !named.trimEnd().endsWith('@'))
    readings.push(reading(named, signed));
  for (const match of [...written.matchAll(/[ :/_-]+|(?<=\p{L})(?=\d)/gu)].slice(0, MOST_GUESSES)) {
    const version = written.slice(match.index + match[0].length).replace(/^version /, '');
    if (match.index > 0 && version !== '')
      readings.push({ name: written.slice(0, match.index), version, guessed: true });
  }
  // Where a version is part of the name: `python@3.11` for the provider python-3.11.
  if (at > 0) readings.push({ name: `${written.slice(0, at)} ${written.slice(at + 1)}` });
  return readings;
}

function reading(name: string, version: string): NameReading {
  return version.trim() === '' ? { name: name.trim() } : { name: name.trim(), version: version.trim() };
}

/** Names as Context7 writes them: `/owner/name`. */
function ownerReadings(written: string): readonly NameReading[] {
  const [, owner, name, version] = /^\/([^/]+)\/([^/@]+)(?:[/@](.+))?$/.exec(written) ?? [];
  if (name === undefined) return [];
  const pinned = version === undefined ? {} : { version };
  return [
    { name: `${owner}/${name}`, ...pinned },
    { name, ...pinned },
  ];
}
