// Definition lists: terms that links lead to are entries of their own (C1), the others are the items of a list.
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import { classRole, hasClass } from './class-roles.ts';
import { type Enter, type Leave, skip } from './element-action.ts';
import { isPermalink } from './heading.ts';
import { leaveContainer } from './list.ts';
import type { Definitions } from './open-elements.ts';
import { after, descendants, lineOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

export const enterDefinitions: Enter = (writer, element) => {
  if (writer.oneLine > 0) return undefined;
  const hasEntries = hasAnchor(element);
  writer.definitions.push({ hasEntries, outerDepth: writer.entryDepth, isExplained: true });
  writer.depths.push(writer.containers.depth);
  if (!hasEntries) writer.containers.openList(false, 1, 1, true);
  return leaveDefinitions;
};

const leaveDefinitions: Leave = (writer, element) => {
  leaveContainer(writer, element);
  const outer = writer.definitions.pop();
  if (outer !== undefined) writer.entryDepth = outer.outerDepth;
};

export const enterTerm: Enter = (writer, element) => {
  const list = writer.definitions.at(-1);
  if (writer.oneLine > 0) return undefined;
  if (list !== undefined) beginTerm(writer, list);
  const anchor = list?.hasEntries === false ? undefined : anchorOf(element);
  if (anchor !== undefined && list !== undefined) writer.entryDepth = list.outerDepth + 1;
  if (isSignature(element)) {
    pushTerm(writer, signatureSpan(writer, element), anchor);
    return skip;
  }
  writer.beginLine(true);
  return leaveTerm;
};

const leaveTerm: Leave = (writer, element) => {
  const anchor = writer.definitions.at(-1)?.hasEntries === false ? undefined : anchorOf(element);
  const isEntry = writer.definitions.at(-1)?.hasEntries !== false;
  const code = isEntry && writer.inline.isOnlyCode() ? writer.inline.plain() : '';
  const line = writer.endLine(true);
  pushTerm(writer, code === '' ? line : codeLine(writer, code), anchor);
};

function codeLine(writer: MarkdownWriter, code: string): { markdown: string; text: string } | undefined {
  writer.beginLine(false);
  writer.inline.code(code);
  return writer.endLine(false);
}

function beginTerm(writer: MarkdownWriter, list: Definitions): void {
  if (list.isExplained) {
    writer.entryDepth = list.outerDepth;
    if (!list.hasEntries) {
      if (writer.containers.inner.kind === 'item') writer.containers.close();
      writer.containers.openItem();
    }
  }
  list.isExplained = false;
}

function pushTerm(writer: MarkdownWriter, line: { markdown: string; text: string } | undefined, anchor?: string): void {
  if (line === undefined) return;
  const { markdown, text } = line;
  if (anchor === undefined) writer.push({ kind: 'text', markdown });
  else writer.push({ kind: 'entry', markdown, text: text.toWellFormed(), anchor });
}

export const enterDescription: Enter = (writer) => {
  const list = writer.definitions.at(-1);
  if (writer.oneLine > 0 || list === undefined) return undefined;
  // An explanation without a term is an item all the same.
  if (!list.hasEntries && writer.containers.inner.kind === 'list') writer.containers.openItem();
  list.isExplained = true;
  return undefined;
};

/** Whether a link can lead to one of its terms, which may stand in groups. */
function hasAnchor({ children }: Element): boolean {
  for (const child of children) {
    if (!isElement(child)) continue;
    if (child.name === 'div' ? child.children.some(isEntry) : isEntry(child)) return true;
  }
  return false;
}

function isEntry(node: ChildNode): boolean {
  return isElement(node) && node.name === 'dt' && anchorOf(node) !== undefined;
}

/** Its id, or that of an anchor it begins with. */
function anchorOf(term: Element): string | undefined {
  if (term.attribs.id) return term.attribs.id;
  let seen = 0;
  for (const node of descendants(term)) {
    if (isText(node) && node.data.trim() !== '') return undefined;
    if (!isElement(node)) continue;
    const { id, name } = node.attribs;
    if (id && (node.name === 'a' || node.name === 'span' || node.name === 'code')) return id;
    if (name && node.name === 'a') return name;
    if (++seen === 3) return undefined;
  }
  return undefined;
}

function isSignature({ attribs, children }: Element): boolean {
  const className = attribs.class;
  if (hasClass(className, 'sig') || hasClass(className, 'sig-object')) return true;
  return children.some((child) => isElement(child) && hasClass(child.attribs.class, 'descname'));
}

const maxName = 200;

/** The signature as one piece of inline code; the names in it are taken. */
function signatureSpan(writer: MarkdownWriter, element: Element): { markdown: string; text: string } | undefined {
  let prefix = '';
  let text = '';
  let hasBlocks = false;
  let node: ChildNode | null = element.children[0] ?? null;
  while (node !== null) {
    let inside: ChildNode | undefined;
    if (isText(node)) text += node.data;
    else if (isElement(node)) {
      const role = node.attribs.class === undefined ? undefined : classRole(node.attribs.class);
      if (role === 'name-prefix') prefix = lineOf(node, undefined, maxName);
      else if (role === 'name') {
        const name = lineOf(node, undefined, maxName);
        writer.addName(name);
        if (prefix !== '') writer.addName(prefix + name);
      }
      // Where lines end or every parameter is a block, the spaces between them are not in the text.
      if (node.name === 'dd' || node.name === 'br') text += ' ';
      hasBlocks ||= node.name === 'dd';
      if (role !== 'aside-link' && (node.name !== 'a' || !isPermalink(node, true))) inside = node.children[0];
    }
    node = inside ?? after(node, element);
  }
  return codeLine(writer, hasBlocks ? withoutGaps(text.trim()) : text.trim());
}

function withoutGaps(signature: string): string {
  return signature.replaceAll(/\(\s+/g, '(').replaceAll(/,?\s+\)/g, ')');
}
