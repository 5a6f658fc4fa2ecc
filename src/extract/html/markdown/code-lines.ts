// Code of several lines alone in its block without a `pre` (E3).
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import { hasClass } from './class-roles.ts';
import { wrapperLanguage } from './code-language.ts';
import { isDecoration } from './code-part.ts';
import { codeText } from './code-text.ts';
import { after } from './plain-text.ts';

const blocks: ReadonlySet<string> = new Set(
  'article aside blockquote body center dd div figure li main p section td th'.split(' '),
);
/** These are no more than a place: what is around them may mark them as code. */
const places: ReadonlySet<string> = new Set('div figure section'.split(' '));

/**
 * The code of an inline element that is a block: it is all that its block holds, and has line breaks or lines that are set
 * out with spaces. A line end alone may be how the source is wrapped.
 */
export function linesAlone(element: Element, removed: ReadonlySet<Element>): string | undefined {
  const { parent, children } = element;
  if (!isElement(parent) || !blocks.has(parent.name)) return undefined;
  if (!isAlone(element)) return undefined;
  const only = children.length === 1 ? children[0] : undefined;
  if (isText(only) && !only.data.includes('\n')) return undefined;
  const broken = brokenLines(element, removed);
  if (broken !== undefined) return broken.length > 1 ? broken.join('\n') : undefined;
  const code = codeText(element, removed)
    .replace(/^\s*\n/, '')
    .trimEnd();
  if (!code.includes('\n')) return undefined;
  const isMarked = places.has(parent.name) && wrapperLanguage(element) !== undefined;
  return isMarked || isSetOut(code) ? code : undefined;
}

function isAlone(element: Element): boolean {
  for (let node = element.prev; node !== null; node = node.prev) if (!isEmptyNode(node)) return false;
  for (let node = element.next; node !== null; node = node.next) if (!isEmptyNode(node)) return false;
  return true;
}

function isEmptyNode(node: ChildNode): boolean {
  return isText(node) ? !/\S/.test(node.data) : isDecoration(node);
}

/** Whether a line has a run of spaces in it, or the lines after the first are indented unlike each other. */
function isSetOut(code: string): boolean {
  const indents = new Set<number>();
  for (const [at, line] of code.split('\n').entries()) {
    const text = line.trimStart();
    if (text === '') continue;
    if (/ {2}|\t/.test(text.trimEnd())) return true;
    if (at > 0) indents.add(line.length - text.length);
  }
  return indents.size > 1;
}

/** The lines between line breaks, white space folded as browsers do; `undefined` without any break. */
function brokenLines(root: Element, removed: ReadonlySet<Element>): readonly string[] | undefined {
  const lines = [''];
  let node: ChildNode | null = root.children[0] ?? null;
  while (node !== null) {
    let inside: ChildNode | undefined;
    if (isText(node)) addText(lines, node, root);
    else if (node.name === 'br') lines.push('');
    else if (!isDecoration(node) && !removed.has(node)) inside = node.children[0];
    node = inside ?? after(node, root);
  }
  if (lines.length === 1) return undefined;
  const shown = lines.map((line) => line.trimEnd().replaceAll('\u00a0', ' ').toWellFormed());
  while (shown.length > 0 && shown[0]?.trim() === '') shown.shift();
  while (shown.length > 0 && shown.at(-1)?.trim() === '') shown.pop();
  return shown;
}

function addText(lines: string[], { data, parent }: ChildNode & { data: string }, root: Element): void {
  const last = lines.length - 1;
  const before = lines[last] as string;
  const folded = foldLineEnds(data);
  if (before !== '') lines[last] = before + folded;
  else {
    const text = folded.replace(/^[\t\n\f\r ]+/, '');
    if (text !== '') lines[last] = indentOf(parent, root) + text;
  }
}

/** Line ends, and the spaces around them, as one space. */
function foldLineEnds(data: string): string {
  if (!data.includes('\n')) return data;
  const lines = data.split('\n');
  const last = lines.length - 1;
  return lines.map((line, at) => trimAscii(line, at > 0, at < last)).join(' ');
}

function trimAscii(line: string, atStart: boolean, atEnd: boolean): string {
  let from = 0;
  let to = line.length;
  while (atStart && from < to && isAsciiSpace(line.charCodeAt(from))) from++;
  while (atEnd && to > from && isAsciiSpace(line.charCodeAt(to - 1))) to--;
  return line.slice(from, to);
}

function isAsciiSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/** Elements that the Apache manual indents lines with. */
function indentOf(from: ChildNode['parent'], root: Element): string {
  let indent = '';
  for (let node = from; isElement(node) && node !== root; node = node.parent)
    if (hasClass(node.attribs.class, 'indent')) indent += '    ';
  return indent;
}
