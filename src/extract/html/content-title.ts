// The title of a note that is hidden from screen readers, because they read it from a label, but visible on the page.

import { trait, traitsOf } from './content-traits.ts';
import { type Element, isElement } from './node.ts';

const titleClass = /(?:^|[\s_-])title(?:$|\s)/;
/** A title is among the first elements. */
const maxBefore = 4;
const maxLevels = 3;

/** Whether an element is the only title of the note around it. */
export function isOnlyTitle(element: Element): boolean {
  if (!hasTitleClass(element)) return false;
  let at = element;
  for (let level = 0; level < maxLevels; level++) {
    const { parent } = at;
    if (!isElement(parent)) return false;
    const first = parent.children.slice(0, maxBefore);
    // Also keeps a hostile page from having the same parent checked again and again.
    if (!first.includes(at)) return false;
    for (const sibling of first) if (sibling !== at && isElement(sibling) && isHeard(sibling)) return false;
    if ((traitsOf(parent) & trait.kept) !== 0) return true;
    at = parent;
  }
  return false;
}

function hasTitleClass({ attribs }: Element): boolean {
  return attribs.class !== undefined && titleClass.test(attribs.class);
}

function isHeard(sibling: Element): boolean {
  const traits = traitsOf(sibling);
  if ((traits & (trait.hidden | trait.ariaHidden)) !== 0) return false;
  return (traits & trait.readerOnly) !== 0 || hasTitleClass(sibling);
}
