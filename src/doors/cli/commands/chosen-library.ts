// Which version of a library was searched, where the user may have intended another.
import type { HeldTo } from '../../../app/read/libraries.ts';
import { libraryText } from '../../../seed/library.ts';

const CHOSEN: Readonly<Record<string, string>> = Object.freeze({
  'nearest-lower': 'the next lower version that is here',
  latest: 'the latest version that is here',
});

/** A line for each library that docent chose, not the user. */
export function chosenLines(libraries: readonly HeldTo[]): readonly string[] {
  return libraries.filter(({ how }) => CHOSEN[how] !== undefined).map(chosenLine);
}

function chosenLine({ asked, provider, library: named, how }: HeldTo): string {
  const library = libraryText(named);
  return `${asked}: searched ${library}, ${CHOSEN[how]}${library === provider ? '' : ` (${provider})`}`;
}
