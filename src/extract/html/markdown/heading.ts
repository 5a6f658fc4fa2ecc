// Headings: their level, the place a link to them ends with, and the links to themselves that are left out.
import { type Element, isElement, isText } from '../node.ts';
import { isControlElement } from './anchors.ts';
import { classRole, hasClass } from './class-roles.ts';
import type { Enter, Leave } from './element-action.ts';
import { escapeHeadingEnd } from './line-start.ts';
import { descendants, lineOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

// Headings may hold headings: each is looked at no further than this.
const maxLooked = 100;

type Level = 1 | 2 | 3 | 4 | 5 | 6;

/** In a list, a quotation or a cell a heading is a line in bold, unless the list was never ended. */
export const enterHeading: Enter = (writer, element) => {
  if (writer.oneLine > 0) return undefined;
  if (writer.containers.isNested && endsList(writer, element)) writer.containers.closeTo(1);
  const isBold = writer.inCell || writer.containers.isNested;
  if (!isBold) writer.entryDepth = writer.scopes.endBefore(element) ?? writer.entryDepth;
  const section = isBold ? undefined : writer.sections.title(element, writer.written);
  writer.headingAnchor = isBold ? undefined : (anchorBefore(writer, element) ?? section);
  writer.heading = isBold ? undefined : (at) => pushHeading(at, element);
  writer.beginLine(isBold);
  return isBold ? leaveBold : leaveHeading;
};

const itemNames: ReadonlySet<string> = new Set(['li', 'dd']);
const listNames: ReadonlySet<string> = new Set(['ul', 'ol', 'dl']);

/**
 * Whether a heading shows that the list around it was left open: it begins a section beside the list's own, and
 * follows the text of the last item.
 */
function endsList({ containers, inCell, scopes }: MarkdownWriter, { name, parent, prev }: Element): boolean {
  if (inCell || !isElement(parent) || Number(name.charAt(1)) > scopes.level || !containers.isInListsOnly) return false;
  if (!listNames.has(parent.name) && (!itemNames.has(parent.name) || hasItemBehind(parent))) return false;
  for (let before = prev, looked = 0; before !== null && looked < maxLooked; before = before.prev, looked++) {
    if (isText(before) ? before.data.trim() !== '' : before.children.length > 0) return true;
  }
  return false;
}

function hasItemBehind(item: Element): boolean {
  for (let next = item.next; next !== null; next = next.next) if (isElement(next)) return true;
  return false;
}

const leaveBold: Leave = (writer) => {
  const line = writer.endLine(true);
  if (line !== undefined) writer.push({ kind: 'text', markdown: line.markdown });
};

const leaveHeading: Leave = (writer, element) => {
  writer.heading = undefined;
  pushHeading(writer, element);
  writer.oneLine--;
};

function pushHeading(writer: MarkdownWriter, element: Element): void {
  const line = writer.endLine(false);
  writer.oneLine++;
  if (line === undefined) return;
  const level = Math.min(Math.max(Number(element.name.charAt(1)), 1), 6) as Level;
  const anchor = anchorOf(writer, element) ?? writer.headingAnchor;
  writer.push({
    kind: 'heading',
    level,
    markdown: escapeHeadingEnd(line.markdown),
    text: line.text.toWellFormed(),
    anchor,
  });
}

/** The id of a heading: its own, else where its permalink leads, else the first anchor inside. */
function anchorOf({ removed }: MarkdownWriter, element: Element): string | undefined {
  if (element.attribs.id) return element.attribs.id;
  let inside: string | undefined;
  let looked = 0;
  for (const node of descendants(element, (inner) => !removed.has(inner) && !isControlElement(inner))) {
    if (++looked > maxLooked) break;
    if (!isElement(node) || removed.has(node) || isControlElement(node)) continue;
    const { href, id, name } = node.attribs;
    const leads = href !== undefined && href.length > 1 && href.startsWith('#') && !isWayBack(node);
    if (leads && isPermalink(node, true)) return fragment(href);
    inside ??= id || (node.name === 'a' ? name : undefined) || undefined;
  }
  return inside;
}

/** Sphinx's link from a heading to its entry in the table of contents, which is empty where the heading begins with another link. */
function isWayBack({ attribs }: Element): boolean {
  return attribs.role === 'doc-backlink' || hasClass(attribs.class, 'toc-backref');
}

/** An anchor directly before, else the section that the heading opens: an id seen since the last block. */
function anchorBefore({ pendingIds }: MarkdownWriter, heading: Element): string | undefined {
  for (let at = pendingIds.length - 1; at >= 0 && at >= pendingIds.length - 8; at--) {
    const { id, element } = pendingIds[at] as (typeof pendingIds)[number];
    if (element === heading) continue;
    if (element.name === 'a' || element.name === 'span' || contains(element, heading)) return id;
  }
  return undefined;
}

function contains(outer: Element, inner: Element): boolean {
  let parent = inner.parent;
  for (let level = 0; level < 8 && isElement(parent); level++) {
    if (parent === outer) return true;
    parent = parent.parent;
  }
  return false;
}

function fragment(href: string): string {
  const raw = href.slice(1);
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

const numberSign = 0x23;
const permalinkLabels = /^(?:permalink|permanent link|link to (?:this|heading)|direct link to|anchor|copy link)/i;
const permalinkTexts = /^(?:[^\p{L}\p{N}]*|permalink|link|anchor|copy link|copy)$/iu;

/** Whether a link leads to its own place. `inHeading`: a mere sign that links within the page is one too. */
export function isPermalink(element: Element, inHeading: boolean): boolean {
  const { href } = element.marks;
  const role = classRole(element.marks);
  if (role === 'permalink') return true;
  if (role !== 'maybe-permalink') {
    const label = element.attribs['aria-label'] ?? element.attribs.title;
    const isLabelled = label !== undefined && permalinkLabels.test(label);
    if (!isLabelled && !(inHeading && href !== undefined && href.charCodeAt(0) === numberSign)) return false;
    return isSign(element, isLabelled);
  }
  return isSign(element, true);
}

function isSign(element: Element, takesWords: boolean): boolean {
  const text = lineOf(element, undefined, 40);
  return takesWords ? permalinkTexts.test(text) : /^[^\p{L}\p{N}]*$/u.test(text);
}
