// How the libraries of a project are shown: name, version, and the place of their documentation.
import type { Suggestion } from '../../../app/suggest/suggest.ts';
import { printable } from '../../../core/printable.ts';
import { type Style, table } from './terminal.ts';

/** A row for each library. */
export function suggestionTable(libraries: readonly Suggestion[], style: Style): string {
  const rows = libraries.map((one) => [
    one.name,
    one.version ?? (one.range === undefined ? '' : `${one.range} (a range)`),
    one.isDev ? `${one.ecosystem}, dev` : one.ecosystem,
    docsPlaceText(one),
    shippedText(one),
  ]);
  return table([['library', 'version', 'from', 'documentation', 'brings along'], ...rows], (cell, row) =>
    row === 0 ? style.dim(cell) : cell,
  );
}

/** The best place, in words. */
export function docsPlaceText({ places: [first] }: Suggestion): string {
  if (first === undefined) return '';
  if (first.kind === 'preset') return `preset ${printable(first.preset)}`;
  return first.kind === 'shipped' ? 'its own files' : printable(first.url);
}

function shippedText({ places }: Suggestion): string {
  return places.flatMap((place) => (place.kind === 'shipped' ? place.what : [])).join(', ');
}
