// Definition lists: terms that links lead to are entries of their own (C1), the others are the items of a list.
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import { isNoteList } from './admonition.ts';
import { hasClass } from './class-roles.ts';
import { type Enter, type Leave, skip } from './element-action.ts';
import { leaveContainer } from './list.ts';
import type { OpenDefinitions } from './open-elements.ts';
import { descendants } from './plain-text.ts';
import { codeLine, signatureText } from './signature-text.ts';
import type { MarkdownWriter } from './writer.ts';

export const enterDefinitions: Enter = (writer, element) => {
  if (writer.oneLine > 0) return undefined;
  const isNote = element.marks.className !== undefined && isNoteList(element);
  const hasEntries = isNote || hasAnchor(element) || holdsSections(element);
  if (hasEntries && isElement(element.parent)) writer.endOpenScope(element.parent);
  writer.definitions.push({ hasEntries, outerDepth: writer.entryDepth, isExplained: true, explainedFrom: -1 });
  writer.depths.push(writer.containers.depth);
  if (isNote) writer.containers.openQuotation();
  else if (!hasEntries) writer.containers.openList(false, 1, 1, true);
  return leaveDefinitions;
};

const leaveDefinitions: Leave = (writer, element) => {
  leaveContainer(writer, element);
  const outer = writer.definitions.pop();
  if (outer === undefined) return;
  writer.entryDepth = outer.outerDepth;
  if (!outer.hasEntries || isNoteList(element) || !isElement(element.parent)) return;
  if (outer.explainedFrom === writer.written || isFollowedByLabel(element)) writer.openScope(element.parent, false);
};

/** Whether a paragraph that is only bold comes next, as kernel-doc writes `Parameters` behind the entry that has them. */
function isFollowedByLabel({ next }: Element): boolean {
  const after = isText(next) && next.data.trim() === '' ? next.next : next;
  if (!isElement(after) || after.name !== 'p' || after.children.length !== 1) return false;
  const [only] = after.children;
  return isElement(only) && (only.name === 'strong' || only.name === 'b');
}

export const enterTerm: Enter = (writer, element) => {
  const list = writer.definitions.at(-1);
  if (writer.oneLine > 0) return undefined;
  if (list !== undefined) beginTerm(writer, list);
  const anchor = list?.hasEntries === false ? undefined : anchorOf(element);
  if (anchor !== undefined && list !== undefined) writer.entryDepth = list.outerDepth + 1;
  if (isSignature(element)) {
    pushTerm(writer, codeLine(writer, signatureText(writer, element)), anchor);
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

function beginTerm(writer: MarkdownWriter, list: OpenDefinitions): void {
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

/** The type of a term, which style sheets set behind a colon: no part of its name. */
export const enterClassifier: Enter = (writer, { parent }) => {
  if (writer.oneLine !== 1 || !isElement(parent) || parent.name !== 'dt') return undefined;
  writer.inline.close();
  writer.text(' : ');
  return leaveClassifier;
};

const leaveClassifier: Leave = (writer) => writer.inline.open('strong');

export const enterDescription: Enter = (writer) => {
  const list = writer.definitions.at(-1);
  if (writer.oneLine > 0 || list === undefined) return undefined;
  // An explanation without a term is an item all the same.
  if (!list.hasEntries && writer.containers.inner.kind === 'list') writer.containers.openItem();
  list.isExplained = true;
  list.explainedFrom = writer.written;
  return undefined;
};

/** Whether a link can lead to one of its terms, which may be in groups. */
function hasAnchor({ children }: Element): boolean {
  for (const child of children) {
    if (!isElement(child)) continue;
    if (child.name === 'div' ? child.children.some(isEntry) : isEntry(child)) return true;
  }
  return false;
}

/** Whether an explanation begins with a heading, as notes of Javadoc do: it has sections, which a list has no place for. */
function holdsSections({ children }: Element): boolean {
  return children.some((child) => {
    if (!isElement(child) || child.name !== 'dd') return false;
    const [first, second] = child.children;
    const begin = isText(first) && first.data.trim() === '' ? second : first;
    return isElement(begin) && headingNames.has(begin.name);
  });
}

const headingNames: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6'.split(' '));

function isEntry(node: ChildNode): boolean {
  return isElement(node) && node.name === 'dt' && anchorOf(node) !== undefined;
}

/** The id of a term, of an anchor it begins with, or of one right before it. */
function anchorOf(term: Element): string | undefined {
  if (term.attribs.id) return term.attribs.id;
  let seen = 0;
  for (const node of descendants(term)) {
    if (isText(node) && node.data.trim() !== '') break;
    if (!isElement(node)) continue;
    const { id, name } = node.attribs;
    if (id && (node.name === 'a' || node.name === 'span' || node.name === 'code')) return id;
    if (name && node.name === 'a') return name;
    if (++seen === 3) break;
  }
  return anchorBefore(term);
}

const maxBefore = 20;
const lineNames: ReadonlySet<string> = new Set(
  'a abbr b cite code em font i kbd q samp small span strong sub sup tt u var'.split(' '),
);

/** The first of the anchors without text between the explanation before a term and the term; texinfo writes them into that explanation. */
function anchorBefore({ prev }: Element): string | undefined {
  let first: string | undefined;
  let isSpan = false;
  let at = prev;
  for (let looked = 0; at !== null && looked < maxBefore; looked++) {
    const id = idOfMark(at);
    if (id !== undefined) [first, isSpan] = [id, (at as Element).name === 'span'];
    else if (isElement(at) && at.name === 'dd' && at.parent === prev?.parent) {
      at = at.children.at(-1) ?? null;
      continue;
    } else if (!isText(at) || at.data.trim() !== '') break;
    at = at.prev;
  }
  // An empty span at the end of a line is a part of it.
  const endsLine = at !== null && (isText(at) || (isElement(at) && lineNames.has(at.name)));
  return isSpan && endsLine ? undefined : first;
}

/** The id of an anchor that holds nothing. */
function idOfMark(node: ChildNode): string | undefined {
  if (!isElement(node) || (node.name !== 'a' && node.name !== 'span') || node.attribs.href !== undefined)
    return undefined;
  if (node.children.some((child) => !isText(child) || child.data.trim() !== '')) return undefined;
  return node.attribs.id || (node.name === 'a' ? node.attribs.name : undefined) || undefined;
}

function isSignature({ attribs, children }: Element): boolean {
  const className = attribs.class;
  if (hasClass(className, 'sig') || hasClass(className, 'sig-object')) return true;
  return children.some((child) => isElement(child) && hasClass(child.attribs.class, 'descname'));
}
