// The declaration of a function, a class or an option, as one line of code.
import { foldSpaces } from '../../text.ts';
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import { type ClassRole, classRole } from './class-roles.ts';
import { elementKinds } from './elements.ts';
import { isPermalink } from './heading.ts';
import { after, lineOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

const maxName = 200;

/** Elements whose edges are white space, although the text has none. */
const apart: ReadonlySet<string> = new Set(['br', 'dd', 'div', 'li', 'p', 'td', 'th', 'tr']);

/** A line that is nothing but code. */
export function codeLine(writer: MarkdownWriter, code: string): { markdown: string; text: string } | undefined {
  writer.beginLine(false);
  writer.inline.code(code);
  return writer.endLine(false);
}

/** The text of a signature, without links to its source or to itself; the names in it are taken. */
export function signatureText(writer: MarkdownWriter, element: Element): string {
  let prefix = '';
  let text = '';
  let hasParts = false;
  let node: ChildNode | null = element.children[0] ?? null;
  while (node !== null) {
    let inside: ChildNode | undefined;
    if (isText(node)) text += node.data;
    else if (isElement(node)) {
      const role = classRole(node.marks);
      if (isLeftOut(writer, node, role)) {
        node = after(node, element);
        continue;
      }
      if (role === 'name-prefix') prefix = lineOf(node, undefined, maxName);
      else if (role === 'name' || role === 'definition') {
        const name = lineOf(node, undefined, maxName);
        writer.addName(name);
        if (prefix !== '') writer.addName(prefix + name);
      }
      if (apart.has(node.name)) text += ' ';
      hasParts ||= node.name === 'dd' || node.name === 'td';
      if (role === 'signature-label') text += ` [${lineOf(node, undefined, maxName)}]`;
      else inside = node.children[0];
    }
    node = inside ?? after(node, element);
  }
  const line = foldSpaces(text);
  return hasParts ? withoutGaps(line) : line;
}

function isLeftOut(writer: MarkdownWriter, element: Element, role: ClassRole | undefined): boolean {
  if (role === 'aside-link' || writer.removed.has(element)) return true;
  const { name } = element;
  // The fast path: nearly every part of a signature is a span.
  if (name === 'span') return false;
  if (name === 'a' && isPermalink(element, true)) return true;
  const kind = elementKinds.get(name);
  return kind === 'dropped' || kind === 'drawing' || kind === 'script' || kind === 'checkbox';
}

/** Where every parameter is a block or a cell, the spaces between them are not the author's. */
function withoutGaps(signature: string): string {
  return signature
    .replace(' ( ', '(')
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/,?\s+\)/g, ')')
    .replaceAll(' ,', ',');
}
