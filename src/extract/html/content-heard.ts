// Text for screen readers alone (E2), and links that have words.

import { titleNames } from './chrome.ts';
import { hasWords, isRead } from './content-measure.ts';
import { trait, traitsOf } from './content-traits.ts';
import { type ChildNode, type Element, isElement, isText } from './node.ts';

const cellNames: ReadonlySet<string> = new Set(['td', 'th']);
const maxLevels = 3;
const maxSiblings = 8;
const maxNodes = 64;
const none: ReadonlySet<Element> = new Set();

/** Whether screen-reader text is removed: not where it is a heading, all the text of a heading or a cell, or the title of a note. */
export function isShownElsewhere(element: Element): boolean {
  if (titleNames.has(element.name)) return false;
  let at = element;
  for (let level = 0; level < maxLevels; level++) {
    const { parent } = at;
    if (!isElement(parent) || parent.children.length > maxSiblings) return true;
    if ((traitsOf(parent) & trait.kept) !== 0) return !isFirst(at);
    for (const sibling of parent.children) if (sibling !== at && mayBeSeen(sibling)) return true;
    if (titleNames.has(parent.name) || cellNames.has(parent.name)) return false;
    at = parent;
  }
  return true;
}

function isFirst({ prev }: Element): boolean {
  return prev === null || (isText(prev) && prev.data.trim() === '' && prev.prev === null);
}

function mayBeSeen(node: ChildNode): boolean {
  if (isText(node)) return node.data.trim() !== '';
  return (traitsOf(node) & (trait.hidden | trait.ariaHidden)) === 0 && node.children.length > 0;
}

/** Whether an element holds words, looking only at its beginning. */
export function holdsWords(element: Element): boolean {
  const waiting: Element[] = [element];
  let left = maxNodes;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of next.children) {
      if (--left < 0) return false;
      if (isText(child) ? hasWords(child.data) : false) return true;
      if (isElement(child) && isRead(child, none) && (traitsOf(child) & unseen) === 0) waiting.push(child);
    }
  }
  return false;
}

const unseen = trait.hidden | trait.ariaHidden | trait.readerOnly;
