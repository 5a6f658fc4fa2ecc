// Titles that are no heading elements: the page's own, known by its class, and those of pydoc's sections.
import { type AnyNode, type Element, isElement, isText } from '../node.ts';
import { classRole } from './class-roles.ts';
import type { Enter, Leave } from './element-action.ts';
import { escapeHeadingEnd } from './line-start.ts';
import { descendants, lineOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

const longest = 200;
const titleNames: ReadonlySet<string> = new Set(['div', 'p', 'td']);
/** What the block around a title is called. */
const headClass = /(?:^|[\s_-])(?:head|header|headertitle|heading|titlepage|title-?block)(?:$|[\s_-])/i;

/** What separates the name of a page from that of its site. */
const separator = /\s*[:|·•–—»›]\s+|\s+-\s+/;

/** The page's title as its first heading; `undefined` where it is not that. */
export const enterPageTitle: Enter = (writer, element) => {
  if (writer.scopes.level > 0 || !isFree(writer) || !titleNames.has(element.name)) return undefined;
  const text = titleText(element);
  if (text === '' || text.length > longest || !isTitle(writer, element, text)) return undefined;
  return begin(writer, element, 1);
};

/** The title of a part that a table only arranges: a cell across all columns. */
export const enterSectionTitle: Enter = (writer, element) => {
  if (element.name !== 'td' || !element.attribs.colspan || !isFree(writer)) return undefined;
  return begin(writer, element, Math.min(writer.tables.length + 1, 6) as 2);
};

function isFree({ inCell, containers, oneLine, tables }: MarkdownWriter): boolean {
  return !inCell && !containers.isNested && oneLine === 0 && tables.at(-1) === undefined;
}

function begin(writer: MarkdownWriter, element: Element, level: 1 | 2): Leave {
  writer.flush();
  writer.beginLine(false);
  writer.pageTitle = { element, level };
  return leaveTitle;
}

const leaveTitle: Leave = (writer, element) => {
  if (writer.pageTitle?.element === element) endPageTitle(writer);
  writer.flush();
};

/** Writes the title that is open: a block inside of it is no part of it. */
export function endPageTitle(writer: MarkdownWriter): void {
  const title = writer.pageTitle;
  writer.pageTitle = undefined;
  const line = writer.endLine(false);
  if (title === undefined || line === undefined) return;
  const [first] = writer.pendingIds.filter(
    ({ element }) => element === title.element || isInside(element, title.element),
  );
  const { markdown, text } = line;
  // A heading needs no marks for bold.
  const plain = /^\*\*([^*]+)\*\*$/.exec(markdown)?.[1] ?? markdown;
  writer.push({
    ...{ kind: 'heading', level: title.level, markdown: escapeHeadingEnd(plain) },
    ...{ text: text.toWellFormed(), anchor: first?.id },
  });
}

function isInside(element: Element, around: Element): boolean {
  return element.parent === around || element.parent?.parent === around;
}

/** The text of a title up to a block that it holds. */
function titleText(element: Element): string {
  return lineOf(element, ({ name }) => name !== 'div' && name !== 'p' && name !== 'ul', longest + 1);
}

/**
 * Whether it names the page: the page has no `h1`, and its `title` or its surroundings show it; or its `title` is this, or
 * a part of it is and it is in the head of the page, and the `h1` are those of its sections.
 */
function isTitle(writer: MarkdownWriter, element: Element, text: string): boolean {
  const named = folded(documentTitle(element));
  const own = folded(text);
  const heading = firstHeading(writer);
  if (heading !== undefined) {
    const isNamed = named === own || (isInHead(element) && named.split(separator).includes(own));
    return isNamed && folded(lineOf(heading, undefined, longest)) !== own;
  }
  return named === '' ? isInHead(element) : named.includes(own);
}

function folded(text: string): string {
  return text.toLowerCase();
}

function isInHead({ parent }: Element): boolean {
  return isElement(parent) && parent.marks.className !== undefined && headClass.test(parent.marks.className);
}

/** The first `h1` of the content; looked for once. */
function firstHeading(writer: MarkdownWriter): Element | undefined {
  const { roots, removed } = writer;
  if (writer.firstHeading !== undefined) return writer.firstHeading ?? undefined;
  writer.firstHeading = null;
  for (const root of roots) {
    for (const node of descendants(root, (element) => !removed.has(element))) {
      if (!isElement(node) || node.name !== 'h1' || removed.has(node)) continue;
      writer.firstHeading = node;
      return node;
    }
  }
  return undefined;
}

/** What the head of the document calls the page. */
function documentTitle(element: Element): string {
  let root: AnyNode = element;
  while (root.parent !== null) root = root.parent;
  const waiting = 'children' in root ? [...root.children.slice(0, 20)] : [];
  for (const node of waiting) {
    if (!isElement(node)) continue;
    if (node.name === 'title') return lineOf(node, undefined, 2 * longest);
    if (node.name === 'html' || node.name === 'head')
      waiting.push(...node.children.slice(0, 200).filter((child) => !isText(child)));
  }
  return '';
}

/** Whether a cell's class calls it a title. */
export function isTitleCell({ marks }: Element): boolean {
  return classRole(marks) === 'page-title';
}
