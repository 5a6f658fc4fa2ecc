// How the libraries of a project are shown: name, version, and the place of their documentation.
import type { Suggestion } from '../../../app/suggest/suggest.ts';
import type { Conclusion } from '../../../app/watch/report-run.ts';
import { counted } from '../../../core/counted.ts';
import { printable } from '../../../core/printable.ts';
import { cutToWidth, displayWidth } from './display-width.ts';
import { type Style, table } from './terminal.ts';

/** From this many columns on there is room for what a package brings along. */
const WIDE = 110;
const LONGEST_NAME = 30;
const LEAST_PLACE = 20;

/** A row for each library; on a terminal addresses are shortened to what fits. */
export function suggestionTable(libraries: readonly Suggestion[], columns: number | undefined, style: Style): string {
  const isWide = columns === undefined || columns >= WIDE;
  const name = (text: string): string => (columns === undefined ? text : cutToWidth(printable(text), LONGEST_NAME));
  const shown = libraries.map((one) => ({
    before: [name(one.name), versionText(one), one.isDev ? `${one.ecosystem}, dev` : one.ecosystem],
    place: columns === undefined ? docsPlaceText(one) : withoutScheme(docsPlaceText(one)),
    after: isWide ? [shippedText(one)] : [],
  }));
  const head = {
    before: ['library', 'version', 'from'],
    place: 'documentation',
    after: isWide ? ['brings along'] : [],
  };
  const rows = [head, ...shown];
  const widths = [0, 1, 2, 3].map((nth) =>
    Math.max(...rows.map(({ before, after }) => displayWidth([...before, ...after][nth] ?? '') + 2)),
  );
  const room = (columns ?? Number.POSITIVE_INFINITY) - widths.reduce((sum, width) => sum + width, 2);
  const cut = (text: string): string => (Number.isFinite(room) ? cutToWidth(text, Math.max(LEAST_PLACE, room)) : text);
  return table(
    rows.map(({ before, place, after }) => [...before, cut(place), ...after]),
    (cell, row) => (row === 0 ? style.dim(cell) : cell),
  );
}

function versionText({ version, range }: Suggestion): string {
  return version ?? (range === undefined ? '' : `${range} (a range)`);
}

/** An address as it is read aloud; `--json` has it whole. */
function withoutScheme(place: string): string {
  return place.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** The best place, in words. */
export function docsPlaceText({ places: [first] }: Suggestion): string {
  if (first === undefined) return 'not known';
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
