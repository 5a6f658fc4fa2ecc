// A header loses everything but the page's own heading (E2).
import { type ChildNode, Element } from 'domhandler';
import { trait, traitsOf } from './content-traits.ts';

/** A header whose `h1` stays: everything in it goes but the elements on the way to the `h1`, and what is in that. */
export interface OpenHeader {
  readonly element: Element;
  readonly way: ReadonlySet<Element>;
  readonly heading: Element;
  inHeading: boolean;
  /** Length of the text of the place it stands in, before it. */
  readonly textBefore: number;
  /** Whether anything in it was kept; known at its end. */
  holdsText: boolean;
}

/** The header with its `h1`, undefined when it has none that is shown. */
export function openHeader(element: Element, textBefore: number): OpenHeader | undefined {
  const heading = firstHeading(element);
  if (heading === undefined) return undefined;
  const way = new Set<Element>();
  for (let at: Element = heading; at !== element; at = at.parent as Element) way.add(at);
  return { element, way, heading, inHeading: false, textBefore, holdsText: false };
}

/** The first `h1` inside that is shown. */
function firstHeading(header: Element): Element | undefined {
  let node: ChildNode | null = header.firstChild;
  while (node !== null) {
    if (node instanceof Element) {
      const hidden = (traitsOf(node.attribs) & (trait.hidden | trait.ariaHidden)) !== 0;
      if (node.name === 'h1' && !hidden) return node;
      if (!hidden && node.firstChild !== null) {
        node = node.firstChild;
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
