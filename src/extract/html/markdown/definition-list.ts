// Definition lists: terms that links lead to are entries of their own (C1), the others are the items of a list.
import { Element, Text } from 'domhandler';
import { classRole, hasClass } from './class-roles.ts';
import { type Enter, type Leave, skip } from './element-action.ts';
import { isPermalink } from './heading.ts';
import { leaveContainer } from './list.ts';
import type { Definitions } from './open-elements.ts';
import { descendants, lineOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

export const enterDefinitions: Enter = (writer, element) => {
  if (writer.oneLine > 0) return undefined;
  const hasEntries = terms(element).some((term) => anchorOf(term) !== undefined);
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

function terms({ children }: Element): readonly Element[] {
  return children.flatMap((child) => {
    if (!(child instanceof Element)) return [];
    if (child.name === 'dt') return [child];
    return child.name === 'div' ? child.children.filter(isTerm) : [];
  });
}

function isTerm(node: unknown): node is Element {
  return node instanceof Element && node.name === 'dt';
}

/** Its id, or that of an anchor it begins with. */
function anchorOf(term: Element): string | undefined {
  if (term.attribs.id) return term.attribs.id;
  let seen = 0;
  for (const node of descendants(term)) {
    if (node instanceof Text && node.data.trim() !== '') return undefined;
    if (!(node instanceof Element)) continue;
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
  return children.some((child) => child instanceof Element && hasClass(child.attribs.class, 'descname'));
}

function isSaid(element: Element): boolean {
  const className = element.attribs.class;
  if (className !== undefined && classRole(className) === 'aside-link') return false;
  return element.name !== 'a' || !isPermalink(element, true);
}

const maxName = 200;

/** The signature as one piece of inline code; the names in it are taken. */
function signatureSpan(writer: MarkdownWriter, element: Element): { markdown: string; text: string } | undefined {
  let prefix = '';
  for (const node of descendants(element, isSaid)) {
    if (!(node instanceof Element)) continue;
    const role = node.attribs.class === undefined ? undefined : classRole(node.attribs.class);
    if (role === 'name-prefix') prefix = lineOf(node, undefined, maxName);
    if (role !== 'name') continue;
    const name = lineOf(node, undefined, maxName);
    writer.addName(name);
    if (prefix !== '') writer.addName(prefix + name);
  }
  return codeLine(writer, signatureText(element));
}

/** Where lines end or every parameter is a block, the spaces between them are not in the text. */
function signatureText(element: Element): string {
  let text = '';
  let hasBlocks = false;
  for (const node of descendants(element, isSaid)) {
    if (node instanceof Text) text += node.data;
    else if (node instanceof Element && (node.name === 'dd' || node.name === 'br')) {
      text += ' ';
      hasBlocks ||= node.name === 'dd';
    }
  }
  return hasBlocks
    ? text
        .trim()
        .replaceAll(/\(\s+/g, '(')
        .replaceAll(/,?\s+\)/g, ')')
    : text.trim();
}
