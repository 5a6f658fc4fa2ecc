// A header loses everything but its heading (E2).

import { trait, traitsOf } from './content-traits.ts';
import { type ChildNode, type Element, isElement } from './node.ts';

/** A header whose heading stays: all of it is removed but the elements on the way to the heading, and what is in that. */
export interface OpenHeader {
  readonly element: Element;
  readonly way: ReadonlySet<Element>;
  readonly heading: Element;
  inHeading: boolean;
  /** Length of the text before it in its place. */
  readonly textBefore: number;
  /** Whether anything in it was kept; known at its end. */
  holdsText: boolean;
}

/**
 * The header with its heading, undefined when it has none that is shown: its `h1`, or inside of the content, where an article of a
 * list has one of its own, the first of any level.
 */
export function openHeader(element: Element, textBefore: number, isInContent: boolean): OpenHeader | undefined {
  const heading = firstHeading(element, /^h1$/) ?? (isInContent ? firstHeading(element, /^h[2-6]$/) : undefined);
  if (heading === undefined) return undefined;
  const way = new Set<Element>();
  for (let at: Element = heading; at !== element; at = at.parent as Element) way.add(at);
  return { element, way, heading, inHeading: false, textBefore, holdsText: false };
}

/** The first heading of these names inside that is shown. */
function firstHeading(header: Element, names: RegExp): Element | undefined {
  let node: ChildNode | null = header.children[0] ?? null;
  while (node !== null) {
    if (isElement(node)) {
      const hidden = (traitsOf(node) & (trait.hidden | trait.ariaHidden)) !== 0;
      if (names.test(node.name) && !hidden) return node;
      const first: ChildNode | undefined = node.children[0];
      if (!hidden && first !== undefined) {
        node = first;
        continue;
      }
    }
    while (node.next === null) {
      node = node.parent as Element;
      if (node === header) return undefined;
    }
    node = node.next;
  }
  return undefined;
}
