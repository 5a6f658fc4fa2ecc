// The title of a page before its content, with what introduces it (E2).
import { lineOf } from './markdown/plain-text.ts';
import { type ChildNode, type Document, type Element, isElement, isText } from './node.ts';

type Roots = readonly (Element | Document)[];

/** An introduction is short, and no menu. */
const longestLead = 400;
const mostLinks = 0.2;

/**
 * What precedes the content and belongs to it: the page's `h1`, with the other text of its block where that is an introduction.
 * Undefined for a heading that is only a link, as the name of a site is.
 */
export function leadOf(heading: Element, roots: Roots, removed: ReadonlySet<Element>): Element | undefined {
  if (holds(heading, roots) || roots.some((root) => holds(root, [heading]))) return undefined;
  const own = lengthsOf(heading, removed);
  if (own.text === 0 || own.links > own.text * mostLinks) return undefined;
  const block = heading.parent;
  if (!isElement(block) || block.name === 'body' || holds(block, roots)) return heading;
  const all = lengthsOf(block, removed);
  const isLead = all.text - own.text <= longestLead && all.links <= all.text * mostLinks;
  return isLead ? block : heading;
}

const titleClass = /(?:^|\s)(?:page|doc|document)[-_]title(?:$|\s)/;
const longestTitle = 200;

/** Whether a heading is the page's title by its own class, and differs from the first heading in the content. */
export function isPageTitle(heading: Element, inside: Element | undefined): boolean {
  const { className } = heading.marks;
  if (className === undefined || !titleClass.test(className)) return false;
  const { text, links } = lengthsOf(heading, new Set());
  return links <= text * mostLinks && (inside === undefined || titleText(heading) !== titleText(inside));
}

function titleText(heading: Element): string {
  return lineOf(heading, undefined, longestTitle).toLowerCase();
}

function holds(block: Element | Document, roots: Roots): boolean {
  return roots.some((root) => {
    for (let at: unknown = root; at !== null && at !== undefined; at = (at as Element).parent)
      if (at === block) return true;
    return false;
  });
}

function lengthsOf(from: Element, removed: ReadonlySet<Element>): { readonly text: number; readonly links: number } {
  let [text, links] = [0, 0];
  let link: Element | undefined;
  let node: ChildNode | undefined = from.children[0];
  while (node !== undefined) {
    if (isText(node)) {
      const { length } = node.data.trim();
      text += length;
      if (link !== undefined) links += length;
    }
    const inner: ChildNode | undefined = isElement(node) && !removed.has(node) ? node.children[0] : undefined;
    if (isElement(node) && node.name === 'a' && inner !== undefined) link ??= node;
    if (inner !== undefined) {
      node = inner;
      continue;
    }
    while (node !== from && node.next === null) {
      node = node.parent as Element;
      if (node === link) link = undefined;
    }
    node = node === from ? undefined : (node.next as ChildNode);
  }
  return { text, links };
}
