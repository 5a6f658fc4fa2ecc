// Which version of a library was searched, where another one may have been meant.
import type { HeldTo } from '../../app.ts';

const CHOSEN: Readonly<Record<string, string>> = Object.freeze({
  'nearest-lower': 'the next lower version that is here',
  latest: 'the latest version that is here',
});

/** A line for each choice that the asker did not make. */
export function chosenLines(libraries: readonly HeldTo[]): readonly string[] {
  return libraries.filter(({ how }) => CHOSEN[how] !== undefined).map(chosenLine);
}

function chosenLine({ asked, provider, library: { name, version }, how }: HeldTo): string {
  const library = version === undefined ? name : `${name}@${version}`;
  return `${asked}: searched ${library}, ${CHOSEN[how]}${library === provider ? '' : ` (${provider})`}`;
}
