// Markdown for a reader at a terminal: without its marks, in lines that fit; code and tables as they are.
import { printable } from '../../../core/printable.ts';
import { linesWithin } from './display-width.ts';
import type { Style } from './terminal.ts';

type Paint = (text: string) => string;

/** A text without Markdown's marks, and what of it is painted. */
interface Painted {
  readonly text: string;
  readonly spans: readonly (readonly [start: number, end: number, paint: Paint])[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^#{1,6} +/;
/** A quotation, a list item or a task, whose further lines are set in by as much. */
const LEAD = /^ *(?:(?:>|[-*+]|\d{1,9}[.)]) +)*(?:\[[ xX]\] +)?/;
/** Code, an escaped mark, a link or an image, bold, emphasis. */
const INLINE =
  /(`{1,3})(?!`)(.+?)\1(?!`)|\\([!-/:-@[-`{-~])|!?\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|\*\*(?=\S)(.+?)\*\*|(?<![\w*])\*(?=\S)([^*]+)\*(?![\w*])|<br ?\/?>/;

/** The lines of a Markdown text, none of them wider than `room` but code, tables and single long words; no `room`: lines are not broken. */
export function markdownLines(markdown: string, room: number | undefined, style: Style): readonly string[] {
  let fence: string | undefined;
  return markdown.split('\n').flatMap((raw) => {
    const line = printable(raw);
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      fence = mark;
      return [];
    }
    if (fence !== undefined && mark?.startsWith(fence)) {
      fence = undefined;
      return [];
    }
    if (fence !== undefined) return [`  ${line}`.trimEnd()];
    if (/^ *\|.*\| *$/.test(line)) return [line];
    if (HEADING.test(line)) return wrapped(inline(line.replace(HEADING, ''), style), '', room).map(style.bold);
    const [lead = ''] = LEAD.exec(line) ?? [];
    return wrapped(inline(line.slice(lead.length), style), lead, room);
  });
}

/** A plain text in lines that fit. */
export function plainLines(text: string, room: number | undefined): readonly string[] {
  return text.split('\n').flatMap((line) => wrapped({ text: printable(line), spans: [] }, '', room));
}

function inline(line: string, style: Style): Painted {
  const spans: [number, number, Paint][] = [];
  let text = '';
  let rest = line;
  for (let found = INLINE.exec(rest); found !== null; found = INLINE.exec(rest)) {
    const [all, , code, escaped, label, bold, emphasis] = found;
    text += rest.slice(0, found.index);
    const start = text.length;
    // What is bold may hold code, and a label may hold marks of its own.
    const inner = bold ?? label ?? emphasis;
    const nested = inner === undefined ? undefined : inline(inner, style);
    text += nested?.text ?? code?.trim() ?? escaped ?? ' ';
    if (code !== undefined) spans.push([start, text.length, style.link]);
    else if (bold !== undefined) spans.push([start, text.length, style.bold]);
    else for (const [from, to, paint] of nested?.spans ?? []) spans.push([start + from, start + to, paint]);
    rest = rest.slice(found.index + all.length);
  }
  return { text: text + rest, spans };
}

function wrapped({ text, spans }: Painted, lead: string, room: number | undefined): readonly string[] {
  if (text === '') return [lead.trimEnd()];
  const indent = ' '.repeat(lead.length);
  const lines = room === undefined ? [[0, text.length] as const] : linesWithin(text, Math.max(20, room - lead.length));
  return lines.map(([start, end], nth) => (nth === 0 ? lead : indent) + painted(text, start, end, spans));
}

function painted(text: string, start: number, end: number, spans: Painted['spans']): string {
  let line = '';
  let done = start;
  for (const [from, to, paint] of spans) {
    const [first, last] = [Math.max(from, done), Math.min(to, end)];
    if (first >= last) continue;
    line += text.slice(done, first) + paint(text.slice(first, last));
    done = last;
  }
  return line + text.slice(done, end);
}
