// Wraps lines that are wider than the terminal, at spaces, with the later lines indented.
import { displayWidth } from './display-width.ts';
import { columnsOf, type Screen } from './terminal.ts';

/** Colour codes take no columns. */
const COLOUR = /\u001b\[[\d;]*m/g;
/** Text that moves the cursor is written for the width of the terminal already. */
const MOVES = /\r|\u001b\[[\d;]*[^\d;m]/;
/** A line that is a command stays whole, since it is there to be copied. */
const COMMAND = /^ *(?:\u001b\[[\d;]*m)*docent /;
/** On a narrower terminal nothing is wrapped. */
const NARROWEST = 30;

/** The largest part of a line that the indent may take. */
const MOST_SET_IN = 0.45;

/** Wraps what is written to a terminal, except text that moves the cursor; returns other outputs unchanged. */
export function softWrapped(out: Screen): Screen {
  if (out.isTTY !== true) return out;
  return {
    isTTY: true,
    get columns() {
      return columnsOf(out);
    },
    write(text) {
      const columns = columnsOf(out) ?? 0;
      if (columns < NARROWEST || MOVES.test(text)) return out.write(text);
      return out.write(
        text
          .split('\n')
          .map((line) => wrapLine(line, columns))
          .join('\n'),
      );
    },
  };
}

/**
 * A line in pieces that fit: broken at spaces, the later ones indented to where the value of a label begins. A word that is longer than
 * a line stays whole, since links are there to be copied.
 */
export function wrapLine(line: string, columns: number): string {
  if (line.length <= columns || COMMAND.test(line) || widthOf(line) <= columns) return line;
  const [lead = ''] = /^ */.exec(line) ?? [];
  const indent = ' '.repeat(valueAt(line, columns * MOST_SET_IN) ?? lead.length + 2);
  let done = '';
  let current = lead;
  let used = lead.length;
  let gap = '';
  for (const piece of line.slice(lead.length).split(/( +)/)) {
    if (piece === '') continue;
    if (piece[0] === ' ') {
      gap = piece;
      continue;
    }
    const width = widthOf(piece);
    if (used + gap.length + width > columns && used > indent.length) {
      done += `${current}\n`;
      current = indent + piece;
      used = indent.length + width;
    } else {
      current += gap + piece;
      used += gap.length + width;
    }
    gap = '';
  }
  return done + current;
}

/** Where the last column begins that is set apart by two spaces or more and still leaves room. */
function valueAt(line: string, most: number): number | undefined {
  let at: number | undefined;
  for (const { index, 0: gap } of line.matchAll(/(?<=\S) {2,}(?=\S)/g)) {
    const end = widthOf(line.slice(0, index)) + gap.length;
    if (end > most) break;
    at = end;
  }
  return at;
}

function widthOf(text: string): number {
  return displayWidth(text.replace(COLOUR, ''));
}
