// Links that say something in words (E2).

import { hasWords, isRead } from './content-measure.ts';
import { trait, traitsOf } from './content-traits.ts';
import { type Element, isElement, isText } from './node.ts';

const maxNodes = 64;
const none: ReadonlySet<Element> = new Set();

/** Whether an element holds words, as far as its beginning tells. */
export function says(element: Element): boolean {
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
