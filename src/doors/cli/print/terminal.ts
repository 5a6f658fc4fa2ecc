// What the commands print with: colours where a terminal supports them, rows that line up.
import { printable } from '../../../core/printable.ts';
import { displayWidth, padToWidth } from './display-width.ts';

export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** The width of a terminal that does not report one, and of help in a pipe. */
export const USUAL_COLUMNS = 80;

/** An output that has a width if it is a terminal. */
export type Screen = Output & { readonly columns?: number | undefined };

/** The width of a terminal, undefined for anything else. One that reports 0 counts as 80. */
export function columnsOf(out: Screen): number | undefined {
  return out.isTTY === true ? out.columns || USUAL_COLUMNS : undefined;
}

/** An output whose lines may share the terminal with a display that is drawn over. */
export interface SideOutput extends Output {
  /** Clears the display before a line is written; it is drawn again below. */
  makeRoom: () => void;
}

/** An output that calls makeRoom before each write. */
export function sideOutput(out: Output): SideOutput {
  const side = {
    isTTY: out.isTTY === true,
    makeRoom: () => {},
    write(text: string): unknown {
      side.makeRoom();
      return out.write(text);
    },
  };
  return side;
}

/** Whether output and log go to the same terminal. */
export function isOneTerminal(out: Output, log: Output): boolean {
  return out.isTTY === true && log.isTTY === true;
}

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly note: (text: string) => string;
  readonly link: (text: string) => string;
  /** For matches of a search in a text. */
  readonly mark: (text: string) => string;
}

/** Names of terminals that only print: no colours, no way back to a line that was written. */
const DUMB: ReadonlySet<string> = new Set(['', 'dumb', 'unknown']);

/** Whether lines can be drawn over: a terminal that moves its cursor. On Windows they can, and have no name. */
export function canRedraw(
  out: Pick<Output, 'isTTY'>,
  env: NodeJS.ProcessEnv,
  platform: string = process.platform,
): boolean {
  return out.isTTY === true && (env.TERM === undefined ? platform === 'win32' : !DUMB.has(env.TERM));
}

/** Colours on a terminal that has them, plain text elsewhere and under NO_COLOR. */
export function styleFor(out: Output, env: NodeJS.ProcessEnv): Style {
  const on = canRedraw(out, env) && !env.NO_COLOR;
  const paint = (code: number | string) => (text: string) => (on ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    ...{ bold: paint(1), dim: paint(2), good: paint(32), bad: paint(31), note: paint(33) },
    ...{ link: paint(36), mark: paint('1;4') },
  };
}

/** Label and value in two columns; values from elsewhere are made printable. */
export function facts(rows: readonly (readonly [label: string, value: string])[], style: Style): string {
  const width = Math.max(...rows.map(([label]) => displayWidth(label)));
  return rows.map(([label, value]) => `  ${style.dim(padToWidth(label, width))}  ${printable(value)}\n`).join('');
}

/** A table whose columns line up; `paint` may colour a padded cell. */
export function table(
  rows: readonly (readonly string[])[],
  paint: (cell: string, row: number, column: number) => string = (cell) => cell,
): string {
  const safe = rows.map((row) => row.map(printable));
  const widths = (safe[0] ?? []).map((_, column) => Math.max(...safe.map((row) => displayWidth(row[column] ?? ''))));
  return safe
    .map((row, at) =>
      row
        .map((cell, column) => {
          const padded = column === row.length - 1 ? cell : padToWidth(cell, widths[column] as number);
          return paint(padded, at, column);
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}\n`)
    .join('');
}
