// How the libraries of a project are shown: name, version, and the place of their documentation.
import type { Suggestion } from '../../../app/suggest/suggest.ts';
import type { Conclusion } from '../../../app/watch/report-run.ts';
import { counted } from '../../../core/counted.ts';
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

/** What became of packages that were indexed: a row for each that changed, and the sum. */
export function packageSummary(
  concluded: readonly Conclusion[],
  nameOf: (provider: string) => string,
  style: Style,
): string {
  const changed = concluded.filter(({ report: { counts } }) => counts.new + counts.updated + counts.deleted > 0);
  const rows = changed.map(({ provider, report: { counts } }) => [
    nameOf(provider),
    ...[counts.total, counts.new, counts.updated, counts.deleted].map(String),
  ]);
  const lines =
    rows.length === 0
      ? ''
      : table([['library', 'pages', 'new', 'updated', 'deleted'], ...rows], (cell, row) =>
          row === 0 ? style.dim(cell) : cell,
        );
  const pages = concluded.reduce((sum, { report: { counts } }) => sum + counts.total, 0);
  const same = concluded.length - changed.length;
  const unchanged = same === 0 ? '' : `; ${counted(same, 'package is', 'packages are')} as before`;
  return `${lines}${counted(concluded.length, 'package')}, ${counted(pages, 'page')}${unchanged}\n`;
}
