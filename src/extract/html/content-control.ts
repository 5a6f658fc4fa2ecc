// What a reader presses and does not read (E2), and what only looks like it.

import { blockNames, controlNames, titleNames } from './chrome.ts';
import { trait } from './content-traits.ts';
import { type ChildNode, type Element, isElement, isText } from './node.ts';

const maxNodes = 64;
const maxSiblings = 8;
const maxLevels = 3;

/**
 * Whether an element is a button and nothing else. The title of something that opens, a link drawn as a button, a button
 * around content and the tabs of a tab group have text that is nowhere else on the page.
 */
export function isControl(element: Element, traits: number): boolean {
  const { name, attribs } = element;
  const isButton = (traits & trait.button) !== 0;
  if (controlNames.has(name)) {
    if (attribs.role !== undefined && !isButton) return false;
  } else if (!isButton || titleNames.has(name)) return false;
  if (name === 'a' && leadsAway(attribs.href)) return false;
  if (attribs['aria-expanded'] !== undefined && attribs['aria-haspopup'] === undefined) return false;
  return !isWholeTitle(element) && !holdsContent(element);
}

function leadsAway(href: string | undefined): boolean {
  return href !== undefined && href !== '' && !href.startsWith('#') && !/^\s*javascript:/i.test(href);
}

/** Whether a heading or the like has no other words than these. */
export function isWholeTitle(element: Element): boolean {
  let at = element;
  for (let level = 0; level < maxLevels; level++) {
    const { parent } = at;
    if (!isElement(parent) || parent.children.length > maxSiblings) return false;
    for (const sibling of parent.children) if (sibling !== at && mayHoldWords(sibling)) return false;
    if (titleNames.has(parent.name)) return true;
    at = parent;
  }
  return false;
}

function mayHoldWords(node: ChildNode | null): boolean {
  return isText(node) ? node.data.trim() !== '' : isElement(node) && node.children.length > 0;
}

function holdsContent(element: Element): boolean {
  const waiting: Element[] = [element];
  let left = maxNodes;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of next.children) {
      if (--left < 0) return false;
      if (!isElement(child)) continue;
      if (blockNames.has(child.name)) return true;
      waiting.push(child);
    }
  }
  return false;
}
