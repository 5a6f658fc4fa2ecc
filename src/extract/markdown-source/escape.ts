// Plain text as Markdown that shows the same text: only what would read as a mark gets a backslash.
import { guardStart } from './line-starts.ts';

// In order: a backslash that would escape, code, HTML, an entity, a link's target, emphasis, strike-through.
const marks =
  /\\(?=[!-/:-@[-`{-~]|$)|`|<(?=[A-Za-z/!?])|&(?=#?[A-Za-z0-9]{1,31};)|(?<=\])\(|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])|~(?=\S)|(?<=\S)~/gu;
const anyMark = /[\\`<&*_~\]]/;

/** One line as written inside a line of Markdown. */
export function escapeLine(line: string): string {
  return anyMark.test(line) ? line.replace(marks, '\\$&') : line;
}

/** One line as written on its own: what would begin a block is escaped as well. */
export function escapeWholeLine(line: string): string {
  return guardStart(escapeLine(line));
}
