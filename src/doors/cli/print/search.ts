// A search's answer for a reader: title, way there, link, the words that were found, and how old the copy is.

import type { SearchAnswer, SearchResult } from '../../../app/search/search.ts';
import { counted } from '../../../core/counted.ts';
import { printable } from '../../../core/printable.ts';
import { cutToWidth, displayWidth, linesWithin } from './display-width.ts';
import { type Style, table } from './terminal.ts';

export interface PrintOptions {
  readonly style: Style;
  /** The width of the terminal; undefined where lines are not cut. */
  readonly columns: number | undefined;
  /** The current time, to compute the age of a copy. */
  readonly now: number;
  /** How many pages come before the first of these. */
  readonly offset?: number | undefined;
  /** Whether pages of several providers may be among them. */
  readonly withProvider?: boolean | undefined;
  /** The library of a provider with its version, or its id. Default: the id. */
  readonly nameOf?: ((provider: string) => string) | undefined;
}

/** Longer lines are hard to read. */
const WIDEST = 100;
const LONGEST_TITLE = 300;
const MOST_HEADINGS = 6;

/** The results, each in a few lines. */
export function printResults({ results }: SearchAnswer, options: PrintOptions): string {
  const last = (options.offset ?? 0) + results.length;
  const indent = ' '.repeat(String(last).length + 2);
  return results.map((result, nth) => printResult(result, nth, indent, options)).join('\n');
}

function printResult(result: SearchResult, nth: number, indent: string, options: PrintOptions): string {
  const { style, offset = 0 } = options;
  const room = options.columns && Math.min(options.columns, WIDEST) - indent.length;
  const cut = (text: string): string => (room === undefined ? text : cutToWidth(text, room));
  const number = `${offset + nth + 1}.`.padEnd(indent.length);
  const title = oneLine(result.title) || '(no title)';
  const path = pathOf(result.headings, title);
  const lines = [
    style.dim(number) + style.bold(cut(title)),
    ...(path === '' ? [] : [indent + cut(path)]),
    // A link is never cut: it is there to be followed.
    indent + style.link(printable(result.url)),
    ...quotationLines(result, room, style).map((line) => indent + line),
    indent + style.dim(cut(aboutCopy(result, options))),
    ...alsoLines(result).map((line) => indent + style.dim(cut(line))),
  ];
  return `${lines.join('\n')}\n${explained(result, indent, style)}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return printable(line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE).toWellFormed()}…` : line);
}

/** The headings, without a first one that repeats the title. */
function pathOf(headings: readonly string[], title: string): string {
  const steps = headings.slice(0, MOST_HEADINGS).map(oneLine);
  return (title.startsWith(steps[0] ?? '') ? steps.slice(1) : steps).join(' › ');
}

const WITHHELD = Object.freeze({
  nosnippet: 'not quoted: the page forbids it (nosnippet)',
  noarchive: 'not quoted: the page forbids keeping its text (noarchive)',
});

function quotationLines(
  { quotation, withheld }: SearchResult,
  room: number | undefined,
  style: Style,
): readonly string[] {
  if (withheld !== undefined) return [style.note(WITHHELD[withheld])];
  if (quotation === undefined) return [];
  const { text, marks } = printableMarks(quotation.text, quotation.marks);
  const lines = room === undefined ? [[0, text.length] as const] : linesWithin(text, room);
  const quoted = lines.map(([start, end]) => painted(text, start, end, marks, style.mark));
  const isElsewhere = quotation.fromPreview && quotation.matchOutside;
  return isElsewhere ? [...quoted, style.dim('the match lies outside the preview that is kept')] : quoted;
}

type Marks = readonly (readonly [start: number, end: number])[];

/** Escaped characters are longer, so the marks are shifted. */
function printableMarks(raw: string, marks: Marks): { readonly text: string; readonly marks: Marks } {
  const moved: [number, number][] = [];
  let text = '';
  let done = 0;
  for (const [start, end] of marks) {
    text += printable(raw.slice(done, start));
    const from = text.length;
    text += printable(raw.slice(start, end));
    moved.push([from, text.length]);
    done = end;
  }
  return { text: text + printable(raw.slice(done)), marks: moved };
}

function painted(text: string, start: number, end: number, marks: Marks, paint: Style['mark']): string {
  let line = '';
  let done = start;
  for (const [from, to] of marks) {
    const [first, last] = [Math.max(from, start), Math.min(to, end)];
    if (first >= last) continue;
    line += text.slice(done, first) + paint(text.slice(first, last));
    done = last;
  }
  return line + text.slice(done, end);
}

function aboutCopy({ provider, language, crawledAt, verifiedAt }: SearchResult, options: PrintOptions): string {
  const { now, withProvider = true, nameOf = (id) => id } = options;
  const verified = verifiedAt > crawledAt ? `, still so ${age(now - verifiedAt)}` : '';
  const owner = withProvider ? [printable(nameOf(provider))] : [];
  const spoken = language === undefined || /^en\b/i.test(language) ? [] : [printable(language)];
  return [...owner, ...spoken, `copied ${age(now - crawledAt)}${verified}`].join(' · ');
}

const UNITS = Object.freeze([
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const);

/** How long ago, in one word and a number. */
export function age(ms: number): string {
  const seconds = ms / 1_000;
  for (const [unit, length] of UNITS) {
    const n = Math.floor(seconds / length);
    if (n >= 1) return `${counted(n, unit)} ago`;
  }
  return 'just now';
}

/** Other places of the page, by their heading. */
function alsoLines({ headings, more }: SearchResult): readonly string[] {
  const here = [headings[0], headings.at(-1)];
  const others = new Set(
    more.map((chunk) => chunk.headings.at(-1) ?? '').filter((one) => one !== '' && !here.includes(one)),
  );
  return others.size === 0 ? [] : [`also: ${[...others].map(oneLine).join(' · ')}`];
}

function explained({ parts, score }: SearchResult, indent: string, style: Style): string {
  if (parts === undefined) return '';
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
  const rows = parts.map(({ name, value, adds }) => [name, value.toFixed(3), signed(adds)]);
  const all = [...rows, ['score', '', signed(score)]];
  const widths = [1, 2].map((column) => Math.max(...all.map((row) => displayWidth(row[column] as string))));
  const aligned = all.map(([name = '', value = '', adds = '']) => [
    name,
    value.padStart(widths[0] as number),
    adds.padStart(widths[1] as number),
  ]);
  return table(aligned, (cell, row) => (row === all.length - 1 ? style.bold(cell) : style.dim(cell))).replaceAll(
    /^ {2}/gm,
    indent,
  );
}
