// How a line of Markdown can start a block: fences, thematic breaks, list markers, headings.
import { delimiterColumns } from './table-row.ts';

const fence = /^(`{3,}|~{3,})(.*)$/s;

/** An opening fence and its info string. */
export function fenceStart(
  content: string,
): { readonly mark: string; readonly length: number; readonly info: string } | undefined {
  const [, marks, info = ''] = fence.exec(content) ?? [];
  if (marks === undefined || (marks.startsWith('`') && info.includes('`'))) return undefined;
  return { mark: marks.charAt(0), length: marks.length, info: info.trim() };
}

/** Whether a line is nothing but at least `length` of `mark`. */
export function isClosing(content: string, mark: string, length: number): boolean {
  let at = 0;
  while (content.charAt(at) === mark) at++;
  return at >= length && content.slice(at).trim() === '';
}

/** Three or more of `-`, `_` or `*`, with nothing but white space between them. */
export function isThematicBreak(content: string): boolean {
  const mark = content.charCodeAt(0);
  let marks = 0;
  for (let at = 0; at < content.length; at++) {
    const code = content.charCodeAt(at);
    if (code === mark) marks++;
    else if (code !== 32 && code !== 9) return false;
  }
  return marks >= 3;
}

const marker = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/;

/** A list item's marker. */
export function listMarker(content: string): string | undefined {
  return marker.exec(content)?.[0];
}

const atx = /^(#{1,6})(?:[ \t]|$)/;

/** The level and the text of a heading with `#`. */
export function atxHeading(
  content: string,
): { readonly level: 1 | 2 | 3 | 4 | 5 | 6; readonly text: string } | undefined {
  const marks = atx.exec(content)?.[1]?.length;
  if (marks === undefined) return undefined;
  const text = content.slice(marks).trim();
  let end = text.length;
  while (text.charAt(end - 1) === '#') end--;
  const closed = end < text.length && (end === 0 || text.charAt(end - 1) === ' ' || text.charAt(end - 1) === '\t');
  return { level: levels[marks - 1] ?? 6, text: closed ? text.slice(0, end).trimEnd() : text };
}

const levels = [1, 2, 3, 4, 5, 6] as const;

const setext = /^(?:=+|-+)[ \t]*$/;

/** The heading level that a line of `=` or `-` makes of the paragraph above it. */
export function setextLevel(content: string): 1 | 2 | undefined {
  if (!setext.test(content)) return undefined;
  return content.startsWith('=') ? 1 : 2;
}

const footnote = /^\[\^[^\s[\]]{1,200}\]:/;

/** The mark of a footnote's text. */
export function footnoteMarker(content: string): string | undefined {
  return footnote.exec(content)?.[0];
}

const startsBlock =
  /^(?:#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|<[!?]|=+[ \t]*$|:{3}|\[\^?[^\]\n]*\]:)/;

/** Escapes a line's first mark when it would make it something else than text: a heading, an item, a fence, a definition. */
export function guardStart(line: string): string {
  const at = line.length - line.trimStart().length;
  const content = line.slice(at);
  if (isLetter(content.charCodeAt(0))) return line;
  if (!startsBlock.test(content) && fenceStart(content) === undefined && !isBreakLike(content)) return line;
  const digits = /^\d{1,9}(?=[.)])/.exec(content)?.[0].length ?? 0;
  return `${line.slice(0, at)}${content.slice(0, digits)}\\${content.slice(digits)}`;
}

function isBreakLike(content: string): boolean {
  if (delimiterColumns(content) !== undefined) return true;
  const mark = content.charAt(0);
  if (mark === '-' && setextLevel(content) !== undefined) return true;
  return (mark === '-' || mark === '_' || mark === '*') && isThematicBreak(content);
}

function isLetter(code: number): boolean {
  return ((code | 32) >= 97 && (code | 32) <= 122) || code > 0x7f;
}
