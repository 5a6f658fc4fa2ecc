// YAML's texts over several lines: `|` keeps line ends, `>` folds them.
import { notSimpleYaml } from './yaml-scalar.ts';

const header = /^([|>])([+-]?)[ \t]*(?: #.*)?$/;

/** The text that a `|` or `>` begins, and the line behind it. Its lines are indented more than `parent`. */
export function blockScalar(
  start: string,
  lines: readonly string[],
  from: number,
  parent: number,
): { readonly value: string; readonly next: number } {
  const [, kind, chomp] = header.exec(start) ?? [];
  // An explicit indentation, and trailing line ends that are kept, are rare.
  if (kind === undefined || chomp === '+') throw notSimpleYaml;
  const indent = indentOf(lines, from, parent);
  const content: string[] = [];
  let next = from;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? '';
    const spaces = line.length - line.trimStart().length;
    if (spaces === line.length) {
      if (line.includes('\t')) throw notSimpleYaml;
      content.push(line.slice(Math.min(indent, line.length)));
    } else if (startsAt(line, indent)) content.push(line.slice(indent));
    else break;
  }
  // A line of spaces before the text, or one longer than the indentation at its end, counts in ways that are easily got wrong.
  if (content[0]?.trim() === '' && content[0] !== '') throw notSimpleYaml;
  let end = content.length;
  while (end > 0 && content[end - 1] === '') end--;
  if (end > 0 && content[end - 1]?.trim() === '') throw notSimpleYaml;
  const kept = content.slice(0, end);
  const text = kind === '|' ? kept.join('\n') : folded(kept);
  return { value: text === '' || chomp === '-' ? text : `${text}\n`, next };
}

/** How far the first line that is not blank is indented. */
function indentOf(lines: readonly string[], from: number, parent: number): number {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const content = line.trimStart();
    if (content === '') {
      if (line !== '') throw notSimpleYaml;
      continue;
    }
    const indent = line.length - content.length;
    if (line.slice(0, indent).trimStart() !== '' || line.slice(0, indent).includes('\t')) throw notSimpleYaml;
    if (indent <= parent) throw notSimpleYaml;
    return indent;
  }
  throw notSimpleYaml;
}

function startsAt(line: string, indent: number): boolean {
  for (let at = 0; at < indent; at++) if (line.charCodeAt(at) !== 0x20) return false;
  return true;
}

/** One line end between two lines is a space; of several, one is dropped. Lines that are indented more stay as they are. */
function folded(lines: readonly string[]): string {
  let text = '';
  let breaks = 0;
  for (const [at, line] of lines.entries()) {
    if (line === '') {
      breaks++;
      continue;
    }
    if (/^\s/.test(line)) throw notSimpleYaml;
    if (at > 0 && text !== '') text += breaks === 0 ? ' ' : '\n'.repeat(breaks);
    else text += '\n'.repeat(breaks);
    text += line;
    breaks = 0;
  }
  return text;
}
