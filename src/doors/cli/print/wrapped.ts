// Text that is wider than the terminal, on several indented lines.
import { printable } from '../../../core/printable.ts';
import { displayWidth, linesWithin, padToWidth } from './display-width.ts';
import type { Style } from './terminal.ts';

const NARROWEST = 20;

/** Label and value in two columns, long values on several lines; whole lines where there are no `columns`. */
export function wrappedFacts(
  rows: readonly (readonly [label: string, value: string])[],
  columns: number | undefined,
  style: Style,
): string {
  const width = Math.max(...rows.map(([label]) => displayWidth(label)));
  return rows
    .map(([label, value]) =>
      wrappedText(value, columns, { first: `  ${style.dim(padToWidth(label, width))}  `, indent: width + 4 }),
    )
    .join('');
}

/** A text behind `first`, which is `indent` columns wide, its other lines indented by as many. */
export function wrappedText(
  text: string,
  columns: number | undefined,
  {
    first,
    indent,
    paint = (line) => line,
  }: { readonly first: string; readonly indent: number; readonly paint?: (line: string) => string },
): string {
  const safe = printable(text);
  if (columns === undefined || safe === '') return `${first}${paint(safe)}\n`;
  return linesWithin(safe, Math.max(NARROWEST, columns - indent))
    .map(([start, end], at) => `${at === 0 ? first : ' '.repeat(indent)}${paint(safe.slice(start, end))}\n`)
    .join('');
}
